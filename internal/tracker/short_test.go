package tracker

import (
	"context"
	"testing"

	"prism/internal/conversation"
	"prism/internal/learn"
)

// In a short session a prompt of other words about other files turns to another matter, also
// in a folder of the session's and without a word for a task; what needs something said
// before, goes back to the files or shares words, goes on.
func TestShortSession(t *testing.T) {
	tr, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	first := turn("The kerning pairs get lost when I save a font", "Pairs are written on save.", "/p/glyph/src/kern.rs")
	small := turn("also for ligatures", "Ligatures as well.", "/p/glyph/src/kern.rs")
	other := turn("opening the catalogue of a museum with six wings hangs", "Wings were a fixed array of four. A Vec now.", "/p/glyph/src/museum.rs")
	asked := turn("The kerning pairs get lost when I save a font", "Which of them shall be written on save?", "/p/glyph/src/kern.rs")
	for name, c := range map[string]struct {
		turns []conversation.Turn
		cut   int
	}{
		"other matter, the same folder":  {[]conversation.Turn{first, other}, 1},
		"behind a follow-up":             {[]conversation.Turn{first, small, other}, 2},
		"behind a question":              {[]conversation.Turn{asked, other}, 0},
		"its words end otherwise":        {[]conversation.Turn{first, turn("opening a font panics when saving a pair", "Saved pairs open.", "/p/glyph/src/open.rs")}, 0},
		"the same file":                  {[]conversation.Turn{first, turn("opening the catalogue of a museum with six wings hangs", "A Vec now.", "/p/glyph/src/kern.rs")}, 0},
		"it points back":                 {[]conversation.Turn{first, turn("it panics with six wings", "A Vec now.", "/p/glyph/src/museum.rs")}, 0},
		"other ones of what was at hand": {[]conversation.Turn{first, turn("the old ones panic as well", "Old ones open.", "/p/glyph/src/museum.rs")}, 0},
		"the same in German":             {[]conversation.Turn{first, turn("dasselbe für die Kursiven", "Kursive ebenso.", "/p/glyph/src/museum.rs")}, 0},
		"tests of it":                    {[]conversation.Turn{first, turn("add a unit test with six wings", "A test with six wings.", "/p/glyph/tests/wings.rs")}, 0},
		"a wish in the folder":           {[]conversation.Turn{first, turn("could you please make wings wider and museums bolder?", "Wider and bolder.", "/p/glyph/src/museum.rs")}, 0},
		"output of a program":            {[]conversation.Turn{first, turn("System.OutOfMemoryException at Museum.Wings.Simplify", "A Vec now.", "/p/glyph/src/museum.rs")}, 0},
	} {
		got, err := tr.Shifts(context.Background(), c.turns)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		if len(got) == 1 {
			at = got[0].Turn
		}
		if at != c.cut || len(got) > 1 {
			t.Errorf("%s: %v, want a cut at %d", name, got, c.cut)
		}
	}
}

// A long session is not told by what short ones are told by: there, much of a next step is
// new as well.
func TestShortSessionEnds(t *testing.T) {
	tr, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	long := []conversation.Turn{turn("The kerning pairs get lost when I save a font", "Pairs are written on save.", "/p/glyph/src/kern.rs")}
	for _, say := range []string{
		"Ligatures, swashes, ordinals, fractions, numerators, superscripts, petite caps, titling, unicase and cursive alternates lose theirs, too",
		"Bézier contours, anchors, hints, guidelines, sidebearings, overshoots, counters, serifs, terminals, spurs and crossbars do, too",
		"Cyrillic, Devanagari, Thai, Khmer, Georgian, Armenian, Ethiopic, Cherokee, Hebrew, Syriac and Mongolian do, too",
		"Ascenders, descenders, baselines, heights, widths, weights, slants, italics, masters, instances and axes do, too",
		"Exports to woff, otf, ttf, designspace, ufo, svg, eot, bitmap, postscript, variable and colour tables do, too",
		"Previews, waterfalls, proofs, specimens, paragraphs, pangrams, glyphs, alphabets, numerals, punctuation and symbols do, too",
		"Menus, palettes, toolbars, panels, shortcuts, rulers, grids, layers, backgrounds, palettes and cursors forget pairs, too",
		"Undo, redo, clipboard, autosave, recovery, versioning, merging, diffing, locking, sharing and comments forget pairs, too",
	} {
		long = append(long, turn(say, "Those keep their pairs as well.", "/p/glyph/src/kern.rs"))
	}
	w := tr.walk(long)
	for range long[1:] {
		w.take(false)
	}
	if x := make([]float64, len(shortNames)); w.short(x) {
		t.Errorf("a session of %d terms counts as short", w.known)
	}
}

func TestWeightsForOtherShortFeaturesAreRefused(t *testing.T) {
	w, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	w.Short = learn.Logistic{Features: []string{"other"}, Mean: []float64{0}, Scale: []float64{1}, Weight: []float64{1}}
	if _, err := New(w); err == nil {
		t.Error("weights for other features of short sessions were taken")
	}
}

func TestRoot(t *testing.T) {
	for _, c := range [][2]string{{"query", "queries"}, {"print", "printing"}, {"code", "codes"}, {"Buchung", "Buchungen"}, {"precio", "precios"}} {
		if root(c[0]) != root(c[1]) {
			t.Errorf("%s (%s) and %s (%s) are no kin", c[0], root(c[0]), c[1], root(c[1]))
		}
	}
	if root("bus") != "bus" {
		t.Error("nothing is left of a short word")
	}
}
