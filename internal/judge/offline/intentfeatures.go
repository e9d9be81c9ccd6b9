package offline

import (
	"math"
	"path"
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// intentFeature is a number by which the intent of a session is told.
type intentFeature struct {
	name  string
	value func(q *quest) float64
}

func (q *quest) words(c class) float64   { return math.Min(3, float64(q.first.leads[c])) }
func (q *quest) counts(c class) float64  { return math.Min(3, float64(q.first.count[c])) }
func (q *quest) opening(c class) float64 { return truth(q.first.opening[c] > 0) }

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

// ruleIs reports whether the guess by rules of thumb is the intent that a class
// asks for.
func (q *quest) ruleIs(c class) float64 {
	for i, k := range intentClass() {
		if k == c {
			return truth(q.rule == fact.Intents[i])
		}
	}
	return 0
}

func tiedFeatures() []tiedFeature {
	return []tiedFeature{
		{"rule", func(q *quest, c class) float64 { return q.ruleIs(c) }},
		{"first_lead", func(q *quest, c class) float64 { return leads(q.first, c) * truth(!q.handed) }},
		{"first_opening", func(q *quest, c class) float64 { return truth(q.first.opening[c] > 0 && !q.handed) }},
		{"first_share", func(q *quest, c class) float64 { return share(q.first, c) * truth(!q.handed) }},
		{"first_portion", func(q *quest, c class) float64 { return portion(q.first, c) * truth(!q.handed) }},
		{"plan_portion", func(q *quest, c class) float64 { return portion(q.first, c) * truth(q.handed) }},
		{"turns_lead", func(q *quest, c class) float64 {
			return q.turnShare(func(t *turnAccount) float64 { return leads(&t.heard, c) })
		}},
		{"turns_opening", func(q *quest, c class) float64 { return q.all(c) }},
		{"main_lead", func(q *quest, c class) float64 { return leads(q.main, c) }},
		{"main_portion", func(q *quest, c class) float64 { return portion(q.main, c) }},
		{"docs_has", func(q *quest, c class) float64 { return truth(q.docs.count[c] > 0) }},
		{"title_lead", func(q *quest, c class) float64 { return leads(&q.title, c) }},
		{"title_has", func(q *quest, c class) float64 { return truth(q.title.count[c] > 0) }},
		{"reply_lead", func(q *quest, c class) float64 { return leads(&q.reply, c) }},
		{"reply_portion", func(q *quest, c class) float64 { return portion(&q.reply, c) }},
		{"closing_lead", func(q *quest, c class) float64 { return leads(&q.closing, c) }},
		{"closing_portion", func(q *quest, c class) float64 { return portion(&q.closing, c) }},
		{"commit_lead", func(q *quest, c class) float64 { return leads(&q.commit, c) }},
		{"commit_portion", func(q *quest, c class) float64 { return portion(&q.commit, c) }},
		{"evidence", func(q *quest, c class) float64 { return q.weighed(c) }},
		{"rule_worked", func(q *quest, c class) float64 { return q.ruleIs(c) * truth(q.a.touched() && !q.handed) }},
		{"rule_handed", func(q *quest, c class) float64 { return q.ruleIs(c) * truth(q.handed) }},
		{"evidence_worked", func(q *quest, c class) float64 { return q.weighed(c) * truth(q.a.touched() && !q.handed) }},
		{"evidence_handed", func(q *quest, c class) float64 { return q.weighed(c) * truth(q.handed) }},
		{"worked_lead", func(q *quest, c class) float64 { return q.workedLead(c) }},
		{"opening_lead", func(q *quest, c class) float64 { return leads(&q.v.opening, c) }},
		{"opening_portion", func(q *quest, c class) float64 { return portion(&q.v.opening, c) }},
		{"account_lead", func(q *quest, c class) float64 { return leads(&q.v.account, c) }},
		{"account_share", func(q *quest, c class) float64 { return share(&q.v.account, c) }},
		{"offer_lead", func(q *quest, c class) float64 { return leads(&q.v.offer, c) }},
		{"offer_share", func(q *quest, c class) float64 { return share(&q.v.offer, c) }},
		{"tasks_share", func(q *quest, c class) float64 { return share(&q.v.tasks, c) }},
		{"ticket_share", func(q *quest, c class) float64 { return share(&q.v.ticket, c) }},
		{"opened_share", func(q *quest, c class) float64 { return share(&q.v.branch, c) }},
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
	add("pasted_errors", func(q *quest) float64 { return math.Min(3, float64(q.opener.pasted)) })
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
	add("most_words", func(q *quest) float64 {
		most := 0
		for i := range q.a.turns {
			most = max(most, q.a.turns[i].heard.words)
		}
		return log1p(most)
	})
	add("all_words", func(q *quest) float64 {
		n := 0
		for i := range q.a.turns {
			n += min(q.a.turns[i].heard.words, 200)
		}
		return log1p(n)
	})
	add("points", func(q *quest) float64 {
		n := 0
		for i := range q.a.turns {
			if t := q.a.turns[i].turn; t.Origin != transcript.PlanHand {
				n = max(n, listItems(t.Prompt))
			}
		}
		return log1p(n)
	})
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
	add("tests", func(q *quest) float64 { return log1p(q.a.count(shell.ClassTest)) })
	add("lints", func(q *quest) float64 { return truth(q.a.count(shell.ClassLint|shell.ClassTypeCheck) > 0) })
	add("runs", func(q *quest) float64 { return log1p(q.a.runs) })
	add("installs", func(q *quest) float64 { return truth(q.a.installs > 0) })
	add("moved", func(q *quest) float64 { return log1p(q.v.moved) })
	add("moved_share", func(q *quest) float64 { return float64(q.v.moved) / float64(q.a.added+10) })
	add("balance", func(q *quest) float64 {
		return 1 - math.Abs(float64(q.a.added-q.a.removed))/float64(q.a.added+q.a.removed+10)
	})
	add("lines_per_edit", func(q *quest) float64 {
		return log1p((q.a.added + q.a.removed) / max(1, len(q.a.edits)))
	})
	add("edits_per_file", func(q *quest) float64 { return log1p(len(q.a.edits) / max(1, len(q.a.files))) })
	add("most_lines", func(q *quest) float64 { return log1p(slices.Max(append(q.v.lines, 0))) })
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
func (a *account) count(w shell.Class) int {
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
	case ".md", ".mdx", ".qmd", ".rmd", ".org", ".typ", ".pdf", ".txt", ".rst", ".adoc", ".tex", ".docx", ".html.md":
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
