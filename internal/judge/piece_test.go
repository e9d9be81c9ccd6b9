package judge

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/redact"
)

// A judge cuts titles and quotes out of longer texts; what the gate would have
// known by the whole must not stand there in part.
func TestPiecesOfSecretsAreNotShown(t *testing.T) {
	gate, err := redact.New(redact.Options{Words: []string{"robinson"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, prompt, piece, secret, kept string }{
		{"half a card", "Charge the card 4242 4242 4242 4242 in the test of the till", "Charge the card 4242 4242", "4242", "Charge the card"},
		{"half a recovery phrase", "My seed phrase: abandon ability able about above absent absorb abstract absurd abuse access accident please import it", "Import ability able about above absent", "ability", ""},
		{"a key without its beginning", "Use ghp_" + strings.Repeat("a1B2c3D4e5", 4)[:36] + " for the clone", "Use a1B2c3D4e5a1B2c3D4e5 for the clone", "a1B2c3", "for the clone"},
		{"a password without the word that tells it", "the password: tr0ub4dor3staples goes into the importer", "Tr0ub4dor3staples goes into the importer", "ub4dor", "goes into the importer"},
		{"a line deep in a long key", "Deploy with this:\n-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("MIIEpAIBAAKCAQEA7bq3yYt0k1x2c3v4b5n6m7q8w9e0r1t2y3u4i5o6p7a8s9d0\n", 40) + "Zz9yX8wV7uT6sR5qP4oN3mL2kJ1iH0gF\n-----END RSA PRIVATE KEY-----", "Zz9yX8wV7uT6sR5qP4oN3mL2kJ1iH0gF", "yX8wV7", ""},
		{"nothing secret", "Rename the parser of tide tables to gauge reader", "Rename the parser of tide tables", "", "Rename the parser of tide tables"},
		{"the judge's own words", "Rename it", "Tests passed after the last change", "", "Tests passed after the last change"},
		{"a word cut in two", "Reconfigure the exporter", "Reconfig", "", "Reconfig"},
		{"a capital that was none", "fix the exporter, it crashes", "Fix the exporter", "", "Fix the exporter"},
	} {
		d := &conversation.Draft{Turns: []conversation.Turn{{Prompt: c.prompt, UUID: "u"}}}
		op := Opinion{Intent: fact.Feature, Title: c.piece, Summary: c.piece, Evidence: []Quote{{UUID: "u", Turn: 1, Text: c.prompt[:min(len(c.prompt), 60)]}}}
		if c.secret != "" && strings.Contains(c.prompt, c.piece) {
			op.Evidence = append(op.Evidence, Quote{UUID: "u", Turn: 1, Text: c.piece})
		}
		v := Enforce(op, d, gate.Session("s"), Meta{})
		texts := []string{v.Title.String(), v.Summary.String()}
		for _, text := range texts {
			if !strings.Contains(text, c.kept) {
				t.Errorf("%s: %q does not keep %q", c.name, text, c.kept)
			}
		}
		for _, e := range v.Evidence {
			texts = append(texts, e.Quote.String())
		}
		for _, text := range texts {
			if c.secret != "" && strings.Contains(text, c.secret) {
				t.Errorf("%s: %q shows %q", c.name, text, c.secret)
			}
		}
	}
}

func TestRuns(t *testing.T) {
	var got []string
	for _, r := range runs("Fix a.b tide [EMAIL_1] 1234-x9y8 [not one] Größe") {
		got = append(got, r.text)
	}
	if text := strings.Join(got, " "); text != "tide 1234 x9y8" {
		t.Errorf("%q", text)
	}
}
