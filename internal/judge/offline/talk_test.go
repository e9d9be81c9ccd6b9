package offline

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/offlinetest"
	"prism/internal/redact"
)

// verbatim redacts nothing, so that a quote can be compared.
type verbatim struct{}

func (verbatim) Text(s string) redact.Text { return redact.Restore(s) }

func enforce(op judge.Opinion, d *conversation.Draft) fact.Verdict {
	return judge.Enforce(op, d, verbatim{}, judge.Meta{Judge: "offline", Version: "test"})
}

// bench is a judge with its answers.
// talk is a session written by hand.
type talk = offlinetest.Talk

type bench struct {
	t *testing.T
	j *Judge
}

func newBench(t *testing.T) bench {
	t.Helper()
	j, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	b := bench{t, j}
	b.opinion(&conversation.Draft{}) // words and weights are read at the first verdict
	return b
}

// shared is the judge of all tests: to read its words and weights takes longer than most
// of them do.
var shared = sync.OnceValues(Default)

func (b bench) opinion(d *conversation.Draft) judge.Opinion {
	b.t.Helper()
	op, err := b.j.Judge(context.Background(), d)
	if err != nil {
		b.t.Fatal(err)
	}
	return op
}

// verdict judges a talk and enforces the rules.
func (b bench) verdict(k *talk) fact.Verdict {
	b.t.Helper()
	d := k.Draft()
	return enforce(b.opinion(d), d)
}

// explain tells, for a failed test, what a verdict says and why.
func explain(v fact.Verdict) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %s complete %v at %.2f, %s, signal %s", v.Status, v.Intent, v.GoalComplete, v.Confidence, v.Basis, v.Signal)
	for _, r := range v.Reasons {
		fmt.Fprintf(&s, "\n\tfor %v: %s", r.For, r.Text.String())
	}
	for _, e := range v.Evidence {
		fmt.Fprintf(&s, "\n\tturn %d: %q", e.Turn, e.Quote.String())
	}
	return s.String()
}

// quotes reports whether a verdict quotes words of a turn, 0 for any turn.
func quotes(v fact.Verdict, turn int, words string) bool {
	for _, e := range v.Evidence {
		if (turn == 0 || e.Turn == turn) && strings.Contains(e.Quote.String(), words) {
			return true
		}
	}
	return false
}
