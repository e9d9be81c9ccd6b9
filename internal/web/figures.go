package web

import (
	"cmp"
	"fmt"
	"slices"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
)

// figuresFill fills the pages of one figure each: what was found, in a sentence, the
// numbers behind it, and the sessions behind these.
type figuresFill struct {
	Sum     *score.Summary
	Finding string
	Tiles   []tile
	Bars    []bar
	BarsOf  string
	Note    string // on the bars; "" none
	Tables  []group
	Rows    []row
	RowsOf  string
	All     string // the whole list behind the page
}

// tile is one figure with its meaning.
type tile struct{ Name, Value, More string }

// bar is a share with its name and how many stand behind it.
type bar struct {
	Name, Value, More string
	Share             float64 // 0–1
	To                string
}

func summary(r *request, by ...string) (*score.Summary, error) {
	sum, err := r.lib.Summary(r.Context(), r.query.options(by...), r.query.filter(), r.query.words())
	return &sum, err
}

func speedPage(r *request) (answer, error) {
	sum, err := summary(r)
	if err != nil {
		return answer{}, err
	}
	p := &figuresFill{Sum: sum, All: r.query.To("/sessions", "crushed", "yes")}
	sp := sum.Speed
	switch {
	case sum.Crushed == 0:
		p.Finding = "No session of this time crushed, so there is no speed to tell."
	case sp.TimeToCrush != nil:
		p.Finding = fmt.Sprintf("Half of %s took no longer than %s from the first prompt to the last event.", phrase.Count(sum.Crushed, "crushed session", "crushed sessions"), phrase.Lasted(*sp.TimeToCrush))
	}
	perWeek := tile{"crushed a week", orDash(sp.CrushedPerWeek, func(x float64) string { return fmt.Sprintf("%.1f", x) }), ""}
	if sp.Delta != nil {
		perWeek.More = fmt.Sprintf("%+.1f a week against the same time before: %s", sp.Delta.By, verdictOn(sp.Delta))
	}
	p.Tiles = append(p.Tiles, perWeek)
	if sp.TimeToCrush != nil {
		p.Tiles = append(p.Tiles, tile{"time to crush", phrase.Lasted(*sp.TimeToCrush), "median over crushed sessions"})
	}
	yes := true
	f := r.query.filter()
	f.Crushed = &yes
	list, err := r.lib.First(r.Context(), f, r.query.words(), store.Order{}, 10)
	if err != nil {
		return answer{}, err
	}
	p.RowsOf = "The latest that crushed"
	for _, s := range list {
		p.Rows = append(p.Rows, rowOf(r, s))
	}
	return answer{page: "figures", fill: p, title: "Speed"}, nil
}

// verdictOn says of a change one of two words.
func verdictOn(c *score.Change) string {
	if c.Noise() {
		return "within noise"
	}
	return "clear"
}

func tokensPage(r *request) (answer, error) {
	sum, err := summary(r, "model", "repo", "intent")
	if err != nil {
		return answer{}, err
	}
	t := sum.Tokens
	p := &figuresFill{Sum: sum, All: r.query.To("/sessions", "sort", "tokens")}
	p.Finding = "No tokens were used in this time."
	if t.Total() > 0 {
		p.Finding = fmt.Sprintf("%s tokens for %s", phrase.Output(t.Total(), sum.Cost.Began), phrase.AtLeast(sum.Cost.USD, sum.Cost.AtLeast()))
		if sum.CrushedShare != nil {
			p.Finding += fmt.Sprintf("; %s of the tokens went into sessions that crushed", phrase.Percent(*sum.CrushedShare))
		}
		p.Finding += "."
	}
	p.Tiles = []tile{
		{"cost per crushed session", phrase.AtLeast(sum.CostPerCrushed, sum.Cost.AtLeast()), "what did not land is paid for, too"},
		{"crush weight", orDash(sum.CrushWeight, func(x float64) string { return phrase.Amount(int64(x)) }), "median tokens of a crushed session"},
		{"tokens per turn", orDash(sum.TokensPerTurn, func(x float64) string { return phrase.Output(int64(x), sum.Cost.Began) }), "input and output"},
	}
	if w := sum.Weights; w != nil {
		p.Tiles[1].More += fmt.Sprintf("; the middle half lies between %s and %s", phrase.Amount(int64(w.Quarter)), phrase.Amount(int64(w.Most)))
	}
	if len(sum.Cost.Unpriced) > 0 {
		p.Tiles[0].More += "; without a price: " + clean(phrase.Unpriced(sum.Cost.Unpriced))
	}
	if sum.Cost.Began {
		p.Note = phrase.Began
	}
	p.BarsOf = "Where the tokens went"
	for _, x := range [...]struct {
		name string
		n    int64
	}{{"read from the cache", t.CacheRead}, {"written to the cache", t.CacheWrite()}, {"input", t.Input}, {"output", t.Output}} {
		p.Bars = append(p.Bars, bar{Name: x.name, Value: phrase.Output(x.n, sum.Cost.Began && x.name == "output"), Share: float64(x.n) / float64(max(t.Total(), 1))})
	}
	for _, b := range sum.Groups {
		slices.SortStableFunc(b.Groups, func(a, b score.Group) int { return cmp.Compare(b.Tokens.Total(), a.Tokens.Total()) })
		p.Tables = append(p.Tables, groupOf(r, b))
	}
	list, err := r.lib.First(r.Context(), r.query.filter(), r.query.words(), store.Order{By: store.ByCost}, 5)
	if err != nil {
		return answer{}, err
	}
	p.RowsOf = "The dearest"
	for _, s := range list {
		p.Rows = append(p.Rows, rowOf(r, s))
	}
	return answer{page: "figures", fill: p, title: "Tokens"}, nil
}

func triviaPage(r *request) (answer, error) {
	sum, err := summary(r)
	if err != nil {
		return answer{}, err
	}
	p := &figuresFill{Sum: sum, All: r.query.To("/sessions", "excluded", string(fact.ExcludeFloor))}
	below := sum.Excluded[fact.ExcludeFloor]
	p.Finding = "There is no session in this time."
	if sum.Trivia.Rate != nil {
		p.Finding = fmt.Sprintf("%s of %s stayed below the floor (%s): fewer than 3 turns, less than 10 net lines, and nothing changed.", phrase.Grouped(int64(below)), phrase.Count(sum.Sessions, "session", "sessions"), phrase.Percent(*sum.Trivia.Rate))
	}
	p.BarsOf = "What they lack"
	for _, x := range sum.Trivia.Reasons {
		p.Bars = append(p.Bars, bar{Name: phrase.Spoken(x.Name), Value: phrase.Grouped(int64(x.Sessions)), Share: float64(x.Sessions) / float64(max(below, 1)), To: p.All})
	}
	f := r.query.filter()
	f.Excluded = fact.ExcludeFloor
	list, err := r.lib.First(r.Context(), f, r.query.words(), store.Order{}, 10)
	if err != nil {
		return answer{}, err
	}
	p.RowsOf = "The latest of them"
	for _, s := range list {
		p.Rows = append(p.Rows, rowOf(r, s))
	}
	return answer{page: "figures", fill: p, title: "Trivia"}, nil
}

func aboutPage(r *request) (answer, error) {
	return answer{page: "about", fill: trust(r), title: "How it is counted"}, nil
}

func componentsPage(*request) (answer, error) {
	return answer{page: "components", fill: nil, title: "Components"}, nil
}
