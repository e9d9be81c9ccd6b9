package offline

import (
	"path"
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// label gives a session its title and summary: what was wanted, and what came
// of it. Both keep the language that was spoken; what Prism itself has seen
// (tests, commits, an interrupt) it says in English.
func (r *reader) label(v *view, op judge.Opinion, told news) (title, summary string) {
	wish := r.wanted(v.a, op.Intent)
	want := wish.text
	switch {
	case op.Intent == fact.IntentNone:
		want = firstWords(v.a)
	case wish.score < tellingScore:
		if done := r.deed(v, told, want); done != "" {
			want = done
		}
	case wish.weak:
		if made := made(v.a); made != "" {
			want = made
		}
	}
	if want == "" {
		want = "A session without words"
	}
	want = capital(want)
	title = shorten(named(want), judge.MaxTitle)
	out := outcome(v, op, told.text)
	if out == "" {
		return title, shorten(sentence(named(want)), judge.MaxSummary)
	}
	if capital(told.text) == want {
		return title, shorten(sentence(out), judge.MaxSummary)
	}
	room := judge.MaxSummary - 2 - min(utf8.RuneCountInString(out), 140)
	return title, shorten(sentence(shorten(named(want), room))+" "+sentence(out), judge.MaxSummary)
}

// maxAsks bounds the prompts among which the goal is looked for.
const maxAsks = 8

// tellingScore is the score from which on a sentence can stand as a title.
const tellingScore = 1.0

// wanted says in one phrase what the session was about: of the headings of plans
// handed on, commands, and sentences of the first prompts, the one that tells
// most. Below tellingScore, what was done tells more than any of them.
func (r *reader) wanted(a *account, intent fact.Intent) (best wish) {
	asked, busiest, most := 0, -1, 0
	for i := range a.turns {
		if n := 3*a.turns[i].edits + a.turns[i].steps; n > most && !a.turns[i].trivial {
			busiest, most = i, n
		}
	}
	consider := func(w wish, lag float64) {
		w.score -= lag
		if w.text != "" && (best.text == "" || w.score > best.score+0.01) {
			best = w
		}
	}
	for i := range a.turns {
		t := &a.turns[i]
		if t.trivial {
			continue
		}
		lag := min(0.5*float64(asked), 1.5)
		if i == busiest {
			lag -= 0.4
		}
		switch {
		case t.turn.Origin == transcript.PlanHand:
			text := t.turn.Plan
			if text == "" {
				text = t.turn.Prompt
			}
			if h := planTitle(text); h != "" {
				if asked == 0 {
					return wish{text: h, score: 9}
				}
				consider(wish{text: h, score: 4.5}, lag)
			}
		case t.turn.Command != "":
			consider(r.commandWish(a, t, intent), lag)
		default:
			for _, w := range r.wishes(a, t.turn.Prompt, intent, asked == 0) {
				consider(w, lag)
			}
		}
		if asked++; asked == maxAsks {
			break
		}
	}
	return best
}

// commandWish puts a custom command into words: "/review-pr 12" is "Review pr
// 12"; words that ask for something by themselves stand alone.
func (r *reader) commandWish(a *account, t *turnAccount, intent fact.Intent) wish {
	args := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(t.turn.Prompt), t.turn.Command))
	name := commandName(t.turn.Command)
	if args == "" {
		if known, of := clientCommand(t.turn.Command); known != "" {
			score := 1.4
			if of == intent {
				score += 0.8
			}
			return wish{text: known, score: score}
		}
		if !strings.Contains(name, " ") {
			return wish{text: name, score: 0.9} // "/help", "/status"
		}
		return wish{text: name, score: 1.3}
	}
	var best wish
	for i, w := range r.wishes(a, args, intent, true) {
		if i == 0 || w.score > best.score {
			best = w
		}
	}
	switch words := len(strings.Fields(best.text)); {
	case best.text == "":
		return wish{text: name + " " + plain(firstLine(args)), score: 2.2}
	case words >= 5 && best.asks && best.score >= 2:
		return wish{text: best.text, score: best.score + 0.5}
	case words >= 5:
		return wish{text: name + ": " + best.text, score: best.score + 1.2}
	}
	return wish{text: name + " " + best.text, score: max(best.score, 0) + 1.6}
}

// commandName puts the name of a command into words, its plugin left out.
func commandName(command string) string {
	name := strings.TrimPrefix(command, "/")
	if i := strings.LastIndexByte(name, ':'); i >= 0 && i < len(name)-1 {
		name = name[i+1:]
	}
	words := strings.Fields(tidy(strings.NewReplacer("-", " ", "_", " ", "/", " ").Replace(name)))
	for i, w := range words {
		switch w {
		case "pr", "ci", "api", "ui", "ux", "e2e", "sql", "adr", "prd", "cli":
			words[i] = strings.ToUpper(w)
		}
	}
	return strings.Join(words, " ")
}

// clientCommand says what the coding agent's own commands do, and with which
// intent; "" for others.
func clientCommand(command string) (does string, of fact.Intent) {
	switch command {
	case "/init":
		return "Write a CLAUDE.md for the repository", fact.SmallChange
	case "/review":
		return "Review a pull request", fact.Review
	case "/security-review":
		return "Review the changes for security", fact.Review
	case "/pr-comments":
		return "Get the comments of a pull request", fact.Question
	case "/install-github-app":
		return "Install the GitHub app", fact.SmallChange
	case "/simplify":
		return "Review and simplify the changes", fact.Refactor
	}
	return "", fact.IntentNone
}

// planTitle returns the heading of a plan, without what only says that it is
// one: "Plan:", "Implementation Plan —", "План:".
func planTitle(text string) string {
	for _, p := range pieces(text, person, 8) {
		if strings.HasPrefix(p.text, "Implement the following plan") || p.kind == output {
			continue
		}
		h := plain(p.text)
		for i, c := range h {
			if c != ':' && c != '：' && c != '—' && c != '–' && c != '-' {
				continue
			}
			rest := plain(h[i+utf8.RuneLen(c):])
			if onlyPlan(h[:i]) && worded(rest) {
				h = rest
			}
			break
		}
		if h = strings.TrimRight(h, ".。 "); worded(h) && !onlyPlan(h) {
			return h
		}
	}
	return ""
}

// onlyPlan reports whether words only say that something is a plan.
func onlyPlan(s string) bool {
	n := 0
	for w := range strings.FieldsSeq(strings.ToLower(strings.Trim(s, " :"))) {
		switch w {
		case "plan", "the", "an", "of", "final", "implementation", "prd", "spec", "specification", "revised", "updated", "план", "реализации", "计划", "方案", "实施计划", "实现计划", "計画", "実装計画", "계획", "구현", "piano", "plano", "de", "d'implémentation", "implementierungsplan", "umsetzungsplan", "plan:", "v2", "v3", "implementación", "implementação",
			"overview", "context", "summary", "goal", "goals", "background", "introduction", "problem", "übersicht", "kontext", "ziel", "zusammenfassung", "resumen", "contexto", "objetivo", "contexte", "objectif", "contesto", "obiettivo", "обзор", "контекст", "цель", "kontekst", "概述", "背景", "目标", "概要", "目的", "개요", "배경", "목표":
			n++
		default:
			return false
		}
	}
	return n > 0
}

// deed says what was done, where no prompt tells what was wanted: the plan that
// was made, the first commit, the agent's closing words, the files changed, its
// first words. "" where the prompt tells as much.
func (r *reader) deed(v *view, told news, prompt string) string {
	a := v.a
	if m := made(a); m != "" {
		return m
	}
	if prompt != "" && !fragment(a) && !printedOnly(a) {
		return ""
	}
	if (told.done || printedOnly(a)) && !v.end.cut() && utf8.RuneCountInString(told.text) >= 12 {
		return told.text
	}
	if len(a.edits) > 0 {
		return "Change " + fileList(a)
	}
	for i := range a.turns {
		for _, s := range a.turns[i].turn.Says {
			if apiTrouble(s.Text) {
				continue
			}
			if t := r.firstSaid(a, s.Text); t != "" {
				return t
			}
		}
	}
	if prompt != "" {
		return ""
	}
	for i := range a.turns {
		for k := range a.turns[i].turn.Steps {
			if s := &a.turns[i].turn.Steps[k]; s.Tool != "" {
				return plain(s.Tool + " " + path.Base(strings.ReplaceAll(firstLine(s.Target), `\`, "/")))
			}
		}
	}
	for i := range a.turns {
		if a.turns[i].turn.Images > 0 {
			return "A picture without words"
		}
	}
	return ""
}

// made names the plan that was drawn up or the first commit.
func made(a *account) string {
	for i := len(a.plans) - 1; i >= 0; i-- {
		if h := planTitle(a.plans[i].step.PlanText); h != "" {
			return h
		}
	}
	return firstCommit(a)
}

// firstWords returns the first line that the person wrote.
func firstWords(a *account) string {
	for i := range a.turns {
		if s := plain(placeholders(clipBytes(firstLine(a.turns[i].turn.Prompt), plainBytes))); worded(s) {
			return clipBytes(s, sentenceBytes)
		}
	}
	return ""
}

// fragment reports whether the first prompt is a single word, a number, a mark,
// or a nod.
func fragment(a *account) bool {
	for i := range a.turns {
		if t := &a.turns[i]; !t.trivial && t.turn.Command == "" {
			return len(strings.Fields(t.turn.Prompt)) < 2 && t.heard.words < 5 || t.heard.words <= 4 && t.heard.any(assent, resume, accept, thanks, greet)
		}
	}
	return true
}

// printedOnly reports whether the first prompt is nothing but what a program
// printed, or code.
func printedOnly(a *account) bool {
	for i := range a.turns {
		if t := &a.turns[i]; !t.trivial && t.turn.Prompt != "" {
			for _, p := range pieces(clipBytes(t.turn.Prompt, headBytes), person, maxSentences) {
				if p.kind != output {
					return false
				}
			}
			return true
		}
	}
	return false
}

// fileList names up to two of the files that were edited, in order.
func fileList(a *account) string {
	var names []string
	for _, e := range a.edits {
		file := e.step.Target
		if e.step.Edit != nil {
			file = e.step.Edit.File
		}
		name := tidy(path.Base(strings.ReplaceAll(file, `\`, "/")))
		if len(names) == 0 || names[0] != name {
			names = append(names, name)
		}
		if len(names) == 2 {
			break
		}
	}
	if more := len(a.files) - len(names); more > 0 {
		return strings.Join(names, ", ") + " and " + counted(more, "other file", "other files")
	}
	return strings.Join(names, " and ")
}

// firstCommit returns the subject of the first commit that was made, without
// its conventional kind.
func firstCommit(a *account) string {
	for i := range a.turns {
		for k := range a.turns[i].turn.Steps {
			s := &a.turns[i].turn.Steps[k]
			if s.Class.Has(shell.ClassCommit) && s.CarriedOut() {
				if m := commitSubject(s.Target); m != "" {
					_, rest := conventional(m)
					if rest = plain(rest); worded(rest) {
						return rest
					}
				}
			}
		}
	}
	return ""
}
