package redact

import (
	"strings"
	"testing"
	"unicode/utf8"

	"prism/internal/redact/redacttest"
)

// FuzzText checks what must hold for any text: no panic, valid UTF-8, no NUL,
// and redacting twice is redacting once.
func FuzzText(f *testing.F) {
	for _, p := range redacttest.Secrets(6) {
		f.Add(p.Whole())
	}
	for name, embed := range embeddings() {
		for i, p := range redacttest.Secrets(7) {
			if i%9 == len(name)%9 {
				f.Add(embed(p.Whole()))
			}
		}
	}
	for _, s := range []string{
		"", "\x00", "\xff\xfe", "[EMAIL_1]", "[EMAIL_1][EMAIL_2]@x.org", "password: [PASSWORD_1]x1!", "://[URL_CREDENTIALS_1]@h",
		strings.Repeat("password=", 50), strings.Repeat("eyJ", 50), strings.Repeat("-----BEGIN PRIVATE KEY-----", 9), "\\u\\x\\", "%", "&#x;",
		"/home//Users/\\users\\-Users-", "a@b@c.de", "+1+1+1", "1.1.1.1.1.1", "::::", "-u a:bcd http", "mysql -p", "Cookie: a=b; ",
	} {
		f.Add(s)
	}
	r, err := New(Options{Words: []string{"mallory"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		s := r.Session("fuzz")
		got := s.Text(raw).String()
		if err := s.Err(); err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		if !utf8.ValidString(got) || strings.Contains(got, "\x00") {
			t.Fatalf("%q → %q: not clean", raw, got)
		}
		if again := r.Session("fuzz").Text(got).String(); again != got {
			t.Fatalf("%q → %q → %q: not settled", raw, got, again)
		}
	})
}

// FuzzPlanted checks that no text round a secret lets it out, as long as it
// stands on its own.
func FuzzPlanted(f *testing.F) {
	f.Add("so", "and then", uint8(0))
	f.Add("{\"a\":1}", "\\n\\n", uint8(40))
	f.Add("```", "```", uint8(90))
	f.Add("[EMAIL_1]", "[SECRET_9]", uint8(120))
	f.Add("\u200b\xff", "%41%", uint8(7))
	r, err := New(Options{})
	if err != nil {
		f.Fatal(err)
	}
	list := redacttest.Secrets(8)
	f.Fuzz(func(t *testing.T, before, behind string, kind uint8) {
		p := list[int(kind)%len(list)]
		got := r.Session("fuzz").Text(before + "\n\n" + p.Whole() + "\n\n" + behind).String()
		if strings.Contains(before+behind, p.Value) {
			return
		}
		if p.Survives(got) {
			t.Fatalf("%s: %q", p.Kind, got)
		}
	})
}
