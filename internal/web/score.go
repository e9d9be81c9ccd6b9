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

// least is from how many counted sessions on there is a percentage and a letter: of
// fewer, chance is nearly all that they would tell.
const least = 5

// scoreFill fills the first page.
type scoreFill struct {
	Sum     *score.Summary
	Enough  bool
	Letter  string
	Meaning string
	Change  string // against the window before, in words; "" there is none
	Clear   bool   // that change is more than chance leaves
	Funnel  []step
	Missed  []reason // why counted sessions did not land
	Out     []reason // why sessions are not counted
	Trend   chart
	Groups  []group
	Raise   []habit
	Last    []row // sessions worth a look: the latest that missed
	Trust   string
}

// step is one of the funnel, and the sessions that it holds.
type step struct {
	Name string
	N    int
	Lost string // what became of the others
	To   string
	Of   float64 // of all
}

// reason counts sessions that have one thing in common.
type reason struct {
	Text string
	N    int
	To   string
	Of   float64
}

type group struct {
	By   string
	Name string
	Rows []groupRow
	More int // groups that are not shown
}

type groupRow struct {
	Key    string
	Ratio  score.Ratio
	Enough bool
	Tokens string
	Cost   string
	To     string
}

// habit is something that sessions which missed have in common and that a person can
// do otherwise.
type habit struct {
	Text  string
	N, Of int
	To    string
}

const groupRows = 8

func scorePage(r *request) (answer, error) {
	by := [...]string{"intent", "repo", "language", "model"}
	o := r.query.options(by[:]...)
	sum, err := r.lib.Summary(r.Context(), o, r.query.filter(), r.query.words())
	if err != nil {
		return answer{}, err
	}
	if sum.Sessions == 0 && len(r.query.values) == 0 {
		return answer{page: "first", title: "Nothing to show yet"}, nil
	}
	p := &scoreFill{Sum: &sum, Enough: sum.Counted >= least, Trust: trust(r)}
	if p.Enough {
		p.Letter, p.Meaning = sum.Letter, phrase.LetterMeaning(sum.Letter)
	}
	if c := sum.Change; c != nil && p.Enough && sum.Prior != nil && sum.Prior.Counted >= least {
		p.Clear = !c.Noise()
		p.Change = fmt.Sprintf("%+.1f points against the same time before (%+.0f to %+.0f)", c.By, c.Lo, c.Hi)
	}
	p.funnel(r)
	p.reasons(r)
	p.Trend = trendChart(score.EveryWeek(sum.Trend), r.lib.Now())
	for _, b := range sum.Groups {
		p.Groups = append(p.Groups, groupOf(r, b))
	}
	p.habits(r)
	no := false
	f := r.query.filter()
	f.Crushed, f.Counted = &no, new(bool)
	*f.Counted = true
	list, err := r.lib.First(r.Context(), f, r.query.words(), store.Order{}, 5)
	if err != nil {
		return answer{}, err
	}
	for _, s := range list {
		p.Last = append(p.Last, rowOf(r, s))
	}
	return answer{page: "score", fill: p, title: "Score"}, nil
}

// trust says how far the judge was measured.
func trust(r *request) string {
	j := r.lib.Judge(r.Context())
	if j.Agreement == nil {
		return "Judge: " + j.Name + ". Its agreement with you is not measured: agree or disagree with a few sessions."
	}
	return fmt.Sprintf("Judge: %s, which agrees with you in %s of the sessions you looked at.", j.Name, phrase.Percent(*j.Agreement))
}

func (p *scoreFill) funnel(r *request) {
	s := p.Sum
	out := func(why ...fact.Exclusion) (n int) {
		for _, w := range why {
			n += s.Excluded[w]
		}
		return n
	}
	floor := s.Sessions - out(fact.ExcludeFloor)
	left := out(fact.ExcludeNoIntent, fact.ExcludeAutomated, fact.ExcludePending, fact.ExcludeError, fact.ExcludeUngrounded, fact.ExcludeOptedOut, fact.ExcludeOpen)
	landed := s.Crushed + s.Reworked
	to := func(more ...string) string { return r.query.To("/sessions", more...) }
	p.Funnel = []step{
		{Name: "all sessions", N: s.Sessions, To: to()},
		{Name: "something happened", N: floor, Lost: fmt.Sprintf("%s below the floor", phrase.Grouped(int64(s.Sessions-floor))), To: to("excluded", string(fact.ExcludeFloor))},
		{Name: "counted", N: s.Counted, Lost: fmt.Sprintf("%s without a goal, a verdict, or run by a machine", phrase.Grouped(int64(left))), To: to("counted", "yes")},
		{Name: "goal landed", N: landed, Lost: fmt.Sprintf("%s missed", phrase.Grouped(int64(s.Counted-landed))), To: to("counted", "yes", "crushed", "no")},
		{Name: "kept: crushed", N: s.Crushed, Lost: fmt.Sprintf("%s reworked later", phrase.Grouped(int64(s.Reworked))), To: to("crushed", "yes")},
	}
	for i := range p.Funnel {
		p.Funnel[i].Of = float64(p.Funnel[i].N) / float64(max(s.Sessions, 1))
	}
}

func (p *scoreFill) reasons(r *request) {
	words := map[string]int{}
	for miss, n := range p.Sum.Missed {
		words[phrase.MissedFor(miss)] += n
	}
	missed := 0
	for _, n := range words {
		missed += n
	}
	for text, n := range words {
		p.Missed = append(p.Missed, reason{text, n, r.query.To("/sessions", "counted", "yes", "crushed", "no"), float64(n) / float64(max(missed, 1))})
	}
	for why, n := range p.Sum.Excluded {
		p.Out = append(p.Out, reason{phrase.Excluded(why), n, r.query.To("/sessions", "excluded", string(why)), float64(n) / float64(max(p.Sum.Sessions, 1))})
	}
	most := func(a, b reason) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Text, b.Text)) }
	slices.SortFunc(p.Missed, most)
	slices.SortFunc(p.Out, most)
}

func groupOf(r *request, b score.Breakdown) group {
	term := map[string]string{"intent": "intent", "repo": "repo", "language": "language", "model": "model", "branch": "branch"}[b.By]
	g := group{By: b.By, Name: map[string]string{"repo": "repository"}[b.By]}
	g.Name = cmp.Or(g.Name, b.By)
	for _, x := range b.Groups {
		if len(g.Rows) == groupRows {
			g.More++
			continue
		}
		key := clean(x.Key)
		if b.By == "intent" {
			key = phrase.Spoken(key)
		}
		g.Rows = append(g.Rows, groupRow{Key: key, Ratio: x.Ratio, Enough: x.Counted >= least,
			Tokens: phrase.Used(x.Tokens.Total()), Cost: phrase.Spent(x.Cost, x.Tokens.Total()), To: r.query.To("/sessions", term, x.Key)})
	}
	return g
}

// habits are the two reasons with the most sessions behind them that a person can do
// something about.
func (p *scoreFill) habits(r *request) {
	advice := map[string]string{
		"not tested":                      "ask for a test, and for it to be run, before you stop",
		"not verified":                    "have the fix shown by the check that failed before",
		"not accepted":                    "say at the end whether it is what you wanted",
		"ended without a check or a word": "end with a check, or with a word on whether it is done",
		"stopped in mid-work":             "finish, or say that you go on later",
		"plan not accepted":               "say whether the plan is accepted",
		"not shown to behave as before":   "run the tests after a refactoring",
		"shown or said to be incomplete":  "go back to what the agent itself says is not done",
		"asked again":                     "say in the first prompt what the answer must hold",
		"not answered":                    "ask for what is missing, where it is",
		"not built as asked":              "name in the first prompt what must be true at the end",
		"no change applied":               "say that the change is to be made, not described",
		"no fix applied":                  "say that the fix is to be made, not described",
		"undone again":                    "agree on the plan before the change",
		"no conclusion stated":            "ask for the conclusion in one sentence",
		"no verdict given":                "ask for a verdict in one sentence",
	}
	missed := p.Sum.Counted - p.Sum.Crushed
	for _, m := range p.Missed {
		if text := advice[m.Text]; text != "" && len(p.Raise) < 2 && m.N > 1 {
			p.Raise = append(p.Raise, habit{phrase.Capital(text) + ".", m.N, missed, m.To})
		}
	}
}

// Mid is where a share of 0 to 100 lies on a scale of 100.
func (g groupRow) Mid() string { return fmt.Sprintf("%.1f", *g.Ratio.Score) }

// Lo is where the interval begins on that scale.
func (g groupRow) Lo() string { return fmt.Sprintf("%.1f", g.Ratio.Interval.Lo) }

// Wide is how wide the interval is on that scale.
func (g groupRow) Wide() string {
	return fmt.Sprintf("%.1f", max(g.Ratio.Interval.Hi-g.Ratio.Interval.Lo, 0.5))
}
