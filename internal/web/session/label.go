package session

import (
	"net/http"
	"strings"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/web/page"
)

// SaidShort is what a person said of a session, beside its verdict: of what has none, or
// whose verdict went, only what they said. A lead or an admin may look at what others
// labelled: that was not them.
func SaidShort(s *fact.Session, landed, yours bool) string {
	switch none := page.ShownOf(s) == ""; {
	case none && landed && yours:
		return locale.Mark("you said it landed")
	case none && landed:
		return locale.Mark("its person said it landed")
	case none && yours:
		return locale.Mark("you said it did not land")
	case none:
		return locale.Mark("its person said it did not land")
	case landed == s.Verdict.GoalComplete && yours:
		return locale.Mark("✓ you agree")
	case landed == s.Verdict.GoalComplete:
		return locale.Mark("✓ its person agrees")
	case yours:
		return locale.Mark("✗ you disagree")
	}
	return locale.Mark("✗ its person disagrees")
}

// nowSays is a sentence about a session whose verdict is another than was shown.
func nowSays(l *locale.Locale, s *fact.Session) string {
	switch page.ShownOf(s) {
	case "":
		return l.Say("It was judged anew since this page was drawn: it has no verdict that one could agree with yet. What you said was not taken.")
	case page.ShownLanded:
		return l.Say("It was judged anew since this page was drawn: the verdict now says that it landed. What you said was of the other one and was not taken; say it again of this one.")
	}
	return l.Say("It was judged anew since this page was drawn: the verdict now says that it did not land. What you said was of the other one and was not taken; say it again of this one.")
}

func edited(r *page.Request) (page.Editor, *fact.Session, error) {
	e, ok := r.Lib.(page.Editor)
	if !ok {
		return nil, nil, &page.Error{Status: http.StatusForbidden, Text: locale.Mark("You may look at this session, and not change it.")}
	}
	if err := page.Form(r); err != nil {
		return nil, nil, err
	}
	s, err := r.Lib.One(r.Context(), r.PathValue("id"))
	return e, s, err
}

// SetTitle keeps the title that a person gives a session.
func SetTitle(r *page.Request) (page.Answer, error) {
	e, s, err := edited(r)
	if err != nil {
		return page.Answer{}, err
	}
	title := strings.TrimSpace(r.PostFormValue("title"))
	if len(title) > page.LongestNote {
		return page.Answer{}, &page.Error{Status: http.StatusBadRequest, Text: locale.Mark("The title is too long.")}
	}
	if err := e.SetTitle(r.Context(), s.ID, title); err != nil {
		return page.Answer{}, err
	}
	return page.Answer{To: r.Query.Within("/sessions/" + s.ID)}, nil
}

// SetLabel keeps what a person says of a session's verdict, if it is the one that they were shown.
func SetLabel(r *page.Request) (page.Answer, error) {
	e, s, err := edited(r)
	if err != nil {
		return page.Answer{}, err
	}
	note := strings.TrimSpace(r.PostFormValue("note"))
	if len(note) > page.LongestNote {
		return page.Answer{}, &page.Error{Status: http.StatusBadRequest, Text: locale.Mark("The note is too long.")}
	}
	var said *bool
	switch say := r.PostFormValue("verdict"); say {
	case "agree", "disagree":
		if is := page.ShownOf(s); is == "" || is != r.PostFormValue("shown") {
			p := sessionOf(r, s)
			p.Stale, p.Note = nowSays(r.Locale, s), page.Clean(note)
			return page.Answer{Page: "session", Fill: p, Title: r.Say("Session {id}", s.ID[:min(len(s.ID), 8)]), Status: http.StatusConflict}, nil
		}
		landed := s.Verdict.GoalComplete == (say == "agree")
		said = &landed
	case "none":
	default:
		return page.Answer{}, &page.Error{Status: http.StatusBadRequest, Text: locale.Mark("Say agree, disagree or none.")}
	}
	if err := e.SetLabel(r.Context(), s.ID, said, note); err != nil {
		return page.Answer{}, err
	}
	return page.Answer{To: r.Query.Within("/sessions/"+s.ID) + "#verdict"}, nil
}
