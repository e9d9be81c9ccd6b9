package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

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
	Last    []row // sessions worth a look: the latest that missed, or what the verdict asks for
	LastOf  string
	LastTo  string
	Trust   string
	Judges  string // which other versions of judges some verdicts are of; "" none
	Covered string // how many were judged
	Bar     scoreBar
}

// step is one of the funnel, and the sessions that it holds.
type step struct {
	Name string
	N    int
	Lost string  // what became of the others
	To   string  // "" no filter says it
	Out  string  // the others
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
	Why   string // the sessions have it in common
	N, Of int
	To    string
}

const groupRows = 8

func scorePage(r *request) (answer, error) {
	f, unit := r.query.about(), r.query.Get("unit")
	if unit == "" && !r.query.from.IsZero() {
		to := r.query.to
		if now := r.lib.Now(); to.IsZero() || to.After(now) {
			to = now
		}
		unit = unitFor(r.query.from, to)
	}
	asked := unit
	if unit == "" {
		unit = byWeek
	}
	dimensions := []string{"intent", "repo", "branch", "language", "model", "person"}
	sum, err := r.lib.Summary(r.Context(), r.query.options(append(dimensions, unit)...), f, r.query.words())
	var no interface{ Refusal() (int, string) }
	if errors.As(err, &no) && r.figures() {
		if status, text := no.Refusal(); status == http.StatusForbidden {
			known := &Error{Status: status, Text: text}
			if len(r.query.values) == 0 {
				known.To = "/team" // which says why there is nothing to tell; of what was asked for, the text does
			}
			err = known
		}
	}
	if err != nil {
		return answer{}, err
	}
	if sum.Sessions == 0 && len(r.query.values) == 0 {
		return firstPage(r), nil
	}
	trend := sum.Groups[len(sum.Groups)-1]
	if better := unitFor(sum.Window.First, sum.Window.Last); asked == "" && better != unit {
		again, err := r.lib.Summary(r.Context(), r.query.options(better), f, r.query.words())
		if err != nil {
			return answer{}, err
		}
		trend = again.Groups[0]
	}
	p := &scoreFill{Sum: &sum, Enough: sum.Counted >= least, Trust: trust(r)}
	if p.Enough {
		p.Letter, p.Meaning = sum.Letter, phrase.LetterMeaning(sum.Letter)
	}
	if c := sum.Change; c != nil && p.Enough && sum.Prior != nil && sum.Prior.Counted >= least {
		p.Clear = !c.Noise()
		p.Change = fmt.Sprintf("%+.1f points against the same time before (%d of %d), likely between %+.0f and %+.0f", c.By, sum.Prior.Crushed, sum.Prior.Counted, c.Lo, c.Hi)
	}
	p.funnel(r)
	p.reasons(r)
	points, cut := pointsOf(trend, r.lib.Now().Location())
	p.Trend = trendChart(points, cut, trend.By, r.lib.Now(), judgeChanges(r))
	p.Trend.Zoom = zoomOf(r, points)
	p.Judges, p.Covered = othersOf(&sum), covered(&sum)
	for _, u := range [...]string{byDay, byWeek, byMonth} {
		p.Trend.Units = append(p.Trend.Units, unitLink{u, r.query.With("/", "unit", u), u == trend.By})
	}
	for _, b := range sum.Groups[:len(sum.Groups)-1] {
		if b.By == "person" {
			if len(b.Groups) < 2 {
				continue // one's own
			}
			slices.SortFunc(b.Groups, func(a, b score.Group) int { return cmp.Compare(a.Key, b.Key) }) // people are not ranked
		}
		p.Groups = append(p.Groups, groupOf(r, b))
	}
	p.habits()
	p.Bar = barOf(r, sum.Groups)
	if err := p.latest(r); err != nil {
		return answer{}, err
	}
	return answer{page: "score", fill: p, title: "Score"}, nil
}

// latest lists the sessions behind what the address asks of verdicts; without that those
// that counted and did not crush.
func (p *scoreFill) latest(r *request) error {
	f := r.query.filter()
	p.LastOf, p.LastTo = "The latest of these", r.query.With("/sessions", "unit", "")
	if !r.query.verdictAsked() {
		no, yes := false, true
		f.Crushed, f.Counted = &no, &yes
		p.LastOf, p.LastTo = "The latest that did not crush", r.query.To("/sessions", "counted", "yes", "crushed", "no")
	}
	list, err := r.lib.First(r.Context(), f, r.query.words(), store.Order{}, 5)
	for _, s := range list {
		p.Last = append(p.Last, rowOf(r, s))
	}
	return err
}

// othersOf says how many verdicts are not of the judge that most are of; "" all are.
func othersOf(s *score.Summary) string {
	if len(s.Judges) < 2 {
		return ""
	}
	list := slices.SortedFunc(slices.Values(s.Judges), func(a, b score.JudgeUse) int { return cmp.Compare(b.Sessions, a.Sessions) })
	all, rest := 0, []string{}
	for i, j := range list {
		all += j.Sessions
		if i > 0 {
			rest = append(rest, fmt.Sprintf("%s by %s", phrase.Grouped(int64(j.Sessions)), clean(strings.TrimSpace(j.Name+" "+j.Version))))
		}
	}
	return fmt.Sprintf("Of %s verdicts not all are of one judge: %s.", phrase.Grouped(int64(all)), phrase.Few(rest, 3))
}

// covered says of how many sessions above the floor there is a verdict.
func covered(s *score.Summary) string {
	waiting, failed := s.Excluded[fact.ExcludePending], s.Excluded[fact.ExcludeError]+s.Excluded[fact.ExcludeUngrounded]
	all := s.Sessions - s.Excluded[fact.ExcludeFloor] - s.Excluded[fact.ExcludeOptedOut]
	switch {
	case all == 0:
		return ""
	case waiting+failed == 0:
		return fmt.Sprintf("Every one of %s above the floor is judged.", phrase.Count(all, "session", "sessions"))
	}
	return fmt.Sprintf("%s of %s above the floor are judged; %s not yet, and %s could not be.", phrase.Grouped(int64(all-waiting-failed)), phrase.Count(all, "session", "sessions"), phrase.Grouped(int64(waiting)), phrase.Grouped(int64(failed)))
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
		{Name: "something happened", N: floor, Lost: fmt.Sprintf("%s below the floor", phrase.Grouped(int64(s.Sessions-floor))), To: to("floor", "yes"), Out: to("excluded", string(fact.ExcludeFloor))},
		{Name: "counted", N: s.Counted, Lost: fmt.Sprintf("%s without a goal, a verdict, or run by a machine", phrase.Grouped(int64(left))), To: to("counted", "yes"), Out: "#out"},
		{Name: "goal landed", N: landed, Lost: fmt.Sprintf("%s missed", phrase.Grouped(int64(s.Counted-landed))), To: to("verdict", "landed"), Out: to("verdict", "missed")},
		{Name: "kept: crushed", N: s.Crushed, Lost: fmt.Sprintf("%s reworked later", phrase.Grouped(int64(s.Reworked))), To: to("crushed", "yes"), Out: to("verdict", "reworked")},
	}
	for i := range p.Funnel {
		p.Funnel[i].Of = float64(p.Funnel[i].N) / float64(max(s.Sessions, 1))
	}
}

func (p *scoreFill) reasons(r *request) {
	words, codes := map[string]int{}, map[string][]string{}
	missed := 0
	for miss, n := range p.Sum.Missed {
		text := phrase.MissedFor(miss)
		words[text], codes[text] = words[text]+n, append(codes[text], miss)
		missed += n
	}
	for text, n := range words {
		to := r.query.To("/sessions", "miss", codes[text][0])
		for _, other := range codes[text][1:] { // the same said twice
			to += "&" + url.Values{"miss": {other}}.Encode()
		}
		p.Missed = append(p.Missed, reason{text, n, to, float64(n) / float64(max(missed, 1))})
	}
	for why, n := range p.Sum.Excluded {
		p.Out = append(p.Out, reason{phrase.Excluded(why), n, r.query.To("/sessions", "excluded", string(why)), float64(n) / float64(max(p.Sum.Sessions, 1))})
	}
	most := func(a, b reason) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Text, b.Text)) }
	slices.SortFunc(p.Missed, most)
	slices.SortFunc(p.Out, most)
}

func groupOf(r *request, b score.Breakdown) group {
	term := map[string]string{"intent": "intent", "repo": "repo", "language": "language", "model": "model", "branch": "branch", "person": "person"}[b.By]
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
func (p *scoreFill) habits() {
	missed := 0
	for _, m := range p.Missed {
		missed += m.N
	}
	for _, m := range p.Missed {
		if text := adviceOn(m.Text); text != "" && len(p.Raise) < 2 && m.N > 1 {
			p.Raise = append(p.Raise, habit{phrase.Capital(text) + ".", m.Text, m.N, missed, m.To})
		}
	}
}

// adviceOn is what a person can do about a reason, as phrase words it; "" nothing.
func adviceOn(missed string) string {
	return map[string]string{
		"not tested":                      "ask for a test, and for it to be run, before you stop",
		"not verified":                    "have the fix shown by the check that failed before",
		"not accepted":                    "say at the end whether it is what you wanted",
		"ended without a check or a word": "end with a check, or with a word on whether it is done",
		"stopped in mid-work":             "let the agent come to the end of what was begun, before you stop",
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
		"no plan delivered":               "ask for the plan itself before you go on",
		"unresolved error":                "have the last error read and resolved before you stop",
		"frustration":                     "when it goes wrong twice, start anew with what was learnt in the first prompt",
		"abandoned":                       "cut the goal smaller, so that it is reached before you turn to another",
		"loop":                            "after the same failure twice, say what is known and ask for another way",
	}[missed]
}

// Mid is where a share of 0 to 100 lies on a scale of 100.
func (g groupRow) Mid() string { return fmt.Sprintf("%.1f", min(*g.Ratio.Score, 98.8)) } // the mark is 1.2 wide

// Lo is where the interval begins on that scale.
func (g groupRow) Lo() string { return fmt.Sprintf("%.1f", g.Ratio.Interval.Lo) }

// Wide is how wide the interval is on that scale.
func (g groupRow) Wide() string {
	return fmt.Sprintf("%.1f", max(g.Ratio.Interval.Hi-g.Ratio.Interval.Lo, 0.5))
}

// Between is the interval in figures.
func (g groupRow) Between() string {
	return fmt.Sprintf("%.0f–%.0f", g.Ratio.Interval.Lo, g.Ratio.Interval.Hi)
}
