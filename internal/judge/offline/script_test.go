package offline

import (
	"testing"

	"prism/internal/judge/offline/quote"
)

// TestScriptedLine: a piece of a script is no line to quote; a command is.
func TestScriptedLine(t *testing.T) {
	for line, want := range map[string]bool{
		`LEVEL=$(cat ~/.tool/config.json | grep -o level | head -1)`: true,
		"DIR=\"$(pwd)\"\ncd \"$DIR\"":                                true,
		`GOFLAGS=-count=1 go test ./...`:                             false,
		`git commit -m "a=$(b)"`:                                     false,
		`npm test`:                                                   false,
	} {
		if got := quote.ScriptedLine(line); got != want {
			t.Errorf("quote.ScriptedLine(%q) = %t", line, got)
		}
	}
}
