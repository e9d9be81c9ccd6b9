package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/observe"
)

// What sounds like an order to deliver, or like thanks, and is none, takes back no complaint.
func TestWhatIsNoDelivery(t *testing.T) {
	b := newBench(t)
	after := func(words string) *talk {
		return new(talk).Ask("Fix the login button, it does nothing").Read("login.ts").Edit("login.ts", 3).Say("Fixed.").
			Ask("still doesn't work, same as before").Edit("login.ts", 4).Say("Please try again.").Ask(words)
	}
	for _, words := range []string{
		"check it in the browser", "check this in the staging environment please", "can you check it in firefox", "check that in a test", "get them in one query", "get that in a variable",
		"that would be way better", "when I click save: boom", "after I merged it the build broke", "we shipped it yesterday and customers complain", "I merged it with main and now there are conflicts",
	} {
		if v := b.verdict(after(words).Run("npx playwright open", "opened").Say("Okay.")); v.GoalComplete || v.Signal == fact.NoSignal {
			t.Errorf("%q: %s", words, explain(v))
		}
	}
	// Edits, and no delivery, are what came of these.
	for _, words := range []string{"merge them into one file", "merge it with the other function", "push it down the page by 10px", "push it to the stack before the loop", "land it on the settings page", "send this upstream as a header"} {
		if p := b.j.Read(after(words).Edit("login.ts", 2).Say("Done.").Draft()); observe.OrdersDelivery(&p.a.Turns[2]) {
			t.Errorf("%q orders a delivery", words)
		}
	}
	for _, words := range []string{"land it", "merge it", "get it merged", "push it to main", "merge everything and push"} {
		if v := b.verdict(after(words).Say("Okay.")); v.Signal != fact.NoSignal {
			t.Errorf("%q: %s", words, explain(v))
		}
	}
	for _, words := range []string{"we do this differently here: use the logger", "in this codebase we do it differently, see utils.go"} {
		if v := b.verdict(after(words).Edit("login.ts", 2).Run("npm test", jestGreen).Say("Fixed: it uses the logger. All tests pass.")); v.Signal == fact.Abandoned {
			t.Errorf("%q: %s", words, explain(v))
		}
		if v := b.verdict(after(words).Say("Okay.")); v.Signal == fact.Abandoned {
			t.Errorf("%q: %s", words, explain(v))
		}
	}
}

// A question is one whatever words its answer uses, and a small change is one whatever is
// said of the rest.
func TestWhatIsNotShown(t *testing.T) {
	b := newBench(t)
	for ask, answer := range map[string]string{
		"what does the release script do?":      "It runs the tests before you merge, tags the commit and uploads the archive.",
		"how does the merge queue work?":        "It rebases each pull request and checks that it is ready to merge. Then it merges.",
		"what does the linter complain about?":  "Three names. They must be fixed before the build passes.",
		"which fields are required?":            "The name and the id must be changed before the form is sent; the others are optional.",
		"who may deploy?":                       "Deploys are approved with two keys, one of them the lead's.",
		"where is the timeout set?":             "I found it in config.go: it is 30 seconds.",
		"wo wird die Freigabe gespeichert?":     "Die Freigabe steht in der Tabelle shares, eine Zeile je Ordner.",
		"was passiert vor dem Merge eines PRs?": "Vor dem Merge laufen die Tests und der Linter.",
	} {
		if v := b.verdict(new(talk).Ask(ask).Read("a.go").Read("b.go").Say(answer)); v.Intent != fact.Question || !v.GoalComplete {
			t.Errorf("%q: %s, %s", ask, v.Intent, explain(v))
		}
	}
	for ask, answer := range map[string]string{
		"the header could show the user's name":         "Done. The header shows the name. Existing behaviour is unchanged for guests.",
		"our footer still says 2024":                    "Updated to 2025. The rest of the output is unchanged.",
		"the logs should have the request id":           "Added. Functionality is unchanged otherwise.",
		"turn telemetry off by default":                 "Done.",
		"users see a banner when they are offline":      "Added the banner.",
		"customers report hours in a form, add a total": "Added the total.",
		"our build is on jenkins, move it to github":    "Moved.",
		"take out the footer link":                      "Removed.",
		"save the report in a separate file":            "Done.",
		"rate the results by how often they are opened": "Done.",
	} {
		if v := b.verdict(new(talk).Ask(ask).Read("page.ts").Edit("page.ts", 6).Say(answer)); v.Intent != fact.SmallChange && v.Intent != fact.Feature {
			t.Errorf("%q: %s, %s", ask, v.Intent, explain(v))
		}
	}
}

// A cause that is named is found, whatever else is not known of it.
func TestWhatIsFoundBesides(t *testing.T) {
	b := newBench(t)
	for answer, want := range map[string]bool{
		"The root cause is the missing lock, though I could not determine which deploy introduced it.": true,
		"The cause is a race in the cache, and I am not sure how often it happens.":                    true,
		"The cause could not be determined.":                                                           false,
	} {
		v := b.verdict(new(talk).Ask("Find out why the import is slow, don't change anything").Read("a.go").Read("b.go").Say(answer))
		if v.Intent != fact.Investigation || v.GoalComplete != want {
			t.Errorf("%q: %s", answer, explain(v))
		}
	}
	// Nor is a question about a delivery an order, though the agent went and delivered.
	if v := b.verdict(new(talk).Ask("Fix the login button, it does nothing").Read("login.ts").Edit("login.ts", 3).Say("Fixed.").Ask("what did the last push change").
		Run("git commit -am 'x'", "[main 1a2b3c4] x").Say("Here you are.")); v.Basis == fact.Explicit {
		t.Errorf("a question orders a delivery: %s", explain(v))
	}
}
