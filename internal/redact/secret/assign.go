package secret

import (
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// passwordValue hides what is given to a name that means a password.
func (s *scan) passwordValue(r *rule, from, to int) {
	text := s.text
	if next := chars.Run(text, chars.Run(text, to, 24, chars.Word), 1, chars.Quote); chars.IsAt(text, next, chars.Comma) || chars.IsAt(text, next, chars.Bracket) && text[next] == ')' {
		s.inserted(r, from, to)
	}
	if v, ok := given.Password(text, from, to, r.keywords); ok {
		s.add(r, v.From, v.To)
	}
}

// secretValue hides what is given to a name that means a key or a token.
func (s *scan) secretValue(r *rule, from, to int) {
	v, ok := given.Secret(s.text, from, to, r.keywords)
	if !ok {
		return
	}
	if value := s.text[v.From:v.To]; len(value) == 40 && chars.All(value, chars.Base64Std) && strings.Contains(v.Name, "secret") {
		s.addBy("aws-secret-key", v.From, v.To)
		return
	}
	s.add(r, v.From, v.To)
}
