package offline

import (
	"slices"
	"testing"
)

// TestOneReasonForOneEnd: of sentences that say the same of the end the one that says most is
// told.
func TestOneReasonForOneEnd(t *testing.T) {
	for _, c := range []struct{ told, want []string }{
		{[]string{"cut", "end_failure", "failures_last", "end_answer", "test_passed"}, []string{"end_failure", "test_passed"}},
		{[]string{"cut", "end_call", "end_answer"}, []string{"cut", "end_call"}},
		{[]string{"end_answer", "says_ask", "answered"}, []string{"says_ask"}},
		{[]string{"cut", "end_answer", "failures_last"}, []string{"cut", "end_answer", "failures_last"}},
	} {
		same := sameAs(c.told)
		got := slices.DeleteFunc(slices.Clone(c.told), func(name string) bool { return slices.Contains(same, name) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.told, got, c.want)
		}
	}
}
