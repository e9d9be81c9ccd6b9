package offline

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// talk writes a small transcript as a decoder would hand it on, so that a test
// judges what the session room makes of it: classes of commands, edits with
// their lines, tails of records.
type talk struct {
	recs  []transcript.Record
	calls int
}

func (k *talk) add(r transcript.Record) *talk {
	n := len(k.recs) + 1
	r.UUID, r.Line = fmt.Sprintf("u%d", n), n
	r.Time = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Second)
	if n > 1 {
		r.Parent = fmt.Sprintf("u%d", n-1)
	}
	k.recs = append(k.recs, r)
	return k
}

func (k *talk) ask(prompt string) *talk {
	return k.add(transcript.Record{Kind: transcript.Prompt, Text: []byte(prompt)})
}

func (k *talk) command(name, args string) *talk {
	return k.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.Command, Command: name, Text: []byte(strings.TrimSpace(name + " " + args))})
}

func (k *talk) handPlan(plan string) *talk {
	return k.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.PlanHand, Text: []byte("Implement the following plan:\n\n" + plan), Plan: []byte(plan)})
}

func (k *talk) machine(prompt string) *talk {
	return k.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.Machine, Automated: true, Text: []byte(prompt)})
}

func (k *talk) say(text string) *talk {
	return k.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Text: []byte(text)}})
}

// call is a tool call that nothing has come back for yet.
func (k *talk) call(tool, target string) *talk {
	k.calls++
	c := transcript.Call{ID: fmt.Sprintf("c%d", k.calls), Name: tool, Target: target}
	c.Kind, c.Writes = claude.KindOf(tool)
	if c.Kind == transcript.CallPlan {
		c.Target, c.Plan = "", []byte(target)
	}
	return k.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{c}}})
}

// back is what came back for the last call.
func (k *talk) back(r transcript.Result) *talk {
	r.CallID = fmt.Sprintf("c%d", k.calls)
	if r.Exit == 0 {
		r.Exit = -1
	}
	return k.add(transcript.Record{Kind: transcript.Results, Results: []transcript.Result{r}})
}

func (k *talk) run(command, output string) *talk {
	return k.call("Bash", command).back(transcript.Result{Outcome: transcript.Done, Text: []byte(output)})
}

func (k *talk) fails(command, output string) *talk {
	return k.call("Bash", command).back(transcript.Result{Outcome: transcript.Errored, Exit: 1, Text: []byte(output)})
}

func (k *talk) read(files ...string) *talk {
	for _, f := range files {
		k.call("Read", f).back(transcript.Result{Outcome: transcript.Done})
	}
	return k
}

// edit changes a file: so many lines come, one goes.
func (k *talk) edit(file string, added int) *talk {
	h := transcript.Hunk{Removed: [][]byte{[]byte("the line before")}}
	for i := range added {
		h.Added = append(h.Added, fmt.Appendf(nil, "line %d of %s", i, file))
	}
	return k.call("Edit", file).back(transcript.Result{Outcome: transcript.Done, File: file, Hunks: []transcript.Hunk{h}})
}

// swap replaces one line of a file by another.
func (k *talk) swap(file, was, now string) *talk {
	h := transcript.Hunk{Removed: [][]byte{[]byte(was)}, Added: [][]byte{[]byte(now)}}
	return k.call("Edit", file).back(transcript.Result{Outcome: transcript.Done, File: file, Hunks: []transcript.Hunk{h}})
}

func (k *talk) write(file string, lines int) *talk {
	return k.call("Write", file).back(transcript.Result{Outcome: transcript.Done, File: file, Created: true, Content: []byte(strings.Repeat("a line of some weight\n", lines))})
}

// refused is a call that the person refused, with words or without.
func (k *talk) refused(tool, target, words string) *talk {
	return k.call(tool, target).back(transcript.Result{Outcome: transcript.Rejected, Said: []byte(words)})
}

func (k *talk) approved(plan string) *talk {
	return k.call("ExitPlanMode", plan).back(transcript.Result{Outcome: transcript.Done, Plan: []byte(plan), PlanApproved: true})
}

func (k *talk) interrupt() *talk {
	return k.add(transcript.Record{Kind: transcript.Interrupted, Text: []byte("[Request interrupted by user]")})
}

func (k *talk) failure(text string) *talk {
	return k.add(transcript.Record{Kind: transcript.Failed, Text: []byte(text)})
}

// draft folds the talk into the one session that it is.
func (k *talk) draft() *conversation.Draft {
	b := conversation.NewBuilder("claude", "talk", "talk.jsonl")
	for i := range k.recs {
		r := k.recs[i]
		b.Add(&r)
	}
	c := b.Conversation()
	return &conversation.Draft{Agent: "claude", Turns: c.Turns, First: 1, AtEnd: true, Tail: c.Tail}
}

// verbatim redacts nothing, so that a quote can be compared.
type verbatim struct{}

func (verbatim) Text(s string) redact.Text { return redact.Restore(s) }

func enforce(op judge.Opinion, d *conversation.Draft) fact.Verdict {
	return judge.Enforce(op, d, verbatim{}, judge.Meta{Judge: "offline", Version: "test"})
}

// bench is a judge with its answers.
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
	d := k.draft()
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
