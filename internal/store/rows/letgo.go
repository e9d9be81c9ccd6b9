package rows

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/sent"
	"prism/internal/store/statement"
)

// What was sent and what came of it goes when it is too old, when its person or
// repository is opted out, and when its person is deleted.

// Renew begins a run anew in a process that goes on: what others forgot before it is not
// in it.
func (s *Store) Renew(ctx context.Context) error {
	return s.engine.Read(ctx, func(tx statement.Tx) error {
		n, err := forgettings(ctx, tx)
		s.forgettings.Store(n)
		return err
	})
}

// LetGo says what was let go of.
type LetGo struct {
	Files  int   // whose content was
	Unread error // tells of rows of events that a disk spoilt, and that are gone: whose they were is not known; nil: of none
	store.Forgotten
}

// pathsAtOnce bounds how many files' conversations one transaction forgets.
const pathsAtOnce = 500

// Retain lets go of files of which nothing came since a time, and of the sessions that
// ended before another, with what they were made of; a zero time keeps all. A file's
// name stays, so that nobody sends it again; one that goes on is asked for anew, whole.
// Conversations whose files are on disk stay: they would be read again.
func (s *Store) Retain(ctx context.Context, contents, facts time.Time) (done LetGo, err error) {
	if err := s.SortInbox(ctx); err != nil {
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
				emptied = w.sent().LetGo(some)
				return newTraces(w, some, "").forget()
			})
			if err != nil {
				return done, err
			}
			done.add(emptied, &n)
		}
	}
	emptied := 0
	err = s.engine.Write(ctx, "let go of content in", statement.Beside, func(tx statement.Tx) error {
		w := newSaving(ctx, s, tx)
		emptied = w.sent().Retain(contents)
		return w.Err
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

// outdated are the files of conversations, in whatever scope, of which no session ended
// after a time; where there is no session, of which no file was written after it.
func (s *Store) outdated(ctx context.Context, before time.Time) (paths []string, err error) {
	young, old := map[string]bool{}, map[string][]string{}
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, selectConversation+`, (SELECT max(s.ended_at) FROM members AS m JOIN sessions AS s ON s.tenant = m.tenant AND s.n = m.session
			WHERE m.tenant = @ AND m.conversation = c.n) FROM conversations AS c WHERE c.tenant = @`, nil, func(r statement.Row) error {
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

// LeaveAlone lets go of content of subjects that are out and that no session was made of
// yet; where all is set, of the sessions of such subjects, too, with their content. The
// conversations of those that are out by their repository are remembered (Remember), and
// with them goes what LeaveEvents lets go of.
func (s *Store) LeaveAlone(ctx context.Context, out sent.Out, all bool, now time.Time) (done LetGo, err error) {
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
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, selectConversation+` FROM conversations AS c WHERE c.tenant = @`, nil, func(r statement.Row) error {
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
		p, is, err := s.WorksOut(ctx, &f, roots, out)
		if err != nil {
			return done, err
		}
		if drop[f.Number] = is; len(p.Patterns) > 0 {
			p.Conversations = append(p.Conversations, private[f.Place()].Conversations...)
			private[f.Place()] = p
		}
	}
	if err := s.KeepPrivate(ctx, slices.Collect(maps.Values(private)), now); err != nil {
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

// ForgetPerson removes all that is kept of a person: what they sent, what came of it,
// and what they typed. Nothing of it remains in the file. A transcript of theirs that is
// on this machine's disk is read again by the next run over it.
func (s *Store) ForgetPerson(ctx context.Context, person string) (done LetGo, err error) {
	before := 0
	if err := s.SortInbox(ctx); err != nil { // events that came together are of several people
		unread, is := errors.AsType[sent.Unread](err)
		if !is {
			return done, err
		}
		before = int(unread)
	}
	meanwhile := 0
	done.Forgotten, err = s.forget(ctx, func(w *saving) (store.Forgotten, error) {
		meanwhile = w.sent().Sort()
		paths := []string{content.KeptRoot + person}
		w.Query(`SELECT path FROM conversations WHERE tenant = @ AND person = ?`, []any{person}, func(r statement.Row) error {
			var path string
			err := r.Scan(&path)
			paths = append(paths, path)
			return err
		})
		if w.Err != nil {
			return store.Forgotten{}, w.Err
		}
		n, err := newTraces(w, paths, "").forget()
		if err != nil {
			return n, err
		}
		done.Files = w.sent().RemovePerson(person)
		return n, w.Err
	})
	done.Unread = sent.LeftOut(before + meanwhile)
	return done, err
}

// IDsOfPerson are the ids of the sessions of a person, in whatever scope.
func (s *Store) IDsOfPerson(ctx context.Context, person string) (ids []string, err error) {
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT DISTINCT s.id FROM conversations AS c JOIN members AS m ON m.tenant = c.tenant AND m.conversation = c.n
			JOIN sessions AS s ON s.tenant = m.tenant AND s.n = m.session WHERE c.tenant = @ AND c.person = ? ORDER BY s.id`, []any{person}, func(r statement.Row) error {
			var id string
			err := r.Scan(&id)
			ids = append(ids, id)
			return err
		})
	})
	return ids, err
}
