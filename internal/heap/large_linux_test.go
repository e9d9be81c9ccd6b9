package heap

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// inChild is set in the process of its own that asks for the room: what is had a second time
// is cleared first.
const inChild = "PRISM_TEST_LARGE_PAGES"

// Room that is asked for in large pages takes no memory until it is written to. On a busy
// machine the kernel may for a while fill some of it by itself, so it is asked for several times.
func TestLargePagesTakeNothing(t *testing.T) {
	if os.Getenv(inChild) != "" {
		before := resident(t)
		largePages()
		if grown := resident(t) - before; grown > largeRoom/2 {
			t.Errorf("%d MB more are resident", grown>>20)
		}
		return
	}
	var out []byte
	for i := range 12 {
		time.Sleep(time.Duration(i) * 20 * time.Millisecond)
		child := exec.Command(os.Args[0], "-test.run=^TestLargePagesTakeNothing$")
		child.Env = append(os.Environ(), inChild+"=1")
		var err error
		if out, err = child.CombinedOutput(); err == nil {
			return
		}
	}
	t.Errorf("each time: %s", out)
}

// resident is how much memory of its own this process has, in bytes.
func resident(t *testing.T) int {
	t.Helper()
	runtime.GC()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(text), "RssAnon:")
	kB, err := strconv.Atoi(strings.Fields(rest + " -")[0])
	if err != nil {
		t.Skip("this kernel does not tell")
	}
	return kB << 10
}
