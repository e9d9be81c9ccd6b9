package conformance

import (
	"encoding/json"
	"testing"
)

// scored is what `prism score --json` tells.
type scored struct {
	Score    *float64       `json:"score"`
	Letter   *string        `json:"letter"`
	Crushed  int            `json:"crushed"`
	Counted  int            `json:"counted"`
	Interval []float64      `json:"interval"`
	Excluded map[string]int `json:"excluded"`
	Tokens   tokens         `json:"tokens"`
	CostUSD  *float64       `json:"cost_usd"`
	Unpriced []string       `json:"cost_unpriced_models"`
}

// scoreWant is a check of a case's score.
type scoreWant struct {
	field string
	see   func(s *scored) string
}

func (k *kase) scored(t *testing.T, dir string) []string {
	t.Helper()
	if len(k.score) == 0 {
		return nil
	}
	var s scored
	if err := json.Unmarshal(prism(t, append([]string{"score", "--no-store", "--json", dir}, k.flags...)...), &s); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, w := range k.score {
		out = append(out, w.see(&s))
	}
	return out
}
