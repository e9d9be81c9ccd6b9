package wire

import "prism/internal/fact"

// ShowSchema names the version of Shown.
const ShowSchema = "prism.show/1"

// Shown is what `prism show --json` prints: the session, and what else is known.
type Shown struct {
	Schema string `json:"schema"`
	Session
	Parts    []Part   `json:"parts"`
	Reasons  []Reason `json:"reasons"`
	Advice   string   `json:"advice"`
	Complete string   `json:"complete_when"`
	Silent   float64  `json:"silent_floor"`
	Detail   []Turn   `json:"turns_detail"`
	Lines    Lines    `json:"lines"`
	// Verdicts are those of every judge, that of the session first.
	Verdicts []Verdict `json:"verdicts"`
	// Label is what the person said, null where nothing was said.
	Label *Label `json:"label"`
}

// Part is a run of turns of one conversation; numbers count from 1.
type Part struct {
	Conversation string `json:"conversation"`
	File         string `json:"file"`
	First        int    `json:"first_turn"`
	Last         int    `json:"last_turn"`
}

// Reason is one thing that moved the verdict.
type Reason struct {
	For    bool    `json:"for"`
	Weight float64 `json:"weight"`
	Text   string  `json:"text"`
	Turn   int     `json:"turn"`
}

// Turn is one prompt and what was done for it, redacted. Conversation is the one
// it stands in, "" where its transcript has changed since it was read.
type Turn struct {
	Number       int      `json:"number"`
	UUID         string   `json:"uuid"`
	Line         int      `json:"line"`
	Conversation string   `json:"conversation"`
	StartedAt    *string  `json:"started_at"`
	Prompt       string   `json:"prompt"`
	Done         []string `json:"done"`
	Answer       string   `json:"answer"`
	Abandoned    bool     `json:"abandoned"`
	Handed       bool     `json:"-"` // it carries on a plan that another conversation handed on
	Stopped      bool     `json:"-"` // the person interrupted the agent in it
}

// Step is one thing that was done in a turn, redacted. Kind is one of edit, command,
// read, search, web, question, plan, subagent, other; outcome one of done, failed,
// refused, aborted, unknown.
type Step struct {
	Kind     string   `json:"kind"`
	Tool     string   `json:"tool"`   // as the agent calls it
	Target   string   `json:"target"` // path, command, pattern or address; shortened
	Outcome  string   `json:"outcome"`
	Exit     *int     `json:"exit"`   // of a command, null where none was told
	Output   string   `json:"output"` // what came back, its beginning and end; "" where it is not kept
	Said     string   `json:"said"`   // what the person said to it
	Subagent bool     `json:"subagent"`
	Added    int      `json:"added"`
	Removed  int      `json:"removed"`
	Diff     []string `json:"diff"` // lines with "+" or "-" before each, "" between hunks
	Cut      int      `json:"diff_cut"`
	Line     int      `json:"line"` // of the call in its transcript
}

// Lines counts the lines a session wrote and what became of them.
type Lines struct {
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Owned   int `json:"owned"`
	Undone  int `json:"undone"`
}

// FromShown joins a session with its turns; complete and floor are of the rule
// for its intent. others are verdicts of other judges.
func FromShown(s *fact.Session, w Session, turns []Turn, complete string, floor float64, others []fact.Verdict, label *Label) Shown {
	out := Shown{
		Schema: ShowSchema, Session: w, Parts: []Part{}, Reasons: []Reason{}, Advice: s.Verdict.Advice.String(),
		Complete: complete, Silent: floor, Detail: turns,
		Lines:    Lines{s.Floor.Added, s.Floor.Removed, s.Rework.Owned, s.Rework.Undone},
		Verdicts: []Verdict{FromVerdict(&s.Verdict)}, Label: label,
	}
	for i := range others {
		out.Verdicts = append(out.Verdicts, FromVerdict(&others[i]))
	}
	if out.Detail == nil {
		out.Detail = []Turn{}
	}
	for _, p := range s.Parts {
		out.Parts = append(out.Parts, Part{p.Conversation, p.File, p.First, p.Last})
	}
	for _, r := range s.Verdict.Reasons {
		out.Reasons = append(out.Reasons, Reason{r.For, round(r.Weight), r.Text.String(), r.Turn})
	}
	return out
}
