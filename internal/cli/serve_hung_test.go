//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/pgtest"
)

// TestHungWorker stops a worker in the middle of its work, as a machine that swaps or is
// suspended does: it holds its job and its connections and says nothing. Its lease ends
// and another worker does the work. Then it wakes, and goes on with what it had in hand:
// the sessions are those of a server that nobody disturbed, each judged once.
func TestHungWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes, and waits for a lease to end")
	}
	long.Only(t, "queue/lease and queue/river TestSuite (taken over), store/postgres TestHungTransactionsEnd, pipeline TestLateRunEnded, store/storetest EveryFieldOfAState (whoever wakes leaves nothing settled)")
	t.Parallel()
	want := undisturbed(t)
	s := newServed(t, pgtest.Database(t))
	s.roles = "ingest,web"
	s.start()
	worker := func() *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "prism", "serve", "--roles", "worker", "--listen", "127.0.0.1:0", "--otlp-grpc", "", "--db", s.db)
		cmd.Env = s.env()
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Kill() // a stopped one goes, too
			_ = cmd.Wait()
		})
		return cmd
	}
	// All of the work waits for it, so that it has a job in hand for long enough to be
	// stopped in it; if it was done just then, it goes on to the next.
	newLoad(t, 1).send(s.url, nil)
	hung := worker()
	signal := func(what syscall.Signal) {
		t.Helper()
		if err := hung.Process.Signal(what); err != nil {
			t.Fatal(err)
		}
	}
	running := func() bool {
		_, text, err := fetch(s.url + "/api/v1/jobs")
		return err == nil && bytes.Contains(text, []byte(`"state":"running"`))
	}
	unsettled := func() bool {
		status, text, err := fetch(s.url + "/api/v1/status")
		return err != nil || status != 200 || !bytes.Contains(text, []byte(`"settled":true`))
	}
	// In a transaction it would hold what PostgreSQL takes from it after half a minute or a
	// whole one. By default it is caught outside of one, and waits for its lease alone; if
	// that does not come about in so many tries, wherever it is.
	choose := 100
	if long.All() {
		choose = 0
	}
	caught := false
	for !caught && unsettled() {
		if !running() {
			continue
		}
		signal(syscall.SIGSTOP)
		time.Sleep(20 * time.Millisecond) // what it had sent is answered
		caught = running()
		if caught && choose > 0 && pgtest.Transactions(t, s.db) > 0 {
			caught = false
			choose--
		}
		if !caught {
			signal(syscall.SIGCONT)
		}
	}
	if !caught {
		t.Fatal("the worker was never at work")
	}
	if !unsettled() {
		t.Error("settled, and nobody works")
	}
	worker()
	began := time.Now()
	same(t, want, s.settled())
	took := time.Since(began)
	t.Logf("another one was done after %v", took.Round(time.Second/10))
	// Stopped in a transaction, it holds what PostgreSQL takes from it after 30 s (of the
	// queue: hangs) or 60 (of the store: patience), whatever a test's lease is.
	if took > max(lease*4/3, time.Minute)+20*time.Second {
		t.Errorf("that is more than a lease, and than a transaction may hang")
	}
	signal(syscall.SIGCONT)
	time.Sleep(2 * time.Second) // it ends what it had in hand
	same(t, want, s.settled())
	s.judgedOnce()
}
