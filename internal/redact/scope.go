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

	"prism/internal/redact/secret"
)

// withheld stands for a text that could not be redacted.
const withheld = "[WITHHELD]"

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
	names    bool // it redacts names of things: see Redactor.Names

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
			list = append(list, RuleCount{ru, n})
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
	// Until nothing more is found: what stands between two placeholders may be
	// told only when the text round it is gone. One more pass finds nothing,
	// nearly always; redacting a redacted text then changes nothing, ever.
	for pass := 0; ; pass++ {
		found, err := s.redactor.find(out)
		if pass == 0 && found.Unclean {
			if tidy := clean(out); tidy != out {
				out = tidy
				found, err = s.redactor.find(out)
			}
		}
		if err != nil {
			return "", err
		}
		if s.names {
			found.Findings = unnamed(found.Findings)
		}
		if len(found.Findings) == 0 {
			return out, nil
		}
		changed := s.replace(out, found)
		if changed == out {
			return out, nil
		}
		if pass == passes {
			return "", errUnsettled
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

// replace puts placeholders for what was found.
func (s *Scope) replace(text string, found secret.Found) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.given == nil {
		s.seed = maphash.MakeSeed()
		s.given = map[uint64]string{}
		s.last = map[string]int{}
		s.counts = map[string]int{}
	}
	// A number that the text uses already must not come to mean something else.
	for _, p := range found.Placeholders {
		s.last[p.Name] = max(s.last[p.Name], p.Number)
	}
	var b strings.Builder
	b.Grow(len(text))
	at := 0
	for _, f := range found.Findings {
		b.WriteString(text[at:f.From])
		b.WriteString(s.placeholder(f.Rule, f.Secret))
		s.counts[f.Rule.ID]++
		at = f.To
	}
	b.WriteString(text[at:])
	return b.String()
}

// placeholder returns the placeholder of a secret, the same for the same one.
func (s *Scope) placeholder(r *Rule, value string) string {
	if r.Folds {
		value = strings.ToLower(value)
	}
	key := maphash.String(s.seed, value)
	if p, ok := s.given[key]; ok {
		return p
	}
	s.last[r.Placeholder]++
	p := "[" + r.Placeholder + "_" + strconv.Itoa(s.last[r.Placeholder]) + "]"
	s.given[key] = p
	return p
}
