package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/eval"
	"prism/internal/fact"
	"prism/internal/link"
)

// Entry is a labelled conversation and where its transcript lies.
type Entry struct {
	Gold   eval.Gold
	Labels string // name of the label file, without its ending
	Path   string
}

// Kinds of conversations, by how the labels' sets are named.
const (
	Projects = "projects" // of one project each
	People   = "people"   // sets pNN: of one person each
	Spliced  = "spliced"  // sets …-spliced: made of others, so that topic shifts are known
)

// Kind says which of the kinds a set is.
func Kind(set string) string {
	switch {
	case strings.HasSuffix(set, "-spliced"):
		return Spliced
	case len(set) > 1 && set[0] == 'p' && strings.Trim(set[1:], "0123456789") == "":
		return People
	}
	return Projects
}

// ErrNoTranscript says that no labelled conversation has its transcript there.
var ErrNoTranscript = errors.New("no labelled transcript")

// Match finds the transcripts of labelled conversations below the roots, by set
// and conversation, in an order that is always the same. missing counts those
// that have none; where all are missing, the error is ErrNoTranscript.
func Match(labels string, roots []string) (found []Entry, missing int, err error) {
	byFile, err := Labels(labels)
	if err != nil {
		return nil, 0, err
	}
	files, err := Find(roots)
	if err != nil {
		return nil, 0, err
	}
	for name, golds := range byFile {
		for _, g := range golds {
			if path := files[g.Set+"/"+g.Conversation]; path != "" {
				found = append(found, Entry{Gold: g, Labels: name, Path: path})
			} else {
				missing++
			}
		}
	}
	if len(found) == 0 {
		return nil, missing, fmt.Errorf("%w below %s", ErrNoTranscript, strings.Join(roots, ", "))
	}
	slices.SortFunc(found, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Labels, b.Labels), cmp.Compare(a.Gold.Set, b.Gold.Set), cmp.Compare(a.Gold.Conversation, b.Gold.Conversation))
	})
	return found, missing, nil
}

// Read reads the entry's transcript alone, and its labels in the transcript's own
// turn numbers.
func (e *Entry) Read(ctx context.Context) (*conversation.Conversation, eval.Gold, error) {
	c, err := Read(ctx, e.Path)
	if err != nil {
		return nil, eval.Gold{}, err
	}
	return c, Align(e.Gold, c), nil
}

// Align numbers the labels' sessions as the transcript's turns are numbered: the
// uuid of a first prompt tells where a session begins; without one, or where it
// is not found, the number holds. Labels that then are not in order stay as they
// were.
func Align(g eval.Gold, c *conversation.Conversation) eval.Gold {
	at := make(map[string]int, len(c.Turns))
	for i := range c.Turns {
		if u := c.Turns[i].UUID; u != "" {
			at[u] = i + 1
		}
	}
	sessions := slices.Clone(g.Sessions)
	for i := range sessions {
		s := &sessions[i]
		if n := at[s.FirstUUID]; n > 0 && i > 0 {
			s.First = n
		}
		if i > 0 {
			if s.First <= sessions[i-1].First {
				return g
			}
			sessions[i-1].Last = s.First - 1
		}
	}
	if n := len(sessions); n > 0 {
		last := &sessions[n-1]
		if last.First > len(c.Turns) {
			return g
		}
		last.Last = len(c.Turns)
	}
	g.Sessions = sessions
	return g
}

// Floors says of each labelled session whether it passed the substance floor.
func Floors(g eval.Gold, c *conversation.Conversation) []bool {
	d := digest.New(c, nil)
	unpriced := func(string, time.Time, fact.Tokens) (float64, bool) { return 0, false }
	out := make([]bool, len(g.Sessions))
	for i, s := range g.Sessions {
		first, last := s.First, min(s.Last, len(d.Turns))
		if first > last {
			continue // the transcript ends before it
		}
		f := link.Facts(&link.Linkage{Parts: []link.Run{{Digest: d, First: first, Last: last}}}, unpriced)
		out[i] = f.Floor.Passed
	}
	return out
}

// longPrompt is the length, in bytes, from which an equal prompt in one project
// means the same original conversation.
const longPrompt = 80

// Marks are what a conversation shares with the others made of the same original:
// its id, its turns' uuids, its long prompts.
func Marks(e *Entry, c *conversation.Conversation) []uint64 {
	var out []uint64
	mark := func(kind, s string) {
		h := fnv.New64a()
		_, _ = h.Write([]byte(kind + "\x00" + s))
		out = append(out, h.Sum64())
	}
	mark("id", e.Gold.Conversation)
	for i := range c.Turns {
		t := &c.Turns[i]
		if t.UUID != "" {
			mark("uuid", t.UUID)
		}
		if p := strings.TrimSpace(t.Prompt); len(p) >= longPrompt {
			mark("prompt", Project(e.Gold.Set)+p)
		}
	}
	return out
}

// Originals joins conversations that share a mark: equal numbers, one original.
func Originals(marks [][]uint64) []int {
	parent := make([]int, len(marks))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	owner := map[uint64]int{}
	for i, list := range marks {
		for _, m := range list {
			if j, ok := owner[m]; ok {
				parent[root(i)] = root(j)
			} else {
				owner[m] = i
			}
		}
	}
	out := make([]int, len(marks))
	for i := range out {
		out[i] = root(i)
	}
	return out
}
