package session

import (
	"slices"

	"prism/internal/fact"
	"prism/internal/lang"
)

// tally adds up what the turns of a session tell of its floor and languages. Turns
// on abandoned branches are left out of both.
type tally struct {
	turns, added, removed, mutating int

	code    []CodeVote
	prompts lang.Votes
}

func (t *tally) add(x *TurnDigest) {
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

func (t *tally) floor() fact.Floor {
	return fact.NewFloor(t.turns, t.added, t.removed, t.mutating)
}

func (t *tally) languages() fact.Languages {
	return fact.Languages{Code: mostWorked(t.code), Prompt: t.prompts.Language()}
}

// Measure returns the floor and the languages of a draft: what Facts will say of
// the same turns, for whoever needs it before they are linked.
func Measure(d *Draft) (fact.Floor, fact.Languages) {
	var sum tally
	f := folder{d: &Digest{}, paths: make(map[string]int), spelled: make(map[spelling]string)}
	for i := range d.Turns {
		var x TurnDigest
		f.turn(&x, &d.Turns[i], i+1)
		sum.add(&x)
	}
	return sum.floor(), sum.languages()
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
