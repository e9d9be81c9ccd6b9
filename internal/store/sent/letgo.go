package sent

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/store/statement"
)

// Subject is whose a conversation is, or will be when it is read.
type Subject struct {
	Person string
	Repo   string // its root, as far as it is known
	Dir    string // where it was worked in; empty: not known
}

// Out says whether a subject is left alone, and by which patterns for repositories; none:
// by something else.
type Out func(Subject) (patterns []string, is bool)

// WorksOut reports whether a file is of a subject that is out, by its person or by a
// folder in it; where it is by its repository, with what is to be remembered of it.
func (c *Contents) WorksOut(ctx context.Context, f *content.File, roots map[string]map[string]string, out Out) (p content.Private, is bool, err error) {
	p = content.Private{Person: f.Person, Path: f.Path, Generation: f.Generation}
	if f.Anyone {
		p.Person = ""
	}
	if _, is := out(Subject{Person: f.Person}); is {
		return p, true, nil
	}
	ids := make(map[string]bool)
	for in := (&fileReader{ctx: ctx, c: c, file: f.Number, generation: f.Generation}); ; {
		lines, err := in.lines()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return p, false, err
		}
		private := make(map[string]bool)
		for dir := range content.Folders(lines) {
			patterns, here := out(At(f.Person, dir, roots[f.Person]))
			if is = is || here; !here {
				continue
			}
			private[dir] = true
			for _, pattern := range patterns {
				if !slices.Contains(p.Patterns, pattern) {
					p.Patterns = append(p.Patterns, pattern)
				}
			}
		}
		if len(private) > 0 {
			for _, id := range content.Sessions(lines, func(dir string) bool { return private[dir] }) {
				ids[id] = true
			}
		}
	}
	if p.Conversations = content.Named(f.Path); len(ids) <= content.MaxPrivate {
		p.Conversations = append(p.Conversations, slices.Sorted(maps.Keys(ids))...)
	}
	return p, is, nil
}

// At is a person at work in a folder: in its git root, if they told it.
func At(person, dir string, roots map[string]string) Subject {
	if root := roots[dir]; root != "" {
		return Subject{person, root, dir}
	}
	return Subject{person, dir, ""}
}

// letGo empties the files that a condition chooses; the first argument of each list is
// the tail that they have then, none.
func (w *Writing) letGo(lists [][]any, where string) (n int) {
	var numbers [][]any
	w.Many(`UPDATE files SET let_go = true, size = 0, revision = revision + 1, tail = ? WHERE tenant = @ AND NOT let_go`+where+` RETURNING n`, lists, func(_ int, r statement.Row) error {
		var n int64
		err := r.Scan(&n)
		numbers = append(numbers, []any{n})
		return err
	})
	w.Many(`DELETE FROM parts WHERE tenant = @ AND file = ?`, numbers, nil)
	if len(numbers) > 0 {
		w.Intake(true)
	}
	return len(numbers)
}

// LetGo empties the files at some places (File.Place), and says how many these were.
func (w *Writing) LetGo(places []string) int {
	var files [][]any
	for _, place := range places {
		if person, path, ok := content.OfPlace(place); ok {
			files = append(files, []any{[]byte{}, person, path})
		}
	}
	return w.letGo(files, ` AND person = ? AND path = ?`)
}

// Retain empties the files of which nothing came since a time, and says how many these
// were; a zero time keeps all. Facts go with the sessions that were made of them. Rows of
// what was not taken go, too.
func (w *Writing) Retain(since time.Time) int {
	w.Many(`DELETE FROM files WHERE tenant = @ AND generation < ?`, [][]any{{0}}, nil) // see ingest
	if since.IsZero() {
		return 0
	}
	return w.letGo([][]any{{[]byte{}, fact.Micro(since), int(content.Facts)}}, ` AND seen_at < ? AND kind <> ?`)
}

// Remove removes files by their numbers, with all their bytes, and says how many these were.
func (w *Writing) Remove(numbers [][]any) (n int) {
	w.Many(`DELETE FROM parts WHERE tenant = @ AND file = ?`, numbers, nil)
	if n = w.Many(`DELETE FROM files WHERE tenant = @ AND n = ?`, numbers, nil); n > 0 {
		w.Intake(true)
	}
	return n
}

// RemovePerson removes all that a person sent, and what is remembered of them, and says how
// many files these were.
func (w *Writing) RemovePerson(person string) (n int) {
	w.Run(`DELETE FROM parts WHERE tenant = @ AND file IN (SELECT n FROM files WHERE tenant = @ AND person = ?)`, person)
	n = w.Run(`DELETE FROM files WHERE tenant = @ AND person = ?`, person)
	w.Run(`DELETE FROM roots WHERE tenant = @ AND person = ?`, person)
	w.Run(`DELETE FROM left_alone WHERE tenant = @ AND person = ?`, person)
	w.Intake(true)
	return n
}
