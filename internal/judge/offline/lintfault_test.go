package offline

import (
	"strings"
	"testing"

	"prism/internal/judge"
)

// TestLintFault: what a linter found is mended when the linter says so. A test that passes
// says nothing of it, and its line is not what is shown.
func TestLintFault(t *testing.T) {
	b := newBench(t)
	const clean = "0 issues."
	for _, ask := range []string{"lint is failing, fix it", "golangci-lint fails on tides.go, fix it", "Der Linter schlägt fehl, behebe das", "the linter is red. Mend it"} {
		for name, c := range map[string]struct {
			run  func(k *talk) *talk
			want bool
		}{
			"tests alone":    {func(k *talk) *talk { return k.Run("go test ./...", goGreen) }, false},
			"lint":           {func(k *talk) *talk { return k.Run("golangci-lint run", clean) }, true},
			"lint and tests": {func(k *talk) *talk { return k.Run("golangci-lint run && go test ./...", clean+"\n"+goGreen) }, true},
			"tests behind":   {func(k *talk) *talk { return k.Run("golangci-lint run", clean).Run("go test ./...", goGreen) }, true},
		} {
			v := b.verdict(c.run(new(talk).Ask(ask).Read("tides.go").Edit("tides.go", 2)).Say("Mended the unchecked error in the reader."))
			for _, x := range v.Criteria {
				if x.Name != judge.CriterionVerified {
					continue
				}
				if x.Met != c.want {
					t.Errorf("%q, %s: verified %v", ask, name, x.Met)
				}
				if x.Met && x.Evidence != nil && !strings.Contains(x.Evidence.Quote.String(), clean) {
					t.Errorf("%q, %s: shown by %q", ask, name, x.Evidence.Quote)
				}
			}
		}
	}
	// Where a test was red, too, it is what shows the mending.
	v := b.verdict(new(talk).Ask("lint and the tests are failing, fix it").Fails("go test ./...", goRed).Edit("tides.go", 2).Run("go test ./...", goGreen).Say("Mended."))
	for _, x := range v.Criteria {
		if x.Name == judge.CriterionVerified && !x.Met {
			t.Errorf("a red test: %s", explain(v))
		}
	}
}
