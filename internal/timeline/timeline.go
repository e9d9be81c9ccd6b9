// Package timeline tells the turns of a session in words, redacted, for screen and page.
//
// Nouns: a line is a turn as wire has it. Promises: nothing is shown that has not
// passed the gate; where it fails, nothing is shown. Refusals: it reads no transcript.
package timeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/redact"
	"prism/internal/transcript"
	"prism/internal/wire"
)

// Place says of each turn in which conversation it stands. Turns come part by
// part; where their number is not that of the parts, nothing is said.
func Place(s *fact.Session, turns []wire.Turn) {
	n := 0
	for i := range s.Parts {
		n += s.Parts[i].Last - s.Parts[i].First + 1
	}
	if n != len(turns) {
		return
	}
	n = 0
	for i := range s.Parts {
		for range s.Parts[i].Last - s.Parts[i].First + 1 {
			turns[n].Conversation = s.Parts[i].Conversation
			n++
		}
	}
}

// Bounds of what is shown of one turn.
const (
	promptShown = 600 // characters of a prompt
	answerShown = 300 // characters of the closing answer
	filesShown  = 4   // names of edited files
)

// Lines tells each turn in words. Prose passes the gate as one session, so that one
// secret has one placeholder, which is the same where only the first of its turns are told;
// where that fails nothing is shown.
func Lines(id string, gate *redact.Redactor, turns []conversation.Turn) ([]wire.Turn, error) {
	out, _, err := lines(id, gate, turns)
	return out, err
}

// lines is Lines, with the scope that the texts passed.
func lines(id string, gate *redact.Redactor, turns []conversation.Turn) ([]wire.Turn, *redact.Scope, error) {
	scope := gate.Session(id)
	out := make([]wire.Turn, 0, len(turns))
	var trees []string
	for i := range turns {
		t := &turns[i]
		trees = conversation.Trees(trees, t.Steps)
		prompt := t.Prompt
		if t.Command != "" && !strings.HasPrefix(prompt, t.Command) {
			prompt = strings.TrimSpace(t.Command + " " + prompt)
		}
		if prompt == "" && t.Images > 0 {
			prompt = "[" + phrase.Count(t.Images, "image", "images") + "]"
		}
		w := wire.Turn{
			Number: i + 1, UUID: t.UUID, Line: t.Line, StartedAt: wire.Instant(t.Start),
			Prompt: scope.Text(prompt).Clip(promptShown).String(), Done: []string{}, Abandoned: t.Abandoned, Handed: t.Origin == transcript.PlanHand,
			Stopped: slices.ContainsFunc(t.Marks, func(m conversation.Mark) bool { return m.Kind == conversation.MarkInterrupt }),
		}
		for _, d := range stepWords(t, trees, scope) {
			w.Done = append(w.Done, scope.Text(d).String())
		}
		for n := len(t.Says); n > 0; n-- {
			if say := &t.Says[n-1]; !say.Empty() {
				w.Answer = scope.Text(say.Text).Clip(answerShown).String()
				break
			}
		}
		out = append(out, w)
	}
	if err := scope.Err(); err != nil {
		return nil, nil, err
	}
	return out, scope, nil
}

// stepWords says what was done in a turn, a few words each.
func stepWords(t *conversation.Turn, trees []string, scope *redact.Scope) []string {
	d := stepCount{scope: scope, home: t.CWD, trees: trees}
	for i := range t.Steps {
		d.step(&t.Steps[i])
	}
	var out []string
	if t.Origin == transcript.PlanHand {
		out = append(out, "a plan handed on from another conversation")
	}
	if d.looked > 0 {
		out = append(out, "looked at "+phrase.Count(d.looked, "thing", "things"))
	}
	if d.plan {
		out = append(out, "wrote a plan")
	}
	if len(d.files) > 0 {
		out = append(out, fmt.Sprintf("edited %s (+%d −%d)", phrase.Few(d.files, filesShown), d.added, d.removed))
	}
	if d.shell > 0 {
		text := "ran " + commandsRun(d.shell, d.shell-d.again)
		if d.failed > 0 {
			text += fmt.Sprintf(", %d failed", d.failed)
		}
		out = append(out, text)
	}
	if d.agents > 0 {
		out = append(out, phrase.Count(d.agents, "subagent", "subagents"))
	}
	if d.other > 0 {
		out = append(out, phrase.Count(d.other, "other tool call", "other tool calls"))
	}
	if len(d.commits) > 0 {
		out = append(out, committed(d.commits))
	}
	if d.pushed {
		out = append(out, "pushed")
	}
	if d.refused > 0 {
		out = append(out, phrase.Count(d.refused, "call refused", "calls refused"))
	}
	out = append(out, d.said...)
	out = append(out, marks(t.Marks)...)
	if t.ClearedAfter {
		out = append(out, "/clear")
	}
	if t.Abandoned {
		out = append(out, "abandoned by a rewind")
	}
	return out
}

// committed names the commits of a turn; one whose hash git did not print has none.
func committed(shas []string) string {
	named := slices.DeleteFunc(slices.Clone(shas), func(sha string) bool { return sha == "" })
	if unnamed := len(shas) - len(named); unnamed > 0 && len(named) > 0 {
		named = append(named, fmt.Sprintf("%d more", unnamed))
	} else if unnamed > 1 {
		return "committed " + phrase.Count(unnamed, "time", "times")
	}
	return strings.TrimSpace("committed " + strings.Join(named, ", "))
}

// marks words what broke into a turn, each kind once with how often it came.
func marks(list []conversation.Mark) []string {
	var order []string
	times := map[string]int{}
	for _, m := range list {
		var text string
		switch m.Kind {
		case conversation.MarkInterrupt:
			text = "interrupted"
		case conversation.MarkFailure:
			text = "the agent's request failed"
		case conversation.MarkCompacted:
			text = "context compacted"
		default:
			continue
		}
		if times[text]++; times[text] == 1 {
			order = append(order, text)
		}
	}
	for i, text := range order {
		if n := times[text]; n > 1 {
			order[i] = fmt.Sprintf("%s %d times", text, n)
		}
	}
	return order
}

// stepCount counts the steps of a turn.
type stepCount struct {
	scope *redact.Scope
	home  string   // the folder that the turn works in
	trees []string // temporary folders with repositories that may be the work's

	looked, shell, failed, agents, other, refused int
	again                                         int             // of shell, those of a command that had run before
	ran                                           map[string]bool // the commands
	added, removed                                int
	files, commits, said                          []string
	pushed, plan                                  bool
}

func (d *stepCount) step(s *conversation.Step) {
	if s.Said != "" {
		d.said = append(d.said, "said: “"+clipRunes(d.scope.Text(s.Said).String(), 120)+"”")
	}
	if s.Outcome == transcript.Rejected {
		d.refused++
		return
	}
	if s.Committed() && !s.CommitsElsewhere(d.home, d.trees) {
		d.commits = append(d.commits, clipRunes(s.Commit, 12))
	}
	d.pushed = d.pushed || s.Pushed()
	switch {
	case s.Edit != nil && s.Edit.Plan:
		d.plan = true
	case s.Edit != nil && s.CarriedOut():
		d.added += s.Edit.Added
		d.removed += s.Edit.Removed
		// The whole path passes the gate: its last element alone may be the piece of
		// a secret that nothing tells.
		name := path.Base(strings.ReplaceAll(d.scope.Text(s.Edit.File).String(), `\`, "/"))
		if !slices.Contains(d.files, name) {
			d.files = append(d.files, name)
		}
	case s.Kind == transcript.CallShell:
		d.shell++
		if s.Target != "" {
			if d.ran == nil {
				d.ran = map[string]bool{}
			}
			if d.ran[s.Target] {
				d.again++
			}
			d.ran[s.Target] = true
		}
		if s.Outcome == transcript.Errored {
			d.failed++
		}
	case s.Kind == transcript.CallTask:
		d.agents++
	case !s.Mutating:
		d.looked++
	default:
		d.other++
	}
}

// commandsRun says how many commands ran, and where some ran again, how often in all.
func commandsRun(runs, commands int) string {
	text := phrase.Count(commands, "command", "commands")
	switch {
	case runs == commands:
		return text
	case commands == 1:
		return text + " " + phrase.Count(runs, "time", "times")
	}
	return text + ", some again: " + phrase.Count(runs, "run", "runs")
}

func clipRunes(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
