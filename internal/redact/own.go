package redact

import "strings"

// ownRule is a rule of this project: a matcher in code and its keywords.
type ownRule struct {
	id, name, about string
	rank            int
	keywords        []string
	match           func(s *scan, r *rule, from, to int)
}

func (o ownRule) rule() *rule {
	return &rule{
		Rule:  Rule{ID: o.id, Description: o.about, Placeholder: o.name, Source: "prism"},
		rank:  o.rank,
		match: o.match,
	}
}

// ownRules is what the vendored file leaves open: persons, machines, prose and
// everything that is written round a secret.
func ownRules(opts Options) []ownRule {
	rules := []ownRule{
		{
			id: "url-credentials", name: "URL_CREDENTIALS", rank: rankForm,
			about:    "User name and password in a URL or a database address.",
			keywords: []string{"://"},
			match:    (*scan).urlCredentials,
		},
		{
			id: "authorization", name: "AUTHORIZATION", rank: rankForm,
			about:    "Value of an Authorization header, or a bearer token.",
			keywords: []string{"bearer", "authorization"},
			match:    (*scan).authorization,
		},
		{
			id: "email", name: "EMAIL", rank: rankGuess,
			about:    "E-mail address.",
			keywords: []string{"@"},
			match:    (*scan).email,
		},
		{
			id: "home-path", name: "USER", rank: rankGuess - 1,
			about:    "User name in the path of a home directory.",
			keywords: []string{"/home/", "/users/", `\users\`, "-users-", "-home-"},
			match:    (*scan).homePath,
		},
		{
			id: "pem-private-key", name: "PRIVATE_KEY", rank: rankExact,
			about:    "Private key in PEM or PuTTY form, also a cut one.",
			keywords: []string{"-----begin ", "-----end ", "private-lines:"},
			match:    (*scan).pem,
		},
		{
			id: "jwt-any", name: "JWT", rank: rankForm,
			about:    "JSON Web Token, also encrypted or cut.",
			keywords: []string{"eyj"},
			match:    (*scan).jwt,
		},
	}
	if words := nameWords(opts.Words); len(words) > 0 {
		rules = append(rules, ownRule{
			id: "name", name: "NAME", rank: rankGuess - 1,
			about:    "Name given in the configuration.",
			keywords: words,
			match:    (*scan).name,
		})
	}
	return rules
}

// nameWords makes keywords of the names to hide.
func nameWords(names []string) []string {
	var words []string
	for _, w := range names {
		if w = strings.ToLower(strings.TrimSpace(w)); len(w) >= 3 && strings.ContainsFunc(w, isWordRune) {
			words = append(words, w)
		}
	}
	return words
}

// name hides a configured name where it is not part of a longer word.
func (s *scan) name(r *rule, from, to int) {
	if from > 0 && isWordByte(s.text[from-1]) || to < len(s.text) && isWordByte(s.text[to]) {
		return
	}
	s.add(r, from, to)
}
