package web

import (
	"bytes"
	"fmt"
	"net/http"
)

// SignIn is the page that asks who comes.
type SignIn struct {
	Provider string // who vouches for people, by name; empty: nobody but keys do
	Trouble  string // what went wrong, if anything did
	Done     bool   // it is done: the way on is a page of our own, which the cookie goes to
}

// SignIn writes the page that asks who comes.
func (d *Dashboard) SignIn(w http.ResponseWriter, r *http.Request, status int, fill SignIn) error {
	s := d.site
	l := s.localeOf(r)
	var b bytes.Buffer
	if err := s.pages["signin"].ExecuteTemplate(&b, "frame", frame{Locale: l, Title: l.Say("Sign in"), At: "/signin", Static: s.assets.addresses, Page: fill}); err != nil {
		return fmt.Errorf("make the page: %w", err)
	}
	headers(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	return s.assets.packer.write(w, r, status, b.Bytes())
}
