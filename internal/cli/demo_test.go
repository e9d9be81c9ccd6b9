package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/cli/job"
	"prism/internal/wire"
)

// call runs prism in this process and returns its exit code and output.
func call(t *testing.T, args ...string) (code int, out, notes string) {
	t.Helper()
	var o, n bytes.Buffer
	env := []string{"HOME=" + t.TempDir(), "PRISM_HOME=" + t.TempDir(), "PRISM_TZ=UTC"}
	code = Run(context.Background(), args, env, strings.NewReader(""), &o, &n)
	return code, o.String(), n.String()
}

// The samples show every kind of thing that prism tells: what they are there for.
func TestDemoShowsEverything(t *testing.T) {
	t.Parallel()
	code, out, notes := call(t, "sessions", "--demo", "--json")
	if code != job.CodeDone {
		t.Fatalf("exit code %d: %s", code, notes)
	}
	var list []wire.Session
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, s := range list {
		why := ""
		if s.ExcludedBy != nil {
			why = *s.ExcludedBy
		}
		seen["excluded "+why]++
		if len(s.Conversations) > 1 {
			seen["several conversations"]++
		}
		if len(s.Rework.By) > 0 && s.GoalComplete != nil && *s.GoalComplete && !s.Crushed {
			seen["reworked"]++
		}
		if s.Crushed {
			seen["crushed"]++
		} else if s.Counted {
			seen["not crushed"]++
		}
		if s.Intent != nil {
			seen["intent "+*s.Intent]++
		}
		seen["repo "+s.Repo]++
		seen["code "+s.Languages.Code]++
		seen["prompt "+s.Languages.Prompt]++
	}
	want := []string{
		"excluded ", "excluded below_floor", "excluded no_intent", "excluded automated", "several conversations", "reworked", "crushed", "not crushed",
		"repo tideline", "repo hollyhock", "repo larkspur", "code go", "code typescript", "code python", "prompt en", "prompt de", "prompt ja",
	}
	for _, w := range want {
		if seen[w] == 0 {
			t.Errorf("no session is %q; there are %v", w, slices.Sorted(maps.Keys(seen)))
		}
	}
	if seen["several conversations"] != 2 {
		t.Errorf("%d sessions run over several conversations, want the plan handed on and the one joined after /clear", seen["several conversations"])
	}
}

// The samples never touch the store, and leave nothing in the temporary folder.
func TestDemoLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	home := t.TempDir()
	var o, n bytes.Buffer
	if code := Run(context.Background(), []string{"score", "--demo"}, []string{"PRISM_HOME=" + home}, strings.NewReader(""), &o, &n); code != job.CodeDone {
		t.Fatalf("exit code %d: %s", code, n.String())
	}
	for _, dir := range []string{tmp, home} {
		if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) > 0 {
			t.Errorf("left in %s: %v %v", dir, left, err)
		}
	}
}

// Options that only change the form change no figure.
func TestSurfacesAgree(t *testing.T) {
	t.Parallel()
	_, out, _ := call(t, "score", "--demo", "--json", "--by", "repo")
	var w wire.Score
	if err := json.Unmarshal([]byte(out), &w); err != nil {
		t.Fatal(err)
	}
	var sessions []wire.Session
	_, out, _ = call(t, "sessions", "--demo", "--json")
	if err := json.Unmarshal([]byte(out), &sessions); err != nil {
		t.Fatal(err)
	}
	counted, crushed, tokens := 0, 0, w.Tokens.OutsideSessions
	for _, s := range sessions {
		tokens += s.Tokens.Total
		if s.Counted {
			counted++
		}
		if s.Crushed {
			crushed++
		}
	}
	if counted != w.Counted || crushed != w.Crushed || tokens != w.Tokens.Total {
		t.Errorf("sessions say %d of %d and %d tokens, the score %d of %d and %d", crushed, counted, tokens, w.Crushed, w.Counted, w.Tokens.Total)
	}
	groups := 0
	for _, g := range w.Groups["repo"] {
		groups += g.Counted
	}
	if groups != w.Counted {
		t.Errorf("groups count %d, the score %d", groups, w.Counted)
	}
}

func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full")
	}
	defer full.Close()
	for _, args := range [][]string{{"score", "--demo"}, {"score", "--demo", "--json"}, {"sessions", "--demo", "--csv"}, {"report", "--demo"}} {
		var n bytes.Buffer
		if code := Run(context.Background(), args, []string{"HOME=" + t.TempDir()}, strings.NewReader(""), full, &n); code != job.CodeFailed || !strings.Contains(n.String(), "no space") {
			t.Errorf("%v: exit code %d, %q", args, code, n.String())
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var o, n bytes.Buffer
	code := Run(ctx, []string{"score", "--demo"}, []string{"HOME=" + t.TempDir()}, strings.NewReader(""), &o, &n)
	if code != job.CodeFailed || !strings.Contains(n.String(), "interrupted") {
		t.Errorf("exit code %d, %q", code, n.String())
	}
}

func TestListsAreOrderedByEnd(t *testing.T) {
	if got := sortKeys()[0]; got != "ended" {
		t.Errorf("the order nobody asked for is by %s", got)
	}
}
