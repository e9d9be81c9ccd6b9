package server

import (
	"errors"
	"net/http"

	"prism/internal/server/access"
	"prism/internal/server/oidc"
	"prism/internal/web"
)

// ticketName is the cookie of a browser that is at the identity provider.
const ticketName = "prism-ticket"

// leave sends a browser to the identity provider.
func (d *door) leave(w http.ResponseWriter, r *http.Request) {
	to, ticket, err := d.Provider.Begin(r.Context())
	if err != nil {
		d.Log.Error("the identity provider is not to be had", "error", err)
		d.show(w, r, http.StatusServiceUnavailable, "The identity provider is not to be had now.")
		return
	}
	d.ticket(w, string(ticket), int(oidc.Away.Seconds()))
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// ticket sets the cookie that comes back from elsewhere: Lax, where the one of who is
// signed in is Strict.
func (d *door) ticket(w http.ResponseWriter, value string, seconds int) {
	//nolint:gosec // Secure wherever it is reached by https
	http.SetCookie(w, &http.Cookie{Name: ticketName, Value: value, Path: "/signin", MaxAge: seconds, HttpOnly: true, Secure: d.Secure, SameSite: http.SameSiteLaxMode})
}

// back signs in whom the identity provider vouches for.
func (d *door) back(w http.ResponseWriter, r *http.Request) {
	d.ticket(w, "", -1)
	ticket := ""
	if c, err := r.Cookie(ticketName); err == nil {
		ticket = c.Value
	}
	who, err := d.Provider.End(r.Context(), oidc.Ticket(ticket), r.FormValue("state"), r.FormValue("code"))
	if err != nil {
		d.Log.Warn("a sign-in did not come through", "error", err)
		d.show(w, r, http.StatusUnauthorized, "The sign-in did not come through. Begin again.")
		return
	}
	cookie, err := d.Access.Vouch(r.Context(), access.Vouched{Tenant: d.Provider.Tenant, Person: who.Name, Role: who.Role}, d.Secure)
	var no *access.Error
	switch {
	case errors.As(err, &no):
		d.show(w, r, http.StatusForbidden, no.Text)
		return
	case err != nil:
		d.show(w, r, http.StatusServiceUnavailable, "The people cannot be looked up now.")
		return
	}
	http.SetCookie(w, cookie)
	// A browser that was sent here from elsewhere would not show its Strict cookie where
	// it is sent on to: a page of our own sends it.
	w.Header().Set("Refresh", "0; url=/")
	if err := d.pages.SignIn(w, r, http.StatusOK, web.SignIn{Done: true}); err != nil {
		d.Log.Error("page failed", "route", oidc.Back)
	}
}
