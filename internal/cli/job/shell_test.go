package job

import (
	"testing"
)

func TestShellQuote(t *testing.T) {
	for in, want := range map[string]string{"plain/path.jsonl": "plain/path.jsonl", "two words": "'two words'", "it's": `'it'\''s'`, "": "''", "$(rm)": "'$(rm)'"} {
		if got := ShellQuote(in); got != want {
			t.Errorf("shellQuote(%q) = %s, want %s", in, got, want)
		}
	}
}
