package llm

import (
	"encoding/json"

	"prism/internal/fact"
	"prism/internal/judge"
)

// The schemas of the answers, closed: every object lists its fields, requires
// all and allows no other. Bounds are not in them, because servers of structured
// output refuse bounds; answer.go checks them. Models write fields in the order
// of the schema, so what a conclusion rests on stands before it.

// field is one property of an object, in order.
type field struct {
	name   string
	schema any
}

// object is a closed object.
type object []field

// MarshalJSON implements json.Marshaler; it keeps the order of the fields.
func (o object) MarshalJSON() ([]byte, error) {
	out := []byte(`{"type":"object","properties":{`)
	names := make([]string, len(o))
	for i, f := range o {
		if i > 0 {
			out = append(out, ',')
		}
		names[i] = f.name
		name, err := json.Marshal(f.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.schema)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	required, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	out = append(append(out, `},"required":`...), required...)
	return append(out, `,"additionalProperties":false}`...), nil
}

type kindOf struct {
	Type string `json:"type"`
}

type oneOf struct {
	Type string   `json:"type"`
	Enum []string `json:"enum"`
}

type listOf struct {
	Type  string `json:"type"`
	Items any    `json:"items"`
}

func choice(names ...string) oneOf { return oneOf{"string", names} }
func list(of any) listOf           { return listOf{"array", of} }

// schemaOf returns the schema of an agent's answer.
func schemaOf(a Agent) json.RawMessage {
	var o object
	switch a {
	case Grading:
		o = rubricFields()
	case Deciding:
		o = outcomeFields(criteriaNames(fact.Intents...))
	case Combining:
		o = append(rubricFields(), goalFields(criteriaNames(fact.Intents...))...)
	case Tracking:
		o = object{{"shifts", list(object{{"turn", kindOf{"integer"}}, {"before", kindOf{"string"}}, {"now", kindOf{"string"}}, {"probability", kindOf{"number"}}})}}
	case Speaking:
		o = object{{"code", kindOf{"string"}}, {"prompt", kindOf{"string"}}}
	}
	out, err := json.Marshal(o)
	if err != nil {
		return nil // made of strings alone: cannot be
	}
	return out
}

func rubricFields() object {
	o := object{{"intent", choice(append(intents(), string(fact.IntentNone))...)}}
	for _, c := range (fact.Rubric{}).Checks() {
		o = append(o, field{c.Name, choice(marks()...)})
	}
	return append(o, field{"title", kindOf{"string"}}, field{"summary", kindOf{"string"}})
}

// intents are the names of the eight.
func intents() []string {
	out := make([]string, 0, len(fact.Intents)+1)
	for _, i := range fact.Intents {
		out = append(out, string(i))
	}
	return out
}

// outcomeFields are those of the outcome alone: it is shown what the rubric was, and
// may say that the intent was misread. That there is one, it may not deny.
func outcomeFields(criteria []string) object {
	return append(object{{"intent", choice(intents()...)}}, goalFields(criteria)...)
}

func marks() []string {
	return []string{string(fact.Present), string(fact.Absent), string(fact.NotApplicable)}
}

// The states of a part of what was asked for.
const (
	partShown    = "shown"    // done, and the record shows it
	partUnproven = "unproven" // changed or said to be done, and nothing shows that it is good
	partOpen     = "open"     // not done, not whole, or not right
)

func partStates() []string { return []string{partShown, partUnproven, partOpen} }

// goalFields are those of the outcome. What was asked for is taken apart, and what
// speaks against the verdict is said, before there is one: whoever judges first and
// looks afterwards calls landed what was only said to be done.
func goalFields(criteria []string) object {
	signals := []string{string(fact.NoSignal)}
	for _, s := range judge.Signals() {
		signals = append(signals, string(s.Signal))
	}
	return object{
		{"parts", list(object{{"turn", kindOf{"integer"}}, {"part", kindOf{"string"}}, {"state", choice(partStates()...)}})},
		{"evidence", list(object{{"turn", kindOf{"integer"}}, {"quote", kindOf{"string"}}, {"criterion", choice(append(criteria[:len(criteria):len(criteria)], "none")...)}})},
		{"doubt", kindOf{"string"}},
		{"reason", kindOf{"string"}},
		{"criteria", list(object{{"name", choice(criteria...)}, {"met", kindOf{"boolean"}}})},
		{"failure_signal", choice(signals...)},
		{"basis", choice(string(fact.Explicit), string(fact.Silent))},
		{"probability", kindOf{"number"}},
		{"goal_complete", kindOf{"boolean"}},
	}
}

// criteriaNames lists the criteria of intents that a model is asked about, each once.
func criteriaNames(intents ...fact.Intent) []string {
	var out []string
	seen := map[string]bool{}
	for _, i := range intents {
		r, _ := judge.RuleOf(i)
		for _, c := range asked(r) {
			if !seen[c.Name] {
				seen[c.Name] = true
				out = append(out, c.Name)
			}
		}
	}
	return out
}
