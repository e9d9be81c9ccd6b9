// Package offline is the judge that needs no key: deterministic, pure, and fast
// enough to read every session on every run. It makes an account of what was
// asked, done and answered, weighs named features of it with weights that were
// fitted on labelled sessions, and says which of them moved it, with quotes.
//
// It decides nothing by itself: its opinion goes through judge.Enforce. It never
// looks at client version, slug, ids, working folder or context size.
package offline
