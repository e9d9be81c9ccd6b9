package page

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
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

// Choice is what somebody chose of how pages speak; what is "" was left to the browser, or
// to the server.
type Choice struct{ Language, Region, Zone string }

// ChosenBy reads what somebody chose. What does not read was not chosen.
func ChosenBy(r *http.Request) (c Choice) {
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

// Locales are the languages that pages speak and the time zones that were asked for.
// It is safe for many at once.
type Locales struct {
	Catalog *locale.Catalog
	zones   sync.Map // name → *time.Location
}

// NewLocales reads the catalogue.
func NewLocales() (*Locales, error) {
	c, err := locale.New()
	return &Locales{Catalog: c}, err
}

// Zone is the time zone of a name; nil there is none. Those that there are it keeps: to
// find one is to read a file.
func (s *Locales) Zone(name string) *time.Location {
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

// Cookie keeps a choice; one of nothing is forgotten.
func (c Choice) Cookie(r *http.Request) *http.Cookie {
	//nolint:gosec // a language and a time zone, and no secret: it goes without https, too
	k := &http.Cookie{Name: localeCookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil, MaxAge: -1}
	if c != (Choice{}) {
		k.Value, k.MaxAge = c.Language+"."+c.Region+"."+url.PathEscape(c.Zone), localeKept
	}
	return k
}

// LocaleOf is how pages speak to whoever asks.
func (s *Locales) LocaleOf(r *http.Request) *locale.Locale {
	c := ChosenBy(r)
	return s.Catalog.For(c.Language, c.Region, r.Header.Get("Accept-Language"))
}

// Now is the time that pages are of, in the time zone of who asks.
func (r *Request) Now() time.Time {
	if r.Zone != nil {
		return r.Lib.Now().In(r.Zone)
	}
	return r.Lib.Now()
}
