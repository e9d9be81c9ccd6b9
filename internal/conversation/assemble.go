package conversation

import (
	"slices"
	"sort"
	"time"

	"prism/internal/shell"
	"prism/internal/transcript"
)

// Conversation puts together what was added so far. The Builder is not spent: it
// may go on while the file grows, and be asked again; what was given out stays as it
// is.
func (b *Builder) Conversation() *Conversation {
	c := &Conversation{
		ID: b.id, Agent: b.agent, File: b.file,
		CWDs: slices.Clone(b.cwds), Branch: b.branch, Version: b.version, Pulls: slices.Clone(b.pulls),
		Start: Moment(b.start), End: Moment(orTime(b.end, b.subEnd)),
	}
	if len(c.CWDs) == 0 && b.subCWD != "" {
		c.CWDs = []string{b.subCWD}
	}
	a := assembly{b: b, c: c, order: b.order()}
	a.turns()
	a.names()
	a.attribute()
	a.fill()
	a.books()
	c.Tail = a.tail()
	c.Automated = true
	for i := range c.Turns {
		c.Automated = c.Automated && c.Turns[i].Automated
	}
	return c
}

// Moment is the time of Unix nanoseconds; 0 is the zero time.
func Moment(nanos int64) time.Time {
	if nanos == 0 {
		return time.Time{}
	}
	return time.Unix(0, nanos).UTC()
}

// order lists the recs by file, the main parts by the time they begin, whatever
// the order in which they were read; files with only subagents' lines follow.
func (b *Builder) order() []int32 {
	order := make([]int32, len(b.recs))
	type part struct {
		begin int64
		main  bool
	}
	parts := map[int32]part{}
	for i := range b.recs {
		order[i] = int32(i)
		x := &b.recs[i]
		p := parts[x.file]
		if !x.sub {
			p.main = true
			if x.time != 0 && (p.begin == 0 || x.time < p.begin) {
				p.begin = x.time
			}
		}
		parts[x.file] = p
	}
	if len(parts) < 2 {
		return b.early(order)
	}
	files := make([]int32, 0, len(parts))
	for f := range parts {
		files = append(files, f)
	}
	sort.Slice(files, func(i, j int) bool {
		p, q := parts[files[i]], parts[files[j]]
		if p.main != q.main {
			return p.main
		}
		if p.main && p.begin != q.begin {
			return p.begin < q.begin
		}
		return files[i] < files[j]
	})
	rank := make(map[int32]int, len(files))
	for r, f := range files {
		rank[f] = r
	}
	slices.SortStableFunc(order, func(x, y int32) int {
		return rank[b.recs[x].file] - rank[b.recs[y].file]
	})
	return b.early(order)
}

// early puts each answer that stands before the line it answers behind that: a client that
// begins a fork's file may write its first answer before what it copies.
func (b *Builder) early(order []int32) []int32 {
	var after map[int32][]int32 // rec → answers to it that stand before it
	var waits map[int32]bool    // those answers
	for i := range b.recs {
		x := &b.recs[i]
		if x.kind != transcript.Answer || x.sub {
			continue
		}
		if at, ok := b.known(x.parent); ok && at > int32(i) && b.recs[at].file == x.file {
			if after == nil {
				after, waits = make(map[int32][]int32), make(map[int32]bool)
			}
			after[at], waits[int32(i)] = append(after[at], int32(i)), true
		}
	}
	if after == nil {
		return order
	}
	out := make([]int32, 0, len(order))
	var put func(i int32)
	put = func(i int32) { // a line that is waited for stands later than who waits, so this ends
		out = append(out, i)
		for _, k := range after[i] {
			put(k)
		}
	}
	for _, i := range order {
		if !waits[i] {
			put(i)
		}
	}
	return out
}

// assembly is the state of one Conversation call.
type assembly struct {
	b     *Builder
	c     *Conversation
	order []int32
	turn  []int32           // of each rec, from 1; 0 before the first prompt
	under map[int32][]int32 // Task step → its subagent's steps, in order
	loose map[int32][]int32 // turn → steps of subagents whose Task call is unknown

	placed []bool  // subagents' lines whose steps stand where the line stands
	begins []int64 // of each turn: the latest beginning up to it, so that it ascends
}

// turns opens the turns and gives every line of the main transcript to one.
func (a *assembly) turns() {
	b, c := a.b, a.c
	opens := b.queue(a.order)
	dead := b.rewound(a.order)
	a.turn = make([]int32, len(b.recs))
	n := 0
	for _, open := range opens {
		if open {
			n++
		}
	}
	c.Turns = make([]Turn, 0, n)
	cur := int32(0)
	last := int64(0) // newest time read so far, for lines that have none
	for _, i := range a.order {
		x := &b.recs[i]
		if opens[i] {
			q := &b.asks[x.ref]
			cur++
			t := Turn{
				UUID: q.uuid, Line: int(x.line), Start: Moment(orTime(x.time, last)), Origin: q.origin,
				Command: q.command, Prompt: q.text, Plan: q.plan, Images: q.images,
				CWD: q.cwd, Branch: q.branch, Automated: q.automated,
			}
			t.End = t.Start
			if dead != nil {
				if x.hash != 0 {
					t.Abandoned = b.onDead(x.hash, dead)
				} else if cur > 1 {
					t.Abandoned = c.Turns[cur-2].Abandoned
				}
			}
			c.Turns = append(c.Turns, t)
			if cur == 1 {
				c.Head.PlanKey, c.Head.Transcript = q.planKey, q.transcript
			}
		}
		if x.sub {
			continue
		}
		a.turn[i] = cur
		if cur > 0 {
			from := &c.Turns[cur-1].Source
			from.Lines, from.Events, from.Missed = from.Lines || !x.event, from.Events || x.event, from.Missed || x.missed
		}
		if x.time > last {
			last = x.time
		}
		if x.kind == transcript.Cleared {
			at := Moment(orTime(x.time, last))
			if cur == 0 {
				c.Head.Cleared, c.Head.ClearedAt = true, at
			} else {
				c.Turns[cur-1].ClearedAfter, c.Turns[cur-1].ClearedAt = true, at
			}
			continue
		}
		if cur > 0 && x.time != 0 && x.kind != transcript.Title && x.kind != transcript.Leaf {
			c.Turns[cur-1].stretch(Moment(x.time))
		}
	}
}

// names puts the names that the conversation was given where they were first given:
// clients write them again and again. What stands before the first prompt, or leads up
// to a line that is not here, belongs to the first turn or to none.
func (a *assembly) names() {
	if len(a.c.Turns) == 0 {
		return
	}
	for i := range a.b.names {
		n := &a.b.names[i]
		at := n.rec
		if n.leaf != 0 {
			var ok bool
			if at, ok = a.b.known(n.leaf); !ok {
				continue
			}
		}
		t := &a.c.Turns[max(a.turn[at], 1)-1]
		if n.own {
			t.Named = n.text
		} else {
			t.Called = n.text
		}
	}
}

func orTime(t, fallback int64) int64 {
	if t != 0 {
		return t
	}
	return fallback
}

func (t *Turn) stretch(at time.Time) {
	if at.After(t.End) {
		t.End = at
	}
	if t.Start.IsZero() {
		t.Start = at
	}
}

// attribute gives the lines of subagents to turns: by the prompt id that runs
// through everything a prompt caused; where that spans several turns (text typed
// meanwhile keeps the running id) or is missing, by the Task call that started
// the agent; else by where the line stands, or its time in a file of its own.
func (a *assembly) attribute() {
	b := a.b
	type span struct{ first, last int32 }
	var spans map[int32]span
	mainFiles := map[int32]bool{}
	subs := false
	for i := range b.recs {
		x := &b.recs[i]
		if x.sub {
			subs = true
		} else {
			mainFiles[x.file] = true
		}
	}
	if !subs {
		return
	}
	for i := range b.recs {
		x := &b.recs[i]
		if x.sub || x.prompt == 0 || a.turn[i] == 0 {
			continue
		}
		if spans == nil {
			spans = make(map[int32]span)
		}
		s, ok := spans[x.prompt]
		if !ok {
			s = span{a.turn[i], a.turn[i]}
		}
		spans[x.prompt] = span{min(s.first, a.turn[i]), max(s.last, a.turn[i])}
	}
	taskOf := make(map[int32]int32, len(b.tasks)) // agent → step of its Task call
	for agent, step := range b.tasks {
		if b.homes[step] >= 0 {
			taskOf[b.agents.id(agent)] = step
		}
	}
	cur := int32(0)
	for _, i := range a.order {
		x := &b.recs[i]
		if !x.sub {
			cur = a.turn[i]
			continue
		}
		turn := int32(-1)
		s, known := spans[x.prompt]
		if x.prompt == 0 {
			known = false
		}
		if known && s.first == s.last {
			turn = s.first
		} else if step, ok := taskOf[x.agent]; ok && x.agent != 0 {
			turn = a.turn[b.homes[step]]
			if known {
				turn = min(max(turn, s.first), s.last)
			}
		} else if mainFiles[x.file] {
			turn = cur
			if known {
				turn = min(max(turn, s.first), s.last)
			}
		}
		if turn < 0 {
			turn = a.turnAt(x.time)
			if known {
				turn = min(max(turn, s.first), s.last)
			}
		}
		a.turn[i] = turn
		if turn > 0 && x.time != 0 {
			a.c.Turns[turn-1].stretch(Moment(x.time))
		}
		if x.step == 0 {
			continue
		}
		if step, ok := taskOf[x.agent]; ok && x.agent != 0 && a.turn[b.homes[step]] == turn && b.homes[step] != i {
			if a.under == nil {
				a.under = make(map[int32][]int32)
			}
			a.under[step] = a.appendSteps(a.under[step], i)
		} else if !mainFiles[x.file] || turn != cur {
			if a.loose == nil {
				a.loose = make(map[int32][]int32)
			}
			a.loose[turn] = a.appendSteps(a.loose[turn], i)
		} else {
			if a.placed == nil {
				a.placed = make([]bool, len(b.recs))
			}
			a.placed[i] = true
		}
	}
}

// turnAt is the last turn that had begun by the given time.
func (a *assembly) turnAt(t int64) int32 {
	n := len(a.c.Turns)
	if t == 0 || n == 0 {
		return int32(n)
	}
	if a.begins == nil {
		a.begins = make([]int64, n)
		newest := int64(0)
		for i := range a.c.Turns {
			newest = max(newest, Nanos(a.c.Turns[i].Start))
			a.begins[i] = newest
		}
	}
	return int32(max(1, sort.Search(n, func(i int) bool { return a.begins[i] > t })))
}

func (a *assembly) appendSteps(dst []int32, rec int32) []int32 {
	from := len(dst)
	for s := a.b.recs[rec].step; s != 0; s = a.b.nexts[s-1] {
		dst = append(dst, s-1)
	}
	slices.Reverse(dst[from:])
	return dst
}

// keptFirst and keptLast steps of a turn stay whatever they are; of the ones
// between only those that edited or committed.
const (
	keptFirst, keptLast = 400, 600
	maxOmittedFiles     = 500
)

// entry is one thing of a turn, in order.
type entry struct {
	kind transcript.Kind // Answer for a text, Results for a step, else a mark
	ref  int32
}

// fill sorts texts, marks and steps into their turns and numbers them.
func (a *assembly) fill() {
	b, c := a.b, a.c
	lists := make([][]entry, len(c.Turns)+1)
	add := func(turn int32, kind transcript.Kind, ref int32) {
		lists[turn] = append(lists[turn], entry{kind, ref})
	}
	var steps []int32
	for _, i := range a.order {
		x := &b.recs[i]
		turn := a.turn[i]
		if x.sub {
			if a.placed == nil || !a.placed[i] {
				continue
			}
		} else if x.ref >= 0 {
			switch x.kind {
			case transcript.Answer:
				add(turn, transcript.Answer, x.ref)
			case transcript.Prompt, transcript.Enqueued, transcript.Popped:
			default:
				add(turn, x.kind, x.ref)
			}
		}
		if x.step == 0 {
			continue
		}
		steps = a.appendSteps(steps[:0], i)
		for _, s := range steps {
			a.addStep(s, 0, func(s int32) { add(turn, transcript.Results, s) })
		}
	}
	for turn := range lists {
		for _, s := range a.loose[int32(turn)] {
			a.addStep(s, 0, func(s int32) { add(int32(turn), transcript.Results, s) })
		}
	}
	for n := range c.Turns {
		a.fillTurn(&c.Turns[n], lists[n+1])
	}
}

// addStep lists a step and, after a Task call, its subagent's steps. Agents that
// start each other in a circle end at a depth that no client reaches.
func (a *assembly) addStep(s int32, depth int, add func(int32)) {
	add(s)
	if depth > 8 {
		return
	}
	under := a.under[s]
	if len(under) == 0 {
		return
	}
	delete(a.under, s)
	for _, u := range under {
		a.addStep(u, depth+1, add)
	}
}

func (a *assembly) fillTurn(t *Turn, list []entry) {
	b := a.b
	steps, says, marks := 0, 0, 0
	for _, e := range list {
		switch e.kind {
		case transcript.Results:
			steps++
		case transcript.Answer:
			says++
		default:
			marks++
		}
	}
	t.Steps = make([]Step, 0, min(steps, keptFirst+keptLast))
	t.Says = make([]Say, 0, min(says, saysFirst+saysLast))
	t.Marks = make([]Mark, 0, min(marks, marksFirst+marksLast))
	var files map[string]bool
	at := [3]int{}
	for seq, e := range list {
		switch e.kind {
		case transcript.Results:
			s := &b.steps[e.ref]
			s.Seq = seq
			at[0]++
			if n := at[0]; n <= keptFirst || n > steps-keptLast || s.Edit != nil || s.Commits || s.Class.Has(shell.ClassUndo) {
				t.Steps = append(t.Steps, *s)
				continue
			}
			t.Omitted.Calls++
			if s.Mutating && s.CarriedOut() {
				t.Omitted.Mutating++
			}
			if files == nil {
				files = make(map[string]bool)
			}
			for _, f := range s.Files {
				if !files[f] && len(files) < maxOmittedFiles {
					files[f] = true
					t.Omitted.Files = append(t.Omitted.Files, f)
				}
			}
		case transcript.Answer:
			y := &b.says[e.ref]
			y.Seq = seq
			if at[1]++; at[1] <= saysFirst || at[1] > says-saysLast {
				t.Says = append(t.Says, *y)
			}
		default:
			m := &b.marks[e.ref]
			m.Seq = seq
			if at[2]++; at[2] <= marksFirst || at[2] > marks-marksLast {
				t.Marks = append(t.Marks, *m)
			}
		}
	}
}

// books writes the usage and the marks of lines, each with its turn.
func (a *assembly) books() {
	b, c := a.b, a.c
	c.Usage = slices.Clone(b.usage)
	for i := range c.Usage {
		if at := b.usageOf[i]; at >= 0 {
			c.Usage[i].Turn = int(a.turn[at])
		}
		c.Usage[i].Began = b.counted[i].began(c.Usage[i].Tokens.Output)
	}
	slices.SortFunc(c.Usage, func(x, y Usage) int {
		if n := x.Time.Compare(y.Time); n != 0 {
			return n
		}
		if x.Key < y.Key {
			return -1
		}
		return 1
	})
	c.Lines = make([]LineMark, 0, len(b.recs))
	for _, i := range a.order {
		x := &b.recs[i]
		if x.hash == 0 || !x.own || x.kind == transcript.Title || x.kind == transcript.Leaf || x.kind == transcript.Pull {
			continue
		}
		c.Lines = append(c.Lines, LineMark{Hash: x.hash, Turn: int(a.turn[i]), Claim: x.claim, Time: Moment(x.time)})
	}
}

// tail tells how the record ends: its last living turn.
func (a *assembly) tail() Tail {
	var t *Turn
	for i := len(a.c.Turns) - 1; i >= 0; i-- {
		if t = &a.c.Turns[i]; !t.Abandoned {
			break
		}
	}
	if t == nil {
		return Tail{}
	}
	var tail Tail
	end := -1
	var mark *Mark
	for i := range t.Marks {
		if m := &t.Marks[i]; m.Kind != MarkNotice && m.Kind != MarkCompacted {
			mark, end = m, m.Seq
		}
	}
	var step *Step
	for i := range t.Steps {
		if s := &t.Steps[i]; !s.Subagent {
			step = s
		}
	}
	say := -1
	if n := len(t.Says); n > 0 {
		say = t.Says[n-1].Seq
	}
	if mark != nil && mark.Kind == MarkInterrupt && end > say && (step == nil || end > step.Seq) {
		tail.Interrupted = true
	}
	if step == nil || step.Kind != transcript.CallPlan || step.Seq < say || step.Said != "" {
		return tail
	}
	if mark != nil && end > step.Seq && mark.Kind != MarkInterrupt {
		return tail
	}
	if step.Outcome == transcript.Rejected || step.Outcome == transcript.Aborted {
		tail.HandedOver = true
		if i, ok := a.b.lookup(step.ID); ok {
			tail.PlanKey = a.b.plans[i]
		}
	}
	return tail
}
