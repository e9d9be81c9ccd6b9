package judge

import (
	"strings"
	"unicode"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// grounds answers whether a quote stands in the turn that it names. A turn's
// text is normalised once, and only where a quote names it.
type grounds struct {
	d     *conversation.Draft
	turns map[int]string
}

func newGrounds(d *conversation.Draft) *grounds { return &grounds{d: d, turns: map[int]string{}} }

// ground returns the quote as evidence, redacted, if it stands in its turn.
func (g *grounds) ground(q Quote, red Redactor) (fact.Evidence, bool) {
	if inside(q.Turn, g.d) == 0 || g.d.Turns[q.Turn-1].Abandoned {
		return fact.Evidence{}, false
	}
	if !q.Shown.IsZero() {
		return fact.Evidence{UUID: q.UUID, Turn: q.Turn, Line: q.Line, Quote: q.Shown.Clip(MaxQuote)}, true
	}
	want := squeeze(q.Text)
	if want == "" {
		return fact.Evidence{}, false
	}
	if !g.stands(q, want) {
		return fact.Evidence{}, false
	}
	text := shown(red, q.Text, MaxQuote, turnTexts(&g.d.Turns[q.Turn-1], q))
	if text.IsZero() {
		return fact.Evidence{}, false
	}
	return fact.Evidence{UUID: q.UUID, Turn: q.Turn, Line: q.Line, Quote: text}, true
}

// stands looks first in the one text that the quote's uuid names (which is
// what a judge inside the program gives), then in the whole turn.
func (g *grounds) stands(q Quote, want string) bool {
	t := &g.d.Turns[q.Turn-1]
	if q.UUID != "" {
		found := false
		eachText(t, func(uuid, text string) bool {
			if uuid == q.UUID && (strings.Contains(text, q.Text) || strings.Contains(squeeze(text), want)) {
				found = true
			}
			return !found
		})
		if found {
			return true
		}
	}
	all, ok := g.turns[q.Turn]
	if !ok {
		var b strings.Builder
		eachText(t, func(_, text string) bool {
			b.WriteString(squeeze(text))
			b.WriteByte('\n')
			return true
		})
		all = b.String()
		g.turns[q.Turn] = all
	}
	return strings.Contains(all, want)
}

// eachText calls f with every text of a turn until it returns false.
func eachText(t *conversation.Turn, f func(uuid, text string) bool) {
	if !f(t.UUID, t.Prompt) || (t.Plan != "" && !f(t.UUID, t.Plan)) {
		return
	}
	if t.Command != "" && !f(t.UUID, t.Command) {
		return
	}
	for i := range t.Says {
		if !f(t.Says[i].UUID, t.Says[i].Text) {
			return
		}
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if !f(s.UUID, s.Target) || !f(s.ResultUUID, s.Output) || !f(s.ResultUUID, s.Said) || !f(s.UUID, s.PlanText) {
			return
		}
		if s.Edit != nil {
			if s.Edit.Line != "" && !f(s.UUID, s.Edit.Line) || s.Edit.Gone != "" && !f(s.UUID, s.Edit.Gone) {
				return
			}
			for _, line := range s.Edit.More {
				if !f(s.UUID, line) {
					return
				}
			}
		}
		for _, name := range s.Files {
			if !f(s.UUID, name) {
				return
			}
		}
	}
	for i := range t.Marks {
		if !f(t.Marks[i].UUID, t.Marks[i].Text) {
			return
		}
	}
}

// squeeze makes every run of white space one space and trims.
func squeeze(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		if unicode.IsSpace(r) || r == '\uFEFF' || r == '\u200B' {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
