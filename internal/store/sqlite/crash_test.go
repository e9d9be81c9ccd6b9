package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
)

// The tests below start this test binary again as a program that saves over and
// over, told so by these variables.
const (
	writerStore  = "PRISM_TEST_WRITER_STORE"
	writerName   = "PRISM_TEST_WRITER_NAME"
	writerRounds = "PRISM_TEST_WRITER_ROUNDS"
)

// TestWriter is that program.
func TestWriter(t *testing.T) {
	path, name := os.Getenv(writerStore), os.Getenv(writerName)
	if path == "" {
		t.Skip("only in a process that another test starts")
	}
	rounds, err := strconv.Atoi(os.Getenv(writerRounds))
	if err != nil {
		t.Fatal(err)
	}
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	s, err := open(t.Context(), path, files, time.Minute) // a busy machine takes long over a save
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= rounds; n++ {
		if err := s.Save(t.Context(), store.Scope(name), round(name, n)); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("saved %d\n", n)
	}
	closed(t, s)
}

// round is what is saved in round n: three things that name it, and bulk.
func round(name string, n int) store.Changes {
	c := sample(20+n%30, name+"-bulk")
	c.State.Input.Files = n
	for i := 20 + n%30; i < 50; i++ {
		c.Dropped = append(c.Dropped, fmt.Sprintf("%s-bulk-%04d", name, i))
	}
	c.Conversations = append(c.Conversations, store.Conversation{ID: name, Counts: store.Counts{Lines: n}})
	c.Verdicts = append(c.Verdicts, store.Judged{Composition: name, Verdict: fact.Verdict{Reason: fmt.Sprint(n)}})
	return c
}

// savedRound returns the round that the store holds, and whether it is whole.
func savedRound(ctx context.Context, s *Store, name string) (n int, err error) {
	st, ok, err := s.State(ctx, store.Scope(name))
	if err != nil || !ok {
		return 0, err
	}
	n = st.Input.Files
	list, found, err := s.List(ctx, store.Scope(name), store.Filter{}, store.Order{}, 0, 0)
	if err != nil || len(list) != 20+n%30 || found != len(list) {
		return n, fmt.Errorf("round %d has %d sessions: %w", n, len(list), err)
	}
	figures := 0
	for batch, err := range s.Figures(ctx, store.Scope(name), time.Time{}, time.Time{}) {
		if err != nil {
			return n, err
		}
		figures += len(batch)
	}
	if figures != len(list) {
		return n, fmt.Errorf("round %d has %d figures", n, figures)
	}
	own, err := s.Load(ctx, store.Scope(name), []string{name})
	if err != nil || len(own) != 1 || own[0].Counts.Lines != n {
		return n, fmt.Errorf("state of round %d, conversation of another: %w", n, err)
	}
	v, err := s.Verdicts(ctx, []store.VerdictKey{{Composition: name}})
	if err != nil {
		return n, err
	}
	if got := v[store.VerdictKey{Composition: name}].Reason; got != fmt.Sprint(n) {
		return n, fmt.Errorf("state of round %d, verdict of round %s", n, got)
	}
	return n, nil
}

func savedTo(t testing.TB, s *Store, scope store.Scope, c store.Changes) {
	t.Helper()
	if err := s.Save(t.Context(), scope, c); err != nil {
		t.Fatal(err)
	}
}

func writerProgram(t testing.TB, path, name string, rounds int) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWriter$", "-test.count=1")
	cmd.Env = append(os.Environ(), writerStore+"="+path, writerName+"="+name, writerRounds+"="+fmt.Sprint(rounds))
	return cmd
}

// TestKilled kills a program while it saves: what it said was saved is there, and
// a save is there as a whole or not at all.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 8 {
		name := fmt.Sprintf("writer-%d", i)
		cmd := writerProgram(t, path, name, 1_000_000)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		told, wanted := 0, 1+random.IntN(6)
		lines := bufio.NewScanner(out)
		for told < wanted && lines.Scan() {
			if _, err := fmt.Sscanf(lines.Text(), "saved %d", &told); err != nil {
				t.Fatalf("the program said %q", lines.Text())
			}
		}
		time.Sleep(time.Duration(random.IntN(4000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			if n := 0; strings.HasPrefix(lines.Text(), "saved ") {
				if _, err := fmt.Sscanf(lines.Text(), "saved %d", &n); err == nil {
					told = n
				}
			}
		}
		_ = cmd.Wait() // it was killed
		s := opened(t, path)
		n, err := savedRound(t.Context(), s, name)
		if err != nil {
			t.Fatal(err)
		}
		if n < told {
			t.Errorf("said to have saved round %d, holds %d", told, n)
		}
		closed(t, s)
		if got := query(t, path, `PRAGMA integrity_check`); got != "ok" {
			t.Fatalf("integrity: %s", got)
		}
	}
}

// TestTornLog cuts the log off anywhere, as a machine that lost its power might
// leave it: the store holds some round as a whole.
func TestTornLog(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "prism.db")
	s := opened(t, path)
	const rounds = 4
	for n := 1; n <= rounds; n++ {
		savedTo(t, s, "torn", round("torn", n))
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	seen := map[int]bool{}
	for i := range 40 {
		torn := filepath.Join(dir, fmt.Sprintf("torn-%d.db", i))
		cut := random.IntN(len(log) + 1)
		for name, data := range map[string][]byte{torn: file, torn + "-wal": log[:cut]} {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Open(t.Context(), torn)
		if err != nil {
			t.Fatalf("cut at %d of %d: %v", cut, len(log), err)
		}
		n, err := savedRound(t.Context(), s, "torn")
		if err != nil {
			t.Errorf("cut at %d of %d: %v", cut, len(log), err)
		}
		seen[n] = true
		savedTo(t, s, "torn", round("torn", 9)) // and it goes on
		closed(t, s)
	}
	if len(seen) < 3 {
		t.Errorf("the cuts met rounds %v only", seen)
	}
}

// TestProcesses lets several programs save at once, the first of them making the
// file.
func TestProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	const programs, rounds = 3, 10
	var wait sync.WaitGroup
	for i := range programs {
		wait.Go(func() {
			if out, err := writerProgram(t, path, fmt.Sprintf("writer-%d", i), rounds).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wait.Wait()
	s := opened(t, path)
	for i := range programs {
		if n, err := savedRound(t.Context(), s, fmt.Sprintf("writer-%d", i)); n != rounds || err != nil {
			t.Errorf("program %d: round %d, %v", i, n, err)
		}
	}
}
