package classic

import (
	"net/http"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/wire"
)

// scoreAnswer is GET /score (product reference 8.4). All that has nothing to count is
// null.
type scoreAnswer struct {
	Window       string           `json:"window"`
	PrismScore   *float64         `json:"prism_score"`
	LetterGrade  *string          `json:"letter_grade"`
	PersonalTier *string          `json:"personal_tier"`
	CrushedCount int              `json:"crushed_count"`
	TotalCount   int              `json:"total_count"`
	CrushWeight  *float64         `json:"crush_weight"`
	Sparkline    [points]*float64 `json:"sparkline"`
}

func scoreOf(lib Library, r *http.Request) (any, error) {
	w, err := asked(r)
	if err != nil {
		return nil, err
	}
	sum, err := current(r, lib, w)
	if err != nil {
		return nil, err
	}
	return scored(lib, r, w, sum)
}

func scored(lib Library, r *http.Request, w window, sum *score.Summary) (*scoreAnswer, error) {
	line, err := sparkline(r, lib, w)
	if err != nil {
		return nil, err
	}
	a := &scoreAnswer{Window: w.name, PrismScore: wire.Figure(sum.Score), LetterGrade: text(sum.Letter),
		PersonalTier: band(sum.Score, score.TierBand), CrushedCount: sum.Crushed, TotalCount: sum.Counted, CrushWeight: wire.Figure(sum.CrushWeight)}
	for i := range line {
		a.Sparkline[i] = wire.Figure(line[i].Score)
	}
	return a, nil
}

// speedAnswer is GET /speed (product reference 8.4, 6.1).
type speedAnswer struct {
	Window           string      `json:"window"`
	CSPW             int         `json:"cspw"`
	DeltaCSPW        int         `json:"delta_cspw"`
	TTCMedianSeconds *float64    `json:"ttc_median_seconds"`
	Sparkline        [points]int `json:"sparkline"`
}

func speedOf(lib Library, r *http.Request) (any, error) {
	w, err := asked(r)
	if err != nil {
		return nil, err
	}
	sum, err := current(r, lib, w)
	if err != nil {
		return nil, err
	}
	return sped(lib, r, w, sum)
}

func sped(lib Library, r *http.Request, w window, sum *score.Summary) (*speedAnswer, error) {
	line, err := sparkline(r, lib, w)
	if err != nil {
		return nil, err
	}
	a := &speedAnswer{Window: w.name, CSPW: sum.Crushed, DeltaCSPW: line[points-1].Crushed - line[points-2].Crushed}
	for i := range line {
		a.Sparkline[i] = line[i].Crushed
	}
	if t := sum.Speed.TimeToCrush; t != nil {
		seconds := t.Seconds()
		a.TTCMedianSeconds = wire.Figure(&seconds)
	}
	return a, nil
}

// tokensAnswer is GET /tokens. Its shape is not public; the figures are (product
// reference 6.3).
type tokensAnswer struct {
	Window       string      `json:"window"`
	CrushWeight  *float64    `json:"crush_weight"`
	Band         *string     `json:"band"`
	TET          *float64    `json:"tet"`
	TPT          *float64    `json:"tpt"`
	CPCS         *float64    `json:"cpcs_usd"`
	CrushedShare *float64    `json:"crushed_token_share"`
	TokenMix     wire.Tokens `json:"token_mix"`
}

func tokensOf(lib Library, r *http.Request) (any, error) {
	w, err := asked(r)
	if err != nil {
		return nil, err
	}
	sum, err := current(r, lib, w)
	if err != nil {
		return nil, err
	}
	return spent(w, sum), nil
}

func spent(w window, sum *score.Summary) *tokensAnswer {
	a := &tokensAnswer{Window: w.name, CrushWeight: wire.Figure(sum.CrushWeight), Band: band(sum.CrushWeight, score.TokensBand), TPT: wire.Figure(sum.TokensPerTurn),
		CPCS: wire.Figure(sum.CrushedCost), CrushedShare: wire.Figure(sum.CrushedShare), TokenMix: wire.FromTokens(sum.Tokens, sum.Nested.Total(), sum.Cost.Began)}
	if t := sum.TokenTrend; t != nil {
		a.TET = wire.Figure(&t.By)
	}
	return a
}

// skillAnswer is GET /skill. Its shape is not public; the figures are (product
// reference 6.2).
type skillAnswer struct {
	Window      string       `json:"window"`
	APG         *float64     `json:"apg"`
	DeltaAPG    *float64     `json:"delta_apg"`
	LetterGrade *string      `json:"letter_grade"`
	Band        *string      `json:"band"`
	WorstPillar *string      `json:"worst_pillar"`
	Pillars     []wire.Check `json:"pillars"`
	Checks      []wire.Check `json:"checks"`
}

// worstOver is over how many days the worst pillar is found, whatever the window
// (product reference 6.2).
const worstOver = 30

func skillOf(lib Library, r *http.Request) (any, error) {
	w, err := asked(r)
	if err != nil {
		return nil, err
	}
	sum, err := current(r, lib, w)
	if err != nil {
		return nil, err
	}
	return skilled(lib, r, w, sum)
}

func skilled(lib Library, r *http.Request, w window, sum *score.Summary) (*skillAnswer, error) {
	_, tomorrow := score.Begin("day", lib.Now(), lib.Now().Location())
	month, err := summary(r, lib, tomorrow.AddDate(0, 0, -worstOver), tomorrow)
	if err != nil {
		return nil, err
	}
	sk := &sum.Skill
	a := &skillAnswer{Window: w.name, APG: wire.Figure(sk.Grade), LetterGrade: text(sk.Letter), Band: band(sk.Grade, score.SkillBand), WorstPillar: text(month.Skill.WorstPillar),
		Pillars: wire.FromRates(sk.Pillars), Checks: wire.FromRates(sk.Checks)}
	if sk.Delta != nil {
		a.DeltaAPG = wire.Figure(&sk.Delta.By)
	}
	return a, nil
}

// triviaPart is the trivia of a report.
type triviaPart struct {
	ExclusionRate *float64       `json:"exclusion_rate"`
	Excluded      int            `json:"excluded_sub_sessions"`
	Total         int            `json:"total_sub_sessions"`
	Reasons       []wire.Trivium `json:"reasons"`
}

func trifled(sum *score.Summary) triviaPart {
	return triviaPart{wire.Figure(sum.Trivia.Rate), sum.Excluded[fact.ExcludeFloor], sum.Sessions, wire.FromReasons(sum.Trivia.Reasons)}
}

// band is the word for a figure, null without one.
func band(x *float64, of func(float64) score.Band) *string {
	if x == nil {
		return nil
	}
	return text(phrase.Spoken(of(*x).Name))
}

// text is a string, null where it is empty.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
