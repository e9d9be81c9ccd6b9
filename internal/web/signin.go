package web

import (
	"bytes"
	"fmt"
	"net/http"
)

// SignIn writes the page that asks for a key, with what went wrong, if anything did.
func SignIn(w http.ResponseWriter, status int, trouble string) error {
	a, err := newAssets()
	if err != nil {
		return err
	}
	pages, err := parsePages(a)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := pages["signin"].ExecuteTemplate(&b, "frame", frame{Title: "Sign in", At: "/signin", Static: a.addresses, Page: trouble}); err != nil {
		return fmt.Errorf("make the page: %w", err)
	}
	headers(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, err = w.Write(b.Bytes())
	return err
}
