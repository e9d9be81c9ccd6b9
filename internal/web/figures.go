package web

import (
	"cmp"
	"slices"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/web/chart"
	"prism/internal/web/page"
)

// figuresFill fills the pages of one figure each: what was found, in a sentence, the
// numbers behind it, and the sessions behind these.
type figuresFill struct {
	Sum      *score.Summary
	Finding  string
	Tiles    []tile
	Bars     []bar
	BarsOf   string
	Note     string // on the bars; "" none
	Unpriced []bar  // the models without a price, where a tile names only some of them
	Tables   []group
	Chart    chart.Chart
	Rows     []page.Row
	RowsOf   string
	All      string // the whole list behind the page
}

// tile is one figure with its meaning.
type tile struct {
	Name, Value, More string
	To                string // the sessions behind it; "" nowhere
}

// bar is a share with its name and how many stand behind it.
type bar struct {
	Name, Value string
	Share       float64 // 0–1
	To          string
}

// What the score's page and that of tokens are broken down by.
func ofScore() []string  { return []string{"intent", "repo", "branch", "language", "model", "person"} }
func ofTokens() []string { return []string{"model", "repo", "intent"} }

// Kinds are what the scores of the pages are broken down by where the address asks for
// nothing, those of the first page first: who works these out beforehand has the pages
// find what days came to.
func Kinds() [][]string {
	units := []string{chart.ByDay, chart.ByWeek, chart.ByMonth}
	return [][]string{slices.Concat(ofScore(), units), units, nil, ofTokens()}
}

func summary(r *page.Request, by ...string) (*score.Summary, error) {
	sum, err := r.Lib.Summary(r.Context(), r.Query.Options(by...), r.Query.Filter(), r.Query.Words())
	return &sum, err
}

// latest lists the latest ten of the sessions that pass a filter, n in all. Where there is
// none, nothing is looked for: it would be in every day.
func (p *figuresFill) latest(r *page.Request, f store.Filter, n int) error {
	if n == 0 {
		return nil
	}
	list, err := r.Lib.First(r.Context(), f, r.Query.Words(), store.Order{}, 10)
	r.Beside(list)
	for _, s := range list {
		p.Rows = append(p.Rows, page.RowOf(r, s))
	}
	return err
}

// verdictOn says of a change one of two words.
func verdictOn(l *locale.Locale, c *score.Change) string {
	if c.Noise() {
		return l.Say("within noise")
	}
	return l.Say("clear")
}

func tokensPage(r *page.Request) (page.Answer, error) {
	sum, err := summary(r, ofTokens()...)
	if err != nil {
		return page.Answer{}, err
	}
	t := sum.Tokens
	p := &figuresFill{Sum: sum, All: r.Query.To("/sessions", "sort", "tokens")}
	p.Finding = r.Say("No tokens were used in this time.")
	if t.Total() > 0 {
		tokens, cost := page.Output(r.Locale, t.Total(), sum.Cost.Began), r.AtLeast(sum.Cost.USD, sum.Cost.AtLeast())
		p.Finding = r.Say("{tokens} tokens for {cost}.", tokens, cost)
		if sum.CrushedShare != nil {
			p.Finding = r.Say("{tokens} tokens for {cost}; {share} of the tokens went into sessions that crushed.", tokens, cost, r.Percent(*sum.CrushedShare))
		}
	}
	each := sum.Cost
	each.USD = sum.CostPerCrushed
	p.Tiles = []tile{
		{r.Say("cost per crushed session"), page.Spent(r.Locale, each, t.Total()), r.Say("what did not land is paid for, too"), r.Query.To("/sessions", "sort", "cost")},
		{r.Say("crush weight"), orDash(sum.CrushWeight, func(x float64) string { return r.Amount(int64(x)) }), r.Say("median tokens of a crushed session"), r.Query.To("/sessions", "crushed", "yes", "sort", "tokens")},
		{r.Say("tokens per turn"), orDash(sum.TokensPerTurn, func(x float64) string { return page.Output(r.Locale, int64(x), sum.Cost.Began) }), r.Say("input and output"), p.All},
	}
	if w := sum.Weights; w != nil {
		p.Tiles[1].More += r.Say("; the middle half lies between {low} and {high}", r.Amount(int64(w.Quarter)), r.Amount(int64(w.Most)))
	}
	if len(sum.Cost.Unpriced) > 0 {
		if len(sum.Cost.Unpriced) <= phrase.UnpricedNamed {
			p.Tiles[0].More += r.Say("; without a price: {models}", page.Clean(page.Few(r.Locale, sum.Cost.Unpriced, phrase.UnpricedNamed)))
		} else { // a card below names them
			p.Tiles[0].More += r.Say("; {n} model has no price|; {n} models have no price", len(sum.Cost.Unpriced))
			for _, m := range sum.Cost.Unpriced {
				p.Unpriced = append(p.Unpriced, bar{Name: page.Clean(m), To: r.Query.To("/sessions", "model", m)})
			}
		}
	}
	if sum.Cost.Began {
		p.Note = r.Known(phrase.Began)
	}
	p.BarsOf = r.Say("Where the tokens went")
	for _, x := range [...]struct {
		name string
		n    int64
	}{{locale.Mark("read from the cache"), t.CacheRead}, {locale.Mark("written to the cache"), t.CacheWrite()}, {locale.Mark("input"), t.Input}, {locale.Mark("output"), t.Output}} {
		p.Bars = append(p.Bars, bar{Name: r.Known(x.name), Value: page.Output(r.Locale, x.n, sum.Cost.Began && x.name == "output"), Share: float64(x.n) / float64(max(t.Total(), 1)), To: p.All})
	}
	for _, b := range sum.Groups {
		slices.SortStableFunc(b.Groups, func(a, b score.Group) int { return cmp.Compare(b.Tokens.Total(), a.Tokens.Total()) })
		p.Tables = append(p.Tables, groupOf(r, b))
	}
	list, err := r.Lib.First(r.Context(), r.Query.Filter(), r.Query.Words(), store.Order{By: store.ByCost}, 5)
	if err != nil {
		return page.Answer{}, err
	}
	p.RowsOf = r.Say("The dearest")
	r.Beside(list)
	for _, s := range list {
		p.Rows = append(p.Rows, page.RowOf(r, s))
	}
	return page.Answer{Page: "figures", Fill: p, Title: r.Say("Tokens")}, nil
}

func triviaPage(r *page.Request) (page.Answer, error) {
	sum, err := summary(r)
	if err != nil {
		return page.Answer{}, err
	}
	p := &figuresFill{Sum: sum, All: r.Query.To("/sessions", "excluded", string(fact.ExcludeFloor))}
	below := sum.Excluded[fact.ExcludeFloor]
	p.Finding = r.Say("There is no session in this time.")
	if sum.Trivia.Rate != nil {
		p.Finding = r.Say("Of {n} session {below} stayed below the floor ({share}): fewer than 3 turns, less than 10 net lines, and nothing changed.|Of {n} sessions {below} stayed below the floor ({share}): fewer than 3 turns, less than 10 net lines, and nothing changed.", sum.Sessions, below, r.Percent(*sum.Trivia.Rate))
	}
	p.BarsOf = r.Say("What they lack")
	for _, x := range sum.Trivia.Reasons {
		p.Bars = append(p.Bars, bar{Name: r.Known(phrase.Spoken(x.Name)), Value: r.Number(x.Sessions), Share: float64(x.Sessions) / float64(max(below, 1)), To: r.Query.To("/sessions", "below", x.Name)})
	}
	if below > 0 {
		p.Note = r.Say("Each lacks all of the floor, of which one limb is enough; it stands at the one that it came nearest to.")
	}
	f := r.Query.Filter()
	f.Excluded = fact.ExcludeFloor
	p.RowsOf = r.Say("The latest of them")
	if err := p.latest(r, f, below); err != nil {
		return page.Answer{}, err
	}
	return page.Answer{Page: "figures", Fill: p, Title: r.Say("Trivia")}, nil
}

func aboutPage(r *page.Request) (page.Answer, error) {
	return page.Answer{Page: "about", Fill: trust(r), Title: r.Say("How it is counted")}, nil
}

func componentsPage(*page.Request) (page.Answer, error) {
	return page.Answer{Page: "components", Fill: nil, Title: "Components"}, nil
}
