package delivery

import (
	"prism/internal/locale"
	"strings"
	"testing"
	"time"

	"prism/internal/report"
)

const whole = `{"reports": [{"name": "weekly", "tenant": "acme", "every": "week", "at": "08:00", "zone": "Europe/Berlin",
	"mail": {"server": "smtp.example:587", "user": "u", "password": "hunter2secret", "from": "Prism <prism@acme.example>", "to": ["team@acme.example"]},
	"webhook": {"url": "https://hooks.example/services/T0/B0/sekret", "form": "slack"}}]}`

func TestParse(t *testing.T) {
	plans, err := Parse([]byte(whole))
	if err != nil || len(plans) != 1 || plans[0].In().String() != "Europe/Berlin" {
		t.Fatalf("%+v %v", plans, err)
	}
	if got := plans[0].Where(locale.Plain()); got != "mail to 1 address, a webhook of hooks.example" {
		t.Errorf("where: %q", got)
	}
	if got := plans[0].Speaks(); got.Lang() != "en" {
		t.Errorf("of no language it speaks %s", got.Lang())
	}
	for language, want := range map[string]string{"de": "de 1.234,5", "de-CH": "de 1’234.5", "en": "en 1,234.5", "en-GB": "en 1,234.5"} {
		plans, err := Parse([]byte(strings.Replace(whole, `"every"`, `"language": "`+language+`", "every"`, 1)))
		if err != nil {
			t.Fatal(language, err)
		}
		if l := plans[0].Speaks(); l.Lang()+" "+l.Fixed(1234.5, 1) != want {
			t.Errorf("%s: %s %s", language, l.Lang(), l.Fixed(1234.5, 1))
		}
	}
	for name, change := range map[string][2]string{
		"no JSON":              {`{"reports"`, `{"reports`},
		"an unknown field":     {`"at"`, `"when"`},
		"a wrong kind":         {`"08:00"`, `8`},
		"no report":            {whole, `{"reports": []}`},
		"no name":              {`"weekly"`, `""`},
		"a name with a path":   {`"weekly"`, `"a/b"`},
		"no such stretch":      {`"week"`, `"decade"`},
		"no such time":         {`"08:00"`, `"25:00"`},
		"no such zone":         {`Europe/Berlin`, `Europe/Atlantis`},
		"the machine's zone":   {`Europe/Berlin`, `Local`},
		"no such language":     {`"zone": "Europe/Berlin"`, `"zone": "Europe/Berlin", "language": "tlh"`},
		"no language":          {`"zone": "Europe/Berlin"`, `"zone": "Europe/Berlin", "language": "de\r\nBcc: x"`},
		"no port":              {`smtp.example:587`, `smtp.example`},
		"a header in a name":   {`Prism <prism@acme.example>`, `Prism\r\nBcc: x@y.example <prism@acme.example>`},
		"no address":           {`team@acme.example`, `team`},
		"nobody":               {`["team@acme.example"]`, `[]`},
		"a password of nobody": {`"user": "u", `, ``},
		"a webhook in clear":   {`https://hooks`, `http://hooks`},
		"a webhook of a user":  {`https://hooks`, `https://a:b@hooks`},
		"a file":               {`https://hooks.example/services/T0/B0/sekret`, `file:///etc/passwd`},
		"no such form":         {`"slack"`, `"yaml"`},
		"more behind it":       {`"slack"}}]}`, `"slack"}}]} {"reports": []}`},
		"the same name twice":  {`{"reports": [`, `{"reports": [` + strings.TrimSuffix(strings.TrimPrefix(whole, `{"reports": [`), `]}`) + `,`},
	} {
		text := strings.Replace(whole, change[0], change[1], 1)
		if text == whole {
			t.Fatalf("%s: nothing changed", name)
		}
		_, err := Parse([]byte(text))
		if err == nil {
			t.Errorf("%s is taken", name)
		} else if strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "sekret") {
			t.Errorf("%s: %v tells a secret", name, err)
		}
	}
}

// It is due in the morning of the day after the stretch ended, whatever the clock does.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		every       report.Span
		at, zone    string
		after, want string
	}{
		{report.OfWeek, "08:00", "Europe/Berlin", "2026-11-23T06:59:59Z", "2026-11-23T08:00:00+01:00"},
		{report.OfWeek, "08:00", "Europe/Berlin", "2026-11-23T07:00:00Z", "2026-11-30T08:00:00+01:00"},
		{report.OfDay, "08:00", "UTC", "2026-11-23T20:00:00Z", "2026-11-24T08:00:00Z"},
		{report.OfMonth, "00:00", "UTC", "2026-11-23T20:00:00Z", "2026-12-01T00:00:00Z"},
		{report.OfMonth, "23:30", "UTC", "2026-11-01T20:00:00Z", "2026-11-01T23:30:00Z"},
		// 02:30 is leapt over on 29 March 2026, and comes twice on 25 October.
		{report.OfDay, "02:30", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T03:30:00+02:00"},
		{report.OfDay, "02:30", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T02:30:00+01:00"},
		// The offset of the day that it is due on, not of the day it is asked.
		{report.OfWeek, "08:00", "America/New_York", "2026-03-07T12:00:00Z", "2026-03-09T08:00:00-04:00"},
		// A day that begins at 01:00, as its midnight is leapt over.
		{report.OfDay, "08:00", "America/Santiago", "2026-09-05T16:00:00Z", "2026-09-06T08:00:00-03:00"},
		{report.OfDay, "08:00", "America/Santiago", "2026-09-06T10:00:00Z", "2026-09-06T08:00:00-03:00"},
		{report.OfDay, "00:30", "America/Santiago", "2026-09-05T16:00:00Z", "2026-09-06T01:30:00-03:00"},
		// A day is one of its own zone.
		{report.OfDay, "09:00", "Pacific/Auckland", "2026-11-22T21:00:00Z", "2026-11-24T09:00:00+13:00"},
	} {
		p := Plan{Name: "x", Every: c.every, At: c.at, Zone: c.zone, Webhook: &Webhook{URL: "https://x.example"}}
		if err := p.fill(); err != nil {
			t.Fatal(err)
		}
		after, _ := time.Parse(time.RFC3339, c.after)
		if got := p.Next(after).Format(time.RFC3339); got != c.want {
			t.Errorf("%s at %s in %s after %s: %s, want %s", c.every, c.at, c.zone, c.after, got, c.want)
		}
	}
}

// Each time is after the one asked for, within a stretch and a day, and the same for
// whatever is asked before it: so that asking again moves nothing.
func TestNextIsStable(t *testing.T) {
	for _, c := range []struct {
		zone  string
		every report.Span
	}{
		{"Europe/Berlin", report.OfDay}, {"Europe/Berlin", report.OfWeek}, {"Europe/Berlin", report.OfMonth},
		{"America/Santiago", report.OfDay}, {"America/Santiago", report.OfWeek}, // leaps over a midnight
	} {
		every := c.every
		p := Plan{Name: "x", Every: every, At: "02:30", Zone: c.zone, Webhook: &Webhook{URL: "https://x.example"}}
		if err := p.fill(); err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for range 24 * 400 {
			next := p.Next(at)
			if !next.After(at) || next.Sub(at) > 32*24*time.Hour {
				t.Fatalf("%s after %s: %s", every, at, next)
			}
			if again := p.Next(next.Add(-time.Second)); !again.Equal(next) {
				t.Fatalf("%s: %s, and a second before it %s", every, next, again)
			}
			at = at.Add(time.Hour)
		}
	}
}

// This machine's own tenant is one, named or not: of two reports of a name one would go
// where the other does.
func TestANameOfThisMachineTwice(t *testing.T) {
	const one, other = `{"name": "x", "every": "day", "webhook": {"url": "https://a.example"}}`, `{"name": "x", "tenant": "local", "every": "day", "webhook": {"url": "https://b.example"}}`
	if _, err := Parse([]byte(`{"reports": [` + one + `, ` + other + `]}`)); err == nil {
		t.Error("taken")
	}
	if _, err := Parse([]byte(`{"reports": [` + one + "]}\n")); err != nil {
		t.Error(err)
	}
}
