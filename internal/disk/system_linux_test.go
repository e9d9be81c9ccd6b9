package disk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What the kernel shows of itself is regular by its mode: reading kmsg waits until the
// kernel has something to say, pagemap goes on for more than a disk holds.
func TestFilesOfTheSystemAreNone(t *testing.T) {
	for _, target := range []string{"/proc/kmsg", "/proc/self/pagemap", "/proc/self/status", "/sys/kernel/profiling"} {
		if f, err := os.Open(target); err != nil {
			t.Log("left out: ", err) // some are for the administrator alone, some are not everywhere
			continue
		} else if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { _, err := Read(link, SmallFile); done <- err }()
		select {
		case err := <-done:
			var odd *OddError
			if !errors.As(err, &odd) || odd.What != "a file of the system" {
				t.Errorf("%s: %v", target, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s holds the run", target)
		}
	}
	// What a descriptor leads to is what it is, by whatever name it is called.
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, err := Open(fmt.Sprint("/proc/self/fd/", f.Fd())); err != nil {
		t.Errorf("a file by its descriptor: %v", err)
	} else if err := got.Close(); err != nil {
		t.Error(err)
	}
}
