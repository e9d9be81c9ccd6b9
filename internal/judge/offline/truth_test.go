package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestNoticesAndHelpersFailNothing: what fails beside the work is no error that it is left
// with: a notice that nobody took, a test that a helper wrote to fail first.
func TestNoticesAndHelpersFailNothing(t *testing.T) {
	b := newBench(t)
	const down = "Exit code 7\ncurl: (7) Failed to connect to localhost port 9000: Connection refused"
	post := func(k *talk) *talk {
		return k.Fails(`curl -X POST http://localhost:9000/told -d '{"said":"begun"}'`, down)
	}
	look := func() *talk { return new(talk).Ask("Compare the two gauges and tell me which is right") }
	for _, c := range []struct {
		why  string
		talk *talk
		want fact.FailureSignal
	}{
		{"a notice beside a question", post(look().Read("gauge.go")).Refused("Read", "tide.go", "").Interrupt(), fact.NoSignal},
		{"a request to what was built", post(fixAsked().Edit("depth.go", 6)).Interrupt(), fact.UnresolvedError},
	} {
		if got := b.viewOf(c.talk, fact.Investigation).Sign.Kind; got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	for helper, want := range map[bool]fact.FailureSignal{true: fact.NoSignal, false: fact.UnresolvedError} {
		d := fixAsked().Edit("depth_test.go", 9).Fails("go test ./...", goRed).Call("Task", "Review the tests").Draft()
		for i := range d.Turns[0].Steps {
			if s := &d.Turns[0].Steps[i]; s.Target == "go test ./..." {
				s.Subagent = helper
			}
		}
		if got := newView(b.j.Read(d).a, knownAs(fact.BugFix)).Sign.Kind; got != want {
			t.Errorf("a test that fails, of a helper %v: %q, want %q", helper, got, want)
		}
	}
}

// TestBrokenOffIsNotBeside: a question that the agent had begun to work on when the service
// broke it off is part of the work; one that got no answer at all is beside it.
func TestBrokenOffIsNotBeside(t *testing.T) {
	b := newBench(t)
	asked := func() *talk { return fixDone().Ask("so the gauge was read twice?") }
	for _, c := range []struct {
		why  string
		talk *talk
		cut  bool
	}{
		{"begun", asked().Say("Just so. I look whether both are there:").Run("ls gauges", "east west").Failure("You're out of extra usage"), true},
		{"not begun", asked().Failure("You're out of extra usage"), false},
	} {
		if got := b.viewOf(c.talk, fact.BugFix).End.Cut(); got != c.cut {
			t.Errorf("%s: cut %v, want %v", c.why, got, c.cut)
		}
	}
}

// TestSeenToRun: that nothing shows a complaint put right is not said where the agent ran the
// program after it and saw nothing wrong.
func TestSeenToRun(t *testing.T) {
	b := newBench(t)
	told := func(k *talk) bool {
		return b.viewOf(k, fact.Feature).holds("complaint_open", true, &judge.Opinion{Intent: fact.Feature})
	}
	again := func() *talk {
		return fixDone().Ask("it still doesn't work").Edit("depth.go", 2).Say("Changed.").Ask("this is my file: depth=3")
	}
	if told(again().Run("go run ./depth", "depth 3 m\nwidth 9 m").Say("The file was of the day before; it is 3 m now.")) {
		t.Error("told though it was run")
	}
	if !told(again().Read("depth.go").Say("The file was of the day before.")) {
		t.Error("not told though nothing ran")
	}
}

// TestNothingBuilt: where a change was ordered and none was made, that is what is advised,
// however unsure the kind of work is; a question is not told to change something.
func TestNothingBuilt(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		talk *talk
		want string
	}{
		{fixAsked().Say("The depth is read once in an hour."), unbuilt},
		{new(talk).Ask("how often is the depth of the harbour read?").Say("The depth is read once in an hour."), unsure},
	} {
		v := b.viewOf(c.talk, fact.Feature)
		for i := range v.Intent {
			v.Intent[i] = 1 / float64(len(v.Intent))
		}
		rule, _ := judge.RuleOf(fact.Feature)
		if got := advice(v, rule, judge.Opinion{Intent: fact.Feature, Signal: fact.NoSignal}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestWhatAScriptMakesForItself: a folder that a script makes for its own notes is no change
// that was asked for, and a command is no answer.
func TestWhatAScriptMakesForItself(t *testing.T) {
	b := newBench(t)
	const notes = "LEVEL=$(cat ~/.notes/level 2>/dev/null)\nSTART=$(date +%s)\nmkdir -p ~/.notes\necho \"LEVEL: $LEVEL\"\necho \"begun $START\" >> ~/.notes/log 2>/dev/null || true"
	apply := func() *talk { return new(talk).Ask("apply for the grant of the harbour") }
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"a script's own notes", apply().Run(notes, "LEVEL: 1"), false},
		{"a folder that was asked for", new(talk).Ask("make a folder for the gauges").Run("mkdir -p gauges/east", "").Read("x"), true},
		{"a script that does the work", apply().Run(notes+"\nsed -i 's/none/grant/' form.txt", "LEVEL: 1"), true},
	} {
		if got := b.as(c.talk, fact.SmallChange)[judge.CriterionApplied]; got.Met != c.want {
			t.Errorf("%s: applied %v by %q", c.why, got.Met, quoteText(got.Quote))
		}
	}
	got := b.as(new(talk).Ask("what is in the folder of the gauges?").Fails("ls -la gauges", "Error"), fact.Question)[judge.CriterionAnswered]
	if got.Met || got.Quote != nil {
		t.Errorf("a command is quoted as the answer: %q", quoteText(got.Quote))
	}
}
