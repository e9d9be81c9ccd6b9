package conversation

import (
	"testing"

	"prism/internal/hash"
)

func TestPlanKey(t *testing.T) {
	if got, want := PlanKey("# A plan\n\n with   words"), hash.Of("# A plan with words"); got != want {
		t.Errorf("PlanKey %#x, want %#x", got, want)
	}
	if PlanKey(" \n\t") != 0 {
		t.Error("a plan without a letter has no key")
	}
}
