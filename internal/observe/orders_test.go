package observe

import "testing"

// What a request says of the thing that is to be made is no word on the work.
func TestOrdersSayNothingOfTheWork(t *testing.T) {
	look := looker(t)
	for prompt, complains := range map[string]bool{
		"Add a test for the case where login does not work": false,
		"Add a 'looks good' button":                         false,
		"Rename the method doesnt_work to works":            false,
		"it does not work":                                  true,
		"Add the header, it still does not work":            true,
		"Fix the login, it does not work":                   true,
		"Add it again because it still fails":               true,
		"doesn't work, add a log line":                      true,
	} {
		a := look(turn("Write the sign-in page"), turn(prompt))
		asked := &a.Turns[1]
		if got := Complains(asked); got != complains {
			t.Errorf("%q complains: %v", prompt, got)
		}
		if Accepts(asked) {
			t.Errorf("%q accepts", prompt)
		}
	}
}
