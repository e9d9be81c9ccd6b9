// Package session is the pages of one session: its verdict with the lines that it rests on,
// its turns, what was done in one, what was undone of it, and what a person says of it.
//
// Promises: every condition leads to its line; what a person agrees with is what the page
// showed, else nothing is taken; every way on knows the list that one came from. Refusals:
// it shows no text but as the library leaves it, and decides nothing.
package session

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// Pages are the addresses of the pages of a session, each with the list that one came
// from.
type Pages struct {
	Query page.Query
	ID    string
}

// Page is one of them; "" the session's own.
func (p Pages) Page(name string, more ...string) string {
	at := "/sessions/" + p.ID
	if name != "" {
		at += "/" + name
	}
	return p.Query.Within(at, more...)
}

// Turn leads to a turn: its chunk is filled by the server.
func (p Pages) Turn(n int) string {
	return p.Page("", "at", strconv.Itoa(n)) + fmt.Sprintf("#turn-%d", n)
}

// Steps is the page of what was done in a turn.
func (p Pages) Steps(n int) string { return p.Page("turns/" + strconv.Itoa(n)) }

// Turns are those from one on, as a part of the page.
func (p Pages) Turns(from int) string { return p.Page("turns", "from", strconv.Itoa(from)) }

// sessionFill fills the page of one session.
type sessionFill struct {
	Pages     Pages
	ID        string
	Title     string
	Stage     fact.TitleStage
	Summary   string
	Standing  page.Standing
	Intent    string
	Repo      string
	Branch    string
	When      string
	Facts     []pair
	Opened    string
	Closed    string
	Sentence  string // the verdict in one sentence
	Likely    string // how probable, and on what that rests
	Signal    string
	Complete  string // when a session of its intent is complete
	Criteria  []criterion
	NotShown  string   // conditions that the verdict says nothing of, and why
	Beyond    string   // what the criteria do not explain of it
	Weighs    []string // sentences that weigh more than they do
	Other     []quote
	For       []wire.Reason
	Advice    string
	Rework    *rework
	Checks    []pair
	Letter    string
	Judges    []verdictOf // the verdict in use and those of other judges, side by side; none there is one judge
	Agree     bool        // and whether they say the same
	History   []past
	Shown     string // what a person agrees with; "" nothing
	Label     *label
	Stale     string // why what was said was not taken
	Note      string // that a person wrote, or has just typed
	CanEdit   bool
	Turns     *turnsFill
	Gone      string
	Shared    bool         // facts were shared, and no transcript
	Quoted    []quotedTurn // where no turns are there, those of which lines are
	Outline   [][]outline  // prompts, as many as a page has turns in each list; none where there are few
	Undid     []undid      // sessions that it took lines out of
	UndidMore int
	Kin       []kin
	Runs      []part       // where it goes over several
	Former    []string     // ids of what was merged into it, or that it goes on
	Was       string       // of these, that by which it was asked for
	JSON      string       // where to take it away; "" nowhere
	Open      template.URL // its transcript in the viewer's editor; "" nowhere
	Back      string
	Person    string
	Parts     int
	Gaps      []string // what could not be seen
	Counts    string   // what is not told of tokens and cost; "" nothing
}

type pair struct{ Name, Value string }

type criterion struct {
	Text  string
	Met   bool
	Quote *quote
}

type rework struct {
	Sentence string
	Written  string // in which turns; "" it is not known
	By       []reworkBy
}

type reworkBy struct{ Title, To, What, Files, Sample, Beside string }

type verdictOf struct {
	Judge, Version, Word string
	Complete             bool
	Likely, Intent       string
	InUse                bool
	Unmet                []string // criteria, in words
	Quotes               []quote
}

type label struct {
	Yours            bool // of who looks at it
	Agrees, Complete bool
	At               time.Time
}

type outline struct {
	Number int
	Text   string
	To     string
	At     bool // quoted by the verdict
}

// turnsFill is a chunk of the timeline. Those before and after it are fetched when
// they come into sight; each has a plain link for where no script runs.
type turnsFill struct {
	Pages Pages
	List  []turn
	First int
	Total int
	Prev  string
	Next  string
}

type turn struct {
	wire.Turn
	Clock   string
	Ask     []piece // the prompt, cut at what the verdict rests on
	Reply   []piece // the answer, likewise
	Cited   []quote // what else the verdict rests on in it: what was done, or is not shown
	Rests   bool    // it does on something of it
	Goes    string  // another conversation begins with it
	Current bool
}

// filesShown is how many names of files are shown of a rework.
const filesShown = 4

// chunk is how many turns are shown at a time.
const chunk = 50

// Show is the page of a session.
func Show(r *page.Request) (page.Answer, error) {
	s, err := r.Lib.One(r.Context(), r.PathValue("id"))
	if err != nil {
		return page.Answer{}, err
	}
	if s.ID != r.PathValue("id") {
		was := ""
		if slices.Contains(s.Aliases, r.PathValue("id")) {
			was = r.PathValue("id")
		}
		return page.Answer{To: r.Query.Within("/sessions/"+s.ID, "was", was)}, nil
	}
	p := sessionOf(r, s)
	return page.Answer{Page: "session", Fill: p, Title: r.Say("Session {id}", s.ID[:min(len(s.ID), 8)])}, nil
}

func sessionOf(r *page.Request, s *fact.Session) *sessionFill {
	v := &s.Verdict
	zone := r.Now().Location()
	pages := Pages{r.Query, s.ID}
	p := &sessionFill{
		Pages: pages, ID: s.ID, Title: page.TitleOf(r.Locale, s), Stage: v.TitleStage, Standing: page.StandingIn(r.Locale, s, r.Query.Switches()),
		Summary: page.Clean(phrase.Summary(v)), Intent: page.Intent(r.Locale, v.Intent), Repo: page.Clean(s.Repo.Name), Branch: page.Clean(s.Branch),
		When: r.When(s.Started.In(zone), s.Ended.In(zone)), Opened: cmp.Or(r.Known(phrase.Boundary(s.OpenedBy)), r.Say("the start of the conversation")), Closed: r.Known(phrase.Boundary(s.ClosedBy)),
		Signal: page.Signal(r.Locale, v.Signal), Advice: page.Clean(v.Advice.String()), Letter: v.Rubric.Letter, Back: r.Query.Within("/sessions"), Person: page.Clean(s.Person), Parts: len(s.Parts),
	}
	for _, g := range s.Gaps {
		p.Gaps = append(p.Gaps, r.Known(phrase.Gap(g)))
	}
	if s.Began() {
		p.Counts = r.Known(phrase.Began)
	}
	_, p.CanEdit = r.Lib.(page.Editor)
	p.Sentence, p.Likely = sentence(r.Locale, s, r.Query.Switches())
	if v.Intent == "" {
		p.Likely = "" // of no goal that can be told there is none to be landed
	}
	if rule, ok := judge.RuleOf(v.Intent); ok && !phrase.Silent(v) {
		p.Complete = r.Say("{intent} is complete when {rule}.", r.Known(phrase.Capital(phrase.A(v.Intent))), r.Known(rule.Complete))
	}
	turns, gone := r.Lib.Turns(r.Context(), s)
	p.Gone = r.Known(gone)
	p.verdict(r, s, v)
	for _, reason := range v.Reasons {
		p.For = append(p.For, wire.Reason{For: reason.For, Text: page.Clean(reason.Text.String()), Turn: reason.Turn})
	}
	p.facts(r.Locale, s)
	p.Rework = reworkOf(r, s)
	if _, ok := r.Lib.(Teller); ok {
		p.JSON = pages.Page("session.json")
	}
	p.Checks = checks(r.Locale, &v.Rubric)
	p.judges(r, s)
	p.History = historyOf(r.Locale, s, r.Lib.History(r.Context(), s), zone)
	p.Shown = page.ShownOf(s)
	if l := r.Lib.Label(r.Context(), s); l != nil {
		p.Label = &label{Yours: page.Yours(r, s), Agrees: l.GoalComplete == v.GoalComplete, Complete: l.GoalComplete, At: l.At.In(zone)}
		p.Note = page.Clean(l.Note.String())
	}
	if len(turns) > 0 {
		at, _ := strconv.Atoi(r.URL.Query().Get("at")) // none is the first
		first := max(0, min(at-1, len(turns)-1)) / chunk * chunk
		p.Turns = turnsOf(r, s, turns, first)
		var prompts []outline
		for i := range turns {
			text := strings.TrimSpace(page.Clean(turns[i].Prompt))
			if text == "" {
				continue
			}
			n := turns[i].Number
			prompts = append(prompts, outline{n, page.FirstLine(text, 70), pages.Turn(n), slices.ContainsFunc(v.Evidence, func(e fact.Evidence) bool { return e.Turn == n })})
		}
		if len(prompts) > 3 {
			p.Outline = slices.Collect(slices.Chunk(prompts, chunk))
		}
	}
	p.kin(r, s, turns)
	if len(s.Parts) > 0 && !s.SourceGone {
		p.Open = opens(r, s.Parts[0].File, 1)
	}
	if p.Turns == nil {
		p.unlink()
		p.Quoted = quotedTurns(r, s)
		p.Shared = slices.ContainsFunc(s.Parts, func(x fact.Part) bool { return content.IsFacts(x.File) })
	}
	return p
}

// unlink takes the ways into the timeline and the transcript away, where there are none.
func (p *sessionFill) unlink() {
	for i := range p.Criteria {
		if q := p.Criteria[i].Quote; q != nil {
			q.To, q.Open = "", ""
		}
	}
	for i := range p.Other {
		p.Other[i].To, p.Other[i].Open = "", ""
	}
	for i := range p.Judges {
		for k := range p.Judges[i].Quotes {
			p.Judges[i].Quotes[k].To, p.Judges[i].Quotes[k].Open = "", ""
		}
	}
}

// Turns are a part of its timeline, fetched as it comes into sight.
func Turns(r *page.Request) (page.Answer, error) {
	s, err := r.Lib.One(r.Context(), r.PathValue("id"))
	if err != nil {
		return page.Answer{}, err
	}
	turns, gone := r.Lib.Turns(r.Context(), s)
	if gone != "" || len(turns) == 0 {
		return page.Answer{}, &page.Error{Status: http.StatusNotFound, Text: locale.Mark("There are no turns to show.")}
	}
	from, _ := strconv.Atoi(r.URL.Query().Get("from"))
	first := max(0, min(from-1, len(turns)-1)) / chunk * chunk
	return page.Answer{Page: "session", Part: "chunk", Fill: turnsOf(r, s, turns, first)}, nil
}

func turnsOf(r *page.Request, s *fact.Session, turns []wire.Turn, first int) *turnsFill {
	last := min(first+chunk, len(turns))
	pages := Pages{r.Query, s.ID}
	t := &turnsFill{Pages: pages, First: first + 1, Total: len(turns)}
	if first > 0 {
		t.Prev = pages.Page("", "at", strconv.Itoa(first))
	}
	if last < len(turns) {
		t.Next = pages.Page("", "at", strconv.Itoa(last+1))
	}
	zone := r.Now().Location()
	for i := first; i < last; i++ {
		x := turn{Turn: turns[i]}
		x.Prompt, x.Answer = page.Clean(x.Prompt), page.Clean(x.Answer)
		for k := range x.Done {
			x.Done[k] = page.Clean(x.Done[k])
		}
		if x.StartedAt != nil {
			if at, err := time.Parse(time.RFC3339Nano, *x.StartedAt); err == nil {
				x.Clock = r.Clock(at.In(zone))
			}
		}
		if i > 0 && turns[i].Conversation != turns[i-1].Conversation {
			x.Goes = page.Clean(turns[i].Conversation)
		}
		seen := map[string]bool{}
		for _, e := range cited(&s.Verdict) {
			if e.Turn == x.Number && !seen[e.Quote.String()] {
				seen[e.Quote.String()] = true
				x.Cited = append(x.Cited, quoteOf(r, s, e))
			}
		}
		x.Rests = len(x.Cited) > 0
		x.Ask, x.Cited = pieces(x.Prompt, x.Cited)
		x.Reply, x.Cited = pieces(x.Answer, x.Cited)
		t.List = append(t.List, x)
	}
	return t
}

// verdict fills in the criteria with their lines, and the lines that stand at none.
func (p *sessionFill) verdict(r *page.Request, s *fact.Session, v *fact.Verdict) {
	for _, c := range v.Criteria {
		x := criterion{Text: criterionWords(r, v.Intent, c.Name), Met: c.Met}
		if c.Evidence != nil {
			q := quoteOf(r, s, *c.Evidence)
			x.Quote = &q
		}
		p.Criteria = append(p.Criteria, x)
	}
	var left []string
	for _, x := range phrase.NotShown(s, v) {
		left = append(left, r.Say("{condition} ({why})", r.Known(x.Condition), r.Known(x.Why)))
	}
	if len(left) > 0 {
		p.NotShown = r.Say("Not shown: {conditions}.", strings.Join(left, "; "))
	}
	if s.Exclusion(true, true) == fact.NotExcluded {
		p.beyond(r, v)
	}
	for _, e := range v.Unplaced() {
		p.Other = append(p.Other, quoteOf(r, s, e))
	}
}

// beyond says what of a verdict its criteria alone do not explain.
func (p *sessionFill) beyond(r *page.Request, v *fact.Verdict) {
	switch b, unmet, reasons := phrase.BeyondCriteria(v); b {
	case phrase.LandedStill:
		p.Beyond = r.Say("{n} of these cannot be seen; what else speaks for the session outweighs that.", unmet)
	case phrase.Unconfirmed:
		p.Beyond = r.Say("Each of these can be seen, but nobody confirmed it, and it is less probable than silence needs.")
	case phrase.Unlike:
		p.Beyond = r.Say("Each of these can be seen, but sessions that ended like this one most often had not landed.")
	case phrase.Outweighed:
		p.Beyond = r.Say("Each of these can be seen, and yet this weighs more:")
		for _, text := range reasons {
			p.Weighs = append(p.Weighs, page.Clean(text))
		}
	}
}

func (p *sessionFill) facts(l *locale.Locale, s *fact.Session) {
	t := score.Tokens(s)
	p.Facts = []pair{
		{l.Say("lasted"), l.Lasted(s.Ended.Sub(s.Started))}, {l.Say("turns"), l.Number(s.Turns)},
		{l.Say("lines"), page.Lines(l, s.Floor.Added, s.Floor.Removed)}, {l.Say("changes carried out"), l.Number(s.Floor.MutatingCalls)},
		{l.Say("tokens"), page.Used(l, t.Total())}, {l.Say("of these written"), page.Output(l, t.Output, s.Began())}, {l.Say("from the cache"), page.Used(l, t.CacheRead)},
		{l.Say("cost"), page.SpentBy(l, s)}, {l.Say("model"), cmp.Or(page.Clean(s.Model), "—")}, {l.Say("language"), cmp.Or(s.Languages.Code, l.Say("none"))}, {l.Say("agent"), page.Clean(s.Agent)},
	}
}

// sentence says what became of a session, and how probable that is.
func sentence(l *locale.Locale, s *fact.Session, f page.FilterSwitches) (what, likely string) {
	v := &s.Verdict
	switch why := s.Exclusion(f.Open, f.Automated); {
	case why != fact.NotExcluded:
		what = l.Say("Not counted. {reason}.", phrase.Capital(l.Known(phrase.Excluded(why))))
	case v.GoalComplete:
		what = l.Known(phrase.Result(s))
	default:
		what = l.Say("{result}: {reason}.", strings.TrimSuffix(l.Known(phrase.Result(s)), "."), l.Known(phrase.Missed(s)))
	}
	if phrase.Told(v) && v.Intent != "" {
		likely = l.Say("{share} probable that it landed; {ground}", l.Percent(v.Confidence), page.Ground(l, v))
	}
	return what, likely
}

func reworkOf(r *page.Request, s *fact.Session) *rework {
	if len(s.Rework.By) == 0 {
		return nil
	}
	out := &rework{Sentence: page.UndoneIn(r.Locale, s)}
	if turns, n := phrase.WrittenIn(s); n > 0 && s.Turns > 1 {
		out.Written = r.Say("What was taken out was mostly written in turn {turns} of {all}.", turns, s.Turns)
		if n > 1 {
			out.Written = r.Say("What was taken out was mostly written in turns {turns} of {all}.", turns, s.Turns)
		}
	}
	for _, by := range s.Rework.By {
		x := reworkBy{What: page.LinesBy(r.Locale, &by), Sample: page.Clean(by.Sample.String())}
		if x.Title = r.Say("Somebody else's session"); by.Session != "" { // the viewer may see it
			x.Title, x.To = by.Session[:min(8, len(by.Session))], r.Query.Within("/sessions/"+by.Session)
			x.Beside = r.Query.Within("/sessions/" + s.ID + "/undone/" + by.Session)
			if other, err := r.Lib.One(r.Context(), by.Session); err == nil {
				x.Title = cmp.Or(page.Clean(other.Verdict.Title.String()), x.Title)
			}
		}
		x.Files = page.Clean(page.Few(r.Locale, by.Files, filesShown))
		out.By = append(out.By, x)
	}
	return out
}

func verdictWords(r *page.Request, s *fact.Session, v *fact.Verdict) verdictOf {
	out := verdictOf{Judge: page.Clean(v.Judge), Version: page.Clean(v.Version), Complete: v.GoalComplete, Likely: page.Likely(r.Locale, v), Intent: page.Intent(r.Locale, v.Intent), Word: r.Known(phrase.Landing(v))}
	for _, c := range v.Criteria {
		if !c.Met {
			out.Unmet = append(out.Unmet, criterionWords(r, v.Intent, c.Name))
		}
	}
	for _, e := range v.Evidence {
		out.Quotes = append(out.Quotes, quoteIn(r, s, e))
	}
	return out
}

// judges puts the verdict in use beside those of other judges, where there are any.
func (p *sessionFill) judges(r *page.Request, s *fact.Session) {
	others := r.Lib.Others(r.Context(), s)
	if len(others) == 0 || s.Verdict.Judge == "" {
		return
	}
	first := verdictWords(r, s, &s.Verdict)
	first.InUse = true
	p.Judges, p.Agree = []verdictOf{first}, true
	for i := range others {
		p.Judges = append(p.Judges, verdictWords(r, s, &others[i]))
		p.Agree = p.Agree && others[i].GoalComplete == s.Verdict.GoalComplete
	}
}

// criterionWords says what a criterion of a kind of work asks.
func criterionWords(r *page.Request, i fact.Intent, name string) string {
	rule, _ := judge.RuleOf(i)
	for _, c := range rule.Criteria {
		if c.Name == name {
			return r.Known(cmp.Or(c.Shown(), phrase.Spoken(page.Clean(name))))
		}
	}
	return r.Known(phrase.Spoken(page.Clean(name)))
}

// checks are the seven checks of prompting practice with their marks.
func checks(l *locale.Locale, r *fact.Rubric) []pair {
	var out []pair
	for _, c := range r.Checks() {
		out = append(out, pair{l.Known(phrase.Spoken(c.Name)), l.Known(phrase.Spoken(string(cmp.Or(c.Mark, fact.NotApplicable))))})
	}
	return out
}
