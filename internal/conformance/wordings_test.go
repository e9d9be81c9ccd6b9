package conformance

import (
	"fmt"
	"strings"
)

// What a word of a person's stands for is asked of many words, in several sets: each of
// these adds the cases of one kind, a set's under its category.

// complained adds complaints about work that was done, last and with a neutral question
// after them; step says how far apart the stories of the two are.
func (b *book) complained(category string, step int, words ...string) {
	all, works := stories(), []string{"bug_fix", "feature", "refactor", "small_change"}
	for i, w := range words {
		for after := range 2 {
			s, kind := all[(i+after*step)%len(all)], works[(i+after)%len(works)]
			t := b.talk(s)
			s.work(kind, t)
			attempt(t.Ask(w), s, i+after)
			s.ask(t, after)
			b.add(fmt.Sprintf("%s/%s/%d", category, w, after), t, signal("frustration", "loop", "unresolved_error"), missed())
		}
	}
}

// accepted adds words that take work as good.
func (b *book) accepted(category string, words ...string) {
	all := stories()
	for i, w := range words {
		for j, kind := range []string{"bug_fix", "feature"} {
			s := all[(i+j)%len(all)]
			t := b.talk(s)
			s.work(kind, t)
			t.Ask(w).Say("Glad to hear it.")
			b.add(fmt.Sprintf("%s/%s/%s", category, w, kind), t, signal("none"), complete(), basis("explicit"))
		}
	}
}

// asidesOf adds neutral questions after work that was checked.
func (b *book) asidesOf(category string, words ...string) {
	all := stories()
	for i, w := range words {
		for j, kind := range []string{"bug_fix", "feature"} {
			s := all[(i+j*3)%len(all)]
			t := s.checked(kind, b.talk(s)).Ask(w).Say("It is in " + s.look + ", a few lines below the change.")
			b.add(fmt.Sprintf("%s/%s/%s", category, w, kind), t, signal("none"), complete())
		}
	}
}

// announced adds other tasks that a prompt announces ("%s": the task).
func (b *book) announced(category string, words ...string) {
	others := []string{
		"The nightly backup on the database host fails with 'no space left on device'. Look at ops/backup.sh and fix it.",
		"Set up a GitHub workflow in .github/workflows/release.yml that builds the container image on every tag.",
		"Write a landing page in web/index.html with our logo, three screenshots and a contact form.",
	}
	files := []string{"ops/backup.sh", ".github/workflows/release.yml", "web/index.html"}
	all := stories()
	for i, how := range words {
		for j, kind := range []string{"bug_fix", "small_change"} {
			s := all[(i+j*3)%len(all)]
			t := s.checked(kind, b.talk(s)).Ask("great, thanks").Say("You're welcome.")
			k := (i + j) % 3
			t.Ask(fmt.Sprintf(how, others[k])).Write(files[k], lines(14, "other")).Say("Done, see " + files[k] + ".")
			b.add(fmt.Sprintf("%s/%s/%s", category, strings.TrimSuffix(how, "%s"), kind), t, count(2))
		}
	}
}

// asked adds a request of an intent ("%s": the story's file), what is done for it, and that
// it is heard as one of that intent.
func (b *book) asked(category, kind string, s *story, prompt string) {
	t := b.talk(s).Ask(strings.ReplaceAll(prompt, "%s", s.look)).Read(s.look, s.looked)
	switch kind {
	case "question":
		t.Say("It reads the value once at start and keeps it; later changes of the file are not seen until the next start. The default is 30 seconds.")
	case "investigation":
		t.Grep("cause").Say("The cause: the value is read before the lock is taken, so two workers can see the same entry. It happens only when both start within the same second, which explains why it is rare.")
	case "review":
		t.Say("Two things should change before this is merged:\n\n1. The error of the second call is dropped.\n2. The new branch has no test.\n\nOtherwise it is fine; I would request changes.")
	case "plan":
		t.Say("Plan:\n\n1. Extract the store behind an interface.\n2. Move the callers one by one.\n3. Delete the old path.\n\nEach step can be merged alone. I would begin with the first.")
	case "bug_fix":
		apply(t, s.proof)
		apply(t, s.fix)
		t.Run(s.test, "Run the tests", s.green, 5).Say(s.fixed + " All tests pass.")
	case "feature":
		for _, a := range s.adds {
			apply(t, a)
		}
		t.Run(s.test, "Run all tests", s.green, 9).Say(s.built2 + " All tests pass.")
	case "refactor":
		for _, a := range s.moves {
			apply(t, a)
		}
		t.Run(s.test, "Run all tests", s.green, 9).Say("The code is moved; behaviour is unchanged and all tests pass.")
	case "small_change":
		apply(t, s.tweak)
		t.Say("Changed in " + s.tweak.file + ".")
	}
	b.add(fmt.Sprintf("%s/%s/%s", category, kind, strings.Join(strings.Fields(prompt), " ")), t, intent(kind))
}
