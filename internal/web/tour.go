package web

import (
	"net/http"
	"strings"
	"time"

	"prism/internal/report"
	"prism/internal/store"
	"prism/internal/web/page"
)

// A tour goes through made-up samples, in the place of one's own sessions, until whoever
// takes it leaves it or closes the browser. Every page says so.
const (
	tourCookie = "prism-tour"
	tourStops  = 4
)

// tourStop is where a tour is, and what is to be seen there.
type tourStop struct {
	Step, Text string // "" the page is beside the way
	Next, To   string // "" it goes on nowhere
}

// touring reports whether a page is of the samples: who administers, and who asks for what
// was not sent, sees their own.
func (s *site) touring(r *http.Request) bool {
	if s.opts.Tour == nil {
		return false
	}
	for _, own := range [...]string{"/settings", "/tour", "/team", "/report/sent", "/report/try"} {
		if r.URL.Path == own || strings.HasPrefix(r.URL.Path, own+"/") {
			return false
		}
	}
	c, err := r.Cookie(tourCookie)
	return err == nil && c.Value == "on"
}

func tourKept(r *page.Request, value string, age int) *http.Cookie {
	//nolint:gosec // it opens nothing but samples: it goes without https, too
	return &http.Cookie{Name: tourCookie, Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil}
}

func (s *site) startTour(r *page.Request) (page.Answer, error) {
	if s.opts.Tour == nil {
		return page.NotFound(r)
	}
	return page.Answer{To: "/", Cookie: tourKept(r, "on", 0)}, nil
}

func leaveTour(r *page.Request) (page.Answer, error) {
	return page.Answer{To: "/", Cookie: tourKept(r, "", -1)}, nil
}

// stopOf is where a tour is that shows an answer; nil: it is none.
func stopOf(r *page.Request, a page.Answer) *tourStop {
	if !r.Touring {
		return nil
	}
	n := func(i int) string { return r.Say("{n} of {all}", i, tourStops) }
	switch a.Page {
	case "score":
		return &tourStop{n(1), r.Say("The share of counted sessions that landed their goal and kept it, the band that chance leaves it, and what would raise it. Every number leads to the sessions behind it."),
			r.Say("Next: the sessions that missed"), "/sessions?counted=yes&crushed=no"}
	case "sessions":
		t := &tourStop{Step: n(2), Text: r.Say("Each session with what became of it. Narrow the list by anything; what you ask for stands in the address. A title leads to why.")}
		no, yes := false, true
		list, err := r.Lib.First(r.Context(), store.Filter{Crushed: &no, Counted: &yes, Now: r.Now()}, nil, store.Order{}, 1)
		if err == nil && len(list) > 0 {
			t.Next, t.To = r.Say("Next: why one missed"), "/sessions/"+list[0].ID
		}
		return t
	case "session":
		t := &tourStop{Step: n(3), Text: r.Say("The verdict, each condition with the line that it rests on: a quote leads to that line in the timeline. In your own sessions you agree or disagree; that measures the judge."), Next: r.Say("Next: a month on one page")}
		at := r.Now()
		if list, err := r.Lib.First(r.Context(), store.Filter{}, nil, store.Order{}, 1); err == nil && len(list) > 0 {
			at = list[0].Ended
		}
		t.To = "/report?span=" + string(report.OfMonth) + "&at=" + at.In(r.Now().Location()).Format(time.DateOnly)
		return t
	case "report":
		return &tourStop{Step: n(4), Text: r.Say("A day, a week or a month on one page, to print or to send. That was the way; look around as long as you like.")}
	}
	return &tourStop{}
}

// firstFill fills the page of who has no session yet.
type firstFill struct {
	Who  page.Who
	Tour bool // there is one
}

// firstPage says what to do where there is nothing to show: on a machine of one's own, or
// on a server that shows what is sent to it.
func (s *site) firstPage(r *page.Request) page.Answer {
	p := &firstFill{Tour: s.opts.Tour != nil && !r.Touring}
	if x, ok := r.Lib.(page.Known); ok {
		p.Who = x.Who()
	}
	return page.Answer{Page: "first", Fill: p, Title: r.Say("Nothing to show yet")}
}
