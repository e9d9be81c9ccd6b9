package sqlite

import (
	"context"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// earlier is what a file still holds of schemas 1 and 2.
type earlier struct{}

// Left appends conversations of that time.
func (earlier) Left(ctx context.Context, tx statement.Tx, list []store.Conversation, want func(*store.Source) bool) ([]store.Conversation, error) {
	var wanted [][]any
	from := len(list)
	err := tx.Query(ctx, `SELECT n, id, agent, conversation, path, person, repo_key, repo_name, reader_version, gone, lines, bytes, digest
		FROM old_units ORDER BY id`, nil, func(r statement.Row) (bool, error) {
		var n int64
		c := store.Conversation{}
		err := r.Scan(&n, &c.ID, &c.Agent, &c.Name, &c.Path, &c.Person, &c.Repo.Key, &c.Repo.Name, &c.Reader, &c.Gone, &c.Counts.Lines, &c.Counts.Bytes, &c.Digest)
		src := store.Source{ID: c.ID, Agent: c.Agent, Name: c.Name, Path: c.Path, Person: c.Person, Repo: c.Repo, Reader: c.Reader, Counts: c.Counts, Gone: c.Gone}
		if err == nil && want(&src) {
			list, wanted = append(list, c), append(wanted, []any{n, c.Path})
		}
		return true, err
	})
	if err != nil {
		return list, err
	}
	// The files of each, the main one first.
	_, err = tx.Many(ctx, `SELECT path, size, mtime_ns FROM old_sources WHERE unit = ? ORDER BY path <> ?, path`, wanted, func(i int, r statement.Row) error {
		var f store.File
		err := r.Scan(&f.Path, &f.Size, &f.ModTime)
		list[from+i].Files = append(list[from+i].Files, f)
		return err
	})
	return list, err
}

// LetGo removes what a default scope has taken, or read anew.
func (earlier) LetGo(ctx context.Context, tx statement.Tx, scope int64) error {
	_, err := tx.Many(ctx, `DELETE FROM old_units WHERE EXISTS (SELECT 1 FROM conversations AS c
		WHERE c.scope = ? AND c.agent = old_units.agent AND c.name = old_units.conversation)`, [][]any{{scope}}, nil)
	return err
}

// Answer reads an answer of that time.
func (earlier) Answer(doc []byte) (fact.Answer, error) { return oldAnswer(doc) }

// Files returns the files of the old verdicts on sessions.
func (earlier) Files(ctx context.Context, tx statement.Tx, of func(session string) bool) (files []string, err error) {
	err = tx.Query(ctx, `SELECT session, files FROM old_verdicts`, nil, func(r statement.Row) (bool, error) {
		var session string
		var doc []byte
		err := r.Scan(&session, &doc)
		if of(session) {
			files = append(files, oldTexts(doc)...)
		}
		return true, err
	})
	return files, err
}

// Forget removes what is of sessions or files; all where both are nil.
func (e earlier) Forget(ctx context.Context, tx statement.Tx, session, file, judged func(string) bool) (done store.Forgotten, err error) {
	if session == nil && file == nil {
		return e.clear(ctx, tx)
	}
	var units, verdicts [][]any
	err = tx.Query(ctx, `SELECT n, path FROM old_units UNION ALL SELECT unit, path FROM old_sources`, nil, func(r statement.Row) (bool, error) {
		var n int64
		var path string
		err := r.Scan(&n, &path)
		if file(path) {
			units = append(units, []any{n})
		}
		return true, err
	})
	if err == nil {
		err = tx.Query(ctx, `SELECT n, session, files FROM old_verdicts`, nil, func(r statement.Row) (bool, error) {
			var n int64
			var of string
			var doc []byte
			err := r.Scan(&n, &of, &doc)
			gone := session(of)
			for _, f := range oldTexts(doc) {
				gone = gone || judged(f)
			}
			if gone {
				verdicts = append(verdicts, []any{n})
			}
			return true, err
		})
	}
	if err == nil {
		done.Units, err = tx.Many(ctx, `DELETE FROM old_units WHERE n = ?`, units, nil)
	}
	if err == nil {
		done.Verdicts, err = tx.Many(ctx, `DELETE FROM old_verdicts WHERE n = ?`, verdicts, nil)
	}
	return done, err
}

// clear removes all of it. Each table by itself: where an index is damaged, what
// hangs on a row that goes is not found.
func (earlier) clear(ctx context.Context, tx statement.Tx) (done store.Forgotten, err error) {
	for _, table := range []struct {
		name  string
		count *int
	}{{"old_sources", new(int)}, {"old_units", &done.Units}, {"old_verdicts", &done.Verdicts}} {
		if *table.count, err = tx.Many(ctx, `DELETE FROM `+table.name, [][]any{nil}, nil); err != nil {
			return done, err
		}
	}
	return done, nil
}
