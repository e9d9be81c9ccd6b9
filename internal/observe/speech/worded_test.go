package speech

import (
	"testing"

	"prism/internal/lexicon"
)

// What is heard in replies of which no phrase of the lexicon says it, and what is not.
func TestWeigh(t *testing.T) {
	r := New()
	for text, want := range map[string]string{
		"the log stays empty and the page is blank":      "fails",
		"the list comes up empty":                        "fails",
		"all I get is a blank page":                      "fails",
		"nichts passiert, wenn ich auf Speichern klicke": "fails",
		"tested on my phone, opens right away, nice":     "good",
		"could you also sort them by date?":              "",
		"what does the second argument do?":              "",
		"make the margin 12 px":                          "",
		"would it also run on an empty table?":           "",
		"the text of the error should be shorter":        "",
		"thanks": "",
		"let's forget about the whole thing, it leads us nowhere":    "drops",
		"TypeError: x is undefined\n  at a.js:1\n  at b.js:2\n at c": "",
	} {
		var m Message
		r.Hear(text, true, lexicon.Speaking("en", "de"), &m)
		r.Weigh(text, &m, Before{})
		got := ""
		switch {
		case m.Leads[Abandon] > 0:
			got = "drops"
		case m.Leads[Failing] > 0, m.Fault && m.Tells:
			got = "fails"
		case m.Leads[Endorse] > 0:
			got = "good"
		}
		if got != want {
			t.Errorf("%q is heard as %q, want %q", text, got, want)
		}
	}
}

func TestLeavesByWords(t *testing.T) {
	r := New()
	for text, want := range map[string]string{
		"The importer handles CSV and TSV. XLSX files are not supported yet; the function for them returns an empty list for the time being.": "XLSX files are not supported yet; the function for them returns an empty list for the time being.",
		"I moved eleven of the thirty handlers to the new interface. The other nineteen still use the old one.":                               "The other nineteen still use the old one.",
		"The handler resolves the path before it compares. All 41 tests pass.":                                                                "",
		"Renamed the flag in both files and in the docs; nothing else used it.":                                                               "",
		"So do I.": "",
		"The table is sorted by date now. You may want to add an index one day.": "",
	} {
		from, to, ok := r.LeavesByWords(text, lexicon.Speaking("en"), r.heardAnswer(text, lexicon.Speaking("en")))
		got := ""
		if ok {
			got = text[from:to]
		}
		if got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
}

// The signs of a text never depend on what was read before it.
func TestSignsAreOfTheTextAlone(t *testing.T) {
	a, b := New(), New()
	texts := []string{"it works, thanks", "nope. blank page?", "", "привет, всё сломалось", "reverting it now"}
	for _, x := range texts {
		a.ReplySigns(x)
		a.AnswerSigns(x)
	}
	for _, x := range texts {
		for i, pair := range [][2][]uint64{{a.ReplySigns(x), b.ReplySigns(x)}, {a.AnswerSigns(x), b.AnswerSigns(x)}, {a.OpeningSigns(x), b.OpeningSigns(x)}} {
			if len(pair[0]) != len(pair[1]) {
				t.Fatalf("%q, %d: %d and %d signs", x, i, len(pair[0]), len(pair[1]))
			}
			for k := range pair[0] {
				if pair[0][k] != pair[1][k] {
					t.Fatalf("%q, %d: another sign", x, i)
				}
			}
		}
	}
}

// Whatever a text holds, it is weighed without a panic, what is quoted of it stands in it, and
// it is the same twice.
func FuzzWeigh(f *testing.F) {
	for _, s := range []string{"", "it prints nothing", "a.\n\n- b", "still a stub. The rest works!", "页面是空白的。", "\xff\xfe not done\x00", ". . . !", "not\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := New()
		var a, b Message
		for _, m := range []*Message{&a, &b} {
			r.Hear(text, true, lexicon.Every, m)
			r.Weigh(text, m, Before{})
		}
		if a != b {
			t.Errorf("%q is heard otherwise the second time", text)
		}
		if from, to, ok := r.LeavesByWords(text, lexicon.Every, r.heardAnswer(text, lexicon.Every)); ok && (from < 0 || to > len(text) || from > to) {
			t.Errorf("%q: quoted from %d to %d", text, from, to)
		}
	})
}
