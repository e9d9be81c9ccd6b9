package heap

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// Room that is asked for in large pages takes no memory until it is written to.
func TestLargePagesTakeNothing(t *testing.T) {
	before := resident(t)
	largePages()
	if grown := resident(t) - before; grown > largeRoom/2 {
		t.Errorf("%d MB more are resident", grown>>20)
	}
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
