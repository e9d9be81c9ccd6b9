package server

import (
	"errors"
	"net/http"

	"prism/internal/web"
)

// signInPage asks for a key.
func (s *Site) signInPage(w http.ResponseWriter, r *http.Request) {
	s.showSignIn(w, http.StatusOK, "")
}

func (s *Site) showSignIn(w http.ResponseWriter, status int, trouble string) {
	if err := web.SignIn(w, status, trouble); err != nil {
		s.Log.Error("page failed", "route", "/signin")
	}
}

// longestKey bounds the form that a key comes in, in bytes.
const longestKey = 4 << 10

func (s *Site) signIn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, longestKey)
	cookie, err := s.Access.SignIn(r.Context(), r.PostFormValue("key"), s.Secure)
	var access *AccessError
	switch {
	case errors.As(err, &access):
		s.showSignIn(w, http.StatusUnauthorized, access.Text)
		return
	case err != nil:
		s.showSignIn(w, http.StatusServiceUnavailable, "The keys cannot be looked up now.")
		return
	}
	http.SetCookie(w, cookie)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (s *Site) signOut(w http.ResponseWriter, r *http.Request) {
	s.Access.SignOut(r)
	//nolint:gosec // Secure wherever it is reached by https
	http.SetCookie(w, &http.Cookie{Name: cookieName, Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, "/signin", http.StatusSeeOther)
}
