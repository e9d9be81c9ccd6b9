package redact

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"prism/internal/redact/secret"
)

// Placeholders say what was hidden and which one it was.
func TestPlaceholderNames(t *testing.T) {
	r := newRedactor(t)
	for _, c := range []struct{ why, raw, want string }{
		{"ours stay", "[EMAIL_1] [PASSWORD_22] [IP_99999]", "[EMAIL_1] [PASSWORD_22] [IP_99999]"},
		{"the highest counts", "[EMAIL_2] [EMAIL_7] [EMAIL_3] a@mail.test", "[EMAIL_2] [EMAIL_7] [EMAIL_3] [EMAIL_8]"},
		{"a bracket before it", "[[EMAIL_7] a@mail.test", "[[EMAIL_7] [EMAIL_8]"},
		{"one behind the other", "[IP_2][EMAIL_7][EMAIL_9]a@mail.test", "[IP_2][EMAIL_7][EMAIL_9][EMAIL_10]"},
		{"each name has its own count", "[IP_7] a@mail.test", "[IP_7] [EMAIL_1]"},
		{"no leading zero", "[EMAIL_07] a@mail.test", "[EMAIL_07] [EMAIL_1]"},
		{"no other name", "[MAIL_7] a@mail.test", "[MAIL_7] [EMAIL_1]"},
		{"no number", "[EMAIL_x] [EMAIL_] a@mail.test", "[EMAIL_x] [EMAIL_] [EMAIL_1]"},
		{"too long a number", "[EMAIL_123456] a@mail.test", "[EMAIL_123456] [EMAIL_1]"},
		{"not closed", "[EMAIL_7 a@mail.test", "[EMAIL_7 [EMAIL_1]"},
		{"in a value", "password: Zx81[EMAIL_1]kkq9", "password: [PASSWORD_1][EMAIL_1][PASSWORD_2]"},
		{"alone as a value", "password: [EMAIL_1]", "password: [EMAIL_1]"},
		{"with a mark as a value", "password: [EMAIL_1]!", "password: [EMAIL_1]!"},
	} {
		if got := r.Session("x").Text(c.raw).String(); got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.why, c.raw, got, c.want)
		}
	}
}

// A rule whose findings never end lets nothing out.
func TestUnsettledIsWithheld(t *testing.T) {
	r := newRedactor(t)
	r.find = func(string) (secret.Found, error) {
		return secret.Found{Findings: []secret.Finding{{From: 0, To: 1, Rule: &r.rules[0], Secret: "x"}}}, nil
	}
	s := r.Session("s1")
	if got := s.Text("a@b"); got != (Text{withheld}) {
		t.Errorf("%q", got)
	}
	if err := s.Err(); !errors.Is(err, errUnsettled) {
		t.Errorf("error %v", err)
	}
}

// The most replaced rule comes first in a summary; counts are of replacements.
func TestSummaryOrder(t *testing.T) {
	s := newRedactor(t).Session("x")
	s.Text("/home/anna and a@mail.test, a@mail.test; 203.45.67.89 203.45.67.89 203.45.67.89")
	var got []string
	for _, c := range s.Summary() {
		got = append(got, fmt.Sprint(c.ID, " ", c.Count, " ", c.Placeholder, " ", c.Source))
	}
	if want := "ipv4 3 IP prism, email 2 EMAIL prism, home-path 1 USER prism"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if len(s.Counts()) != 3 || s.Counts()["ipv4"] != 3 {
		t.Errorf("counts %v", s.Counts())
	}
	s.Counts()["ipv4"] = 9
	if s.Counts()["ipv4"] != 3 {
		t.Error("a caller's change of the counts is kept")
	}
	if s.Err() != nil {
		t.Error(s.Err())
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{{0, ""}, {-1, ""}, {1, "…"}, {2, "a…"}, {3, "añ…"}, {4, "añbc"}, {9, "añbc"}} {
		if got := Literal("añbc").Clip(c.n).String(); got != c.want {
			t.Errorf("clipped to %d: %q, want %q", c.n, got, c.want)
		}
	}
	if got, err := Literal("a").MarshalText(); string(got) != "a" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if !Literal("").IsZero() || Literal("a").IsZero() || Restore("a").String() != "a" {
		t.Error("IsZero or Restore is wrong")
	}
	for _, c := range []struct {
		from, to int
		want     string
	}{{0, 5, "añbc"}, {1, 3, "ñ"}, {2, 3, "ñ"}, {3, 4, "b"}, {-2, 1, "a"}, {4, 99, "c"}, {3, 3, ""}, {4, 1, ""}} {
		if got := Literal("añbc").Slice(c.from, c.to).String(); got != c.want {
			t.Errorf("bytes %d to %d: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}
