// Package offlinetest writes small sessions by hand for the tests of the offline judge and
// of its parts.
package offlinetest

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"prism/internal/conversation"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// Talk writes a small transcript as a decoder would hand it on, so that a test
// judges what the session room makes of it: classes of commands, edits with
// their lines, tails of records.
type Talk struct {
	Recs  []transcript.Record
	calls int
}

func (k *Talk) add(r transcript.Record) *Talk {
	n := len(k.Recs) + 1
	r.UUID, r.Line = fmt.Sprintf("u%d", n), n
	r.Time = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Second)
	if n > 1 {
		r.Parent = fmt.Sprintf("u%d", n-1)
	}
	k.Recs = append(k.Recs, r)
	return k
}

// Ask adds a prompt of the person.
func (k *Talk) Ask(prompt string) *Talk {
	return k.add(transcript.Record{Kind: transcript.Prompt, Text: []byte(prompt)})
}

// Command adds a prompt that is a command of the client.
func (k *Talk) Command(name, args string) *Talk {
	return k.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.Command, Command: name, Text: []byte(strings.TrimSpace(name + " " + args))})
}

// HandPlan adds a plan handed on from the conversation in which it was drawn up.
func (k *Talk) HandPlan(plan string) *Talk {
	return k.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.PlanHand, Text: []byte("Implement the following plan:\n\n" + plan), Plan: []byte(plan)})
}

// Machine adds a prompt that no person wrote.
func (k *Talk) Machine(prompt string) *Talk {
	return k.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.Machine, Automated: true, Text: []byte(prompt)})
}

// Say adds words of the agent.
func (k *Talk) Say(text string) *Talk {
	return k.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Text: []byte(text)}})
}

// Call is a tool call that nothing has come back for yet.
func (k *Talk) Call(tool, target string) *Talk {
	k.calls++
	c := transcript.Call{ID: fmt.Sprintf("c%d", k.calls), Name: tool, Target: target}
	c.Kind, c.Writes = claude.KindOf(tool)
	if c.Kind == transcript.CallPlan {
		c.Target, c.Plan = "", []byte(target)
	}
	return k.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{c}}})
}

// Back is what came back for the last call.
func (k *Talk) Back(r transcript.Result) *Talk {
	r.CallID = fmt.Sprintf("c%d", k.calls)
	if r.Exit == 0 {
		r.Exit = -1
	}
	return k.add(transcript.Record{Kind: transcript.Results, Results: []transcript.Result{r}})
}

// Run adds a command that went well.
func (k *Talk) Run(command, output string) *Talk {
	return k.Call("Bash", command).Back(transcript.Result{Outcome: transcript.Done, Text: []byte(output)})
}

// Fails adds a command that failed.
func (k *Talk) Fails(command, output string) *Talk {
	return k.Call("Bash", command).Back(transcript.Result{Outcome: transcript.Errored, Exit: 1, Text: []byte(output)})
}

// Read adds files that were read.
func (k *Talk) Read(files ...string) *Talk {
	for _, f := range files {
		k.Call("Read", f).Back(transcript.Result{Outcome: transcript.Done})
	}
	return k
}

// Edit changes a file: so many lines come, one goes.
func (k *Talk) Edit(file string, added int) *Talk {
	h := transcript.Hunk{Removed: [][]byte{[]byte("the line before")}}
	for i := range added {
		h.Added = append(h.Added, fmt.Appendf(nil, "line %d of %s", i, file))
	}
	return k.Call("Edit", file).Back(transcript.Result{Outcome: transcript.Done, File: file, Hunks: []transcript.Hunk{h}})
}

// Swap replaces lines of a file by others.
func (k *Talk) Swap(file, was, now string) *Talk {
	h := transcript.Hunk{Removed: bytes.Split([]byte(was), []byte("\n")), Added: bytes.Split([]byte(now), []byte("\n"))}
	return k.Call("Edit", file).Back(transcript.Result{Outcome: transcript.Done, File: file, Hunks: []transcript.Hunk{h}})
}

// Write adds a file that was created.
func (k *Talk) Write(file string, lines int) *Talk {
	return k.Call("Write", file).Back(transcript.Result{Outcome: transcript.Done, File: file, Created: true, Content: []byte(strings.Repeat("a line of some weight\n", lines))})
}

// Refused is a call that the person refused, with words or without.
func (k *Talk) Refused(tool, target, words string) *Talk {
	return k.Call(tool, target).Back(transcript.Result{Outcome: transcript.Rejected, Said: []byte(words)})
}

// Approved adds a plan that the person approved.
func (k *Talk) Approved(plan string) *Talk {
	return k.Call("ExitPlanMode", plan).Back(transcript.Result{Outcome: transcript.Done, Plan: []byte(plan), PlanApproved: true})
}

// Interrupt adds the person stopping the agent.
func (k *Talk) Interrupt() *Talk {
	return k.add(transcript.Record{Kind: transcript.Interrupted, Text: []byte("[Request interrupted by user]")})
}

// Failure adds an error of the service.
func (k *Talk) Failure(text string) *Talk {
	return k.add(transcript.Record{Kind: transcript.Failed, Text: []byte(text)})
}

// Draft folds the talk into the one session that it is.
func (k *Talk) Draft() *conversation.Draft {
	b := conversation.NewBuilder("claude", "talk", "talk.jsonl")
	for i := range k.Recs {
		r := k.Recs[i]
		b.Add(&r)
	}
	c := b.Conversation()
	return &conversation.Draft{Agent: "claude", Turns: c.Turns, First: 1, AtEnd: true, Tail: c.Tail}
}
