package llm

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
)

// files are the prompts. They are ours, reviewed like code; criteria/ is written
// from package judge's tables by the tests, which fail when the two differ.
//
//go:embed prompts
var files embed.FS

// texts are the prompts, loaded.
type texts struct {
	system, intents, checks, goal, common, brief redact.Text
	rubric, outcome, combined                    redact.Text
	tracker, language                            redact.Text
	form, length, criteria, turns, ungroups      redact.Text
	rules                                        map[fact.Intent]redact.Text
}

func loadTexts() (texts, error) {
	t := texts{rules: make(map[fact.Intent]redact.Text, len(fact.Intents))}
	load := map[string]*redact.Text{
		"system": &t.system, "intents": &t.intents, "criteria/checks": &t.checks, "goal": &t.goal, "criteria/common": &t.common, "criteria/brief": &t.brief,
		"rubric": &t.rubric, "outcome": &t.outcome, "combined": &t.combined, "tracker": &t.tracker, "language": &t.language,
		"repair/form": &t.form, "repair/length": &t.length, "repair/criteria": &t.criteria, "repair/turns": &t.turns, "repair/quotes": &t.ungroups,
	}
	for name, to := range load {
		text, err := redact.Embedded(files, "prompts/"+name+".md")
		if err != nil {
			return texts{}, err
		}
		*to = text
	}
	for _, i := range fact.Intents {
		text, err := redact.Embedded(files, "prompts/criteria/"+string(i)+".md")
		if err != nil {
			return texts{}, err
		}
		t.rules[i] = text
	}
	return t, nil
}

// task is what stands behind the record: what to do with it.
func (t *texts) task(a Agent, intent fact.Intent) redact.Text {
	switch a {
	case Grading:
		return redact.Join("\n\n", t.rubric, t.intents, t.checks)
	case Deciding:
		return redact.Join("\n\n", t.outcome, t.rules[intent], t.common, t.brief, t.goal)
	case Combining:
		parts := []redact.Text{t.combined, t.intents, t.checks}
		for _, i := range fact.Intents {
			parts = append(parts, t.rules[i])
		}
		return redact.Join("\n\n", append(parts, t.common, t.goal)...)
	case Tracking:
		return t.tracker
	default:
		return t.language
	}
}

// asked are the criteria that the model is asked about. Whether a failure signal
// stands follows from the signal itself.
func asked(r judge.Rule) []judge.CriterionRule {
	var out []judge.CriterionRule
	for _, c := range r.Criteria {
		if c.Name != judge.CriterionNoFailure {
			out = append(out, c)
		}
	}
	return out
}

// renderVersion counts the changes to how a session is rendered and an answer is
// read. It stands for that code in judge_version: raise it with every change that shows. A
// test holds it to a hash of fixed sessions and answers, so that nobody forgets.
const renderVersion = 9

// versionOf is a hash over all that makes the agents' answers: instructions,
// schemas, criteria, parameters, and the model with what it is told.
func (p *Protocol) versionOf(agents ...Agent) string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, a := range agents {
		_ = enc.Encode([]any{a, p.texts.contract(a), maxAnswer(a), p.bounds(a)}) // strings and numbers always encode
	}
	t := p.temperature()
	_ = enc.Encode([]any{
		renderVersion, p.set.Name, p.set.Model, t,
		p.profile.Thinking, p.profile.Structured, p.profile.Headroom,
	})
	return "llm-" + hex.EncodeToString(h.Sum(nil))[:16]
}

// bounds are the budgets that an agent's rendering has.
func (p *Protocol) bounds(a Agent) []int {
	switch a {
	case Tracking:
		return []int{trackerBudget, leastTracker, turnTokens, turnsAsked, answerShown}
	case Speaking:
		return []int{languageBudget}
	}
	return []int{p.set.Budget, p.set.PromptBudget}
}

// versionFor is the version of what one agent answers by. Tracker and language
// have their own: their answers are the same whichever way verdicts are asked for,
// and are not paid for again with another.
func (p *Protocol) versionFor(a Agent) string {
	switch a {
	case Tracking:
		return p.tracking
	case Speaking:
		return p.speaking
	}
	return p.version
}

// contract is everything that an agent is told and held to, apart from the record.
func (t *texts) contract(a Agent) []string {
	out := []string{t.system.String()}
	intents := []fact.Intent{fact.IntentNone}
	if a == Deciding {
		intents = fact.Intents
	}
	for _, i := range intents {
		out = append(out, t.task(a, i).String(), string(schemaOf(a)))
	}
	for _, r := range []redact.Text{t.form, t.length, t.criteria, t.turns, t.ungroups} {
		out = append(out, r.String())
	}
	return out
}

// temperature is 0 for a model that takes one, else nothing is sent.
func (p *Protocol) temperature() *float64 {
	if !p.profile.Temperature {
		return nil
	}
	zero := 0.0
	return &zero
}

// maxAnswer bounds an agent's answer in tokens, at about twice what it needs.
func maxAnswer(a Agent) int {
	switch a {
	case Grading:
		return 600
	case Deciding:
		return 1000
	case Combining:
		return 1500
	case Tracking:
		return 1000
	default:
		return 80
	}
}

// usualAnswer is about what an answer takes, in tokens, for estimates of cost.
// docs/judges.md says how it was measured.
func usualAnswer(a Agent) int {
	switch a {
	case Grading:
		return 165
	case Deciding:
		return 275
	case Combining:
		return 430
	case Tracking:
		return 30 // most list no turn, few more than one
	default:
		return 20
	}
}
