package conformance

import (
	"testing"

	"prism/internal/long"
)

// What is done by default has a case of every behaviour, and each that looks at the
// sessions of another only with that one; with PRISM_LONG it is all.
func TestPartHasEveryBehaviour(t *testing.T) {
	all := allCases()
	of := func(k *kase) *kase { return k.of }
	t.Setenv(long.Env, "")
	some := part(all, (*kase).behaviour, of)
	if n := len(some); n < len(all)/12 || n > len(all)/2 {
		t.Errorf("%d of %d cases", n, len(all))
	}
	there, read := map[string]bool{}, map[*kase]bool{}
	for _, k := range some {
		there[k.behaviour()], read[k] = true, true
		if k.of != nil && !read[k.of] {
			t.Errorf("%s without what it looks at", k.name)
		}
	}
	for _, k := range all {
		if k.of == nil && !there[k.behaviour()] {
			t.Errorf("no case of %q", k.behaviour())
		}
	}
	t.Setenv(long.Env, "1")
	if n := len(part(all, (*kase).behaviour, of)); n != len(all) {
		t.Errorf("%d of %d cases at length", n, len(all))
	}
}
