package web

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/score"
)

// functions are what templates say with. Everything goes through html/template's
// escaping; nothing here makes markup but chart.go, of numbers and our own words.
func functions(a *assets) template.FuncMap {
	return template.FuncMap{
		"asset":   func(name string) string { return a.addresses[name] },
		"in":      in,
		"meta":    meta,
		"soft":    soft,
		"spoken":  phrase.Spoken,
		"capital": phrase.Capital,
		"clean":   clean,
		"short":   func(id string) string { return id[:min(len(id), 8)] },
		"iso":     func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"under":   func(at, page string) bool { return strings.HasPrefix(at, page+"/") },
		"plus":    func(a, b int) int { return a + b },
		"width":   func(share float64) string { return fmt.Sprintf("%.1f", 100*min(max(share, 0), 1)) },
	}
}

func orDash(x *float64, text func(float64) string) string {
	if x == nil {
		return "—"
	}
	return text(*x)
}

// clean takes out of a text what a browser would not show as it stands: controls, and
// what turns the direction of text round.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c:
			return -1
		}
		return r
	}, s)
}

// soft lets a long name break behind its separators, before it breaks between letters.
func soft(name string) template.HTML {
	const separators = "/_.:@"
	var b strings.Builder
	from := 0
	for i := range len(name) - 1 {
		if strings.IndexByte(separators, name[i]) >= 0 && strings.IndexByte(separators, name[i+1]) < 0 {
			b.WriteString(template.HTMLEscapeString(name[from:i+1]) + "<wbr>")
			from = i + 1
		}
	}
	b.WriteString(template.HTMLEscapeString(name[from:]))
	return template.HTML(b.String()) //nolint:gosec // escaped above
}

// standingIn is standingOf in the words of a page.
func standingIn(l *locale.Locale, s *fact.Session, f filterSwitches) standing {
	x := standingOf(s, f)
	x.Word, x.Why = l.Known(x.Word), l.Known(x.Why)
	return x
}

// likely is phrase.Likely in the words of a page.
func likely(l *locale.Locale, v *fact.Verdict) string {
	if !phrase.Told(v) {
		return "—"
	}
	p := l.Percent(v.Confidence)
	if floor, ok := phrase.FloorMissed(v); ok {
		return l.Fixed(100*v.Confidence, 0) + " < " + l.Percent(floor)
	}
	switch phrase.Against(v) {
	case phrase.Failed:
		return l.Say("{share}, failed", p)
	case phrase.Unmet:
		return l.Say("{share}, unmet", p)
	}
	return p
}

// ground is phrase.Ground in the words of a page.
func ground(l *locale.Locale, v *fact.Verdict) string {
	text, floor := phrase.GroundAndFloor(v)
	text = l.Known(text)
	if floor > 0 {
		text += " " + l.Say("A silent {intent} needs {share}.", intent(l, v.Intent), l.Percent(floor))
	}
	return text
}

// signal is phrase.Signal in the words of a page.
func signal(l *locale.Locale, s fact.FailureSignal) string {
	if s == "" || s == fact.NoSignal {
		return ""
	}
	text := l.Known(phrase.Spoken(string(s)))
	if rule, ok := judge.SignalRuleOf(s); ok {
		text += " (" + l.Known(rule.Text) + ")"
	}
	return text
}

// undone is phrase.Undone in the words of a page.
func undone(l *locale.Locale, s *fact.Session) string {
	w := &s.Rework
	lines := l.Say("{n} line|{n} lines", w.Owned)
	switch {
	case !w.Reworked:
		return l.Say("Later sessions took out {n} of its {lines} ({share}): too few to count as rework.", w.Undone, lines, l.Percent(w.Share))
	case !s.Verdict.GoalComplete:
		return l.Say("Later sessions took out {n} of its {lines} ({share}). It counts as not landed with or without that.", w.Undone, lines, l.Percent(w.Share))
	}
	return l.Say("Later sessions took out {n} of its {lines} ({share}): it did not keep what it had landed.", w.Undone, lines, l.Percent(w.Share))
}

// intent is an intent as it is shown.
func intent(l *locale.Locale, i fact.Intent) string { return l.Known(phrase.Intent(i)) }

// used is a number of tokens in a table; none is a dash.
func used(l *locale.Locale, tokens int64) string {
	if tokens == 0 {
		return "—"
	}
	return l.Amount(tokens)
}

// output is a number of tokens, with ≥ where of some answers only the beginning was counted.
func output(l *locale.Locale, tokens int64, began bool) string {
	if began {
		return "≥" + l.Amount(tokens)
	}
	return l.Amount(tokens)
}

// spent is what some tokens cost, in a table: as phrase.Spent.
func spent(l *locale.Locale, c score.Cost, tokens int64) string {
	switch {
	case tokens == 0:
		return "—"
	case c.AtLeast() && c.USD != nil:
		return "≥" + l.Money(c.USD)
	}
	return l.Money(c.USD)
}

// spentBy is spent for a session.
func spentBy(l *locale.Locale, s *fact.Session) string {
	return spent(l, score.Cost{USD: s.Cost, Unpriced: s.Unpriced(), Began: s.Began()}, score.Tokens(s).Total())
}

// lines are those that were added and taken out: "+12 −3".
func lines(l *locale.Locale, added, removed int) string {
	return "+" + l.Number(added) + " −" + l.Number(removed)
}

// few joins names: the first few where there are more than most, and how many more.
func few(l *locale.Locale, names []string, most int) string {
	if more := len(names) - most; more > 0 {
		names = append(slices.Clone(names[:most]), l.Say("{n} more##names", more))
	}
	return strings.Join(names, ", ")
}

// standing is what became of a session: a word, and the sign and class that go with it.
type standing struct {
	Word  string
	Sign  string // told apart without colour
	Class string
	Why   string // in two or three words; "" nothing to add
}

func standingOf(s *fact.Session, f filterSwitches) standing {
	why := s.Exclusion(f.open, f.automated)
	switch {
	case why == fact.ExcludePending || why == fact.ExcludeOpen:
		return standing{phrase.ExcludedShort(why), "○", "wait", ""}
	case why != fact.NotExcluded:
		return standing{locale.Mark("not counted"), "–", "out", phrase.ExcludedShort(why)}
	case s.Crushed():
		return standing{locale.Mark("crushed"), "✓", "good", ""}
	case s.Verdict.GoalComplete:
		return standing{locale.Mark("reworked"), "↺", "bad", locale.Mark("a later session took its lines out")}
	}
	return standing{locale.Mark("missed"), "✗", "bad", phrase.Missed(s)}
}

// filterSwitches decide what counts.
type filterSwitches struct{ open, automated bool }

func (q query) switches() filterSwitches {
	return filterSwitches{q.Get("open") == "yes", q.Get("automated") == "yes"}
}

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
