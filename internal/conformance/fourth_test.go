package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// fourthTogether runs stories that each ask for sessions alone in one go, every one in a
// repository of its own, and gives the failed checks of each.
func fourthTogether(t *testing.T, cases []fourthCase) [][]string {
	t.Helper()
	dir := t.TempDir()
	place := map[string]int{}
	for i, c := range cases {
		b := newFourthBuilder(dir)
		b.salt, b.home = uint32(i+1), fmt.Sprintf("/home/dev/case%d", i)
		if err := b.tell(c.story); err != nil {
			t.Fatal(err)
		}
		place[fmt.Sprintf("case%d", i)] = i
	}
	var all []any
	if err := json.Unmarshal(prism(t, "sessions", "--json", "--no-store", dir), &all); err != nil {
		t.Fatal(err)
	}
	of := make([][]any, len(cases))
	for _, s := range all {
		i := place[s.(map[string]any)["repo"].(string)]
		of[i] = append(of[i], s)
	}
	out := make([][]string, len(cases))
	for i, c := range cases {
		slices.SortStableFunc(of[i], fourthOrder)
		for check := range strings.SplitSeq(c.checks, "; ") {
			if ok, got := fourthHolds(check, of[i], nil); !ok {
				out[i] = append(out[i], fmt.Sprintf("%s (is %s)", check, got))
			}
		}
	}
	return out
}

func fourthOrder(a, b any) int {
	return strings.Compare(fmt.Sprint(a.(map[string]any)["started_at"]), fmt.Sprint(b.(map[string]any)["started_at"]))
}

// fourthMutations gives what does not hold of a list of calls, each alone in a session.
func fourthMutations(t *testing.T, list, kind string) (failed []string, all int) {
	var cases []fourthCase
	for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
		want, call, _ := strings.Cut(line, " ")
		n := 0
		if want == "M" {
			n = 1
		}
		cases = append(cases, fourthCase{line, fmt.Sprintf("s0.floor.mutating_calls=%d", n), "> please do that one thing\n" + kind + " " + call + "\n| ok\n< Done."})
	}
	return fourthStories(t, fourthPart(cases))
}

// fourthPart is what is done by default of many that are told alike: those with the same
// expectation, and among commands of the same program, ask for the same.
func fourthPart(cases []fourthCase) []fourthCase {
	about := func(c fourthCase) string {
		words := strings.Fields(c.name)
		return c.checks + " " + strings.Join(words[:min(2, len(words))], " ")
	}
	return part(cases, about, func(fourthCase) fourthCase { return fourthCase{} })
}

func fourthShifts(t *testing.T, list []fourthShift) (failed []string, all int) {
	var cases []fourthCase
	for _, s := range list {
		check := "n=1"
		if s.kind == "announced" || s.kind == "plain" {
			check = "n=2"
		}
		story := "> " + esc(s.first) + "\n"
		if s.file != "" {
			story += "e " + s.file + "\n*6 one\n"
		}
		story += "< " + s.reply + "\n> " + esc(s.then) + "\n"
		if s.file2 != "" {
			story += "e " + s.file2 + "\n*6 two\n"
		}
		story += "< " + s.end
		cases = append(cases, fourthCase{s.kind + ": " + s.then, check, story})
	}
	return fourthStories(t, cases)
}

func esc(s string) string { return strings.ReplaceAll(s, "\n", `\n`) }

func fourthStories(t *testing.T, list []fourthCase) (failed []string, all int) {
	var together []fourthCase
	wrongs := make([][]string, len(list))
	t.Run("read", func(t *testing.T) {
		for i, c := range list {
			all += len(strings.Split(c.checks, ";"))
			if !strings.Contains(c.checks, "[") && !strings.Contains(c.checks, "score") && !strings.Contains(c.story, "cwd=") && !strings.Contains(c.story, "/home/dev/app") {
				together = append(together, c)
				continue
			}
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				wrongs[i] = runFourth(t, c)
			})
		}
	})
	for i, wrong := range fourthTogether(t, together) {
		for _, w := range wrong {
			failed = append(failed, together[i].name+": "+w)
		}
	}
	for i, wrong := range wrongs {
		for _, w := range wrong {
			failed = append(failed, list[i].name+": "+w)
		}
	}
	return failed, all
}

// fourthKnown are the checks of these sets that fail today. It only ever shrinks.
var fourthKnown = map[string]bool{
	"plain: Generate random test customers with plausible names and addresses as CSV": true, // customers for tests sound like tests of the work before
}

// fourthReport fails for what is not known to fail.
func fourthReport(t *testing.T, name string, failed []string, all int) {
	t.Helper()
	t.Logf("%s: %d of %d failed", name, len(failed), all)
	for _, f := range failed {
		known := false
		for k := range fourthKnown {
			known = known || strings.HasPrefix(f, k)
		}
		if !known {
			t.Error(f)
		}
	}
}

func TestFourthA(t *testing.T) {
	f, n := fourthMutations(t, fourthACommands, "$")
	fourthReport(t, "commands", f, n)
	f, n = fourthMutations(t, fourthAWindows, "ps")
	fourthReport(t, "powershell", f, n)
	f, n = fourthMutations(t, fourthATools, "T")
	fourthReport(t, "tools", f, n)
	f, n = fourthShifts(t, fourthAShifts)
	fourthReport(t, "shifts", f, n)
	f, n = fourthStories(t, fourthACases)
	fourthReport(t, "stories", f, n)
}
