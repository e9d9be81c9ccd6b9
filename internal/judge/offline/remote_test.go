package offline

import "testing"

// TestRunOfTheForge: a run of the forge's checks that passed after what was changed was
// pushed verifies it; one that failed, one from before and one that goes on do not.
func TestRunOfTheForge(t *testing.T) {
	b := newBench(t)
	fix := func() *talk {
		return new(talk).Ask("CI is red since yesterday, the mock of the bucket is not found. fix it").Read("tests/conftest.py").Edit("tests/conftest.py", 4)
	}
	const green = "✓ lint · 25s\n✓ test · 1m2s\n✓ CI run 9931 succeeded"
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"watched", fix().Run("git commit -am 'mock buckets' && git push && gh run watch 9931 --exit-status", green).Say("Pushed."), true},
		{"in two steps", fix().Run("git commit -am 'mock buckets' && git push", "1a1..2b2 main -> main").Run("gh run watch", "✓ main CI · 9931\n\nJOBS\n✓ test in 1m2s (ID 7)\n\n✓ Run CI (9931) completed with 'success'").Say("Pushed."), true},
		{"a table", fix().Run("git push", "1a1..2b2 main -> main").Run("gh pr checks 7", "lint\tpass\t25s\thttps://x/1\ntest\tpass\t1m2s\thttps://x/2").Say("Pushed."), true},
		{"one of a table failed", fix().Run("git push", "1a1..2b2 main -> main").Run("gh pr checks 7", "lint\tpass\t25s\thttps://x/1\ntest\tfail\t1m2s\thttps://x/2").Say("Pushed."), false},
		{"goes on", fix().Run("git push", "1a1..2b2 main -> main").Run("gh run list -L 2", "in_progress\t\tmock buckets\tCI\nin_progress\t\tmock buckets\tLint").Say("Pushed."), false},
		{"not pushed yet", fix().Run("gh run list -L 1", "completed\tsuccess\tolder\tCI").Say("Mocked."), false},
		{"changed after it", fix().Run("git push", "1a1..2b2 main -> main").Run("gh run watch", green).Swap("tests/conftest.py", "a", "b").Say("And the region."), false},
		{"failed", fix().Run("git push", "1a1..2b2 main -> main").Fails("gh run watch 9931 --exit-status", "X lint · 22s\n✓ test · 1m4s\nX CI run 9930 failed").Say("Pushed."), false},
	} {
		v := b.verdict(c.talk)
		if got := v.GoalComplete; got != c.want {
			t.Errorf("%s: landed is %v, want %v: %s", c.why, got, c.want, explain(v))
		}
	}
}
