package redact

import (
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// withheld stands for a text that could not be redacted.
const withheld = "[WITHHELD]"

// Withheld is the text that stands for one that could not be redacted.
func Withheld() Text { return Text{withheld} }

// passes bounds how often a text is gone through. Two are the rule, three are
// rare; a text that still changes after so many is withheld.
const passes = 8

// errUnsettled reports a text in which each pass finds something new.
var errUnsettled = errors.New("the text does not settle")

// errPanic reports that a rule panicked. What it panicked with is not told: it
// may quote the text.
var errPanic = errors.New("a rule panicked")

// Scope redacts the texts of one session. It is safe for concurrent use, but
// the numbers of placeholders then follow the order of the calls.
type Scope struct {
	redactor *Redactor
	key      string

	mu     sync.Mutex
	seed   maphash.Seed
	given  map[uint64]string // keyed hash of a secret → its placeholder
	last   map[string]int    // placeholder's name → highest number in use
	counts map[string]int    // rule id → replacements
	err    error
}

// Text redacts raw. It never fails: where redaction does, the result is
// [WITHHELD] and Err tells why.
func (s *Scope) Text(raw string) Text {
	if raw == "" {
		return Text{}
	}
	out, err := s.redact(raw)
	if err != nil {
		s.mu.Lock()
		if s.err == nil {
			s.err = fmt.Errorf("redact: session %s: %w", s.key, err)
		}
		s.mu.Unlock()
		return Text{withheld}
	}
	return Text{out}
}

// Err returns the first error that made Text withhold something, or nil.
func (s *Scope) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Counts returns how many replacements each rule made so far, by rule id.
func (s *Scope) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.counts)
}

// RuleCount is one line of a Summary.
type RuleCount struct {
	Rule
	// Count is the number of replacements, not of different secrets.
	Count int
}

// Summary lists the rules that replaced something, most replacements first.
func (s *Scope) Summary() []RuleCount {
	counts := s.Counts()
	var list []RuleCount
	for _, ru := range s.redactor.rules {
		if n := counts[ru.ID]; n > 0 {
			list = append(list, RuleCount{ru.Rule, n})
		}
	}
	slices.SortStableFunc(list, func(a, b RuleCount) int { return b.Count - a.Count })
	return list
}

func (s *Scope) redact(raw string) (out string, err error) {
	defer func() {
		if recover() != nil {
			out, err = "", errPanic
		}
	}()
	out = raw
	sc := s.redactor.scans.Get().(*scan)
	// Until nothing more is found: what stands between two placeholders may be
	// told only when the text round it is gone. One more pass finds nothing,
	// nearly always; redacting a redacted text then changes nothing, ever.
	for pass := 0; ; pass++ {
		spans, seen, err := sc.run(out)
		if pass == 0 && seen&(high|control) != 0 {
			// The pass itself tells that there is something to clean.
			if tidy := clean(out); tidy != out {
				sc.reset()
				out = tidy
				spans, _, err = sc.run(out)
			}
		}
		changed := ""
		if err == nil && len(spans) > 0 {
			changed = s.replace(out, spans)
		}
		sc.reset()
		if err == nil && pass == passes && len(spans) > 0 && changed != out {
			err = errUnsettled
		}
		if err != nil {
			return "", err
		}
		if len(spans) == 0 || changed == out {
			// Not deferred: a scan that failed is left to the collector.
			s.redactor.scans.Put(sc)
			return out, nil
		}
		out = changed
	}
}

// clean makes text valid UTF-8 without NUL, which no store and no model takes.
func clean(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	if strings.IndexByte(text, 0) >= 0 {
		text = strings.ReplaceAll(text, "\x00", "\uFFFD")
	}
	return text
}

// replace puts placeholders for spans, which are sorted and do not overlap.
func (s *Scope) replace(text string, spans []span) string {
	marks := s.redactor.placeholders(text)
	spans = without(spans, marks, text)
	if len(spans) == 0 {
		return text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.given == nil {
		s.seed = maphash.MakeSeed()
		s.given = map[uint64]string{}
		s.last = map[string]int{}
		s.counts = map[string]int{}
	}
	// A number that the text uses already must not come to mean something else.
	for _, m := range marks {
		s.last[m.name] = max(s.last[m.name], m.number)
	}
	var b strings.Builder
	b.Grow(len(text))
	at := 0
	for _, sp := range spans {
		b.WriteString(text[at:sp.from])
		b.WriteString(s.placeholder(sp.rule, sp.secret))
		s.counts[sp.rule.ID]++
		at = sp.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// placeholder returns the placeholder of a secret, the same for the same one.
func (s *Scope) placeholder(r *rule, secret string) string {
	if r.folds {
		secret = strings.ToLower(secret)
	}
	key := maphash.String(s.seed, secret)
	if p, ok := s.given[key]; ok {
		return p
	}
	s.last[r.Placeholder]++
	p := "[" + r.Placeholder + "_" + strconv.Itoa(s.last[r.Placeholder]) + "]"
	s.given[key] = p
	return p
}

// mark is a placeholder that stands in the text already.
type mark struct {
	from, to int
	name     string
	number   int
}

// markDigits bounds the number in a placeholder that is taken for our own: a
// longer one could carry a secret.
const markDigits = 5

// placeholders finds the placeholders in text. They are our own work, or look
// like it and say nothing: they are left alone, so that redacting twice is
// redacting once.
func (r *Redactor) placeholders(text string) []mark {
	var marks []mark
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			return marks
		}
		from := at + i
		end := from + 1
		for end < len(text) && end-from < 64 && is(text[end], upper|digit|underscore) {
			end++
		}
		at = from + 1
		if end == len(text) || text[end] != ']' {
			continue
		}
		name, number, ok := cutLast(text[from+1:end], '_')
		if !ok || !r.names[name] || len(number) > markDigits {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil || number[0] == '0' {
			continue
		}
		marks = append(marks, mark{from, end + 1, name, n})
		at = end + 1
	}
}

func cutLast(s string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// without takes the marks out of the spans: what is left of a span stays one
// if it holds a letter or a digit.
func without(spans []span, marks []mark, text string) []span {
	if len(marks) == 0 {
		return spans
	}
	kept := make([]span, 0, len(spans))
	m := 0
	for _, sp := range spans {
		for m < len(marks) && marks[m].to <= sp.from {
			m++
		}
		at := sp.from
		whole := true
		for i := m; i < len(marks) && marks[i].from < sp.to; i++ {
			whole = false
			kept = keepRest(kept, sp, at, marks[i].from, text)
			at = max(at, marks[i].to)
		}
		if whole {
			kept = append(kept, sp)
		} else {
			kept = keepRest(kept, sp, at, sp.to, text)
		}
	}
	return kept
}

func keepRest(kept []span, sp span, from, to int, text string) []span {
	if from >= to || !strings.ContainsFunc(text[from:to], isWordRune) {
		return kept
	}
	sp.from, sp.to, sp.secret = from, to, text[from:to]
	return append(kept, sp)
}
