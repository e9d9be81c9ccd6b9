package speech

import (
	"testing"

	"prism/internal/lexicon"
)

// TestAsksNeeded: a closing question is one of need where the agent says so, or where it asks
// for a thing that only the person knows.
func TestAsksNeeded(t *testing.T) {
	r := New()
	for text, want := range map[string]bool{
		"The mailer is set up. What's the host name of the mail server?":                              true,
		"I wired the form. Before I can continue I need to know: who gets the mail?":                  true,
		"I wired the form. And which region is it in?":                                                true,
		"Das Formular steht. Wie lautet die Adresse?":                                                 true,
		"Le formulaire est prêt. Quelle est l'adresse ?":                                              true,
		"What is the name of the server? I looked it up: it is mail1.":                                false,
		"The form is wired and mails arrive. What would you like next?":                               false,
		"The form is wired. What do you think?":                                                       false,
		"The form is wired. If you like, I can send copies: what is the address of your boss?":        false,
		"The form is wired. Shall I add a captcha?":                                                   false,
		"Das Formular steht. Soll ich noch ein Captcha einbauen?":                                     false,
		"The form is wired. The question it asks is \"What is the name of the server\" and no other.": false,
	} {
		if _, _, ok := r.AsksNeeded(text, lexicon.Every); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}
