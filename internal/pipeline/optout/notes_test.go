package optout

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"prism/internal/redact"
	"prism/internal/source"
)

// Folders that nobody works in any more are not noted for ever.
func TestNotesAreBounded(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	base := t.TempDir()
	kept, most, anew := "", 0, 0
	const runs, each = 60, 100
	for run := range runs {
		g := New(redact.OptOut{}, gate, source.NewRepositories(), &source.Options{}, func(string, error) {})
		if !g.Same(kept, "basis") {
			anew++
		}
		for i := range each { // each run over other folders
			g.out("robin", "", filepath.Join(base, strconv.Itoa(run), strconv.Itoa(i)))
		}
		kept = "basis by me" + g.Notes()
		most = max(most, strings.Count(kept, "\n"))
	}
	if most > 2*spareNotes {
		t.Errorf("%d notes of %d folders a run", most, each)
	}
	if anew > 1+runs/5 {
		t.Errorf("%d of %d runs asked all anew", anew, runs)
	}
}
