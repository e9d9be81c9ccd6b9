package offline

import (
	"math"
	"path"
	"strings"

	"prism/internal/session"
	"prism/internal/transcript"
)

// intentFeature is a number by which the intent of a session is told.
type intentFeature struct {
	name  string
	value func(q *quest) float64
}

// quest is what a session set out to do: its opening words, its asks.
type quest struct {
	a       *account
	first   *speech // of the first prompt that asks something
	opener  *turnAccount
	title   speech // heading of a plan handed on, or the words of a command
	n       float64
	handed  bool
	command string
}

func (r *reader) quest(a *account) *quest {
	q := &quest{a: a, first: &speech{}, opener: &turnAccount{turn: &session.Turn{}}}
	q.n = math.Max(1, float64(len(a.turns)))
	for i := range a.turns {
		t := &a.turns[i]
		if t.trivial {
			continue
		}
		q.opener = t
		q.first = &t.heard
		q.handed = t.turn.Origin == transcript.PlanHand
		q.command = t.turn.Command
		break
	}
	switch {
	case q.handed:
		text := q.opener.turn.Plan
		if text == "" {
			text = q.opener.turn.Prompt
		}
		heading := planHeading(text)
		body := planBody(text)
		r.listen(r.person, heading, a.spoken, &q.title)
		var sp speech
		r.listen(r.person, body, a.spoken, &sp)
		q.first = &sp
	case q.command != "":
		r.listen(r.person, strings.NewReplacer("/", " ", "-", " ", "_", " ", ":", " ").Replace(q.command), a.spoken, &q.title)
	}
	return q
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
			return h
		}
	}
	return ""
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

func (q *quest) words(c class) float64   { return math.Min(3, float64(q.first.count[c])) }
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

func intentFeatures() []intentFeature {
	var f []intentFeature
	add := func(name string, v func(q *quest) float64) { f = append(f, intentFeature{name, v}) }
	lexical := classNames()
	for _, c := range []class{askFix, broken, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall, question, askTest, deliver, complain} {
		add("first_"+lexical[c], func(q *quest) float64 { return q.words(c) })
		add("opening_"+lexical[c], func(q *quest) float64 { return q.opening(c) })
		add("all_"+lexical[c], func(q *quest) float64 { return q.all(c) })
	}
	for _, c := range []class{askFix, broken, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall, askTest} {
		add("title_"+lexical[c], func(q *quest) float64 { return q.heading(c) })
	}
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
	add("closing_cause", func(q *quest) float64 { return q.closing(saysCause) })
	add("closing_plan", func(q *quest) float64 { return q.closing(saysPlan) })
	add("closing_done", func(q *quest) float64 { return q.closing(saysDone) })
	add("closing_words", func(q *quest) float64 {
		if t := q.a.last(); t != nil {
			return log1p(t.told.words)
		}
		return 0
	})
	return f
}

func (q *quest) closing(c class) float64 {
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
