package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestSignsOfFailure: what each failure signal rests on, whatever else speaks for the
// work.
func TestSignsOfFailure(t *testing.T) {
	b := newBench(t)
	fix := func() *talk { return new(talk).Ask("Fix the rounding of the total in cart.go") }
	done := func() *talk { return fix().Edit("cart.go", 3).Say("Fixed: it was rounded twice.") }
	red := func() *talk { return fix().Edit("cart.go", 3).Fails("go test ./...", goRed) }
	again := func(k *talk, words string) *talk {
		return k.Ask(words).Edit("cart.go", 2).Say("Fixed.")
	}
	const none = fact.NoSignal
	for _, c := range []struct {
		why  string
		talk *talk
		want fact.FailureSignal
	}{
		{"all well", done(), none},
		{"dropped in words", done().Ask("never mind, forget it").Say("Okay."), fact.Abandoned},
		{"an order to undo", done().Ask("undo that").Say("Okay."), fact.Abandoned},
		{"dropped, but work came", done().Ask("never mind, forget it").Edit("cart.go", 1).Say("Okay."), none},
		{"a question about dropping it", done().Ask("should I forget it?").Say("No."), none},
		{"dropped in the first prompt", new(talk).Ask("never mind, forget it").Say("Okay."), none},
		{"taken back", done().Ask("undo that").Run("git checkout -- cart.go", "").Say("Undone."), fact.Abandoned},
		{"taken back, then more", done().Ask("undo that").Run("git checkout -- cart.go", "").Say("Undone.").Ask("now a button").Edit("b.go", 2).Say("Added."), none},
		{"taken back, then words", done().Ask("undo that").Run("git checkout -- cart.go", "").Say("Undone.").Ask("thanks").Say("Sure."), fact.Abandoned},
		{"put off while it is red", red().Say("It still fails.").Ask("let's finish this tomorrow").Say("Okay."), fact.Abandoned},
		{"another day, and all is well", done().Ask("great, works. more tomorrow").Say("Okay."), none},
		{"another way, and nothing of it", done().Ask("let's try something else").Say("What?"), fact.Abandoned},
		{"another way, which worked", done().Ask("let's try another approach").Edit("cart.go", 4).Run("go test ./...", goGreen).Say("All tests pass."), none},

		{"three tries", again(again(again(done(), "still broken"), "still doesn't work"), "same error"), fact.Loop},
		{"the first and two more", again(again(done(), "still broken"), "still doesn't work"), fact.Loop},
		{"two tries", again(done(), "still broken"), fact.Frustration},
		{"three, with a good word between", again(again(again(done(), "still broken").Ask("great, works").Say("Good."), "still doesn't work"), "same error"), fact.Frustration},
		{"three complaints, no try", done().Ask("still broken").Say("Hm.").Ask("still doesn't work").Say("Hm.").Ask("same error").Say("Hm."), fact.Frustration},
		{"three tries, and green", again(again(done(), "still broken"), "still doesn't work").Ask("same error").Edit("cart.go", 2).Run("go test ./...", goGreen).Say("Fixed."), none},

		{"a red check", red().Say("Done."), fact.UnresolvedError},
		{"admitted", red().Say("The test still fails."), fact.UnresolvedError},
		{"and nodded at", red().Say("The test still fails.").Ask("ok").Say("OK."), fact.UnresolvedError},
		{"and asked about something", red().Say("The test still fails.").Ask("which file is that in?").Read("cart_test.go").Say("In cart_test.go."), fact.UnresolvedError},
		{"red, and lint passes", red().Run("golangci-lint run", "0 issues.").Say("Done."), fact.UnresolvedError},
		{"and found good", red().Say("The test still fails.").Ask("perfect, that is great").Say("OK."), none},
		{"and ordered to commit", red().Say("Done.").Ask("commit it"), none},
		{"put right", red().Edit("cart.go", 1).Run("go test ./...", goGreen).Say("Fixed."), none},
		{"excused", red().Say("That test failed before this change and is not related."), none},
		{"gave up, and nodded at", fix().Edit("cart.go", 3).Say("I was not able to fix it.").Ask("ok").Say("OK."), fact.UnresolvedError},
		{"gave up, but says done", fix().Edit("cart.go", 3).Say("I was not able to reproduce it. Fixed: it was rounded twice. All tests pass.").Ask("ok").Say("OK."), none},
		{"a service that failed twice", fix().Edit("cart.go", 1).Failure("API Error: 500").Ask("go on").Failure("API Error: 500"), fact.UnresolvedError},
		{"a service that failed once", fix().Edit("cart.go", 1).Failure("API Error: 500"), none},
		{"cut off on a red check", red(), fact.UnresolvedError},
		{"cut off on two failures", fix().Fails("ls x", "no").Fails("ls y", "no"), fact.UnresolvedError},
		{"cut off on one", fix().Fails("ls x", "no"), none},
		{"cut off on a check that passed", fix().Edit("cart.go", 3).Run("go test ./...", goGreen).Read("a.go"), none},
		{"a failure told, no answer", done().Ask("FAIL\tshop/cart\t0.1s"), fact.UnresolvedError},
		{"a push that failed", done().Ask("push").Fails("git push", "rejected").Say("It was rejected."), fact.UnresolvedError},
		{"a push that failed, then one that went", done().Ask("push").Fails("git push", "rejected").Run("git push", "").Say("Pushed."), none},
		{"a red check, and it gave up", red().Say("I was not able to fix it."), fact.UnresolvedError},

		{"only words came back", done().Ask("still doesn't work").Say("Please reload."), fact.Frustration},
		{"work came back, not shown to work", done().Ask("still doesn't work").Edit("cart.go", 2).Say("Fixed."), fact.Frustration},
		{"work came back, and a test of it", done().Ask("still doesn't work").Edit("cart.go", 2).Run("go test ./...", goGreen).Say("Fixed."), none},
		{"the test that passed before", done().Ask("still doesn't work").Run("go test ./...", goGreen).Say("It passes."), fact.Frustration},
		{"a wish, and work on it", done().Ask("you forgot the header").Edit("cart.go", 2).Say("Added."), none},
		{"a wish, and the next step", done().Ask("still doesn't work").Edit("cart.go", 2).Say("Fixed.").Ask("now add the same to the invoice").Edit("invoice.go", 9).Say("Added."), none},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if got := v.Sign; got.Kind != c.want {
			t.Errorf("%s: %s in turn %d, want %s", c.why, got.Kind, got.Turn+1, c.want)
		}
	}
}
