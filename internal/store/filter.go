package store

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
)

// Filter says which sessions a list has. All that is set must hold; the zero value
// keeps every session.
type Filter struct {
	Since, Until time.Time // it ended in [Since, Until); zero: open on that side
	Crushed      *bool     // counted and crushed, or not
	Counted      *bool
	Intents      []fact.Intent // one of them; empty: any
	Repo         string        // its name, its path, or the end of its path
	Branch       string        // fact.Unknown: also those of none
	Model        string        // a part of the name, in any case; of no model it is fact.Unknown
	Language     string        // programming language, in any case; fact.NoLanguage: also those of none
	State        fact.State
	Excluded     fact.Exclusion // AnyExclusion: whichever
	Below        fact.Shortfall // below the floor, and this is what it lacks
	People       []string       // one of them; nil: anybody
	Floor        *bool          // enough happened in it, or not: what a session needs first to count
	Complete     *bool          // counted, and the goal landed (kept or not), or missed
	Misses       []string       // counted and missed, for one of these (fact.Verdict.Miss); empty: any
	Met, Lacked  string         // its prompts were graded, and this one of fact.Practices was met in them, or was not
	// Words, in lower case, all of which stand in the title or the summary. Titled are
	// titles, in lower case, in the place of what is kept, by session.
	Words  []string
	Titled map[string]string

	// The moment and the switches by which a session is counted.
	Now              time.Time // decides what is open; zero: states stand as they are kept
	IncludeOpen      bool
	IncludeAutomated bool
}

// AnyExclusion is, as Filter.Excluded, every reason for which a session is not counted.
const AnyExclusion fact.Exclusion = "any"

// Plain reports whether f asks for nothing but a window.
func (f *Filter) Plain() bool {
	return f.Crushed == nil && f.Counted == nil && len(f.Intents) == 0 && f.Repo == "" && f.Branch == "" && f.Model == "" &&
		f.Language == "" && f.State == "" && f.Excluded == fact.NotExcluded && f.Below == fact.NoShortfall && f.People == nil && f.Floor == nil && f.Complete == nil && len(f.Misses) == 0 && f.Met == "" && f.Lacked == "" && len(f.Words) == 0
}

// Keeps reports whether s passes f. It is what every engine's list answers to.
func (f *Filter) Keeps(s *fact.Session) bool {
	now := *s
	if !f.Now.IsZero() {
		now.State = s.At(f.Now)
	}
	why := now.Exclusion(f.IncludeOpen, f.IncludeAutomated)
	counted := why == fact.NotExcluded
	switch {
	case !f.Since.IsZero() && s.Ended.Before(f.Since),
		!f.Until.IsZero() && !s.Ended.Before(f.Until),
		f.Crushed != nil && (counted && s.Crushed()) != *f.Crushed,
		f.Counted != nil && counted != *f.Counted,
		len(f.Intents) > 0 && !slices.Contains(f.Intents, cmp.Or(s.Verdict.Intent, fact.IntentNone)),
		f.Repo != "" && !OfRepo(s.Repo, f.Repo),
		f.Branch != "" && cmp.Or(s.Branch, fact.Unknown) != f.Branch,
		f.Model != "" && !HasFold(cmp.Or(s.Model, fact.Unknown), f.Model),
		f.Language != "" && !strings.EqualFold(cmp.Or(s.Languages.Code, fact.NoLanguage), f.Language),
		f.State != "" && now.State != f.State,
		f.Excluded == AnyExclusion && counted,
		f.Excluded != "" && f.Excluded != AnyExclusion && why != f.Excluded,
		f.Below != fact.NoShortfall && s.Shortfall() != f.Below,
		f.People != nil && !slices.Contains(f.People, s.Person),
		f.Floor != nil && s.Floor.Passed != *f.Floor,
		f.Complete != nil && (!counted || s.Verdict.GoalComplete != *f.Complete),
		len(f.Misses) > 0 && (!counted || s.Verdict.GoalComplete || !slices.Contains(f.Misses, s.Verdict.Miss())),
		f.Met != "" && !s.Verdict.Rubric.Answered(f.Met, fact.Present),
		f.Lacked != "" && !s.Verdict.Rubric.Answered(f.Lacked, fact.Absent),
		len(f.Words) > 0 && !f.HasWords(s.ID, SearchText(s)):
		return false
	}
	return true
}

// SearchText is what a search for words looks through: the title, and from the next
// line on the summary, in lower case.
func SearchText(s *fact.Session) string {
	return strings.ToLower(strings.ReplaceAll(s.Verdict.Title.String(), "\n", " ") + "\n" + s.Verdict.Summary.String())
}

// HasWords reports whether all words stand in a session's SearchText, or in what is
// titled in its place.
func (f *Filter) HasWords(id, text string) bool {
	if title, ok := f.Titled[id]; ok {
		_, summary, _ := strings.Cut(text, "\n")
		text = title + "\n" + summary
	}
	return !slices.ContainsFunc(f.Words, func(w string) bool { return !strings.Contains(text, w) })
}

// OfFigures is Keeps for figures, which have no words; names has the texts of all their
// numbers.
func (f *Filter) OfFigures(names map[uint32]string) func(*fact.Figure) bool {
	// Of each name it is worked out once whether it passes.
	passing := func(asked bool, passes func(text string) bool) func(n uint32) bool {
		if !asked {
			return func(uint32) bool { return true }
		}
		var most uint32
		for n := range names {
			most = max(most, n)
		}
		ok := make([]bool, most+1)
		for n, text := range names {
			ok[n] = passes(text)
		}
		ok[0] = passes("")
		return func(n uint32) bool { return n <= most && ok[n] }
	}
	intent := passing(len(f.Intents) > 0, func(text string) bool { return slices.Contains(f.Intents, fact.Intent(text)) })
	branch := passing(f.Branch != "", func(text string) bool { return text == f.Branch })
	model := passing(f.Model != "", func(text string) bool { return HasFold(text, f.Model) })
	person := passing(f.People != nil, func(text string) bool { return slices.Contains(f.People, text) })
	miss := passing(len(f.Misses) > 0, func(text string) bool { return slices.Contains(f.Misses, text) })
	language := passing(f.Language != "", func(text string) bool { return strings.EqualFold(text, f.Language) })
	type place struct{ key, name uint32 }
	places := make(map[place]bool)
	repo := func(key, name uint32) bool {
		at := place{key, name}
		ok, known := places[at]
		if !known {
			ok = OfRepo(fact.Repo{Key: names[key], Name: names[name]}, f.Repo)
			places[at] = ok
		}
		return ok
	}
	answered := func(name string, answer fact.Mark) func(x *fact.Figure) bool {
		places := fact.ChecksOf(name)
		return func(x *fact.Figure) bool {
			return name == "" || slices.ContainsFunc(places, func(i int) bool { return x.Mark(i) == answer })
		}
	}
	met, lacked := answered(f.Met, fact.Present), answered(f.Lacked, fact.Absent)
	state := map[fact.State]fact.Life{fact.Closed: fact.LifeClosed, fact.Provisional: fact.LifeProvisional, fact.Open: fact.LifeOpen}[f.State]
	now := fact.Micro(f.Now)
	return func(x *fact.Figure) bool {
		life := x.Life
		if !f.Now.IsZero() {
			life = x.At(now)
		}
		why := x.ExclusionIn(life, f.IncludeOpen, f.IncludeAutomated)
		counted := why == fact.NotExcluded
		switch {
		case !f.Since.IsZero() && x.Ended < ceilMicro(f.Since),
			!f.Until.IsZero() && x.Ended >= ceilMicro(f.Until),
			f.Crushed != nil && (counted && x.Flags.Has(fact.FigureCrushed)) != *f.Crushed,
			f.Counted != nil && counted != *f.Counted,
			!intent(x.Intent), f.Repo != "" && !repo(x.Repo, x.RepoName), !branch(x.Branch), !model(x.Model), !language(x.Code), !person(x.Person),
			f.Floor != nil && x.Flags.Has(fact.FigureFloor) != *f.Floor,
			f.Complete != nil && (!counted || x.Flags.Has(fact.FigureComplete) != *f.Complete),
			len(f.Misses) > 0 && (!counted || x.Flags.Has(fact.FigureComplete) || !miss(x.Miss)),
			!met(x), !lacked(x),
			f.Below != fact.NoShortfall && x.Shortfall() != f.Below,
			f.State != "" && life != state,
			f.Excluded == AnyExclusion && counted,
			f.Excluded != "" && f.Excluded != AnyExclusion && why != f.Excluded:
			return false
		}
		return true
	}
}

// Kept hands on those figures of a sequence that keep keeps. What it yields is good
// until the next step.
func Kept(all iter.Seq2[[]fact.Figure, error], keep func(*fact.Figure) bool) iter.Seq2[[]fact.Figure, error] {
	return func(yield func([]fact.Figure, error) bool) {
		var list []fact.Figure
		for batch, err := range all {
			list = list[:0]
			for i := range batch {
				if keep(&batch[i]) {
					list = append(list, batch[i])
				}
			}
			if !yield(list, err) {
				return
			}
		}
	}
}

// OfOutside reports whether usage that belongs to no session passes f. What only a
// session has, it has not.
func (f *Filter) OfOutside(u *fact.OutsideUsage) bool {
	if f.Crushed != nil || f.Counted != nil || len(f.Intents) > 0 || f.Branch != "" || f.Language != "" || f.State != "" || f.Excluded != "" || f.Below != fact.NoShortfall || f.People != nil || f.Floor != nil || f.Complete != nil || len(f.Misses) > 0 || f.Met+f.Lacked != "" || len(f.Words) > 0 {
		return false
	}
	return (f.Repo == "" || OfRepo(u.Repo, f.Repo)) && (f.Model == "" || HasFold(cmp.Or(u.Usage.Model, fact.Unknown), f.Model))
}

// ceilMicro is the first whole microsecond that is not before t.
func ceilMicro(t time.Time) int64 {
	n := fact.Micro(t)
	if time.UnixMicro(n).Before(t) {
		n++
	}
	return n
}

// HasFold reports whether text has part in it, in any case.
func HasFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// OfRepo reports whether name tells the repository r: its name, its path, or the
// end of its path, as a breakdown by repository tells namesakes apart.
func OfRepo(r fact.Repo, name string) bool {
	name = strings.TrimSuffix(name, "/")
	return strings.EqualFold(r.Name, name) || r.Key == name ||
		strings.Contains(name, "/") && strings.HasSuffix(r.Key, "/"+strings.TrimPrefix(name, "/"))
}

// OrderKey is what a list is ordered by.
type OrderKey string

// The orders of a list: times and amounts from the latest and largest down.
const (
	ByEnded      OrderKey = "ended"
	ByStarted    OrderKey = "started"
	ByTokens     OrderKey = "tokens"
	ByCost       OrderKey = "cost" // without a price: last, also where it is reversed
	ByConfidence OrderKey = "confidence"
	ByTurns      OrderKey = "turns"
)

// OrderKeys lists the orders; the first is the one nobody has to ask for.
func OrderKeys() []OrderKey {
	return []OrderKey{ByEnded, ByStarted, ByTokens, ByCost, ByConfidence, ByTurns}
}

// Order is the order of a list. Ties are by id, ascending, also where it is
// reversed. The zero value is ByEnded.
type Order struct {
	By      OrderKey
	Reverse bool
	// After has a list begin behind a place of this order, whatever came before it
	// or went since; nil: at its head. Each does not heed it.
	After *Place
}

// Place is a place in an order: that of a session as it was when it was told.
type Place struct {
	Value float64 // of what the order is by: microseconds since 1970, tokens, dollars, turns, or a confidence
	ID    string  // of the session
}

// PlaceOf is a session's place in the order.
func (o Order) PlaceOf(s *fact.Session) Place { return Place{Value: o.value(s), ID: s.ID} }

// Behind reports whether a session comes after the place that a list begins behind.
func (o Order) Behind(s *fact.Session) bool {
	if o.After == nil {
		return true
	}
	c := cmp.Compare(o.After.Value, o.value(s))
	if o.Reverse {
		c = -c
	}
	return cmp.Or(c, strings.Compare(s.ID, o.After.ID)) > 0
}

// value is by what a session is put in order. Whole numbers of microseconds are below
// 2^53 until the year 2255, so nothing of them is lost.
func (o Order) value(s *fact.Session) float64 {
	switch o.By {
	case ByStarted:
		return float64(fact.Micro(s.Started))
	case ByTokens:
		return float64(totalTokens(s))
	case ByCost:
		return o.money(s)
	case ByConfidence:
		return s.Verdict.Confidence
	case ByTurns:
		return float64(s.Turns)
	}
	return float64(fact.Micro(s.Ended))
}

// Compare is the order as a function of two sessions.
func (o Order) Compare(a, b *fact.Session) int {
	var c int
	switch o.By {
	case ByStarted:
		c = b.Started.Compare(a.Started)
	case ByTokens:
		c = cmp.Compare(totalTokens(b), totalTokens(a))
	case ByCost:
		c = cmp.Compare(o.money(b), o.money(a))
	case ByConfidence:
		c = cmp.Compare(b.Verdict.Confidence, a.Verdict.Confidence)
	case ByTurns:
		c = cmp.Compare(b.Turns, a.Turns)
	default:
		c = b.Ended.Compare(a.Ended)
	}
	if o.Reverse {
		c = -c
	}
	return cmp.Or(c, strings.Compare(a.ID, b.ID))
}

func totalTokens(s *fact.Session) (n int64) {
	for i := range s.Usage {
		n += s.Usage[i].Tokens.Total()
	}
	return n
}

func (o Order) money(s *fact.Session) float64 {
	if s.Cost == nil {
		return o.Unpriced()
	}
	return *s.Cost
}

// Unpriced is what stands for an unknown cost, which is neither the highest nor the lowest.
func (o Order) Unpriced() float64 {
	if o.Reverse {
		return math.MaxFloat64
	}
	return -1
}
