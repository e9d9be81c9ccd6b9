// Package eval measures judges and trackers against labels: pure values in,
// figures out. Rooms below it read what it measures: eval/corpus the labelled
// transcripts.
package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"prism/internal/fact"
)

// Gold is what readers said of one conversation: one line of a label file.
type Gold struct {
	Conversation string        `json:"conversation"`
	Set          string        `json:"set"`
	Sessions     []GoldSession `json:"sessions"`
}

// GoldSession is what readers said of one session.
type GoldSession struct {
	First        int                `json:"first"` // turn numbers, from 1
	Last         int                `json:"last"`
	Goal         string             `json:"goal"`
	Intent       fact.Intent        `json:"intent"`
	GoalComplete bool               `json:"goal_complete"`
	P            float64            `json:"p"`
	Basis        fact.Basis         `json:"basis"`
	Signal       fact.FailureSignal `json:"failure_signal"`
	Evidence     []GoldQuote        `json:"evidence"`
	Language     string             `json:"language"`
	Doubt        string             `json:"doubt"`
	Contested    bool               `json:"contested"`
	FirstUUID    string             `json:"first_uuid"`
	LastUUID     string             `json:"last_uuid"`
}

// GoldQuote is a quote that a reader's verdict rests on.
type GoldQuote struct {
	Turn  int    `json:"turn"`
	Quote string `json:"quote"`
}

// ErrGold reports labels that do not hold together.
var ErrGold = errors.New("eval: labels do not hold together")

// ReadGold reads a label file: one JSON object a line. Sessions must cover the
// turns from 1 in order, without gap or overlap, and speak of the intents and
// failure signals that there are: a misspelt one would count as the judge's
// error. A signal that is not given is none.
func ReadGold(r io.Reader) ([]Gold, error) {
	var out []Gold
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 1<<16), 1<<24)
	for n := 1; sc.Scan(); n++ {
		if len(sc.Bytes()) == 0 {
			continue
		}
		var g Gold
		if err := json.Unmarshal(sc.Bytes(), &g); err != nil {
			return nil, fmt.Errorf("label line %d: %w", n, err)
		}
		next := 1
		for i := range g.Sessions {
			s := &g.Sessions[i]
			if s.First != next || s.Last < s.First {
				return nil, fmt.Errorf("label line %d, conversation %s: turns %d–%d: %w", n, g.Conversation, s.First, s.Last, ErrGold)
			}
			next = s.Last + 1
			if s.Signal == "" {
				s.Signal = fact.NoSignal
			}
			if err := s.known(); err != nil {
				return nil, fmt.Errorf("label line %d, conversation %s, turns %d–%d: %w", n, g.Conversation, s.First, s.Last, err)
			}
		}
		out = append(out, g)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	return out, nil
}

// known reports an intent or a failure signal that does not exist; what is not
// given may be missing.
func (s *GoldSession) known() error {
	if s.Intent != "" && s.Intent != fact.IntentNone && !slices.Contains(fact.Intents, s.Intent) {
		return fmt.Errorf("unknown intent %q: %w", s.Intent, ErrGold)
	}
	switch s.Signal {
	case fact.NoSignal, fact.Frustration, fact.UnresolvedError, fact.Loop, fact.Abandoned:
		return nil
	}
	return fmt.Errorf("unknown failure signal %q: %w", s.Signal, ErrGold)
}
