package phrase

import (
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/score"
)

func TestAmounts(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 832: "832", 999: "999", 1000: "1.00k", 14_230: "14.2k", 999_949: "1.00M", 999_499: "999k", 1_080_000_000: "1.08B", -2_000: "-2.00k"} {
		if got := Amount(n); got != want {
			t.Errorf("Amount(%d) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1_234_567: "1,234,567", -12_345: "-12,345"} {
		if got := Grouped(n); got != want {
			t.Errorf("Grouped(%d) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int64]string{12: "12 B", 4_200: "4.20 kB", 65_700_000: "65.7 MB", 3_000_000_000: "3.00 GB"} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestMoney(t *testing.T) {
	for usd, want := range map[float64]string{0: "$0.00", 0.001: "<$0.01", 0.42: "$0.42", 9.999: "$10.00", 1388.93: "$1,388.93", 12_345.6: "$12,346"} {
		if got := Money(&usd); got != want {
			t.Errorf("Money(%v) = %s, want %s", usd, got, want)
		}
	}
	if got := Money(nil); got != "—" {
		t.Errorf("an unknown cost is %s", got)
	}
}

func TestTimes(t *testing.T) {
	for d, want := range map[time.Duration]string{-time.Second: "0 s", 40 * time.Second: "40 s", 23 * time.Minute: "23 min", 65 * time.Minute: "1 h 05 min", 75 * time.Hour: "3 d 3 h"} {
		if got := Lasted(d); got != want {
			t.Errorf("Lasted(%v) = %s, want %s", d, got, want)
		}
	}
	at := func(y, m, d, h int) time.Time { return time.Date(y, time.Month(m), d, h, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		from, to time.Time
		want     string
	}{
		{at(2026, 10, 6, 9), at(2026, 11, 12, 9), "6 Oct – 12 Nov 2026"}, {at(2025, 12, 30, 9), at(2026, 1, 2, 9), "30 Dec 2025 – 2 Jan 2026"},
		{at(2026, 10, 6, 9), at(2026, 10, 6, 20), "6 Oct 2026"}, {time.Time{}, at(2026, 1, 1, 0), "—"},
	} {
		if got := Days(c.from, c.to); got != c.want {
			t.Errorf("Days = %s, want %s", got, c.want)
		}
	}
	for _, c := range []struct {
		since, until time.Time
		want         string
	}{
		{at(2026, 11, 2, 0), at(2026, 11, 9, 0), "2 Nov 2026 to 8 Nov 2026"}, {at(2026, 11, 2, 0), time.Time{}, "Since 2 Nov 2026"},
		{time.Time{}, at(2026, 11, 9, 0), "Before 9 Nov 2026"}, {at(2026, 11, 2, 8), at(2026, 11, 2, 10), "2 Nov 2026 08:00 to 2 Nov 2026 10:00"},
	} {
		if got := Window(c.since, c.until, time.UTC); got != c.want {
			t.Errorf("Window = %s, want %s", got, c.want)
		}
	}
}

// Every value of a closed set has words of its own.
func TestEveryValueHasWords(t *testing.T) {
	for _, e := range fact.Exclusions {
		if Excluded(e) == string(e) && e != "" {
			t.Errorf("exclusion %q has no words", e)
		}
	}
	for _, b := range fact.LetterBands() {
		if LetterMeaning(b.Letter) == "" {
			t.Errorf("letter %s has no meaning", b.Letter)
		}
	}
	if got := LetterMeaning("A+"); got != "(95 to 100; B, from 70, is the baseline)" {
		t.Errorf("A+ means %s", got)
	}
	if got := A(fact.Investigation) + ", " + A(fact.BugFix); got != "an investigation, a bug fix" {
		t.Error(got)
	}
	if got := Interval(&score.Interval{Lo: 23.1, Hi: 88.2}); got != "95 % interval 23 to 88: so few sessions tell little." {
		t.Error(got)
	}
	s := fact.Session{Verdict: fact.Verdict{Signal: fact.UnresolvedError}}
	if got := Missed(&s); got != "unresolved error" {
		t.Error(got)
	}
}

func TestMissed(t *testing.T) {
	criteria := func(unmet ...string) []fact.Criterion {
		out := []fact.Criterion{{Name: "finished", Met: true}, {Name: "accepted", Met: true}}
		for _, name := range unmet {
			out = append(out, fact.Criterion{Name: name})
		}
		return out
	}
	for _, c := range []struct {
		why  string
		v    fact.Verdict
		want string
	}{
		{"a signal goes first", fact.Verdict{Signal: fact.Frustration, Basis: fact.Explicit, Criteria: criteria("finished")}, "frustration"},
		{"silence", fact.Verdict{Basis: fact.Silent, Criteria: criteria("accepted")}, "ended without a check or a word"},
		{"no end before no test", fact.Verdict{Signal: fact.NoSignal, Basis: fact.Explicit, Criteria: []fact.Criterion{{Name: "tests_or_put_off"}, {Name: "finished"}}}, "stopped in mid-work"},
		{"not accepted", fact.Verdict{Basis: fact.Explicit, Criteria: criteria("plan_accepted")}, "plan not accepted"},
		{"all met", fact.Verdict{Basis: fact.Explicit, Criteria: criteria()}, "shown or said to be incomplete"},
		{"unknown to us", fact.Verdict{Basis: fact.Explicit, Criteria: criteria("something_new")}, "shown or said to be incomplete"},
	} {
		if got := Missed(&fact.Session{Verdict: c.v}); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

func TestSpent(t *testing.T) {
	three := 3.0
	other := []string{"other"}
	for _, c := range []struct {
		cost   score.Cost
		tokens int64
		want   string
	}{{score.Cost{USD: &three}, 9, "$3.00"}, {score.Cost{USD: &three, Unpriced: other}, 9, "≥$3.00"}, {score.Cost{Unpriced: other}, 9, "—"}, {score.Cost{USD: new(float64)}, 0, "—"}} {
		if got := Spent(c.cost, c.tokens); got != c.want {
			t.Errorf("%+v is %s, want %s", c.cost, got, c.want)
		}
	}
	if got := AtLeast(&three, true); got != "at least $3.00" {
		t.Error(got)
	}
}

func TestZone(t *testing.T) {
	at := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	if got := Zone(time.UTC, at); got != "UTC" {
		t.Error(got)
	}
	name, _ := at.In(time.Local).Zone()
	if got := Zone(time.Local, at); got != "this machine ("+name+")" {
		t.Error(got)
	}
}

func TestSummary(t *testing.T) {
	const long = "Let the sky map scroll: by wheel, by keys and by touch"
	for _, c := range []struct{ title, long, summary, want string }{
		{"Draw the sky", "", "Draw the sky. 3 files changed.", "3 files changed."},
		{"Draw the sky", "", "Something else happened.", "Something else happened."},
		{"Draw the sky", "", "Draw the skyline. Done.", "Draw the skyline. Done."},
		{"Draw the sky", "", "Draw the sky. ", "Draw the sky. "},
		{"Draw the sky", "", "Draw the sky.", ""},
		{"Now?", "", "Now?", ""},
		{"Let the sky map scroll", long, long + ". Committed.", "Committed."},
		{"Let the sky map scroll", long, "Let the sky map scroll. Committed.", "Committed."},
		{"", "", "Draw the sky.", "Draw the sky."},
	} {
		v := &fact.Verdict{Title: redact.Restore(c.title), Long: redact.Restore(c.long), Summary: redact.Restore(c.summary)}
		if got := Summary(v); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.title, c.summary, got, c.want)
		}
	}
}

func TestLikelyAndMissed(t *testing.T) {
	for _, c := range []struct {
		complete bool
		p        float64
		basis    fact.Basis
		signal   fact.FailureSignal
		want     string
	}{
		{true, 0.97, fact.Explicit, fact.NoSignal, "97 %"},
		{false, 0.97, fact.Explicit, fact.NoSignal, "97 %, unmet"},
		{false, 0.97, fact.Silent, fact.NoSignal, "97 %, unmet"},
		{false, 0.83, fact.Silent, fact.Frustration, "83 %, failed"},
		{false, 0.53, fact.Silent, fact.NoSignal, "53 < 75 %"},
		{false, 0.31, fact.Silent, fact.NoSignal, "31 %"},
	} {
		v := fact.Verdict{Status: fact.JudgeOK, Intent: fact.BugFix, GoalComplete: c.complete, Confidence: c.p, Basis: c.basis, Signal: c.signal}
		if got := Likely(&v); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
