package digest

import (
	"slices"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/lang"
)

// Tally adds up what the turns of a session tell of its floor and languages. Turns
// on abandoned branches are left out of both.
type Tally struct {
	turns, added, removed, mutating int

	code    []CodeVote
	prompts lang.Votes
}

// Add takes in a turn.
func (t *Tally) Add(x *Turn) {
	if x.Abandoned {
		return
	}
	t.turns++
	t.added += x.Added
	t.removed += x.Removed
	t.mutating += x.Mutating
	t.code = addVotes(t.code, x.Code)
	for _, v := range x.Prompt {
		t.prompts.AddShare(v)
	}
}

// Floor is the floor of the turns added.
func (t *Tally) Floor() fact.Floor {
	return fact.NewFloor(t.turns, t.added, t.removed, t.mutating)
}

// Languages are those most worked and most written in.
func (t *Tally) Languages() fact.Languages {
	code, near := mostWorked(t.code)
	return fact.Languages{Code: code, Prompt: t.prompts.Language(), Close: near}
}

// Measure returns the floor and the languages of a draft: what Facts will say of
// the same turns, for whoever needs it before they are linked.
func Measure(d *conversation.Draft) (fact.Floor, fact.Languages) {
	var sum Tally
	f := folder{d: &Digest{}, paths: make(map[string]int), spelled: make(map[spelling]string)}
	for i := range d.Turns {
		var x Turn
		f.turn(&x, &d.Turns[i], i+1)
		sum.Add(&x)
	}
	return sum.Floor(), sum.Languages()
}

func addVotes(sum, votes []CodeVote) []CodeVote {
	for _, v := range votes {
		n := slices.IndexFunc(sum, func(s CodeVote) bool { return s.Language == v.Language })
		if n < 0 {
			sum = append(sum, v)
			continue
		}
		sum[n].Edits += v.Edits
		sum[n].Lines += v.Lines
		sum[n].Reads += v.Reads
		sum[n].Named += v.Named
		sum[n].Runs += v.Runs
	}
	return sum
}
