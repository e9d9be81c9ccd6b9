package live

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/phrase"
	"prism/internal/term"
	"prism/internal/wire"
)

// What a terminal is told: another screen beside the one that was there, without a
// cursor, and back; to the top; to clear the rest of a line, and of the screen.
const (
	enter    = "\x1b[?1049h\x1b[?25l"
	leave    = "\x1b[?25h\x1b[?1049l"
	top      = "\x1b[H"
	restLine = "\x1b[K"
	restAll  = "\x1b[J"
)

// draw shows pictures on a terminal until it is told to stop.
func (v *viewer) draw(ctx context.Context, k *Looker) (err error) {
	out := v.p.Out
	if _, err := io.WriteString(out, enter+top+restAll+"Reading …"); err != nil {
		return err
	}
	// What is warned of meanwhile is said when the screen is the person's again.
	notes := v.p.Notes
	said := &afterwards{}
	v.p.Notes = term.NewFixed(said, 0, false)
	defer func() {
		_, _ = io.WriteString(out, leave) // who closed the terminal sees nothing
		v.p.Notes = notes
		notes.Raw(said.text)
	}()
	k.Show = func(ctx context.Context, j *job.Job, l *job.Library) error {
		pic, err := v.see(ctx, j, l)
		if err != nil {
			return err
		}
		v.mu.Lock()
		v.now = pic
		v.mu.Unlock()
		return v.paint(true)
	}
	ctx, cancel := context.WithCancel(ctx)
	drawn := make(chan struct{})
	go func() {
		defer close(drawn)
		last := time.Now()
		for wait(ctx, sizeEvery) {
			due := time.Since(last) >= drawEvery
			if due {
				last = time.Now()
			}
			if v.paint(due) != nil {
				return // the next picture tells
			}
		}
	}()
	defer func() { cancel(); <-drawn }()
	return k.Run(ctx)
}

// afterwards keeps the first of what is written, each line once.
type afterwards struct{ text string }

// mostKept bounds it, in bytes.
const mostKept = 4 << 10

// Write implements io.Writer.
func (t *afterwards) Write(b []byte) (int, error) {
	if text := string(b); !strings.Contains(t.text, text) && len(t.text)+len(text) <= mostKept {
		t.text += text
	}
	return len(b), nil
}

// paint draws the picture; unless it is asked for, only where the terminal has another
// size.
func (v *viewer) paint(anyway bool) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	width, height := term.Size(v.p.Out)
	if width <= 0 || height <= 0 {
		width, height = v.p.Screen.Width(), 24
	}
	if v.now == nil || !anyway && v.size == [2]int{width, height} {
		return nil
	}
	resized := v.size != [2]int{width, height}
	v.size = [2]int{width, height}
	var b strings.Builder
	b.WriteString(top)
	lines := v.now.frame(v.p.Screen.Paint, width, height, v.p.Now())
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(line + restLine)
	}
	b.WriteString(restAll)
	if b.String() == v.text && !resized {
		return nil
	}
	v.text = b.String()
	_, err := io.WriteString(v.p.Out, v.text)
	return err
}

// painter colours text.
type painter func(p term.Paint, text string) string

// detail is how much is said of each session.
type detail int

const (
	whole detail = iota // conditions that are unmet, advice, the last turns
	brief               // how it stands, and the last turn
	line                // one line
)

// frame is a picture as lines of a screen; a height of 0 is none.
func (pic *picture) frame(paint painter, width, height int, now time.Time) []string {
	head := []string{pic.head(paint, width, now), ""}
	if len(pic.sessions) == 0 {
		return append(head, term.Wrap(pic.nothing(), width)...)
	}
	var lines []string
	for _, much := range []detail{whole, brief, line} {
		lines = head
		for i := range pic.sessions {
			s := &pic.sessions[i]
			if much != line && i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, pic.session(paint, s, width, much, now)...)
		}
		if height == 0 || len(lines) <= height {
			return lines
		}
	}
	left := len(lines) - height + 1
	return append(lines[:height-1:height-1], paint(term.Faint, term.Fit(fmt.Sprintf("… and %d more", left), width)))
}

// head is the first line: the time, and the day so far.
func (pic *picture) head(paint painter, width int, now time.Time) string {
	text := "Prism  " + now.In(pic.zone).Format("15:04:05")
	if pic.today.Score != nil {
		text += fmt.Sprintf("  today %.0f (%d of %d)", *pic.today.Score, pic.today.Crushed, pic.today.Counted)
	}
	if pic.today.Tokens.Total() > 0 {
		text += "  " + phrase.Spent(pic.today.Cost, pic.today.Tokens.Total())
	}
	running := 0
	for i := range pic.sessions {
		if pic.sessions[i].open {
			running++
		}
	}
	if running > 0 {
		text += "  " + phrase.Count(running, "session going on", "sessions going on")
	}
	return paint(term.Strong, term.Fit(text, width))
}

// session is what is said of one.
func (pic *picture) session(paint painter, s *seen, width int, much detail, now time.Time) []string {
	mark, colour := "○", term.Faint
	switch {
	case s.open && s.good:
		mark, colour = "◉", term.Good
	case s.open && s.wants:
		mark, colour = "◌", term.Warn
	case s.good:
		mark, colour = "✓", term.Good
	case s.wants:
		mark, colour = "✗", term.Bad
	}
	facts := joined(s.Repo.Name, phrase.Count(s.Turns, "turn", "turns"), phrase.SpentBy(s.Session), phrase.Lasted(now.Sub(s.Ended))+" ago")
	title := term.Clean(s.Verdict.FullTitle().String())
	if much == line {
		return []string{paint(colour, mark) + " " + fitted(paint, term.Plain, title, s.stands, colour, width-2)}
	}
	out := []string{
		paint(colour, mark) + " " + paint(term.Strong, term.Fit(title, width-2)),
		"  " + paint(term.Faint, term.Fit(term.Clean(facts), width-2)),
		"  " + paint(colour, term.Fit(term.Clean(s.stands), width-2)),
	}
	last := s.last
	if much == brief {
		last = last[max(0, len(last)-1):]
	} else if s.wants && !phrase.Underway(s.Session) {
		out = append(out, pic.lacks(paint, s, width)...)
	}
	for i := range last {
		out = append(out, pic.turn(paint, &last[i], width, much)...)
	}
	return out
}

// lacks lists the conditions that are unmet, and what would make the session crush.
func (pic *picture) lacks(paint painter, s *seen, width int) (out []string) {
	rule, _ := judge.RuleOf(s.Verdict.Intent)
	asks := map[string]string{}
	for _, c := range rule.Criteria {
		asks[c.Name] = c.Shown()
	}
	hang := func(lead string, colour term.Paint, text string) {
		for i, l := range term.Wrap(text, max(width-term.Width(lead), 20)) {
			if i > 0 {
				lead = strings.Repeat(" ", term.Width(lead))
			}
			out = append(out, paint(colour, lead)+l)
		}
	}
	for _, c := range s.Verdict.Criteria {
		if text := asks[c.Name]; !c.Met && text != "" {
			hang("  ✗ ", term.Bad, text)
		}
	}
	if advice := term.Clean(s.Verdict.Advice.String()); advice != "" {
		hang("  → ", term.Accent, advice)
	}
	return out
}

// turn is a prompt with what was done for it.
func (pic *picture) turn(paint painter, t *wire.Turn, width int, much detail) []string {
	clock := "     "
	if t.StartedAt != nil {
		if at, err := time.Parse(time.RFC3339Nano, *t.StartedAt); err == nil {
			clock = at.In(pic.zone).Format("15:04")
		}
	}
	lead := fmt.Sprintf("  %s %3d  ", clock, t.Number)
	room := max(width-term.Width(lead), 1)
	out := []string{paint(term.Faint, lead) + term.Fit(term.Clean(t.Prompt), room)}
	if len(t.Done) > 0 && much == whole {
		out = append(out, strings.Repeat(" ", term.Width(lead))+paint(term.Faint, term.Fit(term.Clean(strings.Join(t.Done, " · ")), room)))
	}
	return out
}

// fitted is two pieces of text on one line; the first gives way.
func fitted(paint painter, one term.Paint, first, second string, other term.Paint, width int) string {
	second = term.Fit(term.Clean(second), max(width/2, 1))
	first = term.Fit(first, max(width-term.Width(second)-2, 1))
	return paint(one, first) + "  " + paint(other, second)
}

// joined is what there is, with a dot between.
func joined(parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" && p != fact.Unknown {
			list = append(list, p)
		}
	}
	return strings.Join(list, " · ")
}
