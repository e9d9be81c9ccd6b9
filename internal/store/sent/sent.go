// Package sent keeps what senders sent: files of lines, in the parts in which they came, and
// which conversations are private.
//
// Nouns: Contents is what one tenant was sent; an inbox holds events that nobody has asked
// for yet. Promises: what Ingest returns for is kept, with the work that it causes; a file
// is a prefix of what its sender has, each byte once, whatever was sent again or in pieces;
// a look (AllFiles, News) counts, so that the next one can be told what is new. Refusals:
// it reads no line but for the folders in it, and knows nothing of the sessions that are
// made of files: what of these goes with them is package rows' business.
package sent

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"iter"
	"regexp"
	"slices"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/queue"
	"prism/internal/store/statement"
)

// Contents is what a tenant was sent.
type Contents struct{ engine statement.Engine }

// Of is what an engine keeps of it.
func Of(e statement.Engine) *Contents { return &Contents{e} }

// Writing is one transaction that writes to it.
type Writing struct{ *statement.Writing }

// In writes to what a tenant was sent within a transaction.
func In(w *statement.Writing) *Writing { return &Writing{w} }

func newWriting(ctx context.Context, tx statement.Tx) *Writing {
	return In(&statement.Writing{Ctx: ctx, Tx: tx})
}

// incoming is what came of one file, in the order in which it came.
type incoming struct {
	person, path string
	kind         content.Kind
	anyone       bool  // some of it came with a key that is nobody's
	appends      []int // numbers in the list that was handed in
	parts        []part
}

// part is one row of parts, packed before the transaction begins.
type part struct {
	codec int
	size  int
	data  []byte
}

// Ingest appends to files and asks for the work that this causes, in one transaction:
// what it returns for is kept. Receipts
// are in the order of the list. An Append whose form is wrong is refused alone.
func (c *Contents) Ingest(ctx context.Context, list []content.Append, now time.Time) ([]content.Receipt, error) {
	receipts := refusals(list)
	var waiting, rest []int
	for i := range list {
		switch a := &list[i]; {
		case a.Check() != nil:
		case forInbox(a):
			receipts[i].Status, waiting = content.Taken, append(waiting, i)
		default:
			rest = append(rest, i)
		}
	}
	events, files := enclosed(list, waiting), byFile(list, rest)
	if len(files) == 0 && len(events) == 0 {
		return receipts, nil
	}
	after := slices.ContainsFunc(files, func(f *incoming) bool { return content.OfEvents(f.path) != "" })
	if after { // what came before it stands before it
		if err := c.SortInbox(ctx); err != nil { // it tells of rows that do not read before anything is kept
			return receipts, err
		}
	}
	err := c.engine.Write(ctx, "keep content in", statement.Beside, func(tx statement.Tx) error {
		w := newWriting(ctx, tx)
		if after {
			w.Sort() // what came meanwhile
		}
		w.enclose(events, now)
		kept, updates := w.ingest(list, files, receipts, now)
		told := w.Many(`INSERT INTO roots (tenant, person, dir, root) VALUES (@, ?, ?, ?)
			ON CONFLICT (tenant, person, dir) DO UPDATE SET root = excluded.root WHERE excluded.root < roots.root`, roots(list, kept), nil)
		w.update(updates, told > 0)
		if w.Err == nil && slices.ContainsFunc(receipts, func(r content.Receipt) bool { return r.Status == content.Taken }) {
			w.Err = tx.Enqueue(ctx, []queue.New{{Kind: queue.Update}}, now)
		}
		return w.Err
	})
	return receipts, err
}

// refusals are the Receipts of what nothing is taken of yet.
func refusals(list []content.Append) []content.Receipt {
	receipts := make([]content.Receipt, len(list))
	for i := range list {
		receipts[i] = content.Receipt{Person: list[i].Person, Path: list[i].Path, Status: content.Refused}
	}
	return receipts
}

// byFile puts what came of one file together, packed, and files in the one order in
// which transactions lock them. numbers are the places in the list that it looks at.
func byFile(list []content.Append, numbers []int) (files []*incoming) {
	at := make(map[[2]string]*incoming)
	for _, i := range numbers {
		a := &list[i]
		f := at[[2]string{a.Person, a.Path}]
		if f == nil {
			f = &incoming{person: a.Person, path: a.Path, kind: a.Kind}
			at[[2]string{a.Person, a.Path}], files = f, append(files, f)
		}
		if a.Kind != f.kind {
			continue
		}
		f.appends, f.anyone = append(f.appends, i), f.anyone || a.Anyone
	}
	for _, f := range files {
		f.pack(list)
	}
	slices.SortFunc(files, func(a, b *incoming) int { return cmp.Or(cmp.Compare(a.person, b.person), cmp.Compare(a.path, b.path)) })
	return files
}

// roots are the git roots that came with files, in the order in which transactions lock
// them.
func roots(list []content.Append, files []*incoming) (rows [][]any) {
	told := make(map[[3]string]bool)
	for _, f := range files {
		for _, i := range f.appends {
			a := &list[i]
			for dir, root := range a.Roots {
				if key := [3]string{a.Person, dir, root}; !told[key] {
					told[key], rows = true, append(rows, []any{a.Person, dir, root})
				}
			}
		}
	}
	slices.SortFunc(rows, func(a, b []any) int {
		return slices.CompareFunc(a, b, func(x, y any) int { return cmp.Compare(x.(string), y.(string)) })
	})
	return rows
}

// pack makes the parts: of events one, of a transcript one for each piece, as some of
// these may not be taken.
func (f *incoming) pack(list []content.Append) {
	if f.kind == content.Telemetry {
		var all []byte
		for _, i := range f.appends {
			all = append(all, list[i].Data...)
		}
		f.parts = []part{packed(all)}
		return
	}
	for _, i := range f.appends {
		f.parts = append(f.parts, packed(list[i].Data))
	}
}

// state is what a file's row says while it is written to.
type state struct {
	content.File
	parts int64
	tail  []byte
	letGo bool // its bytes are not here any more
}

// ingest writes what came to its files, and gives those that there are by then: of one of
// which nothing was taken yet there is no row, or whoever sent that first would be taken
// for whose it is. What is new about their rows is for update to write.
func (w *Writing) ingest(list []content.Append, files []*incoming, receipts []content.Receipt, now time.Time) (kept []*incoming, rows updates) {
	at := fact.Micro(now)
	have := make([]state, len(files))
	// Whether it is there or not, its row is this transaction's from here on.
	w.Bulk(`INSERT INTO files (tenant, person, path, kind, generation, source, size, parts, revision, modified_at, seen_at, tail, anyone)
		VALUES (@, ?, ?, ?, -1, 0, 0, 0, 0, 0, ?, ?, ?)
		ON CONFLICT (tenant, person, path) DO UPDATE SET seen_at = excluded.seen_at, anyone = files.anyone OR excluded.anyone
		RETURNING n, kind, generation, source, size, parts, revision, modified_at, tail, let_go`,
		statement.Each(files, func(f *incoming) []any { return []any{f.person, f.path, int(f.kind), at, []byte{}, f.anyone} }), func(i int, r statement.Row) error {
			h := &have[i]
			var modified int64
			err := r.Scan(&h.Number, &h.Kind, &h.Generation, &h.Source, &h.Size, &h.parts, &h.Revision, &modified, &h.tail, &h.letGo)
			h.Modified = fact.FromMicro(modified)
			return err
		})
	var parts, anew, none [][]any
	for i, f := range files {
		h := &have[i]
		changed := false
		for k, number := range f.appends {
			a, r := &list[number], &receipts[number]
			if h.letGo && a.Kind == content.Transcript && a.Generation == h.Generation && (a.To > h.Source || a.To == h.Source && len(a.Tail) > 0) {
				h.Source, changed = 0, true // it goes on: it is asked for from its beginning
			}
			if h.Kind == f.kind {
				r.Status = content.Judge(&h.File, h.Generation >= 0, a)
				if a.Kind == content.Transcript && r.Status == content.Taken && a.From == h.Source && len(a.Data) == 0 && bytes.Equal(a.Tail, h.tail) && a.Generation == h.Generation {
					r.Status = content.Known
				}
			}
			if r.Status == content.Taken {
				changed, h.letGo = true, false
				rows.anew = rows.anew || a.Kind != content.Facts && a.Generation > h.Generation && h.Generation >= 0
				if a.Generation > h.Generation && h.parts > 0 {
					anew = append(anew, []any{h.Number, h.parts})
					parts = slices.DeleteFunc(parts, func(row []any) bool { return row[0] == h.Number })
					h.Size = 0
				}
				h.Generation, h.Source, h.tail, h.Modified = a.Generation, a.To, a.Tail, a.Modified
				if p := 0; a.Kind != content.Telemetry || k == 0 {
					if a.Kind != content.Telemetry {
						p = k
					}
					if x := f.parts[p]; x.size > 0 {
						parts = append(parts, []any{h.Number, h.parts, x.codec, x.size, x.data})
						h.Size, h.parts = h.Size+int64(x.size), h.parts+1
					}
				}
			}
			r.Generation, r.Have = max(h.Generation, 0), h.Source
		}
		if h.Generation < 0 {
			none = append(none, []any{h.Number})
			continue
		}
		kept = append(kept, f)
		if changed {
			rows.list = append(rows.list, []any{h.Generation, h.Source, h.Size, h.parts, fact.Micro(h.Modified), orEmpty(h.tail), h.letGo, h.Number})
		}
	}
	w.Many(`DELETE FROM parts WHERE tenant = @ AND file = ? AND n < ?`, anew, nil)
	w.Bulk(`INSERT INTO parts (tenant, file, n, codec, size, data) VALUES (@, ?, ?, ?, ?, ?)`, parts, nil)
	w.Many(`DELETE FROM files WHERE tenant = @ AND n = ? AND generation < 0`, none, nil)
	return kept, rows
}

// updates are new values of rows of files.
type updates struct {
	list [][]any
	anew bool // one was written anew: it may be another conversation's now (facts cannot: their name is their conversation's)
}

// update writes them, last of all (intake). told says that git roots came, which may be of
// folders of conversations that are there.
func (w *Writing) update(rows updates, told bool) {
	if len(rows.list) == 0 && !told {
		return
	}
	at := w.Intake(told || rows.anew)
	for i := range rows.list {
		rows.list[i] = append(rows.list[i], at)
	}
	w.Bulk(`UPDATE files SET generation = ?1, source = ?2, size = ?3, parts = ?4, revision = revision + 1, modified_at = ?5, tail = ?6, let_go = ?7,
		changed = ?9, born = CASE WHEN generation < 0 THEN ?9 ELSE born END WHERE tenant = @ AND n = ?8`, rows.list, nil)
}

// orEmpty is a value for a column that takes no NULL.
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

const selectFile = `SELECT n, person, path, kind, generation, source, size + length(tail), revision, modified_at, anyone FROM files WHERE tenant = @ AND generation >= 0`

// file reads a row of selectFile, and what stands after it into more.
func file(r statement.Row, more ...any) (f content.File, err error) {
	var modified int64
	err = r.Scan(append([]any{&f.Number, &f.Person, &f.Path, &f.Kind, &f.Generation, &f.Source, &f.Size, &f.Revision, &modified, &f.Anyone}, more...)...)
	f.Modified = fact.FromMicro(modified)
	return f, err
}

// Files yields the files that are kept, ordered by person and path.
func (c *Contents) Files(ctx context.Context) iter.Seq2[content.File, error] {
	return func(yield func(content.File, error) bool) {
		err := c.SortInbox(ctx)
		if err != nil {
			yield(content.File{}, err)
			return
		}
		err = c.engine.Read(ctx, func(tx statement.Tx) error {
			return tx.Query(ctx, selectFile+` AND NOT let_go ORDER BY person, path`, nil, func(r statement.Row) (bool, error) {
				f, err := file(r)
				return err == nil && yield(f, nil), err
			})
		})
		if err != nil {
			yield(content.File{}, err)
		}
	}
}

// FileAt finds a person's file by its path; false: none is kept.
func (c *Contents) FileAt(ctx context.Context, person, path string) (f content.File, found bool, err error) {
	list, err := c.filesOf(ctx, ` AND path = ?`, person, path)
	if len(list) > 0 {
		return list[0], true, err
	}
	return f, false, err
}

// FilesOf are a person's files of a kind that came, or grew, since a time: the latest
// first.
func (c *Contents) FilesOf(ctx context.Context, person string, kind content.Kind, since time.Time) ([]content.File, error) {
	return c.filesOf(ctx, ` AND kind = ? AND modified_at >= ? ORDER BY modified_at DESC, path`, person, int(kind), fact.Micro(since))
}

func (c *Contents) filesOf(ctx context.Context, where string, values ...any) (list []content.File, err error) {
	if err := c.SortInbox(ctx); err != nil {
		return nil, err
	}
	err = c.engine.Read(ctx, func(tx statement.Tx) error {
		list = nil
		return statement.Query(ctx, tx, selectFile+` AND NOT let_go AND person = ?`+where, values, func(r statement.Row) error {
			f, err := file(r)
			list = append(list, f)
			return err
		})
	})
	return list, err
}

// Have says how far files of a person's go, in the order of the paths, and which are of a
// conversation that another person sent first: sessions are made of theirs alone
// (source.OfAnotherPerson).
func (c *Contents) Have(ctx context.Context, person string, paths []string) ([]content.Receipt, error) {
	out := make([]content.Receipt, len(paths))
	for i, path := range paths {
		out[i] = content.Receipt{Person: person, Path: path, Status: content.Known}
	}
	numbers := make([]int64, len(paths))
	err := c.engine.Read(ctx, func(tx statement.Tx) error {
		_, err := tx.Many(ctx, selectFile+` AND person = ? AND path = ?`, statement.Each(paths, func(path string) []any { return []any{person, path} }), func(i int, r statement.Row) error {
			f, err := file(r)
			out[i].Generation, out[i].Have, numbers[i] = f.Generation, f.Source, f.Number
			return err
		})
		if err != nil {
			return err
		}
		// Of what was sent and not taken versions before left a row with nothing in it: nobody's
		// it is (Retain removes it).
		var named []int // whose names say which conversation they are of
		for i, path := range paths {
			if transcriptName.MatchString(path) {
				named = append(named, i)
			}
		}
		_, err = tx.Many(ctx, `SELECT n FROM files WHERE tenant = @ AND path = ? AND kind <> ? AND person <> ? AND generation >= 0 ORDER BY n LIMIT 1`, statement.Each(named, func(i int) []any { return []any{paths[i], int(content.Telemetry), person} }), func(k int, r statement.Row) error {
			var first int64
			err := r.Scan(&first)
			if i := named[k]; err == nil && (numbers[i] == 0 || first < numbers[i]) {
				out[i].Status = content.Another
			}
			return err
		})
		return err
	})
	return out, err
}

// transcriptName is of a conversation's own file, by the id that the agent gave it, or of
// the facts of it.
var transcriptName = regexp.MustCompile(`(?:^|/)[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\.(?:jsonl|facts)$`)

// Roots are the git roots of folders by person, as each told those of their own.
func (c *Contents) Roots(ctx context.Context) (map[string]map[string]string, error) {
	told := make(map[string]map[string]string)
	err := c.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT person, dir, root FROM roots WHERE tenant = @`, nil, func(r statement.Row) error {
			var person, dir, root string
			err := r.Scan(&person, &dir, &root)
			if told[person] == nil {
				told[person] = make(map[string]string)
			}
			told[person][dir] = root
			return err
		})
	})
	return told, err
}

// DropFiles removes files of a person's for which gone holds, with all their bytes,
// and says how many these were. An empty person is everybody.
func (c *Contents) DropFiles(ctx context.Context, person string, gone func(*content.File) bool) (dropped int, err error) {
	if err := c.SortInbox(ctx); err != nil {
		return 0, err
	}
	unread := 0
	err = c.engine.Write(ctx, "drop content from", statement.Beside, func(tx statement.Tx) error {
		w := newWriting(ctx, tx)
		if unread = w.Sort(); w.Err != nil { // what came meanwhile
			return w.Err
		}
		var numbers [][]any
		err := statement.Query(ctx, tx, selectFile, nil, func(r statement.Row) error {
			f, err := file(r)
			if err == nil && (person == "" || person == f.Person) && gone(&f) {
				numbers = append(numbers, []any{f.Number})
			}
			return err
		})
		if err != nil {
			return err
		}
		dropped = w.Remove(numbers)
		return w.Err
	})
	if err != nil {
		return 0, err
	}
	if dropped > 0 {
		err = c.engine.Scrub(ctx)
	}
	return dropped, errors.Join(err, LeftOut(unread))
}
