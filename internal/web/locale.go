package web

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"prism/internal/locale"
)

// The cookie by which a browser remembers the language, region and time zone that its
// person chose, for a year. Nothing else needs to know: the API, files to take away and
// the command line answer in one form everywhere.
const (
	localeCookie = "prism-locale"
	localeKept   = 365 * 24 * 60 * 60 // seconds
	longestZone  = 64                 // bytes of a name
)

// choice is what somebody chose of how pages speak; what is "" was left to the browser, or
// to the server.
type choice struct{ Language, Region, Zone string }

// chosenBy reads what somebody chose. What does not read was not chosen.
func chosenBy(r *http.Request) (c choice) {
	cookie, err := r.Cookie(localeCookie)
	if err != nil {
		return c
	}
	part := strings.Split(cookie.Value, ".")
	if len(part) != 3 {
		return c
	}
	c.Language, c.Region = part[0], part[1]
	if name, err := url.PathUnescape(part[2]); err == nil {
		c.Zone = name
	}
	return c
}

// zone is the time zone of a name; nil there is none. Those that there are it keeps: to
// find one is to read a file.
func (s *site) zone(name string) *time.Location {
	if name == "" || len(name) > longestZone || name == "Local" {
		return nil
	}
	if z, ok := s.zones.Load(name); ok {
		return z.(*time.Location) //nolint:forcetypeassert // nothing else is kept
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	s.zones.Store(name, zone)
	return zone
}

// cookie keeps a choice; one of nothing is forgotten.
func (c choice) cookie(r *http.Request) *http.Cookie {
	//nolint:gosec // a language and a time zone, and no secret: it goes without https, too
	k := &http.Cookie{Name: localeCookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil, MaxAge: -1}
	if c != (choice{}) {
		k.Value, k.MaxAge = c.Language+"."+c.Region+"."+url.PathEscape(c.Zone), localeKept
	}
	return k
}

// localeOf is how pages speak to whoever asks.
func (s *site) localeOf(r *http.Request) *locale.Locale {
	c := chosenBy(r)
	return s.catalog.For(c.Language, c.Region, r.Header.Get("Accept-Language"))
}

// now is the time that pages are of, in the time zone of who asks.
func (r *request) now() time.Time {
	if r.zone != nil {
		return r.lib.Now().In(r.zone)
	}
	return r.lib.Now()
}

// spoken is what a part of a page is filled from, with the locale that it speaks by.
type spoken struct {
	*locale.Locale
	Of any
}

// in hands the locale of a page on to a part of it.
func in(page interface{ Self() *locale.Locale }, of any) spoken { return spoken{page.Self(), of} }

// setLocale keeps how pages are to speak to somebody.
func setLocale(r *request) (answer, error) {
	var c choice
	for name, to := range map[string]*string{"language": &c.Language, "region": &c.Region, "zone": &c.Zone} {
		v, err := r.form(name)
		if err != nil {
			return answer{}, err
		}
		*to = v
	}
	known := r.site.catalog
	if c.Language != "" && !known.Has(c.Language) || c.Region != "" && !known.HasRegion(c.Region) || c.Zone != "" && r.site.zone(c.Zone) == nil {
		p := newSettings(r, "")
		p.Choice = c
		p.Wrong = r.Say("Nothing is changed: there is no such language, region or time zone.")
		a := p.answer(r)
		a.status = http.StatusUnprocessableEntity
		return a, nil
	}
	return answer{to: settingsRoot + "?done=locale-set", cookie: c.cookie(r.Request)}, nil
}
