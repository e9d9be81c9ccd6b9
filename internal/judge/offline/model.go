package offline

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/learn"
	"prism/internal/session"
)

// modelJSON holds the fitted weights. The command that makes it:
//
//	go run ./internal/judge/offline/fit -gold DIR -corpus DIR -write
//
//go:embed model.json
var modelJSON []byte

// Model is what was learned from labelled sessions.
type Model struct {
	Intent learn.Classes  `json:"intent"`
	Goal   learn.Logistic `json:"goal"`
	Basis  learn.Logistic `json:"basis"`  // probability that the basis is explicit
	Temper float64        `json:"temper"` // the goal's log-odds are multiplied by it
}

// Judge is the offline judge: deterministic, without a key, never asleep. It is
// safe for concurrent use.
type Judge struct {
	model   Model
	version string
	person  *lexicon
	agent   *lexicon
	intents []intentFeature
	goals   []feature
	readers sync.Pool
}

// New returns a judge with a model of its own; it fails where the model was
// fitted on other features.
func New(m Model) (*Judge, error) {
	j, err := Untrained()
	if err != nil {
		return nil, err
	}
	if err := m.Intent.Check(intentNames(j.intents)); err != nil {
		return nil, fmt.Errorf("offline judge, intent: %w", err)
	}
	for what, g := range map[string]*learn.Logistic{"goal": &m.Goal, "basis": &m.Basis} {
		if err := g.Check(names(j.goals)); err != nil {
			return nil, fmt.Errorf("offline judge, %s: %w", what, err)
		}
	}
	j.model = m
	b, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("offline judge: %w", err)
	}
	sum := sha256.Sum256(append(b, rulesVersion...))
	j.version = rulesVersion + "-" + hex.EncodeToString(sum[:4])
	return j, nil
}

// rulesVersion changes with any rule of this package that can change an answer.
const rulesVersion = "rules-1"

// Default returns the judge with the embedded model.
func Default() (*Judge, error) {
	var m Model
	if err := json.Unmarshal(modelJSON, &m); err != nil {
		return nil, fmt.Errorf("offline judge: embedded model: %w", err)
	}
	return New(m)
}

// Untrained returns a judge that can extract what a model is fitted on, and
// nothing else.
func Untrained() (*Judge, error) {
	j := &Judge{intents: intentFeatures(), goals: goalFeatures()}
	var err error
	if j.person, err = loadLexicon("person"); err != nil {
		return nil, err
	}
	if j.agent, err = loadLexicon("agent"); err != nil {
		return nil, err
	}
	j.readers.New = func() any { return &reader{person: j.person, agent: j.agent} }
	return j, nil
}

// Name implements judge.Judge.
func (j *Judge) Name() string { return "offline" }

// Version implements judge.Judge.
func (j *Judge) Version() string { return j.version }

// Judge implements judge.Judge. It never fails.
func (j *Judge) Judge(_ context.Context, d *session.Draft) (judge.Opinion, error) {
	return j.opinion(j.Read(d)), nil
}

// Case is a session read: what models are fitted on and verdicts are made of.
type Case struct {
	a      *account
	intent []float64 // features of the intent
}

// Read makes the account of a session and the features of its intent.
func (j *Judge) Read(d *session.Draft) *Case {
	r := j.readers.Get().(*reader)
	defer j.readers.Put(r)
	a := r.read(d)
	q := r.quest(a)
	c := &Case{a: a, intent: make([]float64, len(j.intents))}
	for i := range j.intents {
		c.intent[i] = j.intents[i].value(q)
	}
	return c
}

// goal computes the features of the goal for given probabilities of intents.
func (j *Judge) goal(c *Case, intents []float64) ([]float64, *view) {
	v := newView(c.a, intents)
	x := make([]float64, len(j.goals))
	for i := range j.goals {
		x[i] = j.goals[i].value(v)
	}
	return x, v
}

func intentNames(fs []intentFeature) []string {
	out := make([]string, len(fs))
	for i := range fs {
		out[i] = fs[i].name
	}
	return out
}

// intentClasses are the classes that the intent model tells apart.
func intentClasses() []string {
	out := make([]string, len(fact.Intents))
	for i, n := range fact.Intents {
		out[i] = string(n)
	}
	return out
}
