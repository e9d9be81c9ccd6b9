// Package secret finds what must not leave a text: keys, tokens, passwords,
// persons and machines, as they stand, escaped, encoded or split. It is asked
// by package redact and promises it four things: findings come in order, do not
// overlap, leave out placeholders, and are the same for the same text whatever
// was looked at before. It changes no text and keeps none. A rule that is
// missing or broken is an error, of New or of Find, never a shorter list.
package secret

import (
	"fmt"
	"sync"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
	"prism/internal/redact/keyword"
)

// Rule describes one rule of the catalogue.
type Rule struct {
	// ID names the rule.
	ID string
	// Description says in a sentence what it looks for.
	Description string
	// Placeholder is the name its findings get: "EMAIL" makes [EMAIL_1].
	Placeholder string
	// Source is "gitleaks" for rules of the vendored file, else "prism".
	Source string
	// Folds says that what it finds is the same in any case: a name.
	Folds bool

	// rank decides between findings that overlap: the higher names the
	// placeholder.
	rank int
	// index is the rule's place in the catalogue.
	index int
}

// Finding is a stretch of text to be hidden.
type Finding struct {
	From, To int
	Rule     *Rule
	// Secret is what tells one secret from another: the hidden text, decoded
	// where it stood encoded.
	Secret string
}

// Found is all that Find found in a text.
type Found struct {
	// Findings are in order and neither overlap nor hold a placeholder.
	Findings []Finding
	// Placeholders stand in the text already; listed where there are findings.
	Placeholders []Placeholder
	// Unclean says that the text may hold bytes that are no UTF-8, or a NUL.
	Unclean bool
}

// rule is one entry of the catalogue, ready to be matched.
type rule struct {
	Rule
	// match looks at the text round one occurrence of a keyword, text[from:to].
	match func(s *scan, r *rule, from, to int)
	// keywords lead to the rule.
	keywords []string
	// pattern is set for rules of the vendored file, form for tokens known by
	// their form.
	pattern *pattern
	form    *form
}

// Finder holds the rules. It is safe for concurrent use.
type Finder struct {
	rules    []*rule
	byID     map[string]*rule
	card     *rule
	keywords *keyword.Automaton
	// targets lists the rules that each keyword of the automaton calls.
	targets [][]target
	// names are the placeholders' names, to know our own work again.
	names map[string]bool
	scans sync.Pool
}

// target is a rule that a keyword calls.
type target struct {
	rule   *rule
	length int
	// exact is set for keywords with letters outside ASCII, which the automaton
	// finds by approximation.
	exact string
}

// Sources are the files that rules and words are read from.
func Sources() string { return compiledRules + "\x00" + ownFile + "\x00" + given.WordFile }

// New loads the rules. words are names to find wherever they stand alone, in
// any case; those of fewer than three bytes are left out. Without words it is the same
// finder each time.
func New(words []string) (*Finder, error) {
	if len(words) == 0 {
		return nameless()
	}
	rules, err := vendored()
	if err != nil {
		return nil, err
	}
	return build(rules, words)
}

// nameless is the finder of no names, made once: nothing of a finder changes after it was
// made, and looking for all keywords at once takes a table of some 20 ms to make.
var nameless = sync.OnceValues(func() (*Finder, error) {
	rules, err := vendored()
	if err != nil {
		return nil, err
	}
	return build(rules, nil)
})

// vendored are the rules of others, read once however many finders there are: what a
// pattern compiles when it is first asked is then compiled once, too.
var vendored = sync.OnceValues(func() ([]rule, error) {
	patterns, err := parseRules(compiledRules)
	return patternRules(patterns), err
})

func build(theirs []rule, names []string) (*Finder, error) {
	rules, err := ownRules(ownFile, names)
	if err != nil {
		return nil, err
	}
	const room = 1200 // for keywords: 939 without names
	f := &Finder{names: make(map[string]bool, 256), byID: make(map[string]*rule, 512), targets: make([][]target, 0, room)}
	words, ids := make([]string, 0, room), make(map[string]int, room)
	for _, r := range theirs {
		rules = append(rules, &r) // a copy: its place in the catalogue is this finder's
	}
	for _, ru := range rules {
		if f.byID[ru.ID] != nil {
			return nil, fmt.Errorf("%w: two rules are named %s", errRules, ru.ID)
		}
		f.byID[ru.ID] = ru
		ru.index = len(f.rules)
		f.rules = append(f.rules, ru)
		f.names[ru.Placeholder] = true
		for _, k := range ru.keywords {
			id, ok := ids[k]
			if !ok {
				id = len(words)
				ids[k] = id
				words = append(words, k)
				f.targets = append(f.targets, nil)
			}
			t := target{rule: ru, length: len(k)}
			if chars.Run(k, 0, len(k), ^chars.High) < len(k) {
				t.exact = k
			}
			f.targets[id] = append(f.targets[id], t)
		}
	}
	if f.keywords, err = keyword.NewAutomaton(words); err != nil {
		return nil, err
	}
	f.card = f.byID["card"]
	f.scans.New = func() any { return newScan(f) }
	return f, nil
}

// Rules lists the catalogue: the project's own rules, then the vendored ones.
func (f *Finder) Rules() []Rule {
	list := make([]Rule, len(f.rules))
	for i, ru := range f.rules {
		list[i] = ru.Rule
	}
	return list
}

// Find looks for all that the rules know. A rule that panics is let through.
func (f *Finder) Find(text string) (Found, error) {
	s := f.scans.Get().(*scan)
	seen := s.layer(text)
	found := Found{Unclean: seen&(chars.High|chars.Control) != 0}
	if s.err != nil {
		return found, s.err // the scan that failed is left to the collector
	}
	if len(s.found) > 0 {
		found.Placeholders = f.placeholders(text)
		found.Findings = without(merge(s.found, text), found.Placeholders, text)
	}
	s.reset()
	f.scans.Put(s)
	return found, nil
}
