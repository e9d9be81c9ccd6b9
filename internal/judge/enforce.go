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
	MaxLong    = 160 // of a title where a wide screen has the room: our choice
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
//   - an unmet required criterion forces "not complete";
//   - a silent basis needs a probability at or above the intent's floor, and where
//     the stakes are high something on record (Completes);
//   - a criterion that silence stood in for is left out: it was not needed; one that its
//     judge is not sure of, too: it counts and is not shown;
//   - prose has its lengths and has passed redaction;
//   - a check that an intent has no use for does not apply (Checks), and the letter
//     follows from the seven checks, not from the judge.
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
	if op.Long != "" && op.Long != op.Title {
		v.Long = shown(red, op.Long, MaxLong, labelTexts(d))
	}
	if name := d.Named(); name != "" {
		// What a person named it is theirs, whatever a judge would write.
		v.Title, v.Long, v.TitleStage = prose(red, name, MaxTitle), prose(red, name, MaxLong), fact.TitlePerson
	}
	v.Summary = shown(red, op.Summary, MaxSummary, labelTexts(d))
	v.Advice = prose(red, op.Advice, maxAdvice)
	for _, r := range op.Reasons {
		if len(v.Reasons) == maxReasons {
			break
		}
		v.Reasons = append(v.Reasons, fact.Reason{For: r.For, Weight: max(r.Weight, 0), Text: prose(red, r.Text, maxReason), Turn: inside(r.Turn, d)})
	}
	v.Rubric = held(op.Rubric, op.Intent, large(d))
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
	ruled := op
	ruled.Basis, ruled.Signal, ruled.Probability = v.Basis, v.Signal, v.Confidence
	v.GoalComplete = op.Complete && Completes(rule, &ruled)
	for _, c := range op.Criteria {
		if _, known := rule.criterion(c.Name); !known || c.Unsure || !c.Met && !rule.Misses(c.Name, &ruled) {
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
	if len(v.Evidence) == 0 {
		v.Status = fact.JudgeUngrounded
		v.Reason = "no quote of the verdict stands in the transcript"
		v.GoalComplete = false
	}
	return v
}

// Lacks reports whether an opinion's own criteria speak against it: a required one is
// unmet, or none of those of which one is needed is met and silence is not enough.
func Lacks(r Rule, op *Opinion) bool {
	for _, c := range op.Criteria {
		if _, known := r.criterion(c.Name); known && !c.Met && c.Name != CriterionNoFailure && r.Misses(c.Name, op) {
			return true
		}
	}
	return false
}

// Completes says whether a goal that a judge takes for landed may count as
// landed: no failure signal stands, no required criterion is unmet, and where nobody
// and nothing says so in so many words, silence is enough.
func Completes(r Rule, op *Opinion) bool {
	if standing(op.Signal) != fact.NoSignal {
		return false
	}
	if Lacks(r, op) {
		return false
	}
	return op.Basis == fact.Explicit && r.spoken(op) || r.silence(op)
}

// silence reports whether silence completes: at the floor, and where the stakes are
// high with something on record besides.
func (r Rule) silence(op *Opinion) bool {
	return op.Probability >= r.Floor && (!r.HighStakes || op.OnRecord || r.proven(op))
}

// proven reports whether a condition is met that shows the work to be good.
func (r Rule) proven(op *Opinion) bool {
	for _, c := range op.Criteria {
		if k, _ := r.criterion(c.Name); c.Met && k.Proof {
			return true
		}
	}
	return false
}

// Delivered reports whether a commit, a push or a pull request went through in a
// session.
func Delivered(d *conversation.Draft) bool {
	for i := range d.Turns {
		if !d.Turns[i].Abandoned && DeliveredIn(&d.Turns[i]) {
			return true
		}
	}
	return false
}

// DeliveredIn reports whether a turn committed, pushed or opened a pull request: by
// git's own result, or by a command that was carried out.
func DeliveredIn(t *conversation.Turn) bool {
	for i := range t.Steps {
		if s := &t.Steps[i]; Commits(s) || Pushes(s) {
			return true
		}
	}
	return false
}

// Commits reports whether git told of a commit, or a command with one in it went through.
func Commits(s *conversation.Step) bool {
	return s.Committed()
}

// Pushes is Commits of a push, or of a pull request and what the forge told of it.
func Pushes(s *conversation.Step) bool {
	return s.Pushed()
}

// spoken reports whether one of the conditions that silence may stand in for is met;
// true where a judge answered none of them.
func (r Rule) spoken(op *Opinion) bool {
	answered := false
	for _, c := range op.Criteria {
		if k, ok := r.criterion(c.Name); ok && k.Need == Spoken {
			if c.Met {
				return true
			}
			answered = true
		}
	}
	return !answered
}

// Misses reports whether an unmet criterion is one that the verdict misses: required,
// or one that neither another nor silence stands in for.
func (r Rule) Misses(name string, op *Opinion) bool {
	k, ok := r.criterion(name)
	return !ok || k.Need == Required || !r.spoken(op) && !r.silence(op)
}

// criterion is the rule's criterion of a name; false: it has none of that name.
func (r Rule) criterion(name string) (CriterionRule, bool) {
	for _, c := range r.Criteria {
		if c.Name == name {
			return c, true
		}
	}
	return CriterionRule{}, false
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
