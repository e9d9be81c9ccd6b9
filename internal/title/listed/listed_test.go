package listed_test

import (
	"strings"
	"testing"

	"prism/internal/title/listed"
)

func did(point string) bool {
	first, _, _ := strings.Cut(point, " ")
	return strings.HasSuffix(first, "ed")
}

func trouble(lead string) bool { return strings.HasPrefix(lead, "Problem") }

// What an answer lists that was done is told in its words and its order, without the files
// that it is of and without how and why, and never a part of a word.
func TestDone(t *testing.T) {
	for _, c := range []struct{ why, answer, want string }{
		{"plain items", "Done:\n- Added a column.\n- Removed the view\n", "Added a column; removed the view"},
		{"numbered", "1. Added a column for the tide\n2) Removed the view of the harbour\n", "Added a column for the tide; removed the view of the harbour"},
		{"files lead", "- `a/tide.go`: Added a column (of text)\n- **b.go** (new) — Moved the view; it was slow\n- c/d.sql:12 - Renamed the old table\n", "Added a column; moved the view; renamed the old table"},
		{"labels that say it", "- **Added a tide column**: the rest is as it was\n- **Removed the old view** (`b.go`)\n", "Added a tide column; removed the old view"},
		{"labels of one word say where", "- **Backend**: Added a column\n- **Pages**: Removed the view\n", "Added a column; removed the view"},
		{"headings with numbers", "## Summary\n### 1. Added a column\nIt is of text.\n- note\n### 2. Removed the view\n", "Added a column; removed the view"},
		{"what has no few words is counted", "- Added a column\n- Removed the view\n- Moved everything that " + strings.Repeat("was there and ", 9) + "stayed\n- `x.go`\n", "Added a column; removed the view (and 2 more)"},
		{"set in is of the item above", "- Added a column\n  - Renamed it twice\n- Removed the view\n", "Added a column; removed the view"},
		{"two lists", "In the store:\n- Added a column\nOn the page:\n- Removed the view\n", "Added a column; removed the view"},
		{"twice the same", "- Added a column\n- Added a column\n- Removed the view\n", "Added a column; removed the view (and 1 more)"},
		{"one alone", "- Added a column\n", ""},
		{"a list of something else", "- tide\n- harbour\n- Added a column\n- bell\n- Removed the view\n", ""},
		{"under a trouble", "Problem:\n- Added a column\n- Removed the view\n", ""},
		{"code", "```\n- Added a column\n- Removed the view\n```\n", ""},
		{"a word with a colon is whole", "- Added tide:harbour to the bell\n- Removed the view\n", "Added tide:harbour to the bell; removed the view"},
		{"an end that leads on", "- Changed the reader to\n- Added a column\n- Removed the view\n", "Added a column; removed the view (and 1 more)"},
		{"tags", "- Moved the {state} up\n- Added a column\n- Removed the view\n", "Added a column; removed the view (and 1 more)"},
		{"a dash within a word ends none", "- Added https://bell:pa→ssW0rd9@db.example\n- Removed the tide—view of bells\n", "Added https://bell:pa→ssW0rd9@db.example; removed the tide—view of bells"},
		{"a dash between words ends it", "- Added a column — it was missing\n- Removed the view → gone\n", "Added a column; removed the view"},
		{"what is a secret by its name", "- **Password**: Changed to hunter2hunter2\n- Added a column\n- Removed the view\n", "Added a column; removed the view (and 1 more)"},
		{"nothing", "", ""},
	} {
		if got := listed.Done(c.answer, 150, did, trouble); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	many := strings.Repeat("- Added a column of the tide\n- Removed the view of the harbour\n- Renamed the table of bells\n", 40)
	if got := listed.Done(many, 100, did, trouble); len(got) > 100 || !strings.HasSuffix(got, " more)") {
		t.Errorf("%q", got)
	}
}

func FuzzDone(f *testing.F) {
	f.Add("- **`a.go`** — Added a column (x)\n1. Removed: y\n")
	f.Add("### 1. Added\n**2. Moved the bell**\n- ")
	f.Fuzz(func(t *testing.T, answer string) {
		got := listed.Done(answer, 150, func(string) bool { return true }, func(string) bool { return false })
		if n := len([]rune(got)); n > 150 || strings.ContainsAny(got, "\n\r") {
			t.Errorf("%d: %q", n, got)
		}
	})
}
