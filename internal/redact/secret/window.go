package secret

import (
	"strings"
	"unicode/utf8"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// window is a stretch of the text that a rule wants searched.
type window struct {
	from, to int
	open     bool
}

const (
	// reach is how far a window goes before and behind a keyword, in bytes,
	// before it grows. 222 rules were measured with it: docs/redaction.md.
	reachBack, reachAhead = 64, 256
	// grown is how far a window grows at the most while token bytes last.
	grown = 4 << 10
)

// want asks for a search of the text round a keyword, joined with the window
// that is open for the rule if they touch.
func (s *scan) want(r *rule, from, to int) {
	from, to = max(0, from), min(len(s.text), to)
	w := &s.windows[r.index]
	switch {
	case !w.open:
		*w = window{from, to, true}
		s.active = append(s.active, r.index)
	case from <= w.to:
		w.to = max(w.to, to)
	default:
		s.search(r, *w)
		*w = window{from, to, true}
	}
}

// search runs the rule's pattern over a window.
func (s *scan) search(r *rule, w window) {
	re, err := r.pattern.re.get(r.pattern.source)
	if err != nil {
		s.fail(err)
		return
	}
	// A token cut by the window's edge would look like a whole one, and so
	// would a word at its start: one byte more shows the boundary.
	from := max(0, w.from-1)
	for from > 0 && !utf8.RuneStart(s.text[from]) {
		from--
	}
	to := chars.Run(s.text, w.to, grown, chars.Token)
	if to < len(s.text) {
		to = min(len(s.text), to+2) // what ends a token
	}
	text := s.text[from:to]
	for at := 0; at < len(text); {
		m := re.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += from + at
			}
		}
		s.finding(r, m)
		at = max(m[1]-from, at+1)
	}
}

// finding checks a match as gitleaks does and adds its secret. m holds offsets
// into s.text as FindStringSubmatchIndex gives them.
func (s *scan) finding(r *rule, m []int) {
	p := r.pattern
	from, to := m[0], m[1]
	switch {
	case p.group == wholeMatch:
	case p.group > 0 && len(m) > 2*p.group+1:
		if m[2*p.group] >= 0 {
			from, to = m[2*p.group], m[2*p.group+1]
		}
	default:
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 && m[g] < m[g+1] {
				from, to = m[g], m[g+1]
				break
			}
		}
	}
	secret := s.text[from:to]
	if p.entropy > 0 && given.Entropy(secret) <= p.entropy {
		return
	}
	allowed, err := p.allowed(secret, strings.Trim(s.text[m[0]:m[1]], "\n"), func() string { return s.line(m[0], m[1]) })
	if err != nil {
		s.fail(err)
	}
	if !allowed {
		s.add(r, from, to)
	}
}

// line returns the lines that text[from:to] stands in, or what of very long
// ones is near.
func (s *scan) line(from, to int) string {
	start := max(0, from-grown)
	start += strings.LastIndexByte(s.text[start:from], '\n') + 1
	end := min(len(s.text), to+grown)
	if i := strings.IndexByte(s.text[to:end], '\n'); i >= 0 {
		end = to + i
	}
	return s.text[start:end]
}
