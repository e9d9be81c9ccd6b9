package shell

import "testing"

// TestKeeps: what a command writes into a file that stays is kept beside what is removed; where
// its errors go tells nothing of that, and neither does a log of what was done.
func TestKeeps(t *testing.T) {
	for line, keeps := range map[string]bool{
		"cat a > b.txt; rm a":                               true,
		"cat a > b.txt 2> /tmp/e.txt; rm a":                 true,
		"cat a > b.txt 2> err.log; rm a":                    true,
		"cat a 2>/dev/null > b.txt; rm a":                   true,
		"cat a 2> /tmp/e.txt >> b.txt && rm a":              true,
		"cat a > b.txt 2>&1; rm a":                          true,
		"cat a 1> b.txt; rm a":                              true,
		"cat a &> b.txt; rm a":                              true,
		"cat a > /tmp/x > b.txt; rm a":                      true,
		"cat a > notes.log; rm a":                           true,
		"cp a b; rm a":                                      true,
		"rm a":                                              false,
		"rm a 2> err.log":                                   false,
		"rm -v a > /tmp/removed.txt":                        false,
		"rm -v a > removed.txt":                             false,
		"rm a && echo removed >> clean.log":                 false,
		"rm a && printf 'gone\\n' >> clean.log 2>/dev/null": false,
		"cat a 2> err.txt; rm a":                            false,
		"cat a > /tmp/b 2> err.txt; rm a":                   false,
		"cat a > /dev/null; rm a":                           false,
		"rm a && echo 'b -> c'":                             false,
	} {
		if got := Keeps(line); got != keeps {
			t.Errorf("%q: %v", line, got)
		}
	}
	for _, line := range []string{"make 2> err.txt", "2> err.txt", "cat a > /tmp/b"} {
		if c := commandClass(line); !c.Has(ClassWrite) {
			t.Errorf("%q writes a file: %v", line, c)
		}
	}
}
