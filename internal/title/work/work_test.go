package work

import "testing"

// TestPlainNames: of the last piece of a path no secret is told.
func TestPlainNames(t *testing.T) {
	for name, want := range map[string]bool{
		"README.md": true, "list_test.go": true, "Makefile": true, "Dockerfile": true, "archive.tar.gz": true, "[id].tsx": true, "使用说明.md": true,
		"": false, "wJalrXUtnFEMI+K7MDENG": false, "AKIAABCDEFGHIJKLMNOP,wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEYAB": false, "bPxRfiCYz7": false, "a.b+c/": false, "token=abc.txt": false,
	} {
		if got := plainName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestTrials: what is committed to a repository that was made for a try is no commit of the
// session's.
func TestTrials(t *testing.T) {
	for command, want := range map[string]bool{
		`git commit -m "Sort the tide table"`:                                  false,
		`cd /home/robin/tides && git commit -m "Sort the tide table"`:          false,
		`cd /tmp/try && git add -A && git commit -m "Configure the try"`:       true,
		`cd "/tmp/try" && git commit -m x`:                                     true,
		`git -C /tmp/try commit -m x`:                                          true,
		`cd "$TMPDIR/try" && git commit -m x`:                                  true,
		`git init -q && git commit -m first`:                                   true,
		`cd $(mktemp -d) && git commit -m first`:                               true,
		"cd /tmp/try && make\ncd /home/robin/tides && git commit -m 'Sort it'": false,
		`git commit -m "Write to cd /tmp/ no more"`:                            false,
	} {
		if got := trial(command); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}
