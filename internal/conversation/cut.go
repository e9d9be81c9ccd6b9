package conversation

import (
	"context"
	"fmt"
	"strings"

	"prism/internal/fact"
	"prism/internal/shell"
)

// Draft is a run of turns with one goal, with its prose: what a judge reads.
// Turns of abandoned branches are in it (Turn.Abandoned) so that numbers hold;
// a judge leaves them out.
type Draft struct {
	Agent    string
	Turns    []Turn
	First    int // number of the first turn in its conversation, from 1
	OpenedBy fact.Boundary
	ClosedBy fact.Boundary
	AtEnd    bool  // the record ends with this session
	Tail     Tail  // of the record, where AtEnd
	Next     *Turn // the turn that follows in the same conversation; nil none
	// Provisional says that later turns may still move where it begins, while the
	// conversation grows: a topic shift that too few turns have confirmed.
	Provisional bool
}

// Living are the indices of the turns that no rewind left behind, in order.
func Living(turns []Turn) []int {
	live := make([]int, 0, len(turns))
	for i := range turns {
		if !turns[i].Abandoned {
			live = append(live, i)
		}
	}
	return live
}

// Cleared reports whether a /clear in the same conversation closed it.
func (d *Draft) Cleared() bool { return d.ClosedBy == fact.Clear }

// TurnedAway reports whether the next prompt, which turns to another goal, closed it.
func (d *Draft) TurnedAway() bool { return d.ClosedBy == fact.TopicShift && d.Next != nil }

// Named is the name that the person gave the conversation in this session, Called the
// one that the agent's client did; "" none. Of several the last holds.
func (d *Draft) Named() string {
	for i := len(d.Turns) - 1; i >= 0; i-- {
		if n := d.Turns[i].Named; n != "" {
			return n
		}
	}
	return ""
}

// Called is told with Named.
func (d *Draft) Called() string {
	for i := len(d.Turns) - 1; i >= 0; i-- {
		if n := d.Turns[i].Called; n != "" {
			return n
		}
	}
	return ""
}

// ToConfirm is how many turns a topic shift needs behind the one it opens to stay
// where it is, whatever comes: a tracker looks at the two behind a prompt, and the
// second is done with when a third begins. A /clear holds at once; a rewind may
// still leave any turn behind.
const ToConfirm = 3

// Shift is a turn that opens a new goal.
type Shift struct {
	Turn        int     // index in the turns given, ≥ 1
	Probability float64 // 0–1
	Why         string  // a few words of our own
}

// Tracker finds topic shifts. Two stand behind it: the offline one and an LLM.
type Tracker interface {
	// Shifts returns the turns that open a materially different goal, ascending.
	// It may not look at client version, slug, ids, working folder or context size.
	Shifts(ctx context.Context, turns []Turn) ([]Shift, error)
}

// Options are the switches of Cut.
type Options struct {
	// CommitBoundary closes a session at the end of a turn that committed files
	// the session changed (DESIGN.md, Sessions 3). Off by default.
	CommitBoundary bool
}

// Cut divides a conversation into drafts: at a /clear in mid-file, at topic
// shifts, and behind the switch at commits. The drafts cover all turns in order,
// without gap or overlap. A nil tracker finds no shifts. Turns on abandoned
// branches never make a draft of their own: they go with the living turns around
// them. The tracker's error ends the cut.
func Cut(ctx context.Context, c *Conversation, t Tracker, o Options) ([]Draft, error) {
	if len(c.Turns) == 0 {
		return nil, nil
	}
	alive := make([]int, 0, len(c.Turns))
	for i := range c.Turns {
		if !c.Turns[i].Abandoned {
			alive = append(alive, i)
		}
	}
	k := cutter{c: c, alive: alive, before: make(map[int]cut)}
	k.clears()
	if err := k.shifts(ctx, t); err != nil {
		return nil, err
	}
	if o.CommitBoundary {
		k.commits()
	}
	return k.drafts(o), nil
}

// cut is a boundary before a living turn.
type cut struct {
	at   int // index in the conversation of the first turn after it
	kind fact.Boundary
}

type cutter struct {
	c      *Conversation
	alive  []int
	before map[int]cut // index in alive → boundary before it
}

// clears finds /clear in mid-file: after any turn, dead ones too, since a person
// who clears leaves all branches.
func (k *cutter) clears() {
	for n := 1; n < len(k.alive); n++ {
		for i := k.alive[n] - 1; i >= k.alive[n-1]; i-- {
			if k.c.Turns[i].ClearedAfter {
				k.before[n] = cut{at: i + 1, kind: fact.Clear}
				break
			}
		}
	}
}

// shifts asks the tracker about each run of living turns between two /clears.
func (k *cutter) shifts(ctx context.Context, t Tracker) error {
	if t == nil {
		return nil
	}
	for from := 0; from < len(k.alive); {
		to := from + 1
		for to < len(k.alive) && k.before[to].kind == "" {
			to++
		}
		if to-from > 1 {
			first, last := k.alive[from], k.alive[to-1]
			turns := k.c.Turns[first : last+1]
			if len(turns) != to-from {
				turns = make([]Turn, 0, to-from)
				for _, i := range k.alive[from:to] {
					turns = append(turns, k.c.Turns[i])
				}
			}
			found, err := t.Shifts(ctx, turns)
			if err != nil {
				return fmt.Errorf("find topic shifts: %w", err)
			}
			for _, s := range found {
				if s.Turn >= 1 && s.Turn < to-from {
					n := from + s.Turn
					k.before[n] = cut{at: k.resent(n), kind: fact.TopicShift}
				}
			}
		}
		from = to
	}
	return nil
}

// resent moves a boundary before the dead turns that living turn n says again: a
// prompt that was stopped at once and sent anew belongs to what it became.
func (k *cutter) resent(n int) int {
	at := k.alive[n]
	for at-1 > k.alive[n-1] && samePrompt(&k.c.Turns[at-1], &k.c.Turns[k.alive[n]]) {
		at--
	}
	return at
}

// samePrompt reports whether two prompts begin alike: what is sent again is often
// mended at its end.
func samePrompt(a, b *Turn) bool {
	const alike = 24
	p, q := strings.TrimSpace(a.Prompt), strings.TrimSpace(b.Prompt)
	n := min(len(p), len(q), alike)
	return n > 0 && p[:n] == q[:n]
}

// commits closes a session behind each turn that committed files it changed.
func (k *cutter) commits() {
	var s changes
	for n, i := range k.alive {
		if k.before[n].kind != "" {
			s.reset()
		}
		if !s.turn(&k.c.Turns[i]) || n+1 == len(k.alive) {
			continue
		}
		switch next := k.before[n+1]; next.kind {
		case "":
			k.before[n+1] = cut{at: k.resent(n + 1), kind: fact.Commit}
			s.reset()
		case fact.Clear, fact.TopicShift:
			next.kind = fact.Commit // it came first; no merge may undo it, no later turn move it
			k.before[n+1] = next
		}
	}
}

// drafts turns the boundaries into drafts over all turns.
func (k *cutter) drafts(o Options) []Draft {
	c := k.c
	opened := fact.NoBoundary
	if c.Head.Cleared {
		opened = fact.Clear
	}
	var drafts []Draft
	first, provisional := 0, false
	var s changes
	commits := false // whether the last living turn so far committed its session's files
	for n, i := range k.alive {
		if b := k.before[n]; b.kind != "" {
			drafts = append(drafts, Draft{
				Agent: c.Agent, Turns: c.Turns[first:b.at:b.at], First: first + 1, OpenedBy: opened, ClosedBy: b.kind,
				Next: &c.Turns[i], Provisional: provisional,
			})
			first, opened, provisional = b.at, b.kind, b.kind == fact.TopicShift && !k.confirmed(n)
			s.reset()
		}
		if o.CommitBoundary {
			commits = s.turn(&c.Turns[i])
		}
	}
	last := Draft{
		Agent: c.Agent, Turns: c.Turns[first:], First: first + 1, OpenedBy: opened, ClosedBy: fact.NoBoundary,
		AtEnd: true, Tail: c.Tail, Provisional: provisional,
	}
	switch {
	case o.CommitBoundary && commits:
		last.ClosedBy = fact.Commit
	case clearedAtEnd(c, k.alive):
		last.ClosedBy = fact.Clear
	}
	return append(drafts, last)
}

// confirmed reports whether what follows the living turn n is enough to keep a
// topic shift before it.
func (k *cutter) confirmed(n int) bool {
	for m := n + 1; m < len(k.alive); m++ {
		if m-n >= ToConfirm || k.before[m].kind == fact.Clear {
			return true
		}
	}
	return clearedAtEnd(k.c, k.alive)
}

// clearedAtEnd reports whether /clear was typed after the last living turn.
func clearedAtEnd(c *Conversation, alive []int) bool {
	from := len(c.Turns) - 1
	if n := len(alive); n > 0 {
		from = alive[n-1]
	}
	for i := from; i < len(c.Turns); i++ {
		if c.Turns[i].ClearedAfter {
			return true
		}
	}
	return false
}

// changes follows which files a session edited, and tells its commits.
type changes struct {
	edited map[string]bool
	staged []string // paths named since the last commit; nil: everything
	wrote  bool     // files were changed without an edit to name them
}

func (s *changes) reset() { *s = changes{} }

// turn takes in a turn and reports whether it committed files the session changed.
// Which files a commit holds is known where git add or commit names them; where
// it names none (-a, .) the session's own changes are among them.
func (s *changes) turn(t *Turn) bool {
	committed := false
	for i := range t.Steps {
		st := &t.Steps[i]
		if !st.CarriedOut() {
			continue
		}
		if st.Edit != nil && !st.Edit.Plan {
			if s.edited == nil {
				s.edited = make(map[string]bool)
			}
			s.edited[baseName(st.Edit.File)] = true
		} else if st.Mutating && st.Class.Has(shell.ClassWrite) {
			s.wrote = true
		}
		if st.Class.Has(shell.ClassStage) {
			s.staged = append(s.staged, shell.StagedPaths(st.Target)...)
		}
		if st.Commits {
			committed = committed || s.touches()
			s.staged = nil
		}
	}
	return committed
}

func (s *changes) touches() bool {
	if len(s.edited) == 0 {
		return s.wrote
	}
	if len(s.staged) == 0 {
		return true
	}
	for _, p := range s.staged {
		if s.edited[baseName(p)] || !strings.Contains(baseName(p), ".") || strings.ContainsAny(p, "*?$") {
			return true // a folder or a pattern holds what the session changed
		}
	}
	return false
}

// baseName is the last element of a path of any system.
func baseName(p string) string {
	if i := strings.LastIndexAny(p, `/\`); i >= 0 {
		return p[i+1:]
	}
	return p
}
