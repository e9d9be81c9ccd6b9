package report

import (
	"fmt"
	"strings"

	"prism/internal/phrase"
	"prism/internal/score"
)

// Figure is one number with its name and what it means.
type Figure struct {
	Name, Value, Note string
	Code              string // one of the codes below
}

// What a Figure tells, for who leads on from it.
const (
	PerWeek       = "per_week"
	TimeToCrush   = "time_to_crush"
	CrushWeight   = "crush_weight"
	TokensPerTurn = "tokens_per_turn" //nolint:gosec // tokens of a model, no secret
	Cost          = "cost"
	TokensLanded  = "tokens_landed"
	PromptGrade   = "prompt_grade"
	ExclusionRate = "exclusion_rate"
)

// figures are the sub-metrics of the product reference, section 6.
func (r *Report) figures(in Input) {
	s := &in.Summary
	add := func(code, name, value, note string) {
		if value != "" && value != "—" {
			r.Figures = append(r.Figures, Figure{name, value, note, code})
		}
	}
	if v := s.Speed.CrushedPerWeek; v != nil {
		note := phrase.Band(score.SpeedBand(*v), "")
		if d := s.Speed.Delta; d != nil {
			note += fmt.Sprintf("; %s against the %s before (%s)", signed(d.By, 1), spanWord(s), phrase.Noise(*d, tenths))
		}
		add(PerWeek, "Crushed a week", fmt.Sprintf("%.1f", *v), note)
	}
	if d := s.Speed.TimeToCrush; d != nil {
		add(TimeToCrush, "Time to crush", phrase.Lasted(*d), "median, first prompt to last event")
	}
	if w := s.CrushWeight; w != nil {
		note := "tokens of a crushed session, median"
		if t := s.TokenTrend; t != nil {
			note += fmt.Sprintf("; %.2f × the %s before (95 %% interval %.2f to %.2f%s)", t.By, spanWord(s), t.Lo, t.Hi, chance(t.Lo <= 1 && t.Hi >= 1))
		}
		add(CrushWeight, "Crush Weight", phrase.Amount(int64(*w)), note)
	}
	if t := s.TokensPerTurn; t != nil {
		add(TokensPerTurn, "Tokens per turn", phrase.Output(int64(*t), s.Cost.Began), "input and output, without caches")
	}
	if cost := phrase.Spent(s.Cost, s.Tokens.Total()); cost != "—" || s.Cost.AtLeast() {
		var notes []string
		if s.Cost.USD == nil {
			cost = "unknown"
		}
		if s.CostPerCrushed != nil {
			notes = append(notes, phrase.AtLeast(s.CostPerCrushed, s.Cost.AtLeast())+" per crushed session")
		}
		if s.Cost.Began {
			notes = append(notes, "of some answers only the beginning was counted")
		}
		if len(s.Cost.Unpriced) > 0 {
			notes = append(notes, "no price is known for "+in.Clean(phrase.Unpriced(s.Cost.Unpriced)))
		}
		add(Cost, "Cost", cost, strings.Join(notes, "; "))
	}
	if v := s.CrushedShare; v != nil {
		add(TokensLanded, "Tokens that landed", fmt.Sprintf("%.0f %%", 100**v), "share of all tokens that went into crushed sessions")
	}
	if g := s.Skill.Grade; g != nil {
		note := fmt.Sprintf("%.0f of 100, %s", *g, phrase.Band(score.SkillBand(*g), ""))
		if d := s.Skill.Delta; d != nil {
			note += fmt.Sprintf("; %s against the %s before (%s)", signed(d.By, 0), spanWord(s), phrase.Noise(*d, tenths))
		}
		add(PromptGrade, "Prompt grade", s.Skill.Letter, note)
	}
	if t := s.Trivia.Rate; t != nil {
		add(ExclusionRate, "Exclusion rate", fmt.Sprintf("%.0f %%", 100**t), "sessions below the floor, "+phrase.Band(score.TriviaBand(100**t), " %"))
	}
}
