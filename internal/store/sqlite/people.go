package sqlite

import (
	"context"
	"database/sql"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// What people typed goes by session id over all scopes.

// SetTitle keeps the title that a person gave a session; the empty text takes it
// away again.
func (s *Store) SetTitle(ctx context.Context, session string, title redact.Text, at time.Time) error {
	return s.transact(ctx, "save title in", func(tx *sql.Tx) (err error) {
		if title.IsZero() {
			_, err = tx.ExecContext(ctx, `DELETE FROM titles WHERE session = ?`, session)
			return err
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO titles (session, title, typed_at) VALUES (?, ?, ?)
			ON CONFLICT (session) DO UPDATE SET title = excluded.title, typed_at = excluded.typed_at`,
			session, title.String(), fact.Micro(at))
		return err
	})
}

// Titles returns the titles that a person typed, by session id.
func (s *Store) Titles(ctx context.Context) (map[string]redact.Text, error) {
	titles := map[string]redact.Text{}
	rows, err := s.read.QueryContext(ctx, `SELECT session, title FROM titles`)
	if err != nil {
		return nil, s.failed(ctx, "read", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, title string
		if err := rows.Scan(&id, &title); err != nil {
			return nil, s.failed(ctx, "read", err)
		}
		titles[id] = redact.Restore(title)
	}
	return titles, s.failed(ctx, "read", rows.Err())
}

// SetLabel keeps what a person said of a session's verdict; a later one replaces
// it.
func (s *Store) SetLabel(ctx context.Context, l store.Label) error {
	return s.transact(ctx, "save label in", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO labels (session, goal_complete, note, typed_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (session) DO UPDATE SET goal_complete = excluded.goal_complete, note = excluded.note, typed_at = excluded.typed_at`,
			l.Session, l.GoalComplete, l.Note.String(), fact.Micro(l.At))
		return err
	})
}

// RemoveLabel takes a label back. It is no error when there is none.
func (s *Store) RemoveLabel(ctx context.Context, session string) error {
	return s.transact(ctx, "remove label from", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM labels WHERE session = ?`, session)
		return err
	})
}

// Labels returns what a person said of sessions, by session id.
func (s *Store) Labels(ctx context.Context) (map[string]store.Label, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT session, goal_complete, note, typed_at FROM labels`)
	if err != nil {
		return nil, s.failed(ctx, "read", err)
	}
	defer rows.Close()
	out := map[string]store.Label{}
	for rows.Next() {
		var l store.Label
		var note string
		var at int64
		if err := rows.Scan(&l.Session, &l.GoalComplete, &note, &at); err != nil {
			return nil, s.failed(ctx, "read", err)
		}
		l.Note, l.At = redact.Restore(note), fact.FromMicro(at)
		out[l.Session] = l
	}
	return out, s.failed(ctx, "read", rows.Err())
}
