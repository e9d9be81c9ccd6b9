package job

import (
	"bufio"
	"strings"

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

// Confirm asks a person. Without one to ask it is an error, not a yes.
func (p *Program) Confirm(question string) (bool, error) {
	if !term.IsTerminal(p.In) {
		return false, Usagef("%s Standard input is no terminal, so nobody can answer: add --yes", question)
	}
	p.Notes.Raw(question + " [y/N] ")
	line, err := bufio.NewReader(p.In).ReadString('\n')
	if err != nil && line == "" {
		return false, nil // end of input is no yes
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true, nil
	}
	return false, nil
}
