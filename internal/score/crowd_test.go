package score

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"prism/internal/fact"
)

var crowdNow = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// one is a counted session of somebody.
func one(person, repo, intent uint32, ended time.Time, crushed bool) fact.Figure {
	f := fact.Figure{Person: person, Repo: repo, RepoName: repo, Intent: intent, Ended: fact.Micro(ended), Life: fact.LifeClosed, Flags: fact.FigureFloor}
	if crushed {
		f.Flags |= fact.FigureCrushed | fact.FigureComplete
	}
	return f
}

func crowdOf(list ...fact.Figure) *Crowd {
	c := &Crowd{Least: 5, Now: crowdNow}
	for i := range list {
		c.Add(&list[i])
	}
	return c
}

func group(name string, from, to uint32) CrowdGroup {
	g := CrowdGroup{Name: name}
	for p := from; p <= to; p++ {
		g.People = append(g.People, p)
	}
	return g
}

// Of twelve people a group of six is told of, and the six others with it; one of eleven
// is not, because the twelfth would be left; one that overlaps the first by one is not,
// because that one would stand alone.
func TestGroupsOfACrowd(t *testing.T) {
	october := time.Date(2026, 10, 10, 0, 0, 0, 0, time.UTC)
	var list []fact.Figure
	for p := range uint32(12) {
		list = append(list, one(p+1, 1, 1, october, p < 4), one(p+1, 1, 1, october.AddDate(0, 1, 0), true))
	}
	table := crowdOf(list...).Table([]CrowdGroup{group("eleven", 1, 11), group("first", 1, 6), group("second", 7, 12), group("z astride", 6, 11), group("few", 1, 4), group("nobody", 90, 99)})
	if len(table) != 1 {
		t.Fatalf("%d months: the one that is not over is told of", len(table))
	}
	m := table[0]
	if m.All == nil || m.All.Crushed != 4 || m.All.Counted != 12 {
		t.Errorf("everybody: %+v", m.All)
	}
	if len(m.Groups) != 2 || m.Groups["first"].Crushed != 4 || m.Groups["second"].Counted != 6 {
		t.Errorf("groups: %v", m.Groups)
	}
	if of4 := crowdOf(list[:8]...).Table(nil); len(of4) != 1 || of4[0].All != nil {
		t.Errorf("four people are told of: %+v", of4)
	}
}

// A repository of five is told of where a sixth would not be left over, and its
// intents only where they do not give it away.
func TestRowsOfACrowd(t *testing.T) {
	october := time.Date(2026, 10, 10, 0, 0, 0, 0, time.UTC)
	var list []fact.Figure
	add := func(repo, intent uint32, people ...uint32) {
		for _, p := range people {
			list = append(list, one(p, repo, intent, october, true))
		}
	}
	add(1, 1, 1, 2, 3, 4, 5)
	add(2, 2, 6)
	repos, intents := crowdOf(list...).Rows(october, nil)
	if len(repos)+len(intents) != 0 {
		t.Errorf("one person is left: %+v %+v", repos, intents)
	}
	add(2, 2, 7, 8, 9, 10)
	if repos, _ := crowdOf(list...).Rows(october, nil); len(repos) != 2 {
		t.Errorf("two repositories of five: %+v", repos)
	}
	add(1, 2, 1) // repository 1 is intent 1 and one session of one person more
	_, intents = crowdOf(list...).Rows(october, nil)
	for _, r := range intents {
		if !r.Rest {
			t.Errorf("an intent differs from a repository by one person's session: %+v", r)
		}
	}
}

// Whatever two of the answers that are given differ by is of five people and more, or
// of nobody; and so is what all rows of a breakdown leave of everybody.
func TestACrowdTellsOfNobody(t *testing.T) {
	month := time.Date(2026, 9, 10, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(4, 24).Draw(rt, "people")
		var list []fact.Figure
		for range rapid.IntRange(1, 160).Draw(rt, "sessions") {
			list = append(list, one(uint32(rapid.IntRange(1, n).Draw(rt, "who")), uint32(rapid.IntRange(1, 4).Draw(rt, "repo")), uint32(rapid.IntRange(1, 3).Draw(rt, "intent")), month, true))
		}
		var groups []CrowdGroup
		for i := range rapid.IntRange(0, 4).Draw(rt, "groups") {
			from := rapid.IntRange(1, n).Draw(rt, "from")
			groups = append(groups, group(fmt.Sprint(i), uint32(from), uint32(rapid.IntRange(from, n).Draw(rt, "to"))))
		}
		c := crowdOf(list...)
		m := c.Table(groups)[0]
		type answer struct {
			name string
			has  func(f *fact.Figure) bool
		}
		var told []answer
		if m.All != nil {
			told = append(told, answer{"all", func(*fact.Figure) bool { return true }})
		}
		for _, g := range groups {
			if _, ok := m.Groups[g.Name]; ok {
				told = append(told, answer{"group " + g.Name, func(f *fact.Figure) bool { return f.Person >= g.People[0] && f.Person <= g.People[len(g.People)-1] }})
			}
		}
		repos, intents := c.Rows(month, groups)
		for d, rows := range [][]CrowdRow{repos, intents} {
			key := func(f *fact.Figure) uint32 { return [2]uint32{f.Repo, f.Intent}[d] }
			own := map[uint32]bool{}
			for _, r := range rows {
				if !r.Rest {
					own[r.Key] = true
				}
			}
			for _, r := range rows {
				told = append(told, answer{fmt.Sprint("row ", d, r.Key, r.Rest), func(f *fact.Figure) bool { return r.Rest && !own[key(f)] || !r.Rest && key(f) == r.Key }})
			}
		}
		left := func(a, b answer) int {
			people := map[uint32]bool{}
			for i := range list {
				if a.has(&list[i]) && !b.has(&list[i]) {
					people[list[i].Person] = true
				}
			}
			return len(people)
		}
		nobody := answer{"nobody", func(*fact.Figure) bool { return false }}
		for _, a := range told {
			if left(a, nobody) < 5 {
				rt.Fatalf("%s is of %d", a.name, left(a, nobody))
			}
			for _, b := range told {
				if x, y := left(a, b), left(b, a); x+y > 0 && x < 5 && y < 5 {
					rt.Fatalf("%s and %s differ by the sessions of %d and %d", a.name, b.name, x, y)
				}
			}
		}
	})
}
