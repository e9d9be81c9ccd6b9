package fact

import (
	"slices"
	"strings"
	"time"

	"prism/internal/redact"
)

// Verdict is what one judge said of one session, after the code's own rules
// were enforced on it. Verdicts are append-only; a session shows one of them.
type Verdict struct {
	Judge    string // "offline", or the LLM judge's name
	Version  string // judge_version: changes with whatever can change an answer
	Model    string // "" for the offline judge
	At       time.Time
	Status   JudgeStatus
	Reason   string // why the status is not ok, one short phrase of our own
	Fallback bool   // stands in for another judge that could not answer

	Intent       Intent
	GoalComplete bool
	Confidence   float64 // calibrated probability, 0–1, that the goal was landed
	Basis        Basis
	Signal       FailureSignal
	Criteria     []Criterion
	Evidence     []Evidence
	Reasons      []Reason // strongest reasons for and against, in words
	Advice       redact.Text

	Rubric     Rubric
	Title      redact.Text // ≤ 60 characters
	Summary    redact.Text // ≤ 240 characters
	TitleStage TitleStage

	Languages Languages // what the judge says where files and prompts do not tell

	Calls []Call // what was asked of models for it, in order

	Long redact.Text // the title uncut, ≤ 160 characters; empty: it is Title

	Labelled bool // GoalComplete is the person's own word; never kept
}

// FullTitle is the title as long as there is room for it.
func (v *Verdict) FullTitle() redact.Text {
	if v.Long.IsZero() {
		return v.Title
	}
	return v.Long
}

// Unplaced is the evidence that stands at no criterion. A quote is left out that one at a
// criterion, or another of these, holds within it: it would be shown twice.
func (v *Verdict) Unplaced() []Evidence {
	var out []Evidence
	for i, e := range v.Evidence {
		holds := func(x *Evidence) bool {
			return x != nil && x.UUID == e.UUID && x.Turn == e.Turn && x.Line == e.Line && strings.Contains(x.Quote.String(), e.Quote.String())
		}
		placed := slices.ContainsFunc(v.Criteria, func(c Criterion) bool { return holds(c.Evidence) })
		for k := range v.Evidence {
			longer := len(v.Evidence[k].Quote.String()) > len(e.Quote.String())
			placed = placed || k != i && (longer || k < i) && holds(&v.Evidence[k])
		}
		if !placed {
			out = append(out, e)
		}
	}
	return out
}

// Criterion is one condition of the intent's completion rule.
type Criterion struct {
	Name     string // stable snake_case name from package judge's table
	Met      bool
	Evidence *Evidence // nil when nothing in the transcript speaks to it
}

// Evidence is a quote with the place where it stands.
type Evidence struct {
	UUID  string      // uuid of the transcript line; "" when the line has none
	Turn  int         // number of the turn in the session, from 1
	Line  int         // line in the file, from 1; 0 unknown
	Quote redact.Text // ≤ 200 characters
}

// Reason is one thing that moved a verdict.
type Reason struct {
	For    bool        // true: speaks for complete
	Weight float64     // ≥ 0, in log-odds for a statistical judge; order only
	Text   redact.Text // a sentence
	Turn   int         // 0 when it speaks of the whole session
}

// Mark is the answer to one check of the rubric.
type Mark string

// A check is present, absent, or does not apply to this intent.
const (
	Present       Mark = "present"
	Absent        Mark = "absent"
	NotApplicable Mark = "not_applicable"
)

// Rubric holds the seven checks of prompting practice and the letter they make.
type Rubric struct {
	GoalExplicit          Mark
	ScopeBounded          Mark
	ReferencesConcrete    Mark
	ContextSufficient     Mark
	VerificationRequested Mark
	RootCauseOriented     Mark
	PlanFirst             Mark
	Letter                string // band of 10 × met ÷ applicable; "" when none applies
}

// TitleStage says who wrote title and summary; a person's edit locks them.
type TitleStage string

// The stages in order.
const (
	TitleHeuristic TitleStage = "heuristic"
	TitleJudge     TitleStage = "judge"
	TitlePerson    TitleStage = "person"
)

// MissSilent and MissShown are what Verdict.Miss says where no failure signal and
// no criterion says more.
const (
	MissSilent = "silent" // it ended without a check or a word
	MissShown  = "shown"  // shown or said to be incomplete
	MissLabel  = "label"  // the person says so
)

// Miss says why a goal counts as not landed: the failure signal, else that the work
// stops half way, else that it ended in silence, else the criterion that most plainly
// was not met.
func (v *Verdict) Miss() string {
	if v.Labelled {
		return MissLabel
	}
	if v.Signal != "" && v.Signal != NoSignal {
		return string(v.Signal)
	}
	if v.Lacks("finished") {
		return "finished"
	}
	if v.Basis == Silent {
		return MissSilent
	}
	for _, name := range [...]string{"not_undone", "fix_applied", "built_to_scope", "change_applied", "plan_delivered", "verdict_given",
		"conclusion_stated", "answered", "not_asked_again", "behaviour_kept", "verified", "plan_accepted", "accepted", "tests_or_put_off"} {
		if v.Lacks(name) {
			return name
		}
	}
	return MissShown
}

// Within is the verdict with what it quotes of a later turn, the word that opens the next
// prompt, at the last of so many turns: the session has no other. Its line stays its own.
func (v Verdict) Within(turns int) Verdict {
	for i := range v.Evidence {
		v.Evidence[i].Turn = min(v.Evidence[i].Turn, turns)
	}
	for i := range v.Criteria {
		if e := v.Criteria[i].Evidence; e != nil {
			e.Turn = min(e.Turn, turns)
		}
	}
	for i := range v.Reasons {
		v.Reasons[i].Turn = min(v.Reasons[i].Turn, turns)
	}
	return v
}

// Lacks reports whether a criterion is named and not met.
func (v *Verdict) Lacks(name string) bool {
	for i := range v.Criteria {
		if v.Criteria[i].Name == name {
			return !v.Criteria[i].Met
		}
	}
	return false
}
