package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/store"
)

// What a verdict comes to for a person who agrees with it: a label says whether the goal
// was landed. A form sends what its page showed, for the session may have been judged
// anew since it was drawn.
const (
	shownLanded = "landed"
	shownMissed = "missed"
)

// saidShort is what a person said of a session, beside its verdict: of what has none, or
// whose verdict went, only what they said. A lead or an admin may look at what others
// labelled: that was not them.
func saidShort(s *fact.Session, landed, yours bool) string {
	switch none := shownOf(s) == ""; {
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

// Owner is a library of several people's sessions: it knows whose a session is.
type Owner interface {
	// Owns reports whether a session is the caller's own.
	Owns(s *fact.Session) bool
}

// yours reports whether a session is of who looks at it; of a library of one person, all are.
func yours(r *request, s *fact.Session) bool {
	o, several := r.lib.(Owner)
	return !several || o.Owns(s)
}

// shownOf is what a session's verdict comes to; "": there is none to agree with.
func shownOf(s *fact.Session) string {
	switch {
	case !phrase.Told(&s.Verdict):
		return ""
	case s.Verdict.GoalComplete:
		return shownLanded
	}
	return shownMissed
}

// nowSays is a sentence about a session whose verdict is another than was shown.
func nowSays(l *locale.Locale, s *fact.Session) string {
	switch shownOf(s) {
	case "":
		return l.Say("It was judged anew since this page was drawn: it has no verdict that one could agree with yet. What you said was not taken.")
	case shownLanded:
		return l.Say("It was judged anew since this page was drawn: the verdict now says that it landed. What you said was of the other one and was not taken; say it again of this one.")
	}
	return l.Say("It was judged anew since this page was drawn: the verdict now says that it did not land. What you said was of the other one and was not taken; say it again of this one.")
}

// Bounds of what a person types, in bytes: of one field, and of all of a form.
const (
	longestNote = 2000
	longestForm = 16 << 10
)

// form reads what was sent.
func form(r *request) error {
	r.Body = http.MaxBytesReader(nil, r.Body, longestForm)
	if err := r.ParseForm(); err != nil {
		return &Error{Status: http.StatusBadRequest, Text: locale.Mark("The form does not read.")}
	}
	return nil
}

func edited(r *request) (Editor, *fact.Session, error) {
	e, ok := r.lib.(Editor)
	if !ok {
		return nil, nil, &Error{Status: http.StatusForbidden, Text: locale.Mark("You may look at this session, and not change it.")}
	}
	if err := form(r); err != nil {
		return nil, nil, err
	}
	s, err := r.lib.One(r.Context(), r.PathValue("id"))
	return e, s, err
}

func setTitle(r *request) (answer, error) {
	e, s, err := edited(r)
	if err != nil {
		return answer{}, err
	}
	title := strings.TrimSpace(r.PostFormValue("title"))
	if len(title) > longestNote {
		return answer{}, &Error{Status: http.StatusBadRequest, Text: locale.Mark("The title is too long.")}
	}
	if err := e.SetTitle(r.Context(), s.ID, title); err != nil {
		return answer{}, err
	}
	return answer{to: r.query.Within("/sessions/" + s.ID)}, nil
}

func setLabel(r *request) (answer, error) {
	e, s, err := edited(r)
	if err != nil {
		return answer{}, err
	}
	note := strings.TrimSpace(r.PostFormValue("note"))
	if len(note) > longestNote {
		return answer{}, &Error{Status: http.StatusBadRequest, Text: locale.Mark("The note is too long.")}
	}
	var said *bool
	switch say := r.PostFormValue("verdict"); say {
	case "agree", "disagree":
		if is := shownOf(s); is == "" || is != r.PostFormValue("shown") {
			p := sessionOf(r, s)
			p.Stale, p.Note = nowSays(r.Locale, s), clean(note)
			return answer{page: "session", fill: p, title: r.Say("Session {id}", s.ID[:min(len(s.ID), 8)]), status: http.StatusConflict}, nil
		}
		landed := s.Verdict.GoalComplete == (say == "agree")
		said = &landed
	case "none":
	default:
		return answer{}, &Error{Status: http.StatusBadRequest, Text: locale.Mark("Say agree, disagree or none.")}
	}
	if err := e.SetLabel(r.Context(), s.ID, said, note); err != nil {
		return answer{}, err
	}
	return answer{to: r.query.Within("/sessions/"+s.ID) + "#verdict"}, nil
}

// left reports whether an error means that one of several sessions stays as it is: it is
// another's, or not here, or was changed by somebody else.
func left(err error) bool {
	var no interface{ Refusal() (int, string) }
	return errors.As(err, &no) || errors.Is(err, ErrNone) || errors.Is(err, ErrChanged)
}

// labelSeveral says of several sessions at once whether their verdicts are right. What is
// another's stays as it is, and so does what was judged anew since the page was drawn. A
// note that was written stays.
func labelSeveral(r *request) (answer, error) {
	e, ok := r.lib.(Editor)
	if !ok {
		return answer{}, &Error{Status: http.StatusForbidden, Text: locale.Mark("You may look at sessions, and not change them.")}
	}
	if err := form(r); err != nil {
		return answer{}, err
	}
	agrees := r.PostForm.Get("verdict") == "agree"
	if !agrees && r.PostForm.Get("verdict") != "disagree" {
		return answer{}, &Error{Status: http.StatusBadRequest, Text: locale.Mark("Say agree or disagree.")}
	}
	ids := r.PostForm["id"]
	if len(ids) == 0 || len(ids) > pageRows {
		return answer{}, &Error{Status: http.StatusUnprocessableEntity, Text: r.Say("Choose 1 to {most} sessions.", pageRows)}
	}
	said, kept := 0, 0
	var stale []string
	var undo []saying
	for _, chosen := range ids {
		id, shown, _ := strings.Cut(chosen, ".")
		s, err := r.lib.One(r.Context(), id)
		if err == nil && (shownOf(s) == "" || shownOf(s) != shown) {
			stale = append(stale, s.ID)
			continue
		}
		c := saying{}
		if err == nil {
			c, err = say(r, e, s, s.Verdict.GoalComplete == agrees)
		}
		switch {
		case err != nil && left(err):
			kept++
		case err != nil:
			return answer{}, err
		default:
			if said++; c.was != c.is {
				undo = append(undo, c)
			}
		}
	}
	return answer{to: r.query.With("/sessions", "offset", r.query.Get("offset"), "said", fmt.Sprintf("%d-%d", said, kept), "stale", strings.Join(stale, "~"), "undo", sayings(undo))}, nil
}

// say labels one of several sessions and tells what that changed.
func say(r *request, e Editor, s *fact.Session, landed bool) (c saying, err error) {
	c = saying{id: s.ID, was: saidNothing, is: saidOf(landed)}
	err = e.ChangeLabel(r.Context(), s.ID, func(was *store.Label) (*store.Label, error) {
		is := store.Label{GoalComplete: landed, At: r.now()}
		if was != nil {
			c.was, c.at = saidOf(was.GoalComplete), was.At.UnixMicro()
			if c.was == c.is {
				return was, nil
			}
			is.Note = was.Note
		}
		return &is, nil
	})
	return c, err
}

// undoSeveral takes back what labelSeveral said: what was there before is there again,
// where nobody has said anything else meanwhile.
func undoSeveral(r *request) (answer, error) {
	e, ok := r.lib.(Editor)
	if !ok {
		return answer{}, &Error{Status: http.StatusForbidden, Text: locale.Mark("You may look at sessions, and not change them.")}
	}
	if err := form(r); err != nil {
		return answer{}, err
	}
	list, ok := parseSayings(r.PostForm.Get("undo"))
	if !ok {
		return answer{}, &Error{Status: http.StatusBadRequest, Text: locale.Mark("It does not say what to take back.")}
	}
	back, kept := 0, 0
	for _, c := range list {
		err := e.ChangeLabel(r.Context(), c.id, func(is *store.Label) (*store.Label, error) {
			if is == nil || saidOf(is.GoalComplete) != c.is || c.was == saidNothing && !is.Note.IsZero() {
				return is, ErrChanged
			}
			if c.was == saidNothing {
				return nil, nil //nolint:nilnil // nothing was said
			}
			return &store.Label{GoalComplete: c.was == saidLanded, Note: is.Note, At: time.UnixMicro(c.at).UTC()}, nil
		})
		switch {
		case err != nil && left(err):
			kept++
		case err != nil:
			return answer{}, err
		default:
			back++
		}
	}
	return answer{to: r.query.With("/sessions", "offset", r.query.Get("offset"), "said", fmt.Sprintf("back-%d-%d", back, kept))}, nil
}

// ownSite is what a browser says of a request that a page of this server led to.
const ownSite = "same-origin"

// saying is what a label of a session was and is, as an address tells it.
type saying struct {
	id      string
	was, is byte
	at      int64 // when what was had been said, in microseconds since 1970
}

// What was said, as a saying tells it.
const (
	saidNothing = 'n'
	saidLanded  = 'l'
	saidMissed  = 'm'
)

func saidOf(landed bool) byte {
	if landed {
		return saidLanded
	}
	return saidMissed
}

func sayings(list []saying) string {
	text := make([]string, len(list))
	for i, c := range list {
		text[i] = c.id + "." + string([]byte{c.was, c.is}) + "." + strconv.FormatInt(c.at, 36)
	}
	return strings.Join(text, "~")
}

// parseSayings reads what sayings wrote; not ok where somebody else wrote it.
func parseSayings(text string) (list []saying, ok bool) {
	for one := range strings.SplitSeq(text, "~") {
		f := strings.Split(one, ".")
		if len(f) != 3 || f[0] == "" || len(f[1]) != 2 {
			return nil, false
		}
		c := saying{id: f[0], was: f[1][0], is: f[1][1]}
		var err error
		c.at, err = strconv.ParseInt(f[2], 36, 64)
		if err != nil || !slices.Contains([]byte{saidNothing, saidLanded, saidMissed}, c.was) || c.is != saidLanded && c.is != saidMissed {
			return nil, false
		}
		list = append(list, c)
	}
	return list, len(list) <= pageRows
}

// said tells what labelSeveral or undoSeveral just did. An address that somebody else
// wrote tells of nothing that was done here: the browser says where it was led from. One
// that does not say it is told, and offered nothing that changes anything. A script is
// never told: who goes back to such an address has this server's script ask for it.
func (p *sessionsFill) said(r *request) {
	from := r.Header.Get("Sec-Fetch-Site")
	if from != "" && from != ownSite || r.Header.Get("HX-Request") != "" {
		return
	}
	text, back := strings.CutPrefix(r.query.Get("said"), "back-")
	var n, kept int
	if _, err := fmt.Sscanf(text, "%d-%d", &n, &kept); err != nil {
		return
	}
	switch {
	case back:
		p.Said = r.Say("Taken back of {n} session.|Taken back of {n} sessions.", n)
		if kept > 0 {
			p.Said += " " + r.Say("Of {n} something else was said meanwhile, and stays.", kept)
		}
		return
	case n > 0 || kept > 0:
		p.Said = r.Say("Said of {n} session.|Said of {n} sessions.", n)
	}
	if kept > 0 {
		p.Said += " " + r.Say("{n} was left as it is: it is another person's, gone, or changed by somebody else meanwhile.|{n} were left as they are: they are another person's, gone, or changed by somebody else meanwhile.", kept)
	}
	if _, ok := parseSayings(r.query.Get("undo")); ok && p.CanEdit && from == ownSite {
		p.Undo, p.UndoTo = r.query.Get("undo"), r.query.With("/sessions/label/undo", "offset", r.query.Get("offset"))
	}
	for i, id := range strings.Split(r.query.Get("stale"), "~") {
		if id == "" || i == pageRows {
			break
		}
		if s, err := r.lib.One(r.Context(), id); err == nil {
			p.Stale = append(p.Stale, rowOf(r, s))
		}
	}
}
