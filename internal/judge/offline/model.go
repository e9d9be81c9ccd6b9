package offline

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/judge/offline/intent"
	"prism/internal/judge/offline/signal"
	"prism/internal/learn"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/practice"
	"prism/internal/title"
)

// modelJSON holds the fitted weights. The command that makes it:
//
//	go run ./internal/judge/offline/fit -labels DIR -corpus DIR -write internal/judge/offline/model.json
//
//go:embed model.json
var modelJSON []byte

// Model is what was learned from labelled sessions.
type Model struct {
	Intent learn.Choice   `json:"intent"`
	Goal   learn.Logistic `json:"goal"`
}

// Judge is the offline judge: deterministic, without a key, never asleep. It is
// safe for concurrent use.
type Judge struct {
	version string
	load    func() error // the first verdict needs words and weights; a run without one does not
	model   Model
	words   *observe.Words
	intents *intent.Features
	goals   []feature
	titles  *title.Words
}

// rulesVersion changes with any rule of this package that can change an answer. A
// test holds it to a hash of what the rules make of fixed sessions.
const rulesVersion = "rules-174"

// Default returns the judge with the embedded model. Its words and weights are
// read at the first verdict.
func Default() (*Judge, error) {
	words := binary.LittleEndian.AppendUint64(nil, speech.WordSum())
	j := &Judge{words: new(observe.Words), version: versionOf(modelJSON, words)}
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
func Untrained() *Judge {
	j := &Judge{}
	j.prepare()
	return j
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
func (j *Judge) prepare() {
	j.intents, j.goals = intent.New(), goalFeatures()
	j.words, j.titles = observe.NewWords(), title.NewWords()
	j.words.Return(j.words.Reader()) // the phrases are read now, not at the first verdict
}

// learn takes a model over.
func (j *Judge) learn(m Model) error {
	j.prepare()
	if err := j.intents.Check(&m.Intent); err != nil {
		return fmt.Errorf("offline judge, %w", err)
	}
	if err := m.Goal.Check(names(j.goals)); err != nil {
		return fmt.Errorf("offline judge, goal: %w", err)
	}
	j.model = m
	return nil
}

// Load reads words and weights before the first verdict needs them, which tells of
// what is wrong with them.
func (j *Judge) Load() {
	if j.load != nil {
		_ = j.load()
	}
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
	a      *observe.Session
	intent intent.Reading
}

// Practised are the numbers of the turns of a session in which each of the seven checks of
// prompting practice is met first; 0: in none.
func (j *Judge) Practised(turns []conversation.Turn) [7]int {
	if j.load != nil {
		_ = j.load() // what fails here, Judge reports
	}
	r := j.words.Reader()
	defer j.words.Return(r)
	return practice.Turns(r.Reader, r.Read(&conversation.Draft{Turns: turns, First: 1, AtEnd: true}))
}

// Read observes a session and the features of its intent. A judge
// whose embedded words are broken, which Judge reports, reads with none.
func (j *Judge) Read(d *conversation.Draft) *Case {
	if j.load != nil {
		_ = j.load() // what fails here, Judge reports
	}
	r := j.words.Reader()
	defer j.words.Return(r)
	a := r.Read(d)
	return &Case{a: a, intent: j.intents.Read(r.Reader, a, signal.RedUnchanged(a))}
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
func (j *Judge) intentsOf(c *Case) []float64 { return j.model.Intent.Probabilities(&c.intent.Row) }
