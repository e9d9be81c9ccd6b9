// Package digest makes what remains of a conversation and its cuts when the prose
// is gone: hashes, numbers, ids, paths. A Digest holds all that linking, facts and
// rework need; stored and read back it says the same, and damaged bytes or those
// of another version are refused with ErrDigest. Floor and languages are added up
// here, from digests alone, so that one session says the same however it is put
// together.
package digest

import (
	"cmp"
	"slices"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/hash"
	"prism/internal/lang"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/worktree"
)

// Digest is what remains of a Conversation and its cuts when the prose is gone:
// hashes, numbers, uuids, paths. Link, the facts and rework need nothing else,
// and it can be stored (MarshalBinary). Person and Repo are not stored: who reads
// a digest back says whose it is and where it lies now.
type Digest struct {
	Person string
	Repo   fact.Repo

	ID, Agent, File string
	Version         string
	Branch          string
	CWDs, Pulls     []string
	Head            conversation.Head
	Tail            conversation.Tail
	Start, End      time.Time
	Automated       bool
	Private         bool // opted out by a folder's name that did not pass the gate

	Turns  []Turn
	Drafts []DraftMark
	Models []string // distinct, of Usage
	Usage  []Usage  // by time
	Paths  []string // files edited or taken back, one spelling each (worktrees folded)

	Lines   []uint64 // hashes of the message lines' uuids, grouped by turn, turn 0 first
	Seconds []uint32 // of each line: seconds after Start, for the order among conversations
	zero    int      // how many lines stand before the first turn
}

// DraftMark is a draft without its prose: turns First to Last, from 1, inclusive.
type DraftMark struct {
	First, Last        int
	OpenedBy, ClosedBy fact.Boundary
}

// Usage is one API message, once.
type Usage struct {
	Key    uint64
	Time   int64 // of its first line, Unix nanoseconds; 0 none
	Last   int64 // of the line kept
	Turn   int32 // from 1; 0 before the first prompt
	Model  uint16
	Nested bool
	Began  bool // Tokens.Output is that of the answer's beginning
	Tokens fact.Tokens
}

// Turn holds the numbers of one turn.
type Turn struct {
	UUID       string
	Key        uint64 // of the prompt's line in all its copies; 0 when nothing tells it
	Start, End time.Time
	Origin     transcript.Origin
	Abandoned  bool
	Automated  bool
	Events     bool      // some of it is known from telemetry alone
	Mixed      bool      // and some from a transcript
	Missed     bool      // some of its events did not come
	Cleared    time.Time // /clear typed after it; zero none
	Claim      uint64    // Hash of the conversation its lines say they were copied from; 0 none
	Lines      int

	Calls, Added, Removed, Mutating int // exact, also of what Turn.Steps no longer holds
	Code                            []CodeVote
	Prompt                          []lang.Share
	Edits                           []Edit   // in order
	Reads                           []uint64 // hashes of files read, distinct
	Undos                           []Undo   // in order; where there are any, the commits between them besides
	Commits                         []string // ids, "" where git's result did not tell one
	Pushed                          bool
}

// Edit is one edit: which lines came and went, as LineHash has them.
type Edit struct {
	Path           int // index in Digest.Paths
	Time           time.Time
	Created        bool
	Added, Removed []uint64
}

// Undo is a command that took work back, as shell.Undos read it, without prose. Of
// KindCommit it is none, but a commit of the same turn, for its moment: HEAD means
// another commit behind it.
type Undo struct {
	Kind  string
	Paths []string
	Refs  []string
	All   bool
	Count int      // lines deleted besides Lines
	Lines []uint64 // lines deleted, as LineHash has them
	Time  time.Time
}

// KindCommit is the Kind of a commit that stands between Undos. Refs holds its id, where
// git's result told one.
const KindCommit = "commit"

func lineHashes(lines []string) []uint64 {
	var out []uint64
	for _, l := range lines {
		if h := conversation.LineHash([]byte(l)); h != 0 {
			out = append(out, h)
		}
	}
	return out
}

// New makes the digest of a conversation cut into drafts.
func New(c *conversation.Conversation, drafts []conversation.Draft) *Digest {
	d := &Digest{
		ID: c.ID, Agent: c.Agent, File: c.File, Version: c.Version, Branch: c.Branch,
		CWDs: c.CWDs, Pulls: c.Pulls, Head: c.Head, Tail: c.Tail, Start: c.Start, End: c.End, Automated: c.Automated,
		Turns: make([]Turn, len(c.Turns)),
	}
	for i := range drafts {
		x := &drafts[i]
		d.Drafts = append(d.Drafts, DraftMark{
			First: x.First, Last: x.First + len(x.Turns) - 1, OpenedBy: x.OpenedBy, ClosedBy: x.ClosedBy,
		})
	}
	f := folder{d: d, paths: make(map[string]int), spelled: make(map[spelling]string)}
	for i := range c.Turns {
		f.turn(&d.Turns[i], &c.Turns[i], i+1)
	}
	f.usage(c.Usage)
	f.lines(c.Lines)
	return d
}

// Provisional reports whether later turns may still move where a draft begins, as
// conversation.Draft says it: known from the turns, so that it is not stored.
func (d *Digest) Provisional(draft int) bool {
	if draft < 0 || draft >= len(d.Drafts) || d.Drafts[draft].OpenedBy != fact.TopicShift {
		return false
	}
	living := 0
	for n := draft; n < len(d.Drafts); n++ {
		for t := d.Drafts[n].First - 1; t < d.Drafts[n].Last; t++ {
			if !d.Turns[t].Abandoned {
				living++
			}
		}
		if living > conversation.ToConfirm || d.Drafts[n].ClosedBy == fact.Clear {
			return false
		}
	}
	return true
}

// folder folds turns into a digest.
type folder struct {
	d       *Digest
	paths   map[string]int
	spelled map[spelling]string // one spelling of each path as written
}

// spelling is a path as written in a folder.
type spelling struct{ cwd, path string }

func (f *folder) file(cwd, p string) string {
	key := spelling{cwd, p}
	full, ok := f.spelled[key]
	if !ok {
		full = worktree.File(cwd, p)
		f.spelled[key] = full
	}
	return full
}

func (f *folder) path(p string) int {
	i, ok := f.paths[p]
	if !ok {
		i = len(f.d.Paths)
		f.paths[p] = i
		f.d.Paths = append(f.d.Paths, p)
	}
	return i
}

func (f *folder) turn(x *Turn, t *conversation.Turn, number int) {
	*x = Turn{
		UUID: t.UUID, Start: t.Start, End: t.End, Origin: t.Origin, Abandoned: t.Abandoned, Automated: t.Automated,
		Events: t.Source.Events, Mixed: t.Source.Events && t.Source.Lines, Missed: t.Source.Missed,
		Calls: len(t.Steps) + t.Omitted.Calls, Mutating: t.Omitted.Mutating,
	}
	switch {
	case t.UUID != "":
		x.Key = hash.Of(t.UUID)
	case !t.Start.IsZero():
		key, _ := conversation.TextKey(t.Prompt, nil)
		x.Key = hash.Join(key, uint64(t.Start.UnixNano()))
	}
	if t.ClearedAfter {
		x.Cleared = t.ClearedAt
		if x.Cleared.IsZero() {
			x.Cleared = t.End
		}
	}
	cwd := t.CWD
	if cwd == "" && len(f.d.CWDs) > 0 {
		cwd = f.d.CWDs[0]
	}
	votes := codeVotes{}
	reads := make(map[uint64]bool)
	for i := range t.Steps {
		f.step(x, &t.Steps[i], cwd, number, &votes, reads)
	}
	if !slices.ContainsFunc(x.Undos, func(u Undo) bool { return u.Kind != KindCommit }) {
		x.Undos = nil
	}
	for _, p := range t.Omitted.Files {
		f.read(p, cwd, &votes, reads)
	}
	votes.named(t)
	for h := range reads {
		x.Reads = append(x.Reads, h)
	}
	slices.Sort(x.Reads)
	x.Code = votes.list
	if t.Origin != transcript.PlanHand && t.Origin != transcript.Machine {
		var v lang.Votes
		v.Add(t.Prompt)
		x.Prompt = v.Shares()
	}
}

func (f *folder) step(x *Turn, s *conversation.Step, cwd string, number int, votes *codeVotes, reads map[uint64]bool) {
	if s.Kind == transcript.CallShell {
		votes.command(s)
	}
	if !s.CarriedOut() {
		return
	}
	if s.Mutating {
		x.Mutating++
	}
	if s.Commits {
		x.Commits = append(x.Commits, s.Commit)
		defer x.commit(s) // behind what the same line took back
	}
	x.Pushed = x.Pushed || s.Pushes
	switch {
	case s.Edit != nil:
		if s.Edit.Plan {
			return
		}
		e := s.Edit
		x.Added += e.Added
		x.Removed += e.Removed
		votes.edit(e.Language, e.Added+e.Removed)
		x.Edits = append(x.Edits, Edit{
			Path: f.path(f.file(cwd, e.File)), Time: s.Time, Created: e.Created, Added: e.AddedHash, Removed: e.RemovedHash,
		})
	case s.Kind == transcript.CallShell:
		if !shell.TakesBack(s.Class, s.Target) {
			return
		}
		for _, u := range shell.Undos(s.Target, cmp.Or(s.Dir, cwd)) {
			lines := lineHashes(u.Lines)
			if len(u.Lines) > 0 && len(lines) == 0 && u.Count == 0 {
				continue // lines without weight, which nobody owns
			}
			x.Undos = append(x.Undos, Undo{
				Kind: u.Kind, Paths: u.Paths, Refs: u.Refs, All: u.All, Count: u.Count, Lines: lines, Time: s.Time,
			})
		}
	case s.Mutating: // an edit whose lines no result told
		for _, p := range s.Files {
			if !conversation.IsPlanFile(p) {
				votes.edit(lang.OfFile(f.file(cwd, p)), 0)
			}
		}
	default:
		for _, p := range s.Files {
			f.read(p, cwd, votes, reads)
		}
	}
}

// commit notes when a commit was made.
func (x *Turn) commit(s *conversation.Step) {
	u := Undo{Kind: KindCommit, Time: s.Time}
	if s.Commit != "" {
		u.Refs = []string{s.Commit}
	}
	x.Undos = append(x.Undos, u)
}

// maxReads bounds the files read in one turn that a digest keeps.
const maxReads = 2000

func (f *folder) read(p, cwd string, votes *codeVotes, reads map[uint64]bool) {
	if p == "" || conversation.IsPlanFile(p) {
		return
	}
	full := f.file(cwd, p)
	l := lang.OfFile(full)
	if l == "" && !hasExtension(full) {
		return // a folder that was searched
	}
	votes.read(l)
	if len(reads) < maxReads {
		reads[hash.Of(full)] = true
	}
}

func hasExtension(p string) bool {
	for i := len(p) - 1; i >= 0 && p[i] != '/'; i-- {
		if p[i] == '.' {
			return i > 0 && p[i-1] != '/' && i < len(p)-1
		}
	}
	return false
}

// usage copies the bills, with models as indices.
func (f *folder) usage(list []conversation.Usage) {
	d := f.d
	d.Usage = make([]Usage, 0, len(list))
	at := make(map[string]int) // in Models
	for i := range list {
		u := &list[i]
		m, known := at[u.Model]
		if !known {
			if len(d.Models) > 1<<12 {
				m = len(d.Models) - 1 // nobody uses thousands of models; the file is broken
			} else {
				m = len(d.Models)
				d.Models = append(d.Models, u.Model)
				at[u.Model] = m
			}
		}
		d.Usage = append(d.Usage, Usage{
			Key: u.Key, Time: conversation.Nanos(u.Time), Last: conversation.Nanos(u.Last), Turn: int32(u.Turn), Model: uint16(m), Nested: u.Nested, Began: u.Began, Tokens: u.Tokens,
		})
	}
}

// lines groups the marks of lines by turn.
func (f *folder) lines(marks []conversation.LineMark) {
	d := f.d
	counts := make([]int, len(d.Turns)+2)
	for i := range marks {
		counts[min(marks[i].Turn, len(d.Turns))+1]++
	}
	d.zero = counts[1]
	for i := range d.Turns {
		d.Turns[i].Lines = counts[i+2]
	}
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	d.Lines = make([]uint64, len(marks))
	d.Seconds = make([]uint32, len(marks))
	own := hash.Of(d.ID)
	for i := range marks {
		m := &marks[i]
		turn := min(m.Turn, len(d.Turns))
		at := counts[turn]
		counts[turn]++
		d.Lines[at] = m.Hash
		if s := m.Time.Sub(d.Start); !m.Time.IsZero() && s > 0 {
			d.Seconds[at] = uint32(min(int64(s/time.Second), 1<<32-1))
		}
		if turn > 0 && m.Claim != 0 && m.Claim != own && d.Turns[turn-1].Claim == 0 {
			d.Turns[turn-1].Claim = m.Claim
		}
	}
}
