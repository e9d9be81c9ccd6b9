// Package offline is the judge that needs no key: deterministic, pure, and fast
// enough to read every session on every run. It weighs named features of what
// package observe saw with one linear model that was fitted on labelled sessions,
// applies the rules of failure signals, and says what moved it. What a session set out to
// do it is told by package intent, the words that show something by package quote.
//
// It decides nothing by itself: its opinion goes through judge.Enforce.
package offline
