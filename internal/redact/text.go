// Package redact is the gate between a transcript and everything that keeps or
// sends prose. Text is the only prose that the store, an export, a provider or
// a log accepts, and only this package makes it.
package redact

import "unicode/utf8"

// Text is prose that has passed redaction. Its zero value is the empty text.
type Text struct{ s string }

// literal is unexported so that only constants of this program convert to it.
type literal string

// Literal makes a Text of a constant of this program. A variable does not
// compile: `Literal(x)` with a string variable is a type error.
func Literal(s literal) Text { return Text{string(s)} }

// Restore makes a Text of prose that was redacted before it was stored. Only
// the rooms that read it back from a store or an answer made of Texts may call
// it; the import test lists them.
func Restore(s string) Text { return Text{s} }

// String returns the redacted prose.
func (t Text) String() string { return t.s }

// IsZero reports whether t is empty.
func (t Text) IsZero() bool { return t.s == "" }

// MarshalText implements encoding.TextMarshaler, so that Text is a JSON string.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.s), nil }

// Clip shortens t to at most n characters (runes), ending in "…" where it cut.
func (t Text) Clip(n int) Text {
	if n <= 0 {
		return Text{}
	}
	if utf8.RuneCountInString(t.s) <= n {
		return t
	}
	seen := 0
	for i := range t.s {
		if seen == n-1 {
			return Text{t.s[:i] + "…"}
		}
		seen++
	}
	return t
}
