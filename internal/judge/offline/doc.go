// Package offline is the judge that needs no key: deterministic, pure, and fast
// enough to read every session on every run. It weighs named features of what
// package observe saw with one linear model that was fitted on labelled sessions,
// applies the rules of failure signals, and says what moved it, with quotes.
//
// It decides nothing by itself: its opinion goes through judge.Enforce.
package offline
