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
	"prism/internal/store"
	"prism/internal/web/page"
)

// left reports whether an error means that one of several sessions stays as it is: it is
// another's, or not here, or was changed by somebody else.
func left(err error) bool {
	var no interface{ Refusal() (int, string) }
	return errors.As(err, &no) || errors.Is(err, page.ErrNone) || errors.Is(err, page.ErrChanged)
}

// labelSeveral says of several sessions at once whether their verdicts are right. What is
// another's stays as it is, and so does what was judged anew since the page was drawn. A
// note that was written stays.
func labelSeveral(r *page.Request) (page.Answer, error) {
	e, ok := r.Lib.(page.Editor)
	if !ok {
		return page.Answer{}, &page.Error{Status: http.StatusForbidden, Text: locale.Mark("You may look at sessions, and not change them.")}
	}
	if err := page.Form(r); err != nil {
		return page.Answer{}, err
	}
	agrees := r.PostForm.Get("verdict") == "agree"
	if !agrees && r.PostForm.Get("verdict") != "disagree" {
		return page.Answer{}, &page.Error{Status: http.StatusBadRequest, Text: locale.Mark("Say agree or disagree.")}
	}
	ids := r.PostForm["id"]
	if len(ids) == 0 || len(ids) > page.PageRows {
		return page.Answer{}, &page.Error{Status: http.StatusUnprocessableEntity, Text: r.Say("Choose 1 to {most} sessions.", page.PageRows)}
	}
	said, kept := 0, 0
	var stale []string
	var undo []saying
	for _, chosen := range ids {
		id, shown, _ := strings.Cut(chosen, ".")
		s, err := r.Lib.One(r.Context(), id)
		if err == nil && (page.ShownOf(s) == "" || page.ShownOf(s) != shown) {
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
			return page.Answer{}, err
		default:
			if said++; c.was != c.is {
				undo = append(undo, c)
			}
		}
	}
	return page.Answer{To: r.Query.With("/sessions", "offset", r.Query.Get("offset"), "said", fmt.Sprintf("%d-%d", said, kept), "stale", strings.Join(stale, "~"), "undo", sayings(undo))}, nil
}

// say labels one of several sessions and tells what that changed.
func say(r *page.Request, e page.Editor, s *fact.Session, landed bool) (c saying, err error) {
	c = saying{id: s.ID, was: saidNothing, is: saidOf(landed)}
	err = e.ChangeLabel(r.Context(), s.ID, func(was *store.Label) (*store.Label, error) {
		is := store.Label{GoalComplete: landed, At: r.Now()}
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
func undoSeveral(r *page.Request) (page.Answer, error) {
	e, ok := r.Lib.(page.Editor)
	if !ok {
		return page.Answer{}, &page.Error{Status: http.StatusForbidden, Text: locale.Mark("You may look at sessions, and not change them.")}
	}
	if err := page.Form(r); err != nil {
		return page.Answer{}, err
	}
	list, ok := parseSayings(r.PostForm.Get("undo"))
	if !ok {
		return page.Answer{}, &page.Error{Status: http.StatusBadRequest, Text: locale.Mark("It does not say what to take back.")}
	}
	back, kept := 0, 0
	for _, c := range list {
		err := e.ChangeLabel(r.Context(), c.id, func(is *store.Label) (*store.Label, error) {
			if is == nil || saidOf(is.GoalComplete) != c.is || c.was == saidNothing && !is.Note.IsZero() {
				return is, page.ErrChanged
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
			return page.Answer{}, err
		default:
			back++
		}
	}
	return page.Answer{To: r.Query.With("/sessions", "offset", r.Query.Get("offset"), "said", fmt.Sprintf("back-%d-%d", back, kept))}, nil
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
	return list, len(list) <= page.PageRows
}

// said tells what labelSeveral or undoSeveral just did. An address that somebody else
// wrote tells of nothing that was done here: the browser says where it was led from. One
// that does not say it is told, and offered nothing that changes anything. A script is
// never told: who goes back to such an address has this server's script ask for it.
func (p *sessionsFill) said(r *page.Request) {
	from := r.Header.Get("Sec-Fetch-Site")
	if from != "" && from != ownSite || r.Header.Get("HX-Request") != "" {
		return
	}
	text, back := strings.CutPrefix(r.Query.Get("said"), "back-")
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
	if _, ok := parseSayings(r.Query.Get("undo")); ok && p.CanEdit && from == ownSite {
		p.Undo, p.UndoTo = r.Query.Get("undo"), r.Query.With("/sessions/label/undo", "offset", r.Query.Get("offset"))
	}
	var stale []*fact.Session
	for i, id := range strings.Split(r.Query.Get("stale"), "~") {
		if id == "" || i == page.PageRows {
			break
		}
		if s, err := r.Lib.One(r.Context(), id); err == nil {
			stale = append(stale, s)
		}
	}
	r.Beside(stale)
	for _, s := range stale {
		p.Stale = append(p.Stale, page.RowOf(r, s))
	}
}
