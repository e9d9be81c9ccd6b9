package lang

import "testing"

// TestProse: a document is told from a program by the language of its name.
func TestProse(t *testing.T) {
	for name, want := range map[string]bool{"README.md": true, "notes.txt": true, "guide.rst": true, "a.adoc": true, "main.go": false, "style.css": false, "conf.yaml": false, "Makefile": false, "x.sql": false} {
		if IsProse(OfFile(name)) != want {
			t.Errorf("%s, %q: want %v", name, OfFile(name), want)
		}
	}
}
