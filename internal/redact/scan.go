package redact

import (
	"cmp"
	"slices"
	"strings"
)

// span is a stretch of text to be hidden.
type span struct {
	from, to int
	rule     *rule
	// secret is what tells one secret from another: the hidden text, decoded
	// where it stood encoded.
	secret string
}

// scan is the work on one text. It is reused: nothing in it outlives reset.
type scan struct {
	redactor *Redactor
	// text is what the rules look at: the text itself or a decoded stretch.
	text  string
	spans []span
	// windows are the stretches that rules asked to have searched, by rule.
	windows []window
	active  []int
	hits    [chains][]hit
	depth   int
	// keyed is where the last key in PEM that was met ends: what lies before
	// is not gone through again.
	keyed int
	// formed is where the last very long token that was met ends.
	formed int
	err    error
}

func newScan(r *Redactor) *scan {
	return &scan{redactor: r, windows: make([]window, len(r.rules))}
}

func (s *scan) reset() {
	for _, i := range s.active {
		s.windows[i] = window{}
	}
	clear(s.spans)
	s.active, s.spans = s.active[:0], s.spans[:0]
	s.text, s.depth, s.err = "", 0, nil
}

// run finds what to hide in text: sorted, without overlaps.
// seen tells the sets that the bytes of text are in.
func (s *scan) run(text string) (spans []span, seen class, err error) {
	seen = s.layer(text)
	if s.err != nil {
		return nil, seen, s.err
	}
	return merge(s.spans, text), seen, nil
}

// layer applies all rules to text as it stands, then to what is encoded in it.
func (s *scan) layer(text string) class {
	seen := s.plain(text)
	if s.depth < maxDepth && s.err == nil {
		s.decoded(text, seen)
	}
	return seen
}

// plain applies all rules to text as it stands. It returns the sets that the
// bytes of text are in.
func (s *scan) plain(text string) class {
	s.text, s.keyed, s.formed = text, 0, 0
	targets := s.redactor.targets
	// The names of placeholders are words that lead to rules; what stands
	// behind a placeholder is not given to it.
	var marks []mark
	looked := false
	seen := s.redactor.keywords.scan(text, &s.hits, func(h hit) {
		end := h.end
		if !looked {
			marks, looked = s.redactor.placeholders(text), true
		}
		for len(marks) > 0 && marks[0].to < end {
			marks = marks[1:]
		}
		if len(marks) > 0 && marks[0].from < end {
			return
		}
		for _, t := range targets[h.keyword] {
			if t.exact == "" || strings.EqualFold(t.exact, text[end-t.length:end]) {
				t.rule.match(s, t.rule, end-t.length, end)
			}
		}
	})
	for _, i := range s.active {
		w := s.windows[i]
		s.windows[i] = window{}
		s.search(s.redactor.rules[i], w)
	}
	s.active = s.active[:0]
	if seen&digit != 0 && len(text) >= 15 {
		s.numbers(s.redactor.card)
	}
	return seen
}

// add marks text[from:to] as found by r.
func (s *scan) add(r *rule, from, to int) {
	if from < to {
		s.spans = append(s.spans, span{from, to, r, s.text[from:to]})
	}
}

// inLast reports whether text[i] is hidden by what r found last.
func (s *scan) inLast(r *rule, i int) bool {
	n := len(s.spans)
	return n > 0 && s.spans[n-1].rule == r && s.spans[n-1].from <= i && i < s.spans[n-1].to
}

// addBy is add for a rule that has no keyword of its own.
func (s *scan) addBy(id string, from, to int) { s.add(s.redactor.byID[id], from, to) }

// fail keeps the first error; the text is withheld.
func (s *scan) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// merge sorts spans and joins those that overlap: the union is hidden, under
// the name of the rule that ranks highest.
func merge(spans []span, text string) []span {
	if len(spans) < 2 {
		return spans
	}
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(a.from-b.from, b.to-a.to, b.rule.rank-a.rule.rank, a.rule.index-b.rule.index)
	})
	out := spans[:1]
	for _, sp := range spans[1:] {
		last := &out[len(out)-1]
		if sp.from >= last.to {
			out = append(out, sp)
			continue
		}
		better := sp.rule.rank > last.rule.rank
		if sp.to > last.to {
			last.to = sp.to
			last.secret = text[last.from:last.to]
		} else if better && sp.from == last.from && sp.to == last.to {
			last.secret = sp.secret
		}
		if better {
			last.rule = sp.rule
		}
	}
	return out
}
