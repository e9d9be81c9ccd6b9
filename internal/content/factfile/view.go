package factfile

import (
	"slices"
	"time"

	"prism/internal/digest"
)

// View is all of a Row that can be read, for whoever wants to know what leaves; of
// hashes and numbers how many there are.
type View struct {
	Conversation string        `json:"conversation"`
	Agent        string        `json:"agent"`
	Client       string        `json:"client_version"`
	Branch       string        `json:"branch"`
	Folders      []string      `json:"folders"`
	Files        []string      `json:"files"` // edited or taken back
	Models       []string      `json:"models"`
	Pulls        []string      `json:"pulls"`
	Commits      []string      `json:"commits"`
	TakenBack    []string      `json:"taken_back"` // what commands that took work back name
	After        string        `json:"after,omitempty"`
	Started      time.Time     `json:"started_at"`
	Ended        time.Time     `json:"ended_at"`
	Turns        int           `json:"turns"`
	Prompts      []string      `json:"prompt_ids"`
	Hashes       int           `json:"hashes"` // of lines of code and of the transcript
	Messages     int           `json:"messages_with_tokens"`
	Judge        string        `json:"judge"`
	JudgeVersion string        `json:"judge_version"`
	Sessions     []ViewSession `json:"sessions"`
	Undone       []string      `json:"undone_lines"`
	Bytes        int           `json:"bytes"` // of the document
}

// ViewSession is what was said of a session.
type ViewSession struct {
	Turns      [2]int   `json:"turns"` // of its first part
	Status     string   `json:"judge_status"`
	Intent     string   `json:"intent"`
	Complete   bool     `json:"goal_complete"`
	Confidence float64  `json:"confidence"`
	Title      string   `json:"title"`
	Summary    string   `json:"summary"`
	Advice     string   `json:"advice"`
	Quotes     []string `json:"quotes"`
	Reasons    []string `json:"reasons"`
}

// View gives what can be read of a Row whose document has so many bytes.
func (r *Row) View(size int) View {
	d := r.Digest
	v := View{Conversation: r.Conversation, Agent: r.Agent, Client: d.Version, Branch: d.Branch, Folders: d.CWDs, Files: d.Paths, Models: d.Models, Pulls: d.Pulls, After: d.Head.Transcript, Started: d.Start, Ended: d.End,
		Turns: len(d.Turns), Hashes: len(d.Lines), Messages: len(d.Usage), Judge: r.Judge, JudgeVersion: r.JudgeVersion, Bytes: size}
	for i := range d.Turns {
		t := &d.Turns[i]
		v.Hashes += len(t.Reads)
		for _, e := range t.Edits {
			v.Hashes += len(e.Added) + len(e.Removed)
		}
		for _, u := range t.Undos {
			if v.Hashes += len(u.Lines); u.Kind == digest.KindCommit {
				continue
			}
			v.TakenBack = append(append(v.TakenBack, u.Paths...), u.Refs...)
		}
		v.Commits = append(v.Commits, t.Commits...)
		v.Prompts = append(v.Prompts, t.UUID)
	}
	for i := range r.Said {
		x := &r.Said[i].Verdict
		s := ViewSession{Turns: [2]int{r.Said[i].Parts[0].First, r.Said[i].Parts[0].Last}, Status: string(x.Status), Intent: string(x.Intent), Complete: x.GoalComplete, Confidence: x.Confidence,
			Title: x.FullTitle().String(), Summary: x.Summary.String(), Advice: x.Advice.String()}
		for _, c := range x.Criteria {
			if c.Evidence != nil {
				s.Quotes = append(s.Quotes, c.Evidence.Quote.String())
			}
		}
		for _, e := range x.Evidence {
			s.Quotes = append(s.Quotes, e.Quote.String())
		}
		for _, w := range x.Reasons {
			s.Reasons = append(s.Reasons, w.Text.String())
		}
		s.Quotes = distinct(s.Quotes)
		v.Sessions = append(v.Sessions, s)
	}
	for _, s := range r.Samples {
		v.Undone = append(v.Undone, s.Text.String())
	}
	v.Commits, v.TakenBack, v.Undone = distinct(v.Commits), distinct(v.TakenBack), distinct(v.Undone)
	return v
}

// distinct are texts that say something, each once, in order.
func distinct(list []string) []string {
	out := []string{}
	for _, s := range list {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
