// Package transcript is the meeting point of every way in: a dialect decodes
// what one agent left behind into Records, and nothing right of here knows which
// agent it was. It also has the one line reader and the ledger of what was skipped.
package transcript

import (
	"time"

	"prism/internal/fact"
)

// Kind says what happened.
type Kind uint8

// The kinds of Record. Lines that change no result make no Record.
const (
	// None is a line that was read and understood and changes nothing.
	None Kind = iota
	// Prompt is one thing a person (or a plan handed on) asked: it opens a turn.
	Prompt
	// Enqueued is text typed while the agent worked (old clients' queue line). It
	// opens a turn at its place unless a later Record of the file settles it
	// (Record.Settles): the same text as a Prompt, or taken back.
	Enqueued
	// Popped says that enqueued text went back to the input box (see Record.Settles).
	Popped
	// Answer is one line of the agent's answer: text, thinking, tool calls, usage.
	Answer
	// Results holds tool results, each joined by its call's id.
	Results
	// Interrupted: the person stopped the agent.
	Interrupted
	// Cleared: /clear was typed. At the head of a file it closes the conversation before.
	Cleared
	// Compacted: the context was summarised; no boundary.
	Compacted
	// Failed is an API error or a usage limit that ended or delayed an answer.
	Failed
	// Shell is a command the person ran themself ("!cmd"), or its output.
	Shell
	// Title is a name the client or the person gave the conversation.
	Title
	// Pull links a pull request.
	Pull
	// Leaf names the current leaf of the tree (rewind).
	Leaf
	// Notice is machine text shown to the model as if a person had typed it
	// (task notification, teammate message, hook feedback).
	Notice
)

// Origin says how a prompt came to be.
type Origin uint8

// Origins of prompts.
const (
	Typed    Origin = iota // typed by a person
	Queued                 // typed while the agent worked
	Command                // a custom command or skill, "/name args"
	PlanHand               // an accepted plan handed on into a fresh conversation
	Machine                // -p, SDK, scheduled
)

// Record is one event of a conversation. A decoder fills one Record again and
// again: byte slices alias its buffer and die at the next call; strings live.
type Record struct {
	Kind Kind
	File int       // index of the file in its Unit
	Line int       // line number in the file, from 1
	Time time.Time // zero when the line has none or an impossible one

	UUID, Parent, LogicalParent string
	Session                     string // native session id on the line
	Claim                       string // requestSessionId or forkedFrom: the conversation the line was copied from
	PromptID                    string
	CWD, Branch                 string // interned
	Version                     string // client version, interned
	Entrypoint                  string
	Sidechain                   bool   // said by or to a subagent
	Agent                       string // subagent id
	Nested                      bool   // known only from a progress line of an old client
	Automated                   bool   // marks a machine run (sdk entrypoint or prompt source, scheduled)
	ByEvent                     bool   // told by telemetry and by no transcript
	Missed                      bool   // telemetry of the same prompt did not come: its numbers skip

	Text       []byte // Prompt, Enqueued, Popped, Interrupted, Failed, Shell, Title, Notice: decoded text
	Origin     Origin
	Command    string // Prompt: "/name" of a custom command; Shell: "in" or "out"; Title: "custom", "ai" or "summary"
	Plan       []byte // Prompt with Origin PlanHand: the plan's text
	Transcript string // Prompt: path of an earlier transcript that the prompt names
	Images     int

	Answer  AnswerPart
	Results []Result // Results
	URL     string   // Pull
	Leaf    string   // Title of a summary: uuid of the line it leads up to; Leaf: uuid of the leaf; "" when the head moved back to the start

	// Settles names lines of Enqueued records before it in the same file: a Prompt
	// stands for them, a Popped takes them back. Either way they open no turn.
	Settles []int
	Unknown string // line type that the dialect does not know; "" otherwise
	Odd     Reason // what was bounded or left out of a line that was decoded; "" nothing
}

// AnswerPart is one line of an API message; several lines share MessageID.
type AnswerPart struct {
	MessageID, RequestID, Model string
	Synthetic                   bool // written by the client, not by a model
	Usage                       fact.Tokens
	HasUsage                    bool
	Text                        []byte // visible text of this line
	Untold                      bool   // a text was given that nobody told
	Thinking                    bool
	Calls                       []Call
	Stop                        string // stop_reason, "" when not given
	Wrote                       int    // bytes of text and of calls in this line, as it stands there
}

// CallKind says what a tool is for, whatever its agent calls it.
type CallKind uint8

// The kinds of Call.
const (
	CallOther  CallKind = iota
	CallEdit            // changes files
	CallShell           // runs a command line, which is the Target
	CallRead            // reads files and folders
	CallSearch          // searches files by name or content
	CallLookup          // asks an index: of symbols, of tools
	CallWatch           // looks after what runs beside, or what another server holds
	CallWeb             // reads or searches the web
	CallAsk             // asks the person; the Target is the first question
	CallPlan            // shows a plan to be approved
	CallTask            // starts or steers a subagent
	CallTodo            // writes down one thing that is to do, which is the Target
	CallList            // writes the whole list of what is to do
	CallTick            // ticks off or reads what is to do
	CallSkill           // runs a skill or a custom command
)

// Call is a tool call.
type Call struct {
	ID, Name string // the name only to be shown: Kind says what the tool is for
	Kind     CallKind
	Writes   bool     // has side effects by the kind of tool; a shell call's command tells
	Input    []byte   // JSON object, raw, aliases the buffer
	Target   string   // file path, command, pattern, URL … the one argument that says what it touches; bounded
	Files    []string // files it names, as written
	Plan     []byte   // CallPlan: the plan, when the call carries it
}

// Outcome says what became of a tool call.
type Outcome uint8

// Outcomes. Only Done counts as carried out.
const (
	Unknown  Outcome = iota // no result was read
	Done                    // carried out
	Errored                 // ran and failed
	Rejected                // the person refused it
	Aborted                 // running when the person interrupted, or never run
)

// Result is what came back for one tool call.
type Result struct {
	CallID       string
	Outcome      Outcome
	Exit         int    // exit code of a shell call; −1 when not told
	Text         []byte // output or error, decoded; bounded by the decoder (head and tail)
	Said         []byte // words the person added to a refusal, an approval or an answer
	Plan         []byte // approved plan
	PlanApproved bool
	Hunks        []Hunk // what an edit did; empty for a created file, see Created
	File         string // file the edit touched
	Created      bool
	Content      []byte // whole content of a created or written file without hunks
	Commit       string // sha of a commit, as git's own result told it
	Commits      bool   // a commit was made
	Pushes       bool   // git's or the forge's result shows a push or a pull request opened
	Pull         string // URL of a pull request that the call opened
	Images       int
	Subagent     string // agent id whose lines lie in a file of their own
}

// Hunk is one hunk of a patch; lines carry no leading sign and alias the buffer.
type Hunk struct{ Added, Removed [][]byte }
