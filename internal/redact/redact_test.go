package redact

import "testing"

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
