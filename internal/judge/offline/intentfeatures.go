package offline

import (
	"math"
	"path"
	"strings"
	"unicode/utf8"

	"prism/internal/learn"
	"prism/internal/session"
	"prism/internal/transcript"
)

// intentFeature is a number by which the intent of a session is told.
type intentFeature struct {
	name  string
	value func(q *quest) float64
}

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
	kinds   [8]int  // kinds of conventional commits, by conventional
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
	return q
}

func clipBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
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

func (q *quest) words(c class) float64   { return math.Min(3, float64(q.first.leads[c])) }
func (q *quest) counts(c class) float64  { return math.Min(3, float64(q.first.count[c])) }
func (q *quest) opening(c class) float64 { return truth(q.first.opening[c] > 0) }
func (q *quest) heading(c class) float64 { return truth(q.title.count[c] > 0) }

// all is the share of turns whose prompt opens with a class.
func (q *quest) all(c class) float64 {
	n := 0
	for i := range q.a.turns {
		if q.a.turns[i].heard.opening[c] > 0 {
			n++
		}
	}
	return float64(n) / q.n
}

// asked lists the classes by which work is asked for.
func asked() []class {
	return []class{askFix, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall, question, broken, askRun}
}

// lead returns the class of what a speech asks for first: at the head of a
// clause, else anywhere.
func (s *speech) lead() (class, bool) {
	best, found := class(0), false
	for _, c := range asked() {
		if s.leads[c] > 0 && (!found || s.lead1[c] < s.lead1[best]) {
			best, found = c, true
		}
	}
	return best, found
}

// tiedFeature says how much a voice speaks of one intent.
type tiedFeature struct {
	name  string
	value func(q *quest, c class) float64
}

// intentClass is the class by which an intent is asked for, in the order of
// fact.Intents.
func intentClass() [8]class {
	return [8]class{question, askInvestigate, askReview, askPlan, askSmall, askFix, askAdd, askRefactor}
}

func leads(sp *speech, c class) float64 {
	l, ok := sp.lead()
	switch {
	case ok && l == broken:
		l = askFix
	case ok && l == askRun:
		l = askSmall
	}
	return truth(ok && l == c)
}

// share is how much of all the phrases of a speech, wherever they stand, are of
// a class.
func share(sp *speech, c class) float64 {
	n := 0
	for _, k := range asked() {
		n += int(sp.count[k])
	}
	if n == 0 {
		return 0
	}
	return float64(sp.count[c]) / float64(n)
}

// leadsAs reports whether a speech asks for a class first, as it is.
func leadsAs(sp *speech, c class) float64 {
	l, ok := sp.lead()
	return truth(ok && l == c)
}

// portion is how much of what a speech asks for is of a class.
func portion(sp *speech, c class) float64 {
	n := 0
	for _, k := range asked() {
		n += int(sp.leads[k])
	}
	if n == 0 {
		return 0
	}
	m := int(sp.leads[c])
	if c == askFix {
		m += int(sp.leads[broken])
	}
	return float64(m) / float64(n)
}

// turnShare is the share of the turns for which f holds.
func (q *quest) turnShare(f func(t *turnAccount) float64) float64 {
	sum := 0.0
	for i := range q.a.turns {
		sum += f(&q.a.turns[i])
	}
	return sum / q.n
}

func tiedFeatures() []tiedFeature {
	return []tiedFeature{
		{"first_lead", func(q *quest, c class) float64 { return leads(q.first, c) * truth(!q.handed) }},
		{"first_opening", func(q *quest, c class) float64 { return truth(q.first.opening[c] > 0 && !q.handed) }},
		{"first_share", func(q *quest, c class) float64 { return share(q.first, c) * truth(!q.handed) }},
		{"first_portion", func(q *quest, c class) float64 { return portion(q.first, c) * truth(!q.handed) }},
		{"plan_portion", func(q *quest, c class) float64 { return portion(q.first, c) * truth(q.handed) }},
		{"turns_lead", func(q *quest, c class) float64 {
			return q.turnShare(func(t *turnAccount) float64 { return leads(&t.heard, c) })
		}},
		{"turns_opening", func(q *quest, c class) float64 { return q.all(c) }},
		{"title_lead", func(q *quest, c class) float64 { return leads(&q.title, c) }},
		{"title_has", func(q *quest, c class) float64 { return truth(q.title.count[c] > 0) }},
		{"reply_lead", func(q *quest, c class) float64 { return leads(&q.reply, c) }},
		{"reply_portion", func(q *quest, c class) float64 { return portion(&q.reply, c) }},
		{"closing_lead", func(q *quest, c class) float64 { return leads(&q.closing, c) }},
		{"closing_portion", func(q *quest, c class) float64 { return portion(&q.closing, c) }},
		{"commit_lead", func(q *quest, c class) float64 { return leads(&q.commit, c) }},
		{"commit_portion", func(q *quest, c class) float64 { return portion(&q.commit, c) }},
		{"conventional", func(q *quest, c class) float64 {
			switch c {
			case askAdd:
				return truth(q.kinds[1] > 0)
			case askFix:
				return truth(q.kinds[2] > 0)
			case askRefactor:
				return truth(q.kinds[3] > 0)
			case askSmall:
				return truth(q.kinds[4] > 0 || q.kinds[5] > 0)
			}
			return 0
		}},
		{"branch", func(q *quest, c class) float64 {
			b := strings.ToLower(q.opener.turn.Branch)
			switch c {
			case askAdd:
				return truth(hasWord(b, "feat") || hasWord(b, "feature") || hasWord(b, "add"))
			case askFix:
				return truth(hasWord(b, "fix") || hasWord(b, "bug") || hasWord(b, "bugfix") || hasWord(b, "hotfix"))
			case askRefactor:
				return truth(hasWord(b, "refactor") || hasWord(b, "cleanup"))
			case askSmall:
				return truth(hasWord(b, "chore") || hasWord(b, "docs"))
			}
			return 0
		}},
	}
}

func intentFeatures() []intentFeature {
	var f []intentFeature
	add := func(name string, v func(q *quest) float64) { f = append(f, intentFeature{name, v}) }
	lexical := classNames()
	for _, c := range []class{broken, askTest, deliver, complain, question, askRun} {
		n := lexical[c]
		add("first_"+n, func(q *quest) float64 { return q.words(c) * truth(!q.handed) })
		add("count_"+n, func(q *quest) float64 { return q.counts(c) * truth(!q.handed) })
		add("opening_"+n, func(q *quest) float64 { return q.opening(c) * truth(!q.handed) })
		add("all_"+n, func(q *quest) float64 { return q.all(c) })
	}
	for k, n := range []string{"", "feat", "fix", "refactor", "docs", "chore", "test"} {
		if n != "" {
			add("conventional_"+n, func(q *quest) float64 { return truth(q.kinds[k] > 0) })
		}
	}
	for _, n := range []string{"fix", "feat", "refactor", "docs", "chore"} {
		add("branch_"+n, func(q *quest) float64 { return truth(hasWord(strings.ToLower(q.opener.turn.Branch), n)) })
	}
	add("pasted_errors", func(q *quest) float64 { return math.Min(3, float64(pastedErrors(q.opener.turn.Prompt))) })
	add("lines", func(q *quest) float64 { return log1p(q.a.added + q.a.removed) })
	add("code_lines", func(q *quest) float64 { return log1p(q.a.codeLines) })
	add("feedback", func(q *quest) float64 { return math.Min(2, float64(q.first.count[feedback])) })
	add("feedback_turns", func(q *quest) float64 {
		return q.turnShare(func(t *turnAccount) float64 { return truth(t.heard.count[feedback] > 0) })
	})
	code := func(q *quest) float64 { return math.Min(1, log1p(q.a.codeLines)/4) }
	ask := func(q *quest) *speech {
		if q.handed || q.title.words > 0 {
			return &q.title
		}
		return q.first
	}
	for _, c := range []class{askInvestigate, question, askReview, broken, askFix, askAdd} {
		add("code_after_"+lexical[c], func(q *quest) float64 { return code(q) * leadsAs(ask(q), c) })
		add("none_after_"+lexical[c], func(q *quest) float64 { return truth(!q.a.touched()) * leadsAs(ask(q), c) })
	}
	for _, c := range []class{askSmall, askAdd, askRefactor, askFix} {
		add("wide_"+lexical[c], func(q *quest) float64 { return math.Min(1, log1p(len(q.a.files))/2.5) * leadsAs(ask(q), c) })
		add("tiny_"+lexical[c], func(q *quest) float64 {
			return truth(q.a.touched() && q.a.added+q.a.removed < 30) * leadsAs(ask(q), c)
		})
	}
	add("feedback_code", func(q *quest) float64 { return code(q) * truth(q.first.count[feedback] > 0) })
	add("asks_and_answered", func(q *quest) float64 {
		return truth(!q.a.touched() && q.a.end.kind == endAnswer && !q.a.end.announce)
	})
	add("untouched_cut", func(q *quest) float64 { return truth(!q.a.touched() && q.a.end.cut()) })
	add("first_question_mark", func(q *quest) float64 { return truth(q.first.question) })
	add("question_marks", func(q *quest) float64 {
		n := 0
		for i := range q.a.turns {
			if q.a.turns[i].heard.question {
				n++
			}
		}
		return float64(n) / q.n
	})
	add("first_words", func(q *quest) float64 { return log1p(q.first.words) })
	add("handed_plan", func(q *quest) float64 { return truth(q.handed) })
	add("command", func(q *quest) float64 { return truth(q.command != "") })
	add("image", func(q *quest) float64 { return truth(q.opener.turn.Images > 0) })
	add("turns", func(q *quest) float64 { return log1p(len(q.a.turns)) })
	add("edits", func(q *quest) float64 { return log1p(len(q.a.edits)) })
	add("no_edits", func(q *quest) float64 { return truth(len(q.a.edits) == 0) })
	add("untouched", func(q *quest) float64 { return truth(!q.a.touched()) })
	add("files", func(q *quest) float64 { return log1p(len(q.a.files)) })
	add("added", func(q *quest) float64 { return log1p(q.a.added) })
	add("removed", func(q *quest) float64 { return log1p(q.a.removed) })
	add("removed_share", func(q *quest) float64 {
		return float64(q.a.removed) / float64(q.a.added+q.a.removed+10)
	})
	add("created", func(q *quest) float64 { return log1p(q.a.created) })
	add("small_edit", func(q *quest) float64 { return truth(len(q.a.edits) > 0 && q.a.added+q.a.removed < 25) })
	add("reads", func(q *quest) float64 { return log1p(q.a.reads + q.a.searches) })
	add("web", func(q *quest) float64 { return truth(q.a.web > 0) })
	add("tasks", func(q *quest) float64 { return truth(q.a.tasks > 0) })
	add("shell", func(q *quest) float64 { return log1p(q.a.shell) })
	add("tests", func(q *quest) float64 { return log1p(q.a.count(session.ClassTest)) })
	add("lints", func(q *quest) float64 { return truth(q.a.count(session.ClassLint|session.ClassTypeCheck) > 0) })
	add("runs", func(q *quest) float64 { return log1p(q.a.runs) })
	add("installs", func(q *quest) float64 { return truth(q.a.installs > 0) })
	add("commits", func(q *quest) float64 { return truth(q.a.commits > 0) })
	add("delivers_only", func(q *quest) float64 {
		return truth(len(q.a.edits) == 0 && (q.a.commits > 0 || q.a.pushes > 0 || q.a.pulls > 0))
	})
	add("plans", func(q *quest) float64 { return truth(len(q.a.plans) > 0) })
	add("plan_only", func(q *quest) float64 { return truth(len(q.a.plans) > 0 && len(q.a.edits) == 0) })
	add("plan_end", func(q *quest) float64 { return truth(q.a.end.kind == endHanded || q.a.end.kind == endPlan) })
	add("test_files", func(q *quest) float64 { return q.a.fileShare(isTestFile) })
	add("test_only", func(q *quest) float64 { return truth(len(q.a.files) > 0 && q.a.fileShare(isTestFile) == 1) })
	add("doc_files", func(q *quest) float64 { return q.a.fileShare(isDocFile) })
	add("conf_files", func(q *quest) float64 { return q.a.fileShare(isConfFile) })
	add("closing_cause", func(q *quest) float64 { return q.says(saysCause) })
	add("closing_plan", func(q *quest) float64 { return q.says(saysPlan) })
	add("closing_done", func(q *quest) float64 { return q.says(saysDone) })
	add("closing_words", func(q *quest) float64 {
		if t := q.a.last(); t != nil {
			return log1p(t.told.words)
		}
		return 0
	})
	return f
}

func (q *quest) says(c class) float64 {
	if t := q.a.last(); t != nil {
		return truth(t.told.count[c] > 0)
	}
	return 0
}

// count counts the checks of some class.
func (a *account) count(w session.Class) int {
	n := 0
	for i := range a.checks {
		if a.checks[i].work.Has(w) {
			n++
		}
	}
	return n
}

// fileShare is the share of edited files for which f holds; 0 where none was edited.
func (a *account) fileShare(f func(string) bool) float64 {
	if len(a.files) == 0 {
		return 0
	}
	n := 0
	for name := range a.files {
		if f(strings.ToLower(strings.ReplaceAll(name, "\\", "/"))) {
			n++
		}
	}
	return float64(n) / float64(len(a.files))
}

func isTestFile(name string) bool {
	base := path.Base(name)
	return hasWord(base, "test") || hasWord(base, "tests") || hasWord(base, "spec") || strings.Contains(name, "/test/") || strings.Contains(name, "/tests/") || strings.Contains(name, "__tests__") || strings.Contains(name, "/e2e/") || strings.HasSuffix(strings.TrimSuffix(base, path.Ext(base)), "test")
}

func isDocFile(name string) bool {
	switch path.Ext(name) {
	case ".md", ".mdx", ".txt", ".rst", ".adoc", ".tex", ".docx", ".html.md":
		return true
	}
	return false
}

func isConfFile(name string) bool {
	switch path.Ext(name) {
	case ".json", ".yaml", ".yml", ".toml", ".ini", ".conf", ".cfg", ".env", ".lock", ".properties", ".gitignore", ".xml", ".plist", ".mod", ".sum":
		return true
	}
	base := path.Base(name)
	return strings.HasPrefix(base, ".") || base == "dockerfile" || base == "makefile"
}

func (q *quest) voices() string {
	out := ""
	names := classNames()
	say := func(what string, sp *speech) {
		if l, ok := sp.lead(); ok {
			out += what + ":" + names[l] + "(" + head(sp.text[sp.lead1[l]:min(len(sp.text), sp.lead1[l]+14)]) + ") "
		}
	}
	say("first", q.first)
	say("title", &q.title)
	say("reply", &q.reply)
	say("closing", &q.closing)
	say("commit", &q.commit)
	return out
}

// pastedErrors counts the lines of a prompt that are the output of something
// that failed.
func pastedErrors(prompt string) int {
	n, seen := 0, 0
	for line := range strings.SplitSeq(prompt, "\n") {
		if seen++; seen > 200 {
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

// Limits on the words that are learned from, per text and per session.
const (
	askedWords = 90
	toldWords  = 120
	allWords   = 400
)

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
