package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// LoadView returns what was saved under key, if the files are still as they were
// then. false: there is nothing, or it is stale.
func (s *Store) LoadView(ctx context.Context, key, fingerprint string) (*fact.Reading, bool, error) {
	r, err := s.loadView(ctx, key, fingerprint)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, s.failed(ctx, "read", err)
	}
	return r, true, nil
}

func (s *Store) loadView(ctx context.Context, key, fingerprint string) (*fact.Reading, error) {
	// One snapshot for all queries: another run may replace the view meanwhile.
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	var n, count int64
	var text []byte
	err = tx.QueryRowContext(ctx, `SELECT n, sessions, doc FROM views WHERE key = ? AND fingerprint = ? AND NOT stale`,
		key, fingerprint).Scan(&n, &count, &text)
	if err != nil {
		return nil, err
	}
	r := &fact.Reading{}
	if err := parse(text, r, getReading); err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, selectSession+`WHERE view = ? ORDER BY n`, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if count > 0 && count < 1<<24 { // the number is only a hint
		r.Sessions = make([]fact.Session, 0, count)
	}
	for rows.Next() {
		r.Sessions = append(r.Sessions, fact.Session{})
		if _, err := readSession(rows, &r.Sessions[len(r.Sessions)-1]); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if int64(len(r.Sessions)) != count {
		return nil, fmt.Errorf("%w: a view of %d sessions holds %d", store.ErrCorrupt, count, len(r.Sessions))
	}
	return r, nil
}

// Units yields, in order of path, the units whose main transcript is one of
// roots or lies below one; without roots, all of them. It stops at the first
// error.
func (s *Store) Units(ctx context.Context, roots ...string) iter.Seq2[store.Unit, error] {
	return func(yield func(store.Unit, error) bool) {
		err := s.units(ctx, newPlaces(roots), func(u store.Unit) bool { return yield(u, nil) })
		if err != nil {
			yield(store.Unit{}, s.failed(ctx, "read", err))
		}
	}
}

func (s *Store) units(ctx context.Context, within places, yield func(store.Unit) bool) error {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	numbers, err := unitNumbers(ctx, tx, within)
	if err != nil {
		return err
	}
	p := preparer{ctx: ctx, tx: tx}
	unit := p.prepare(`
		SELECT id, agent, conversation, path, person, repo_key, repo_name, reader_version, gone, lines, bytes, doc, digest
		FROM units WHERE n = ?`)
	file := p.prepare(`SELECT path, size, mtime_ns FROM sources WHERE unit = ? ORDER BY path`)
	if p.err != nil {
		return p.err
	}
	for _, n := range numbers {
		var u store.Unit
		var counts []byte
		err := unit.QueryRowContext(ctx, n).Scan(&u.ID, &u.Agent, &u.Conversation, &u.Path, &u.Person,
			&u.Repo.Key, &u.Repo.Name, &u.ReaderVersion, &u.Gone, &u.Counts.Lines, &u.Counts.Bytes, &counts, &u.Digest)
		if err != nil {
			return fmt.Errorf("read unit: %w", err)
		}
		if err := parse(counts, &u.Counts, getCounts); err != nil {
			return err
		}
		if u.Files, err = unitFiles(ctx, file, n); err != nil {
			return fmt.Errorf("read files of unit: %w", err)
		}
		if !yield(u) {
			return nil
		}
	}
	return nil
}

func unitNumbers(ctx context.Context, tx *sql.Tx, within places) (numbers []int64, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT n, path FROM units ORDER BY path, id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		var path string
		if err := rows.Scan(&n, &path); err != nil {
			return nil, err
		}
		if within.all() || within.hold(path) {
			numbers = append(numbers, n)
		}
	}
	return numbers, rows.Err()
}

func unitFiles(ctx context.Context, query *sql.Stmt, unit int64) (files []store.File, err error) {
	rows, err := query.QueryContext(ctx, unit)
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

// Verdicts returns the newest verdict of each key that has one.
func (s *Store) Verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error) {
	found, err := s.verdicts(ctx, keys)
	return found, s.failed(ctx, "read", err)
}

func (s *Store) verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error) {
	found := make(map[store.VerdictKey]fact.Verdict, len(keys))
	if len(keys) == 0 {
		return found, nil
	}
	query, err := s.read.PrepareContext(ctx, `
		SELECT doc FROM verdicts WHERE composition = ? AND judge = ? AND judge_version = ? ORDER BY n DESC LIMIT 1`)
	if err != nil {
		return nil, err
	}
	defer query.Close()
	for _, key := range keys {
		var text []byte
		err := query.QueryRowContext(ctx, key.Composition, key.Judge, key.Version).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read verdict: %w", err)
		}
		var v fact.Verdict
		if err := parse(text, &v, getVerdict); err != nil {
			return nil, err
		}
		found[key] = v
	}
	return found, nil
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

// Stats counts what the store holds.
func (s *Store) Stats(ctx context.Context) (store.Stats, error) {
	st := store.Stats{Path: s.path}
	var saved sql.NullInt64
	err := s.read.QueryRowContext(ctx, `
		SELECT (SELECT user_version FROM pragma_user_version),
			(SELECT count(*) FROM units), (SELECT count(*) FROM units WHERE gone), (SELECT count(*) FROM sources),
			(SELECT count(*) FROM verdicts), (SELECT count(*) FROM views), (SELECT count(*) FROM titles),
			(SELECT count(DISTINCT id) FROM sessions WHERE NOT EXISTS (
				SELECT 1 FROM aliases JOIN sessions AS whole ON whole.n = aliases.session WHERE aliases.alias = sessions.id AND whole.id <> sessions.id)),
			(SELECT saved_at FROM views ORDER BY n DESC LIMIT 1)`).Scan(
		&st.Schema, &st.Units, &st.Gone, &st.Files, &st.Verdicts, &st.Views, &st.Titles, &st.Sessions, &saved)
	if err != nil {
		return st, s.failed(ctx, "read", err)
	}
	if saved.Valid {
		st.Saved = fromMicro(saved.Int64)
	}
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			st.Bytes += info.Size()
		}
	}
	return st, nil
}

// places is a set of files and folders.
type places map[string]bool

func newPlaces(paths []string) places {
	p := make(places, len(paths))
	for _, path := range paths {
		p[filepath.Clean(path)] = true
	}
	return p
}

// all reports whether p sets no limit.
func (p places) all() bool { return len(p) == 0 }

// hold reports whether path is one of p or lies below one.
func (p places) hold(path string) bool {
	for path = filepath.Clean(path); ; {
		if p[path] {
			return true
		}
		up := filepath.Dir(path)
		if up == path {
			return false
		}
		path = up
	}
}
