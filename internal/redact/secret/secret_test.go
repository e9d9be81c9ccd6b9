package secret

import (
	"strconv"
	"strings"
	"testing"
)

func newFinder(t testing.TB) *Finder {
	t.Helper()
	f, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// hide puts placeholders for what is found, as the gate does: until nothing
// more is found, equal secrets alike.
func hide(t testing.TB, f *Finder, text string) string {
	t.Helper()
	given, last := map[string]string{}, map[string]int{}
	for range 8 {
		found, err := f.Find(text)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Findings) == 0 {
			return text
		}
		var b strings.Builder
		at := 0
		for _, x := range found.Findings {
			name, key := x.Rule.Placeholder, x.Secret
			if x.Rule.Folds {
				key = strings.ToLower(key)
			}
			if given[key] == "" {
				last[name]++
				given[key] = "[" + name + "_" + strconv.Itoa(last[name]) + "]"
			}
			b.WriteString(text[at:x.From] + given[key])
			at = x.To
		}
		text = b.String() + text[at:]
	}
	t.Fatalf("%q does not settle", text)
	return ""
}
