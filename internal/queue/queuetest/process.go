//go:build unix

package queuetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/queue"
)

// What a child is told by its environment.
const (
	envPlace = "PRISM_QUEUE_PLACE" // where the queue is
	envDesk  = "PRISM_QUEUE_DESK"  // a folder to work in
	envPause = "PRISM_QUEUE_PAUSE" // how long a job takes
)

// Child is the body of the test that a process is started for: it works until it is
// killed or whoever started it is gone. Elsewhere it is skipped.
func Child(t *testing.T, open func(t testing.TB, place string) Queue) {
	desk := os.Getenv(envDesk)
	if desk == "" {
		t.Skip("for processes that other tests start")
	}
	pause, err := time.ParseDuration(os.Getenv(envPause))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // ends with the parent
		cancel()
	}()
	q := open(t, os.Getenv(envPlace))
	fmt.Println("ready") // to whoever waits for it
	for there := false; !there && ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
		_, err := os.Stat(filepath.Join(desk, "go"))
		there = err == nil
	}
	o := hurried(4)
	o.Trouble = func(err error) { fmt.Println("trouble:", err) }
	if err := q.Work(ctx, o, func(_ context.Context, j queue.Job) error { return doMarks(desk, j, pause) }); err != nil {
		t.Error(err)
	}
}

// doMarks does a job: it takes away the marks that it found when it began, alone.
func doMarks(desk string, j queue.Job, pause time.Duration) error {
	dir := filepath.Join(desk, j.Tenant+"-"+j.Key)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(dir+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }() // nothing is written to it
	// The system lets go of it when the process dies.
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return errors.Join(err, os.WriteFile(filepath.Join(desk, "twice"), []byte(j.Tenant+j.Key), 0o600))
	}
	marks, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	time.Sleep(pause)
	for _, m := range marks {
		if err := os.Remove(filepath.Join(dir, m.Name())); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(desk, fmt.Sprint("worked-", os.Getpid())), nil, 0o600)
}

// crew are processes at work.
type crew struct {
	place, desk string
	pause       time.Duration
	processes   []*exec.Cmd
}

// hire starts one more process of the test named TestChild.
func (c *crew) hire(t *testing.T) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChild$") //nolint:gosec // this very program
	cmd.Env = append(os.Environ(), envPlace+"="+c.place, envDesk+"="+c.desk, envPause+"="+c.pause.String())
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("ready"))); err != nil {
		t.Fatal(err)
	}
	go func() {
		text, _ := io.ReadAll(out)
		if s := strings.TrimSpace(string(text)); s != "" && s != "PASS" {
			t.Log(s)
		}
	}()
	c.processes = append(c.processes, cmd)
	t.Cleanup(func() { dismiss(cmd) })
}

// dismiss kills a process.
func dismiss(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // it was killed
}

func (c *crew) start(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(c.desk, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Killed kills processes at random while others write: in the end everything that was
// asked for is done, and no key was ever done by two at once.
func Killed(t *testing.T, f Fixture, place string, kills int) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	c := &crew{place: place, desk: t.TempDir(), pause: 15 * time.Millisecond}
	for range 3 {
		c.hire(t)
	}
	c.start(t)
	q, random := f.Open(t), rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same places each time
	n := 0
	for range kills {
		for end := time.Now().Add(time.Duration(50+random.IntN(150)) * time.Millisecond); time.Now().Before(end); time.Sleep(3 * time.Millisecond) {
			n++
			tenant, key := Tenants()[random.IntN(len(Tenants()))], fmt.Sprint(random.IntN(8))
			dir := filepath.Join(c.desk, tenant+"-"+key)
			err := os.MkdirAll(dir, 0o700)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, fmt.Sprint(n)), nil, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			enqueue(t, q, tenant, queue.New{Kind: queue.MergeWindow, Key: key})
		}
		i := random.IntN(len(c.processes))
		dismiss(c.processes[i])
		c.processes = append(c.processes[:i], c.processes[i+1:]...)
		c.hire(t)
	}
	empty(t, q)
	left, err := filepath.Glob(filepath.Join(c.desk, "*-*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%d of %d were overlooked: %v", len(left), n, err)
	}
	if key, err := os.ReadFile(filepath.Join(c.desk, "twice")); err == nil {
		t.Errorf("%s was done by two at once", key)
	}
	t.Logf("%d asked for, %d kills", n, kills)
}

// Rates holds that processes share the jobs, each does some, and tells how many of 20 ms
// a second they do: four of four workers, and with PRISM_LONG one and two as well. What
// they do a second hangs on the machine, so it is asked of none.
func Rates(t *testing.T, jobs int, fresh func(t testing.TB) (Fixture, string)) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	rates := map[int]float64{}
	for _, processes := range long.Some(1, 4, 2, 1) {
		f, place := fresh(t)
		q := f.Open(t)
		for _, tenant := range Tenants() {
			var list []queue.New
			for i := range jobs / len(Tenants()) {
				list = append(list, queue.New{Kind: queue.MergeWindow, Key: fmt.Sprint(i)})
			}
			enqueue(t, q, tenant, list...)
		}
		c := &crew{place: place, desk: t.TempDir(), pause: 20 * time.Millisecond}
		for range processes {
			c.hire(t)
		}
		c.start(t)
		began := time.Now()
		until(t, "an empty queue and work for each", func() bool {
			if d, err := q.Depth(t.Context()); err != nil || d != (queue.Depth{}) {
				return false
			}
			if rates[processes] == 0 {
				rates[processes] = float64(jobs) / time.Since(began).Seconds()
			}
			worked, err := filepath.Glob(filepath.Join(c.desk, "worked-*"))
			if err != nil {
				t.Fatal(err)
			}
			if len(worked) < processes { // on a busy machine one may have come too late
				enqueue(t, q, Tenants()[0], queue.New{Kind: queue.MergeWindow, Key: "more"})
			}
			return len(worked) == processes
		})
		for _, p := range c.processes {
			dismiss(p)
		}
	}
	t.Logf("jobs of 20 ms a second, 4 workers a process, by processes: %v", rates)
}
