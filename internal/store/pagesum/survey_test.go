package pagesum

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// One bit, wherever it stands in a page, is a disk's (in its sum it harms nothing),
// and so is a sum that no page had; several bytes under the sum of before are a
// program's, and so is a new page with no sum.
func TestWhoChangedAPage(t *testing.T) {
	const place, size = 3 * 8192, 10 * 8192
	rng := rand.New(rand.NewPCG(1, 2))
	whole := make([]byte, 8192)
	for i := range whole {
		whole[i] = byte(rng.Uint32())
	}
	binary.LittleEndian.PutUint64(whole[len(whole)-Reserved:], sum(whole, place))
	if !fits(whole, place) {
		t.Fatal("a page has another sum than it was given")
	}
	for i := range 8 * len(whole) {
		if i%61 != 0 && i < 8*(len(whole)-Reserved)-64 && i > 64 {
			continue // each takes a walk over the page
		}
		page := bytes.Clone(whole)
		page[i/8] ^= 1 << (i % 8)
		if fits(page, place) || turned(page, place, size) != (i < 8*(len(whole)-Reserved)) {
			t.Fatalf("bit %d was not seen for what it is", i)
		}
	}
	for n := 2; n < 600; n++ {
		page := bytes.Clone(whole)
		at := rng.IntN(len(page) - Reserved - n)
		for i := range n {
			page[at+i] = byte(rng.Uint32())
		}
		if fits(page, place) || turned(page, place, size) {
			t.Errorf("%d bytes that a program wrote are taken for a disk's", n)
		}
	}
	page := bytes.Clone(whole)
	page[0], page[100] = page[0]+1, page[100]+1
	binary.LittleEndian.PutUint64(page[len(page)-Reserved:], 0xa5a5a5a5a5a5a5a5)
	if !turned(page, place, size) {
		t.Error("what no page ever had is taken for a program's")
	}
	clear(whole[len(whole)-Reserved:])
	if fits(whole, place) || turned(whole, place, size) {
		t.Error("a new page of a program is taken for a disk's")
	}
}

// The real driver, past the layer, leaves pages that are seen for what they are; the
// layer that checks nothing reads them.
func TestLook(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its file system has another name there")
	}
	if err := Register(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "some.db")
	look := func() (s Survey) {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if s, err = Look(f, info.Size()); err != nil {
			t.Fatal(err)
		}
		return s
	}
	db := database(t, path, "page_size(8192)", "journal_mode(WAL)")
	execute(t, db, `CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)`, `CREATE INDEX by_text ON t (text)`, fill)
	want, err := content(db)
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	if s := look(); s != (Survey{}) {
		t.Errorf("untouched: %+v", s)
	}
	past := database(t, path+"?vfs=unix&")
	execute(t, past, `UPDATE t SET text = 'another' WHERE n % 500 = 0`, `INSERT INTO t SELECT n + 5000, text || text FROM t`)
	past.Close()
	if s := look(); s.Turned != 0 || s.Foreign < 5 {
		t.Errorf("after another program: %+v", s)
	}
	checked := database(t, path)
	if got, err := content(checked); err == nil {
		t.Errorf("%d letters were read past the sums", len(got))
	}
	checked.Close()
	mend := database(t, path+"?vfs="+Unchecked+"&")
	if got, err := content(mend); err != nil || len(got) <= len(want) {
		t.Errorf("%d letters, %v", len(got), err)
	}
	execute(t, mend, `VACUUM`)
	mend.Close()
	if s := look(); s != (Survey{}) {
		t.Errorf("mended: %+v", s)
	}
}
