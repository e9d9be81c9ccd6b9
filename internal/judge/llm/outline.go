package llm

import (
	"path"
	"strings"

	"prism/internal/conversation"
	"prism/internal/redact"
	"prism/internal/transcript"
)

// outline is a session in brief, for the agents that need not know how it went: of
// every turn what was asked, how the agent answered, and the files that it touched.
// answers is how much of an answer is wanted, in bytes; 0 none. from is the number of
// the first turn that matters: those before it are shown shorter, or not at all.
func (p *Protocol) outline(turns []conversation.Turn, scope *redact.Scope, budget, answers, from int) *Rendering {
	var pieces []piece
	add := func(q piece) {
		q.order = len(pieces)
		if q.turn < from {
			q.rank, q.want = q.rank+rankBefore, min(q.want, 160)
		}
		pieces = append(pieces, q)
	}
	live := livingTurns(&conversation.Draft{Turns: turns})
	for _, i := range live {
		t := &turns[i]
		q := asking(t, i+1)
		q.least, q.want, q.rank = 100, 500, rankGoal
		add(q)
		names := touched(t)
		if names != "" {
			add(piece{turn: i + 1, kind: ofEdit, raw: names, least: 40, want: 140, rank: rankPlan, keep: keepHead})
		} else if names = looked(t); names != "" {
			add(piece{turn: i + 1, kind: ofDid, raw: "read " + names, least: 40, want: 100, rank: rankPrompt, keep: keepHead})
		}
		if answers == 0 {
			continue
		}
		for k := range t.Steps {
			if s := &t.Steps[k]; s.Said != "" {
				add(piece{turn: i + 1, kind: ofPerson, raw: s.Said, uuid: s.ResultUUID, at: s.ResultLine, least: 40, want: 120, rank: rankPrompt, keep: keepHead})
			}
		}
		if s := lastWords(t); s != nil {
			add(piece{turn: i + 1, kind: ofAgent, raw: s.Text, uuid: s.UUID, at: s.Line, least: 60, want: answers, rank: rankPrompt, keep: keepHead})
		}
	}
	grant(pieces, p.room(budget)-promptsOverhead)
	lines := []line{}
	for i := 0; i < len(pieces); i++ {
		if pieces[i].granted > 0 {
			lines = append(lines, pieces[i].show(scope)...)
			continue
		}
		if pieces[i].kind != ofPerson {
			continue
		}
		first, last, n := pieces[i].turn, pieces[i].turn, 1
		for i+1 < len(pieces) && pieces[i+1].granted == 0 {
			i++
			if pieces[i].turn > last {
				last, n = pieces[i].turn, n+1
			}
		}
		lines = append(lines, line{turn: first, kind: ofCut, text: folded(n, last)})
	}
	return &Rendering{Prompts: fencePrompts(write(lines)), lines: lines, Redacted: scope.Summary()}
}

// rankBefore puts the turns before those that matter behind them.
const rankBefore = 10

// maxNames bounds the files that are named of one turn.
const maxNames = 6

// touched names the files that a turn changed, by edits or by shell calls that write,
// each once: the last two elements of their paths.
func touched(t *conversation.Turn) string {
	var names nameList
	for i := range t.Steps {
		switch s := &t.Steps[i]; {
		case s.Edit != nil && s.CarriedOut():
			names.add(s.Edit.File)
		case commits(s):
			names.add("(a commit)")
		}
	}
	return names.String()
}

// looked names the files that a turn read or searched for.
func looked(t *conversation.Turn) string {
	var names nameList
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Kind == transcript.CallRead {
			for _, f := range s.Files {
				names.add(f)
			}
		}
	}
	return names.String()
}

// lastWords is the agent's last text of a turn.
func lastWords(t *conversation.Turn) *conversation.Say {
	for i := len(t.Says) - 1; i >= 0; i-- {
		if strings.TrimSpace(t.Says[i].Text) != "" {
			return &t.Says[i]
		}
	}
	return nil
}

// nameList collects names, each once, as far as there is room.
type nameList struct {
	names []string
	more  bool
}

func (l *nameList) add(file string) {
	dir, base := path.Split(strings.ReplaceAll(file, `\`, "/"))
	name := path.Join(path.Base(dir), base)
	if dir == "" {
		name = base
	}
	for _, n := range l.names {
		if n == name {
			return
		}
	}
	if len(l.names) == maxNames {
		l.more = true
		return
	}
	l.names = append(l.names, name)
}

// String implements fmt.Stringer.
func (l *nameList) String() string {
	s := strings.Join(l.names, ", ")
	if l.more {
		s += " and others"
	}
	return s
}
