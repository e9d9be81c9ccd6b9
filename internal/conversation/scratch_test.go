package conversation

import "testing"

// TestCommitsElsewhere: what is committed in a folder for what is temporary is a try, unless the
// session itself works there.
func TestCommitsElsewhere(t *testing.T) {
	for _, c := range []struct {
		name, home, dir, command string
		want                     bool
	}{
		{"in the repository", "/home/robin/tides", "/home/robin/tides", `git add -A && git commit -m "Sort the tide table"`, false},
		{"in a new repository of the work's own", "/home/robin/tides", "/home/robin/tides", `git init && git add -A && git commit -m "Begin"`, false},
		{"in a try", "/home/robin/tides", "/home/robin/tides", `cd /tmp/try && git init && git add . && git commit -m first`, true},
		{"in a try, step by step", "/home/robin/tides", "/home/robin/tides", `cd /tmp && rm -rf try && mkdir try && cd try && git init && git commit -m first && git status`, true},
		{"in a try, by lines", "/home/robin/tides", "/home/robin/tides", "cd /tmp/try\ngit add -A\ngit commit -qm x", true},
		{"quoted", "/home/robin/tides", "/home/robin/tides", `cd "/private/tmp/try" && git commit -m x`, true},
		{"by a variable", "/home/robin/tides", "/home/robin/tides", "D=/tmp/try\nmkdir -p \"$D\"\ncd \"$D\"\ngit commit -m x", true},
		{"by a variable, in braces", "/home/robin/tides", "", `D=$(mktemp -d); cd "${D}" && git init && git commit -m x`, true},
		{"in one that the system names", "/home/robin/tides", "", `cd $(mktemp -d) && git init && git commit -m x`, true},
		{"by git's own flag", "/home/robin/tides", "", `git -C /tmp/try commit -m x`, true},
		{"where an earlier call went", "/home/robin/tides", "/tmp/try", `git commit -m x`, true},
		{"and back again", "/home/robin/tides", "/home/robin/tides", "cd /tmp/try && make\ncd /home/robin/tides && git commit -m 'Sort it'", false},
		{"where the session works", "/tmp/tides", "/tmp/tides", `cd /tmp/tides && git commit -m "Sort it"`, false},
		{"a binary of it, there", "/home/robin/tides", "/home/robin/tides", `go build -o /tmp/tides . && git commit -m "Sort it"`, false},
		{"a message that names it", "/home/robin/tides", "/home/robin/tides", `git commit -m "Write to cd /tmp/ no more"`, false},
		{"a copy from there", "/home/robin/tides", "/home/robin/tides", "S=/tmp/draft\ncp $S/a.go a.go\ngit commit -m 'Take the draft'", false},
		{"no commit", "/home/robin/tides", "/home/robin/tides", `cd /tmp/try && git status`, false},
	} {
		s := Step{Target: c.command, Dir: c.dir}
		if got := s.CommitsElsewhere(c.home); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
