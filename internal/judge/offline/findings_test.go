package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestFindings: what is told of a fix in one clause, and the agent changes the same file once
// more for it, is a finding on the fix; what orders or asks beside it is none.
func TestFindings(t *testing.T) {
	b := newBench(t)
	for said, want := range map[string]fact.FailureSignal{
		"it prints -4 cents now":                             fact.Frustration,
		"now all receipts are off by one cent":               fact.Frustration,
		"oh great, and now the whole page is blank":          fact.Frustration,
		"it prints 3 cents now, add a test for that":         fact.NoSignal,
		"while you are there, raise an error below zero":     fact.NoSignal,
		"does it print cents now?":                           fact.NoSignal,
		"yep that did it, receipts stay where I put them":    fact.NoSignal,
		"ok now the total of a receipt is on the right line": fact.NoSignal,
		"good, cannot see the problem any more":              fact.NoSignal,
		"passt, geht nicht mehr ins Minus":                   fact.NoSignal,
		"good, can't see the problem any more":               fact.NoSignal,
		"打印失败的时候写日志":                                         fact.NoSignal,
		"现在全乱了":                                              fact.Frustration,
		"変わっていません":                                           fact.Frustration,
	} {
		k := new(talk).Ask("the receipt is off by one cent because of the rounding. Fix this bug").Edit("src/receipt.py", 3).Say("It rounds half up.").Ask(said).Edit("src/receipt.py", 2).Say("I changed it.")
		if v := b.verdict(k); v.Signal != want {
			t.Errorf("%q: %s", said, v.Signal)
		}
	}
}
