package timeline

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/transcript"
)

func change(file string, diff ...string) conversation.Step {
	return conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Target: file, Outcome: transcript.Done, Edit: &conversation.Edit{File: file, Diff: diff}}
}

// told is of a clone of the repository in /a, but for b's, which is in /clone.
func told(id string, steps ...conversation.Step) Telling {
	t := Telling{ID: id, Gate: gateOf(), Folder: "/a/lib", Roots: []string{"/a"}}
	if id == "b" {
		t.Folder, t.Roots = "/clone", []string{"/clone", "/a"}
	}
	for _, s := range steps {
		t.Turns = append(t.Turns, conversation.Turn{Prompt: "go on", Steps: []conversation.Step{s}})
	}
	return t
}

// lost are the lines of a file that count as undone.
func lost(lines ...string) (out []uint64) {
	for _, l := range lines {
		out = append(out, conversation.LineHash([]byte(l)))
	}
	return out
}

// The lines of the first that count as undone stand on both sides, marked, with the
// turns in which it happened; what says the same and does not count is not marked.
func TestUndone(t *testing.T) {
	first := told("a",
		change("/a/cart.go", "+func total(prices []float64) float64 {", "+	sum := 0.0", "+	for _, p := range prices {", "+		sum += p", "+	}", "+	return sum", "+}"),
		change("/a/other.go", "+	sum := totally(different, things)"))
	later := told("b",
		change("/a/read.go", "-	return sum of something"),
		change("/clone/cart.go", "-	for _, p := range prices {", "-		sum += p", "+	return fold(prices)", "-	sum := 0.0", "+	sum   :=   0.0"))
	got, err := Undone(first, later, Taken{"cart.go": lost("for _, p := range prices {")})
	if err != nil || len(got) != 1 {
		t.Fatalf("%+v %v", got, err)
	}
	u := got[0]
	if u.File != "cart.go" || u.Lines != 1 || len(u.Wrote) != 1 || len(u.Took) != 1 || u.Wrote[0].Turn != 1 || u.Took[0].Turn != 2 {
		t.Fatalf("%+v", u)
	}
	marked := func(i int) (list []string) {
		side := u.Wrote
		if i == 1 {
			side = u.Took
		}
		for _, l := range side[0].Lines {
			if l.Undone {
				list = append(list, l.Text)
			}
		}
		return list
	}
	if w, k := marked(0), marked(1); len(w) != 1 || w[0] != "+	for _, p := range prices {" || len(k) != 1 || k[0] != "-	for _, p := range prices {" {
		t.Errorf("%q, %q", w, k)
	}
	// Of lines that say the same as many are marked as count, the newest first.
	same := told("a", change("/a/t.go", "+	input := newInput()"), change("/a/t.go", "+	input := newInput()", "+	other := newOther()"))
	got, err = Undone(same, told("b", change("/clone/t.go", "-	input := newInput()", "-	other := newOther()"), change("/clone/u.go", "+	other := newOther()")), Taken{"t.go": lost("input := newInput()")})
	if err != nil || len(got) != 1 || got[0].Lines != 1 || len(got[0].Wrote) != 1 || got[0].Wrote[0].Turn != 2 {
		t.Fatalf("%+v %v", got, err)
	}
	// What a command took stands on the first's side alone; where nothing is on record,
	// nothing is told.
	got, err = Undone(same, told("b"), Taken{"t.go": lost("input := newInput()", "input := newInput()")})
	if err != nil || len(got) != 1 || len(got[0].Wrote) != 2 || len(got[0].Took) != 0 {
		t.Fatalf("%+v %v", got, err)
	}
	for name, taken := range map[string]Taken{"nothing counts": nil, "another file": {"shop.go": lost("for _, p := range prices {")}, "nothing of it": {"cart.go": lost("something(of, its, own)")}} {
		if got, err := Undone(first, later, taken); err != nil || len(got) != 0 {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
}

// Files of one name in several folders are several: neither are their lines taken for
// each other's, nor are they told as one.
func TestUndoneTellsFoldersApart(t *testing.T) {
	first := told("a",
		change("/a/api/index.ts", "+export const limit = 100"),
		change("/a/web/index.ts", "+export const limit = 100", "+export const theme = dark"),
		change("/a/.worktrees/x/lib/index.ts", "+export const worktree = folded"))
	later := told("b",
		change("/clone/web/index.ts", "-export const theme = dark"),
		change("/clone/jobs/index.ts", "-export const limit = 100"),
		change("lib/index.ts", "-export const worktree = folded"))
	got, err := Undone(first, later, Taken{"web/index.ts": lost("export const theme = dark"), "lib/index.ts": lost("export const worktree = folded")})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, u := range got {
		names = append(names, u.File)
		if u.Lines != 1 || len(u.Wrote) != 1 || len(u.Took) != 1 {
			t.Errorf("%s: %+v", u.File, u)
		}
	}
	if want := []string{"lib/index.ts", "web/index.ts"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	// What lies in no known folder is known by all of its path.
	got, err = Undone(Telling{Gate: first.Gate, Turns: first.Turns}, Telling{Gate: first.Gate, Turns: told("b", change("/elsewhere/web/index.ts", "-export const theme = dark")).Turns}, Taken{"/a/web/index.ts": lost("export const theme = dark")})
	if err != nil || len(got) != 1 || len(got[0].Wrote) != 1 || len(got[0].Took) != 0 {
		t.Errorf("%+v %v", got, err)
	}
}

// Where the gate hides a person's name in all paths, files are shown as the repository
// knows them nevertheless.
func TestUndoneShowsPathsInTheRepository(t *testing.T) {
	first, later := told("a", change("/home/robin/r/web/x.go", "+	the line of it")), told("b", change("/home/robin/r/web/x.go", "-	the line of it"))
	for _, x := range []*Telling{&first, &later} {
		x.Gate, x.Folder, x.Roots = gateOf("robin"), "/home/robin/r/web", []string{"/home/robin/r"}
	}
	got, err := Undone(first, later, Taken{"web/x.go": lost("the line of it")})
	if err != nil || len(got) != 1 || got[0].File != "web/x.go" {
		t.Errorf("%+v %v", got, err)
	}
}

// A path that holds a secret is not shown in pieces by which it is not known.
func TestUndoneGatesPaths(t *testing.T) {
	secret := "ghp_" + "x7Kq2mZpR4vN8sWcT1bYhL5dJ9fGaE3uQo6i"
	first, later := told("a", change("/a/"+secret+"/x.go", "+	the line of it")), told("b", change("/a/"+secret+"/x.go", "-	the line of it"))
	got, err := Undone(first, later, Taken{secret + "/x.go": lost("the line of it")})
	if err != nil || len(got) != 1 || strings.Contains(got[0].File, secret[4:]) {
		t.Errorf("%+v %v", got, err)
	}
}

// What is shown has passed the gate, also where a key stands over several lines; a change
// without end is cut round what counts.
func TestUndoneIsGated(t *testing.T) {
	pem := []string{"+-----BEGIN RSA PRIVATE KEY-----", "+" + strings.Repeat("MIIEowIBAAKCAQEA", 4), "+-----END RSA PRIVATE KEY-----"}
	long := make([]string, 0, 2000)
	for range 1000 {
		long = append(long, "+	another line of the same change")
	}
	first := told("a", change("/a/key.pem", pem...), change("/a/long.go", append(append(long, "+	the one that is taken out"), long...)...))
	later := told("b", change("/a/key.pem", "-"+pem[1][1:]), change("/a/long.go", "-	the one that is taken out"))
	got, err := Undone(first, later, Taken{"key.pem": lost(pem[1][1:]), "long.go": lost("the one that is taken out")})
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v %v", got, err)
	}
	for _, u := range got {
		for _, h := range append(u.Wrote, u.Took...) {
			if len(h.Lines) > 2*around+1 && u.File == "long.go" {
				t.Errorf("%d lines round one", len(h.Lines))
			}
			for _, l := range h.Lines {
				if strings.Contains(l.Text, "MIIEow") && u.File == "key.pem" && strings.HasPrefix(l.Text, "+") {
					t.Errorf("a key is shown: %q", l.Text)
				}
			}
		}
	}
}
