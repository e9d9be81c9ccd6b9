package report

import (
	"fmt"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
)

// findings are the few sentences that a reader with no time should take away.
func (r *Report) findings(s *score.Summary, missed, reworked []*fact.Session) {
	if s.Counted == 0 {
		return
	}
	add := func(format string, args ...any) { r.Findings = append(r.Findings, fmt.Sprintf(format, args...)) }
	not := s.Counted - s.Crushed - s.Reworked
	switch text, n := commonest(s.Missed); {
	case not == 1 && n == 1:
		add("One session did not land: %s.", text)
	case n > 1:
		add("%d sessions did not land; most often (%d): %s.", not, n, text)
	}
	if lost := lostTokens(missed) + lostTokens(reworked); lost > 0 && s.Tokens.Total() > 0 {
		if share := float64(lost) / float64(s.Tokens.Total()); share >= 0.05 {
			add("%.0f %% of all tokens (%s) went into sessions that did not land or were undone.", 100*share, phrase.Amount(lost))
		}
	}
	if s.Reworked > 0 {
		add("What %s had landed was taken out again later.", phrase.Count(s.Reworked, "session", "sessions"))
	}
	if worst := weakest(s.Groups); worst != "" {
		add("%s", worst)
	}
	if c := s.Skill.LeastPractised(); c != nil {
		add("Least practised in prompts: %s (%d of %d). %s", phrase.Spoken(c.Name), c.Hits, c.Applicable, Habit(c.Name))
	}
}

func lostTokens(list []*fact.Session) int64 {
	var n int64
	for _, s := range list {
		n += score.Tokens(s).Total()
	}
	return n
}

// commonest is the most frequent reason for not landing, in words, of counts by
// fact.Verdict.Miss: several of these may be told by the same words.
func commonest(missed map[string]int) (string, int) {
	n := map[string]int{}
	for miss, k := range missed {
		n[phrase.MissedFor(miss)] += k
	}
	best := ""
	for k, v := range n {
		if best == "" || v > n[best] || v == n[best] && k < best {
			best = k
		}
	}
	return best, n[best]
}

// enough is how many sessions a group needs before a sentence is made of it.
const enough = 3

// weakest says which kind of work lands least, where that stands out.
func weakest(groups []score.Breakdown) string {
	for _, b := range groups {
		if b.By != "intent" || len(b.Groups) < 2 {
			continue
		}
		var low *score.Group
		for i := range b.Groups {
			g := &b.Groups[i]
			if g.Counted >= enough && g.Score != nil && (low == nil || *g.Score < *low.Score) {
				low = g
			}
		}
		if low != nil && *low.Score < 60 {
			return sentence(fmt.Sprintf("%s lands least: %d of %d.", phrase.A(fact.Intent(low.Key)), low.Crushed, low.Counted))
		}
	}
	return ""
}

// Habit is one sentence of advice for each check of the rubric.
func Habit(check string) string {
	switch check {
	case "goal_explicit":
		return "Say what shall be seen or measured when it is done."
	case "scope_bounded":
		return "Name the files or the part that may be touched."
	case "references_concrete":
		return "Name files, lines or functions that the agent can open."
	case "context_sufficient":
		return "Paste the error, the example, the log that is meant."
	case "verification_requested":
		return "Ask for the test or the command that shows that it works."
	case "root_cause_oriented":
		return "Ask for the cause before the fix."
	case "plan_first":
		return "Begin larger work with a plan to agree on."
	}
	return ""
}
