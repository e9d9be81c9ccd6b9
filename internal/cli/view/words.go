package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/term"
)

// USD shows an amount of money that may be very small.
func USD(v float64) string {
	if v > 0 && v < 0.1 {
		return fmt.Sprintf("$%.4f", v)
	}
	return fmt.Sprintf("$%.2f", v)
}

// unjudged says why a session above the floor has no verdict, "" where it has one.
func unjudged(s *fact.Session) string {
	if s.Floor.Passed && (s.Verdict.Status == fact.JudgePending || s.Verdict.Status == fact.JudgeError) {
		return s.Verdict.Reason
	}
	return ""
}

// because lists reasons with how often each came; one alone needs no number.
func because(reasons map[string]int) string {
	words := slices.Sorted(maps.Keys(reasons))
	if len(words) == 0 {
		return ""
	}
	if len(words) > 1 {
		for i, w := range words {
			words[i] = fmt.Sprintf("%s (%d)", w, reasons[w])
		}
	}
	return ": " + strings.Join(words, ", ")
}

// OnlyWords names the filters that a figure is of, "" for none.
func OnlyWords(j *job.Job) string {
	if words := j.FilterWords(); words != "" {
		return "Only " + term.Clean(words) + "."
	}
	return ""
}

// OwnWords tells in how many sessions the person's word stands for the judge's.
func OwnWords(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("In %s your own label stands for the judge's word.", phrase.Count(n, "session", "sessions"))
}

// standIns tells how many verdicts are of a judge that stands in, "" for none.
func standIns(j *job.Job, n int) string {
	if n == 0 {
		return ""
	}
	name, _ := j.Judge()
	return fmt.Sprintf("The offline judge stands in for %s that %s has no verdict of.", phrase.Count(n, "session", "sessions"), name)
}
