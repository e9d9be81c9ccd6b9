// Package intent tells what a session set out to do. Of what package observe saw it takes
// the request: the prompt that opens the work, the one for which most was done, a plan's
// heading, commits, tickets, the agent's account. It promises numbers by which a model
// tells one intent from another, in one fixed order, and beside them what needs no model:
// the intent that is named in so many words, the one that the work shows, and whether
// there is a goal at all. Whether the goal was landed is none of its business.
package intent

import (
	"fmt"
	"slices"

	"prism/internal/fact"
	"prism/internal/learn"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/transcript"
)

// Features are the numbers by which intents are told apart, in the order in which models
// are fitted on them.
type Features struct {
	own  []intentFeature
	tied []tiedFeature
}

// New lists them.
func New() *Features { return &Features{intentFeatures(), tiedFeatures()} }

// Reading is what tells the intent of one session.
type Reading struct {
	Row       learn.ChoiceRow
	stated    fact.Intent // that the person names in so many words; "" none
	ordered   fact.Intent // of an order that was answered in words, and nothing done; "" none
	shown     fact.Intent // that the answer or the work shows; "" none
	brief     bool        // the first prompt is short enough for that to be all it asks for
	keeps     bool        // the first prompt says that behaviour is to stay
	bumps     bool        // it takes a new version, and has mended what that breaks
	untouched bool        // nothing was changed
	heldBack  bool        // the edits were refused, and what was got is the cause of a fault that nobody asked to be mended
	built     bool        // a plan was handed on, and carried out and tested
	// no verdict was asked for, and files were changed: words of a review tell what is to be done
	changesOnly bool
	tiny        bool // all that was changed is a line or two of one file
	aLine       bool // all that was changed is a line or two of one file that is no code
	wish        bool // the first prompt wishes for something, and finds nothing wrong
	docs        bool // all that was changed are documents
	ails        bool // the first prompt, or the plan's heading, tells of a fault
}

// Read tells what a session set out to do. red says that a change was ordered, nothing was
// changed, and the last check is red.
func (f *Features) Read(r *speech.Reader, a *observe.Session, red bool) Reading {
	q := requestOf(r, a)
	q.red = red
	c := Reading{stated: stated(r, q), ordered: ordered(r, q), shown: shown(r, q), brief: q.first.Plain() <= briefAsk, keeps: r.KeepsBehaviour(q.first.Text, a.Languages), bumps: q.bumps(), untouched: !a.Touched(), heldBack: heldBack(q), changesOnly: changesOnly(r, q), aLine: aLine(a), tiny: tiny(a), wish: wishes(r, q), docs: onlyDocs(a), built: builtPlan(a), ails: q.first.Any(speech.AskFix, speech.Broken, speech.Complain) || q.title.Any(speech.AskFix, speech.Broken), Row: learn.ChoiceRow{X: make([]float64, len(f.own)), Weight: 1}}
	for i := range f.own {
		c.Row.X[i] = f.own[i].value(q)
	}
	for _, k := range intentClass() {
		t := make([]float64, len(f.tied))
		for i := range f.tied {
			t[i] = f.tied[i].value(q, k)
		}
		c.Row.T = append(c.Row.T, t)
	}
	return c
}

// AsStated gives the intent that was stated, or that answer or work show where none was,
// the probability of the likeliest, where that is one that it is taken for: a small change; what is to stay as it is, for a fix
// too; what asks for a verdict, for any other question.
func (c *Reading) AsStated(intents []float64) []float64 {
	best, said := learn.Best(intents), slices.Index(fact.Intents, c.stated)
	if likeliest := fact.Intents[best]; c.ordered != "" && likeliest != fact.Plan && likeliest != fact.Review && likeliest != fact.Investigation { // what came of it is no part of what was wanted
		return exchanged(intents, best, slices.Index(fact.Intents, c.ordered))
	}
	if likeliest := fact.Intents[best]; c.shown == fact.Review && likeliest == fact.Plan && c.stated == "" {
		return exchanged(intents, best, slices.Index(fact.Intents, c.shown)) // a verdict on a plan is none
	} else if c.shown != "" && (c.stated == "" || c.stated == fact.Question) && (likeliest == fact.SmallChange || likeliest == fact.Question) {
		return exchanged(intents, best, slices.Index(fact.Intents, c.shown)) // that nothing was asked to be changed says less than an answer's form
	}
	if c.changesOnly && fact.Intents[best] == fact.Review {
		if c.tiny {
			return exchanged(intents, best, slices.Index(fact.Intents, fact.SmallChange))
		}
		return exchanged(intents, best, runnerUp(intents, best))
	}
	if c.heldBack && fact.Intents[best] == fact.BugFix {
		return exchanged(intents, best, slices.Index(fact.Intents, fact.Investigation))
	}
	if c.built && fact.Intents[best] == fact.Plan { // planning was not all that was done
		work := slices.Index(fact.Intents, fact.Feature)
		for _, k := range []fact.Intent{fact.BugFix, fact.Refactor} {
			if i := slices.Index(fact.Intents, k); intents[i] > intents[work] && (k != fact.BugFix || c.ails) {
				work = i
			}
		}
		return exchanged(intents, best, work)
	}
	if next := runnerUp(intents, best); c.wish && fact.Intents[best] == fact.BugFix && (fact.Intents[next] == fact.SmallChange || fact.Intents[next] == fact.Feature) {
		return exchanged(intents, best, next)
	}
	if said < 0 || c.aLine && c.stated == fact.Feature {
		return intents
	}
	switch likeliest := fact.Intents[best]; {
	case c.stated == fact.Question: // what was neither asked to be changed nor was is no change
		if likeliest != fact.SmallChange && likeliest != fact.Feature && likeliest != fact.Refactor && likeliest != fact.BugFix {
			return intents
		}
	case c.stated == fact.BugFix && c.untouched:
		if likeliest != fact.Question && likeliest != fact.Investigation && likeliest != fact.SmallChange {
			return intents
		}
	case c.stated == fact.Plan && c.docs && likeliest == fact.Feature: // a document, and no code
	case c.stated == fact.Investigation, c.stated == fact.Plan:
		if likeliest != fact.Question && likeliest != fact.SmallChange {
			return intents
		}
	case c.stated == fact.Review:
		if likeliest != fact.Question && likeliest != fact.Investigation && likeliest != fact.Plan {
			return intents
		}
	case c.stated == fact.SmallChange && c.bumps && likeliest == fact.BugFix: // what a new version breaks is part of taking it
	case c.stated == fact.Refactor && c.keeps && likeliest == fact.Feature: // in whatever files it lands
	case c.stated == fact.SmallChange:
		if likeliest != fact.Refactor && (!c.untouched || likeliest != fact.Question && likeliest != fact.Investigation) {
			return intents
		}
	case c.stated == fact.Feature && c.untouched && likeliest == fact.Question: // the agent asks before it starts
	case c.stated == fact.Feature && c.brief && !c.untouched && likeliest == fact.Plan: // planned first, then built
	case likeliest == fact.SmallChange, c.stated == fact.Refactor && likeliest == fact.BugFix, c.brief && c.stated == fact.BugFix && likeliest == fact.Refactor, c.brief && c.stated == fact.Feature && likeliest == fact.BugFix:
	default:
		return intents
	}
	return exchanged(intents, best, said)
}

// heldBack reports whether the person refused every edit of what was only told or to be looked
// into, and an answer names its cause: "debug: the log is empty".
func heldBack(q *request) bool {
	if q.a.HeldBack() == nil || (q.first.Leads[speech.AskFix] > 0 || q.first.Leads[speech.AskAdd] > 0) && !q.first.Any(speech.AskInvestigate, speech.AskCause) {
		return false
	}
	for i := range q.a.Turns {
		if q.a.Turns[i].Answer.Any(speech.SaysFound, speech.SaysCause) {
			return true
		}
	}
	return false
}

// changesOnly reports whether files were changed where no prompt asks for a verdict: a plan
// that is handed on is what it does, whatever its heading; and a review that is brought along
// says what is to be done.
func changesOnly(r *speech.Reader, q *request) bool {
	if len(q.a.Files) == 0 {
		return false
	}
	for i := range q.a.Turns {
		t := &q.a.Turns[i]
		if t.Raw.Origin == transcript.PlanHand {
			continue
		}
		if h := &t.Prompt; t.Raw.Command != "" || h.Any(speech.AskReview) && h.Count[speech.Feedback] == 0 || h.Leads[speech.AskReview] > 0 || r.WantsVerdict(h.Text, q.a.Languages) {
			return false
		}
	}
	return true
}

// tiny reports whether all that was changed is a line or two of one file that was there.
func tiny(a *observe.Session) bool {
	return len(a.Files) == 1 && a.Created == 0 && a.Added+a.Removed <= fewLines && !a.End.Cut()
}

// aLine is tiny of a file that is no code: no feature is as small as that, whatever word
// orders it.
func aLine(a *observe.Session) bool { return tiny(a) && a.CodeLines == 0 }

// fewLines is how many lines a change has that is made in passing: one that takes the place
// of another.
const fewLines = 2

// wishes reports whether the first prompt orders something, or asks for it where no more than
// settings were changed, and tells of nothing that is wrong: that the agent's own work was
// found wrong later makes no fault of the wish.
func wishes(r *speech.Reader, q *request) bool {
	h := q.first
	if q.handed || q.command != "" || q.opener.Pasted > 0 || q.opener.Faults != 0 || q.opener.Raw.Images > 0 || q.kinds[2] > 0 || h.Any(speech.AskFix, speech.Broken, speech.Complain, speech.AskCause, speech.AskInvestigate, speech.AskReview, speech.Feedback) {
		return false
	}
	return h.LeadsRequest() || h.Question && settings(q.a) && !r.ReportsFault(h.Text, q.a.Languages, false) && !r.DoesNothing(h.Text, q.a.Languages)
}

// runnerUp is the likeliest intent beside one.
func runnerUp(intents []float64, best int) int {
	next := -1
	for i := range fact.Intents {
		if i != best && (next < 0 || intents[i] > intents[next]) {
			next = i
		}
	}
	return next
}

// Unheeded reports whether work was ordered that is of an intent, and nothing came of it but
// words.
func (c *Reading) Unheeded(i fact.Intent) bool { return c.ordered != "" && c.ordered == i }

// exchanged gives two intents each other's probability.
func exchanged(intents []float64, a, b int) []float64 {
	out := slices.Clone(intents)
	out[a], out[b] = out[b], out[a]
	return out
}

// Check reports whether a model was fitted on these features.
func (f *Features) Check(m *learn.Choice) error {
	if err := m.Check(classes(), f.tiedNames(), f.names()); err != nil {
		return fmt.Errorf("intent: %w", err)
	}
	return nil
}

// Fit fits a model to sessions of which each has a class and a weight.
func (f *Features) Fit(rows []learn.ChoiceRow, o learn.ChoiceOptions) (learn.Choice, error) {
	c, err := learn.FitChoice(classes(), f.tiedNames(), f.names(), rows, o)
	if err != nil {
		return c, fmt.Errorf("intent: %w", err)
	}
	return c, nil
}

func (f *Features) tiedNames() []string {
	out := make([]string, len(f.tied))
	for i := range f.tied {
		out[i] = f.tied[i].name
	}
	return out
}

func (f *Features) names() []string {
	out := make([]string, len(f.own))
	for i := range f.own {
		out[i] = f.own[i].name
	}
	return out
}

// classes are the intents that a model tells apart.
func classes() []string {
	out := make([]string, len(fact.Intents))
	for i, n := range fact.Intents {
		out[i] = string(n)
	}
	return out
}
