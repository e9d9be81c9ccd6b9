package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"prism/internal/redact/redacttest"
)

func TestPlantedSecretsAreHidden(t *testing.T) {
	r := newRedactor(t)
	for _, seed := range []uint64{1, 2, 3} {
		for _, p := range redacttest.Secrets(seed) {
			s := r.Session(p.Kind)
			raw := p.Whole()
			got := s.Text(raw).String()
			if p.Survives(got) {
				t.Errorf("%s: %q → %q", p.Kind, raw, got)
				continue
			}
			if again := r.Session("again").Text(got).String(); again != got {
				t.Errorf("%s: redacted twice: %q → %q", p.Kind, got, again)
			}
			if s.Err() != nil {
				t.Errorf("%s: %v", p.Kind, s.Err())
			}
		}
	}
	if n := len(redacttest.Secrets(1)); n < 60 {
		t.Errorf("%d kinds, at least 60 wanted", n)
	}
}

// embeddings are ways in which a text stands in another.
func embeddings() map[string]func(string) string {
	quoted := func(s string) string {
		b, _ := json.Marshal(s)
		return string(b)
	}
	return map[string]func(string) string{
		"surrounded": func(s string) string { return "It broke again today.\n" + s + "\nWhat now? See the log." },
		"in json":    func(s string) string { return `{"content":` + quoted(s) + `,"n":1}` },
		"json twice": func(s string) string { return `{"content":` + quoted(`{"text":`+quoted(s)+`}`) + `}` },
		"in a query": func(s string) string { return "GET /x?q=" + url.QueryEscape(s) },
		"in a path":  func(s string) string { return "https://x.test/" + url.PathEscape(s) + "?y=1" },
		"in base64": func(s string) string {
			return "data " + base64.StdEncoding.EncodeToString([]byte("x: 1\n"+s+"\n")) + " end"
		},
		"base64 url": func(s string) string {
			return "?state=" + base64.RawURLEncoding.EncodeToString([]byte("a note\n"+s+"\n"))
		},
		"in hex":      func(s string) string { return "0x " + hex.EncodeToString([]byte("some text\n"+s+"\n")) },
		"line number": func(s string) string { return "    12→" + s },
		"in a patch":  func(s string) string { return "@@ -1 +1 @@\n-old\n+" + strings.ReplaceAll(s, "\n", "\n+") + "\n" },
		"in markdown": func(s string) string { return "```sh\n" + s + "\n```" },
		"in html": func(s string) string {
			return "<p>" + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace(s) + "</p>"
		},
	}
}

func TestPlantedSecretsAreHiddenWhereverTheyStand(t *testing.T) {
	r := newRedactor(t)
	for name, embed := range embeddings() {
		for _, p := range redacttest.Secrets(4) {
			raw := embed(p.Whole())
			got := r.Session("x").Text(raw).String()
			if survivesIn(p, name, embed, got) {
				t.Errorf("%s, %s: %q → %q", name, p.Kind, raw, got)
			}
			if again := r.Session("x").Text(got).String(); again != got {
				t.Errorf("%s, %s: redacted twice: %q → %q", name, p.Kind, got, again)
			}
		}
	}
}

// survivesIn looks for the secret as it stands in an embedding.
func survivesIn(p redacttest.Secret, name string, embed func(string) string, got string) bool {
	if p.Survives(got) {
		return true
	}
	if name == "in base64" || name == "base64 url" || name == "in hex" {
		for _, word := range strings.Fields(got) {
			if d, err := base64.StdEncoding.DecodeString(word); err == nil && p.Survives(string(d)) {
				return true
			}
			if d, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(word, "?state=")); err == nil && p.Survives(string(d)) {
				return true
			}
			if d, err := hex.DecodeString(word); err == nil && p.Survives(string(d)) {
				return true
			}
		}
	}
	if name == "in a query" || name == "in a path" {
		if u, err := url.QueryUnescape(got); err == nil && p.Survives(u) {
			return true
		}
	}
	if name == "in json" || name == "json twice" {
		return p.Survives(strings.ReplaceAll(got, `\`, ""))
	}
	return false
}

// Invisible characters and escapes between the letters of a secret change
// nothing for whoever copies it.
func TestSplitSecretsAreHidden(t *testing.T) {
	r := newRedactor(t)
	for _, p := range redacttest.Secrets(4) {
		if len(p.Value) < 12 || strings.ContainsAny(p.Value, "\n ") {
			continue
		}
		for name, cut := range map[string]string{"zero width space": "\u200b", "joiner": "\u2060", "byte order mark": "\ufeff", "soft hyphen": "\u00ad", "nul": "\x00", "escaped": `\u200b`} {
			mid := len(p.Value) / 2
			raw := strings.Replace(p.Text, "%s", p.Value[:mid]+cut+p.Value[mid:], 1)
			got := r.Session("x").Text(raw).String()
			if strings.Contains(got, p.Value[:mid]) || strings.Contains(got, p.Value[mid:]) {
				t.Errorf("%s, %s: %q → %q", name, p.Kind, raw, got)
			}
		}
		if i := strings.IndexAny(p.Value, "-_."); i > 0 {
			raw := strings.Replace(p.Text, "%s", p.Value[:i]+fmt.Sprintf(`\u%04x`, p.Value[i])+p.Value[i+1:], 1)
			if got := r.Session("x").Text(raw).String(); strings.Contains(got, p.Value[i+1:]) {
				t.Errorf("escaped mark, %s: %q → %q", p.Kind, raw, got)
			}
		}
	}
}
