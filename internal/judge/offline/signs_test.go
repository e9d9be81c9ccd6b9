package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestSignsOfFailure: what each failure signal rests on, whatever else speaks for the
// work.
func TestSignsOfFailure(t *testing.T) {
	b := newBench(t)
	fix := func() *talk { return new(talk).ask("Fix the rounding of the total in cart.go") }
	done := func() *talk { return fix().edit("cart.go", 3).say("Fixed: it was rounded twice.") }
	red := func() *talk { return fix().edit("cart.go", 3).fails("go test ./...", goRed) }
	again := func(k *talk, words string) *talk { return k.ask(words).edit("cart.go", 2).say("Fixed.") }
	const none = fact.NoSignal
	for _, c := range []struct {
		why  string
		talk *talk
		want fact.FailureSignal
	}{
		{"all well", done(), none},
		{"dropped in words", done().ask("never mind, forget it").say("Okay."), fact.Abandoned},
		{"an order to undo", done().ask("undo that").say("Okay."), fact.Abandoned},
		{"dropped, but work came", done().ask("never mind, forget it").edit("cart.go", 1).say("Okay."), none},
		{"a question about dropping it", done().ask("should I forget it?").say("No."), none},
		{"dropped in the first prompt", new(talk).ask("never mind, forget it").say("Okay."), none},
		{"taken back", done().ask("undo that").run("git checkout -- cart.go", "").say("Undone."), fact.Abandoned},
		{"taken back, then more", done().ask("undo that").run("git checkout -- cart.go", "").say("Undone.").ask("now a button").edit("b.go", 2).say("Added."), none},
		{"taken back, then words", done().ask("undo that").run("git checkout -- cart.go", "").say("Undone.").ask("thanks").say("Sure."), fact.Abandoned},
		{"put off while it is red", red().say("It still fails.").ask("let's finish this tomorrow").say("Okay."), fact.Abandoned},
		{"another day, and all is well", done().ask("great, works. more tomorrow").say("Okay."), none},
		{"another way, and nothing of it", done().ask("let's try something else").say("What?"), fact.Abandoned},
		{"another way, which worked", done().ask("let's try another approach").edit("cart.go", 4).run("go test ./...", goGreen).say("All tests pass."), none},

		{"three tries", again(again(again(done(), "still broken"), "still doesn't work"), "same error"), fact.Loop},
		{"the first and two more", again(again(done(), "still broken"), "still doesn't work"), fact.Loop},
		{"two tries", again(done(), "still broken"), fact.Frustration},
		{"three, with a good word between", again(again(again(done(), "still broken").ask("great, works").say("Good."), "still doesn't work"), "same error"), fact.Frustration},
		{"three complaints, no try", done().ask("still broken").say("Hm.").ask("still doesn't work").say("Hm.").ask("same error").say("Hm."), fact.Frustration},
		{"three tries, and green", again(again(done(), "still broken"), "still doesn't work").ask("same error").edit("cart.go", 2).run("go test ./...", goGreen).say("Fixed."), none},

		{"a red check", red().say("Done."), fact.UnresolvedError},
		{"admitted", red().say("The test still fails."), fact.UnresolvedError},
		{"and nodded at", red().say("The test still fails.").ask("ok").say("OK."), fact.UnresolvedError},
		{"and asked about something", red().say("The test still fails.").ask("which file is that in?").read("cart_test.go").say("In cart_test.go."), fact.UnresolvedError},
		{"red, and lint passes", red().run("golangci-lint run", "0 issues.").say("Done."), fact.UnresolvedError},
		{"and found good", red().say("The test still fails.").ask("perfect, that is great").say("OK."), none},
		{"and ordered to commit", red().say("Done.").ask("commit it"), none},
		{"put right", red().edit("cart.go", 1).run("go test ./...", goGreen).say("Fixed."), none},
		{"excused", red().say("That test failed before this change and is not related."), none},
		{"gave up, and nodded at", fix().edit("cart.go", 3).say("I was not able to fix it.").ask("ok").say("OK."), fact.UnresolvedError},
		{"gave up, but says done", fix().edit("cart.go", 3).say("I was not able to reproduce it. Fixed: it was rounded twice. All tests pass.").ask("ok").say("OK."), none},
		{"a service that failed twice", fix().edit("cart.go", 1).failure("API Error: 500").ask("go on").failure("API Error: 500"), fact.UnresolvedError},
		{"a service that failed once", fix().edit("cart.go", 1).failure("API Error: 500"), none},
		{"cut off on a red check", red(), fact.UnresolvedError},
		{"cut off on two failures", fix().fails("ls x", "no").fails("ls y", "no"), fact.UnresolvedError},
		{"cut off on one", fix().fails("ls x", "no"), none},
		{"cut off on a check that passed", fix().edit("cart.go", 3).run("go test ./...", goGreen).read("a.go"), none},
		{"a failure told, no answer", done().ask("FAIL\tshop/cart\t0.1s"), fact.UnresolvedError},
		{"a push that failed", done().ask("push").fails("git push", "rejected").say("It was rejected."), fact.UnresolvedError},
		{"a push that failed, then one that went", done().ask("push").fails("git push", "rejected").run("git push", "").say("Pushed."), none},
		{"a red check, and it gave up", red().say("I was not able to fix it."), fact.UnresolvedError},

		{"only words came back", done().ask("still doesn't work").say("Please reload."), fact.Frustration},
		{"work came back, not shown to work", done().ask("still doesn't work").edit("cart.go", 2).say("Fixed."), fact.Frustration},
		{"work came back, and a test of it", done().ask("still doesn't work").edit("cart.go", 2).run("go test ./...", goGreen).say("Fixed."), none},
		{"the test that passed before", done().ask("still doesn't work").run("go test ./...", goGreen).say("It passes."), fact.Frustration},
		{"a wish, and work on it", done().ask("you forgot the header").edit("cart.go", 2).say("Added."), none},
		{"a wish, and the next step", done().ask("still doesn't work").edit("cart.go", 2).say("Fixed.").ask("now add the same to the invoice").edit("invoice.go", 9).say("Added."), none},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if got := failure(v); got.kind != c.want {
			t.Errorf("%s: %s in turn %d, want %s", c.why, got.kind, got.turn+1, c.want)
		}
	}
}
