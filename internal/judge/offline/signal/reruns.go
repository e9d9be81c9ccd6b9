package signal

import (
	"slices"
	"strings"
	"unicode"

	"prism/internal/conversation"
	"prism/internal/judge/offline/shows"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/transcript"
)

// servedNow is the last request after the last change to a path or host that a prompt names, of
// which the answer says by its number that it was served, where that it was not is what was
// at fault: a prompt names the number of an error, or the same request got one before. nil
// none, and where a later one to that path was not. That a page is served says nothing of
// what is on it.
func (c *View) servedNow() *observe.Place {
	if !c.asked {
		c.served, c.asked = c.findServed(), true
	}
	return c.served
}

// findServed is servedNow, looked for anew.
func (c *View) findServed() *observe.Place {
	if len(c.Session.Edits) == 0 {
		return nil
	}
	all := c.runs()
	slices.SortFunc(all, func(a, b observe.Place) int { return a.Order - b.Order })
	for i := len(all) - 1; i >= 0; i-- {
		p := &all[i]
		if p.Order < c.Session.LastWork {
			continue
		}
		if !p.Step.CarriedOut() || p.Step.Subagent || !c.asksWhatFailed(p.Step.Target) {
			continue
		}
		switch status := statusOf(p.Step); {
		case status >= 200 && status < 300 && (c.namesError() || c.refusedBefore(p)):
			return p
		case status > 0:
			return nil
		}
	}
	return nil
}

// asksWhatFailed reports whether a request goes to a path that a prompt names, or to a host
// that one names as what is out of order: "api.example.org answers 502".
func (c *View) asksWhatFailed(command string) bool {
	if path := shows.Path(command); path != "" && c.namesPath(path) {
		return true
	}
	host := shows.Host(command)
	if !strings.Contains(host, ".") || !c.namesError() {
		return false
	}
	for i := range c.Session.Turns {
		text := c.Session.Turns[i].Prompt.Text
		if at := strings.Index(text, host); at >= 0 && !strings.HasPrefix(text[at+len(host):], "/") { // of one of its paths the others tell nothing
			return true
		}
	}
	return false
}

// statusOf is the number by which a request was answered; 0 where its output tells none. A
// number alone is one only where the command asks for it.
func statusOf(s *conversation.Step) int {
	return output.Status(s.Output, strings.Contains(s.Target, "http_code"))
}

// refusedBefore reports whether the same request had an error for an answer before.
func (c *View) refusedBefore(now *observe.Place) bool {
	for i := range c.Session.Tries {
		p := &c.Session.Tries[i]
		if p.Order < now.Order && shows.Bare(p.Step.Target) == shows.Bare(now.Step.Target) && statusOf(p.Step) >= 400 {
			return true
		}
	}
	return false
}

// namesError reports whether a prompt names the number of an answer that is an error: "GET
// /health gives 500".
func (c *View) namesError() bool {
	for i := range c.Session.Turns {
		for _, w := range strings.FieldsFunc(c.Session.Turns[i].Prompt.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len(w) == 3 && (w[0] == '4' || w[0] == '5') && (unicode.IsDigit(rune(w[1])) && unicode.IsDigit(rune(w[2])) || w[1:] == "xx") {
				return true
			}
		}
	}
	return false
}

// namesPath reports whether a prompt names a path, and no longer one; be it by its only
// part: "the health endpoint".
func (c *View) namesPath(path string) bool {
	name := strings.TrimPrefix(path, "/")
	if strings.Contains(name, "/") || len(name) < leastName {
		name = path
	}
	for i := range c.Session.Turns {
		text := c.Session.Turns[i].Prompt.Text
		for at := 0; ; {
			k := strings.Index(text[at:], name)
			if k < 0 {
				break
			}
			from, to := at+k, at+k+len(name)
			whole := to == len(text) || !observe.Letter(text[to]) && strings.IndexByte("/-_", text[to]) < 0
			if whole && (name == path || from == 0 || !observe.Letter(text[from-1])) {
				return true
			}
			at = to
		}
	}
	return false
}

// sameAsBefore reports whether a run ends and prints after the change as every run of the
// same command did before it: what showed the fault shows it still.
func (c *View) sameAsBefore(now *conversation.Step) bool {
	command, said := shows.Bare(now.Target), strings.TrimSpace(now.Output)
	ran, changed := 0, 0
	for i := range c.Session.Turns {
		t := &c.Session.Turns[i]
		for k := range t.Raw.Steps {
			s := &t.Raw.Steps[k]
			switch {
			case s == now:
				return changed > 0
			case s.Subagent:
			case s.Edit != nil:
				if s.CarriedOut() && !s.Edit.Plan {
					changed = ran
				}
			case s.Kind == transcript.CallShell && (s.Outcome == transcript.Done || s.Outcome == transcript.Errored) && shows.Bare(s.Target) == command:
				if strings.TrimSpace(s.Output) != said || s.Outcome != now.Outcome {
					return false
				}
				ran++
			}
		}
	}
	return false
}

// upNow is the last look after the last change at what runs, where the same look told before
// it that it is down and tells now that it is up; nil none.
func (c *View) upNow() *observe.Place {
	down := map[string]bool{}
	changed := false
	var up *observe.Place
	for i := range c.Session.Turns {
		t := &c.Session.Turns[i]
		for k := range t.Raw.Steps {
			s := &t.Raw.Steps[k]
			if s.Subagent {
				continue
			}
			if s.Kind != transcript.CallShell || !shows.State(s.Target) {
				if s.CarriedOut() && (s.Edit != nil || s.Mutating) {
					changed, up = true, nil
				}
				continue
			}
			if s.Outcome != transcript.Done && s.Outcome != transcript.Errored {
				continue // some say by their exit that it is down
			}
			isUp, isDown := output.States(s.Output)
			switch command := shows.Bare(s.Target); {
			case isDown && !changed:
				down[command] = true
			case isDown:
				up = nil
			case isUp && changed && down[command]:
				up = &observe.Place{Turn: t.Index, Step: s}
			}
		}
	}
	return up
}

// Compared is the last comparison after the last change that found no difference, in a
// session that is to keep what there was: of what was built before and after, or a plan of
// the infrastructure that has nothing to do. nil none, and where a later one found one.
func (c *View) Compared() *observe.Place {
	if len(c.Session.Changes) == 0 {
		return nil
	}
	for i := c.End.Turn; i >= 0; i-- {
		t := &c.Session.Turns[i]
		for k := len(t.Raw.Steps) - 1; k >= 0; k-- {
			s := &t.Raw.Steps[k]
			switch {
			case s.Subagent:
			case s.Kind == transcript.CallShell && shows.Comparison(s.Target):
				if s.Outcome != transcript.Done {
					return nil
				}
				return &observe.Place{Turn: t.Index, Step: s}
			case s.Kind == transcript.CallShell && shows.Plan(s.Target):
				if s.Outcome != transcript.Done || !output.NoChanges(s.Output) {
					return nil
				}
				return &observe.Place{Turn: t.Index, Step: s}
			case s.CarriedOut() && (s.Edit != nil || s.Mutating):
				return nil
			}
		}
	}
	return nil
}
