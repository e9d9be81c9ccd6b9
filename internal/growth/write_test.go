package growth

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestWriteShape writes a shape to where PRISM_GROWTH says: its name, n, a folder.
func TestWriteShape(t *testing.T) {
	ask := strings.SplitN(os.Getenv("PRISM_GROWTH"), ",", 3)
	if len(ask) < 3 {
		t.Skip("PRISM_GROWTH is not shape,n,DIR")
	}
	n, err := strconv.Atoi(ask[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shapes() {
		if s.name == ask[0] {
			write(t, ask[2], s.files(n))
			return
		}
	}
	t.Fatalf("no shape %q", ask[0])
}

func write(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	for name, data := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
