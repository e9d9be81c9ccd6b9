package tracker

import (
	"strings"
	"testing"

	"prism/internal/conversation"
)

// What sounds like an announcement goes on with the work where it tells of a failure, turns
// to its tests, or to a point of a list that there is; without these it turns away.
func TestGoesOnThoughItSoundsOtherwise(t *testing.T) {
	tr, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	const list = "The plan:\n\n1. Read the scans.\n2. Validate the input.\n3. Write the report."
	for _, c := range []struct {
		said, prompts string
		cut           bool
	}{
		{"The scans are read.", `Something else broke: the list is empty now
now something else is failing: the build
another thing that broke: the old links are dead
Jetzt ist etwas anderes kaputt: die Liste ist leer
let's move on to the tests
something else: you forgot the second caller`, false},
		{"The scans are read.", `next: put it behind a flag
leave the scans for now, I have a meeting`, false},
		{"The scans are read.", `Forget the scans for today, I want to work on the game prototype: add a jump key
enough of the scans. I'd like to work on the game: add a jump key
Laisse les scans pour aujourd'hui, je veux travailler sur le prototype du jeu : ajoute une touche de saut
Olvida el lector por hoy, quiero trabajar en el prototipo del juego: añade una tecla de salto
Забудь про сканы на сегодня, хочу поработать над прототипом игры: добавь клавишу прыжка`, true},
		{list, `move on to the next item: validate the input
next item: validate the input
On to point 2 of your list
moving on to the second bullet: validation
weiter mit dem nächsten Punkt: Validierung
passons au point suivant : la validation`, false},
		{"The scans are read.", `Something else now: the nightly backup of the mail server needs a retention of thirty days
Now something else: write a landing page for the bakery with opening hours
Unrelated: the login of the intranet fails since Monday, find out why`, true},
	} {
		for _, p := range strings.Split(c.prompts, "\n") {
			turns := []conversation.Turn{
				{Prompt: "Read the parcel scans from the depot's file", Says: []conversation.Say{{Text: c.said}}},
				{Prompt: p, Says: []conversation.Say{{Text: "Done."}}},
			}
			shifts, err := tr.Shifts(t.Context(), turns)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(shifts) > 0; got != c.cut {
				t.Errorf("%q after %.20q cuts: %v", p, c.said, got)
			}
		}
	}
}
