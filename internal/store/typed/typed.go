// Package typed keeps what people typed of sessions: titles, and what they say of verdicts.
//
// Nouns: Sayings, over an engine. Promises: what is typed goes by session id over all scopes,
// and stays whatever is read or judged again. Refusals: it neither reads nor changes a session.
package typed

import (
	"context"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// Sayings answers over an engine. It is safe for concurrent use where the engine is.
type Sayings struct{ engine statement.Engine }

// Of makes them of an engine whose schema is the newest.
func Of(e statement.Engine) *Sayings { return &Sayings{e} }

// SetTitle keeps the title that a person gave a session; the empty text takes it
// away again.
func (s *Sayings) SetTitle(ctx context.Context, session string, title redact.Text, at time.Time) error {
	return s.engine.Write(ctx, "save title in", statement.Beside, func(tx statement.Tx) error { return setTitle(ctx, tx, session, title, at) })
}

func setTitle(ctx context.Context, tx statement.Tx, session string, title redact.Text, at time.Time) (err error) {
	if title.IsZero() {
		_, err = statement.Run(ctx, tx, `DELETE FROM titles WHERE tenant = @ AND session = ?`, session)
		return err
	}
	_, err = statement.Run(ctx, tx, `
		INSERT INTO titles (tenant, session, title, typed_at) VALUES (@, ?, ?, ?)
		ON CONFLICT (tenant, session) DO UPDATE SET title = excluded.title, typed_at = excluded.typed_at`,
		session, statement.Prose(title.String()), fact.Micro(at))
	return err
}

// Titles returns the titles that a person typed, by session id.
func (s *Sayings) Titles(ctx context.Context) (map[string]redact.Text, error) {
	titles := map[string]redact.Text{}
	err := s.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT session, title FROM titles WHERE tenant = @`, nil, func(r statement.Row) error {
			var id, title string
			err := r.Scan(&id, &title)
			titles[id] = redact.Restore(title)
			return err
		})
	})
	return titles, err
}

// SetLabel keeps what a person said of a session's verdict; a later one replaces
// it.
func (s *Sayings) SetLabel(ctx context.Context, l store.Label) error {
	return s.engine.Write(ctx, "save label in", statement.Beside, func(tx statement.Tx) error { return setLabel(ctx, tx, l) })
}

func setLabel(ctx context.Context, tx statement.Tx, l store.Label) error {
	_, err := statement.Run(ctx, tx, `
		INSERT INTO labels (tenant, session, goal_complete, note, typed_at) VALUES (@, ?, ?, ?, ?)
		ON CONFLICT (tenant, session) DO UPDATE SET goal_complete = excluded.goal_complete, note = excluded.note, typed_at = excluded.typed_at`,
		l.Session, l.GoalComplete, statement.Prose(l.Note.String()), fact.Micro(l.At))
	return err
}

// RemoveLabel takes a label back. It is no error when there is none.
func (s *Sayings) RemoveLabel(ctx context.Context, session string) error {
	return s.engine.Write(ctx, "remove label from", statement.Beside, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `DELETE FROM labels WHERE tenant = @ AND session = ?`, session)
		return err
	})
}

// Labels returns what a person said of sessions, by session id.
func (s *Sayings) Labels(ctx context.Context) (map[string]store.Label, error) {
	out := map[string]store.Label{}
	err := s.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT session, goal_complete, note, typed_at FROM labels WHERE tenant = @`, nil, func(r statement.Row) error {
			var l store.Label
			var note string
			var at int64
			err := r.Scan(&l.Session, &l.GoalComplete, &note, &at)
			l.Note, l.At = redact.Restore(note), fact.FromMicro(at)
			out[l.Session] = l
			return err
		})
	})
	return out, err
}

// Type changes what a person typed of a session in one transaction: ids are its own and
// those of its parts, any of which may hold it. An error of change leaves all as it is.
func (s *Sayings) Type(ctx context.Context, ids []string, at time.Time, change func(was store.Typed) (store.Typed, error)) error {
	// Nobody types meanwhile, so that what change was shown is what it changes.
	return s.engine.Write(ctx, "save what was typed in", statement.Alone, func(tx statement.Tx) error {
		var was store.Typed
		for _, id := range ids {
			if err := typedOf(ctx, tx, id, &was); err != nil {
				return err
			}
		}
		is, err := change(was)
		if err != nil {
			return err
		}
		for i, id := range ids {
			if i > 0 {
				is = store.Typed{} // it stands under the session's own id from now on
			}
			if err := setTitle(ctx, tx, id, is.Title, at); err != nil {
				return err
			}
			if is.Label == nil {
				_, err = statement.Run(ctx, tx, `DELETE FROM labels WHERE tenant = @ AND session = ?`, id)
			} else {
				l := *is.Label
				l.Session = id
				err = setLabel(ctx, tx, l)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// typedOf fills in what is typed under an id, where nothing is known yet.
func typedOf(ctx context.Context, tx statement.Tx, id string, into *store.Typed) error {
	var title, note string
	var l store.Label
	var at int64
	if found, err := statement.One(ctx, tx, `SELECT title FROM titles WHERE tenant = @ AND session = ?`, []any{id}, &title); err != nil {
		return err
	} else if found && into.Title.IsZero() {
		into.Title = redact.Restore(title)
	}
	found, err := statement.One(ctx, tx, `SELECT session, goal_complete, note, typed_at FROM labels WHERE tenant = @ AND session = ?`, []any{id}, &l.Session, &l.GoalComplete, &note, &at)
	if found && into.Label == nil {
		l.Note, l.At = redact.Restore(note), fact.FromMicro(at)
		into.Label = &l
	}
	return err
}
