package secret

import (
	"cmp"
	"slices"
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/keyword"
)

// scan is the work on one text. It is reused: nothing in it outlives reset.
type scan struct {
	finder *Finder
	// text is what the rules look at: the text itself or a decoded stretch.
	text  string
	found []Finding
	// windows are the stretches that rules asked to have searched, by rule.
	windows []window
	active  []int
	hits    [keyword.Chains][]keyword.Hit
	depth   int
	// keyed is where the last key in PEM that was met ends: what lies before
	// is not gone through again.
	keyed int
	// tokenEnd is where the last very long token that was met ends.
	tokenEnd int
	// coded is where the last list of recovery codes that was met ends.
	coded int
	// rowed is how many bytes of rows of a database were gone through.
	rowed int
	err   error
}

func newScan(f *Finder) *scan {
	return &scan{finder: f, windows: make([]window, len(f.rules))}
}

func (s *scan) reset() {
	for _, i := range s.active {
		s.windows[i] = window{}
	}
	clear(s.found)
	s.active, s.found = s.active[:0], s.found[:0]
	s.text, s.depth, s.err = "", 0, nil
}

// layer applies all rules to text as it stands, then to what is encoded in it.
func (s *scan) layer(text string) chars.Class {
	seen := s.plain(text)
	if s.depth < maxDepth && s.err == nil {
		s.decoded(text, seen)
	}
	return seen
}

// plain applies all rules to text as it stands. It returns the sets that the
// bytes of text are in.
func (s *scan) plain(text string) chars.Class {
	s.text, s.keyed, s.tokenEnd, s.coded, s.rowed = text, 0, 0, 0, 0
	targets := s.finder.targets
	// The names of placeholders are words that lead to rules; what stands
	// behind a placeholder is not given to it.
	var marks []Placeholder
	looked := false
	seen := s.finder.keywords.Scan(text, &s.hits, func(h keyword.Hit) {
		end := h.End
		if !looked {
			marks, looked = s.finder.placeholders(text), true
		}
		for len(marks) > 0 && marks[0].To < end {
			marks = marks[1:]
		}
		if len(marks) > 0 && marks[0].From < end {
			return
		}
		for _, t := range targets[h.Keyword] {
			if t.exact == "" || strings.EqualFold(t.exact, text[end-t.length:end]) {
				t.rule.match(s, t.rule, end-t.length, end)
			}
		}
	})
	for _, i := range s.active {
		w := s.windows[i]
		s.windows[i] = window{}
		s.search(s.finder.rules[i], w)
	}
	s.active = s.active[:0]
	if seen&chars.Digit != 0 && len(text) >= 15 {
		s.numbers(s.finder.card)
	}
	return seen
}

// add marks text[from:to] as found by r.
func (s *scan) add(r *rule, from, to int) {
	if from < to {
		s.found = append(s.found, Finding{from, to, &r.Rule, s.text[from:to]})
	}
}

// inLast reports whether text[i] is hidden by what r found last.
func (s *scan) inLast(r *rule, i int) bool {
	n := len(s.found)
	return n > 0 && s.found[n-1].Rule == &r.Rule && s.found[n-1].From <= i && i < s.found[n-1].To
}

// addBy is add for a rule that has no keyword of its own.
func (s *scan) addBy(id string, from, to int) { s.add(s.finder.byID[id], from, to) }

// fail keeps the first error; the text is withheld.
func (s *scan) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// merge sorts findings and joins those that overlap: the union is hidden, under
// the name of the rule that ranks highest.
func merge(found []Finding, text string) []Finding {
	if len(found) < 2 {
		return found
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(a.From-b.From, b.To-a.To, b.Rule.rank-a.Rule.rank, a.Rule.index-b.Rule.index)
	})
	out := found[:1]
	for _, f := range found[1:] {
		last := &out[len(out)-1]
		if f.From >= last.To {
			out = append(out, f)
			continue
		}
		better := f.Rule.rank > last.Rule.rank
		if f.To > last.To {
			last.To = f.To
			last.Secret = text[last.From:last.To]
		} else if better && f.From == last.From && f.To == last.To {
			last.Secret = f.Secret
		}
		if better {
			last.Rule = f.Rule
		}
	}
	return out
}
