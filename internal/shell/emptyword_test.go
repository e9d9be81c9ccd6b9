package shell

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// An empty word may stand anywhere in a line: no reader of one may look for its first sign.
func TestEmptyWordsAnywhere(t *testing.T) {
	names := map[string]bool{"$x": true, "$0": true, "$x =": true, "git -c": true, "Get-X": true}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`[A-Za-z][A-Za-z0-9_.+-]*`)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		code, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, literal := range regexp.MustCompile(`"[^"\n]*"`).FindAllString(string(code), -1) {
			for _, n := range word.FindAllString(literal, -1) {
				names[n] = true
			}
		}
	}
	if len(names) < 300 {
		t.Fatalf("%d names are too few", len(names))
	}
	for _, line := range []string{"> a", "(> a)", "; > a <b", "x=1 > a"} { // no word at all
		Undos(line, "/src")
		commandClass(line)
	}
	for n := range names {
		for _, args := range []string{`""`, `"" ""`, `= ""`, `= "`, `- ""`, `-- ""`, `"" = ""`, `-c ""`, `-i ""`, `run ""`, `exec ""`, `x "" y`, `-x`, `+`, `install ""`, `tag ""`, `-e "" ""`, `--x "" -`} {
			for _, line := range []string{n + " " + args, n + ` "" ` + args} {
				commandClass(line)
				for _, look := range []func(string){
					func(l string) { Undos(l, "/src"); TakesBack(commandClass(l), l) },
					func(l string) { StagedPaths(l); Stashes(l) },
					func(l string) { Leftovers(l); Measures(l); Operates(l); ChecksAnything(l); TestsOf(l) },
				} {
					look(line)
				}
			}
		}
	}
}
