package offline

import "testing"

// TestScriptedLine: a piece of a script is no line to quote; a command is.
func TestScriptedLine(t *testing.T) {
	for line, want := range map[string]bool{
		`LEVEL=$(cat ~/.tool/config.json | grep -o level | head -1)`: true,
		"DIR=\"$(pwd)\"\ncd \"$DIR\"":                                true,
		`GOFLAGS=-count=1 go test ./...`:                             false,
		`git commit -m "a=$(b)"`:                                     false,
		`npm test`:                                                   false,
	} {
		if got := scriptedLine(line); got != want {
			t.Errorf("scriptedLine(%q) = %t", line, got)
		}
	}
}
