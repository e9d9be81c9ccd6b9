// Package forge tries to make a redact.Text of its own. It must not compile:
// TestTextCannotBeForged expects an error in each line that is marked.
package forge

import "prism/internal/redact"

// send stands for a provider, a store, an export or a log.
func send(redact.Text) {}

type twin struct{ s string }

func forge(raw string) {
	send(raw)                       // error
	send(redact.Text(raw))          // error
	send(redact.Text{raw})          // error
	send(redact.Text{s: raw})       // error
	send(redact.Text(twin{raw}))    // error
	send(redact.Literal(raw))       // error
	send(redact.Literal("a" + raw)) // error
	send(redact.literal(raw))       // error
	var t redact.Text
	t.s = raw // error
	send(t)
	send(redact.Literal("a constant of the program"))
}
