package store

import (
	"cmp"
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
	Branch       string
	Model        string // a part of the name, in any case
	Language     string // programming language, in any case
	State        fact.State
	Excluded     fact.Exclusion // AnyExclusion: whichever

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
		f.Language == "" && f.State == "" && f.Excluded == fact.NotExcluded
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
		len(f.Intents) > 0 && !slices.Contains(f.Intents, s.Verdict.Intent),
		f.Repo != "" && !OfRepo(s.Repo, f.Repo),
		f.Branch != "" && s.Branch != f.Branch,
		f.Model != "" && !HasFold(s.Model, f.Model),
		f.Language != "" && !strings.EqualFold(s.Languages.Code, f.Language),
		f.State != "" && now.State != f.State,
		f.Excluded == AnyExclusion && counted,
		f.Excluded != "" && f.Excluded != AnyExclusion && why != f.Excluded:
		return false
	}
	return true
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
	ByCost       OrderKey = "cost" // without a price: last
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
		c = cmp.Compare(money(b), money(a))
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

func money(s *fact.Session) float64 {
	if s.Cost == nil {
		return -1
	}
	return *s.Cost
}
