package redact

import (
	"fmt"
	"sync"
)

// Options widen what a Redactor hides. Nothing in them can narrow it.
type Options struct {
	// Words are names to hide wherever they stand alone, in any case: the
	// login name, the person's name, the name of the machine. Words of fewer
	// than three bytes are left out: they would riddle every text.
	Words []string
}

// Rule describes one rule of the catalogue.
type Rule struct {
	// ID names the rule, as in Summary and Counts.
	ID string
	// Description says in a sentence what it looks for.
	Description string
	// Placeholder is the name its findings get: "EMAIL" makes [EMAIL_1].
	Placeholder string
	// Source is "gitleaks" for rules of the vendored file, else "prism".
	Source string
}

// rule is one entry of the catalogue, ready to be matched.
type rule struct {
	Rule
	// rank decides between findings that overlap: the higher names the
	// placeholder.
	rank int
	// match looks at the text round one occurrence of a keyword, text[from:to].
	match func(s *scan, r *rule, from, to int)
	// folds says that what it finds is the same in any case: a name.
	folds bool
	// pattern is set for rules of the vendored file.
	pattern *pattern
	// index is the rule's place in the catalogue.
	index int
}

// Redactor holds the rules. It is safe for concurrent use.
type Redactor struct {
	rules    []*rule
	byID     map[string]*rule
	card     *rule
	keywords *automaton
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

// New loads the rules. An error means that a rule is missing or broken; there
// is no Redactor with fewer rules than it should have.
func New(opts Options) (*Redactor, error) {
	patterns, err := parseRules(compiledRules)
	if err != nil {
		return nil, fmt.Errorf("redact: %w", err)
	}
	return build(patterns, opts)
}

func build(patterns []*pattern, opts Options) (*Redactor, error) {
	r := &Redactor{names: map[string]bool{}, byID: map[string]*rule{}}
	var (
		words []string
		ids   = map[string]int{}
	)
	add := func(ru *rule, keywords []string) error {
		if r.byID[ru.ID] != nil {
			return fmt.Errorf("redact: %w: two rules are named %s", errRules, ru.ID)
		}
		r.byID[ru.ID] = ru
		ru.index = len(r.rules)
		r.rules = append(r.rules, ru)
		r.names[ru.Placeholder] = true
		for _, k := range keywords {
			id, ok := ids[k]
			if !ok {
				id = len(words)
				ids[k] = id
				words = append(words, k)
				r.targets = append(r.targets, nil)
			}
			t := target{rule: ru, length: len(k)}
			if run(k, 0, len(k), ^high) < len(k) {
				t.exact = k
			}
			r.targets[id] = append(r.targets[id], t)
		}
		return nil
	}
	for _, o := range ownRules(opts) {
		if err := add(o.rule(), o.keywords); err != nil {
			return nil, err
		}
	}
	for _, p := range patterns {
		ru := patternRule(p)
		if err := add(ru, patternKeywords(p)); err != nil {
			return nil, err
		}
	}
	var err error
	if r.keywords, err = newAutomaton(words); err != nil {
		return nil, fmt.Errorf("redact: %w", err)
	}
	r.card = r.byID["card"]
	r.scans.New = func() any { return newScan(r) }
	return r, nil
}

// Rules lists the catalogue: the project's own rules, then the vendored ones.
func (r *Redactor) Rules() []Rule {
	list := make([]Rule, len(r.rules))
	for i, ru := range r.rules {
		list[i] = ru.Rule
	}
	return list
}

// Session returns a Scope for the texts of one session. Equal secrets get equal
// placeholders within one Scope; numbers follow the order of first sight, so a
// caller that gives the same texts in the same order gets the same placeholders
// on every machine. key names the session in errors only. Hold one Scope for as
// long as texts of the session are redacted: a second one counts from 1 anew.
func (r *Redactor) Session(key string) *Scope {
	return &Scope{redactor: r, key: key}
}
