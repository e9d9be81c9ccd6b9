package fact_test

import (
	"testing"

	"prism/internal/fact"
)

// The word that opens the next prompt is quoted at the session's last turn, by its own line.
func TestWithin(t *testing.T) {
	later := fact.Evidence{UUID: "next", Turn: 3, Line: 9}
	v := fact.Verdict{Evidence: []fact.Evidence{{UUID: "own", Turn: 1}, later}, Criteria: []fact.Criterion{{Evidence: &later}, {}}, Reasons: []fact.Reason{{Turn: 3}, {}}}.Within(2)
	if e := v.Evidence[1]; e.Turn != 2 || e.Line != 9 || e.UUID != "next" || v.Evidence[0].Turn != 1 {
		t.Errorf("evidence is %+v", v.Evidence)
	}
	if v.Criteria[0].Evidence.Turn != 2 || v.Reasons[0].Turn != 2 || v.Reasons[1].Turn != 0 {
		t.Errorf("%+v, %+v", v.Criteria[0].Evidence, v.Reasons)
	}
}
