package judge

import (
	"strings"
	"time"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/redact"
)

// Lengths of prose, in characters. Title and summary: product reference 2.5.
const (
	MaxTitle   = 60
	MaxSummary = 240
	MaxQuote   = 200
	maxReason  = 300
	maxAdvice  = 300
	// maxEvidence bounds what a verdict keeps; a judge names the strongest first.
	maxEvidence = 6
	maxReasons  = 8
)

// Redactor makes prose fit to be kept. Its answer is empty where redaction failed.
type Redactor interface {
	Text(s string) redact.Text
}

// Meta says who judged and when.
type Meta struct {
	Judge    string
	Version  string
	At       time.Time
	Fallback bool
}

// Enforce turns an opinion into a verdict under the rules that hold whatever a
// judge says:
//
//   - no intent: status no_intent, goal not complete;
//   - a quote must stand in the turn that it names (white space normalised);
//     others are dropped, and a verdict left with none is ungrounded;
//   - a failure signal in the last turns (SignalWindow) forces "not complete", and
//     the criterion of no failure follows from it;
//   - a silent basis needs a probability at or above the intent's floor;
//   - prose has its lengths and has passed redaction;
//   - the letter follows from the seven checks, not from the judge.
//
// Whether a failure signal was resolved later, the judge says: it names none
// then. What else the judge says of these points is irrelevant.
func Enforce(op Opinion, d *conversation.Draft, red Redactor, meta Meta) fact.Verdict {
	v := fact.Verdict{
		Judge: meta.Judge, Version: meta.Version, Model: op.Model, At: meta.At, Fallback: meta.Fallback,
		Status:     fact.JudgeOK,
		Intent:     op.Intent,
		Confidence: probability(op.Probability),
		Basis:      op.Basis,
		Signal:     standing(op.Signal),
		Rubric:     op.Rubric,
		TitleStage: fact.TitleJudge,
		Languages:  op.Languages,
		Calls:      op.Calls,
	}
	if v.Basis != fact.Explicit {
		v.Basis = fact.Silent
	}
	v.Title = shown(red, op.Title, MaxTitle, labelTexts(d))
	v.Summary = shown(red, op.Summary, MaxSummary, labelTexts(d))
	v.Advice = prose(red, op.Advice, maxAdvice)
	for _, r := range op.Reasons {
		if len(v.Reasons) == maxReasons {
			break
		}
		v.Reasons = append(v.Reasons, fact.Reason{For: r.For, Weight: max(r.Weight, 0), Text: prose(red, r.Text, maxReason), Turn: inside(r.Turn, d)})
	}
	v.Rubric = normal(op.Rubric)
	v.Rubric.Letter = letter(v.Rubric)

	g := newGrounds(d)
	for _, q := range op.Evidence {
		if len(v.Evidence) == maxEvidence {
			break
		}
		if e, ok := g.ground(q, red); ok {
			v.Evidence = append(v.Evidence, e)
		}
	}

	rule, ok := RuleOf(op.Intent)
	if !ok {
		v.Status, v.Intent, v.GoalComplete = fact.JudgeNoIntent, fact.IntentNone, false
		v.Reason = "no goal can be told"
		return v
	}
	for _, c := range op.Criteria {
		if !rule.has(c.Name) {
			continue
		}
		fc := fact.Criterion{Name: c.Name, Met: c.Met}
		if c.Name == CriterionNoFailure {
			fc.Met = v.Signal == fact.NoSignal
		}
		if c.Quote != nil {
			if e, ok := g.ground(*c.Quote, red); ok {
				fc.Evidence = &e
			}
		}
		v.Criteria = append(v.Criteria, fc)
	}
	v.GoalComplete = op.Complete && Completes(rule, v.Basis, v.Signal, v.Confidence)
	if len(v.Evidence) == 0 {
		v.Status = fact.JudgeUngrounded
		v.Reason = "no quote of the verdict stands in the transcript"
		v.GoalComplete = false
	}
	return v
}

// Completes says whether a goal that a judge takes for landed may count as
// landed: no failure signal stands, and a silent basis reaches the floor.
func Completes(r Rule, b fact.Basis, s fact.FailureSignal, p float64) bool {
	if s != fact.NoSignal && s != "" {
		return false
	}
	return b == fact.Explicit || p >= r.Floor
}

func (r Rule) has(name string) bool {
	for _, c := range r.Criteria {
		if c.Name == name {
			return true
		}
	}
	return false
}

// letter returns the band of 10 × met ÷ applicable, "" when no check applies
// (product reference 3.5 and 5.1).
func letter(r fact.Rubric) string {
	met, applicable := 0, 0
	for _, c := range r.Checks() {
		switch c.Mark {
		case fact.Present:
			met++
			applicable++
		case fact.Absent:
			applicable++
		}
	}
	if applicable == 0 {
		return ""
	}
	return fact.Letter(10 * float64(met) / float64(applicable))
}

// normal replaces marks that are none of the three by "does not apply".
func normal(r fact.Rubric) fact.Rubric {
	for _, m := range []*fact.Mark{&r.GoalExplicit, &r.ScopeBounded, &r.ReferencesConcrete, &r.ContextSufficient, &r.VerificationRequested, &r.RootCauseOriented, &r.PlanFirst} {
		if *m != fact.Present && *m != fact.Absent {
			*m = fact.NotApplicable
		}
	}
	return r
}

// probability clamps p to 0–1; what is no number is 0.
func probability(p float64) float64 {
	if !(p > 0) {
		return 0
	}
	return min(p, 1)
}

func inside(turn int, d *conversation.Draft) int {
	if turn < 1 || turn > len(d.Turns) {
		return 0
	}
	return turn
}

// prose redacts s, makes one line of it and clips it to n characters. It is
// clipped roughly before redaction, so that hostile lengths cost nothing, and
// exactly after it.
func prose(red Redactor, s string, n int) redact.Text {
	if s == "" {
		return redact.Text{}
	}
	if limit := 16 * n; len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit]
	}
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	return red.Text(s).Clip(n)
}
