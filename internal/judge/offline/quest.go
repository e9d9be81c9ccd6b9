package offline

import (
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/learn"
	"prism/internal/session"
	"prism/internal/transcript"
)

// quest is what a session set out to do, as the several voices that speak of it
// tell: the person's first ask and all later ones, the heading of a plan or a
// command's name, the agent's first words, its commits, its closing words.
type quest struct {
	a       *account
	opener  *turnAccount
	first   *speech // the first prompt that asks for something
	title   speech  // heading of a plan handed on, or the words of a command
	reply   speech  // the agent's first words
	commit  speech  // subjects of commits
	closing speech  // the agent's closing words, read for what they say was done
	main    *speech // the prompt of the turn in which most was done
	docs    speech  // names of the documents that were written
	kinds   [8]int  // kinds of conventional commits, by conventional
	rule    fact.Intent
	n       float64
	handed  bool
	command string
}

func (r *reader) quest(a *account) *quest {
	q := &quest{a: a, first: &speech{}, opener: &turnAccount{turn: &session.Turn{}}}
	q.n = math.Max(1, float64(len(a.turns)))
	best := -1
	for i := range a.turns {
		t := &a.turns[i]
		if t.trivial {
			continue
		}
		if best < 0 {
			best = i
		}
		if t.turn.Origin == transcript.PlanHand || t.turn.Command != "" || asksWork(&t.heard) {
			best = i
			break
		}
	}
	if best >= 0 {
		q.opener = &a.turns[best]
		q.first = &q.opener.heard
		q.handed = q.opener.turn.Origin == transcript.PlanHand
		q.command = q.opener.turn.Command
	}
	switch {
	case q.handed:
		text := q.opener.turn.Plan
		if text == "" {
			text = q.opener.turn.Prompt
		}
		r.listen(r.person, planHeading(text), a.spoken, &q.title)
		var sp speech
		r.listen(r.person, planBody(text), a.spoken, &sp)
		q.first = &sp
	case q.command != "":
		r.listen(r.person, strings.NewReplacer("/", " ", "-", " ", "_", " ", ":", " ").Replace(q.command), a.spoken, &q.title)
	}
	for i := range a.turns {
		if says := a.turns[i].turn.Says; len(says) > 0 && !apiTrouble(says[0].Text) {
			r.listen(r.person, clipBytes(says[0].Text, 400), a.spoken, &q.reply)
			break
		}
	}
	if t := a.last(); t != nil && t.closing != nil {
		r.listen(r.person, clipBytes(t.closing.Text, 700), a.spoken, &q.closing)
	}
	q.main = q.first
	most := -1
	for i := range a.turns {
		t := &a.turns[i]
		if n := 3*t.edits + t.steps; n > most && !t.trivial && asksWork(&t.heard) && t.turn.Origin != transcript.PlanHand {
			most, q.main = n, &t.heard
		}
	}
	var docs []string
	for name := range a.files {
		if isDocFile(strings.ToLower(name)) {
			docs = append(docs, nameWords(name))
		}
	}
	slices.Sort(docs)
	r.listen(r.person, strings.Join(docs, ". "), a.spoken, &q.docs)
	var subjects []string
	for i := range a.turns {
		for k := range a.turns[i].turn.Steps {
			s := &a.turns[i].turn.Steps[k]
			if s.Class.Has(session.ClassCommit) && len(subjects) < 6 {
				if m := commitSubject(s.Target); m != "" {
					kind, rest := conventional(m)
					q.kinds[kind]++
					subjects = append(subjects, rest)
				}
			}
		}
	}
	r.listen(r.person, strings.Join(subjects, ". "), a.spoken, &q.commit)
	q.rule = ruleIntent(q)
	return q
}

// Limits on the words that are learned from, per text and per session.
const (
	askedWords = 90
	toldWords  = 120
	allWords   = 400
)

// planHeading returns the first heading of a plan without its mark and the
// words "plan" before it.
func planHeading(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "Implement the following plan") {
			continue
		}
		if h := strings.TrimSpace(strings.TrimLeft(line, "#")); h != "" {
			return stripPlan(h)
		}
	}
	return ""
}

// stripPlan drops what only says that a heading is a plan's: "Plan:",
// "Implementation Plan —", "План:".
func stripPlan(h string) string {
	for i, r := range h {
		if i > 40 {
			break
		}
		if r != ':' && r != '：' && r != '—' && r != '–' {
			continue
		}
		rest := strings.TrimSpace(h[i+utf8.RuneLen(r):])
		before := strings.ToLower(h[:i])
		for _, w := range []string{"plan", "план", "计划", "計画", "계획", "piano", "plano", "方案", "implementation", "prd", "spec"} {
			if rest != "" && strings.Contains(before, w) {
				return rest
			}
		}
		break
	}
	return h
}

// planBody returns what follows the heading, bounded.
func planBody(text string) string {
	h := planHeading(text)
	if i := strings.Index(text, h); i >= 0 {
		text = text[i+len(h):]
	}
	if len(text) > 1500 {
		text = text[:1500]
	}
	return strings.ToValidUTF8(text, "")
}

// commitSubject returns the first line of the message that a git commit is
// given on the command line; "" where none is seen.
func commitSubject(command string) string {
	i := strings.Index(command, "commit")
	if i < 0 {
		return ""
	}
	rest := command[i:]
	for _, flag := range []string{"-m ", "-am ", "-m\"", "-am\"", "--message=", "--message "} {
		k := strings.Index(rest, flag)
		if k < 0 {
			continue
		}
		m := strings.TrimLeft(rest[k+len(flag):], " \"'")
		if strings.HasPrefix(m, "$(cat <<") {
			if nl := strings.IndexByte(m, '\n'); nl >= 0 {
				m = m[nl+1:]
			}
		}
		m = firstLine(m)
		if end := strings.IndexAny(m, "\"'"); end > 12 {
			m = m[:end]
		}
		return strings.TrimSpace(strings.Trim(m, "\"'"))
	}
	return ""
}

// conventional splits the kind off a conventional commit's subject: 0 other,
// 1 feat, 2 fix, 3 refactor or perf or style, 4 docs, 5 chore or build or ci, 6 test.
func conventional(subject string) (kind int, rest string) {
	head, tail, ok := strings.Cut(subject, ":")
	if !ok || len(head) > 40 {
		return 0, subject
	}
	if i := strings.IndexAny(head, "(!"); i >= 0 {
		head = head[:i]
	}
	head = strings.ToLower(strings.TrimSpace(head))
	if i := strings.LastIndexByte(head, ' '); i >= 0 {
		head = head[i+1:]
	}
	switch head {
	case "feat", "feature":
		return 1, tail
	case "fix", "bugfix", "hotfix":
		return 2, tail
	case "refactor", "perf", "style", "cleanup":
		return 3, tail
	case "docs", "doc":
		return 4, tail
	case "chore", "build", "ci", "deps":
		return 5, tail
	case "test", "tests":
		return 6, tail
	}
	return 0, subject
}

// nameWords puts the last element of a path into words.
func nameWords(name string) string {
	base := path.Base(strings.ReplaceAll(name, "\\", "/"))
	base = strings.TrimSuffix(base, path.Ext(base))
	return strings.NewReplacer("-", " ", "_", " ", ".", " ").Replace(base)
}

func clipBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// wordsOf returns the distinct words of the person and of the agent.
func (r *reader) wordsOf(a *account, q *quest) (asked, told []string) {
	take := func(dst []string, text string, n int) []string {
		if len(dst) > allWords {
			return dst
		}
		for _, t := range r.sc.scan(clipBytes(text, 8*n), n) {
			if len(t.word) > 1 && len(t.word) < 24 && (t.word[0] < '0' || t.word[0] > '9') {
				dst = append(dst, t.word)
			}
		}
		return dst
	}
	for i := range a.turns {
		t := a.turns[i].turn
		switch {
		case t.Plan != "":
			asked = take(asked, t.Plan, askedWords)
		default:
			asked = take(asked, t.Command+" "+t.Prompt, askedWords)
		}
	}
	told = take(told, q.reply.text, toldWords/2)
	told = take(told, q.closing.text, toldWords)
	told = take(told, q.commit.text, toldWords/2)
	return learn.Distinct(asked), learn.Distinct(told)
}

// listItems counts the lines of a prompt that are items of a list or headings.
func listItems(prompt string) int {
	n, seen := 0, 0
	for line := range strings.SplitSeq(prompt, "\n") {
		if seen++; seen > 300 {
			break
		}
		line = strings.TrimSpace(line)
		if len(line) < 3 {
			continue
		}
		switch c := line[0]; {
		case (c == '-' || c == '*' || c == '#') && (line[1] == ' ' || line[1] == '#'),
			'0' <= c && c <= '9' && (line[1] == '.' || line[1] == ')'),
			strings.HasPrefix(line, "•"):
			n++
		}
	}
	return n
}

// pastedErrors counts the lines of a prompt that are the output of something
// that failed.
func pastedErrors(prompt string) int {
	n, seen := 0, 0
	for line := range strings.SplitSeq(prompt, "\n") {
		if seen++; seen > 80 {
			break
		}
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if len(line) > maxLineBytes {
			line = line[:maxLineBytes]
		}
		switch lineVerdict(line) {
		case strongFail, weakFail, countFail:
			n++
		}
	}
	return n
}
