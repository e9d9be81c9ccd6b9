package page

import (
	"cmp"
	"time"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
)

// ListCell is what stands in a column of a row.
type ListCell struct {
	Key, Name   string // of its column
	Text, Class string
	At          time.Time // a time that Text names; zero: it names none
}

// ShownLanded and ShownMissed are, in forms, what a verdict comes to for a person who agrees with it: a label says whether the goal
// was landed. A form sends what its page showed, for the session may have been judged
// anew since it was drawn.
const (
	ShownLanded = "landed"
	ShownMissed = "missed"
)

// Yours reports whether a session is of who looks at it; of a library of one person, all are.
func Yours(r *Request, s *fact.Session) bool {
	o, several := r.Lib.(Owner)
	return !several || o.Owns(s)
}

// ShownOf is what a session's verdict comes to; "": there is none to agree with.
func ShownOf(s *fact.Session) string {
	switch {
	case !phrase.Told(&s.Verdict):
		return ""
	case s.Verdict.GoalComplete:
		return ShownLanded
	}
	return ShownMissed
}

// Row is one session of a list.
type Row struct {
	ID, Title string
	Standing  Standing
	Intent    string
	Likely    string
	Repo      string
	Branch    string
	Tokens    string
	Cost      string
	Lasted    string
	Turns     int
	Day       string
	Ended     time.Time
	To        string
	State     fact.State
	Shown     string     // what a person agrees with; "" nothing
	Said      string     // what they said of it; "" nothing
	Cells     []ListCell // of the columns of the list
}

// RowOf is a session as a list shows it.
func RowOf(r *Request, s *fact.Session) Row {
	zone := r.Now().Location()
	title := Clean(s.Verdict.FullTitle().String())
	return Row{
		ID: s.ID, Title: cmp.Or(title, r.Say("(no title)")), Standing: StandingIn(r.Locale, s, r.Query.Switches()), Intent: Intent(r.Locale, s.Verdict.Intent),
		Likely: Likely(r.Locale, &s.Verdict), Repo: Clean(r.RepoOf(s)), Branch: Clean(s.Branch), Tokens: Used(r.Locale, score.Tokens(s).Total()), Cost: SpentBy(r.Locale, s),
		Lasted: r.Lasted(s.Ended.Sub(s.Started)), Turns: s.Turns, Day: r.Day(s.Ended.In(zone), r.Now()), Ended: s.Ended,
		To: r.Query.Within("/sessions/" + s.ID), State: s.State, Shown: ShownOf(s),
	}
}
