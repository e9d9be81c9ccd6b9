package score

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"prism/internal/fact"
)

// Crowd gathers counted sessions of many people, month by month, so that of them is told
// only what tells of no few: Table says what. It is for those who may see what many do
// and not what one does.
//
// The rule: whatever is told, and whatever is left when some of it is taken from other,
// is of Least people and more, or of nobody. Sessions of a month that is not over are
// not told of: from one look to the next one session more would be one person's.
type Crowd struct {
	Least  int            // people
	Zone   *time.Location // nil is UTC
	Now    time.Time
	months map[string]*crowdMonth
	people map[uint32]int // number of a person's name → place in a crowdSet
	sealed int64          // when the month at hand began, microseconds since 1970
}

// crowdSet is a set of people.
type crowdSet []uint64

func (s *crowdSet) add(i int) {
	for len(*s) <= i/64 {
		*s = append(*s, 0)
	}
	(*s)[i/64] |= 1 << (i % 64)
}

func (s crowdSet) word(i int) uint64 {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func (s crowdSet) has(i int) bool { return s.word(i/64)>>(i%64)&1 == 1 }

func (s crowdSet) size() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// crowdCell is the sessions of one repository and intent.
type crowdCell struct {
	Ratio
	name   uint32 // the repository's, as it is shown
	people crowdSet
}

type crowdMonth struct {
	from, next time.Time
	cells      map[[2]uint32]*crowdCell // by numbers of repository and intent
	each       map[int]*Ratio           // by person
}

// Add takes a session in; one that does not count, is nobody's, or of a month that is
// not over, is passed over.
func (c *Crowd) Add(f *fact.Figure) {
	if c.months == nil {
		c.months, c.people = map[string]*crowdMonth{}, map[uint32]int{}
		if c.Zone == nil {
			c.Zone = time.UTC
		}
		from, _ := Begin("month", c.Now, c.Zone)
		c.sealed = fact.Micro(from)
	}
	if f.Ended == fact.NoTime || f.Ended >= c.sealed || f.Person == 0 { // nobody is none of the people
		return
	}
	one := *f
	one.Life = f.At(fact.Micro(c.Now))
	if one.Exclusion(false, false) != fact.NotExcluded {
		return
	}
	from, next := Begin("month", fact.FromMicro(f.Ended), c.Zone)
	key := TimeKey("month", from)
	m := c.months[key]
	if m == nil {
		m = &crowdMonth{from: from, next: next, cells: map[[2]uint32]*crowdCell{}, each: map[int]*Ratio{}}
		c.months[key] = m
	}
	who, known := c.people[f.Person]
	if !known {
		who = len(c.people)
		c.people[f.Person] = who
	}
	at := [2]uint32{f.Repo, f.Intent}
	cell := m.cells[at]
	if cell == nil {
		cell = &crowdCell{name: f.RepoName}
		m.cells[at] = cell
	}
	cell.people.add(who)
	if m.each[who] == nil {
		m.each[who] = &Ratio{}
	}
	crushed := f.Flags.Has(fact.FigureCrushed)
	cell.add(true, crushed)
	m.each[who].add(true, crushed)
}

// CrowdGroup is some of the people, by the numbers of their names.
type CrowdGroup struct {
	Name   string
	People []uint32
}

// CrowdMonth is what is told of one month that is over.
type CrowdMonth struct {
	From, Next time.Time
	All        *Ratio           // of everybody; nil: of too few
	Groups     map[string]Ratio // those that are told of
}

// mostGroups bounds how many groups are told of apart.
const mostGroups = 64

// Table is what is told of each month, ascending, of everybody and of groups. Of groups
// that overlap those of more people come first: one is told of where everybody, the
// groups before it and it leave no few people who stand in the same of them.
func (c *Crowd) Table(groups []CrowdGroup) []CrowdMonth {
	members := c.members(groups)
	var out []CrowdMonth
	for _, m := range c.months {
		t := CrowdMonth{From: m.from, Next: m.next, Groups: map[string]Ratio{}}
		if len(m.each) >= c.Least {
			t.All = m.of(func(int) bool { return true })
			for _, g := range c.told(m, members) {
				t.Groups[g.name] = *m.of(g.people.has)
			}
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b CrowdMonth) int { return a.From.Compare(b.From) })
	return out
}

// crowdGroup is a group as sets know it.
type crowdGroup struct {
	name   string
	size   int
	people crowdSet
}

// members are groups in the order in which they are told of.
func (c *Crowd) members(groups []CrowdGroup) (list []crowdGroup) {
	for _, g := range groups {
		x := crowdGroup{name: g.Name, size: len(g.People), people: crowdSet{0}}
		for _, p := range g.People {
			if i, known := c.people[p]; known {
				x.people.add(i)
			}
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b crowdGroup) int { return cmp.Or(-cmp.Compare(a.size, b.size), cmp.Compare(a.name, b.name)) })
	return list
}

// told are the groups that are told of in a month in which everybody is.
func (c *Crowd) told(m *crowdMonth, groups []crowdGroup) (list []crowdGroup) {
	alike := make(map[int]uint64) // a person → in which groups of those that are told of
	for _, g := range groups {
		in, out := map[uint64]int{}, map[uint64]int{}
		for who := range m.each {
			if g.people.has(who) {
				in[alike[who]]++
			} else {
				out[alike[who]]++
			}
		}
		if len(in) == 0 || len(list) == mostGroups || c.few(in) || c.few(out) {
			continue
		}
		for who := range m.each {
			if g.people.has(who) {
				alike[who] |= 1 << len(list)
			}
		}
		list = append(list, g)
	}
	return list
}

// few reports whether one of some counts of people is below what is told of.
func (c *Crowd) few(counts map[uint64]int) bool {
	for _, n := range counts {
		if n < c.Least {
			return true
		}
	}
	return false
}

// of adds up the sessions of some people.
func (m *crowdMonth) of(whom func(int) bool) *Ratio {
	r := &Ratio{}
	for who, x := range m.each {
		if whom(who) {
			r.merge(*x)
		}
	}
	r.close()
	return r
}
