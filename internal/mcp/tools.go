package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/phrase"
	"prism/internal/report"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/wire"
)

// Bounds of answers.
const (
	usualSessions = 20
	mostSessions  = 100
	mostGroups    = 20
	mostWeeks     = 26
	mostInReport  = 2000     // sessions that a report looks at
	mostReport    = 60 << 10 // bytes
	mostWords     = 8
	mostCriteria  = 20
)

// Answer is what a tool answers.
type Answer[T any] struct {
	Note   string `json:"note" jsonschema:"how to take what is quoted here"`
	Answer T      `json:"answer"`
}

func answer[T any](x T) Answer[T] { return Answer[T]{said, x} }

// Window is a stretch of time, and a repository.
type Window struct {
	Since string `json:"since,omitempty" jsonschema:"from then on: 2026-11-14, 2026-11, 2026, 2026-W46, 7d, last week, today"`
	Until string `json:"until,omitempty" jsonschema:"up to the end of it"`
	Repo  string `json:"repo,omitempty" jsonschema:"a repository, by its name or path"`
}

type tools struct{ Options }

// errSaid is an error that says all there is to say.
type errSaid string

// Error implements error.
func (e errSaid) Error() string { return string(e) }

// told is an error as an agent may read it.
func (t *tools) told(err error) error {
	var own errSaid
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	case errors.Is(err, store.ErrNoSession), errors.Is(err, store.ErrAmbiguous):
		return errNone
	}
	if t.Tell != nil {
		if text := term.Clean(t.Tell(err)); text != "" {
			return errSaid(text)
		}
	}
	return errSaid("Something went wrong while the sessions were read.")
}

const errNone errSaid = "There is no session of that id, or several begin so; the tool sessions lists them."

// asked is what a question is about.
type asked struct {
	Library
	filter store.Filter
	o      score.Options
}

// ask opens what the caller sees and reads the window.
func (t *tools) ask(ctx context.Context, w Window) (a asked, done func(), err error) {
	l, done, err := t.Open(ctx)
	if done == nil {
		done = func() {}
	}
	if err != nil {
		return a, done, err
	}
	now := l.Now()
	from, to, err := t.Window(w.Since, w.Until, now)
	if err != nil {
		return a, done, errSaid(fmt.Sprintf("%v.", err))
	}
	a = asked{Library: l, filter: store.Filter{Since: from, Until: to, Now: now, Repo: w.Repo, IncludeOpen: t.IncludeOpen, IncludeAutomated: t.IncludeAutomated}}
	a.o = score.Options{Since: from, Until: to, Zone: now.Location(), Now: now, IncludeOpen: t.IncludeOpen, IncludeAutomated: t.IncludeAutomated}
	return a, done, nil
}

// Intent narrows to one kind of work.
type Intent struct {
	Intent string `json:"intent,omitempty" jsonschema:"one kind of work: question, investigation, review, plan, small_change, bug_fix, feature, refactor"`
}

func (i Intent) apply(f *store.Filter) error {
	if i.Intent == "" {
		return nil
	}
	name := strings.ReplaceAll(strings.ToLower(i.Intent), "-", "_")
	if !slices.Contains(store.IntentNames(), name) {
		return errSaid("intent is one of " + strings.Join(store.IntentNames(), ", ") + ".")
	}
	f.Intents = []fact.Intent{fact.Intent(name)}
	return nil
}

// ScoreInput is what the tool score is asked by.
type ScoreInput struct {
	Window
	Intent
	By []string `json:"by,omitempty" jsonschema:"break it down by: repo, folder, intent, language, model, person, day, week, month, branch"`
}

func (t *tools) score(ctx context.Context, in ScoreInput) (out Answer[wire.Score], err error) {
	defer func() { err = t.told(err) }()
	a, done, err := t.ask(ctx, in.Window)
	defer done()
	if err != nil {
		return out, err
	}
	if err := in.apply(&a.filter); err != nil {
		return out, err
	}
	for _, by := range in.By {
		if !slices.Contains(score.Dimensions(), by) {
			return out, errSaid("by is one of " + strings.Join(score.Dimensions(), ", ") + ".")
		}
	}
	a.o.By = in.By
	sum, err := a.Summary(ctx, a.o, a.filter, nil)
	if err != nil {
		return out, err
	}
	w := wire.FromSummary(&sum, a.Judge(ctx))
	w.Trend = w.Trend[max(0, len(w.Trend)-mostWeeks):]
	for by, list := range w.Groups {
		w.Groups[by] = list[:min(len(list), mostGroups)]
		for i := range w.Groups[by] {
			w.Groups[by][i].Key = term.Clean(w.Groups[by][i].Key)
		}
	}
	return answer(w), nil
}

// SessionsInput is what the tool sessions is asked by.
type SessionsInput struct {
	Window
	Intent
	Crushed *bool  `json:"crushed,omitempty" jsonschema:"those counted and crushed, or those not"`
	Counted *bool  `json:"counted,omitempty" jsonschema:"those that count, or those that do not"`
	Open    bool   `json:"open,omitempty" jsonschema:"those alone that are still going on"`
	Search  string `json:"search,omitempty" jsonschema:"words in title or summary"`
	Limit   int    `json:"limit,omitempty" jsonschema:"how many, 20 without, 100 at most"`
	Offset  int    `json:"offset,omitempty" jsonschema:"how many of the latest are passed over"`
}

// Row is a session in a list.
type Row struct {
	ID            string   `json:"id"`
	Conversations []string `json:"conversations"`
	Title         string   `json:"title"`
	Summary       string   `json:"summary"`
	Repo          string   `json:"repo"`
	Intent        string   `json:"intent"`
	State         string   `json:"state" jsonschema:"closed, provisional, or open: still going on"`
	StartedAt     *string  `json:"started_at"`
	EndedAt       *string  `json:"ended_at"`
	Turns         int      `json:"turns"`
	Counted       bool     `json:"counted"`
	ExcludedBy    string   `json:"excluded_by" jsonschema:"why it does not count; empty: it does"`
	Crushed       bool     `json:"crushed"`
	Stands        string   `json:"stands" jsonschema:"how it stands, in words"`
	Tokens        int64    `json:"tokens"`
	CostUSD       *float64 `json:"cost_usd"`
}

// Page is an answer of the tool sessions.
type Page struct {
	Sessions []Row `json:"sessions"`
	Found    int   `json:"found" jsonschema:"how many there are in all"`
}

func (t *tools) row(s *fact.Session) Row {
	w := wire.FromSession(s, t.IncludeOpen, t.IncludeAutomated)
	r := Row{
		ID: w.ID, Conversations: w.Conversations[:min(len(w.Conversations), 10)], Title: term.Clean(w.Title), Summary: term.Clean(w.Summary), Repo: term.Clean(w.Repo),
		State: w.State, StartedAt: w.StartedAt, EndedAt: w.EndedAt, Turns: w.Turns, Counted: w.Counted, Crushed: w.Crushed,
		Stands: standing(s, t.IncludeAutomated), Tokens: w.Tokens.Total, CostUSD: w.CostUSD,
	}
	if w.Intent != nil {
		r.Intent = *w.Intent
	}
	if w.ExcludedBy != nil {
		r.ExcludedBy = *w.ExcludedBy
	}
	return r
}

// standing says how a session stands: of one that may go on, what it lacks.
func standing(s *fact.Session, automated bool) string {
	switch why := s.Exclusion(true, automated); {
	case s.State == fact.Open:
		return "still going on; " + cmp.Or(phrase.Standing(s, automated), "a machine run")
	case why != fact.NotExcluded:
		return "not counted: " + phrase.ExcludedShort(why)
	case s.Crushed():
		return phrase.Crushed
	case s.Verdict.GoalComplete:
		return "landed, reworked later"
	}
	return phrase.NotLanded + ": " + phrase.Missed(s)
}

func (t *tools) sessions(ctx context.Context, in SessionsInput) (out Answer[Page], err error) {
	defer func() { err = t.told(err) }()
	a, done, err := t.ask(ctx, in.Window)
	defer done()
	if err != nil {
		return out, err
	}
	if err := in.apply(&a.filter); err != nil {
		return out, err
	}
	words := strings.Fields(strings.ToLower(in.Search))
	switch {
	case in.Limit < 0 || in.Limit > mostSessions || in.Offset < 0:
		return out, errSaid(fmt.Sprintf("limit is 1 to %d, offset is not negative.", mostSessions))
	case len(words) > mostWords:
		return out, errSaid(fmt.Sprintf("search takes %d words.", mostWords))
	}
	a.filter.Crushed, a.filter.Counted = in.Crushed, in.Counted
	if in.Open {
		a.filter.State, a.filter.IncludeOpen = fact.Open, true
	}
	list, found, err := a.Page(ctx, a.filter, words, store.Order{}, cmp.Or(in.Limit, usualSessions), in.Offset)
	if err != nil {
		return out, err
	}
	p := Page{Sessions: []Row{}, Found: found}
	for _, s := range list {
		p.Sessions = append(p.Sessions, t.row(s))
	}
	return answer(p), nil
}

// ExplainInput is what the tool explain is asked by.
type ExplainInput struct {
	ID string `json:"id,omitempty" jsonschema:"a session, or a conversation as the client names it (of that, the last session); without it the conversation in which your client began, where that is known: after /clear, name one"`
}

// Condition is one thing that must hold for a kind of work.
type Condition struct {
	Name  string `json:"name"`
	Asks  string `json:"asks"`
	Met   bool   `json:"met"`
	Quote string `json:"quote" jsonschema:"the line that it rests on; empty: nothing in the session speaks to it"`
	Turn  int    `json:"turn" jsonschema:"in which turn of the session that stands; 0: in none"`
}

// Explained is an answer of the tool explain.
type Explained struct {
	Session       Row         `json:"session"`
	CompleteWhen  string      `json:"complete_when"`
	Conditions    []Condition `json:"conditions"`
	FailureSignal string      `json:"failure_signal"`
	Confidence    *float64    `json:"confidence" jsonschema:"how probable it is that the goal was landed, 0 to 1"`
	Reasons       []string    `json:"reasons"`
	Rework        string      `json:"rework"`
	Unseen        []string    `json:"unseen" jsonschema:"what of the session nobody told"`
	Advice        string      `json:"advice" jsonschema:"what would make it crush; empty: it is"`
}

func (t *tools) explain(ctx context.Context, in ExplainInput) (out Answer[Explained], err error) {
	defer func() { err = t.told(err) }()
	l, done, err := t.Open(ctx)
	if done != nil {
		defer done()
	}
	if err != nil {
		return out, err
	}
	id := strings.TrimSpace(cmp.Or(in.ID, t.Here))
	if id == "" {
		return out, errSaid("Which session? Give the id of one, or of a conversation; the tool sessions lists them, the latest first.")
	}
	s, err := find(ctx, l, id)
	if err != nil {
		return out, err
	}
	return answer(t.explained(s)), nil
}

// find is a session by its own id or its conversation's: of that the last.
func find(ctx context.Context, l Library, id string) (*fact.Session, error) {
	list, err := l.OfConversation(ctx, id)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return l.One(ctx, id)
	}
	return slices.MaxFunc(list, func(a, b *fact.Session) int { return a.Ended.Compare(b.Ended) }), nil
}

func (t *tools) explained(s *fact.Session) Explained {
	v := &s.Verdict
	e := Explained{Session: t.row(s), Conditions: []Condition{}, FailureSignal: phrase.Signal(v.Signal), Reasons: []string{}, Unseen: []string{}}
	for _, g := range s.Gaps {
		e.Unseen = append(e.Unseen, phrase.Gap(g))
	}
	rule, ruled := judge.RuleOf(v.Intent)
	if !ruled {
		return e
	}
	e.CompleteWhen = rule.Complete
	confidence := v.Confidence
	e.Confidence = wire.Figure(&confidence)
	asks := map[string]string{}
	for _, c := range rule.Criteria {
		asks[c.Name] = c.Shown()
	}
	for _, c := range v.Criteria[:min(len(v.Criteria), mostCriteria)] {
		x := Condition{Name: c.Name, Asks: asks[c.Name], Met: c.Met}
		if c.Evidence != nil {
			x.Quote, x.Turn = term.Clean(c.Evidence.Quote.String()), c.Evidence.Turn
		}
		e.Conditions = append(e.Conditions, x)
	}
	for _, r := range v.Reasons[:min(len(v.Reasons), mostCriteria)] {
		e.Reasons = append(e.Reasons, map[bool]string{true: "for: ", false: "against: "}[r.For]+term.Clean(r.Text.String()))
	}
	if s.Rework.Owned > 0 && s.Rework.Undone > 0 {
		e.Rework = phrase.Undone(s)
	}
	if !s.Crushed() {
		e.Advice = term.Clean(v.Advice.String())
	}
	return e
}

// Reported is an answer of the tool report.
type Reported struct {
	Markdown string   `json:"markdown"`
	Findings []string `json:"findings"`
	Cut      bool     `json:"cut" jsonschema:"it was longer than is answered"`
}

func (t *tools) report(ctx context.Context, in Window) (out Answer[Reported], err error) {
	defer func() { err = t.told(err) }()
	if in.Since == "" && in.Until == "" {
		in.Since, in.Until = "last week", "last week"
	}
	a, done, err := t.ask(ctx, in)
	defer done()
	if err != nil {
		return out, err
	}
	a.o.By = []string{"repo", "intent", "model"}
	sum, err := a.Summary(ctx, a.o, a.filter, nil)
	if err != nil {
		return out, err
	}
	if sum.Sessions == 0 {
		return out, errSaid("No session ended in that time.")
	}
	before := a.o
	before.Since, before.By = time.Time{}, nil
	earlier, err := a.Summary(ctx, before, a.filter, nil)
	if err != nil {
		return out, err
	}
	list, found, err := a.Page(ctx, a.filter, nil, store.Order{}, mostInReport, 0)
	if err != nil {
		return out, err
	}
	if found < sum.Sessions { // a lead's figures are of many, the sessions that they see their own
		return out, errSaid("A report quotes sessions, and of those that its figures are of you see some alone; ask for the score.")
	}
	j := a.Judge(ctx)
	only := ""
	if in.Repo != "" {
		only = "Only repository " + term.Clean(in.Repo) + "."
	}
	page := report.New(report.Input{
		Summary: sum, Weeks: earlier.Trend, Sessions: list, IncludeOpen: t.IncludeOpen, IncludeAutomated: t.IncludeAutomated,
		Zone: a.o.Zone, Now: a.o.Now, Only: only, History: earlier.Weights, Judge: strings.TrimSpace(j.Name + " " + j.Version), Clean: term.Clean,
	})
	var b strings.Builder
	if err := report.Markdown(&b, page, nil); err != nil {
		return out, err
	}
	r := Reported{Markdown: b.String(), Findings: page.Findings, Cut: found > len(list)}
	if len(r.Markdown) > mostReport {
		r.Markdown, r.Cut = strings.ToValidUTF8(r.Markdown[:mostReport], ""), true
	}
	if r.Findings == nil {
		r.Findings = []string{}
	}
	return answer(r), nil
}
