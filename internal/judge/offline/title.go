package offline

import (
	"strings"

	"prism/internal/judge"
)

// label gives a session its title and summary.
func label(v *view, op judge.Opinion) (title, summary string) {
	for i := range v.a.turns {
		t := &v.a.turns[i]
		if t.trivial {
			continue
		}
		title = head(t.turn.Prompt)
		if t.turn.Plan != "" {
			title = planHeading(t.turn.Plan)
		}
		break
	}
	summary = title
	if v.end.say != nil {
		summary += ". " + head(v.end.say.Text)
	}
	return strings.TrimSpace(title), strings.TrimSpace(summary)
}
