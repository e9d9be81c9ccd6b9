// Package page is what all pages of the dashboard are made of.
//
// Nouns: a Library is what a viewer may ask, by ports that a server answers; a Request is
// one that is answered, with who asks, how pages speak to them and the Query that its
// address is; an Answer names a template with what fills it, or where to go on. Promises:
// an address is written back as it was asked; what stands on several pages (a session's
// verdict in a word, its tokens, its row) is said by one function. Refusals: it has no
// page of its own, and no text of a transcript goes through it but by Clean.
package page

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/score"
)

// Request is one that is answered.
type Request struct {
	*http.Request
	*locale.Locale // of who asks
	Lib            Library
	Query          Query
	Locales        *Locales
	Touring        bool           // lib is the samples that a tour goes through
	Zone           *time.Location // that was chosen; nil: the library's

	repos map[string]string // by key, of the sessions that stand beside each other (Beside)
}

// Beside has the repositories of sessions that a list shows told apart where they are
// namesakes.
func (r *Request) Beside(list []*fact.Session) { r.repos = score.RepoNames(list) }

// RepoOf is the name of a session's repository; "" none.
func (r *Request) RepoOf(s *fact.Session) string { return cmp.Or(r.repos[s.Repo.Key], s.Repo.Name) }

// Answer is what a page's handler comes to: a template with what fills it, or where
// to go on.
type Answer struct {
	Page   string // name of the template
	Part   string // of it, for a request that replaces a part; "" the whole
	Fill   any
	Title  string
	To     string // redirect
	Status int
	Body   func(w http.ResponseWriter) error // written as it is, e.g. CSV
	Cookie *http.Cookie                      // that the browser is to keep; nil: none
}

// Handler answers what is asked of one page.
type Handler func(r *Request) (Answer, error)

// NotFound answers for an address that is no page's.
func NotFound(*Request) (Answer, error) {
	return Answer{}, &Error{Status: http.StatusNotFound, Text: locale.Mark("There is no such page.")}
}

// Figures reports whether the viewer sees figures of many people, and no session.
func (r *Request) Figures() bool {
	if r == nil {
		return false
	}
	x, ok := r.Lib.(Aggregates)
	return ok && x.Figures()
}

// Partial reports whether a request replaces a part of a page that is shown.
func Partial(r *http.Request) bool {
	return r.Header.Get("HX-Request") == "true" && r.Header.Get("HX-History-Restore-Request") != "true"
}

// Replaces reports whether a script asks for the part of a page that has an id: it
// names the element, as htmx does since version 4, "div#list".
func Replaces(r *http.Request, id string) bool {
	return Partial(r) && strings.HasSuffix(r.Header.Get("HX-Target"), "#"+id)
}

// LongestNote and longestForm bound what a person types, in bytes: one field, and all of a form.
const (
	LongestNote = 2000
	longestForm = 16 << 10
)

// Form reads what was sent.
func Form(r *Request) error {
	r.Body = http.MaxBytesReader(nil, r.Body, longestForm)
	if err := r.ParseForm(); err != nil {
		return &Error{Status: http.StatusBadRequest, Text: locale.Mark("The form does not read.")}
	}
	return nil
}

// mostMisses bounds how many reasons one address asks for.
const mostMisses = 20

// PageRows is how many sessions one page holds.
const PageRows = 50
