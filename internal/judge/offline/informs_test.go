package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestInforms: who says what a thing is, or answers what the agent asked, complains of
// nothing; what does not do as it should is found wrong whether or not anybody asked.
func TestInforms(t *testing.T) {
	b := newBench(t)
	built := func() *talk {
		return new(talk).Ask("Build a landing page for the regatta with a hero and a list of boats").Write("web/index.html", 60).Write("web/site.css", 30).Say("The page is there, with a hero and the list.")
	}
	for _, said := range []string{
		"background is white", "the port is 8080", "it's in src/api", "The header is 60px", "the file is config.yaml", "the table has 40 columns",
		"our brand blue is #0044cc", "the users are admins", "the repo is private", "the date is in UTC",
		"der Port ist 8080", "le port est 8080", "el puerto es 8080", "a porta é 8080", "il file è config.yaml", "de poort is 8080", "端口是8080",
	} {
		k := built().Ask(said).Edit("web/index.html", 4).Say("Adjusted.")
		if v := b.verdict(k); v.Signal == fact.Frustration {
			t.Errorf("%q: %s", said, explain(v))
		}
	}
	for _, said := range []string{
		"the hero is still the old one", "the page is blank", "nothing happens when I click a boat", "la page est vide",
	} {
		k := built().Ask(said).Edit("web/index.html", 4).Say("Adjusted.")
		if v := b.verdict(k); v.Signal != fact.Frustration {
			t.Errorf("%q is a fault: %s", said, explain(v))
		}
	}
	asked := func(question string) *talk {
		return new(talk).Ask("The boats do not show on the map, please fix it").Read("web/map.js").Say(question)
	}
	for _, c := range []struct{ question, answer string }{
		{"I need one thing first. What do you see in the console when you open the map?", "nothing at all, the map just stays grey"},
		{"Which browser is it, and what does the page show there?", "Safari, and it shows a blank page, it doesn't work at all there"},
		{"Welcher Fehler erscheint, wenn du die Karte öffnest?", "da steht nur, dass es nicht geht, die Karte bleibt leer"},
		{"What happens if you reload?", "still empty"},
	} {
		k := asked(c.question).Ask(c.answer).Edit("web/map.js", 6).Say("The layer was added before the map was ready. The boats show now.")
		if v := b.verdict(k); v.Signal == fact.Frustration {
			t.Errorf("%q: it was asked: %s", c.answer, explain(v))
		}
	}
	mended := func(closing string) *talk {
		return new(talk).Ask("The boats do not show on the map, please fix it").Edit("web/map.js", 6).Say(closing)
	}
	for _, c := range []struct{ closing, answer string }{
		{"Fixed: the layer is added later now. Does it work on your side?", "no, still empty"},
		{"Fixed. Could you reload and check?", "still nothing on the map"},
	} {
		k := mended(c.closing).Ask(c.answer).Edit("web/map.js", 6).Say("I moved it once more.")
		if v := b.verdict(k); v.Signal != fact.Frustration {
			t.Errorf("%q: it still fails: %s", c.answer, explain(v))
		}
	}
	if v := b.verdict(asked("What do you see in the console?").Ask("wtf, read the ticket, I am sick of this crap").Edit("web/map.js", 6).Say("I looked.")); v.Signal != fact.Frustration {
		t.Errorf("who swears is fed up, whatever was asked: %s", explain(v))
	}
}

// TestNarrows: who gives up a part of the work has the rest of it go on.
func TestNarrows(t *testing.T) {
	b := newBench(t)
	begun := func() *talk {
		return new(talk).Ask("Build a log parser with a CLI, docs and a small web view").Write("parse.go", 80).Write("parse_test.go", 20).Say("The parser is there; the CLI, the docs and the view are next.")
	}
	for _, said := range []string{
		"leave the docs out", "forget about the web view for now", "just the parser, skip the CLI", "forget the docs", "no need for docs here", "skip the intro in the docs",
		"drop the colour output", "leave the tests for later", "don't bother with the readme", "let's ignore Windows for now", "scrap the second chart", "postpone the caching", "forget pagination",
		"skip the German texts", "lass die Doku weg", "vergiss die Web-Ansicht", "laisse tomber la doc", "deja la documentación para después", "文档就不用写了", "テストは不要",
	} {
		for name, k := range map[string]*talk{
			"nothing left to do": begun().Ask(said).Say("Will do. The parser is complete."),
			"it goes on":         begun().Ask(said).Edit("parse.go", 4).Say("The parser is complete."),
		} {
			if v := b.verdict(k); v.Signal == fact.Abandoned {
				t.Errorf("%q, %s: %s", said, name, explain(v))
			}
		}
	}
	for _, said := range []string{
		"forget it", "leave it, we'll buy a tool", "scrap the idea", "let's drop this feature", "scrap the whole approach", "let's forget about the whole thing", "forget the parser, we buy one",
		"vergiss es", "laisse tomber", "olvídalo", "算了", "もういい",
	} {
		if v := b.verdict(begun().Ask(said).Say("All right.")); v.Signal != fact.Abandoned {
			t.Errorf("%q drops it all: %s", said, explain(v))
		}
	}
}

// TestNarrowsBehindAGreeting: what a session is about is told by the first prompt that asks for
// something; without one nobody knows whether a part is dropped or all.
func TestNarrowsBehindAGreeting(t *testing.T) {
	b := newBench(t)
	for name, opened := range map[string]func() *talk{
		"at once":    func() *talk { return new(talk) },
		"greeting":   func() *talk { return new(talk).Ask("hello").Say("Hello! What would you like to do?") },
		"good day":   func() *talk { return new(talk).Ask("guten Morgen").Say("Guten Morgen!") },
		"two of it":  func() *talk { return new(talk).Ask("hi").Say("Hi!").Ask("are you there?").Say("Yes.") },
		"what it is": func() *talk { return new(talk).Ask("thanks for yesterday").Say("You are welcome.") },
	} {
		begun := func() *talk {
			return opened().Ask("add a tide chart to the harbour page").Edit("web/harbour.tsx", 20).Say("I added the chart to the harbour page.")
		}
		for _, said := range []string{"forget the tide chart", "forget the chart", "leave the harbour page for now", "let's drop the chart altogether", "forget it"} {
			if v := b.verdict(begun().Ask(said).Say("All right.")); v.Signal != fact.Abandoned {
				t.Errorf("%s, %q drops it all: %s", name, said, explain(v))
			}
		}
		for _, said := range []string{"forget the docs", "skip the German texts", "lass die Doku weg"} {
			if v := b.verdict(begun().Ask(said).Say("All right.")); v.Signal == fact.Abandoned {
				t.Errorf("%s, %q leaves a part out: %s", name, said, explain(v))
			}
		}
	}
}

// TestComplainsOfWhatRuns: who is asked how what was mended looks now, and finds it as broken,
// complains of the work, though the turn that asks changed nothing.
func TestComplainsOfWhatRuns(t *testing.T) {
	b := newBench(t)
	asked := func(command, closing string) *talk {
		k := new(talk).Ask("The chart on the harbour page stays blank, please fix it").Edit("web/chart.ts", 6).Say("Fixed, the data is loaded first now.").Ask("is the server up to date?")
		if command != "" {
			k = k.Run(command, "ok")
		}
		return k.Say(closing)
	}
	for _, said := range []string{"still doesn't work", "still blank, same as before", "no, that changed nothing at all", "the page is still blank", "funktioniert immer noch nicht", "sigue sin funcionar"} {
		for _, command := range []string{"systemctl restart harbour", "docker compose up -d --build", "kubectl rollout restart deploy/harbour"} {
			k := asked(command, "The server is up again. How does the page look now?").Ask(said).Edit("web/chart.ts", 4).Say("I moved the call.")
			if v := b.verdict(k); v.Signal != fact.Frustration {
				t.Errorf("%q behind %q: %s", said, command, explain(v))
			}
		}
	}
	k := asked("", "Which version do you see in the footer, and how does the page look now?").Ask("still doesn't work").Edit("web/chart.ts", 4).Say("I moved the call.")
	if v := b.verdict(k); v.Signal != fact.Frustration {
		t.Errorf("the fix before the question failed: %s", explain(v))
	}
	for _, said := range []string{"1.4, and the port is 8080", "the footer is grey", "2.0"} {
		k := asked("", "Which version and port do you see in the footer?").Ask(said).Edit("web/chart.ts", 4).Say("That explains it: the cache served the old one.")
		if v := b.verdict(k); v.Signal == fact.Frustration {
			t.Errorf("%q was asked: %s", said, explain(v))
		}
	}
}

// TestWantsNoMore: who says no to what was offered beside the work gives up nothing of the work;
// who gives up all of it, or what it is about, does.
func TestWantsNoMore(t *testing.T) {
	b := newBench(t)
	made := func() *talk {
		return new(talk).Ask("add a CSV export to the tide table").Edit("web/export.ts", 20).Run("npm test", "Tests: 5 passed, 5 total").Say("The export is done and the tests pass. Shall I also add headers?")
	}
	told := func() *talk {
		return new(talk).Ask("why does the cache miss on every second call?").Read("src/cache.ts").Say("The key holds the time of the call, so that it is never the same twice; two calls in one second share it. Do you want me to try it out?")
	}
	for _, said := range []string{"no, don't. leave it like that, it is fine", "no, leave it", "no need, leave it", "no, skip it", "No hace falta, con eso ya me ha quedado clarísimo", "nie trzeba, dzięki", "لا داعي، اتركها"} {
		for name, k := range map[string]*talk{"made": made(), "told": told()} {
			if v := b.verdict(k.Ask(said).Say("Okay.")); v.Signal == fact.Abandoned {
				t.Errorf("%s, %q says no to the offer alone: %s", name, said, explain(v))
			}
		}
	}
	for _, said := range []string{"no, forget the whole thing", "no, forget everything", "forget the whole thing"} {
		if v := b.verdict(made().Ask(said).Say("Okay.")); v.Signal != fact.Abandoned {
			t.Errorf("%q gives up the work: %s", said, explain(v))
		}
	}
	k := new(talk).Ask("add a CSV export to the tide table").Edit("web/export.ts", 20).Run("npm test", "Tests: 3 failed, 2 passed, 5 total").Say("Three tests still fail. Shall I look for another library?").Ask("no, leave it").Say("Okay.")
	if v := b.verdict(k); v.Signal != fact.Abandoned {
		t.Errorf("what is red is left: %s", explain(v))
	}
}
