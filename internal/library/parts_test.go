package library

import (
	"fmt"
	"testing"

	"prism/internal/score"
	"prism/internal/store"
)

// However many ways of breaking a score down are asked for, also where there is nothing
// to remember of any, so many are remembered and no more: those asked for last.
func TestPartsKindsAreBounded(t *testing.T) {
	var p Parts
	ask := func(i int) *kind { return p.kind(score.Options{By: []string{fmt.Sprint(i)}}, &store.Filter{}) }
	first := ask(0)
	for i := range 3 * kindsMost {
		if ask(i + 1); i%10 == 0 && ask(0) != first {
			t.Fatal("what is asked for again and again is forgotten")
		}
	}
	last := ask(3 * kindsMost)
	if len(p.kinds) != kindsMost || p.kinds[last.name] != last || p.kinds[first.name] != first {
		t.Errorf("%d are remembered", len(p.kinds))
	}
}
