package cli

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"prism/internal/long"
)

// TestFullDisk fills the disk of a server's store while transcripts and telemetry come
// in, and frees it again: what cannot be kept is refused and says why, what was
// acknowledged is there, what is asked is answered meanwhile, and the sessions are those
// of a server that nobody disturbed. A disk of its own needs root; what a full file does
// to the store alone is tried everywhere (internal/store/sqlite).
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	long.Only(t, "store/sqlite TestFullWhileContentComes, server/health TestReadyTellsThatNothingCanBeKept")
	t.Parallel()
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=12m,mode=700"); err != nil {
		t.Skip("a disk of its own cannot be had here: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	want := undisturbed(t)
	s := newServed(t, filepath.Join(disk, "prism.db"))
	s.start()
	halves := newLoad(t, 1).halves()
	fill := filepath.Join(disk, "fill")
	filled := make(chan struct{})
	var once sync.Once
	halves[0].after = func(n int) {
		if n < 8 {
			return
		}
		once.Do(func() {
			stuff(t, fill)
			close(filled)
			time.AfterFunc(2500*time.Millisecond, func() {
				if err := os.Remove(fill); err != nil {
					t.Error(err)
				}
			})
		})
	}
	var senders sync.WaitGroup
	for _, l := range halves {
		senders.Go(func() { l.send(s.url, nil) }) // each piece until it is acknowledged, and never again
	}
	<-filled
	said := ""
	for end := time.Now().Add(2 * time.Second); said == "" && time.Now().Before(end); {
		res, err := http.Post(s.url+"/v1/logs", "application/json", strings.NewReader(string(halves[0].events[0])))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err == nil && res.StatusCode == http.StatusServiceUnavailable {
			said = string(text)
		}
	}
	if !strings.Contains(said, "no space left") {
		t.Errorf("a sender is not told what is wrong: %s", said)
	}
	if status, text, err := fetch(s.url + "/readyz"); err != nil || status != http.StatusServiceUnavailable || !strings.Contains(string(text), "no space left") {
		t.Errorf("who watches is not told what is wrong: %d %v %s", status, err, text)
	}
	for _, path := range []string{"/healthz", "/api/v1/sessions", "/api/v1/status", "/api/v1/score", "/"} {
		if status, text, err := fetch(s.url + path); err != nil || status != http.StatusOK {
			t.Errorf("%s while the disk is full: %d %v %.300s", path, status, err, text)
		}
	}
	senders.Wait()
	if halves[0].refused+halves[1].refused == 0 {
		t.Error("nobody was told to come again: the disk was never full")
	}
	began := time.Now()
	same(t, want, s.settled())
	t.Logf("%d refused; settled after %v", halves[0].refused+halves[1].refused, time.Since(began))
	s.judgedOnce()
	s.kill()
	s.start() // and it is all on the disk
	same(t, want, s.settled())
}

// stuff fills a disk by one file.
func stuff(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Error(err)
		return
	}
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
