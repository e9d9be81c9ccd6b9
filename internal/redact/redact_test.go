package redact

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"prism/internal/redact/redacttest"
	"prism/internal/redact/secret"
)

func newRedactor(t testing.TB) *Redactor {
	t.Helper()
	r, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEqualSecretsKeepTheirPlaceholder(t *testing.T) {
	s := newRedactor(t).Session("a")
	first := s.Text("write to bob@mail.test or eve@mail.test").String()
	if want := "write to [EMAIL_1] or [EMAIL_2]"; first != want {
		t.Errorf("first text: %q, want %q", first, want)
	}
	if got, want := s.Text("eve@mail.test again").String(), "[EMAIL_2] again"; got != want {
		t.Errorf("second text: %q, want %q", got, want)
	}
	if got := s.Text(first).String(); got != first {
		t.Errorf("redacted twice: %q, want %q", got, first)
	}
	if got := s.Counts()["email"]; got != 3 {
		t.Errorf("counts: %d of email, want 3", got)
	}
}

func TestWhatIsNoTextIsCleaned(t *testing.T) {
	s := newRedactor(t).Session("a")
	for raw, want := range map[string]string{
		"":                          "",
		"plain":                     "plain",
		"a\x00b":                    "a\uFFFDb",
		"a\xffb":                    "a\uFFFDb",
		"caf\xc3":                   "caf\uFFFD",
		"\x00 to bob@mail.test\xfe": "\uFFFD to [EMAIL_1]\uFFFD",
		"emoji 👩‍💻 stays":           "emoji 👩‍💻 stays",
	} {
		if got := s.Text(raw).String(); got != want {
			t.Errorf("%q → %q, want %q", raw, got, want)
		}
	}
}

// A rule that fails lets nothing out, and says nothing of what it saw.
func TestFailureWithholds(t *testing.T) {
	const address = "bob@mail.test"
	failure := errors.New("a rule is broken")
	for name, fail := range map[string]func(text string) (secret.Found, error){
		"panic": func(text string) (secret.Found, error) { panic("saw " + text) },
		"error": func(string) (secret.Found, error) { return secret.Found{}, failure },
	} {
		r := newRedactor(t)
		find := r.find
		r.find = func(text string) (secret.Found, error) {
			if strings.Contains(text, address) {
				return fail(text)
			}
			return find(text)
		}
		s := r.Session("s1")
		if got := s.Text("write to " + address); got != (Text{withheld}) || got.String() != "[WITHHELD]" {
			t.Errorf("%s: %q", name, got)
		}
		if err := s.Err(); err == nil || strings.Contains(err.Error(), address) || !strings.Contains(err.Error(), "s1") || name == "error" && !errors.Is(err, failure) {
			t.Errorf("%s: error %v", name, err)
		}
		if got := s.Text("no address here").String(); got != "no address here" {
			t.Errorf("%s: the next text is %q", name, got)
		}
	}
}

func TestWords(t *testing.T) {
	r, err := New(Options{Words: []string{"mallory", " Größe ", "ab", "--", "élan"}})
	if err != nil {
		t.Fatal(err)
	}
	s := r.Session("x")
	for raw, want := range map[string]string{
		"Mallory said":         "[NAME_1] said",
		"-Users-mallory-work":  "-Users-[NAME_1]-work",
		"mallorys smallory":    "mallorys smallory",
		"drwx 2 MALLORY staff": "drwx 2 [NAME_1] staff",
		"Élan ab":              "[NAME_2] ab",
		"mallory’s laptop":     "[NAME_1]’s laptop",
		"mallory的电脑":           "[NAME_1]的电脑",
		"by mallory… malloryé": "by [NAME_1]… malloryé",
	} {
		got := strings.ReplaceAll(s.Text(raw).String(), "[NAME_2]", "[NAME_1]") // a map has no order
		if got != strings.ReplaceAll(want, "[NAME_2]", "[NAME_1]") {
			t.Errorf("%q → %q, want %q", raw, got, want)
		}
	}
	if got, want := s.Text("mallory and MALLORY and /home/Mallory/x").String(), s.Text("Mallory and Mallory and /home/mallory/x").String(); got != want {
		t.Errorf("%q and %q: names are the same in any case", got, want)
	}
}

func TestPlaceholdersOfTheTextKeepTheirNumber(t *testing.T) {
	s := newRedactor(t).Session("x")
	if got, want := s.Text("[EMAIL_3] and a@mail.test").String(), "[EMAIL_3] and [EMAIL_4]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// What only looks like one could carry something.
	if got := s.Text("[EMAIL_123456789]").String(); got != "[EMAIL_123456789]" {
		t.Errorf("%q", got)
	}
	if got := s.Text("password: [NOT_A_RULE_1]x9!kk").String(); strings.Contains(got, "x9!kk") {
		t.Errorf("%q", got)
	}
}

func TestPlaceholderTellsNothing(t *testing.T) {
	r := newRedactor(t)
	const password = "x7Kp9qLm2"
	a := r.Session("a").Text("password: " + password).String()
	b := r.Session("b").Text("password: other9!Z").String()
	if a != b || a != "password: [PASSWORD_1]" {
		t.Errorf("%q and %q: a placeholder depends on the secret", a, b)
	}
}

func TestRulesAndSummary(t *testing.T) {
	r := newRedactor(t)
	seen := map[string]bool{}
	vendored := 0
	for _, ru := range r.Rules() {
		if ru.ID == "" || ru.Description == "" || ru.Placeholder == "" || seen[ru.ID] {
			t.Errorf("rule %+v", ru)
		}
		seen[ru.ID] = true
		if ru.Source == "gitleaks" {
			vendored++
		}
	}
	if vendored < 200 {
		t.Errorf("%d vendored rules", vendored)
	}
	s := r.Session("x")
	if len(s.Summary()) != 0 || len(s.Counts()) != 0 {
		t.Error("a new scope has counts")
	}
	s.Text("a@mail.test b@mail.test a@mail.test in /home/anna/x")
	sum := s.Summary()
	if len(sum) != 2 || sum[0].ID != "email" || sum[0].Count != 3 || sum[1].ID != "home-path" || sum[1].Count != 1 {
		t.Errorf("summary %+v", sum)
	}
}

func TestManyAtOnce(t *testing.T) {
	r := newRedactor(t)
	list := redacttest.Secrets(9)
	var wg sync.WaitGroup
	shared := r.Session("shared")
	for range 4 {
		wg.Go(func() {
			own := r.Session("own")
			for _, p := range list {
				if p.Survives(own.Text(p.Whole()).String()) || p.Survives(shared.Text(p.Whole()).String()) {
					t.Errorf("%s survives", p.Kind)
				}
			}
		})
	}
	wg.Wait()
	if err := shared.Err(); err != nil {
		t.Error(err)
	}
}
