package sqlite

import (
	"context"
	"database/sql"

	"prism/internal/store"
)

// Left returns those conversations that want chooses among what other default
// scopes hold and this one does not, the latest scope's first, and then among what
// a store of schemas 1 and 2 held: these have no revision and no marks, and an ID
// of that time.
func (s *Store) Left(ctx context.Context, scope store.Scope, want func(*store.Source) bool) (list []store.Conversation, err error) {
	err = s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		wanted, err := s.leftElsewhere(ctx, tx, n, want)
		if err != nil {
			return err
		}
		if list, err = conversationsOf(ctx, s, tx, `c.n = ?1`, wanted); err != nil {
			return err
		}
		list, err = leftOfOld(ctx, tx, list, want)
		return err
	})
	return list, err
}

func (s *Store) leftElsewhere(ctx context.Context, tx *sql.Tx, scope int64, want func(*store.Source) bool) (wanted []int64, err error) {
	rows, err := tx.QueryContext(ctx, selectConversation+`, c.n FROM scopes AS s JOIN conversations AS c ON c.scope = s.n
		WHERE s.is_default AND s.n <> ?1 AND NOT EXISTS (SELECT 1 FROM conversations AS mine WHERE mine.scope = ?1 AND mine.id = c.id)
		ORDER BY s.used DESC, c.id`, scope)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		src, err := s.source(rows, &n)
		if err != nil {
			return nil, err
		}
		if want(&src) {
			wanted = append(wanted, n)
		}
	}
	return wanted, rows.Err()
}

func leftOfOld(ctx context.Context, tx *sql.Tx, list []store.Conversation, want func(*store.Source) bool) ([]store.Conversation, error) {
	rows, err := tx.QueryContext(ctx, `SELECT n, id, agent, conversation, path, person, repo_key, repo_name, reader_version, gone, lines, bytes, digest
		FROM old_units ORDER BY id`)
	if err != nil {
		return list, err
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		var digest sql.RawBytes
		c := store.Conversation{}
		err := rows.Scan(&n, &c.ID, &c.Agent, &c.Name, &c.Path, &c.Person, &c.Repo.Key, &c.Repo.Name, &c.Reader, &c.Gone, &c.Counts.Lines, &c.Counts.Bytes, &digest)
		if err != nil {
			return list, err
		}
		src := store.Source{ID: c.ID, Agent: c.Agent, Name: c.Name, Path: c.Path, Person: c.Person, Repo: c.Repo, Reader: c.Reader, Counts: c.Counts, Gone: c.Gone}
		if !want(&src) {
			continue
		}
		c.Digest = append([]byte{}, digest...)
		if c.Files, err = oldFiles(ctx, tx, n, c.Path); err != nil {
			return list, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// oldFiles are the files of a conversation of schemas 1 and 2, the main one first.
func oldFiles(ctx context.Context, tx *sql.Tx, unit int64, main string) (files []store.File, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT path, size, mtime_ns FROM old_sources WHERE unit = ? ORDER BY path <> ?, path`, unit, main)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f store.File
		if err := rows.Scan(&f.Path, &f.Size, &f.ModTime); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, rows.Err()
}

// letGoOfOld removes what a default scope has taken, or read anew.
func (w *saving) letGoOfOld() {
	w.run(`DELETE FROM old_units WHERE EXISTS (SELECT 1 FROM conversations AS c
		WHERE c.scope = ? AND c.agent = old_units.agent AND c.name = old_units.conversation)`, w.scope)
}

// findOld finds the files of the old verdicts on sessions to be forgotten.
func (t *traces) findOld() {
	t.rows(`SELECT session, files FROM old_verdicts`, func(rows *sql.Rows) error {
		var session string
		var doc []byte
		if err := rows.Scan(&session, &doc); err != nil {
			return err
		}
		if t.ids[session] {
			for _, f := range oldTexts(doc) {
				t.files[f] = true
			}
		}
		return nil
	})
}

// forgetOld removes what is kept of schemas 1 and 2 of files and sessions that go.
func (t *traces) forgetOld(done *store.Forgotten) {
	var units, verdicts []int64
	t.rows(`SELECT n, path FROM old_units UNION ALL SELECT unit, path FROM old_sources`, func(rows *sql.Rows) error {
		var n int64
		var path string
		err := rows.Scan(&n, &path)
		if t.touched(path) {
			units = append(units, n)
		}
		return err
	})
	t.rows(`SELECT n, session, files FROM old_verdicts`, func(rows *sql.Rows) error {
		var n int64
		var session string
		var doc []byte
		err := rows.Scan(&n, &session, &doc)
		gone := t.ids[session]
		for _, f := range oldTexts(doc) {
			gone = gone || t.judged(f)
		}
		if gone {
			verdicts = append(verdicts, n)
		}
		return err
	})
	for _, n := range units {
		done.Units += t.run(`DELETE FROM old_units WHERE n = ?`, n)
	}
	for _, n := range verdicts {
		done.Verdicts += t.run(`DELETE FROM old_verdicts WHERE n = ?`, n)
	}
}
