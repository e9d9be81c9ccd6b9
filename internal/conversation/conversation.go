// Package conversation turns Records into conversations and cuts them. A Builder
// folds the Records of one agent session id, in any order of files and however
// often a line is repeated, into a Conversation: turns with calls, texts, edits
// and usage. It bounds the prose that it keeps and counts exactly what it leaves
// out. Cut divides a Conversation into Drafts at /clear, at the topic shifts that
// a Tracker finds, and on request at commits; drafts cover all turns without gap
// or overlap. It is pure: values in, values out; no file, no clock, no SQL.
package conversation

import (
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// Conversation is one agent session id: its main transcript and its subagents'.
// It holds prose; it lives while its file is read and judged, then only its
// Digest stays.
type Conversation struct {
	ID      string
	Agent   string
	File    string   // main transcript
	CWDs    []string // in order of first sight, distinct
	Branch  string   // of the last line that told one
	Version string   // newest client version seen
	Pulls   []string

	Turns []Turn // numbered from 1 = index + 1, in file order, abandoned ones too
	Usage []Usage
	Lines []LineMark
	Head  Head
	Tail  Tail

	Start, End time.Time // of the first and last event
	Automated  bool      // no human turn at all, or a machine run by its marks
}

// Head is how a conversation opens.
type Head struct {
	Cleared    bool // /clear stands before the first prompt
	ClearedAt  time.Time
	PlanKey    uint64 // hash of the plan handed on (white space normalised, first 400 letters); 0 none
	Transcript string // path of the earlier transcript that the first prompt names
}

// Tail is how a conversation ends.
type Tail struct {
	PlanKey     uint64 // hash of the refused plan with which it ends; 0 none
	HandedOver  bool   // ends on a plan refused without a word
	Interrupted bool   // the last thing is an interrupt
}

// Turn is one prompt and all that followed until the next.
type Turn struct {
	UUID      string // of the prompt's line; "" when it has none
	Line      int    // of the prompt, in its file
	Start     time.Time
	End       time.Time
	Origin    transcript.Origin
	Command   string // "/name" for a custom command
	Prompt    string // what was asked, wrappers removed, bounded (head and tail)
	Plan      string // text of a plan handed on, bounded
	Images    int
	CWD       string
	Branch    string
	Abandoned bool // on a branch left by a rewind: billed, but outside floor, judge and rubric
	Automated bool // not asked by a person
	Source    Source

	Named  string // the name that the person gave the conversation in this turn; the last one
	Called string // the same of the agent's client

	Steps []Step // tool calls in order of the call, subagents' after their Task call
	Says  []Say  // the agent's visible texts in order; bounded in number and length, the last is kept whole up to its cap
	Marks []Mark // interrupts, failures, notices, compactions, person's shell commands, in order

	// Omitted counts what a very long turn no longer holds: calls in its middle
	// that edited and committed nothing.
	Omitted Omitted

	ClearedAfter bool // /clear was typed after this turn, in mid-file
	ClearedAt    time.Time
}

// Source says what a turn's lines are known from.
type Source struct {
	Lines  bool // some from a transcript
	Events bool // some from telemetry alone
	Missed bool // events between these did not come
}

// Omitted counts calls that were left out of Turn.Steps for their number.
type Omitted struct {
	Calls    int
	Mutating int      // of these: mutating and carried out
	Files    []string // distinct files they looked at, bounded
}

// Say is a visible text of the agent.
type Say struct {
	UUID string
	Line int
	Time time.Time
	Text string // bounded: head and tail
	// Untold says that there was a text and nobody told it: Text is "".
	Untold bool
	Seq    int // order among the turn's Steps, Says and Marks
}

// Empty reports whether the client put these words there itself, which answer nothing.
func (s *Say) Empty() bool { return strings.HasPrefix(s.Text, "No response requested") }

// MarkKind says what a Mark is.
type MarkKind uint8

// Kinds of Mark.
const (
	MarkInterrupt MarkKind = iota // the person stopped the agent
	MarkFailure                   // API error, usage limit
	MarkNotice                    // machine text shown as a prompt
	MarkCompacted
	MarkShell // the person's own "!cmd"
	MarkShellOut
)

// Mark is something that happened in a turn and is neither call nor text.
type Mark struct {
	Kind MarkKind
	UUID string
	Line int
	Time time.Time
	Text string // bounded
	Seq  int
}

// Step is one tool call with what came back.
type Step struct {
	ID           string // tool_use id
	UUID         string // of the call's line
	ResultUUID   string // of the result's line; "" when none was read
	Line         int
	ResultLine   int
	Seq          int
	Time         time.Time
	Kind         transcript.CallKind
	Tool         string // as the agent names it, to be shown
	Target       string // path, command, pattern, URL; bounded
	Files        []string
	Outcome      transcript.Outcome
	Exit         int    // −1 not told
	Output       string // bounded head and tail; kept for commands, errors and answers, not for reads
	Said         string // words of the person on a refusal, an approval or a question
	PlanText     string // CallPlan: the plan, bounded
	PlanApproved bool
	Mutating     bool // has side effects by rule (whether or not it was carried out)
	Subagent     bool // done by a subagent
	Edit         *Edit
	Commit       string // sha, when git's result told one
	Commits      bool
	Pushes       bool        // git's or the forge's result shows a push or a pull request opened
	Class        shell.Class // shell calls: what the command does
	Chain        string      // shell calls: language of the tool chain they run, "shell" for other commands
	Dir          string      // shell calls: the folder they began in, "" where it is not told
}

// CarriedOut reports whether the call was done: not refused, not aborted, not failed.
func (s *Step) CarriedOut() bool { return s.Outcome == transcript.Done }

// Committed reports whether git told of a commit, or a command with one in it went through.
func (s *Step) Committed() bool {
	return s.Commits || s.CarriedOut() && s.Class.Has(shell.ClassCommit)
}

// Pushed is Committed of a push, or of a pull request and what the forge told of it.
func (s *Step) Pushed() bool {
	return s.Pushes || s.CarriedOut() && s.Class.Has(shell.ClassPush|shell.ClassPull)
}

// Edit is what one call changed in one file. Lines are kept as hashes only.
type Edit struct {
	File        string // as written
	Created     bool
	Plan        bool // a plan file: not counted as lines
	Added       int
	Removed     int
	AddedHash   []uint64 // of each weighty line (rework): normalised, blank and trivial ones left out
	RemovedHash []uint64
	Language    string   // programming language of the file by its name; "" unknown
	Line        string   // one line of the change, "+ " or "- " before it, to be shown; "" none that tells anything
	More        []string // further added lines by which it may be shown, likewise, in their order; at most maxMore
	Gone        string   // a removed line of one that takes out more than it puts in, likewise; "" none tells anything
	Diff        []string // its lines, "+" or "-" before each and "" between hunks; bounded, and only where the Builder keeps them
	DiffCut     int      // lines of the change that Diff leaves out
}

// Usage is one API message, once.
type Usage struct {
	Key    uint64    // hash of message id and request id
	Turn   int       // 1-based turn it belongs to; 0 before the first prompt
	Time   time.Time // of its first line
	Last   time.Time // of the line kept
	Model  string
	Tokens fact.Tokens
	Nested bool // known only from progress lines
	// Began says that Tokens.Output is what was counted when the answer began to stream, and
	// the rest of it was never written down: at least that much was written.
	Began bool
}

// counted is how the lines of an answer were counted.
type counted struct {
	stopped bool  // one says why it ended
	wrote   int   // the most that one holds, in bytes
	output  int64 // the most that one counts
}

// Of an answer that no line says the end of, the count is plainly that of its beginning
// where one line of it holds more than so many bytes for each token. A token stands for
// some four bytes on average, and for three to four times that in the plainest of texts.
const (
	beganBytes = 16
	beganSpare = 128
)

// began reports whether a count of what was written is that of the answer's beginning. Where
// the line that is billed counts less than another, it is of the beginning, too.
func (c counted) began(output int64) bool {
	return output < c.output || !c.stopped && int64(c.wrote) > beganSpare+beganBytes*output
}

// LineMark names a message line so that copies in other files are known.
type LineMark struct {
	Hash  uint64 // of its uuid
	Turn  int
	Claim uint64 // hash of the conversation the line says it was copied from, or of its own session id; 0 none
	Time  time.Time
}
