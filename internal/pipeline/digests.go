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
	// manyDigests is how many bytes of them are so many that it is not worth holding
	// the few that have room: the collector would go on following them to the end.
	manyDigests = 4 * digestRoom
	// decodedRoom is how many bytes of binary form are kept in the form that linking
	// works on: there they take about six times that.
	decodedRoom = 2 << 20
	// wholeRoom is how many bytes of binary form are linked in one go, where all is new.
	wholeRoom = 4 << 20
	// marksRoom is how many marks of rows that were just read are kept, at 24 bytes:
	// those of a hundred thousand small conversations. A store is asked for neighbours
	// where there are more.
	marksRoom = 1 << 20
)

// digests gives the digests of rows, and keeps the last of them.
type digests struct {
	load func(ctx context.Context, ids []string) ([]store.Conversation, error)
	crew crew                          // who decode
	blob map[string]store.Conversation // as they were read, while there is room
	made int                           // bytes of digests that were put
	kept map[string]decoded
	size int  // bytes of binary form of what is kept
	tidy bool // what is kept was all asked for by one question

	all  link.Table // marks of all rows that were put
	rows int        // how many
	lost bool       // there are more marks than are kept
	many bool       // there will be far more digests than are kept: none is

	read, expected int64 // bytes of files whose rows were put, and of all that will be
}

// decoded is a digest, and how many bytes it was in binary form.
type decoded struct {
	*digest.Digest
	size int
}

// forecast is what so many will have become once all rows are put; of the first few
// nothing is foretold.
func (d *digests) forecast(n int) int {
	const few = 64
	if d.read < d.expected/few || d.read == 0 {
		return n
	}
	return int(float64(n) * max(1, float64(d.expected)/float64(d.read)))
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
	for _, f := range row.Files {
		d.read += f.Size
	}
	if d.lost = d.lost || d.forecast(d.all.Len()+len(row.Marks)) > marksRoom; d.lost {
		d.all = link.Table{}
	} else {
		d.all.Add(row.ID, linkMarks(row.Marks))
	}
	d.made += len(row.Digest)
	if d.many = d.many || d.forecast(d.made) > manyDigests; d.many {
		clear(d.blob)
		return
	}
	if d.made > digestRoom {
		return
	}
	row.Marks, row.Files = nil, nil
	d.blob[row.ID] = row
}

// of returns the digests of rows, by row. A row that is not stored is not there.
func (d *digests) of(ctx context.Context, ids []string) (map[string]*digest.Digest, error) {
	d.tidy = false
	out := make(map[string]*digest.Digest, len(ids))
	var ask []string
	var held []store.Conversation
	for _, id := range ids {
		if got := d.kept[id]; got.Digest != nil {
			out[id] = got.Digest
			continue
		}
		row, ok := d.blob[id]
		if !ok {
			ask = append(ask, id)
			continue
		}
		delete(d.blob, id)
		held = append(held, row)
	}
	if err := d.decode(ctx, held, out); err != nil {
		return nil, err
	}
	for list := range slices.Chunk(ask, askRows) {
		rows, err := d.load(ctx, list)
		if err != nil {
			return nil, reading(err)
		}
		if err := d.decode(ctx, rows, out); err != nil {
			return nil, err
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

// decode takes the digests of rows into what is kept, and out.
func (d *digests) decode(ctx context.Context, rows []store.Conversation, out map[string]*digest.Digest) error {
	list := make([]*digest.Digest, len(rows))
	err := parallel(ctx, d.crew, len(rows), func(_ context.Context, _ *worker, i int) error {
		x := new(digest.Digest)
		if err := x.UnmarshalBinary(rows[i].Digest); err != nil {
			return &unreadable{rows[i].Name, err}
		}
		x.Person, x.Repo = rows[i].Person, rows[i].Repo
		list[i] = x
		return nil
	})
	for i := range rows {
		if err == nil {
			d.keep(rows[i].ID, list[i], len(rows[i].Digest), out)
		}
	}
	return err
}

// keep keeps a digest that was so many bytes in binary form.
func (d *digests) keep(id string, x *digest.Digest, size int, out map[string]*digest.Digest) {
	out[id] = x
	if d.size += size; d.size > decodedRoom && !d.tidy { // of those before only what is asked for now stays
		d.tidy = true
		for id, old := range d.kept {
			if out[id] == nil {
				d.size -= old.size
				delete(d.kept, id)
			}
		}
	}
	if d.kept == nil {
		d.kept = make(map[string]decoded)
	}
	d.kept[id] = decoded{x, size}
}
