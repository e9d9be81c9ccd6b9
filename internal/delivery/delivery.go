// Package delivery sends reports where people read them: by mail, and to webhooks such as
// a chat's, at the times that a file says.
//
// Nouns: a Plan is one report that is sent, with when and where to; a Message is a report
// in the forms that it is sent in; a Preview is what one way of a plan makes of it.
// Promises: a message goes encrypted, or stays on this machine; nothing that it says
// becomes a header or markup of whoever shows it; no secret and no address of the file is
// in an error. Refusals: it makes no report and knows no store.
package delivery

import (
	"bytes"
	"cmp"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"prism/internal/locale"
	"prism/internal/report"
)

// Plan is one report that is sent.
type Plan struct {
	Name   string      `json:"name"`   // by which it is known: letters, digits and hyphens, 32 at most
	Tenant string      `json:"tenant"` // whose; empty: this machine's own
	Person string      `json:"person"` // of what they did, with their sessions; empty: figures of all, of as many people as a lead sees
	Repo   string      `json:"repo"`   // only of repositories of this name; empty: of all
	Every  report.Span `json:"every"`  // the stretch that it is of, and after the end of which it goes
	At     string      `json:"at"`     // "08:00", by the clock of Zone
	Zone   string      `json:"zone"`   // IANA time zone; empty: UTC
	// Language is the one that it is written in, as pages know them, with a region by which
	// numbers and dates are written: "de", "de-CH"; empty: English.
	Language string   `json:"language"`
	Mail     *Mail    `json:"mail"`
	Webhook  *Webhook `json:"webhook"`

	zone         *time.Location
	speaks       *locale.Locale
	hour, minute int
}

// Mail is how a report goes by mail.
type Mail struct {
	Server   string   `json:"server"` // HOST:PORT; at port 465 TLS from the start, else STARTTLS
	User     string   `json:"user"`   // empty: nobody signs in
	Password string   `json:"password"`
	From     string   `json:"from"`
	To       []string `json:"to"` // at most 50

	roots *x509.CertPool // of tests; nil: those of the system
}

// Webhook is an address that a report is posted to.
type Webhook struct {
	URL  string `json:"url"`
	Form string `json:"form"` // "slack": {"text": …}, as chats take it; "json" or empty: all of prism.report/1
}

// Bounds of a file of plans.
const (
	mostPlans = 50
	mostTo    = 50
	longName  = 32
)

// own is how this machine's own tenant is called where it is named.
const own = "local"

// Parse reads a file of plans: {"reports": [ … ]}. An error names the plan and what is
// wrong with it, and quotes no address and no secret.
func Parse(text []byte) ([]Plan, error) {
	var file struct {
		Reports []Plan `json:"reports"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &kind):
			return nil, fmt.Errorf("%s is no %s", kind.Field, kind.Type)
		case strings.HasPrefix(err.Error(), "json: unknown field"):
			return nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
		}
		return nil, errors.New("it is no JSON of the form {\"reports\": [ … ]}")
	}
	if _, err := d.Token(); err != io.EOF { // it would never be sent
		return nil, errors.New("something stands behind the reports; one {\"reports\": [ … ]} is taken")
	}
	if len(file.Reports) == 0 || len(file.Reports) > mostPlans {
		return nil, fmt.Errorf("it holds %d reports; 1 to %d are taken", len(file.Reports), mostPlans)
	}
	names := map[string]bool{}
	for i := range file.Reports {
		p := &file.Reports[i]
		if err := p.fill(); err != nil {
			return nil, fmt.Errorf("report %d: %w", i+1, err)
		}
		of := cmp.Or(p.Tenant, own) + "\x00" + p.Name
		if names[of] {
			return nil, fmt.Errorf("report %d: there is another of its name", i+1)
		}
		names[of] = true
	}
	return file.Reports, nil
}

// fill checks a plan and works out what it says.
func (p *Plan) fill() (err error) {
	if p.Name == "" || len(p.Name) > longName || strings.ContainsFunc(p.Name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-')
	}) {
		return fmt.Errorf("its name is made of letters, digits and hyphens, %d at most", longName)
	}
	switch p.Every {
	case report.OfDay, report.OfWeek, report.OfMonth:
	default:
		return errors.New("every is one of day, week and month")
	}
	if p.At == "" {
		p.At = "08:00"
	}
	at, err := time.Parse("15:04", p.At)
	if err != nil {
		return errors.New("at is a time of the form 08:00")
	}
	p.hour, p.minute = at.Hour(), at.Minute()
	if p.zone, err = time.LoadLocation(p.Zone); err != nil || p.Zone == "Local" {
		return errors.New("zone is an IANA time zone such as Europe/Berlin")
	}
	if p.speaks, err = speaks(p.Language); err != nil {
		return err
	}
	if p.Mail == nil && p.Webhook == nil {
		return errors.New("it goes nowhere: give mail or webhook")
	}
	if p.Mail != nil {
		if err := p.Mail.check(); err != nil {
			return fmt.Errorf("mail: %w", err)
		}
	}
	if p.Webhook != nil {
		if err := p.Webhook.check(); err != nil {
			return fmt.Errorf("webhook: %w", err)
		}
	}
	return nil
}

// speaks is the locale of a language that pages can be read in, "" English.
func speaks(language string) (*locale.Locale, error) {
	if language == "" {
		return locale.Plain(), nil
	}
	all, err := locale.New()
	if err != nil {
		return nil, err
	}
	var tags []string
	for _, x := range all.Languages() {
		tags = append(tags, x.Tag)
	}
	tag := language
	for !all.Has(tag) && strings.Contains(tag, "-") { // what is behind a language is its region
		tag = tag[:strings.LastIndex(tag, "-")]
	}
	if !all.Has(tag) {
		return nil, fmt.Errorf("language is one of %s, with or without a region (de-CH)", strings.Join(tags, ", "))
	}
	return all.For(tag, language, language), nil
}

func (m *Mail) check() error {
	host, port, err := net.SplitHostPort(m.Server)
	if err != nil || host == "" || port == "" {
		return errors.New("server is HOST:PORT")
	}
	if len(m.To) == 0 || len(m.To) > mostTo {
		return fmt.Errorf("to holds 1 to %d addresses", mostTo)
	}
	for _, a := range append([]string{m.From}, m.To...) {
		if strings.ContainsAny(a, "\r\n") {
			return errors.New("an address is one line")
		}
		if _, err := mail.ParseAddress(a); err != nil {
			return errors.New("from and to are mail addresses")
		}
	}
	if m.Password != "" && m.User == "" {
		return errors.New("a password needs a user")
	}
	return nil
}

func (w *Webhook) check() error {
	switch w.Form {
	case "":
		w.Form = "json"
	case "json", "slack":
	default:
		return errors.New("form is json or slack")
	}
	u, err := url.Parse(w.URL)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return errors.New("url begins with https:// (http:// to this machine only)")
	}
	return nil
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	at, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && at.IsLoopback()
}

// Where tells in a few words where a plan goes to, without what opens it.
func (p *Plan) Where(l *locale.Locale) string {
	var to []string
	if p.Mail != nil {
		to = append(to, p.Mail.where(l))
	}
	if p.Webhook != nil {
		to = append(to, p.Webhook.where(l))
	}
	return strings.Join(to, ", ")
}

func (m *Mail) where(l *locale.Locale) string {
	return l.Say("mail to {n} address|mail to {n} addresses", len(m.To))
}

func (w *Webhook) where(l *locale.Locale) string {
	host := ""
	if u, err := url.Parse(w.URL); err == nil {
		host = u.Hostname()
	}
	return l.Say("a webhook of {host}", host)
}

// Speaks is the locale that a plan's reports are written by.
func (p *Plan) Speaks() *locale.Locale {
	if p.speaks == nil {
		return locale.Plain()
	}
	return p.speaks
}

// In is the time zone that a plan's times are of.
func (p *Plan) In() *time.Location { return p.zone }

// When tells when a plan is due, in words that are others where the times are others.
func (p *Plan) When() string {
	return fmt.Sprintf("%s at %02d:%02d %s", p.Every, p.hour, p.minute, p.zone)
}

// Next is when a plan is due after a time: at its hour on the first day after a stretch
// has ended. Where the clock leaps over that hour, as long after as it leaps.
func (p *Plan) Next(after time.Time) time.Time {
	from, to := p.Every.Around(after.In(p.zone))
	at := func(day time.Time) time.Time {
		due := time.Date(day.Year(), day.Month(), day.Day(), p.hour, p.minute, 0, 0, p.zone)
		if due.Before(day) { // the day begins after a leap, and this is before it
			_, was := due.Zone()
			_, is := day.Zone()
			due = due.Add(time.Duration(is-was) * time.Second)
		}
		return due
	}
	if due := at(from); due.After(after) {
		return due
	}
	return at(to)
}

// Message is a report in the forms in which it is sent.
type Message struct {
	Key     string // the same each time that the same report is sent
	Subject string // one line
	// Language is the tag of the one that it is written in; "" that is not told.
	Language string
	Short    string // a few lines, for a chat
	Text     string // plain
	HTML     string
	JSON     json.RawMessage
}

// Error says why a message did not go, without an address, a secret or what a server
// answered.
type Error struct{ Why string }

// Error implements error.
func (e *Error) Error() string { return e.Why }

// Reason is what may be kept of it.
func (e *Error) Reason() string { return e.Why }
