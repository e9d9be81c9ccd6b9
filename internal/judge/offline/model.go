package offline

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/learn"
)

// modelJSON holds the fitted weights. The command that makes it:
//
//	go run ./internal/judge/offline/fit -labels DIR -corpus DIR -write internal/judge/offline/model.json
//
//go:embed model.json
var modelJSON []byte

// Model is what was learned from labelled sessions.
type Model struct {
	Asked        learn.Bayes    `json:"asked"` // words of the person, by intent
	Told         learn.Bayes    `json:"told"`  // words of the agent, by intent
	Intent       learn.Choice   `json:"intent"`
	IntentForest learn.Forest   `json:"intent_forest"`
	Goal         learn.Logistic `json:"goal"`
	Temper       float64        `json:"temper"` // the goal's log-odds are multiplied by it
}

// Judge is the offline judge: deterministic, without a key, never asleep. It is
// safe for concurrent use.
type Judge struct {
	version string
	load    func() error // the first verdict needs words and weights; a run without one does not
	model   Model
	person  *lexicon
	agent   *lexicon
	asking  *lexicon
	intents []intentFeature
	tied    []tiedFeature
	goals   []feature
	readers sync.Pool
}

// rulesVersion changes with any rule of this package that can change an answer. A
// test holds it to a hash of what the rules make of fixed sessions.
const rulesVersion = "rules-20"

// Default returns the judge with the embedded model. Its words and weights are
// read at the first verdict.
func Default() (*Judge, error) {
	parts := [][]byte{modelJSON}
	for _, name := range []string{"person", "agent", "asking"} {
		b, err := lexiconFiles.ReadFile("lexicon/" + name + ".txt")
		if err != nil {
			return nil, fmt.Errorf("lexicon %s: %w", name, err)
		}
		parts = append(parts, b)
	}
	j := &Judge{version: versionOf(parts...)}
	j.load = sync.OnceValue(func() error {
		var m Model
		if err := json.Unmarshal(modelJSON, &m); err != nil {
			return fmt.Errorf("offline judge: embedded model: %w", err)
		}
		return j.learn(m)
	})
	return j, nil
}

// New returns a judge with a model of its own; it fails where the model was
// fitted on other features.
func New(m Model) (*Judge, error) {
	b, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("offline judge: %w", err)
	}
	j := &Judge{version: versionOf(b)}
	if err := j.learn(m); err != nil {
		return nil, err
	}
	return j, nil
}

// Untrained returns a judge that can extract what a model is fitted on, and
// nothing else.
func Untrained() (*Judge, error) {
	j := &Judge{}
	if err := j.prepare(); err != nil {
		return nil, err
	}
	return j, nil
}

// versionOf names a judge by its rules and by what it was made from.
func versionOf(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		_, _ = h.Write(p) // a hash takes everything
	}
	return rulesVersion + "-" + hex.EncodeToString(h.Sum(nil)[:4])
}

// prepare reads the words and lists the features.
func (j *Judge) prepare() error {
	j.intents, j.tied, j.goals = intentFeatures(), tiedFeatures(), goalFeatures()
	var err error
	if j.person, err = loadLexicon("person", classNames()); err != nil {
		return err
	}
	if j.agent, err = loadLexicon("agent", classNames()); err != nil {
		return err
	}
	if j.asking, err = loadLexicon("asking", craftNames()); err != nil {
		return err
	}
	polite, manner := newOpener(), newManner()
	j.readers.New = func() any {
		return &reader{person: j.person, agent: j.agent, asking: j.asking, polite: polite, manner: manner}
	}
	return nil
}

// learn takes a model over.
func (j *Judge) learn(m Model) error {
	if err := j.prepare(); err != nil {
		return err
	}
	if err := m.Intent.Check(intentClasses(), j.tiedNames(), intentNames(j.intents)); err != nil {
		return fmt.Errorf("offline judge, intent: %w", err)
	}
	if err := m.IntentForest.Check(j.wideNames()); err != nil {
		return fmt.Errorf("offline judge, intent forest: %w", err)
	}
	if m.IntentForest.Classes != len(intentClasses()) {
		return fmt.Errorf("offline judge, intent forest: %w", learn.ErrShape)
	}
	if err := m.Goal.Check(names(j.goals)); err != nil {
		return fmt.Errorf("offline judge, goal: %w", err)
	}
	j.model = m
	return nil
}

// Name implements judge.Judge.
func (j *Judge) Name() string { return "offline" }

// Version implements judge.Judge.
func (j *Judge) Version() string { return j.version }

// Judge implements judge.Judge. It fails only where its own words or weights are
// broken.
func (j *Judge) Judge(_ context.Context, d *conversation.Draft) (judge.Opinion, error) {
	if j.load != nil {
		if err := j.load(); err != nil {
			return judge.Opinion{}, err
		}
	}
	return j.Opinion(j.Read(d)), nil
}

// Case is a session read: what models are fitted on and verdicts are made of.
type Case struct {
	a           *account
	intent      learn.ChoiceRow // features of the intent
	asked, told []string        // the words of the person, and of the agent
}

// Read makes the account of a session and the features of its intent. A judge
// whose embedded words are broken, which Judge reports, reads with none.
func (j *Judge) Read(d *conversation.Draft) *Case {
	if j.load != nil {
		_ = j.load() // what fails here, Judge reports
	}
	r, ok := j.readers.Get().(*reader)
	if !ok {
		r = &reader{person: &lexicon{}, agent: &lexicon{}}
	}
	defer j.readers.Put(r)
	a := r.read(d)
	q := r.quest(a)
	c := &Case{a: a, intent: learn.ChoiceRow{X: make([]float64, len(j.intents)), Weight: 1}}
	for i := range j.intents {
		c.intent.X[i] = j.intents[i].value(q)
	}
	for _, k := range intentClass() {
		t := make([]float64, len(j.tied))
		for i := range j.tied {
			t[i] = j.tied[i].value(q, k)
		}
		c.intent.T = append(c.intent.T, t)
	}
	c.asked, c.told = r.wordsOf(a, q)
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

// intentsOf returns the probability of each of fact.Intents.
func (j *Judge) intentsOf(c *Case) []float64 {
	n := len(fact.Intents)
	row := withWords(c, j.model.Asked.Scores(c.asked, n), j.model.Told.Scores(c.told, n))
	return mix(j.model.Intent.Probabilities(&row), j.model.IntentForest.Probabilities(wide(&row)))
}

// withWords returns a case's row with the scores of its words as tied features.
func withWords(c *Case, asked, told []float64) learn.ChoiceRow {
	row := c.intent
	row.T = make([][]float64, len(c.intent.T))
	for k := range row.T {
		row.T[k] = append(append(make([]float64, 0, len(c.intent.T[k])+2), c.intent.T[k]...), asked[k], told[k])
	}
	return row
}

// wide flattens a row for the forest.
func wide(r *learn.ChoiceRow) []float64 {
	out := append([]float64(nil), r.X...)
	for _, t := range r.T {
		out = append(out, t...)
	}
	return out
}

func (j *Judge) wideNames() []string {
	out := intentNames(j.intents)
	for _, k := range intentClasses() {
		for _, t := range j.tiedNames() {
			out = append(out, k+"_"+t)
		}
	}
	return out
}

func (j *Judge) tiedNames() []string {
	var out []string
	for i := range j.tied {
		out = append(out, j.tied[i].name)
	}
	return append(out, "words_asked", "words_told")
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
