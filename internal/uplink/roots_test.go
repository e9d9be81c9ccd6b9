package uplink_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/content"
	"prism/internal/redact"
)

// The folders that the lines of a home tell are found among the roots that go with them,
// under the placeholder that hides whose home it is; with their own names these go, too,
// as an opt-out may name one.
func TestRootsAsLinesNameThem(t *testing.T) {
	m := newMachine(t)
	var err error
	if m.gate, err = redact.New(redact.Options{Words: []string{"quentin", "beatrix"}}); err != nil {
		t.Fatal(err)
	}
	home := filepath.ToSlash(t.TempDir()) + "/home/quentin"
	for _, dir := range []string{"/shop/.git", "/shop/web"} {
		if err := os.MkdirAll(filepath.FromSlash(home+dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := json.Marshal(home + "/shop/web")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for n, prompt := range []string{"Look into /home/beatrix/notes first", "Paint it"} { // whose is the second that is hidden
		fmt.Fprintf(&text, `{"type":"user","uuid":"u%d","sessionId":%q,"message":{"role":"user","content":%q},"cwd":%s}`+"\n", n, name+"0", prompt, dir)
	}
	m.write(0, text.String(), false)
	m.push()
	got := m.server.seen.Bytes()
	folders := slices.Compact(slices.Collect(content.Folders(got)))
	if len(folders) != 1 || strings.Contains(folders[0], "quentin") {
		t.Fatalf("folders %v in %s", folders, got)
	}
	want := map[string]string{folders[0]: strings.TrimSuffix(folders[0], "/web"), home + "/shop/web": home + "/shop"}
	if !maps.Equal(m.server.roots, want) {
		t.Errorf("roots %v, want %v", m.server.roots, want)
	}
}
