package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"prism/internal/redact/secret"
)

// codeVersion changes with the code that looks round keywords, undoes encodings and
// puts placeholders: a test holds it against the sources. The rule files count by
// themselves.
const codeVersion = "gate-3"

// Options widen what a Redactor hides. Nothing in them can narrow it.
type Options struct {
	// Words are names to hide wherever they stand alone, in any case: the
	// login name, the person's name, the name of the machine. Words of fewer
	// than three bytes are left out: they would riddle every text.
	Words []string
}

// Rule describes one rule of the catalogue.
type Rule = secret.Rule

// Redactor knows the rules. It is safe for concurrent use.
type Redactor struct {
	rules []Rule
	find  func(text string) (secret.Found, error)
	words string // those it was made with, for its version
}

// New loads the rules. An error means that a rule is missing or broken; there
// is no Redactor with fewer rules than it should have.
func New(opts Options) (*Redactor, error) {
	finder, err := secret.New(opts.Words)
	if err != nil {
		return nil, fmt.Errorf("redact: %w", err)
	}
	words := slices.Clone(opts.Words)
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	slices.Sort(words)
	return &Redactor{finder.Rules(), finder.Find, strings.Join(slices.Compact(words), "\x00")}, nil
}

// Rules lists the catalogue: the project's own rules, then the vendored ones.
func (r *Redactor) Rules() []Rule { return slices.Clone(r.rules) }

// Version changes with all that decides what is hidden, the rules and the words
// beside them: text that passed the gate under another one may show what this one
// hides. It tells none of the words.
func (r *Redactor) Version() string {
	sum := sha256.Sum256([]byte(codeVersion + "\x00" + secret.Sources() + "\x00" + r.words))
	return hex.EncodeToString(sum[:6])
}

// Session returns a Scope for the texts of one session. Equal secrets get equal
// placeholders within one Scope; numbers follow the order of first sight, so a
// caller that gives the same texts in the same order gets the same placeholders
// on every machine. key names the session in errors only. Hold one Scope for as
// long as texts of the session are redacted: a second one counts from 1 anew.
func (r *Redactor) Session(key string) *Scope {
	return &Scope{redactor: r, key: key}
}
