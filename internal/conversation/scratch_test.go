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
		{"a worktree of the work, there", "/home/robin/tides", "/home/robin/tides", `git worktree add /tmp/fix -b fix && cd /tmp/fix && git commit -am "Sort it"`, false},
		{"a clone, there", "/home/robin/tides", "/home/robin/tides", `cd /tmp && git clone git@code.example:robin/tides.git && cd tides && git commit -am "Sort it"`, true},
		{"a clone, there, and pushed", "/home/robin/tides", "/home/robin/tides", `cd /tmp && git clone git@code.example:robin/tides.git && cd tides && git commit -am "Sort it"; git push -u origin HEAD`, false},
		{"a try, and what is pushed of the work", "/home/robin/tides", "/home/robin/tides", `(cd /tmp/x && git commit -qam x) && git push`, true},
		{"what is pushed", "/home/robin/tides", "/home/robin/tides", `cd /tmp/fix && git commit -am "Sort it" && git push`, false},
		{"there and back, by the stack", "/home/robin/tides", "/home/robin/tides", `pushd /tmp/x && make && popd && git commit -am "Sort it"`, false},
		{"to a try, by the stack", "/home/robin/tides", "/home/robin/tides", `pushd /tmp/x && git init && git commit -m x; popd`, true},
		{"in a try and in the work", "/home/robin/tides", "/home/robin/tides", `cd /tmp/a && git commit -m a && cd /home/robin/tides && git commit -m b`, false},
		{"in two tries", "/home/robin/tides", "/home/robin/tides", `cd /tmp/a && git commit -m a && cd ../b && git commit -m b`, true},
		{"back by dots", "/home/robin/tides", "/home/robin/tides", `cd /tmp/x && cd ../../home/robin/tides && git commit -m b`, false},
		{"out of a folder that is named by a variable", "/home/robin/tides", "", `cd $TMPDIR/../home/robin/tides && git commit -m b`, false},
		{"a document that names it", "/home/robin/tides", "/home/robin/tides", "cat > try.sh <<'END'\ncd /tmp/demo\nEND\ngit commit -m b", false},
		{"a message by a document", "/home/robin/tides", "/home/robin/tides", "cd /tmp/demo && git init && git commit -m \"$(cat <<'END'\nDon't sort; cd /home\nEND\n)\"", true},
		{"a variable that begins so", "/home/robin/tides", "", `cd $TMPFS_SRC && git commit -m b`, false},
		{"another one", "/home/robin/tides", "", `cd "$TMPL" && git commit -m b`, false},
		{"the system's variable", "/home/robin/tides", "", `cd "$TMPDIR/try" && git commit -m b`, true},
		{"the same, in braces and with a default", "/home/robin/tides", "", `cd "${TMPDIR:-/tmp}/try" && git commit -m b`, true},
		{"the same, set anew", "/home/robin/tides", "", `TMPDIR=/home/robin/tides; cd $TMPDIR && git commit -m b`, false},
		{"an exported variable", "/home/robin/tides", "", `export D=/tmp/x; cd $D && git commit -m b`, true},
		{"a variable by another", "/home/robin/tides", "", `A=/tmp/x; B="$A/y"; git -C $B commit -m b`, true},
		{"the word before it", "/home/robin/tides", "/home/robin/tides", `echo 'before commit' && cd /tmp/x && git commit -m b`, true},
		{"a subshell that made something there", "/home/robin/tides", "/home/robin/tides", `(cd /tmp/x && make) && git commit -m b`, false},
		{"a subshell that commits there", "/home/robin/tides", "/home/robin/tides", `(cd /tmp/x && git init -q && git commit -m b)`, true},
		{"a pipe that goes there", "/home/robin/tides", "/home/robin/tides", `cd /tmp/x | cat; git commit -m b`, false},
		{"perhaps there", "/home/robin/tides", "/home/robin/tides", `if test -d /tmp/x; then cd /tmp/x; fi; git commit -m b`, false},
		{"a function", "/home/robin/tides", "/home/robin/tides", `go() { cd /tmp/x; }; git commit -m b`, false},
		{"by turns", "/home/robin/tides", "/home/robin/tides", "cd /tmp/x && git init\nfor n in 1 2 3; do\n  git commit --allow-empty -m $n\ndone", true},
		{"back with a dash", "/home/robin/tides", "/home/robin/tides", `cd /tmp/x && make; cd - && git commit -m b`, false},
		{"home", "/home/robin/tides", "/home/robin/tides", `cd /tmp/x && make; cd && git commit -m b`, false},
		{"the work's repository, from there", "/home/robin/tides", "/home/robin/tides", `cd /tmp/x && git --git-dir=/home/robin/tides/.git --work-tree=. commit -m b`, false},
		{"the work's repository, by git's flag", "/home/robin/tides", "/home/robin/tides", `cd /tmp/x && git -C /home/robin/tides commit -m b`, false},
		{"with redirections", "/home/robin/tides", "/home/robin/tides", `cd /tmp/x && git init &>/dev/null && git commit -qm b 2>&1 | tail -1`, true},
		{"a quote that does not end", "/home/robin/tides", "/home/robin/tides", `cd /tmp/x && git commit -m "b`, false},
		{"something of mktemp's beside it", "/home/robin/tides", "/home/robin/tides", `F=$(mktemp) && git log > $F && git commit -F $F`, false},
		{"no commit", "/home/robin/tides", "/home/robin/tides", `cd /tmp/try && git status`, false},
	} {
		s := Step{Target: c.command, Dir: c.dir}
		if got := s.CommitsElsewhere(c.home, nil); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestTrees: what was laid out of a repository that was there is no try, whichever call did it.
func TestTrees(t *testing.T) {
	commit := Step{Target: `cd /tmp/fix && git commit -am "Sort it"`, Dir: "/home/robin/tides"}
	for command, elsewhere := range map[string]bool{
		"git worktree add /tmp/fix -b fix":                     false,
		"cd /tmp && git -C /home/robin/tides worktree add fix": true, // /home/robin/tides/fix
		"D=/tmp/fix; git worktree add -b fix $D":               false,
		"git clone . /tmp/fix":                                 true,
		"cd /tmp/fix && git push":                              false,
		"git -C /tmp/fix push origin HEAD":                     false,
		"cd /tmp/fix && gh pr create --fill":                   false,
		"git push":                                             true,
		"git worktree add /tmp/other -b other":                 true,
		"git worktree list":                                    true,
		"mkdir /tmp/fix && git init /tmp/fix":                  true,
	} {
		trees := Trees(nil, []Step{{Target: command, Dir: "/home/robin/tides", Class: 1}})
		if got := commit.CommitsElsewhere("/home/robin/tides", trees); got != elsewhere {
			t.Errorf("%s: %v by %q", command, got, trees)
		}
	}
}

// TestElsewhereOfAnyText: what no shell would take has an answer too.
func TestElsewhereOfAnyText(t *testing.T) {
	pieces := []string{"cd ", "/tmp/x", "\n", "&&", "||", "|", "&", "(", ")", "$(", "`", "'", "\"", "\\", "git ", "-C ", "commit ", "worktree add ", "push", "D=", "$D", "${", "}", "..", "#", ";", ">", "<<E", "popd", "-", "if "}
	next := uint64(1)
	for range 20_000 {
		command := ""
		for range 12 {
			next = next*6364136223846793005 + 1442695040888963407
			command += pieces[next>>33%uint64(len(pieces))]
		}
		s := Step{Target: command + "\ngit commit -m x", Dir: "/home/robin/tides", Class: 1}
		s.CommitsElsewhere("/home/robin/tides", Trees(nil, []Step{s}))
	}
}
