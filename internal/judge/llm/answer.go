package llm

import (
	"slices"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/llm/neutral"
)

// grade is what the rubric agent answers. Its texts are the model's own.
type grade struct {
	intent         fact.Intent
	rubric         fact.Rubric
	title, summary string
}

// decision is what the outcome agent answers.
type decision struct {
	open        int // parts of what was asked for that are not done
	evidence    []claim
	reason      string
	criteria    []met
	signal      fact.FailureSignal
	basis       fact.Basis
	probability float64
	complete    bool
}

// claim is a quote that a model says stands at a turn.
type claim struct {
	turn             int
	quote, criterion string
}

type met struct {
	name string
	met  bool
}

// opening is a turn of which the tracker says that another goal begins there.
type opening struct {
	turn        int
	probability float64
}

func names(o object) []string {
	out := make([]string, len(o))
	for i, f := range o {
		out[i] = f.name
	}
	return out
}

func readGrade(text string) (grade, error) {
	m, err := members([]byte(text), names(rubricFields())...)
	if err != nil {
		return grade{}, err
	}
	r := reader{from: m}
	g := r.grade()
	if r.bad {
		return grade{}, errForm
	}
	return g, nil
}

// readDecision reads the outcome, with the intent that it judges by.
func readDecision(text string) (decision, fact.Intent, error) {
	m, err := members([]byte(text), names(outcomeFields(nil))...)
	if err != nil {
		return decision{}, "", err
	}
	r := reader{from: m}
	intent, d := r.outcome()
	if r.bad {
		return decision{}, "", errForm
	}
	return d, intent, d.check(intent)
}

func readBoth(text string) (grade, decision, error) {
	m, err := members([]byte(text), names(append(rubricFields(), goalFields(nil)...))...)
	if err != nil {
		return grade{}, decision{}, err
	}
	r := reader{from: m}
	g, d := r.grade(), r.decision()
	if r.bad {
		return grade{}, decision{}, errForm
	}
	return g, d, d.check(g.intent)
}

func (r *reader) grade() grade {
	var g grade
	g.intent = fact.Intent(r.choice("intent", append(intents(), string(fact.IntentNone))...))
	to := g.rubric.Marks()
	for n, c := range g.rubric.Checks() {
		*to[n] = fact.Mark(r.choice(c.Name, marks()...))
	}
	g.title, g.summary = neutral.Visible(r.text("title")), neutral.Visible(r.text("summary"))
	return g
}

// outcome is a decision with the intent that it judges by.
func (r *reader) outcome() (fact.Intent, decision) {
	return fact.Intent(r.choice("intent", intents()...)), r.decision()
}

func (r *reader) decision() decision {
	var d decision
	for _, e := range r.list("parts", "turn", "part", "state") {
		_, _ = e.integer("turn"), e.text("part")
		if e.choice("state", partStates()...) == partOpen {
			d.open++
		}
		r.bad = r.bad || e.bad
	}
	for _, e := range r.list("evidence", "turn", "quote", "criterion") {
		d.evidence = append(d.evidence, claim{e.integer("turn"), e.text("quote"), e.text("criterion")})
		r.bad = r.bad || e.bad
	}
	_ = r.text("doubt") // it is for the model: to have said it before the verdict
	d.reason = neutral.Visible(r.text("reason"))
	for _, c := range r.list("criteria", "name", "met") {
		d.criteria = append(d.criteria, met{c.text("name"), c.yes("met")})
		r.bad = r.bad || c.bad
	}
	signals := []string{string(fact.NoSignal)}
	for _, s := range judge.Signals() {
		signals = append(signals, string(s.Signal))
	}
	d.signal = fact.FailureSignal(r.choice("failure_signal", signals...))
	d.basis = fact.Basis(r.choice("basis", string(fact.Explicit), string(fact.Silent)))
	d.probability = r.share("probability")
	d.complete = r.yes("goal_complete")
	return d
}

// check holds the criteria to the intent: each of its own once. Others, which a
// combined answer may name, are left out.
func (d *decision) check(intent fact.Intent) error {
	rule, ok := judge.RuleOf(intent)
	if !ok {
		d.criteria = nil
		return nil
	}
	want := map[string]int{}
	for _, c := range asked(rule) {
		want[c.Name] = 0
	}
	d.criteria = slices.DeleteFunc(d.criteria, func(m met) bool { _, ok := want[m.name]; return !ok })
	for _, m := range d.criteria {
		want[m.name]++
	}
	for _, n := range want {
		if n != 1 {
			return errCriteria
		}
	}
	return nil
}

// shiftsIn reads the tracker's answer.
func shiftsIn(text string) ([]opening, error) {
	m, err := members([]byte(text), "shifts")
	if err != nil {
		return nil, err
	}
	r := reader{from: m}
	out := []opening{}
	for _, t := range r.list("shifts", "turn", "before", "now", "probability") {
		out = append(out, opening{t.integer("turn"), t.share("probability")})
		_, _ = t.text("before"), t.text("now")
		r.bad = r.bad || t.bad
	}
	if r.bad {
		return nil, errForm
	}
	return out, nil
}

// readShifts reads the tracker's answer about the turns asked for; those that it
// does not list open nothing.
func readShifts(text string, asked []int) ([]opening, error) {
	out, err := shiftsIn(text)
	if err != nil {
		return nil, err
	}
	seen := map[int]bool{}
	for _, v := range out {
		if !slices.Contains(asked, v.turn) || seen[v.turn] {
			return nil, errTurns
		}
		seen[v.turn] = true
	}
	return out, nil
}

func readLanguages(text string) (fact.Languages, error) {
	m, err := members([]byte(text), "code", "prompt")
	if err != nil {
		return fact.Languages{}, err
	}
	r := reader{from: m}
	l := fact.Languages{Code: r.text("code"), Prompt: r.text("prompt")}
	if r.bad || !languageName(l.Code) || !(l.Prompt == "" || len(l.Prompt) == 2 && lower(l.Prompt[0]) && lower(l.Prompt[1])) {
		return fact.Languages{}, errForm
	}
	return l, nil
}

// languageName keeps what a model calls a language to the form of a name.
func languageName(s string) bool {
	if len(s) == 0 || len(s) > 24 || !lower(s[0]) {
		return false
	}
	for i := range len(s) {
		if b := s[i]; !lower(b) && !(b >= '0' && b <= '9') && b != '+' && b != '#' && b != '-' && b != '_' && b != '.' {
			return false
		}
	}
	return true
}

func lower(b byte) bool { return b >= 'a' && b <= 'z' }
