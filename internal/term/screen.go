// Package term speaks to a person: colour and width where the output is a
// terminal, plain text in a pipe, bars, tables, and the cleaning that makes text
// of unknown origin safe to print. It knows nothing of sessions or scores.
package term

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"
	xterm "golang.org/x/term"
)

// Paint says what a piece of text means; the screen decides how it looks. Only the
// sixteen colours of the terminal's own theme are used, so that every theme reads.
type Paint uint8

// The paints.
const (
	Plain Paint = iota
	Strong
	Faint
	Good
	Bad
	Warn
	Accent
)

// codes are the terminal's own words for the paints (select graphic rendition).
var codes = [...]string{Strong: "1", Faint: "2", Good: "32", Bad: "31", Warn: "33", Accent: "36"}

// Screen is an output with its abilities. A write error is kept and told once by
// Err. It is safe for several goroutines.
type Screen struct {
	out      io.Writer
	width    int
	terminal bool
	colour   bool

	mu     sync.Mutex
	err    error
	status int // cells of the line that Status shows; 0 none
}

// fallbackWidth is used on a terminal that does not tell its size.
const fallbackWidth = 80

// New looks at out and env (KEY=VALUE pairs) and returns a Screen for it. A pipe
// or a file gets no escape byte and no width limit; NO_COLOR, CLICOLOR_FORCE and
// TERM are honoured; COLUMNS overrides the width of a terminal.
func New(out io.Writer, env []string) *Screen {
	s := &Screen{out: out, terminal: IsTerminal(out), colour: colorprofile.Detect(out, env) >= colorprofile.ANSI}
	if slices.ContainsFunc(env, func(kv string) bool { return strings.HasPrefix(kv, "NO_COLOR=") && kv != "NO_COLOR=" }) {
		s.colour = false // whatever else is said: no-color.org
	}
	if s.terminal {
		s.width = fallbackWidth
		if f, ok := out.(*os.File); ok {
			if w, _, err := xterm.GetSize(int(f.Fd())); err == nil && w > 0 {
				s.width = w
			}
		}
		for _, kv := range env {
			if v, ok := strings.CutPrefix(kv, "COLUMNS="); ok {
				if n, err := strconv.Atoi(v); err == nil && n > 20 {
					s.width = n
				}
			}
		}
	}
	return s
}

// NewFixed returns a Screen of a given width (0: none) for tests and for text
// that goes into another document.
func NewFixed(out io.Writer, width int, colour bool) *Screen {
	return &Screen{out: out, width: width, colour: colour, terminal: width > 0}
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}

// Size is how many cells wide and lines high a terminal is now; 0, 0 where w is none or
// does not tell.
func Size(w any) (width, height int) {
	f, ok := w.(*os.File)
	if !ok {
		return 0, 0
	}
	width, height, err := xterm.GetSize(int(f.Fd()))
	if err != nil {
		return 0, 0
	}
	return width, height
}

// Width is the number of cells of a line; 0 in a pipe: no limit.
func (s *Screen) Width() int { return s.width }

// Prose is the width to wrap sentences at: that of the screen, at most 100, and
// 100 in a pipe.
func (s *Screen) Prose() int {
	if s.width == 0 || s.width > 100 {
		return 100
	}
	return s.width
}

// Terminal reports whether a person is looking.
func (s *Screen) Terminal() bool { return s.terminal }

// Paint colours text that is already clean.
func (s *Screen) Paint(p Paint, text string) string {
	if !s.colour || p == Plain || text == "" {
		return text
	}
	return "\x1b[" + codes[p] + "m" + text + "\x1b[m"
}

// Line prints one line. Pieces of unknown origin are cleaned before they are measured;
// one that was forgotten does no harm (layout).
func (s *Screen) Line(parts ...string) {
	s.write(strings.TrimRight(strings.Join(parts, ""), " ") + "\n")
}

// Linef prints one formatted line; arguments must be clean.
func (s *Screen) Linef(format string, args ...any) { s.Line(fmt.Sprintf(format, args...)) }

// Para prints wrapped prose, each line behind indent blanks.
func (s *Screen) Para(indent int, text string) { s.Hang(strings.Repeat(" ", indent), text) }

// Hang prints wrapped prose behind a lead; following lines stand under the first.
func (s *Screen) Hang(lead, text string) {
	w := Width(lead)
	for i, l := range Wrap(text, max(s.Prose()-w, 20)) {
		if i > 0 {
			lead = strings.Repeat(" ", w)
		}
		s.Line(lead, l)
	}
}

// Command writes a command line to be copied. Where a terminal is too narrow for it, it goes
// on in the next line as a shell has it, between two arguments and never within one.
func (s *Screen) Command(indent int, text string) {
	const more = 4
	lead, room := strings.Repeat(" ", indent), s.width-indent-2 // a blank and a backslash fit behind
	if !s.terminal || Width(text) <= s.width-indent {
		s.Line(lead, s.Paint(Accent, text))
		return
	}
	line := ""
	for _, word := range arguments(text) {
		if line != "" && Width(line)+1+Width(word) > room {
			s.Line(lead, s.Paint(Accent, line+` \`))
			lead, line, room = strings.Repeat(" ", indent+more), "", s.width-indent-more-2
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	s.Line(lead, s.Paint(Accent, line))
}

// arguments cuts a command line at the blanks that stand in no quotes.
func arguments(text string) (list []string) {
	from, quote := 0, rune(0)
	for i, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case r == ' ':
			list, from = append(list, text[from:i]), i+1
		}
	}
	return append(list, text[from:])
}

// Heading prints a section's name after an empty line.
func (s *Screen) Heading(text string) {
	s.Line()
	for _, l := range Wrap(text, max(s.width, 0)) {
		s.Line(s.Paint(Strong, l))
	}
}

// Raw writes text with the lines that it has.
func (s *Screen) Raw(text string) { s.write(text) }

// Status shows a line that stands until anything else is written here, or "" is
// shown in its place: how far something got. Where nobody is looking it is nothing.
func (s *Screen) Status(text string) {
	if !s.terminal {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	text = Fit(text, s.width-1) // a longer line would not be written over
	text = s.layout(text)
	old := s.status
	s.status = Width(text)
	switch {
	case s.status > 0:
		s.put("\r" + Pad(text, old, false))
	case old > 0:
		s.put(wiped(old))
	}
}

// wiped writes over a line and returns to its beginning.
func wiped(cells int) string { return "\r" + strings.Repeat(" ", cells) + "\r" }

// Err returns the first error of writing, such as a closed pipe.
func (s *Screen) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *Screen) write(text string) {
	text = s.layout(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.status > 0 {
		text = wiped(s.status) + text
		s.status = 0
	}
	s.put(text)
}

func (s *Screen) put(text string) {
	if s.err != nil {
		return
	}
	if _, err := io.WriteString(s.out, text); err != nil {
		s.err = fmt.Errorf("write output: %w", err)
	}
}
