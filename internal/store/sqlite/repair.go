package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"prism/internal/disk"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/pagesum"
)

// Repaired is what became of a store that Repair was called on. All zero: nothing was
// wrong with it, and nothing was changed.
type Repaired struct {
	Pages   int  // that another program wrote and that have checksums again; all was kept
	Rebuilt bool // a new file stands in its place, with what a person typed
	Titles  int  // of these, in the new file
	Labels  int
	Lost    bool // some of them may not be
}

// Repair mends the file of a store. Where SQLite finds nothing wrong with it and its
// pages are as a program leaves them that keeps no checksums, they have them anew and
// all is kept. Else a new file takes its place, with the titles and labels that can be
// read and are such. Nobody else may have it open (store.ErrLocked); what is no store
// of ours or a newer one is left as it is. own is as in Discard.
func Repair(ctx context.Context, path string, own bool) (Repaired, error) {
	done, err := repair(ctx, path, own, repairPatience)
	return done, wrap(path, "repair", err)
}

// repairPatience is how long a repair waits for the file: who has it open has it for longer,
// and whoever asked for the repair can end them.
const repairPatience = 5 * time.Second

func repair(ctx context.Context, path string, own bool, patience time.Duration) (done Repaired, err error) {
	if err := pagesum.Register(); err != nil {
		return done, err
	}
	real, err := mine(ctx, path, own)
	if err != nil {
		return done, err
	}
	pages, err := survey(real) // before the connection: see pagesum.Look
	if err != nil {
		return done, err
	}
	db, err := sql.Open("sqlite", dsn(real, "vfs="+pagesum.Unchecked,
		pragma("busy_timeout", patience.Milliseconds()), pragma("locking_mode", "EXCLUSIVE")))
	if err != nil {
		return done, err
	}
	db.SetMaxOpenConns(1) // the one that has the lock
	closed := false
	defer func() {
		if !closed {
			err = errors.Join(err, db.Close())
		}
	}()
	sound, err := isSound(ctx, db)
	if err != nil {
		return done, err
	}
	switch {
	case sound && pages == pagesum.Survey{}:
		return done, nil
	case sound && pages.ByProgram():
		done.Pages = pages.Foreign + pages.Turned
		_, err = db.ExecContext(ctx, `VACUUM; PRAGMA wal_checkpoint(TRUNCATE)`)
		return done, err
	}
	kept, err := readByHand(ctx, db)
	if err != nil {
		return done, err
	}
	fresh := real + ".repaired"
	if err := kept.write(ctx, fresh); err != nil {
		return done, err
	}
	closed = true
	// What a damaged file says while it is closed is no news. From here to the new
	// name another process could open what goes; it would keep nothing.
	_ = db.Close()
	if err := remove(real, beside()...); err != nil {
		return done, err
	}
	return Repaired{Rebuilt: true, Titles: len(kept.titles), Labels: len(kept.labels), Lost: kept.lost}, disk.Replace(fresh, real)
}

// survey looks at the pages of a file and refuses one of a newer Prism.
func survey(path string) (s pagesum.Survey, err error) {
	f, err := disk.Open(path)
	if err != nil {
		return s, err
	}
	defer f.Close() //nolint:errcheck // only read
	head, err := headOf(f)
	if err != nil {
		return s, err
	}
	files, err := store.SQLite.Migrations()
	if err != nil {
		return s, err
	}
	newest, err := store.Newest(files)
	if err != nil {
		return s, err
	}
	if head.sound && head.id == applicationID && int64(head.version) > newest {
		return s, store.ErrNewer
	}
	info, err := f.Stat()
	if err != nil {
		return s, err
	}
	return pagesum.Look(f, info.Size())
}

// isSound asks SQLite for all that it can find wrong, under a lock that keeps
// everybody else out.
func isSound(ctx context.Context, db *sql.DB) (bool, error) {
	var word string
	err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&word)
	if isDamage(err) {
		return false, nil
	}
	return word == "ok", err
}

// isDamage reports whether a statement failed over what stands in the file.
func isDamage(err error) bool {
	if e := (*driver.Error)(nil); errors.As(err, &e) && e.Code()&0xff == lib.SQLITE_ERROR {
		return true // a table or column is not there
	}
	return errors.Is(classify(err), store.ErrCorrupt)
}

// byHand is what a person typed, as far as a damaged file tells.
type byHand struct {
	titles map[string]handTitle
	labels map[string]store.Label
	lost   bool
}

type handTitle struct {
	text string
	at   time.Time
}

// readByHand reads it row by row.
func readByHand(ctx context.Context, db *sql.DB) (*byHand, error) {
	k := &byHand{titles: make(map[string]handTitle), labels: make(map[string]store.Label)}
	err := k.rows(ctx, db, `SELECT session, title, typed_at FROM titles`, func(r *sql.Rows) bool {
		var id, title string
		var at int64
		if r.Scan(&id, &title, &at) != nil || !isID(id) || title == "" || !isProse(title) {
			return false
		}
		k.titles[id] = handTitle{title, instant(at)}
		return true
	})
	if err != nil {
		return nil, err
	}
	return k, k.rows(ctx, db, `SELECT session, note, typed_at, goal_complete FROM labels`, func(r *sql.Rows) bool {
		var id, note string
		var at, complete int64
		if r.Scan(&id, &note, &at, &complete) != nil || !isID(id) || !isProse(note) || complete != 0 && complete != 1 {
			return false
		}
		k.labels[id] = store.Label{Session: id, GoalComplete: complete == 1, Note: redact.Restore(note), At: instant(at)}
		return true
	})
}

// rows hands the rows of a table to keep from its beginning, and from its end where a
// bad page is in the way: that much lies on either side of it.
func (k *byHand) rows(ctx context.Context, db *sql.DB, query string, keep func(*sql.Rows) bool) error {
	for _, order := range []string{" ORDER BY session", " ORDER BY session DESC"} {
		err := func() error {
			rows, err := db.QueryContext(ctx, query+order)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				if !keep(rows) {
					k.lost = true
				}
			}
			return rows.Err()
		}()
		if err == nil || !isDamage(err) {
			return err
		}
		k.lost = true
	}
	return nil
}

// Bounds of what a row may hold to be taken for what was written there.
const (
	longestID    = 256     // bytes; a client's are 36
	longestProse = 1 << 16 // bytes
)

func isID(s string) bool {
	return s != "" && len(s) <= longestID && isProse(s) && !strings.ContainsAny(s, "\n\t")
}

func isProse(s string) bool {
	return len(s) <= longestProse && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t'
	})
}

// instant is a time that stands in a row. One that cannot be is no reason to lose what
// was typed then.
func instant(micro int64) time.Time {
	return fact.FromMicro(min(max(micro, 0), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()))
}

// write makes a store of it.
func (k *byHand) write(ctx context.Context, path string) (err error) {
	if err := remove(path, append(beside(), "")...); err != nil { // of a repair that was killed
		return err
	}
	s, err := Open(ctx, path)
	if err != nil {
		return fmt.Errorf("make a new store: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for id, t := range k.titles {
		if err := s.SetTitle(ctx, id, redact.Restore(t.text), t.at); err != nil {
			return err
		}
	}
	for _, l := range k.labels {
		if err := s.SetLabel(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes files by what their names end in, where they are there.
func remove(base string, suffixes ...string) error {
	for _, suffix := range suffixes {
		if err := os.Remove(base + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
