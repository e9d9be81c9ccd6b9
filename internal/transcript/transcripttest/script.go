// Package transcripttest writes Records by hand, as a decoder would, for the tests
// of all that is made from them.
package transcripttest

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"prism/internal/fact"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// Day is when every test transcript begins.
var Day = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// At is a second of Day.
func At(second int) time.Time { return Day.Add(time.Duration(second) * time.Second) }

// Script writes Records one after the other: each a second later than the last,
// each the child of the last.
type Script struct {
	File    int
	Second  int
	Leaf    string
	Session string
	Prefix  string // of uuids
	N       int
	Records []transcript.Record
}

// Add writes a Record; what it leaves empty follows from the one before.
func (s *Script) Add(r transcript.Record) *Script {
	s.N++
	s.Second++
	if r.UUID == "" {
		r.UUID = fmt.Sprintf("%su%d", s.Prefix, s.N)
	} else if r.UUID == "-" {
		r.UUID = ""
	}
	if r.Parent == "" {
		r.Parent = s.Leaf
	} else if r.Parent == "-" {
		r.Parent = ""
	}
	if r.Time.IsZero() {
		r.Time = At(s.Second)
	}
	r.File, r.Line = s.File, len(s.Records)+1
	if r.Session == "" {
		r.Session = s.Session
	}
	if r.CWD == "" {
		r.CWD = "/src/app"
	}
	if r.UUID != "" && !r.Sidechain {
		s.Leaf = r.UUID
	}
	s.Records = append(s.Records, r)
	return s
}

// Prompt is a person's prompt.
func (s *Script) Prompt(text string) *Script {
	return s.Add(transcript.Record{Kind: transcript.Prompt, Text: []byte(text)})
}

// Say is a text of the agent.
func (s *Script) Say(text string) *Script {
	return s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Text: []byte(text)}})
}

// Call is a tool call.
func (s *Script) Call(id, tool, target string) *Script {
	c := transcript.Call{ID: id, Name: tool, Target: target}
	c.Kind, c.Writes = claude.KindOf(tool)
	if c.Kind == transcript.CallRead || c.Kind == transcript.CallEdit {
		c.Files = []string{target}
	}
	return s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{c}}})
}

// Result is what came back to a call.
func (s *Script) Result(r transcript.Result) *Script {
	if r.Exit == 0 && r.Outcome != transcript.Errored {
		r.Exit = -1
	}
	return s.Add(transcript.Record{Kind: transcript.Results, Results: []transcript.Result{r}})
}

// Done is the result of a call that was carried out.
func (s *Script) Done(id, text string) *Script {
	return s.Result(transcript.Result{CallID: id, Outcome: transcript.Done, Text: []byte(text)})
}

// Edit is a carried-out edit of added and removed lines.
func (s *Script) Edit(id, file string, added, removed []string) *Script {
	s.Call(id, "Edit", file)
	return s.Result(transcript.Result{CallID: id, Outcome: transcript.Done, File: file, Hunks: []transcript.Hunk{{Added: ByteLines(added), Removed: ByteLines(removed)}}})
}

// Bill is an answer with its usage.
func (s *Script) Bill(message, model string, t fact.Tokens) *Script {
	return s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{MessageID: message, RequestID: "r-" + message, Model: model, Usage: t, HasUsage: true}})
}

// Kind is a Record of a kind without content.
func (s *Script) Kind(k transcript.Kind) *Script {
	return s.Add(transcript.Record{Kind: k})
}

// Wait lets time pass.
func (s *Script) Wait(seconds int) *Script {
	s.Second += seconds
	return s
}

// ByteLines are lines as a hunk has them.
func ByteLines(lines []string) [][]byte {
	var out [][]byte
	for _, l := range lines {
		out = append(out, []byte(l))
	}
	return out
}

// Start begins a script of a conversation at a second of the day.
func Start(id string, second int) *Script {
	return &Script{Session: id, Prefix: id + "-", Second: second}
}

// Sample is a conversation with a bit of everything.
func Sample() *Script {
	s := &Script{Session: "c"}
	s.Prompt("one").Say("a").Call("1", "Bash", "go build ./...").Done("1", "ok").Bill("m1", "m", fact.Tokens{Output: 2})
	s.Add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte("meanwhile")})
	s.Edit("2", "/src/app/a.go", []string{"func alpha() int {", "}"}, []string{"func omega() int {"}).Say("b")
	s.Prompt("two").Call("3", "Task", "x").Kind(transcript.Interrupted)
	s.Prompt("three").Bill("m2", "m", fact.Tokens{Input: 3}).Say("end")
	return s
}

// Workday is a conversation of many turns with the usual mix of lines.
func Workday(id string, turns int) *Script {
	s := Start(id, 0)
	for i := range turns {
		s.Prompt(fmt.Sprintf("Please change the handling of case %d in the parser and test it.", i))
		for j := range 10 {
			call := fmt.Sprintf("%s-%d-%d", id, i, j)
			switch j % 5 {
			case 0:
				s.Call(call, "Read", fmt.Sprintf("/src/app/f%d.go", j)).Done(call, "")
			case 1:
				s.Edit(call, fmt.Sprintf("/src/app/f%d.go", j), []string{"func case" + call + "() error {", "return parse(input)"}, []string{"func old" + call + "() {"})
			case 2:
				s.Call(call, "Bash", "cd /src/app && go test ./... 2>&1 | tail -20").Done(call, "ok  \tapp/parser\t0.2s\nok  \tapp/cli\t0.1s")
			case 3:
				s.Say("The parser now handles this case; running the tests.")
			case 4:
				s.Bill("m"+call, "model-a", fact.Tokens{Input: 10, Output: 200, CacheRead: 50000})
			}
		}
	}
	return s
}

// Drawn draws scripts with prompts, rewinds, queues, clears, edits, bills.
func Drawn(t *rapid.T, label string) *Script {
	s := &Script{Session: "c", Prefix: label}
	var forks []string
	for i := range rapid.IntRange(0, 25).Draw(t, label+"n") {
		id := fmt.Sprintf("%s%d", label, i)
		switch rapid.IntRange(0, 9).Draw(t, label+"kind") {
		case 0, 1:
			forks = append(forks, s.Leaf)
			s.Prompt(rapid.SampledFrom([]string{"go on", "new: thing", "fix it", "again"}).Draw(t, "prompt"))
		case 2:
			if len(forks) > 0 {
				s.Leaf = rapid.SampledFrom(forks).Draw(t, "fork")
			}
		case 3:
			s.Kind(transcript.Cleared)
		case 4:
			file := rapid.SampledFrom([]string{"a.go", "b.go", "c.go"}).Draw(t, "file")
			s.Edit(id, file, []string{"line of " + id}, []string{"older line of " + id})
		case 5:
			s.Call(id, "Bash", "git commit -am x").Result(transcript.Result{CallID: id, Outcome: transcript.Done, Commits: true})
		case 6:
			s.Bill("m"+rapid.SampledFrom([]string{"1", "2", "3", id}).Draw(t, "message"), "model", fact.Tokens{Output: rapid.Int64Range(1, 9).Draw(t, "out")})
		case 7:
			s.Add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte(rapid.SampledFrom([]string{"go on", "queued " + id}).Draw(t, "queued"))})
		case 8:
			s.Say("said " + id)
		case 9:
			s.Wait(rapid.IntRange(0, 900).Draw(t, "wait")).Kind(transcript.Interrupted)
		}
	}
	return s
}
