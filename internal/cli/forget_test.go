package cli

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/cli/job"
	"prism/internal/demo"
	"prism/internal/long"
)

// home is a person's home with the sample transcripts, and where Prism keeps things.
type home struct {
	dir  string
	kept string
	env  []string
}

func newHome(t *testing.T) *home {
	t.Helper()
	dir := t.TempDir()
	if _, err := demo.Unpack(filepath.Join(dir, ".claude")); err != nil {
		t.Fatal(err)
	}
	h := &home{dir: dir, kept: filepath.Join(dir, "kept")}
	h.env = []string{"HOME=" + dir, "USERPROFILE=" + dir, "PRISM_HOME=" + h.kept, "PRISM_TZ=UTC", "USER=", "CLAUDE_CONFIG_DIR=" + filepath.Join(dir, ".claude")}
	return h
}

// does runs a command and returns how it ends and what it says.
func (h *home) does(t *testing.T, args ...string) (code int, out, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	code = run(t.Context(), job.NewProgram(h.env, in, &stdout, &stderr), args)
	return code, stdout.String(), stderr.String()
}

// files are those of a folder and below, by their names in it.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := make(map[string][]byte)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		all[name], err = os.ReadFile(path)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return all
}

func putFiles(t *testing.T, dir string, all map[string][]byte) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for name, data := range all {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// filledHome has a store with a log that was not folded in, as a killed run leaves
// it, a title, and what prism-hook noted.
func filledHome(t *testing.T) (*home, map[string][]byte) {
	t.Helper()
	h := newHome(t)
	if code, _, said := h.does(t, "score"); code != 0 {
		t.Fatal(said)
	}
	reader, err := sql.Open("sqlite", filepath.Join(h.kept, "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := reader.PingContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reader.QueryRow(`SELECT count(*) FROM sessions`).Scan(&n); err != nil || n == 0 {
		t.Fatal(n, err)
	}
	_, list, _ := h.does(t, "sessions", "--csv")
	id, _, _ := strings.Cut(strings.Split(list, "\n")[1], ",")
	if code, _, said := h.does(t, "title", id, "hollyhock is mine"); code != 0 {
		t.Fatal(said)
	}
	all := files(t, h.kept)
	if len(all["prism.db-wal"]) == 0 {
		t.Fatal("no log")
	}
	all[filepath.Join("spool", "000001.event.jsonl")] = []byte("{}\n")
	return h, all
}

// damage does something to the store's files that a disk, a power cut or another
// program might.
func damage(rng *rand.Rand, all map[string][]byte) (what string) {
	name := "prism.db"
	kind := rng.IntN(7)
	if kind == 6 {
		name = "prism.db-wal"
	}
	data := bytes.Clone(all[name])
	defer func() { all[name] = data }()
	const page = 8192
	switch kind {
	case 0:
		n := 1 + rng.IntN(200)
		for range n {
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
		return fmt.Sprint(n, " bits")
	case 1:
		data = data[:rng.IntN(len(data))]
		return fmt.Sprint("cut at ", len(data))
	case 2:
		from := rng.IntN(len(data)/page) * page
		clear(data[from : from+page])
		return fmt.Sprint("a page of zeros at ", from)
	case 3:
		for i := range data[:100] {
			data[i] = byte(rng.Uint32())
		}
		return "no header"
	case 4:
		clear(data[:page])
		return "no first page"
	case 5:
		at := rng.IntN(100)
		data[at] ^= byte(1 + rng.IntN(255))
		return fmt.Sprint("byte ", at, " of the header")
	}
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	return "noise for a log"
}

// However a store is damaged, what it holds can be forgotten.
func TestForgetAllOfAnyDamagedStore(t *testing.T) {
	t.Parallel()
	h, whole := filledHome(t)
	for seed := range uint64(long.Number(t, "PRISM_DAMAGES", 6, 20)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		all := maps.Clone(whole)
		var what []string
		for range 1 + rng.IntN(2) {
			what = append(what, damage(rng, all))
		}
		named := seed%4 == 3 && !strings.Contains(fmt.Sprint(what), "cut") // a store elsewhere has to be known by what is left
		args := []string{"forget", "--all", "--yes"}
		putFiles(t, h.kept, all)
		if named {
			elsewhere := map[string][]byte{filepath.Join("spool", "000001.event.jsonl"): all[filepath.Join("spool", "000001.event.jsonl")]}
			for _, end := range []string{"", "-wal", "-shm"} {
				elsewhere["other.sqlite"+end] = all["prism.db"+end]
			}
			putFiles(t, h.kept, elsewhere)
			args = append(args, "--db", filepath.Join(h.kept, "other.sqlite"))
		}
		code, _, said := h.does(t, args...)
		if code != 0 {
			t.Errorf("seed %d, %v: %s", seed, what, said)
			continue
		}
		for name, data := range files(t, h.kept) {
			if strings.HasPrefix(name, "spool") || bytes.Contains(data, []byte("hollyhock")) || bytes.Contains(data, []byte("larkspur")) {
				t.Errorf("seed %d, %v: something is left in %s", seed, what, name)
			}
		}
	}
}

// What is no store of ours is not deleted, wherever it stands and however it looks.
func TestForgetAllLeavesWhatIsNotOurs(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	if err := os.MkdirAll(h.kept, 0o700); err != nil {
		t.Fatal(err)
	}
	foreign := func(statements ...string) func(path string) error {
		return func(path string) error {
			db, err := sql.Open("sqlite", path)
			if err != nil {
				return err
			}
			for _, s := range statements {
				if _, err := db.ExecContext(context.Background(), s); err != nil {
					return err
				}
			}
			return db.Close()
		}
	}
	text := func(text string) func(path string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o644) }
	}
	for name, write := range map[string]func(path string) error{
		"another program's":      foreign("PRAGMA application_id = 77", "CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('mine')"),
		"one without a mark":     foreign("CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('mine')"),
		"one that quotes ours":   foreign("CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('CREATE TABLE conversations (scope)')"),
		"a text":                 text("This is no database. "),
		"a text that tells ours": text("CREATE TABLE conversations ( is how it begins"),
		"a torn database":        text("SQLite format 3\x00 and then nothing"),
	} {
		for _, file := range []string{"other.sqlite", "prism.db"} {
			own := file == "prism.db"
			if own && (strings.HasPrefix(name, "a t")) {
				continue // where nobody but Prism writes, what nobody can read is its own
			}
			t.Run(name+" as "+file, func(t *testing.T) {
				path := filepath.Join(h.kept, file)
				defer os.Remove(path)
				if err := write(path); err != nil {
					t.Fatal(err)
				}
				before, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if code, _, said := h.does(t, "forget", "--all", "--yes", "--db", path); code == 0 {
					t.Errorf("it was forgotten: %s", said)
				}
				if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
					t.Errorf("it is another: %v", err)
				}
			})
		}
	}
}
