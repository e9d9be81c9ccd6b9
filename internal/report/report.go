// Package report writes a window of sessions as a page to read or to mail: the
// score and what changed, charts with their figures beside them, where the work
// went, the best and the worst sessions with their evidence, and advice. It works
// on facts and figures that others established and decides nothing itself; the
// same Report becomes Markdown or one self-contained HTML file. Text of
// transcripts is data in both: it is escaped, never rendered as markup.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
)

// Input is what a report is made of.
type Input struct {
	Summary          score.Summary   // of the window, broken down by repo, intent and model
	Weeks            []score.Week    // the trend up to the window's end, the window included
	Sessions         []*fact.Session // of the window
	IncludeOpen      bool
	IncludeAutomated bool
	Zone             *time.Location
	Now              time.Time
	Judge            string              // name and version
	History          *score.Spread       // tokens of the person's crushed sessions up to the window's end; nil: none
	Only             string              // a sentence: what the window was narrowed to
	AllMissed        string              // the command that lists all that did not land in it; "" none does
	Clean            func(string) string // makes text of a transcript printable
	// Flags says that whoever reads it has a command line: why sessions do not count is told
	// with the flag that counts them.
	Flags bool
	// Figures says that the Sessions are not those of the Summary, as whoever reads it may
	// not see them: then there are figures, and no session is told of.
	Figures bool
	// Made says where and of what it was made, in a sentence; empty: on this machine, of
	// what lies on it.
	Made string
}

// How much of everything a page shows; what is left out is said.
const (
	weeksShown   = 12
	storiesShown = 5
	rowsShown    = 12
)

// Tone is what a figure means: "good", "warn", "bad" or "none".
type Tone string

// The tones.
const (
	good Tone = "good"
	warn Tone = "warn"
	bad  Tone = "bad"
	none Tone = "none"
)

// Report is a page before it has a form.
type Report struct {
	Title, Scope       string
	Only               string // what it was narrowed to; "" nothing
	Score, Letter      string
	LetterMeaning      string
	Tone               Tone
	Headline, Interval string
	Change             string // against the previous window, "" where there is none
	Findings           []string
	Figures            []Figure
	Outcome            []Share
	Excluded           []Share
	Weeks              []Week
	WeeksLeft          int // earlier weeks that are not shown
	Groups             []Group
	Checks             []Check
	Tokens             []Share
	Bands              []Share
	Trivia             []Share
	TriviaNote         string
	Landed             []Story
	Missed             []Story
	Reworked           []Story
	MoreMissed         int
	AllMissed          string // the command that lists what did not land; "" none
	Footer             []string
}

// Share is one part of a whole, 0–1.
type Share struct {
	Name  string
	N     int64
	Text  string // N as it is shown
	Share float64
	Tone  Tone
	Code  string // of an outcome its word, of an exclusion fact.Exclusion; "" of others
}

// Week is one bar of the trend.
type Week struct {
	Label            string
	Score            *float64
	Lo, Hi           float64
	Crushed, Counted int
	Few              bool // too few counted for a percentage to tell something
	Tone             Tone
	InWindow         bool
}

// Group is one breakdown.
type Group struct {
	Name string
	Rows []Row
	More int
}

// Row is one line of a breakdown.
type Row struct {
	Key, Score, Crushed, Interval, Tokens, Cost string
	Share                                       float64
	Tone                                        Tone
	Code                                        string // the key as it is kept
}

// Check is one practice of prompting.
type Check struct {
	Name, Pillar, Text string
	Rate               float64
	Applies            bool
	Tone               Tone
	Code               string // its name in fact.Rubric
	Hits, Applicable   int
}

// Story is one session.
type Story struct {
	Session                  string // its id, whole
	ID, Title, Meta, Summary string
	Why                      string
	Quote, Where             string
	Advice                   string
}

// New works out the page.
func New(in Input) Report {
	s := &in.Summary
	window := phrase.Window(s.Window.Since, s.Window.Until, in.Zone)
	r := Report{
		Title:    "PRISM report, " + strings.ToLower(window[:1]) + window[1:],
		Score:    phrase.Points(s.Score),
		Letter:   s.Letter,
		Tone:     toneOf(s.Score),
		Interval: phrase.Interval(s.Interval),
		Headline: "No session of this window counts, so there is no score.",
	}
	if s.Window.Since.IsZero() && s.Window.Until.IsZero() {
		r.Title = "PRISM report, all time"
	}
	if s.Score != nil {
		r.Headline = fmt.Sprintf("%d of %s landed the goal and kept it.", s.Crushed, phrase.Count(s.Counted, "counted session", "counted sessions"))
		r.LetterMeaning = phrase.LetterMeaning(s.Letter)
	}
	few := tooFew(s.Score, s.Counted)
	if few {
		r.Score, r.Letter, r.LetterMeaning, r.Tone = "too few yet", "", "", none
		r.Interval = fmt.Sprintf("From %d on there is a percentage.", score.LeastShare)
	}
	if in.Figures {
		in.Sessions = nil
	}
	repos := map[string]bool{}
	for _, x := range in.Sessions {
		repos[x.Repo.Key] = true
	}
	r.Scope = phrase.Count(s.Sessions, "session", "sessions")
	if !in.Figures {
		r.Scope += " in " + phrase.Count(len(repos), "repository", "repositories")
	}
	r.Scope += ", " + phrase.Days(s.Window.First.In(in.Zone), s.Window.Last.In(in.Zone))
	if in.Only != "" {
		r.Only = strings.TrimSuffix(in.Clean(in.Only), ".")
	}
	if p := s.Prior; p != nil && p.Score != nil && s.Score != nil && !few && !tooFew(p.Score, p.Counted) {
		r.Change = fmt.Sprintf("%s points against the %s before (%.1f, %d of %d)", signed(*s.Score-*p.Score, 1), spanWord(s), *p.Score, p.Crushed, p.Counted)
		if s.Change != nil {
			r.Change += "; " + phrase.Noise(*s.Change, tenths)
		}
	}
	landed, missed, reworked := in.divide()
	r.outcome(s, in.Flags)
	r.figures(in)
	r.weeks(in)
	for _, b := range s.Groups {
		r.Groups = append(r.Groups, group(b, in.Clean))
	}
	r.practice(s)
	r.tokens(s)
	r.quarters(in.History, landed)
	r.trivia(s)
	r.findings(s, missed, reworked)
	r.stories(in, landed, missed, reworked)
	r.Footer = []string{
		"A session counts when something happened in it (three turns, ten net lines, or one change carried out) and its goal can be told. It is crushed when the goal was landed by the rule for its kind of work and no later session took its lines out again.",
		fmt.Sprintf("Judge: %s. Written %s. Times are of %s. %s", in.Judge, in.Now.In(in.Zone).Format("2 Jan 2006 15:04"), phrase.Zone(in.Zone, in.Now), cmp.Or(in.Made, "Made on this machine from local transcripts; nothing was sent anywhere.")),
		"The score is for looking at one's own work; few sessions make a wide interval.",
	}
	return r
}

// divide sorts the counted sessions by what became of them.
func (in *Input) divide() (landed, missed, reworked []*fact.Session) {
	for _, s := range in.Sessions {
		switch {
		case s.Exclusion(in.IncludeOpen, in.IncludeAutomated) != fact.NotExcluded:
		case s.Crushed():
			landed = append(landed, s)
		case s.Verdict.GoalComplete:
			reworked = append(reworked, s)
		default:
			missed = append(missed, s)
		}
	}
	return landed, missed, reworked
}

// spanWord names the stretch before a window that it is held against: it is equally long,
// so the 28 days before February are no month.
func spanWord(s *score.Summary) string {
	w := s.Window
	if w.Since.IsZero() || w.Until.IsZero() {
		return "equal time"
	}
	const day = 24 * time.Hour
	days := int((w.Until.Sub(w.Since) + day/2) / day) // an hour more or less is summer time
	if w.Zone != nil {
		w.Since, w.Until = w.Since.In(w.Zone), w.Until.In(w.Zone)
	}
	switch {
	case days == 1:
		return "day"
	case days < 1:
		return "equal time"
	case days == 7:
		return "week"
	case w.Since.Day() == 1 && w.Until.Equal(w.Since.AddDate(0, 1, 0)) && w.Since.AddDate(0, 0, -days).Day() == 1:
		return "month"
	}
	return fmt.Sprintf("%d days", days)
}

func toneOf(x *float64) Tone {
	switch {
	case x == nil:
		return none
	case *x >= 65:
		return good
	case *x >= 50:
		return warn
	}
	return bad
}

func (r *Report) outcome(s *score.Summary, flags bool) {
	excluded := phrase.Excluded
	if flags {
		excluded = phrase.ExcludedFlag
	}
	add := func(name string, n int, t Tone) { // the name is the word itself
		if n > 0 {
			r.Outcome = append(r.Outcome, Share{name, int64(n), phrase.Grouped(int64(n)), ratio(int64(n), int64(s.Sessions)), t, name})
		}
	}
	add(phrase.Crushed, s.Crushed, good)
	add(phrase.NotLanded, s.Counted-s.Crushed-s.Reworked, bad)
	add(phrase.Reworked, s.Reworked, warn)
	add(phrase.NotCounted, s.Sessions-s.Counted, none)
	for _, e := range fact.Exclusions {
		if n := s.Excluded[e]; n > 0 {
			r.Excluded = append(r.Excluded, Share{excluded(e), int64(n), phrase.Grouped(int64(n)), ratio(int64(n), int64(s.Sessions)), none, string(e)})
		}
	}
}

func ratio(part, whole int64) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// weeks takes the last of the trend.
func (r *Report) weeks(in Input) {
	list := score.EveryWeek(in.Weeks)
	if len(list) > weeksShown {
		r.WeeksLeft = len(list) - weeksShown
		list = list[r.WeeksLeft:]
	}
	w := in.Summary.Window
	for _, p := range list {
		week := Week{
			Label: p.Monday.Format("2 Jan"), Score: p.Score, Crushed: p.Crushed, Counted: p.Counted, Tone: toneOf(p.Score),
			InWindow: (w.Since.IsZero() || p.Monday.AddDate(0, 0, 7).After(w.Since)) && (w.Until.IsZero() || p.Monday.Before(w.Until)),
		}
		if p.Interval != nil {
			week.Lo, week.Hi = p.Interval.Lo, p.Interval.Hi
		}
		if week.Few = tooFew(p.Score, p.Counted); week.Few {
			week.Tone = none
		}
		r.Weeks = append(r.Weeks, week)
	}
}

func group(b score.Breakdown, clean func(string) string) Group {
	g := Group{Name: phrase.Dimension(b.By)}
	for i, x := range b.Groups {
		if i == rowsShown {
			g.More = len(b.Groups) - i
			break
		}
		key := clean(x.Key)
		if b.By == "intent" {
			key = phrase.Spoken(key)
		}
		row := Row{
			Key: key, Score: phrase.Points(x.Score), Crushed: fmt.Sprintf("%d of %d", x.Crushed, x.Counted), Interval: "—",
			Tokens: phrase.Used(x.Tokens.Total()), Cost: phrase.Spent(x.Cost, x.Tokens.Total()), Tone: toneOf(x.Score), Code: x.Key,
		}
		if x.Score != nil {
			row.Share = *x.Score / 100
		}
		if tooFew(x.Score, x.Counted) {
			row.Score, row.Share, row.Tone = "too few", 0, none
		} else if x.Interval != nil {
			row.Interval = fmt.Sprintf("%.*f–%.*f", x.Interval.Decimals(), x.Interval.Lo, x.Interval.Decimals(), x.Interval.Hi)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// tooFew reports whether a share is of too few counted sessions to be told: chance is
// nearly all that it would tell.
func tooFew(share *float64, counted int) bool { return share != nil && counted < score.LeastShare }

func (r *Report) practice(s *score.Summary) {
	for _, c := range s.Skill.Checks {
		k := Check{Name: phrase.Spoken(c.Name), Pillar: phrase.Spoken(c.Pillar), Text: "does not apply", Tone: none, Code: c.Name, Hits: c.Hits, Applicable: c.Applicable}
		if c.Rate != nil {
			k.Applies, k.Rate = true, *c.Rate
			k.Text = fmt.Sprintf("%d of %d", c.Hits, c.Applicable)
			p := 100 * *c.Rate
			k.Tone = toneOf(&p)
		}
		r.Checks = append(r.Checks, k)
	}
}

func (r *Report) tokens(s *score.Summary) {
	t := s.Tokens
	for _, x := range []struct {
		name string
		n    int64
	}{{"input", t.Input}, {"output", t.Output}, {"cache write", t.CacheWrite()}, {"cache read", t.CacheRead}} {
		r.Tokens = append(r.Tokens, Share{x.name, x.n, phrase.Output(x.n, s.Cost.Began && x.name == "output"), ratio(x.n, t.Total()), none, ""})
	}
}

// quarters says how heavy the window's crushed sessions were among all that the person
// ever crushed: limits for everybody would hold nearly all of one person's in one band.
func (r *Report) quarters(all *score.Spread, landed []*fact.Session) {
	if all == nil || len(landed) == 0 {
		return
	}
	limits := []float64{all.Quarter, all.Half, all.Most}
	var n [4]int64
	for _, s := range landed {
		band := 0
		for band < len(limits) && float64(score.Tokens(s).Total()) > limits[band] {
			band++
		}
		n[band]++
	}
	amount := func(i int) string { return phrase.Amount(int64(limits[i])) }
	for i, name := range []string{
		"lightest quarter of yours (up to " + amount(0) + ")", "second (up to " + amount(1) + ")",
		"third (up to " + amount(2) + ")", "heaviest quarter of yours (above)",
	} {
		r.Bands = append(r.Bands, Share{name, n[i], fmt.Sprint(n[i]), ratio(n[i], int64(len(landed))), none, ""})
	}
}

// signed is a difference as it is shown.
func signed(x float64, decimals int) string {
	return strings.Replace(fmt.Sprintf("%+.*f", decimals, x), "-", "−", 1)
}

func tenths(x float64) string { return signed(x, 1) }

func chance(is bool) string {
	if is {
		return ", so it may be chance"
	}
	return ""
}

func (r *Report) trivia(s *score.Summary) {
	below := 0
	for _, x := range s.Trivia.Reasons {
		below += x.Sessions
	}
	if below == 0 {
		return
	}
	for _, x := range s.Trivia.Reasons {
		if x.Sessions > 0 {
			r.Trivia = append(r.Trivia, Share{phrase.Spoken(x.Name), int64(x.Sessions), fmt.Sprint(x.Sessions), ratio(int64(x.Sessions), int64(below)), none, ""})
		}
	}
	if s.Trivia.Rate != nil {
		r.TriviaNote = fmt.Sprintf("%s of %d stayed below the floor, %.0f %% (%s).", phrase.Count(below, "session", "sessions"), s.Sessions, 100**s.Trivia.Rate, phrase.Band(score.TriviaBand(100**s.Trivia.Rate), " %"))
	}
}

// stories picks the sessions to tell: the surest that landed, and the dearest
// that did not, since these teach most.
func (r *Report) stories(in Input, landed, missed, reworked []*fact.Session) {
	byConfidence := func(a, b *fact.Session) int {
		return cmp.Or(-cmp.Compare(a.Verdict.Confidence, b.Verdict.Confidence), cmp.Compare(score.Tokens(a).Total(), score.Tokens(b).Total()), strings.Compare(a.ID, b.ID))
	}
	byTokens := func(a, b *fact.Session) int {
		return cmp.Or(-cmp.Compare(score.Tokens(a).Total(), score.Tokens(b).Total()), strings.Compare(a.ID, b.ID))
	}
	slices.SortFunc(landed, byConfidence)
	slices.SortFunc(missed, byTokens)
	slices.SortFunc(reworked, byTokens)
	take := func(list []*fact.Session, n int) []Story {
		var out []Story
		for _, s := range list[:min(n, len(list))] {
			out = append(out, in.story(s))
		}
		return out
	}
	r.Landed, r.Missed, r.Reworked = take(landed, 3), take(missed, storiesShown), take(reworked, storiesShown)
	r.MoreMissed, r.AllMissed = len(missed)-len(r.Missed), in.AllMissed
}

func (in *Input) story(s *fact.Session) Story {
	v := &s.Verdict
	t := Story{
		Session: s.ID,
		ID:      s.ID[:min(8, len(s.ID))],
		Title:   in.Clean(v.FullTitle().String()),
		Meta: fmt.Sprintf("%s · %s · %s · %s · %s tokens · %s", phrase.Intent(v.Intent), in.Clean(s.Repo.Name), s.Ended.In(in.Zone).Format("Mon 2 Jan"),
			phrase.Count(s.Turns, "turn", "turns"), phrase.Amount(score.Tokens(s).Total()), phrase.SpentBy(s)),
		Summary: in.Clean(phrase.Summary(v)),
	}
	if t.Title == "" {
		t.Title = "(no title)"
	}
	switch {
	case s.Crushed():
		t.Why = fmt.Sprintf("Landed, %s probable.", phrase.Percent(v.Confidence))
	case v.GoalComplete:
		t.Why = fmt.Sprintf("Landed, but later sessions took out %d of its %d lines.", s.Rework.Undone, s.Rework.Owned)
		if len(s.Rework.By) > 0 {
			t.Quote = in.Clean(s.Rework.By[0].Sample.String())
			t.Where = "a line taken out by " + s.Rework.By[0].Session[:min(8, len(s.Rework.By[0].Session))]
		}
		return t
	default:
		t.Why = fmt.Sprintf("Not landed: %s (%s).", phrase.Missed(s), probable(v))
		t.Advice = in.Clean(v.Advice.String())
	}
	for _, x := range v.Reasons {
		text := sentence(in.Clean(x.Text.String()))
		if x.For == s.Crushed() && !strings.Contains(t.Summary, strings.TrimSuffix(text, ".")) { // the summary above has said it
			t.Why += " " + text
			break
		}
	}
	if e := deciding(v, s.Crushed()); e != nil {
		t.Quote, t.Where = in.Clean(e.Quote.String()), fmt.Sprintf("turn %d", e.Turn)
	}
	return t
}

// probable is how likely it is that a missed goal was landed, with the floor where
// that decided.
func probable(v *fact.Verdict) string {
	text := phrase.Percent(v.Confidence) + " probable that it did"
	if floor, ok := phrase.FloorMissed(v); ok {
		text += ", where silence needs " + phrase.Percent(floor)
	}
	return text
}

// deciding picks the line to quote under a story: one that a missed criterion
// rests on where the goal was missed, or else where the session ended; the first of
// the evidence where it landed.
func deciding(v *fact.Verdict, landed bool) *fact.Evidence {
	if !landed {
		for _, c := range slices.Backward(v.Criteria) { // the last ones are the end of the record and its failure signal
			if !c.Met && c.Evidence != nil {
				return c.Evidence
			}
		}
		for _, c := range v.Criteria {
			if c.Name == "finished" && c.Evidence != nil {
				return c.Evidence
			}
		}
	}
	if len(v.Evidence) == 0 {
		return nil
	}
	return &v.Evidence[0]
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	first, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(first)) + s[n:]
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
		s += "."
	}
	return s
}
