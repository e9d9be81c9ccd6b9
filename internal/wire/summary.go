package wire

import (
	"prism/internal/fact"
	"prism/internal/score"
)

// FromSummary turns a summary into its wire form. judge is the one that was asked
// for, so that it is told even when nothing was judged.
func FromSummary(s *score.Summary, judge Judge) Score {
	w := Score{
		Schema:            ScoreSchema,
		Score:             Figure(s.Score),
		Letter:            text(s.Letter),
		Crushed:           s.Crushed,
		Counted:           s.Counted,
		Interval:          interval(s.Interval),
		Window:            Window{Since: Instant(s.Window.Since), Until: Instant(s.Window.Until)},
		Provisional:       s.Provisional,
		Tokens:            ScoreTokens{FromTokens(s.Tokens, s.Nested.Total(), s.Cost.Began), s.Outside.Total()},
		CostUSD:           Figure(s.Cost.USD),
		CostUnpriced:      list(s.Cost.Unpriced),
		CostPerCrushedUSD: Figure(s.CostPerCrushed),
		CrushWeight:       Figure(s.CrushWeight),
		TokensPerTurn:     Figure(s.TokensPerTurn),
		Speed:             Speed{CrushedPerWeek: Figure(s.Speed.CrushedPerWeek)},
		PromptGrade:       Figure(s.Skill.Grade),
		ExclusionRate:     Figure(s.Trivia.Rate),
		Judge:             judge,
		Trend:             []Week{},
		Groups:            map[string][]Group{},
		Input:             FromInput(s.Input),
		Excluded: Excluded{
			BelowFloor: s.Excluded[fact.ExcludeFloor],
			NoIntent:   s.Excluded[fact.ExcludeNoIntent],
			Automated:  s.Excluded[fact.ExcludeAutomated],
			Pending:    s.Excluded[fact.ExcludePending],
			Error:      s.Excluded[fact.ExcludeError],
			Ungrounded: s.Excluded[fact.ExcludeUngrounded],
			OptedOut:   s.Excluded[fact.ExcludeOptedOut],
			Open:       s.Excluded[fact.ExcludeOpen],
		},
	}
	if s.Window.Zone != nil {
		w.Window.TZ = s.Window.Zone.String()
	}
	if t := s.Speed.TimeToCrush; t != nil {
		seconds := round(t.Seconds())
		w.Speed.TimeToCrushS = &seconds
	}
	for _, p := range s.Trend {
		w.Trend = append(w.Trend, Week{p.Key(), Figure(p.Score), p.Crushed, p.Counted})
	}
	for _, b := range s.Groups {
		groups := make([]Group, 0, len(b.Groups))
		for _, g := range b.Groups {
			groups = append(groups, Group{g.Key, Figure(g.Score), g.Crushed, g.Counted, interval(g.Interval), FromTokens(g.Tokens, g.Nested.Total(), g.Cost.Began), Figure(g.Cost.USD), list(g.Cost.Unpriced)})
		}
		w.Groups[b.By] = groups
	}
	return w
}

// FromInput is the wire form of what was read.
func FromInput(in fact.Input) Input {
	w := Input{in.Files, in.Conversations, in.Lines, in.Bytes, in.Skipped}
	if w.Skipped == nil {
		w.Skipped = map[string]int{}
	}
	return w
}

func interval(i *score.Interval) *[2]float64 {
	if i == nil {
		return nil
	}
	return &[2]float64{round(i.Lo), round(i.Hi)}
}
