package sent

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// Events come a few at a time, of many conversations, and are looked at much more seldom.
// So all events of a transaction are kept as they came, as one row of the inbox, and are
// put to their files by whoever asks for files next (SortInbox). That writes each file once for
// all that came meanwhile, and what comes costs one row, however many files it is of.

// forInbox reports whether an Append may wait there: where its file is, nothing but events
// is ever kept (content.Append.Check), so that none of it is refused later; and it says
// nothing that a row there does not hold, which only who pushes files may.
func forInbox(a *content.Append) bool {
	return a.Kind == content.Telemetry && content.OfEvents(a.Path) != "" && a.Generation == 0 && len(a.Roots) == 0
}

// inboxMost is how many bytes one row holds, and how many are put to their files by one
// transaction, beside what one Append has more.
const inboxMost = 4 << 20

// enclosed are rows of the inbox that hold those of a list.
func enclosed(list []content.Append, numbers []int) (rows []part) {
	var b []byte
	for k, i := range numbers {
		a := &list[i]
		b = appendText(b, a.Person)
		b = appendText(b, a.Path)
		anyone := byte(0)
		if a.Anyone {
			anyone = 1
		}
		b = append(b, anyone)
		b = binary.AppendVarint(b, fact.Micro(a.Modified))
		b = appendText(b, a.Data)
		if k == len(numbers)-1 || len(b) >= inboxMost {
			rows, b = append(rows, packed(b)), nil
		}
	}
	return rows
}

func appendText[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// disclosed are the Appends that a row holds; they point into data.
func disclosed(data []byte) (list []content.Append, err error) {
	bad := func() ([]content.Append, error) {
		return nil, fmt.Errorf("%w: events that came do not read", store.ErrCorrupt)
	}
	text := func() (s []byte, ok bool) {
		n, width := binary.Uvarint(data)
		if width <= 0 || n > uint64(len(data)-width) {
			return nil, false
		}
		s, data = data[width:width+int(n)], data[width+int(n):]
		return s, true
	}
	for len(data) > 0 {
		a := content.Append{Kind: content.Telemetry}
		person, is := text()
		path, has := text()
		if !is || !has || len(data) == 0 {
			return bad()
		}
		a.Person, a.Path, a.Anyone = string(person), string(path), data[0] != 0
		modified, width := binary.Varint(data[1:])
		if width <= 0 {
			return bad()
		}
		a.Modified, data = fact.FromMicro(modified), data[1+width:]
		if a.Data, is = text(); !is {
			return bad()
		}
		list = append(list, a)
	}
	return list, nil
}

// SortInbox puts the events that wait in the inbox to their files. What comes after it began
// may be left there: that asked for an update of its own.
func (c *Contents) SortInbox(ctx context.Context) error {
	newest := func() (n int64, err error) {
		err = c.engine.Read(ctx, func(tx statement.Tx) error {
			_, err := statement.One(ctx, tx, `SELECT n FROM inbox WHERE tenant = @ ORDER BY n DESC LIMIT 1`, nil, &n)
			return err
		})
		return n, err
	}
	last, err := newest()
	lost := 0
	for more := last > 0; more && err == nil; {
		unread := 0
		err = c.engine.Write(ctx, "sort events in", statement.Beside, func(tx statement.Tx) error {
			w := newWriting(ctx, tx)
			more, unread = w.sortSome(last)
			return w.Err
		})
		lost += unread
	}
	if err == nil {
		err = LeftOut(lost)
	}
	return err
}

// Unread is how many rows of events that came did not read, and were left out. All else is
// done where it is the error.
type Unread int

// Error implements error.
func (n Unread) Error() string {
	return fmt.Sprintf("%d of the rows of events that came did not read, and were left out", int(n))
}

// LeftOut tells of rows of the inbox that did not read, as an Unread; nil: there were none.
func LeftOut(rows int) error {
	if rows == 0 {
		return nil
	}
	return Unread(rows)
}

// Sort puts all events of the inbox to their files, within a transaction that is to
// find each: what is deleted by it may not come back out of the inbox. Once that is
// committed, LeftOut tells of the rows that did not read.
func (w *Writing) Sort() (unread int) {
	for more := true; more && w.Err == nil; {
		var some int
		more, some = w.sortSome(math.MaxInt64)
		unread += some
	}
	return unread
}

// rowsAtOnce bounds how many rows of the inbox one transaction takes.
const rowsAtOnce = 256

// sortSome takes some rows of the inbox, up to one; false: none is left. Who takes the same
// rows meanwhile waits, and then finds them gone. Rows that do not read are counted and go,
// too: else what a disk spoilt would hold up the tenant for good, deletions with it.
func (w *Writing) sortSome(last int64) (more bool, unread int) {
	var size, upTo int64
	w.Query(`SELECT n, size FROM inbox WHERE tenant = @ AND n <= ? ORDER BY n LIMIT ?`, []any{last, rowsAtOnce}, func(r statement.Row) error {
		var n, bytes int64
		err := r.Scan(&n, &bytes)
		if upTo == 0 || size+bytes <= inboxMost {
			upTo = n
		}
		size += bytes
		return err
	})
	if w.Err != nil || upTo == 0 {
		return false, 0
	}
	type row struct {
		n, at int64
		codec int
		data  []byte
	}
	var taken []row
	w.Query(`DELETE FROM inbox WHERE tenant = @ AND n <= ? RETURNING n, at, codec, data`, []any{upTo}, func(r statement.Row) error {
		var x row
		err := r.Scan(&x.n, &x.at, &x.codec, &x.data)
		taken = append(taken, x)
		return err
	})
	slices.SortFunc(taken, func(a, b row) int { return cmp.Compare(a.n, b.n) })
	var list []content.Append
	var at int64
	for _, x := range taken {
		data, err := unpacked(x.codec, x.data)
		var some []content.Append
		if err == nil {
			some, err = disclosed(data)
		}
		if err != nil {
			unread++
			continue
		}
		list, at = append(list, some...), max(at, x.at)
	}
	numbers := make([]int, len(list))
	for i := range numbers {
		numbers[i] = i
	}
	_, updates := w.ingest(list, byFile(list, numbers), refusals(list), fact.FromMicro(at))
	w.update(updates, false)
	return upTo < last, unread
}

// enclose keeps events in the inbox.
func (w *Writing) enclose(rows []part, now time.Time) {
	w.Many(`INSERT INTO inbox (tenant, at, codec, size, data) VALUES (@, ?, ?, ?, ?)`, statement.Each(rows, func(p part) []any {
		return []any{fact.Micro(now), p.codec, p.size, p.data}
	}), nil)
}
