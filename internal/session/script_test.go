package session

import (
	"fmt"
	"time"

	"prism/internal/fact"
	"prism/internal/transcript"
)

// day is when every test transcript begins.
var day = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func at(second int) time.Time { return day.Add(time.Duration(second) * time.Second) }

// script writes Records one after the other: each a second later than the last,
// each the child of the last.
type script struct {
	file    int
	second  int
	leaf    string
	session string
	prefix  string // of uuids
	n       int
	recs    []transcript.Record
}

func (s *script) add(r transcript.Record) *script {
	s.n++
	s.second++
	if r.UUID == "" {
		r.UUID = fmt.Sprintf("%su%d", s.prefix, s.n)
	} else if r.UUID == "-" {
		r.UUID = ""
	}
	if r.Parent == "" {
		r.Parent = s.leaf
	} else if r.Parent == "-" {
		r.Parent = ""
	}
	if r.Time.IsZero() {
		r.Time = at(s.second)
	}
	r.File, r.Line = s.file, len(s.recs)+1
	if r.Session == "" {
		r.Session = s.session
	}
	if r.CWD == "" {
		r.CWD = "/src/app"
	}
	if r.UUID != "" && !r.Sidechain {
		s.leaf = r.UUID
	}
	s.recs = append(s.recs, r)
	return s
}

func (s *script) prompt(text string) *script {
	return s.add(transcript.Record{Kind: transcript.Prompt, Text: []byte(text)})
}

func (s *script) say(text string) *script {
	return s.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Text: []byte(text)}})
}

func (s *script) call(id, tool, target string) *script {
	c := transcript.Call{ID: id, Name: tool, Target: target}
	if tool == "Read" || tool == "Edit" || tool == "Write" {
		c.Files = []string{target}
	}
	return s.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{c}}})
}

func (s *script) result(r transcript.Result) *script {
	if r.Exit == 0 && r.Outcome != transcript.Errored {
		r.Exit = -1
	}
	return s.add(transcript.Record{Kind: transcript.Results, Results: []transcript.Result{r}})
}

func (s *script) done(id, text string) *script {
	return s.result(transcript.Result{CallID: id, Outcome: transcript.Done, Text: []byte(text)})
}

// edit is a carried-out edit of added and removed lines.
func (s *script) edit(id, file string, added, removed []string) *script {
	s.call(id, "Edit", file)
	return s.result(transcript.Result{CallID: id, Outcome: transcript.Done, File: file, Hunks: []transcript.Hunk{{Added: byteLines(added), Removed: byteLines(removed)}}})
}

func (s *script) bill(message, model string, t fact.Tokens) *script {
	return s.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{MessageID: message, RequestID: "r-" + message, Model: model, Usage: t, HasUsage: true}})
}

func (s *script) kind(k transcript.Kind) *script {
	return s.add(transcript.Record{Kind: k})
}

func (s *script) wait(seconds int) *script {
	s.second += seconds
	return s
}

func byteLines(lines []string) [][]byte {
	var out [][]byte
	for _, l := range lines {
		out = append(out, []byte(l))
	}
	return out
}

// build folds scripts (one for each file) into a Conversation.
func build(id string, scripts ...*script) *Conversation {
	b := NewBuilder("claude", id, "/claude/projects/app/"+id+".jsonl")
	for _, s := range scripts {
		for i := range s.recs {
			r := s.recs[i]
			b.Add(&r)
		}
	}
	return b.Conversation()
}

func prompts(c *Conversation) []string {
	out := []string{}
	for i := range c.Turns {
		p := c.Turns[i].Prompt
		if c.Turns[i].Abandoned {
			p += " (dead)"
		}
		out = append(out, p)
	}
	return out
}
