package server

import (
	"errors"
	"net/http"

	"prism/internal/server/access"
	"prism/internal/server/oidc"
	"prism/internal/web"
)

// door is where browsers sign in and out.
type door struct {
	*Site
	pages *web.Dashboard
}

func (d *door) register(mux *http.ServeMux) {
	guard := http.NewCrossOriginProtection()
	mux.HandleFunc("GET /signin", func(w http.ResponseWriter, r *http.Request) { d.show(w, r, http.StatusOK, "") })
	mux.Handle("POST /signin", guard.Handler(http.HandlerFunc(d.signIn)))
	if d.Provider != nil {
		mux.HandleFunc("GET /signin/oidc", d.leave)
		mux.HandleFunc("GET "+oidc.Back, d.back)
	}
	mux.Handle("POST /signout", guard.Handler(http.HandlerFunc(d.signOut)))
}

func (d *door) show(w http.ResponseWriter, r *http.Request, status int, trouble string) {
	fill := web.SignIn{Trouble: trouble}
	if d.Provider != nil {
		fill.Provider = d.Provider.Name
	}
	if err := d.pages.SignIn(w, r, status, fill); err != nil {
		d.Log.Error("page failed", "route", "/signin")
	}
}

// longestKey bounds the form that a key comes in, in bytes.
const longestKey = 4 << 10

func (d *door) signIn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, longestKey)
	cookie, err := d.Access.SignIn(r.Context(), r.PostFormValue("key"), d.Secure)
	var no *access.Error
	switch {
	case errors.As(err, &no):
		d.show(w, r, http.StatusUnauthorized, no.Text)
		return
	case err != nil:
		d.show(w, r, http.StatusServiceUnavailable, "The keys cannot be looked up now.")
		return
	}
	http.SetCookie(w, cookie)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (d *door) signOut(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, d.Access.SignOut(r, d.Secure))
	http.Redirect(w, r, "/signin", http.StatusSeeOther)
}
