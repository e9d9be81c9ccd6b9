package conformance

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// fourthMutations gives what does not hold of a list of calls, each alone in a session.
func fourthMutations(t *testing.T, list, kind string) (failed []string, all int) {
	for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
		want, call, _ := strings.Cut(line, " ")
		n := 0
		if want == "M" {
			n = 1
		}
		all++
		for _, wrong := range runFourth(t, fourthCase{call, fmt.Sprintf("s0.floor.mutating_calls=%d", n), "> please do that one thing\n" + kind + " " + call + "\n| ok\n< Done."}) {
			failed = append(failed, line+": "+wrong)
		}
	}
	return failed, all
}

func fourthShifts(t *testing.T, list []fourthShift) (failed []string, all int) {
	for _, s := range list {
		all++
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
		for _, wrong := range runFourth(t, fourthCase{s.then, check, story}) {
			failed = append(failed, s.kind+": "+s.then+": "+wrong)
		}
	}
	return failed, all
}

func esc(s string) string { return strings.ReplaceAll(s, "\n", `\n`) }

func fourthStories(t *testing.T, list []fourthCase) (failed []string, all int) {
	for _, c := range list {
		all += len(strings.Split(c.checks, ";"))
		for _, wrong := range runFourth(t, c) {
			failed = append(failed, c.name+": "+wrong)
		}
	}
	return failed, all
}

func fourthReport(t *testing.T, name string, failed []string, all int) {
	t.Helper()
	t.Logf("%s: %d of %d failed", name, len(failed), all)
	for _, f := range failed {
		if os.Getenv("FOURTH_BAR") != "" {
			t.Error(f)
		} else {
			t.Log(f)
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
