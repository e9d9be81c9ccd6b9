package redact

import (
	"errors"
	"maps"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"prism/internal/redact/redacttest"
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

func TestRulesAreComplete(t *testing.T) {
	r := newRedactor(t)
	for _, ru := range r.rules {
		if ru.pattern == nil {
			continue
		}
		if _, err := ru.pattern.re.get(ru.pattern.source); err != nil {
			t.Errorf("%s: %v", ru.ID, err)
		}
		if _, err := ru.pattern.identRE.get(ru.pattern.ident); err != nil {
			t.Errorf("%s: %v", ru.ID, err)
		}
		if _, err := ru.pattern.valueRE.get(ru.pattern.value); err != nil {
			t.Errorf("%s: %v", ru.ID, err)
		}
		for _, list := range append(ru.pattern.allow, ru.pattern.global...) {
			if _, err := list.holds("x", "x", func() string { return "x" }); err != nil {
				t.Errorf("%s: exceptions: %v", ru.ID, err)
			}
		}
	}
}

func TestBrokenRulesAreAnError(t *testing.T) {
	for name, file := range map[string]string{
		"empty":   "",
		"no head": "rule x\nregex y\n",
		"cut":     compiledRules[:len(compiledRules)/2],
		"changed": compiledRules[:len(compiledRules)-2] + "x\n",
	} {
		if _, err := parseRules(file); err == nil {
			t.Errorf("%s: no error", name)
		}
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

func TestFoldedNameWithDash(t *testing.T) {
	got := newRedactor(t).Session("x").Text("see /Users/anna-lee/code and -Users-anna-lee-code").String()
	if want := "see /Users/[USER_1]/code and -Users-[USER_1]-code"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A rule that fails lets nothing out, and says nothing of what it saw.
func TestFailureWithholds(t *testing.T) {
	const secret = "bob@mail.test"
	for name, match := range map[string]func(s *scan, r *rule, from, to int){
		"panic": func(s *scan, r *rule, from, to int) { panic("saw " + s.text) },
		"error": func(s *scan, r *rule, from, to int) { s.fail(errRules) },
	} {
		r := newRedactor(t)
		r.byID["email"].match = match
		s := r.Session("s1")
		if got := s.Text("write to " + secret).String(); got != "[WITHHELD]" {
			t.Errorf("%s: %q", name, got)
		}
		if err := s.Err(); err == nil || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "s1") {
			t.Errorf("%s: error %v", name, err)
		}
		if got := s.Text("no address here").String(); got != "no address here" {
			t.Errorf("%s: the next text is %q", name, got)
		}
	}
}

func TestBrokenPatternWithholds(t *testing.T) {
	r := newRedactor(t)
	p := r.byID["aws-access-token"].pattern
	p.source = "("
	s := r.Session("x")
	if got := s.Text("key AKIA" + "QWERTYUIOPASDFGH" + " here"); got != Withheld() {
		t.Errorf("%q", got)
	}
	if !errors.Is(s.Err(), errRules) {
		t.Errorf("error %v", s.Err())
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
	secret := "x7Kp9qLm2"
	a := r.Session("a").Text("password: " + secret).String()
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
	if vendored < leastRules {
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

// Long texts go through the automaton in parts: nothing may be lost where they
// meet.
func TestLongTexts(t *testing.T) {
	r := newRedactor(t)
	for _, size := range []int{500, 512, 513, 600, 2047, 2048, 5000} {
		for shift := range 24 {
			filler := strings.Repeat("lorem ipsum dolor ", size/18+1)[:size]
			var b strings.Builder
			for i := 0; i+100 < size; i += 97 {
				b.WriteString(filler[i : i+60+shift])
				b.WriteString(" a" + strconv.Itoa(i) + "@mail.test ")
			}
			if got := r.Session("x").Text(b.String()).String(); strings.Contains(got, "@") {
				t.Fatalf("size %d, shift %d: %q", size, shift, got)
			}
		}
	}
}

// The automaton finds what a plain search finds.
func TestAutomaton(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("abAB-é")), 1, 4, -1)
		words := rapid.SliceOfNDistinct(rapid.Map(letters, foldASCII), 1, 6, rapid.ID).Draw(t, "words")
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abAB-éè")), 0, 1400, -1).Draw(t, "text")
		a, err := newAutomaton(words)
		if err != nil {
			t.Fatal(err)
		}
		got := map[hit]bool{}
		last := 0
		var kept [chains][]hit
		a.scan(text, &kept, func(h hit) {
			if h.end < last {
				t.Fatalf("hits are out of order")
			}
			last = h.end
			// Letters outside ASCII are found by approximation.
			if w := words[h.keyword]; foldASCII(text[h.end-len(w):h.end]) == w {
				got[h] = true
			}
		})
		want := map[hit]bool{}
		for k, w := range words {
			for i := 0; i+len(w) <= len(text); i++ {
				if foldASCII(text[i:i+len(w)]) == w {
					want[hit{uint16(k), i + len(w)}] = true
				}
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
