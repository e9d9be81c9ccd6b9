// Package llm is the judge that asks a language model: four agents (tracker,
// language, rubric, outcome) and one that is rubric and outcome in a single
// question, over a bounded, redacted rendering of a session.
//
// A Protocol makes the questions and reads the answers; it sends nothing itself.
// A live run, an export to files and a message batch differ only in who carries
// question and answer, so they share its code: a Case is asked for its next
// question until it has none.
//
// Promises: nothing of a transcript is in a request that has not passed the gate;
// the same session gives the same questions on every machine; every quote of a
// verdict is cut from the rendering at the turn it names; what a transcript says
// changes no rule.
package llm

import (
	"errors"
	"fmt"
	"time"

	"prism/internal/fact"
	"prism/internal/learn"
	"prism/internal/model"
	"prism/internal/redact"
)

// Agent names a task that a model is given.
type Agent string

// The agents. Combined is rubric and outcome in one question.
const (
	Tracking  Agent = "tracker"
	Speaking  Agent = "language"
	Grading   Agent = "rubric"
	Deciding  Agent = "outcome"
	Combining Agent = "combined"
)

// Settings choose how a session is judged. All of them are part of judge_version.
type Settings struct {
	Name     string // of the judge, as in --judge: "anthropic"
	Model    string // "" is model.DefaultModel
	Combined bool   // rubric and outcome in one question
	// Budget bounds the rendering that rubric, outcome and combined are shown, in
	// tokens (an estimate); 0 is DefaultBudget.
	Budget int
	// PromptBudget bounds the part of it that holds the prompts; 0 is DefaultPromptBudget.
	PromptBudget int
}

// Budgets of the rendering, in tokens by estimate. docs/judges.md has what they
// cost; below minBudget there would be no room for the last turns.
const (
	DefaultBudget       = 4400
	DefaultPromptBudget = 2000
	minBudget           = 600
)

// Prices says what one request cost in USD; ok is false when the price is unknown.
type Prices interface {
	Cost(model string, at time.Time, t fact.Tokens) (usd float64, ok bool)
}

// Protocol makes questions and reads answers. It holds no state and is safe for
// concurrent use.
type Protocol struct {
	set      Settings
	profile  model.Profile
	redactor *redact.Redactor
	prices   Prices // may be nil
	texts    texts
	calm     learn.Map // over the probabilities that the model gives

	version, tracking, speaking string // of questions: those about verdicts, and of the agents that stand beside them
}

// New makes a Protocol. prices may be nil: then calls have no cost unless the
// back end tells one.
func New(set Settings, redactor *redact.Redactor, prices Prices) (*Protocol, error) {
	if redactor == nil {
		return nil, errors.New("judge: no redaction, no request")
	}
	if set.Name == "" {
		return nil, errors.New("judge: it has no name")
	}
	if set.Model == "" {
		set.Model = model.DefaultModel
	}
	if set.Budget == 0 {
		set.Budget = DefaultBudget
	}
	if set.PromptBudget == 0 {
		set.PromptBudget = min(DefaultPromptBudget, set.Budget/2)
	}
	if set.Budget < minBudget || set.PromptBudget < minBudget/2 || set.PromptBudget > set.Budget {
		return nil, fmt.Errorf("judge: budgets of %d and %d tokens; at least %d for all, and from %d to all of it for the prompts",
			set.Budget, set.PromptBudget, minBudget, minBudget/2)
	}
	t, err := loadTexts()
	if err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	p := &Protocol{set: set, profile: model.ProfileOf(set.Model), redactor: redactor, prices: prices, texts: t}
	p.version = p.versionOf(append(p.agents(), Speaking)...)
	p.tracking, p.speaking = p.versionOf(Tracking), p.versionOf(Speaking)
	return p, nil
}

// Name is the judge's name.
func (p *Protocol) Name() string { return p.set.Name }

// Model is the model that is asked.
func (p *Protocol) Model() string { return p.set.Model }

// Version is judge_version: it changes with whatever can change a verdict.
func (p *Protocol) Version() string {
	if p.calm.Given() {
		return p.version
	}
	return p.version + "-" + hash(fmt.Sprintf("%.9g %.9g", p.calm.Shift, p.calm.Gain))[:8]
}

// AsksAs is the version of what is asked: Version without a calibration, which changes
// what an answer comes to and no question.
func (p *Protocol) AsksAs() string { return p.version }

// Calibration is the map in use.
func (p *Protocol) Calibration() learn.Map { return p.calm }

// Calibrated is the same Protocol with a map over the probabilities that the model
// gives. Kept answers serve on.
func (p *Protocol) Calibrated(m learn.Map) *Protocol {
	q := *p
	q.calm = m
	return &q
}

// Rounds is how many questions in a row a verdict takes, when none is repeated and
// its session is cut.
func (p *Protocol) Rounds() int { return len(p.agents()) }

func (p *Protocol) agents() []Agent {
	if p.set.Combined {
		return []Agent{Combining}
	}
	return []Agent{Grading, Deciding}
}
