package locale

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func catalog(t testing.TB) *Catalog {
	t.Helper()
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What a browser asks for gives words that there are, and the forms of whom it speaks for.
func TestFor(t *testing.T) {
	for _, c := range []struct {
		chosen, region, accept string
		lang, forms            string
	}{
		{"", "", "", "en", "en"},
		{"", "", "de", "de", "de"}, {"", "", "de-DE,de;q=0.9,en;q=0.8", "de", "de"}, {"", "", "de-CH", "de", "de-CH"},
		{"", "", "en-GB,en;q=0.9", "en", "en-GB"}, {"", "", "en;q=0.5, de;q=0.9", "de", "de"},
		{"", "", "pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7", "en", "pt"},
		{"de", "", "en-US,en;q=0.9", "de", "de"}, {"de", "", "en,de-AT;q=0.3", "de", "de-AT"}, {"en", "", "de", "en", "en"},
		{"en", "sv", "de", "en", "sv"}, {"", "en-US", "de", "de", "en-US"},
		{"", "", "es-MX", "en", "es-419"}, {"xx", "yy-ZZ", "tlh", "en", "en"}, {"", "", "a;q=b,,;;=", "en", "en"}, {"", "", "*", "en", "en"},
	} {
		l := catalog(t).For(c.chosen, c.region, c.accept)
		if l.Lang() != c.lang || l.Region() != c.forms {
			t.Errorf("%q, %q, %q: %s with the forms of %s, want %s with %s", c.chosen, c.region, c.accept, l.Lang(), l.Region(), c.lang, c.forms)
		}
	}
}

func TestForms(t *testing.T) {
	at := time.Date(2026, 11, 26, 15, 4, 5, 0, time.UTC)
	money := 1388.93
	for tag, want := range map[string][6]string{
		"en":    {"1,118,531,984", "−1,234.5", "26 Nov 2026 15:04", "45 %", "$1,388.93", "26 Nov"},
		"en-US": {"1,118,531,984", "−1,234.5", "11/26/2026 3:04 PM", "45%", "$1,388.93", "Nov 26"},
		"en-GB": {"1,118,531,984", "−1,234.5", "26/11/2026 15:04", "45%", "US$1,388.93", "26 Nov"},
		"de":    {"1.118.531.984", "−1.234,5", "26.11.2026 15:04", "45\u00a0%", "1.388,93\u00a0$", "26. Nov."},
		"de-CH": {"1’118’531’984", "−1’234.5", "26.11.2026 15:04", "45%", "$\u00a01’388.93", "26. Nov."},
		"pt-BR": {"1.118.531.984", "−1.234,5", "26/11/2026 15:04", "45%", "US$\u00a01.388,93", "26 Nov"},
		"fr":    {"1\u00a0118\u00a0531\u00a0984", "−1\u00a0234,5", "26/11/2026 15:04", "45\u00a0%", "1\u00a0388,93\u00a0$", "26 Nov"},
		"sv":    {"1\u00a0118\u00a0531\u00a0984", "−1\u00a0234,5", "2026-11-26 15:04", "45\u00a0%", "1\u00a0388,93\u00a0US$", "26 Nov"},
		"es":    {"1.118.531.984", "−1.234,5", "26/11/2026 15:04", "45\u00a0%", "1.388,93\u00a0$", "26 Nov"},
		"hi":    {"1,11,85,31,984", "−1,234.5", "26/11/2026 15:04", "45%", "$1,388.93", "26 Nov"},
		"tr":    {"1.118.531.984", "−1.234,5", "26.11.2026 15:04", "%45", "$1.388,93", "26 Nov"},
	} {
		l := catalog(t).For("", "", tag)
		got := [6]string{l.Number(1118531984), l.Fixed(-1234.5, 1), l.DateTime(at), l.Percent(0.45), l.Money(&money), l.Day(at, at)}
		if got != want {
			t.Errorf("%s:\n got %q\nwant %q", tag, got, want)
		}
	}
}

func TestDates(t *testing.T) {
	day := func(m, d, h int) time.Time { return time.Date(2026, time.Month(m), d, h, 5, 9, 0, time.UTC) }
	for tag, want := range map[string][9]string{
		"en":    {"Thursday, 5 February 2026", "February 2026", "Feb 26", "Thu 5 Feb 2026", "5 Feb 2026 00:05:09", "5 Feb – 9 Mar 2026", "Thu 5 Feb 2026 00:05–13:05", "Thu 5 Feb 2026 00:05 to 9 Mar 13:05", "Week 6 of 2026, 2 Feb – 8 Feb 2026"},
		"en-US": {"Thursday, February 5, 2026", "February 2026", "Feb 26", "Thu Feb 5, 2026", "02/05/2026 12:05:09 AM", "Feb 5 – Mar 9, 2026", "Thu Feb 5, 2026 12:05 AM–1:05 PM", "Thu Feb 5, 2026 12:05 AM to Mar 9 1:05 PM", "Week 6 of 2026, Feb 2 – Feb 8, 2026"},
		"de":    {"Donnerstag, 5. Februar 2026", "Februar 2026", "Feb. 26", "Do. 5. Feb. 2026", "05.02.2026 00:05:09", "5. Feb. – 9. März 2026", "Do. 5. Feb. 2026 00:05–13:05", "Do. 5. Feb. 2026 00:05 bis 9. März 13:05", "Woche 6 2026, 2. Feb. – 8. Feb. 2026"},
	} {
		l := catalog(t).For("", "", tag)
		a, b := day(2, 5, 0), day(3, 9, 13)
		got := [9]string{l.Long(a), l.Month(a), l.MonthShort(a), l.Weekday(a), l.Seconds(a), l.Days(a, b), l.When(a, day(2, 5, 13)), l.When(a, b), l.Week(day(2, 2, 0))}
		if got != want {
			t.Errorf("%s:\n got %q\nwant %q", tag, got, want)
		}
	}
}

// What is wrong with a catalogue is told, each fault once.
func TestCheck(t *testing.T) {
	c := catalog(t)
	c.languages["de"].Messages = map[string]translation{
		"fits {a} <b>x</b>": {other: "<b>y</b> {a}"}, "{n} day|{n} days": {"one": "ein Tag", other: "{n} Tage"},
		"no value {a}": {other: "leer"}, "no tag <b>x</b>": {other: "x"}, "no plural|{n} of them": {other: "{n}"}, "unsaid": {other: "x"}, "too much": {other: "x", "one": "y"},
		"empty": {other: " "}, "of its own": {other: "{b}"},
	}
	said := map[string]string{"missing": "a.go"}
	for message := range c.languages["de"].Messages {
		if message != "unsaid" {
			said[message] = "a.go"
		}
	}
	wrong := c.Check(said)
	for _, part := range []string{`"missing" is not translated (a.go)`, `"no value {a}" has other`, `"no tag <b>x</b>" has other`, `"no plural|{n} of them" lacks the form "one"`, `"unsaid" is said nowhere`, `"too much" has a form "one"`, `"empty" is translated as " "`, `"of its own" has other`} {
		if n := slices.IndexFunc(wrong, func(w string) bool { return strings.Contains(w, part) }); n < 0 {
			t.Errorf("nothing says: %s", part)
		} else {
			wrong = slices.Delete(wrong, n, n+1)
		}
	}
	if len(wrong) > 0 {
		t.Errorf("more is told: %q", wrong)
	}
}

// Values go where their names stand; what is in them is no message and no markup.
func TestSay(t *testing.T) {
	c := catalog(t)
	de := c.For("de", "", "")
	de.words.Messages["{a} before {b}, {a}##test"] = translation{other: "{b} nach {a}"}
	de.words.Messages["{n} day|{n} days"] = translation{"one": "{n} Tag", other: "{n} Tage"}
	en := c.English()
	for _, x := range [][2]string{
		{en.Say("{a} before {b}, {a}##test", "x", "{b}"), "x before {b}, x"}, {de.Say("{a} before {b}, {a}##test", "x", "{a}"), "{a} nach x"},
		{en.Say("{n} day|{n} days", 1), "1 day"}, {en.Say("{n} day|{n} days", 0), "0 days"}, {en.Say("{n} day|{n} days", 1234), "1,234 days"},
		{de.Say("{n} day|{n} days", 1), "1 Tag"}, {de.Say("{n} day|{n} days", 1234), "1.234 Tage"},
		{string(en.Markup("<b>{a}</b>", "<i>")), "<b>&lt;i&gt;</b>"}, {de.Known("nobody translated this"), "nobody translated this"}, {en.Say("plain"), "plain"},
	} {
		if x[0] != x[1] {
			t.Errorf("%q, want %q", x[0], x[1])
		}
	}
}

func TestPatternsOfDates(t *testing.T) {
	for pattern, want := range map[string]bool{"": true, "d MMM y": true, "d 'de' MMMM": true, "d 'de": false, "Y-MM-dd": false, "d. M. y": true} {
		if err := checkPattern(pattern); (err == nil) != want {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}
