package timeline

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/transcript"
)

// A secret has the placeholder that the turns' own words give it, wherever it stands,
// also over the lines of a change.
func TestSteps(t *testing.T) {
	key := "AKIA" + "Q3EGRIHV5TXWZ7LM"
	pem := []string{"+-----BEGIN RSA PRIVATE KEY-----", "+" + strings.Repeat("MIIEowIBAAKCAQEA", 4), "+-----END RSA PRIVATE KEY-----"}
	turns := []conversation.Turn{
		{Prompt: "use " + key},
		{Prompt: "go on", Steps: []conversation.Step{
			{Kind: transcript.CallShell, Tool: "Bash", Target: "deploy --key " + key, Outcome: transcript.Errored, Exit: 2, Output: "denied for " + key},
			{Kind: transcript.CallEdit, Tool: "Edit", Target: "/x/a.go", Outcome: transcript.Done, Exit: -1, Edit: &conversation.Edit{File: "/x/a.go", Added: 3, Diff: pem, DiffCut: 2}},
		}},
	}
	steps, cut, err := Steps("s", gateOf(), turns, 2)
	if err != nil || cut != 0 || len(steps) != 2 {
		t.Fatalf("%d steps, %d left out, %v", len(steps), cut, err)
	}
	first := steps[0]
	if first.Kind != "command" || first.Outcome != "failed" || first.Exit == nil || *first.Exit != 2 || first.Target != "deploy --key [AWS_ACCESS_KEY_1]" || first.Output != "denied for [AWS_ACCESS_KEY_1]" {
		t.Errorf("the command is %+v", first)
	}
	if got := strings.Join(steps[1].Diff, "\n"); strings.Contains(got, "MIIE") || steps[1].Cut != 2 || steps[1].Added != 3 || steps[1].Exit != nil {
		t.Errorf("the change is %+v", steps[1])
	}
	for _, none := range []int{0, 3} {
		if steps, _, err := Steps("s", gateOf(), turns, none); err != nil || len(steps) != 0 {
			t.Errorf("turn %d: %v, %v", none, steps, err)
		}
	}
	turns[1].Steps = make([]conversation.Step, stepsShown+5)
	if steps, cut, _ := Steps("s", gateOf(), turns, 2); len(steps) != stepsShown || cut != 5 {
		t.Errorf("%d steps, %d left out", len(steps), cut)
	}
}
