// Package refit fits the offline judge and the tracker anew without what they are
// to be measured on: the folds of a cross-validation.
package refit

import (
	"errors"
	"fmt"
	"strconv"

	"prism/internal/conversation"
	"prism/internal/eval"
	"prism/internal/eval/corpus"
	"prism/internal/judge/offline"
	"prism/internal/tracker"
)

// What is left out of a fit that is measured on it.
const (
	ByConversation = "conversation" // all pieces of one original conversation
	ByProject      = "project"      // a whole project or person
)

// ErrFolds says that there are too few projects, persons or conversations to
// leave any out.
var ErrFolds = errors.New("too few to leave some out")

// Set is labelled conversations, read for fitting.
type Set struct {
	reader  *offline.Judge
	entries []entry
}

// entry is one conversation, with what is learned from it.
type entry struct {
	project string
	marks   []uint64
	cases   []offline.Labelled
	shifts  *tracker.Labelled // nil: not learned from
	fold    int
}

// NewSet returns an empty set.
func NewSet() (*Set, error) {
	return &Set{reader: offline.Untrained()}, nil
}

// Add reads a conversation into the set. gold has the conversation's own turn
// numbers. What was made of other conversations (spliced) gets a fold, and is not
// learned from.
func (s *Set) Add(e *corpus.Entry, gold eval.Gold, c *conversation.Conversation) {
	n := entry{project: corpus.Project(e.Gold.Set), marks: corpus.Marks(e, c)}
	if corpus.Kind(e.Gold.Set) != corpus.Spliced && len(c.Turns) > 0 {
		n.cases = Sessions(s.reader, gold, c)
		n.shifts = Conversation(gold, c)
	}
	s.entries = append(s.entries, n)
}

// Session is what the judge learns of one labelled session.
func Session(reader *offline.Judge, set string, g *eval.GoldSession, c *conversation.Conversation) offline.Labelled {
	return offline.Labelled{
		Case:   reader.Read(corpus.Draft(c, g.First, g.Last)),
		Intent: g.Intent, Complete: g.GoalComplete, P: g.P,
		Weight: 1, Group: corpus.Project(set), Goal: !g.Contested,
	}
}

// Sessions are what the judge learns of a conversation, cut where the labels cut it.
func Sessions(reader *offline.Judge, gold eval.Gold, c *conversation.Conversation) []offline.Labelled {
	var out []offline.Labelled
	for i := range gold.Sessions {
		g := &gold.Sessions[i]
		if g.First > len(c.Turns) {
			continue
		}
		out = append(out, Session(reader, gold.Set, g, c))
	}
	return out
}

// peopleWeight is how much a person's conversation counts in a fit of the tracker:
// those of many people are fewer than those of a few projects, and nearer to what
// the tracker is for (docs/tracker.md).
const peopleWeight = 2

// Conversation is what the tracker learns of a conversation: its living turns. A
// goal that opens on an abandoned branch opens with the next living turn.
func Conversation(gold eval.Gold, c *conversation.Conversation) *tracker.Labelled {
	l := &tracker.Labelled{ID: gold.Conversation, Project: corpus.Project(gold.Set), Branch: c.Branch, Weight: 1}
	if corpus.Kind(gold.Set) == corpus.People {
		l.Weight = peopleWeight
	}
	opens := map[int]bool{}
	for i := range gold.Sessions {
		opens[gold.Sessions[i].First] = i > 0
	}
	pending := false
	for i := range c.Turns {
		pending = pending || opens[i+1]
		if c.Turns[i].Abandoned {
			continue
		}
		l.Turns = append(l.Turns, c.Turns[i])
		l.Opens = append(l.Opens, pending && len(l.Turns) > 1)
		pending = false
	}
	return l
}

// Divide deals the conversations to k folds and returns the fold of each, in the
// order in which they were added. All pieces of one original (ByConversation), or
// whole projects and persons with them (ByProject), come into one fold: projects
// that share an original do, too. The error is
// ErrFolds where fewer than two groups are there.
func (s *Set) Divide(leave string, k int) ([]int, error) {
	marks := make([][]uint64, len(s.entries))
	for i := range s.entries {
		marks[i] = s.entries[i].marks
	}
	originals := corpus.Originals(marks)
	names := make([]string, len(s.entries))
	groups := map[string]bool{}
	projects := s.projects(originals)
	for i := range s.entries {
		switch leave {
		case ByProject:
			names[i] = projects[i]
		case ByConversation:
			names[i] = strconv.Itoa(originals[i])
		default:
			return nil, fmt.Errorf("leave out by %q: %s or %s", leave, ByConversation, ByProject)
		}
		groups[names[i]] = true
		if s.entries[i].shifts != nil {
			s.entries[i].shifts.Original = originals[i]
		}
	}
	if len(groups) < 2 {
		return nil, fmt.Errorf("by %s there is one group: %w", leave, ErrFolds)
	}
	folds := eval.Folds(names, min(k, len(groups)))
	for i, f := range folds {
		s.entries[i].fold = f
	}
	return folds, nil
}

// projects names the project or person of each conversation; those that share an
// original have the name that sorts first.
func (s *Set) projects(originals []int) []string {
	index := map[string]int{}
	marks := make([][]uint64, len(s.entries))
	for i := range s.entries {
		name := s.entries[i].project
		if _, known := index[name]; !known {
			index[name] = len(s.entries) + len(index)
		}
		marks[i] = []uint64{uint64(originals[i]), uint64(index[name])}
	}
	joint := corpus.Originals(marks)
	first := map[int]string{}
	for i, g := range joint {
		if was, seen := first[g]; !seen || s.entries[i].project < was {
			first[g] = s.entries[i].project
		}
	}
	out := make([]string, len(s.entries))
	for i, g := range joint {
		out[i] = first[g]
	}
	return out
}

// Fit fits judge and tracker to everything outside a fold.
func (s *Set) Fit(fold int) (*offline.Judge, *tracker.Tracker, error) {
	var cases []offline.Labelled
	var shifts []*tracker.Labelled
	for i := range s.entries {
		e := &s.entries[i]
		if e.fold == fold {
			continue
		}
		cases = append(cases, e.cases...)
		if e.shifts != nil {
			shifts = append(shifts, e.shifts)
		}
	}
	m, err := s.reader.Fit(cases, offline.DefaultOptions())
	if err != nil {
		return nil, nil, fmt.Errorf("fold %d: %w", fold+1, err)
	}
	j, err := offline.New(m)
	if err != nil {
		return nil, nil, fmt.Errorf("fold %d: %w", fold+1, err)
	}
	w, err := tracker.Fit(shifts, tracker.DefaultFitOptions())
	if err != nil {
		return nil, nil, fmt.Errorf("fold %d, topic shifts: %w", fold+1, err)
	}
	t, err := tracker.New(w)
	if err != nil {
		return nil, nil, fmt.Errorf("fold %d: %w", fold+1, err)
	}
	return j, t, nil
}
