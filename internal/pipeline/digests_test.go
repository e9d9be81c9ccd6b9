package pipeline

import (
	"fmt"
	"testing"

	"prism/internal/digest"
	"prism/internal/store"
)

// row is one of a file of so many bytes, with so many bytes of digest and marks.
func row(n int, file int64, size, marks int) store.Conversation {
	c := store.Conversation{ID: fmt.Sprint(n), Digest: make([]byte, size), Files: []store.File{{Size: file}}}
	for m := range marks {
		c.Marks = append(c.Marks, store.Mark{Key: uint64(m), At: int64(n)})
	}
	return c
}

// What will have no room is let go of while little of it is held; what will have room is
// held to the end.
func TestDigestsForetellWhatHasRoom(t *testing.T) {
	const files, file = 1000, 1 << 10
	for name, c := range map[string]struct {
		digest, marks int // of each file
		held, index   bool
	}{
		"few":           {digestRoom / files, marksRoom / files, true, true},
		"many marks":    {digestRoom / files, 2 * marksRoom / files, true, false},
		"large digests": {2 * manyDigests / files, marksRoom / files, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := digests{expected: files * file}
			mostHeld, mostMarks := 0, 0
			for n := range files {
				d.put(row(n, file, c.digest, c.marks))
				mostHeld, mostMarks = max(mostHeld, len(d.blob)*c.digest), max(mostMarks, d.all.Len())
			}
			if held := len(d.blob) == files; held != c.held {
				t.Errorf("%d of %d digests are held", len(d.blob), files)
			}
			if index := d.marks(files) != nil; index != c.index {
				t.Errorf("all marks are held: %t", index)
			}
			if !c.held && mostHeld > digestRoom/8 {
				t.Errorf("%d bytes of digests were held that no one was to have", mostHeld)
			}
			if !c.index && mostMarks > marksRoom/8 {
				t.Errorf("%d marks were held that no one was to have", mostMarks)
			}
		})
	}
}

// Of digests that linking works on no more is held than there is room for, or than one
// question asks for.
func TestDecodedDigestsHaveABound(t *testing.T) {
	blob, err := (&digest.Digest{CWDs: []string{string(make([]byte, decodedRoom/4))}}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var d digests
	const rows = 12
	for n := range rows {
		d.put(store.Conversation{ID: fmt.Sprint(n), Digest: blob})
		if len(d.blob) <= n { // there is no room for its binary form: it comes from the store
			d.blob[fmt.Sprint(n)] = store.Conversation{ID: fmt.Sprint(n), Digest: blob}
		}
	}
	size := func() (n int) {
		for range d.kept {
			n += len(blob)
		}
		return n
	}
	var all []string
	for n := range rows / 2 {
		all = append(all, fmt.Sprint(n))
		if got, err := d.of(t.Context(), []string{fmt.Sprint(n)}); err != nil || len(got) != 1 {
			t.Fatalf("%v, %v", got, err)
		}
		if size() != d.size || size() > decodedRoom+len(blob) {
			t.Fatalf("after %d: %d bytes are held, %d said", n+1, size(), d.size)
		}
	}
	for n := rows / 2; n < rows; n++ {
		all = append(all, fmt.Sprint(n))
	}
	for _, id := range all[:rows/2] {
		d.blob[id] = store.Conversation{ID: id, Digest: blob} // again out of the store
	}
	if got, err := d.of(t.Context(), all); err != nil || len(got) != rows {
		t.Fatalf("%d of %d, %v", len(got), rows, err)
	}
	if got, err := d.of(t.Context(), all[:1]); err != nil || got["0"] == nil || size() != d.size {
		t.Fatalf("%v, %v: %d bytes are held, %d said", got, err, size(), d.size)
	}
}
