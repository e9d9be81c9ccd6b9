package offline

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"prism/internal/eval/corpus"
	"prism/internal/judge"
	"prism/internal/long"
	"prism/internal/observe"
	"prism/internal/title"
)

// TestPagesOfTheCorpus holds what can be held of every page over transcripts that we do not
// share: a quote stands in its turn, no page says of one thing that it is so and that it is
// not, and no title is a path, a command, a line of a log or ends on a word that leads on.
func TestPagesOfTheCorpus(t *testing.T) {
	root := os.Getenv("PRISM_CORPUS")
	if root == "" {
		t.Skip("PRISM_CORPUS names no folder of transcripts")
	}
	files, err := corpus.Find([]string{root})
	if err != nil {
		t.Fatal(err)
	}
	j, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	subjects := about()
	for i, name := range slices.Sorted(maps.Keys(files)) {
		if !long.All() && i%3 != 0 {
			continue // a part of each folder stands for it
		}
		c, err := corpus.Read(context.Background(), files[name])
		if err != nil || len(c.Turns) == 0 {
			continue
		}
		k := j.Read(corpus.Draft(c, 1, len(c.Turns)))
		op := j.Opinion(k)
		if why := title.Unfit(op.Title); why != "" {
			t.Errorf("%s: its title %s", name, why) // its words stay where they are
		}
		for _, q := range quotesOf(op) {
			if !standsIn(k.a, q) {
				t.Errorf("%s: the quote of turn %d, line %d, stands nowhere in it", name, q.Turn, q.Line)
			}
		}
		rule, _ := judge.RuleOf(op.Intent)
		for _, x := range op.Criteria {
			if op.Complete && !x.Met && rule.Misses(x.Name, &op) {
				t.Errorf("%s: complete against its unmet %s", name, x.Name)
			}
		}
		for _, r := range op.Reasons {
			for i := range j.goals {
				g := &j.goals[i]
				if (g.has == r.Text || g.lacks == r.Text) && contradicted(subjects[g.name], r.For, op.Criteria) {
					t.Errorf("%s: %s says what a criterion denies", name, g.name)
				}
			}
		}
		if op.Complete && op.Advice != "" {
			t.Errorf("%s: advice on what landed", name)
		}
	}
}

func quotesOf(op judge.Opinion) []judge.Quote {
	all := slices.Clone(op.Evidence)
	for _, c := range op.Criteria {
		if c.Quote != nil {
			all = append(all, *c.Quote)
		}
	}
	return all
}

// standsIn reports whether a quote is found in what was said, called or answered in its
// turn, whatever the white space.
func standsIn(a *observe.Session, q judge.Quote) bool {
	at := slices.IndexFunc(a.Turns, func(t observe.Turn) bool { return t.Index == q.Turn-1 }) // a rewound turn has a number, too
	if at < 0 {
		return false
	}
	want := squeezed(q.Text)
	raw := a.Turns[at].Raw
	texts := []string{raw.Prompt, raw.Plan, raw.Command}
	for i := range raw.Says {
		texts = append(texts, raw.Says[i].Text)
	}
	for i := range raw.Marks {
		texts = append(texts, raw.Marks[i].Text)
	}
	for i := range raw.Steps {
		s := &raw.Steps[i]
		texts = append(texts, s.Target, s.Output, s.PlanText, s.Said)
		if s.Edit != nil {
			texts = append(append(texts, s.Edit.Line, s.Edit.Gone), s.Edit.More...)
		}
	}
	return slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(squeezed(s), want) })
}

func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}
