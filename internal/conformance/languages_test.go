package conformance

import (
	"fmt"

	"prism/internal/transcript/claudetest"
)

// languageCases are signals, acceptance and silence in many languages, and the
// language itself.
func languageCases(b *book) {
	all := stories()
	for i, l := range tongues() {
		s := func(n int) *story { return all[(i+n)%len(all)] }
		fix := func(s *story) *claudetest.Talk {
			t := b.talk(s).Ask(fmt.Sprintf(l.bug, s.look)).Read(s.look, s.looked)
			apply(t, s.fix)
			return t
		}
		ask := func(t *claudetest.Talk, n int) *claudetest.Talk {
			for _, e := range l.neutral[:n] {
				t.Ask(e.ask).Say(e.say)
			}
			return t
		}
		for j, words := range l.frustrated {
			for after := range 3 {
				t := ask(fix(s(j+after)).Say(l.fixed).Ask(words).Say(l.sorry), after)
				b.add(fmt.Sprintf("languages/frustration/%s/%s/%s", l.code, words, turnNames[after]), t, signal("frustration"), missed())
			}
		}
		for j, words := range l.dropped {
			kinds := []string{"abandoned"}
			if words == l.neverMind { // published among the words of frustration, and it drops the work
				kinds = append(kinds, "frustration")
			}
			for after := range 3 {
				t := ask(fix(s(j+after)).Say(l.halfway).Ask(words).Say(l.yes), after)
				b.add(fmt.Sprintf("languages/abandoned/%s/%s/%s", l.code, words, turnNames[after]), t, signal(kinds...), missed())
			}
		}
		for j, words := range l.accepted {
			t := fix(s(j)).Say(l.fixed).Ask(words)
			if j%2 == 0 {
				t.Say("👍")
			}
			b.add(fmt.Sprintf("languages/accepted/%s/%s", l.code, words), t, signal("none"), complete(), basis("explicit"))
			t = fix(s(j)).Say(l.fixed).Ask(l.frustrated[j]).Edit(s(j).look, 9, "a", "b").Say(l.fixed).Ask(words).Say("👍")
			b.add(fmt.Sprintf("languages/complaint, then accepted/%s/%s", l.code, words), t, signal("none"), complete(), basis("explicit"))
		}
		for j, words := range l.thanks {
			t := fix(s(j)).Say(l.fixed).Ask(l.frustrated[j]).Say(l.sorry).Ask(words).Say("👍")
			b.add(fmt.Sprintf("languages/thanks resolve nothing/%s/%s", l.code, words), t, signal("frustration"), missed())
		}
		for j, words := range l.gotIt {
			t := b.talk(s(j)).Ask(l.question.ask).Say(l.question.say).Ask(words)
			b.add(fmt.Sprintf("languages/last words/%s/%s", l.code, words), t, intent("question"), complete(), basis("explicit"))
		}
		b.add("languages/question just ends/"+l.code, b.talk(s(0)).Ask(l.question.ask).Say(l.question.say), intent("question"), complete(), basis("silent"))
		b.add("languages/bug fix, neutral questions/"+l.code, ask(fix(s(1)).Say(l.fixed), 2), intent("bug_fix"), signal("none"), missed(), basis("silent"),
			last("prompt language", func(x *session) string { return differ(x.Languages.Prompt, l.code) }))
		t := fix(s(2))
		apply(t, s(2).proof)
		t.Run(s(2).test, "Run the tests", s(2).green, 5).Say(l.fixed).Ask(l.deliver)
		push(commit(t, s(2), "Save in the depot's zone"), s(2)).Say(l.delivered)
		b.add("languages/delivery ordered/"+l.code, t, signal("none"), complete(), basis("explicit"))
		r := s(3)
		t = b.talk(r).Ask(fmt.Sprintf(l.refactor, r.look))
		for _, p := range r.moves {
			apply(t, p)
		}
		b.add("languages/refactor, unchecked/"+l.code, t.Say(l.done), intent("refactor"), missed())
	}
	for _, s := range all {
		b.add("languages/code/"+s.code, s.tested(b.talk(s)), last("code language", func(x *session) string { return differ(x.Languages.Code, s.code) }))
		b.add("languages/prompts in English/"+s.name, s.checked("feature", b.talk(s)), last("prompt language", func(x *session) string { return differ(x.Languages.Prompt, "en") }))
	}
}
