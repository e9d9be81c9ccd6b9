package quote

import "testing"

// TestCommentAtTheEnd: the comment at the end of a line of a program is left out, and what
// only looks like one within a string is not.
func TestCommentAtTheEnd(t *testing.T) {
	for line, want := range map[string]string{
		"+ total := sum(rows) // of all harbours":      "+ total := sum(rows)",
		"+ total = sum(rows) # of all harbours":        "+ total = sum(rows)",
		"+ // of all harbours":                         "+ // of all harbours",
		`+ say("tides // ferries")`:                    `+ say("tides // ferries")`,
		`+ say('tides # ferries') # both`:              `+ say('tides # ferries')`,
		`+ say("a \" // b") // both`:                   `+ say("a \" // b")`,
		"+ fn of<'a>(x: &'a str) // the lifetime":      "+ fn of<'a>(x: &'a str)",
		"+ let owner: &'static str // held for ever":   "+ let owner: &'static str",
		"+ const head = `# tides // ${name}` // title": "+ const head = `# tides // ${name}`",
		"":    "",
		`+ "`: `+ "`,
	} {
		if got := withoutComment(line, "go"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := withoutComment("+ the tides # ferries", "markdown"); got != "+ the tides # ferries" {
		t.Errorf("of a document: %q", got)
	}
}
