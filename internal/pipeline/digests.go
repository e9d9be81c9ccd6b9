package pipeline

import (
	"context"
	"fmt"
	"slices"

	"prism/internal/digest"
	"prism/internal/link"
	"prism/internal/store"
)

const (
	// digestRoom is how many bytes of digests that were just made are kept in memory,
	// in binary form.
	digestRoom = 8 << 20
	// decodedRoom is how many bytes of binary form are kept in the form that linking
	// works on: there they take about six times that.
	decodedRoom = 4 << 20
	// marksRoom is how many marks of rows that were just read are kept, at 24 bytes:
	// those of a hundred thousand small conversations. A store is asked for neighbours
	// where there are more.
	marksRoom = 1 << 20
)

// digests gives the digests of rows, and keeps the last of them.
type digests struct {
	load func(ctx context.Context, ids []string) ([]store.Conversation, error)
	blob map[string]store.Conversation // as they were read, while there is room
	made int                           // bytes of digests that were put
	kept map[string]*digest.Digest
	size int // bytes of binary form of what is kept

	all  link.Table // marks of all rows that were put
	rows int        // how many
	lost bool       // there are more marks than are kept
}

// marks is the table of the neighbours of all n rows; nil where these were not all put.
func (d *digests) marks(n int) *link.Table {
	if d.lost || d.rows != n {
		return nil
	}
	return &d.all
}

// put keeps the row of a conversation that was just read.
func (d *digests) put(row store.Conversation) {
	if d.blob == nil {
		d.blob = make(map[string]store.Conversation)
	}
	d.rows++
	if d.lost = d.lost || d.all.Len()+len(row.Marks) > marksRoom; d.lost {
		d.all = link.Table{}
	} else {
		d.all.Add(row.ID, linkMarks(row.Marks))
	}
	if d.made += len(row.Digest); d.made > digestRoom {
		return
	}
	row.Marks, row.Files = nil, nil
	d.blob[row.ID] = row
}

// of returns the digests of rows, by row. A row that is not stored is not there.
func (d *digests) of(ctx context.Context, ids []string) (map[string]*digest.Digest, error) {
	if d.kept == nil || d.size > decodedRoom {
		d.kept, d.size = make(map[string]*digest.Digest), 0
	}
	out := make(map[string]*digest.Digest, len(ids))
	var ask []string
	for _, id := range ids {
		if got := d.kept[id]; got != nil {
			out[id] = got
			continue
		}
		row, ok := d.blob[id]
		if !ok {
			ask = append(ask, id)
			continue
		}
		delete(d.blob, id)
		if err := d.decode(&row, out); err != nil {
			return nil, err
		}
	}
	for list := range slices.Chunk(ask, askRows) {
		rows, err := d.load(ctx, list)
		if err != nil {
			return nil, reading(err)
		}
		for i := range rows {
			if err := d.decode(&rows[i], out); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// unreadable says that a stored digest cannot be read: it is damaged, or was written
// by another version.
type unreadable struct {
	name string
	err  error
}

func (e *unreadable) Error() string { return fmt.Sprintf("the digest of %s: %v", e.name, e.err) }

func (e *unreadable) Unwrap() error { return e.err }

func (d *digests) decode(row *store.Conversation, out map[string]*digest.Digest) error {
	x := new(digest.Digest)
	if err := x.UnmarshalBinary(row.Digest); err != nil {
		return &unreadable{row.Name, err}
	}
	x.Person, x.Repo = row.Person, row.Repo
	d.size += len(row.Digest)
	d.kept[row.ID], out[row.ID] = x, x
	return nil
}
