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
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/web/chart"
	"prism/internal/web/page"
)

// least is from how many counted sessions on there is a percentage and a letter.
const least = score.LeastShare

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
	Trend   chart.Chart
	Groups  []group
	Raise   []habit
	Last    []page.Row // sessions worth a look: the latest that missed, or what the verdict asks for
	LastOf  string
	LastTo  string
	Trust   string
	Judges  string // which other versions of judges some verdicts are of; "" none
	Covered string // how many were judged
	All     string // the list of those that counted
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
	Code string // what it is about, as package phrase words it
}

type group struct {
	By   string
	Name string
	Rows []groupRow
	More int    // groups that are not shown
	All  string // where they are; "" nowhere
}

type groupRow struct {
	Folder string // of a repository of whose name there are several
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

// How many groups of a breakdown are shown, and how many where one is asked for whole.
const (
	groupRows    = 8
	groupRowsAll = 200
)

func (s *site) scorePage(r *page.Request) (page.Answer, error) {
	f := r.Query.About()
	sum, trend, err := trended(r, f, ofScore()...)
	var no interface{ Refusal() (int, string) }
	if errors.As(err, &no) && r.Figures() {
		if status, text := no.Refusal(); status == http.StatusForbidden {
			known := &page.Error{Status: status, Text: text}
			if len(r.Query.Terms) == 0 {
				known.To = "/team" // which says why there is nothing to tell; of what was asked for, the text does
			}
			err = known
		}
	}
	if err != nil {
		return page.Answer{}, err
	}
	if sum.Sessions == 0 && len(r.Query.Terms) == 0 {
		return s.firstPage(r), nil
	}
	p := &scoreFill{Sum: &sum, Enough: sum.Counted >= least, Trust: trust(r)}
	if p.Enough {
		p.Letter, p.Meaning = sum.Letter, letterMeaning(r.Locale, sum.Letter)
	}
	if c := sum.Change; c != nil && p.Enough && sum.Prior != nil && sum.Prior.Counted >= least {
		p.Clear = !c.Noise()
		p.Change = r.Say("{change} points against the same time before ({crushed} of {counted}), likely between {low} and {high}", r.Signed(c.By, 1), sum.Prior.Crushed, sum.Prior.Counted, r.Signed(c.Lo, 0), r.Signed(c.Hi, 0))
	}
	p.funnel(r)
	p.reasons(r)
	points, cut := chart.PointsOf(trend, r.Now().Location())
	p.Trend = chart.OfScore(r.Locale, points, cut, trend.By, r.Now(), chart.JudgeChanges(r))
	p.Trend.Zoom = chart.ZoomOf(r, points)
	p.Trend.Lead(r)
	p.All = r.Query.To("/sessions", "counted", "yes")
	p.Judges, p.Covered = othersOf(r.Locale, &sum), covered(r.Locale, &sum)
	p.Trend.Units = unitsOf(r, "/", trend.By)
	for _, b := range sum.Groups {
		if b.By == "person" {
			several := 0 // of whom something counts
			for i := range b.Groups {
				if b.Groups[i].Counted > 0 {
					several++
				}
			}
			if several < 2 {
				continue // one's own
			}
			slices.SortFunc(b.Groups, func(a, b score.Group) int { return cmp.Compare(a.Key, b.Key) }) // people are not ranked
		}
		p.Groups = append(p.Groups, groupOf(r, b))
	}
	p.habits(r.Locale)
	p.Bar = barOf(r, sum.Groups)
	if err := p.latest(r); err != nil {
		return page.Answer{}, err
	}
	return page.Answer{Page: "score", Fill: p, Title: r.Say("Score")}, nil
}

// latest lists the sessions behind what the address asks of verdicts; without that those
// that counted and did not crush.
func (p *scoreFill) latest(r *page.Request) error {
	f := r.Query.Filter()
	p.LastOf, p.LastTo = r.Say("The latest of these"), r.Query.With("/sessions", "unit", "")
	if !r.Query.VerdictAsked() {
		no, yes := false, true
		f.Crushed, f.Counted = &no, &yes
		p.LastOf, p.LastTo = r.Say("The latest not crushed"), r.Query.To("/sessions", "counted", "yes", "crushed", "no")
	}
	list, err := r.Lib.First(r.Context(), f, r.Query.Words(), store.Order{}, 5)
	r.Beside(list)
	for _, s := range list {
		p.Last = append(p.Last, page.RowOf(r, s))
	}
	return err
}

// othersOf says how many verdicts are not of the judge that most are of; "" all are.
func othersOf(l *locale.Locale, s *score.Summary) string {
	if len(s.Judges) < 2 {
		return ""
	}
	list := slices.SortedFunc(slices.Values(s.Judges), func(a, b score.JudgeUse) int { return cmp.Compare(b.Sessions, a.Sessions) })
	all, rest := 0, []string{}
	for i, j := range list {
		all += j.Sessions
		if i > 0 {
			rest = append(rest, l.Say("{n} by {judge}", j.Sessions, page.Clean(strings.TrimSpace(j.Name+" "+j.Version))))
		}
	}
	return l.Say("Of {n} verdicts not all are of one judge: {others}.", all, page.Few(l, rest, 3))
}

// covered says of how many sessions above the floor there is a verdict.
func covered(l *locale.Locale, s *score.Summary) string {
	waiting, failed := s.Excluded[fact.ExcludePending], s.Excluded[fact.ExcludeError]+s.Excluded[fact.ExcludeUngrounded]
	all := s.Sessions - s.Excluded[fact.ExcludeFloor] - s.Excluded[fact.ExcludeOptedOut]
	switch {
	case all == 0:
		return ""
	case waiting+failed == 0:
		return l.Say("Every one of {n} session above the floor is judged.|Every one of {n} sessions above the floor is judged.", all)
	}
	return l.Say("Of {n} session above the floor {judged} are judged; {waiting} not yet, and {failed} could not be.|Of {n} sessions above the floor {judged} are judged; {waiting} not yet, and {failed} could not be.", all, all-waiting-failed, waiting, failed)
}

// trust says how far the judge was measured.
func trust(r *page.Request) string {
	j := r.Lib.Judge(r.Context())
	if j.Agreement == nil {
		return r.Say("Judge: {name}. Its agreement with you is not measured: agree or disagree with a few sessions.", j.Name)
	}
	return r.Say("Judge: {name}, which agrees with you in {share} of the sessions you looked at.", j.Name, r.Percent(*j.Agreement))
}

// letterMeaning says which scores a letter stands for.
func letterMeaning(l *locale.Locale, letter string) string {
	from, to, ok := phrase.LetterBand(letter)
	if !ok {
		return ""
	}
	return l.Say("({from} to {to}; B, from 70, is the baseline)", l.Short(from), l.Short(to))
}

func (p *scoreFill) funnel(r *page.Request) {
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
	to := func(more ...string) string { return r.Query.To("/sessions", more...) }
	p.Funnel = []step{
		{Name: r.Say("all sessions"), N: s.Sessions, To: to()},
		{Name: r.Say("something happened"), N: floor, Lost: r.Say("{n} below the floor", s.Sessions-floor), To: to("floor", "yes"), Out: to("excluded", string(fact.ExcludeFloor))},
		{Name: r.Say("counted"), N: s.Counted, Lost: r.Say("{n} without a goal, a verdict, or run by a machine", left), To: to("counted", "yes"), Out: "#out"},
		{Name: r.Say("goal landed"), N: landed, Lost: r.Say("{n} not landed", s.Counted-landed), To: to("verdict", "landed"), Out: to("verdict", "missed")},
		{Name: r.Say("kept: crushed"), N: s.Crushed, Lost: r.Say("{n} reworked later", s.Reworked), To: to("crushed", "yes"), Out: to("verdict", "reworked")},
	}
	for i := range p.Funnel {
		if x := &p.Funnel[i]; i > 0 && x.N == p.Funnel[i-1].N {
			x.Out = "" // nothing was lost
		}
		p.Funnel[i].Of = float64(p.Funnel[i].N) / float64(max(s.Sessions, 1))
	}
}

func (p *scoreFill) reasons(r *page.Request) {
	words, codes := map[string]int{}, map[string][]string{}
	missed := 0
	for miss, n := range p.Sum.Missed {
		text := phrase.MissedFor(miss)
		words[text], codes[text] = words[text]+n, append(codes[text], miss)
		missed += n
	}
	for text, n := range words {
		to := r.Query.To("/sessions", "miss", codes[text][0])
		for _, other := range codes[text][1:] { // the same said twice
			to += "&" + url.Values{"miss": {other}}.Encode()
		}
		p.Missed = append(p.Missed, reason{r.Known(text), n, to, float64(n) / float64(max(missed, 1)), text})
	}
	for why, n := range p.Sum.Excluded {
		p.Out = append(p.Out, reason{r.Known(phrase.Excluded(why)), n, r.Query.To("/sessions", "excluded", string(why)), float64(n) / float64(max(p.Sum.Sessions, 1)), ""})
	}
	most := func(a, b reason) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Text, b.Text)) }
	slices.SortFunc(p.Missed, most)
	slices.SortFunc(p.Out, most)
}

func groupOf(r *page.Request, b score.Breakdown) group {
	term := map[string]string{"intent": "intent", "repo": "repo", "language": "language", "model": "model", "branch": "branch", "person": "person"}[b.By]
	g := group{By: b.By, Name: r.Known(phrase.Dimension(b.By))}
	most := groupRows
	switch {
	case r.Query.Has("by", b.By):
		most = groupRowsAll
	case len(b.Groups) == groupRows+1: // the last takes no more room than a word that it is there
		most++
	case len(b.Groups) > groupRows:
		g.All = r.Query.With(r.URL.Path, "by", b.By) + "#by-" + b.By
	}
	g.More = max(0, len(b.Groups)-most)
	for _, x := range b.Groups[:len(b.Groups)-g.More] {
		key := page.Clean(x.Key)
		if b.By == "intent" || key == "none" {
			key = r.Known(phrase.Spoken(key))
		}
		folder := ""
		if b.By == "repo" { // its name is that in lists; the folder stands before it where namesakes are
			at := strings.LastIndexAny(key, `/\`) + 1
			folder, key = key[:at], key[at:]
		}
		g.Rows = append(g.Rows, groupRow{Folder: folder, Key: key, Ratio: x.Ratio, Enough: x.Counted >= least,
			Tokens: page.Used(r.Locale, x.Tokens.Total()), Cost: page.Spent(r.Locale, x.Cost, x.Tokens.Total()), To: r.Query.To("/sessions", term, x.Key)})
	}
	return g
}

// habits are the two reasons with the most sessions behind them that a person can do
// something about.
func (p *scoreFill) habits(l *locale.Locale) {
	missed := 0
	for _, m := range p.Missed {
		missed += m.N
	}
	for _, m := range p.Missed {
		if text := adviceOn(m.Code); text != "" && len(p.Raise) < 2 && m.N > 1 {
			p.Raise = append(p.Raise, habit{phrase.Capital(l.Known(text)) + ".", m.Text, m.N, missed, m.To})
		}
	}
}

// adviceOn is what a person can do about a reason, as phrase words it; "" nothing.
func adviceOn(missed string) string {
	return map[string]string{
		"not tested":                      locale.Mark("ask for a test, and for it to be run, before you stop"),
		"not verified":                    locale.Mark("have the fix shown by the check that failed before"),
		"not accepted":                    locale.Mark("say at the end whether it is what you wanted"),
		"ended without a check or a word": locale.Mark("end with a check, or with a word on whether it is done"),
		"stopped in mid-work":             locale.Mark("let the agent come to the end of what was begun, before you stop"),
		"plan not accepted":               locale.Mark("say whether the plan is accepted"),
		"not shown to behave as before":   locale.Mark("run the tests after a refactoring"),
		"shown or said to be incomplete":  locale.Mark("go back to what the agent itself says is not done"),
		"asked again":                     locale.Mark("say in the first prompt what the answer must hold"),
		"not answered":                    locale.Mark("ask for what is missing, where it is"),
		"not built as asked":              locale.Mark("name in the first prompt what must be true at the end"),
		"no change applied":               locale.Mark("say that the change is to be made, not described"),
		"no fix applied":                  locale.Mark("say that the fix is to be made, not described"),
		"undone again":                    locale.Mark("agree on the plan before the change"),
		"no conclusion stated":            locale.Mark("ask for the conclusion in one sentence"),
		"no verdict given":                locale.Mark("ask for a verdict in one sentence"),
		"no plan delivered":               locale.Mark("ask for the plan itself before you go on"),
		"unresolved error":                locale.Mark("have the last error read and resolved before you stop"),
		"frustration":                     locale.Mark("when it goes wrong twice, start anew with what was learnt in the first prompt"),
		"abandoned":                       locale.Mark("cut the goal smaller, so that it is reached before you turn to another"),
		"loop":                            locale.Mark("after the same failure twice, say what is known and ask for another way"),
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
