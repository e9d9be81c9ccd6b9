package judge

import (
	"slices"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// CheckRule is one of the seven checks of how a person asked: what it looks for, and
// for which intents it can be asked at all.
type CheckRule struct {
	Name    string // as in fact.Rubric
	Text    string // what is present where it is met
	Example string // of a prompt that meets it
	// For are the intents that it applies to.
	For []fact.Intent
	// Asked are those that it applies to only where the person asked for it in so many
	// words: there it is present or does not apply.
	Asked []fact.Intent
	Large bool // only work of more files or lines than one look takes in
}

// Checks is the one table of the seven checks, in the order of fact.Rubric, which names
// them. Source: the published guide to
// prompting names the checks, and says that an intent decides which apply; which do
// is our reading: a question has no bounds and no plan, only a fault has a cause.
func Checks() []CheckRule {
	all := fact.Intents
	work := []fact.Intent{fact.BugFix, fact.Feature, fact.Refactor}
	modest := []fact.Intent{fact.SmallChange}
	rules := [...]CheckRule{
		{"", "an outcome that one could observe", "export keeps empty rows; why does the login loop?", all, nil, false},
		{"", "where the work ends: files, a spot, what to leave alone", "only in the parser; leave the API", except(all, fact.Question), nil, false},
		{"", "files, lines, commands, names, links or pictures that can be opened", "see cart.go:40", all, nil, false},
		{"", "the error, an example, or the background that the work needs", "since the update it prints \"no such key\"", except(all, fact.SmallChange), nil, false},
		{"", "tests, expected output or criteria of success asked for", "add a test; it must print 3", append(slices.Clone(work), fact.Plan), modest, false},
		{"", "aims at the cause, not only at the symptom", "find out why first, no workaround", []fact.Intent{fact.BugFix, fact.Investigation}, modest, false},
		{"", "explored, planned or agreed on before it is built", "show me a plan before you change anything", work, nil, true},
	}
	for i, c := range (fact.Rubric{}).Checks() {
		rules[i].Name = c.Name
	}
	return rules[:]
}

// Work that is no longer trivial, and wants a plan: more files or more changed
// lines than one look takes in. Our choice.
const (
	LargeFiles = 3
	LargeLines = 60
)

// LargeWork reports whether so many files and changed lines want a plan.
func LargeWork(files, lines int) bool { return files > LargeFiles || lines > LargeLines }

// large is LargeWork of what the living turns of a session changed; plan files are none
// of the work.
func large(d *conversation.Draft) bool {
	files, lines := map[string]bool{}, 0
	for _, i := range conversation.Living(d.Turns) {
		for k := range d.Turns[i].Steps {
			if s := &d.Turns[i].Steps[k]; s.Edit != nil && s.CarriedOut() && !s.Edit.Plan {
				files[s.Edit.File] = true
				lines += s.Edit.Added + s.Edit.Removed
			}
		}
	}
	return LargeWork(len(files), lines)
}

func except(all []fact.Intent, one fact.Intent) []fact.Intent {
	return slices.DeleteFunc(slices.Clone(all), func(i fact.Intent) bool { return i == one })
}

// Mark is what a check comes to in a session of an intent, where present tells what
// was seen and large how big the work was.
func (c CheckRule) Mark(i fact.Intent, present, large bool) fact.Mark {
	applies := slices.Contains(c.For, i) && (large || !c.Large) || present && slices.Contains(c.Asked, i)
	switch {
	case !applies:
		return fact.NotApplicable
	case present:
		return fact.Present
	}
	return fact.Absent
}

// held holds what a judge marked to the table: a check that an intent has no use for
// does not apply, whatever was seen, and neither does one marked in other words.
func held(r fact.Rubric, i fact.Intent, large bool) fact.Rubric {
	for n, c := range Checks() {
		switch m := r.Marks()[n]; *m {
		case fact.Present, fact.Absent:
			*m = c.Mark(i, *m == fact.Present, large)
		default:
			*m = fact.NotApplicable
		}
	}
	return r
}
