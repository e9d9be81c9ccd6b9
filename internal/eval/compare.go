package eval

import "math"

// Comparison holds two judges of the same labelled conversations side by side,
// over the sessions that both decided and that are not contested.
type Comparison struct {
	Sessions   int     `json:"sessions"`
	Agreement  Figure  `json:"agreement"`   // share with the same verdict
	Kappa      Figure  `json:"kappa"`       // Cohen's
	SameIntent Figure  `json:"same_intent"` // share with the same intent
	OnlyFirst  int     `json:"only_first_right"`
	OnlySecond int     `json:"only_second_right"`
	P          Figure  `json:"mcnemar_p"` // of so unequal a split if both were equally good, two-sided
	Confusion  [][]int `json:"confusion"` // [first complete no, yes][second complete no, yes]
}

// Compare compares two judges over the same items in the same order.
func Compare(first, second []Item) Comparison {
	var verdicts, intents Binary
	c := Comparison{Confusion: [][]int{{0, 0}, {0, 0}}}
	for i := range first {
		a, b := first[i].Pairs(), second[i].Pairs()
		for k := range a {
			p, q := a[k].Predicted, b[k].Predicted
			if p == nil || q == nil || p.Unjudged || q.Unjudged || a[k].Gold.Contested {
				continue
			}
			verdicts.Add(p.Complete, q.Complete)
			intents.Add(true, p.Intent == q.Intent)
			c.Confusion[bit(p.Complete)][bit(q.Complete)]++
			switch gold := a[k].Gold.GoalComplete; {
			case p.Complete == gold && q.Complete != gold:
				c.OnlyFirst++
			case p.Complete != gold && q.Complete == gold:
				c.OnlySecond++
			}
		}
	}
	c.Sessions = verdicts.N()
	c.Agreement, c.Kappa, c.SameIntent = Figure(verdicts.Accuracy()), Figure(verdicts.Kappa()), Figure(intents.Accuracy())
	c.P = Figure(signTest(c.OnlyFirst, c.OnlySecond))
	return c
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// signTest is the exact two-sided probability of a split at least as unequal as
// a : b when both sides are equally likely (McNemar's test); 1 for no difference.
func signTest(a, b int) float64 {
	n, low := a+b, min(a, b)
	logFactorial := func(k int) float64 {
		v, _ := math.Lgamma(float64(k) + 1)
		return v
	}
	sum := 0.0
	for k := 0; k <= low; k++ {
		sum += math.Exp(logFactorial(n) - logFactorial(k) - logFactorial(n-k) - float64(n)*math.Ln2)
	}
	return min(1, 2*sum)
}
