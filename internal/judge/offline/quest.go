package offline

import (
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/learn"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// quest is what a session set out to do, as the several voices that speak of it
// tell: the person's first ask and all later ones, the heading of a plan or a
// command's name, the agent's first words, its commits, its closing words.
type quest struct {
	a       *account
	opener  *turnAccount
	first   *speech    // the first prompt that asks for something
	title   speech     // heading of a plan handed on, or the words of a command
	reply   speech     // the agent's first words
	commit  speech     // subjects of commits
	closing speech     // the agent's closing words, read for what they say was done
	main    *speech    // the prompt of the turn in which most was done
	docs    speech     // names of the documents that were written
	v       *voices    // what else speaks of it
	ev      [8]float64 // evidence for each of fact.Intents
	kinds   [8]int     // kinds of conventional commits, by conventional
	rule    fact.Intent
	n       float64
	handed  bool
	command string
}

func (r *reader) quest(a *account) *quest {
	q := &quest{a: a, v: r.voices(a), first: &speech{}, opener: &turnAccount{turn: &conversation.Turn{}}}
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
			if s.Class.Has(shell.ClassCommit) && len(subjects) < 6 {
				if m := commitSubject(s.Target); m != "" {
					kind, rest := conventional(m)
					q.kinds[kind]++
					subjects = append(subjects, rest)
				}
			}
		}
	}
	r.listen(r.person, strings.Join(subjects, ". "), a.spoken, &q.commit)
	for i, c := range intentClass() {
		q.ev[i] = q.evidence(c)
	}
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
	if k := strings.Index(rest, "-F - <<"); k >= 0 { // the message comes from a here-document
		if nl := strings.IndexByte(rest[k:], '\n'); nl >= 0 {
			return strings.TrimSpace(firstLine(rest[k+nl+1:]))
		}
	}
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

// voices are the texts beside the prompts that tell what a session is about:
// read where they stand, bounded, and heard with the same words as the prompts.
type voices struct {
	opening speech // the agent's first words in the turn in which most was done
	account speech // its last words there
	did     speech // the same words, heard for what the agent says it did
	offer   speech // what it had offered where the person only agreed
	tasks   speech // its list of tasks, and what it sent helpers to do
	ticket  speech // titles of the issue or pull request it was sent to
	branch  speech // names of branches it opened, titles of pull requests it opened
	moved   int    // lines that were taken out of one file and put into another
	worked  int    // index in account.turns of the turn in which most was done, −1 none
	lines   []int  // changed by each turn
}

// Limits on voices.
const (
	openingBytes  = 500
	accountBytes  = 900
	offerBytes    = 500
	maxTasks      = 10
	taskBytes     = 120
	maxTitles     = 4
	maxMovedLines = 20000
)

func (r *reader) voices(a *account) *voices {
	v := &voices{worked: -1}
	most := 0
	for i := range a.turns {
		n := changedLines(a.turns[i].turn)
		v.lines = append(v.lines, n)
		if w := n + 5*a.turns[i].edits + a.turns[i].steps; w > most {
			most, v.worked = w, i
		}
	}
	if v.worked >= 0 {
		t := &a.turns[v.worked]
		if says := t.turn.Says; len(says) > 0 {
			r.listen(r.person, clipBytes(says[0].Text, openingBytes), a.spoken, &v.opening)
			last := says[len(says)-1].Text
			r.listen(r.person, clipBytes(last, accountBytes), a.spoken, &v.account)
			r.listen(r.agent, clipBytes(last, accountBytes), a.spoken, &v.did)
		}
		if !asksWork(&t.heard) && t.heard.words <= 12 && t.turn.Origin != transcript.PlanHand {
			for i := v.worked - 1; i >= 0; i-- {
				if c := a.turns[i].closing; c != nil {
					r.listen(r.person, tailBytesOf(c.Text, offerBytes), a.spoken, &v.offer)
					break
				}
			}
		}
	}
	var tasks, titles, names []string
	for i := range a.turns {
		for k := range a.turns[i].turn.Steps {
			s := &a.turns[i].turn.Steps[k]
			switch {
			case s.Subagent:
			case s.Tool == "Task" || s.Tool == "Agent" || s.Tool == "TaskCreate":
				if len(tasks) < maxTasks && s.Target != "" {
					tasks = append(tasks, clipBytes(s.Target, taskBytes))
				}
			case s.Class != 0 || s.Tool == "Bash":
				if len(titles) < maxTitles {
					if t := ticketTitle(s); t != "" {
						titles = append(titles, t)
					}
				}
				if len(names) < maxTitles {
					names = append(names, openedNames(s.Target)...)
				}
			}
		}
	}
	r.listen(r.person, strings.Join(tasks, ". "), a.spoken, &v.tasks)
	r.listen(r.person, strings.Join(titles, ". "), a.spoken, &v.ticket)
	r.listen(r.person, strings.Join(names, ". "), a.spoken, &v.branch)
	v.moved = movedLines(a)
	return v
}

// changedLines counts the lines that a turn's edits added and removed; plans do
// not count.
func changedLines(t *conversation.Turn) int {
	n := 0
	for i := range t.Steps {
		if e := t.Steps[i].Edit; e != nil && !e.Plan && t.Steps[i].CarriedOut() {
			n += e.Added + e.Removed
		}
	}
	return n
}

// movedLines counts the lines that were removed from one file and added to
// another: what a restructuring does, and nothing else does much.
func movedLines(a *account) int {
	from := map[uint64]string{}
	for _, p := range a.edits {
		e := p.step.Edit
		if e == nil {
			continue
		}
		for _, h := range e.RemovedHash {
			if len(from) >= maxMovedLines {
				break
			}
			from[h] = e.File
		}
	}
	if len(from) == 0 {
		return 0
	}
	n := 0
	for _, p := range a.edits {
		e := p.step.Edit
		if e == nil {
			continue
		}
		for i, h := range e.AddedHash {
			if i >= maxMovedLines {
				break
			}
			if f, ok := from[h]; ok && f != e.File {
				n++
			}
		}
	}
	return n
}

// ticketTitle returns the title of the issue or pull request that a forge's
// command line showed; "" where the step is no such call.
func ticketTitle(s *conversation.Step) string {
	if !strings.Contains(s.Target, "issue view") && !strings.Contains(s.Target, "pr view") && !strings.Contains(s.Target, "mr view") &&
		!strings.Contains(s.Target, "gh api") {
		return ""
	}
	out := s.Output
	if rest, ok := strings.CutPrefix(out, "title:"); ok {
		return strings.TrimSpace(clipBytes(firstLine(rest), taskBytes))
	}
	if i := strings.Index(out, `"title":`); i >= 0 {
		rest := strings.TrimLeft(out[i+len(`"title":`):], " ")
		if rest, ok := strings.CutPrefix(rest, `"`); ok {
			if end := strings.IndexByte(rest, '"'); end > 0 {
				return clipBytes(rest[:end], taskBytes)
			}
		}
	}
	return ""
}

// openedNames returns the names of the branches that a command opens, in words,
// and the title of the pull request that it opens.
func openedNames(command string) []string {
	var out []string
	for _, verb := range []string{"checkout -b ", "switch -c ", "switch --create ", "checkout -B "} {
		if i := strings.Index(command, verb); i >= 0 {
			if f := strings.Fields(command[i+len(verb):]); len(f) > 0 && len(f[0]) < 100 {
				out = append(out, branchWords(strings.Trim(f[0], `"';&`)))
			}
		}
	}
	if strings.Contains(command, "pr create") || strings.Contains(command, "mr create") {
		for _, flag := range []string{"--title ", "--title=", "-t "} {
			i := strings.Index(command, flag)
			if i < 0 {
				continue
			}
			rest := strings.TrimLeft(command[i+len(flag):], " ")
			if rest == "" {
				break
			}
			if q := rest[0]; q == '"' || q == '\'' {
				if end := strings.IndexByte(rest[1:], q); end > 0 {
					_, title := conventional(rest[1 : 1+end])
					out = append(out, clipBytes(title, taskBytes))
				}
			}
			break
		}
	}
	return out
}

// branchWords puts a branch's name into words, what stands for its owner left out
// where several elements remain.
func branchWords(name string) string {
	dir, base := path.Split(name)
	return strings.NewReplacer("/", " ", "-", " ", "_", " ", ".", " ").Replace(dir + base)
}

// tailBytesOf returns the last n bytes of a text.
func tailBytesOf(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-n:], "")
}

// worked is the class by which the work was asked for, turn by turn, each turn
// weighed by the lines that it changed.
func (q *quest) workedLead(c class) float64 {
	sum, all := 0.0, 0.0
	for i := range q.a.turns {
		w := log1p(q.v.lines[i])
		if w == 0 {
			continue
		}
		all += w
		t := &q.a.turns[i]
		sp := &t.heard
		if t.turn.Origin == transcript.PlanHand {
			sp = &q.title
		}
		sum += w * leads(sp, c)
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
