package claude

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"prism/internal/transcript"
)

// TestLongLineMemory decodes one very long line of the costliest kind, a created
// file whose text needs unescaping, and holds what it may take in all: three times
// its length and a little for the rest.
func TestLongLineMemory(t *testing.T) {
	const length = 24 << 20
	head := calls("c", "Write", `{"file_path":"/w/a.go"}`) + "\n" +
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"ok"}]},"toolUseResult":{"type":"create","filePath":"/w/a.go","structuredPatch":[],"content":"`
	body := strings.Repeat(`line \"x\"\n`, length/12)
	src := io.MultiReader(strings.NewReader(head), strings.NewReader(body), strings.NewReader("\"}}\n"))
	feed := transcript.NewFeed(New())
	var led transcript.Ledger
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	lines := 0
	_, err := feed.Read(src, "f", 0, &led, func(r *transcript.Record) error {
		for _, res := range r.Results {
			lines += strings.Count(string(res.Content[:1000]), "\n")
		}
		return nil
	})
	if err != nil || lines == 0 {
		t.Fatal(err, lines)
	}
	runtime.ReadMemStats(&after)
	if cost := after.TotalAlloc - before.TotalAlloc; cost > 3*length+(8<<20) {
		t.Errorf("a line of %d MB took %d MB", length>>20, cost>>20)
	}
}
