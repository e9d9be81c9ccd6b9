package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/queue"
	"prism/internal/report"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/tenant"
)

// speakers are the methods whose first argument is a message.
var speakers = []string{"Say", "say", "Markup", "Known", "Mark"}

// messages are all that pages say, each with where it stands.
func messages(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	a, err := newAssets()
	if err != nil {
		t.Fatal(err)
	}
	pages, err := parsePages(a)
	if err != nil {
		t.Fatal(err)
	}
	sheet := parse.New("report")
	sheet.Mode = parse.SkipFuncCheck
	parts := map[string]*parse.Tree{}
	text, err := os.ReadFile("../report/page.html")
	if err == nil {
		_, err = sheet.Parse(string(text), "", "", parts)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		saidIn(part.Root, func(text string) { found[text] = "the page of report" })
	}
	for name, page := range pages {
		for _, part := range page.Templates() {
			if part.Tree != nil {
				saidIn(part.Tree.Root, func(text string) { found[text] = "pages/" + name + ".html or the frame" })
			}
		}
	}
	for _, folder := range []string{".", "page", "chart", "session", "settings", "../locale", "../report", "../server", "../delivery"} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				fun, ok := call.Fun.(*ast.SelectorExpr)
				text, is := call.Args[0].(*ast.BasicLit)
				if ok && is && text.Kind == token.STRING && slices.Contains(speakers, fun.Sel.Name) {
					message, err := strconv.Unquote(text.Value)
					if err != nil {
						t.Fatal(err)
					}
					found[message] = file
				}
				return true
			})
		}
	}
	for text, of := range words() {
		found[text] = of
	}
	return found
}

// saidIn walks over what a template does and tells what it says.
func saidIn(n parse.Node, tell func(text string)) {
	pipe := func(p *parse.PipeNode) {
		if p != nil {
			saidIn(p, tell)
		}
	}
	branch := func(b *parse.BranchNode) {
		pipe(b.Pipe)
		saidIn(b.List, tell)
		if b.ElseList != nil {
			saidIn(b.ElseList, tell)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, x := range n.Nodes {
			saidIn(x, tell)
		}
	case *parse.ActionNode:
		pipe(n.Pipe)
	case *parse.TemplateNode:
		pipe(n.Pipe)
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			saidIn(c, tell)
		}
	case *parse.CommandNode:
		for _, x := range n.Args {
			saidIn(x, tell)
		}
		if text, ok := n.Args[min(1, len(n.Args)-1)].(*parse.StringNode); ok && slices.Contains(speakers, last(n.Args[0])) {
			tell(text.Text)
		}
	}
}

// last is the last name of a chain, such as Say of $.Say.
func last(n parse.Node) string {
	var names []string
	switch n := n.(type) {
	case *parse.FieldNode:
		names = n.Ident
	case *parse.VariableNode:
		names = n.Ident
	case *parse.ChainNode:
		names = n.Field
	case *parse.IdentifierNode:
		names = []string{n.Ident}
	}
	if len(names) == 0 {
		return ""
	}
	return names[len(names)-1]
}

// words are the texts of closed sets that other packages word, each with what it is of.
func words() map[string]string {
	list := map[string]string{}
	add := func(of string, texts ...string) {
		for _, text := range texts {
			if text != "" && text != "—" {
				list[text] = of
			}
		}
	}
	for _, i := range fact.Intents {
		add("an intent", phrase.Intent(i), phrase.Capital(phrase.A(i)))
		if rule, ok := judge.RuleOf(i); ok {
			add("a rule", rule.Complete)
			for _, c := range rule.Criteria {
				add("a criterion", c.Shown(), phrase.MissedFor(c.Name))
			}
			for _, v := range []fact.Verdict{{}, {GoalComplete: true}, {Criteria: []fact.Criterion{{Name: judge.CriterionAccepted, Met: true}}}} {
				for _, floor := range []fact.Floor{{}, {MutatingCalls: 1}} {
					v.Intent, v.Criteria = i, append([]fact.Criterion{{Name: "other"}}, v.Criteria...)
					for _, x := range phrase.NotShown(&fact.Session{Floor: floor}, &v) {
						add("what is not shown", x.Condition, x.Why)
					}
				}
			}
		}
	}
	for _, x := range fact.Exclusions {
		add("an exclusion", phrase.Excluded(x), phrase.ExcludedFlag(x), phrase.ExcludedShort(x))
	}
	for _, miss := range []string{fact.MissLabel, fact.MissSilent, fact.MissShown} {
		add("a miss", phrase.MissedFor(miss))
	}
	for _, v := range []fact.Verdict{{Basis: fact.Silent}, {Criteria: []fact.Criterion{{Name: judge.CriterionFinished}}}} {
		add("what is lacking yet", phrase.Lacks(&fact.Session{Verdict: v}))
	}
	for _, s := range []fact.FailureSignal{fact.UnresolvedError, fact.Frustration, fact.Abandoned, fact.Loop} {
		add("a failure signal", phrase.Spoken(string(s)))
		if rule, ok := judge.SignalRuleOf(s); ok {
			add("a failure signal", rule.Text)
		}
	}
	for _, b := range []fact.Boundary{fact.Clear, fact.TopicShift, fact.Commit} {
		add("a boundary", phrase.Boundary(b))
	}
	for _, g := range []fact.Gap{fact.GapTranscript, fact.GapPart, fact.GapEvents} {
		add("a gap", phrase.Gap(g))
	}
	add("what is not told of tokens", phrase.Began)
	for _, complete := range []bool{true, false} {
		for _, by := range [][]fact.ReworkBy{nil, {{}}} {
			s := &fact.Session{Floor: fact.Floor{Passed: true}, Verdict: fact.Verdict{GoalComplete: complete, Status: fact.JudgeOK}, Rework: fact.Rework{Reworked: by != nil, By: by}}
			add("a result", phrase.Result(s))
		}
		for _, basis := range []fact.Basis{fact.Explicit, fact.Silent} {
			for _, intent := range []fact.Intent{"", fact.BugFix, fact.Plan} {
				for _, p := range []float64{0, 1} {
					for _, unfinished := range []bool{true, false} {
						v := &fact.Verdict{GoalComplete: complete, Basis: basis, Intent: intent, Confidence: p}
						if unfinished {
							v.Criteria = []fact.Criterion{{Name: judge.CriterionFinished}}
						}
						text, _ := phrase.GroundAndFloor(v)
						add("a ground", text)
					}
				}
			}
		}
	}
	add("a basis", string(fact.Explicit), string(fact.Silent))
	for _, c := range (fact.Rubric{}).Checks() {
		add("a check", phrase.Spoken(c.Name), phrase.Spoken(c.Pillar))
	}
	for _, m := range []fact.Mark{fact.Present, fact.Absent, fact.NotApplicable} {
		add("a mark", phrase.Spoken(string(m)))
	}
	for _, x := range score.Compute(fact.Reading{}, score.Options{}).Trivia.Reasons {
		add("what a session lacks", phrase.Spoken(x.Name))
	}
	for _, name := range score.Dimensions() {
		add("a dimension", name)
	}
	for _, state := range store.StateNames() {
		add("a state", state)
	}
	for _, s := range report.Spans() {
		add("a span", string(s))
	}
	for _, r := range tenant.Roles() {
		add("a role", string(r))
	}
	for _, s := range tenant.Scopes() {
		add("a scope", string(s))
	}
	for _, s := range tenant.Subjects() {
		add("a subject", string(s))
	}
	for _, s := range []queue.State{queue.Waiting, queue.Running, queue.Dead} {
		add("a state of a job", s.String())
	}
	for _, status := range []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusInternalServerError, http.StatusServiceUnavailable} {
		add("a status", http.StatusText(status))
	}
	add("a way to undo", "edit", "revert", "checkout", "restore", "reset", "delete")
	add("an outcome of a step", "refused", "aborted")
	add("what became of a session", phrase.Crushed, phrase.Reworked, phrase.NotLanded, phrase.NotCounted, phrase.Landed)
	add("what a report names", "cache write", "cache read")
	add("a field of the policy", "content days", "facts days", "group minimum", "day budget", "month budget")
	add("a sentence that is told again", locale.Forms()...)
	add("a name in one", locale.NameForms()...)
	add("why there is no timeline", // as package server says it
		"The turns are for those who wrote them; an admin sees what came of them, with the quotes of the verdict, redacted.",
		"It is left alone: whose session it is, or its repository, is opted out.",
		"Only facts were shared: no transcript is here.",
		"The transcript is no longer there; this is what is kept of it.",
		"The transcript cannot be read again.")
	return list
}

// Every message that pages say is in the catalogue of every language, with the same values
// and tags, in every plural form that the language has; and the catalogue says nothing else.
func TestMessagesAreTranslated(t *testing.T) {
	c, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	said := messages(t)
	if len(said) < 300 {
		t.Fatalf("only %d messages were found", len(said))
	}
	for _, wrong := range c.Check(said) {
		t.Error(wrong)
	}
}
