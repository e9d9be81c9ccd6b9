package sentence

import (
	"slices"
	"strings"
	"testing"
)

// A sentence ends where its reader says so, and not at every dot.
func TestAll(t *testing.T) {
	for text, want := range map[string][]string{
		"It reads v1.2 of the format. The rest is open.":              {"It reads v1.2 of the format.", "The rest is open."},
		"Some kinds, e.g. maps, are left out. Lists work.":            {"Some kinds, e.g. maps, are left out.", "Lists work."},
		"Some kinds (e.g. Maps) are left out.":                        {"Some kinds (e.g. Maps) are left out."},
		"z. B. Karten fehlen noch. Listen gehen.":                     {"z. B. Karten fehlen noch.", "Listen gehen."},
		"approx. half of it is done. Next is the cart.":               {"approx. half of it is done.", "Next is the cart."},
		"The cart works… The till does not.":                          {"The cart works…", "The till does not."},
		"It waits... and then goes on. Done.":                         {"It waits... and then goes on.", "Done."},
		"Done! \"It works.\" The rest waits.":                         {"Done!", "\"It works.\"", "The rest waits."},
		"Left:\n- the maps\n- the lists\n\n\n1. Tests\n2) Docs":       {"Left:", "the maps", "the lists", "Tests", "Docs"},
		"* **Maps.** Not drawn yet.\n* **Lists.** Drawn.":             {"**Maps.**", "Not drawn yet.", "**Lists.**", "Drawn."},
		"12 of 30 are done.\n**7 are left.**":                         {"12 of 30 are done.", "**7 are left.**"},
		"In cart.go the total is rounded. See cart_test.go.":          {"In cart.go the total is rounded.", "See cart_test.go."},
		"3.5 of 10 are done. 2024 is next.":                           {"3.5 of 10 are done.", "2024 is next."},
		"页面已经完成。导出还没有做！":                                              {"页面已经完成。", "导出还没有做！"},
		strings.Repeat("\n", 1000) + "One." + strings.Repeat("\n", 9): {"One."},
		"": nil, " \n\t\n": nil, "---\n***": nil,
	} {
		var got []string
		for _, s := range All(text) {
			got = append(got, text[s.Start:s.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%.60q:\n got %q\nwant %q", text, got, want)
		}
	}
}

// Whatever a text holds, its sentences are of it, in order.
func FuzzAll(f *testing.F) {
	for _, s := range []string{"", "a.b. c", "- 1. x\n", "\xff. \xfe", "… !)", "1) ", "e.g. x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, s := range All(text) {
			if s.Start < at || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("%q: %v after %d", text, s, at)
			}
			at = s.End
		}
	})
}
