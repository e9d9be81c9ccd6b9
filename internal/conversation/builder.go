package conversation

import (
	"slices"
	"strings"
	"time"

	"prism/internal/hash"
	"prism/internal/shell"
	"prism/internal/shell/inline"
	"prism/internal/transcript"
)

// Builder folds the Records of one Unit (one conversation: its main parts, then
// its subagents' files) into a Conversation. Records come file by file, in file
// order; the order of the main parts among themselves does not matter, and a
// line that comes twice counts once. It copies what it keeps. It is for one
// goroutine.
type Builder struct {
	agent, id, file string

	recs  []rec
	index map[uint64]int32  // uuid → its rec
	links map[uint64]uint64 // uuid → parent, of lines that change nothing but hold the tree together
	plain map[uint64]int32  // lines without uuid → file they were first seen in

	asks  []ask
	steps []Step
	homes []int32          // rec of each step's call; −1 while only its result was read
	nexts []int32          // the step before it in the same rec, by index + 1; 0 none
	plans []uint64         // CallPlan: key of its plan
	calls map[string]int32 // call id → step
	tasks map[string]int32 // subagent → step that started it
	says  []Say
	marks []Mark

	usage   []Usage
	counted []counted // of each
	usageOf []int32   // rec of each usage's first line
	usageAt map[uint64]int32

	agents, prompts interner
	cwds            []string
	subCWD          string
	branch, version string
	branchAt        int64
	pulls           []string
	names           []name
	ofPlan          string // name that the client made of a plan
	planned         bool   // a plan was handed on or approved by the line before
	start, end      int64
	subEnd          int64

	main, sub window // steps whose prose is kept
	saying    window
	marking   window
	lastSay   int32
	lastFile  int32
	planFile  uint64 // key of the plan file written last
	spent     int    // bytes of prose held
	thinned   thinned
	tight     bool
	diffs     int // bytes of changes that may still be kept; 0 none are
	scratch   []byte
}

// rec is what remains of one Record until the conversation is put together.
type rec struct {
	hash, parent, claim uint64
	time                int64 // Unix nanoseconds, 0 none
	file, line          int32
	agent, prompt       int32 // interned; 0 none
	ref                 int32 // index in asks, says or marks, by kind; −1 none
	step                int32 // first of its steps by index + 1; 0 none
	kind                transcript.Kind
	sub                 bool // by or to a subagent
	own                 bool // marks a line of the conversation, not a nested repetition
	event, missed       bool // of an event, beside which others are missing
}

// ask is a prompt, or text that was queued and may become one.
type ask struct {
	uuid, text, command, plan, transcript, cwd, branch string
	origin                                             transcript.Origin
	images                                             int
	automated                                          bool
	key, planKey                                       uint64
	settles                                            []int
}

type interner struct {
	ids map[string]int32
}

func (n *interner) id(s string) int32 {
	if s == "" {
		return 0
	}
	if i, ok := n.ids[s]; ok {
		return i
	}
	if n.ids == nil {
		n.ids = make(map[string]int32)
	}
	i := int32(len(n.ids) + 1)
	n.ids[s] = i
	return i
}

// NewBuilder returns a Builder for the conversation id of agent, whose main
// transcript is file.
func NewBuilder(agent, id, file string) *Builder {
	b := new(Builder)
	b.Next(agent, id, file)
	return b
}

// newBuilder is a Builder without room for anything.
func newBuilder(agent, id, file string) *Builder {
	return &Builder{
		agent: agent, id: id, file: file,
		main:    window{first: stepsFirst, last: stepsLast},
		sub:     window{first: subFirst, last: subLast},
		saying:  window{first: saysFirst, last: saysLast},
		marking: window{first: marksFirst, last: marksLast},
		lastSay: -1, lastFile: -1,
	}
}

// KeepDiffs makes the Builder keep the lines of changes, to be shown.
func (b *Builder) KeepDiffs() { b.diffs = diffsMost }

// Maxima of lists that a hostile file could grow without end.
const (
	maxCWDs  = 64
	maxNames = 64
	maxPulls = 64
)

// Add takes in one Record. Its byte slices may die afterwards.
func (b *Builder) Add(r *transcript.Record) {
	sub := r.Sidechain || r.Agent != "" || r.Nested
	var uuid, parent uint64
	if r.UUID != "" {
		uuid = hash.Of(r.UUID)
	}
	if r.Parent != "" {
		parent = hash.Of(r.Parent)
	} else if r.LogicalParent != "" {
		parent = hash.Of(r.LogicalParent)
	}
	if r.Version != "" && r.Version != b.version && newer(r.Version, b.version) {
		b.version = r.Version
	}
	if r.Kind == transcript.None {
		if uuid != 0 && !sub {
			if b.links == nil {
				b.links = make(map[uint64]uint64)
			}
			b.links[uuid] = parent
		}
		return
	}
	if b.repeated(r, uuid) {
		at := int32(-1)
		if i, ok := b.index[uuid]; ok {
			at = i
		}
		b.bill(r, at)
		return
	}
	b.place(r, sub)
	b.recs = append(b.recs, rec{
		hash: uuid, parent: parent, time: Nanos(r.Time),
		file: int32(r.File), line: int32(r.Line),
		agent: b.agents.id(r.Agent), prompt: b.prompts.id(r.PromptID),
		ref: -1, kind: r.Kind, sub: sub, own: !r.Nested, event: r.ByEvent, missed: r.Missed,
	})
	at := int32(len(b.recs) - 1)
	x := &b.recs[at]
	if uuid != 0 {
		b.index[uuid] = at
	}
	switch {
	case r.Claim != "":
		x.claim = hash.Of(r.Claim)
	case r.Session != "" && r.Session != b.id:
		x.claim = hash.Of(r.Session)
	}
	if int32(r.File) != b.lastFile {
		b.lastFile = int32(r.File)
		b.epoch()
	}
	if !sub {
		b.nextName(r)
	}
	switch r.Kind {
	case transcript.Prompt, transcript.Enqueued, transcript.Popped:
		if !sub {
			b.ask(r, x)
		}
	case transcript.Answer:
		b.answer(r, at, sub)
	case transcript.Results:
		for i := range r.Results {
			b.result(r, &r.Results[i])
		}
	case transcript.Interrupted, transcript.Failed, transcript.Compacted, transcript.Shell, transcript.Notice:
		if !sub {
			b.mark(r, x)
		}
	case transcript.Title:
		b.title(r, at)
	case transcript.Pull:
		b.pull(r.URL)
	case transcript.Leaf:
		if x.parent = 0; r.Leaf != "" {
			x.parent = hash.Of(r.Leaf)
		}
	}
}

// repeated reports whether this line was read before: the same uuid, or, without
// one, the same words at the same time in another file.
func (b *Builder) repeated(r *transcript.Record, uuid uint64) bool {
	if uuid != 0 {
		_, ok := b.index[uuid]
		return ok
	}
	switch r.Kind {
	case transcript.Title, transcript.Pull, transcript.Leaf, transcript.Popped:
		return false // saying it twice changes nothing
	}
	key := hash.Join(uint64(r.Kind)+1, uint64(Nanos(r.Time)))
	key = hash.Join(key, hash.Of(r.Text))
	if r.Kind == transcript.Answer {
		key = hash.Join(key, hash.Of(r.Answer.MessageID))
		key = hash.Join(key, hash.Of(r.Answer.Text))
		for i := range r.Answer.Calls {
			key = hash.Join(key, hash.Of(r.Answer.Calls[i].ID))
		}
	}
	for i := range r.Results {
		key = hash.Join(key, hash.Of(r.Results[i].CallID))
	}
	if b.plain == nil {
		b.plain = make(map[uint64]int32)
	}
	file, ok := b.plain[key]
	if !ok {
		b.plain[key] = int32(r.File)
		return false
	}
	return file != int32(r.File)
}

// place keeps where and when: folders, branch, first and last event.
func (b *Builder) place(r *transcript.Record, sub bool) {
	if r.CWD != "" {
		switch {
		case sub:
			if b.subCWD == "" {
				b.subCWD = r.CWD
			}
		case len(b.cwds) == 0 || b.cwds[len(b.cwds)-1] != r.CWD:
			b.cwd(r.CWD)
		}
	}
	t := Nanos(r.Time)
	if r.Branch != "" && !sub && t >= b.branchAt {
		b.branch, b.branchAt = r.Branch, t
	}
	if t == 0 || r.Kind == transcript.Title || r.Kind == transcript.Leaf {
		return
	}
	if b.start == 0 || t < b.start {
		b.start = t
	}
	// A background agent may outlive the conversation; what a person does next
	// (/clear, a new file) follows the main thread.
	if !sub && t > b.end {
		b.end = t
	}
	if sub && t > b.subEnd {
		b.subEnd = t
	}
}

func (b *Builder) cwd(dir string) {
	for _, d := range b.cwds {
		if d == dir {
			return
		}
	}
	if len(b.cwds) < maxCWDs {
		b.cwds = append(b.cwds, dir)
	}
}

// folder is one in the words that are kept of it already, so that a thousand calls
// hold it once.
func (b *Builder) folder(dir string) string {
	if i := slices.Index(b.cwds, dir); i >= 0 {
		return b.cwds[i]
	}
	return b.keep(dir)
}

// name is a title that a conversation was given.
type name struct {
	text string
	own  bool   // by the person, and not by the agent's client
	rec  int32  // of the line that says it
	leaf uint64 // of a summary: the line that it leads up to; it may stand in another file
}

// maxName is the length of a name in bytes.
const maxName = 200

// nextName notes whether a plan was handed on or approved just now: the client names the
// conversation by it then, in the form in which it keeps the names that people type.
func (b *Builder) nextName(r *transcript.Record) {
	switch r.Kind {
	case transcript.Prompt:
		b.planned = r.Origin == transcript.PlanHand
	case transcript.Results:
		b.planned = slices.ContainsFunc(r.Results, func(x transcript.Result) bool { return x.PlanApproved })
	case transcript.Answer:
		b.planned = false
	}
}

// byClient reports whether a name is one that the client made of a plan: words between
// hyphens, right behind the plan, and the same again later.
func (b *Builder) byClient(text string) bool {
	if b.planned && strings.Contains(text, "-") && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" {
		b.ofPlan = text
	}
	return text != "" && text == b.ofPlan
}

// title keeps a name of the conversation; what is said again is no news.
func (b *Builder) title(r *transcript.Record, at int32) {
	n := name{text: clip(r.Text, maxName, 0), rec: at}
	n.own = r.Command == "custom" && !b.byClient(n.text)
	if r.Command == "summary" {
		n.leaf = hash.Of(r.Leaf)
		if r.Leaf == "" {
			return
		}
	}
	for i := len(b.names) - 1; i >= 0 && n.leaf == 0; i-- {
		if old := &b.names[i]; old.own == n.own && old.leaf == 0 {
			if old.text == n.text {
				return
			}
			break
		}
	}
	switch {
	case n.text == "":
	case len(b.names) < maxNames:
		b.names = append(b.names, n)
	default:
		// No number of names that a client gives takes away the person's last one.
		if last := &b.names[maxNames-1]; n.own || !last.own {
			*last = n
		}
	}
}

func (b *Builder) pull(url string) {
	if url == "" || len(b.pulls) >= maxPulls {
		return
	}
	for _, p := range b.pulls {
		if p == url {
			return
		}
	}
	b.pulls = append(b.pulls, url)
}

// ask keeps a prompt or a queued text.
func (b *Builder) ask(r *transcript.Record, x *rec) {
	x.ref = int32(len(b.asks))
	a := ask{
		uuid: r.UUID, text: b.keep(clip(r.Text, promptHead, promptTail)), command: r.Command,
		origin: r.Origin, images: r.Images, cwd: r.CWD, branch: r.Branch, transcript: r.Transcript,
		automated: r.Automated || r.Origin == transcript.Machine,
	}
	if len(r.Settles) > 0 {
		a.settles = append([]int(nil), r.Settles...)
	}
	a.key, b.scratch = TextKey(r.Text, b.scratch)
	if r.Kind == transcript.Enqueued {
		a.origin = transcript.Queued
	}
	if r.Origin == transcript.PlanHand && r.Kind == transcript.Prompt {
		a.plan, a.planKey = b.keep(clip(r.Plan, planHead, planTail)), PlanKey(r.Plan)
	}
	b.asks = append(b.asks, a)
	if r.Kind != transcript.Popped {
		b.epoch()
	}
}

// answer keeps one line of an answer: its text, its calls, its bill.
func (b *Builder) answer(r *transcript.Record, at int32, sub bool) {
	b.bill(r, at)
	a := &r.Answer
	if (len(a.Text) > 0 || a.Untold) && !sub {
		b.say(r, at)
	}
	for i := range a.Calls {
		b.call(r, &a.Calls[i], at, sub)
	}
}

func (b *Builder) say(r *transcript.Record, at int32) {
	if b.lastSay >= 0 {
		b.shorten(&b.says[b.lastSay].Text, sayHead, sayTail)
	}
	i := int32(len(b.says))
	b.says = append(b.says, Say{UUID: r.UUID, Line: r.Line, Time: r.Time, Untold: len(r.Answer.Text) == 0, Text: b.keep(clip(r.Answer.Text, b.cap(lastHead), b.cap(lastTail)))})
	b.recs[at].ref = i
	b.lastSay = i
	if old, ok := b.saying.push(i); ok {
		b.shorten(&b.says[old].Text, 120, 0)
	}
}

func (b *Builder) mark(r *transcript.Record, x *rec) {
	m := Mark{UUID: r.UUID, Line: r.Line, Time: r.Time, Text: b.keep(clip(r.Text, b.cap(markHead), b.cap(markTail)))}
	switch r.Kind {
	case transcript.Interrupted:
		m.Kind = MarkInterrupt
	case transcript.Failed:
		m.Kind = MarkFailure
	case transcript.Compacted:
		m.Kind = MarkCompacted
		m.Text = ""
	case transcript.Shell:
		m.Kind = MarkShell
		if r.Command == "out" {
			m.Kind = MarkShellOut
		}
	default:
		m.Kind = MarkNotice
	}
	x.ref = int32(len(b.marks))
	b.marks = append(b.marks, m)
	if old, ok := b.marking.push(x.ref); ok {
		b.shorten(&b.marks[old].Text, 0, 0)
	}
}

// call makes a Step of a tool call.
func (b *Builder) call(r *transcript.Record, c *transcript.Call, at int32, sub bool) {
	i, known := int32(-1), false
	if c.ID != "" {
		i, known = b.lookup(c.ID)
	}
	if known && b.homes[i] >= 0 {
		return // a line of another uuid that repeats the call
	}
	if !known {
		i = b.newStep(c.ID)
	}
	s := &b.steps[i]
	b.homes[i] = at
	s.UUID, s.Line, s.Time, s.Kind, s.Tool, s.Subagent = r.UUID, r.Line, r.Time, c.Kind, c.Name, sub
	s.Mutating = c.Writes
	s.Target = b.keep(clip(c.Target, targetHead, targetTail))
	if len(c.Files) > 0 {
		s.Files = append([]string(nil), c.Files...)
	}
	if c.Kind == transcript.CallShell {
		line := shell.ParseLine(c.Target)
		s.Class, s.Chain = line.Class(), line.Chain()
		s.Mutating = s.Class.Mutates() && !inline.Prints(c.Target)
		s.Dir = b.folder(r.CWD)
	}
	if c.Kind == transcript.CallOther && c.Writes && opensPull(c.Name) {
		s.Class = shell.ClassPull
	}
	if c.Kind == transcript.CallPlan {
		b.plans[i] = b.planFile
		if len(c.Plan) > 0 {
			b.plans[i] = PlanKey(c.Plan)
			s.PlanText = b.keep(clip(c.Plan, planHead, planTail))
		}
	}
	if s.ResultUUID != "" || s.ResultLine != 0 {
		s.Output = b.refit(s)
	}
	w := &b.main
	if sub {
		w = &b.sub
	}
	if old, ok := w.push(i); ok {
		b.strip(&b.steps[old])
	}
	// A rec lists its steps from the last to the first; the assembly turns them round.
	b.nexts[i], b.recs[at].step = b.recs[at].step, i+1
}

func (b *Builder) lookup(id string) (int32, bool) {
	i, ok := b.calls[id]
	return i, ok
}

func (b *Builder) newStep(id string) int32 {
	i := int32(len(b.steps))
	b.steps = append(b.steps, Step{ID: id, Exit: -1})
	b.homes = append(b.homes, -1)
	b.nexts = append(b.nexts, 0)
	b.plans = append(b.plans, 0)
	if id != "" {
		b.calls[id] = i
	}
	return i
}

// Nanos is a time in Unix nanoseconds; the zero time is 0.
func Nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// newer reports whether dotted version v is later than w.
func newer(v, w string) bool {
	for v != "" && w != "" {
		var a, b int
		a, v = leadingNumber(v)
		b, w = leadingNumber(w)
		if a != b {
			return a > b
		}
	}
	return len(v) > len(w)
}

func leadingNumber(v string) (n int, rest string) {
	i := 0
	for ; i < len(v) && v[i] != '.'; i++ {
		if c := v[i]; c >= '0' && c <= '9' && n < 1<<24 {
			n = n*10 + int(c-'0')
		}
	}
	if i < len(v) {
		i++
	}
	return n, v[i:]
}
