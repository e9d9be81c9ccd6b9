package job

import (
	"testing"
)

func TestShellQuote(t *testing.T) {
	for in, want := range map[string]string{"plain/path.jsonl": "plain/path.jsonl", "two words": "'two words'", "it's": `'it'\''s'`, "": "''", "$(rm)": "'$(rm)'", "a  b": "'a  b'",
		"\x1b]0;it's\a": `$'\033]0;it\'s\007'`, "a\u202e\\b": `$'a\342\200\256\\b'`, "\xff\n": `$'\377\012'`, "naïve": "'naïve'"} {
		if got := ShellQuote(in); got != want {
			t.Errorf("shellQuote(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestPathsAgain(t *testing.T) {
	for want, args := range map[string][]string{"": nil, " a 'b c'": {"a", "b c"}, " PATH…": {"1", "2", "3", "4", "5"}} {
		if got := (&Job{Flags: &ReadFlags{}, Args: args}).PathsAgain(); got != want {
			t.Errorf("%q of %q, want %q", got, args, want)
		}
	}
}
