package job

import (
	"prism/internal/term"
)

// Say tells a sentence on standard error: wrapped for a person, whole for a script.
func (p *Program) Say(text string) {
	if p.Notes.Terminal() {
		p.Notes.Para(0, text)
		return
	}
	p.Notes.Line(text)
}

// Interactive reports whether a person can be asked: input and notes are a terminal.
func (p *Program) Interactive() bool { return term.IsTerminal(p.In) && p.Notes.Terminal() }
