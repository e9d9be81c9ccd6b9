package observe

import (
	"strings"
	"testing"

	"prism/internal/conversation"
)

// followUp reads a prompt that follows work, and tells how it is taken.
func followUp(r *Reader, prompt string) *Turn {
	a := r.Read(&conversation.Draft{Turns: []conversation.Turn{{Prompt: "Please fix the bug in the login page"}, {Prompt: prompt}}})
	return &a.Turns[1]
}

func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

// Words of praise accept nothing where they are wished for, belong to a name, or stand
// before a complaint; without these they do.
func TestPraiseIsMeant(t *testing.T) {
	r := NewWords().Reader()
	for takes, prompts := range map[bool]string{
		false: `It would be great if it worked
It would be perfect if the numbers were aligned
would be nice if the header said what it counts
I'd love it if this could be faster
I need this to look good before Monday
I want it to be awesome
let me know once it is fixed
tell me when it works
I hope this works
make it look good on phones
Great Britain is missing from the list
Cool Runnings has the wrong year
The Great Gatsby should come first
the sweet home page has no title
a nice message would be better here
it would be good to know which part is slow
Es wäre schön, wenn es funktionieren würde
Es wäre super, wenn die Liste sortiert wäre
Ce serait parfait si ça marchait
Sería genial si funcionara
Seria ótimo se funcionasse
Sarebbe perfetto se funzionasse
Nice try, but no
Nice, but nothing is saved
Nice, except that nothing is saved
great, except it throws on an empty list
Looks good on mobile, but broken on desktop
works for admins, fails for everyone else
The first case works, the second one does not
Well done on the first half, the second half crashes
Great, another crash
Awesome, now I have two errors
Perfect, if only it did anything
looks fine, but I am not sure about the second part`,
		true: `Great, it works
great!
Perfect, thanks
It looks great now
That is a great result, it works on my phone
looks good, but don't commit it yet
looks good, no rush with the docs
Nice, no errors
great, the crash is gone
Great work, now add a test
ok good, the error is fixed
runs without a hitch
the customer is happy
QA signed it off
that's what I was after
Super, das funktioniert
Parfait, ça marche
Genial, ya funciona
Perfetto, adesso funziona`,
	} {
		for _, p := range lines(prompts) {
			if got := Accepts(followUp(r, p)); got != takes {
				t.Errorf("%q accepts: %v", p, got)
			}
		}
	}
}

// What an order is about is no complaint, in whatever words it speaks of failure; a
// complaint beside an order is.
func TestOrdersThatSpeakOfFailure(t *testing.T) {
	r := NewWords().Reader()
	for complains, prompts := range map[bool]string{
		false: `Document what happens if it crashes
Describe in the docs why the old approach didn't work
Create a page that lists jobs that are still failing
Log a warning when the upload fails again
Show 'still not working? contact us' below the form
Put a FAQ entry 'It doesn't work, what now?' on the help page
Add a button 'this is useless' to the feedback form
write a note for users whose login does not work
Add a section about what to do when the build is still broken
Dokumentiere, was passiert, wenn es abstürzt
Beschreibe im README, was zu tun ist, wenn es nicht funktioniert
Écris ce qu'il faut faire si ça ne marche pas
Describe qué hacer si no funciona`,
		true: `it still crashes
Add it again, it is still missing
put it back, nothing works now
now document it, and the export still fails
write what I asked for, this is wrong
the page is blank now
log the error, it crashes when I run 'make all'
print the error, it still crashes in "main.go"
fix it again
why does it still fail?
Es funktioniert immer noch nicht
Ça ne marche toujours pas`,
	} {
		for _, p := range lines(prompts) {
			if got := Complains(followUp(r, p)); got != complains {
				t.Errorf("%q complains: %v", p, got)
			}
		}
	}
}

// A question about git, merges or releases orders no delivery.
func TestQuestionsOrderNoDelivery(t *testing.T) {
	r := NewWords().Reader()
	for orders, prompts := range map[bool]string{
		false: `How do I revert a commit in git?
what does git push do?
Is there a way to undo the last commit?
What is a good commit message for this?
who may push to main here?
Which branch would this be merged into?
Did you push anything?
Wie macht man einen Commit rückgängig?
Comment annuler un commit ?
¿Qué hace git push?
怎么撤销一个提交？`,
		true: `commit it
please commit and push
Looks fine. Commit it and open a pull request
ok push
Bitte committen
ok push it`,
	} {
		for _, p := range lines(prompts) {
			if got := OrdersDelivery(followUp(r, p)); got != orders {
				t.Errorf("%q orders delivery: %v", p, got)
			}
		}
	}
}

// A question without its mark is one by the order of its words, and complains of nothing.
func TestQuestionsWithoutAMark(t *testing.T) {
	r := NewWords().Reader()
	for asks, prompts := range map[bool]string{
		true: `Are the agents still running
is it still broken on phones
does this happen again after a restart
do we still need the flag
was the old one wrong as well`,
		false: `is still broken
does not work
did nothing
is the same error again
it is still there
are you kidding me`,
	} {
		for _, p := range lines(prompts) {
			if got := followUp(r, p).Prompt.Question; got != asks {
				t.Errorf("%q asks: %v", p, got)
			}
		}
	}
}
