package rows

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/store"
)

// What was sent and what came of it goes when it is too old, when its person or
// repository is opted out, and when its person is deleted.

// Renew begins a run anew in a process that goes on: what others forgot before it is not
// in it.
func (s *Store) Renew(ctx context.Context) error {
	return s.engine.Read(ctx, func(tx Tx) error {
		n, err := forgettings(ctx, tx)
		s.forgettings.Store(n)
		return err
	})
}

// LetGo says what was let go of.
type LetGo struct {
	Files int // whose content was
	store.Forgotten
}

// pathsAtOnce bounds how many files' conversations one transaction forgets.
const pathsAtOnce = 500

// Retain lets go of files of which nothing came since a time, and of the sessions that
// ended before another, with what they were made of; a zero time keeps all. A file's
// name stays, so that nobody sends it again; one that goes on is asked for anew, whole.
// Conversations whose files are on disk stay: they would be read again.
func (s *Store) Retain(ctx context.Context, contents, facts time.Time) (done LetGo, err error) {
	if err := s.sort(ctx); err != nil {
		return done, err
	}
	if !facts.IsZero() {
		paths, err := s.outdated(ctx, facts)
		if err != nil {
			return done, err
		}
		for some := range slices.Chunk(paths, pathsAtOnce) {
			emptied := 0
			n, err := s.forgetRows(ctx, func(w *saving) (store.Forgotten, error) {
				var files [][]any
				for _, place := range some {
					if person, path, ok := content.OfPlace(place); ok {
						files = append(files, []any{[]byte{}, person, path})
					}
				}
				emptied = w.letGo(files, ` AND person = ? AND path = ?`)
				return newTraces(w, some, "").forget()
			})
			if err != nil {
				return done, err
			}
			done.add(emptied, &n)
		}
	}
	emptied := 0
	err = s.engine.Write(ctx, "let go of content in", Beside, func(tx Tx) error {
		w := newSaving(ctx, s, tx)
		w.many(`DELETE FROM files WHERE tenant = @ AND generation < ?`, [][]any{{0}}, nil) // of what was not taken; see ingest
		if contents.IsZero() {
			return w.err
		}
		emptied = w.letGo([][]any{{[]byte{}, fact.Micro(contents), int(content.Facts)}}, ` AND seen_at < ? AND kind <> ?`) // facts go with the sessions
		return w.err
	})
	if err != nil {
		return done, err
	}
	done.Files += emptied
	return done, nil
}

func (d *LetGo) add(files int, n *store.Forgotten) {
	d.Files += files
	d.Units, d.Sessions, d.Verdicts, d.Titles, d.Labels, d.Views = d.Units+n.Units, d.Sessions+n.Sessions, d.Verdicts+n.Verdicts, d.Titles+n.Titles, d.Labels+n.Labels, max(d.Views, n.Views)
}

// letGo empties the files that a condition chooses; the first argument of each list is
// the tail that they have then, none.
func (w *saving) letGo(lists [][]any, where string) (n int) {
	var numbers [][]any
	w.many(`UPDATE files SET let_go = true, size = 0, revision = revision + 1, tail = ? WHERE tenant = @ AND NOT let_go`+where+` RETURNING n`, lists, func(_ int, r Row) error {
		var n int64
		err := r.Scan(&n)
		numbers = append(numbers, []any{n})
		return err
	})
	w.many(`DELETE FROM parts WHERE tenant = @ AND file = ?`, numbers, nil)
	if len(numbers) > 0 {
		w.intake(true)
	}
	return len(numbers)
}

// outdated are the files of conversations, in whatever scope, of which no session ended
// after a time; where there is no session, of which no file was written after it.
func (s *Store) outdated(ctx context.Context, before time.Time) (paths []string, err error) {
	young, old := map[string]bool{}, map[string][]string{}
	err = s.engine.Read(ctx, func(tx Tx) error {
		return query(ctx, tx, selectConversation+`, (SELECT max(s.ended_at) FROM members AS m JOIN sessions AS s ON s.tenant = m.tenant AND s.n = m.session
			WHERE m.tenant = @ AND m.conversation = c.n) FROM conversations AS c WHERE c.tenant = @`, nil, func(r Row) error {
			var ended *int64
			c, err := source(r, &ended)
			if err != nil || !c.Gone && !strings.HasPrefix(c.Path, content.KeptRoot) {
				return err
			}
			last := time.Time{}
			if ended != nil {
				last = fact.FromMicro(*ended)
			} else {
				for _, f := range c.Files {
					last = later(last, time.Unix(0, f.ModTime))
				}
			}
			if !last.Before(before) {
				young[c.Path] = true
			}
			for _, f := range c.Files {
				old[c.Path] = append(old[c.Path], f.Path)
			}
			old[c.Path] = append(old[c.Path], c.Path)
			return nil
		})
	})
	for path, files := range old {
		if !young[path] {
			paths = append(paths, files...)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), err
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Subject is whose a conversation is, or will be when it is read.
type Subject struct {
	Person string
	Repo   string // its root, as far as it is known
	Dir    string // where it was worked in; empty: not known
}

// Out says whether a subject is left alone, and by which patterns for repositories; none:
// by something else.
type Out func(Subject) (patterns []string, is bool)

// LeaveAlone lets go of content of subjects that are out and that no session was made of
// yet; where all is set, of the sessions of such subjects, too, with their content. The
// conversations of those that are out by their repository are remembered (Remember), and
// with them goes what LeaveEvents lets go of.
func (s *Store) LeaveAlone(ctx context.Context, out Out, all bool, now time.Time) (done LetGo, err error) {
	roots, err := s.Roots(ctx)
	if err != nil {
		return done, err
	}
	type version struct {
		number uint64
		at     int64
	}
	read, paths := map[version]bool{}, map[string]bool{}
	private := make(map[string]content.Private) // by place
	err = s.engine.Read(ctx, func(tx Tx) error {
		return query(ctx, tx, selectConversation+` FROM conversations AS c WHERE c.tenant = @`, nil, func(r Row) error {
			c, err := source(r)
			if err != nil {
				return err
			}
			for _, f := range c.Files {
				if strings.HasPrefix(f.Path, content.KeptRoot) {
					read[version{f.Node, f.Changed}] = true
				}
			}
			patterns, is := out(subjectOf(&c))
			if is && len(patterns) > 0 && content.IsID(c.Name) {
				p := content.Private{Person: c.Person, Conversations: []string{c.Name}, Path: c.Path, Patterns: patterns}
				if _, path, kept := content.OfPlace(c.Path); kept {
					p.Path = path
				}
				private[c.Path] = p
			}
			if is && all {
				paths[c.Path] = true
				for _, f := range c.Files {
					paths[f.Path] = true
				}
			}
			return nil
		})
	})
	if err != nil {
		return done, err
	}
	drop := map[int64]bool{}
	for f, err := range s.Files(ctx) {
		if err != nil {
			return done, err
		}
		if p, is := private[f.Place()]; is && f.Anyone {
			p.Person = ""
			private[f.Place()] = p
		}
		if paths[f.Place()] {
			drop[f.Number] = true
			continue
		}
		if read[version{uint64(f.Number), f.Revision}] {
			continue
		}
		p, is, err := s.worksOut(ctx, &f, roots, out)
		if err != nil {
			return done, err
		}
		if drop[f.Number] = is; len(p.Patterns) > 0 {
			p.Conversations = append(p.Conversations, private[f.Place()].Conversations...)
			private[f.Place()] = p
		}
	}
	if err := s.remember(ctx, slices.Collect(maps.Values(private)), now, func(*saving) {}); err != nil {
		return done, err
	}
	if len(paths) > 0 {
		n, err := s.forgetRows(ctx, func(w *saving) (store.Forgotten, error) {
			list := make([]string, 0, len(paths))
			for path := range paths {
				list = append(list, path)
			}
			return newTraces(w, list, "").forget()
		})
		if err != nil {
			return done, err
		}
		done.add(0, &n)
	}
	if done.Files, err = s.DropFiles(ctx, "", func(f *content.File) bool { return drop[f.Number] }); err != nil {
		return done, err
	}
	events, err := s.LeaveEvents(ctx, out)
	if err != nil {
		return done, err
	}
	done.add(events.Files, &events.Forgotten)
	if len(paths) > 0 && done.Files == events.Files || events.Files > 0 {
		err = s.engine.Scrub(ctx) // else dropping them did
	}
	return done, err
}

// worksOut reports whether a file is of a subject that is out, by its person or by a
// folder in it; where it is by its repository, with what is to be remembered of it.
func (s *Store) worksOut(ctx context.Context, f *content.File, roots map[string]map[string]string, out Out) (p content.Private, is bool, err error) {
	p = content.Private{Person: f.Person, Path: f.Path, Generation: f.Generation}
	if f.Anyone {
		p.Person = ""
	}
	if _, is := out(Subject{Person: f.Person}); is {
		return p, true, nil
	}
	ids := make(map[string]bool)
	for in := (&fileReader{ctx: ctx, s: s, file: f.Number, generation: f.Generation}); !in.done; {
		if err := in.fill(); err != nil { // whole lines
			return p, false, err
		}
		private := make(map[string]bool)
		for dir := range content.Folders(in.rest) {
			patterns, here := out(In(f.Person, dir, roots[f.Person]))
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
			for _, id := range content.Sessions(in.rest, func(dir string) bool { return private[dir] }) {
				ids[id] = true
			}
		}
	}
	if p.Conversations = content.Named(f.Path); len(ids) <= content.MaxPrivate {
		p.Conversations = append(p.Conversations, slices.Sorted(maps.Keys(ids))...)
	}
	return p, is, nil
}

// In is a person at work in a folder: in its git root, if they told it.
func In(person, dir string, roots map[string]string) Subject {
	if root := roots[dir]; root != "" {
		return Subject{person, root, dir}
	}
	return Subject{person, dir, ""}
}

// ForgetPerson removes all that is kept of a person: what they sent, what came of it,
// and what they typed. Nothing of it remains in the file. A transcript of theirs that is
// on this machine's disk is read again by the next run over it.
func (s *Store) ForgetPerson(ctx context.Context, person string) (done LetGo, err error) {
	if err := s.sort(ctx); err != nil { // events that came together are of several people
		return done, err
	}
	unread := 0
	done.Forgotten, err = s.forget(ctx, func(w *saving) (store.Forgotten, error) {
		unread = w.sortAll() // what came meanwhile
		paths := []string{content.KeptRoot + person}
		w.query(`SELECT path FROM conversations WHERE tenant = @ AND person = ?`, []any{person}, func(r Row) error {
			var path string
			err := r.Scan(&path)
			paths = append(paths, path)
			return err
		})
		if w.err != nil {
			return store.Forgotten{}, w.err
		}
		n, err := newTraces(w, paths, "").forget()
		if err != nil {
			return n, err
		}
		w.run(`DELETE FROM parts WHERE tenant = @ AND file IN (SELECT n FROM files WHERE tenant = @ AND person = ?)`, person)
		done.Files = w.run(`DELETE FROM files WHERE tenant = @ AND person = ?`, person)
		w.run(`DELETE FROM roots WHERE tenant = @ AND person = ?`, person)
		w.run(`DELETE FROM left_alone WHERE tenant = @ AND person = ?`, person)
		w.intake(true)
		return n, w.err
	})
	if err == nil {
		err = leftOut(unread) // all the same it is done
	}
	return done, err
}

// IDsOfPerson are the ids of the sessions of a person, in whatever scope.
func (s *Store) IDsOfPerson(ctx context.Context, person string) (ids []string, err error) {
	err = s.engine.Read(ctx, func(tx Tx) error {
		return query(ctx, tx, `SELECT DISTINCT s.id FROM conversations AS c JOIN members AS m ON m.tenant = c.tenant AND m.conversation = c.n
			JOIN sessions AS s ON s.tenant = m.tenant AND s.n = m.session WHERE c.tenant = @ AND c.person = ? ORDER BY s.id`, []any{person}, func(r Row) error {
			var id string
			err := r.Scan(&id)
			ids = append(ids, id)
			return err
		})
	})
	return ids, err
}
