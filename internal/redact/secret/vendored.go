package secret

import (
	"strings"
	"sync"

	"prism/internal/redact/chars"
)

// rank of findings: a rule that knows whose key it is beats one that knows
// only its form, and that one beats a guess.
const (
	rankGuess = 10 * (iota + 1)
	rankForm
	rankNamed
	rankExact
)

// patternRules makes catalogue entries of the rules of the file.
func patternRules(patterns []*pattern) []rule {
	rules := make([]rule, len(patterns))
	for i, p := range patterns {
		rules[i] = *patternRule(p)
	}
	return rules
}

// patternRule makes one of them.
func patternRule(p *pattern) *rule {
	r := &rule{
		Rule: Rule{
			ID:          p.id,
			Description: p.about,
			Placeholder: placeholderName(p.id),
			Source:      "gitleaks",
			rank:        rankNamed,
		},
		pattern:  p,
		keywords: patternKeywords(p),
	}
	switch p.id {
	case "generic-api-key":
		r.rank = rankGuess
	case "jwt-base64":
		p.group = wholeMatch // its groups tell the head's first word only
	}
	if r.match = guards()[p.id]; r.match != nil {
		return r
	}
	switch {
	case splitAssign(p):
		r.match = (*scan).assigned
	case bounded(p):
		r.match = (*scan).boundedPattern
	default:
		r.match = (*scan).tokenPattern
	}
	return r
}

// guards are looks of their own at what stands round the keyword of a rule of
// the file, before its pattern is asked.
var guards = sync.OnceValue(func() map[string]func(s *scan, r *rule, from, to int) {
	return map[string]func(s *scan, r *rule, from, to int){
		"jwt":                             (*scan).jwtPattern,
		"vault-service-token":             (*scan).vaultPattern,
		"private-key":                     (*scan).keyPattern,
		"curl-auth-user":                  (*scan).curlPattern,
		"curl-auth-header":                (*scan).curlPattern,
		"kubernetes-secret-yaml":          (*scan).kubernetesPattern,
		"airtable-personnal-access-token": (*scan).airtablePattern,
		"facebook-access-token":           (*scan).facebookPattern,
		"twilio-api-key":                  (*scan).twilioPattern,
		// Its file rules it to Terraform's files; elsewhere it takes any word
		// in quotes. The rule for passwords stands in for it.
		"hashicorp-tf-password": func(*scan, *rule, int, int) {},
	}
})

// patternKeywords returns the keywords that lead to a rule. gitleaks asks
// whether a keyword stands anywhere in the file; a window needs it in the match
// itself, so rules whose pattern does not hold their keyword get others.
func patternKeywords(p *pattern) []string {
	switch p.id {
	case "facebook-access-token":
		return expand(expand(nil, "#|"), "#%")
	case "airtable-personnal-access-token":
		return []string{"pat"}
	case "lob-api-key", "lob-pub-api-key":
		return []string{"lob"}
	case "typeform-api-token":
		return []string{"typeform"}
	case "nytimes-access-token":
		return []string{"nytimes", "new-york-times,", "newyorktimes"} // the comma is the pattern's
	}
	return p.keywords
}

// placeholderName turns a rule's id into the name of its placeholders.
func placeholderName(id string) string {
	switch id {
	case "aws-access-token":
		return "AWS_ACCESS_KEY"
	case "generic-api-key":
		return "SECRET"
	case "jwt-base64":
		return "JWT"
	}
	return strings.ToUpper(strings.ReplaceAll(id, "-", "_"))
}

// bounded lists how a rule's keyword stands in its token: where the pattern
// opens with a word boundary and the keyword, most keywords in a blob of base64
// are told from tokens by one look at the byte before.
func bounded(p *pattern) bool {
	switch p.id {
	case "maxmind-license-key", "openai-api-key", "sourcegraph-access-token", "facebook-access-token":
		return false // the keyword stands inside the token or before it
	}
	return strings.HasPrefix(p.source, `\b`) || strings.HasPrefix(p.source, `(?i)\b`)
}

// shortToken is the length of the shortest token of the file's rules, in bytes.
const shortToken = 12

// tokenPattern matches rules that look for one token: the keyword must stand
// in a run of token bytes that is long enough to be one.
func (s *scan) tokenPattern(r *rule, from, to int) {
	const around = chars.Token | chars.Operator | chars.At | chars.Percent | chars.Quote | chars.Blank | chars.Bracket | chars.Semicolon
	end := chars.Run(s.text, to, 16, around)
	if end-from < shortToken && end-chars.RunBack(s.text, from, 16, around) < shortToken {
		return
	}
	s.want(r, from-2*reachBack, to+reachAhead)
}

// boundedPattern is tokenPattern for patterns that open with a word boundary
// and the keyword.
func (s *scan) boundedPattern(r *rule, from, to int) {
	if chars.IsAt(s.text, from-1, chars.Word) || chars.Run(s.text, to, 16, chars.Token|chars.Colon|chars.Pipe|chars.Percent|chars.Backslash)-from < shortToken {
		return
	}
	s.want(r, from, to+reachAhead)
}

// twilioPattern guards the keyword "sk", which stands in many words.
func (s *scan) twilioPattern(r *rule, from, to int) {
	if s.text[from:to] == "SK" && chars.Run(s.text, to, 32, chars.Hexa)-to == 32 {
		s.want(r, from, to+reachAhead)
	}
}

// facebookPattern guards the keyword of a digit and a bar or a percent.
func (s *scan) facebookPattern(r *rule, from, to int) {
	if chars.RunBack(s.text, to-1, 15, chars.Digit) == to-16 && chars.Run(s.text, to, 27, chars.Word|chars.Dash)-to == 27 {
		s.want(r, from-reachBack, to+reachAhead)
	}
}

// airtablePattern guards the keyword "pat", which stands in many words.
func (s *scan) airtablePattern(r *rule, from, to int) {
	if !chars.IsAt(s.text, from-1, chars.Word) && chars.Run(s.text, to, 15, chars.Alnum)-to == 14 && chars.IsAt(s.text, to+14, chars.Dot) {
		s.want(r, from, to+reachAhead)
	}
}

// jwtPattern guards the keyword "ey", which stands in many words.
func (s *scan) jwtPattern(r *rule, from, to int) {
	if chars.IsAt(s.text, from-1, chars.Word) {
		return
	}
	if end := chars.Run(s.text, to, longest, chars.Alnum); end-to >= 17 && strings.HasPrefix(s.text[end:], ".ey") {
		s.want(r, from, end+reachAhead)
	}
}

// vaultPattern guards the keyword "s.", which ends many sentences.
func (s *scan) vaultPattern(r *rule, from, to int) {
	if s.text[from:to] == "s." {
		// Letters alone are an exception of the rule.
		if chars.IsAt(s.text, from-1, chars.Word) || chars.Run(s.text, to, 25, chars.Alnum)-to != 24 || chars.All(s.text[to:to+24], chars.Alpha) {
			return
		}
		if _, ok := valueEnds(s.text, to+24); !ok {
			return
		}
	}
	s.want(r, from-reachBack, to+reachAhead)
}

// keyPattern leads a PEM block to the search as a whole.
func (s *scan) keyPattern(r *rule, from, to int) {
	const mark = "-----"
	rest := s.text[to:min(len(s.text), to+longest)]
	end := 0
	for range 4 { // the head's end, the foot's start and end
		i := strings.Index(rest[end:], mark)
		if i < 0 {
			break
		}
		end += i + len(mark)
	}
	if end > 0 {
		s.want(r, from, to+end)
	}
}

// curlPattern guards the keyword "curl": the command must go on with one of
// the options that carry credentials.
func (s *scan) curlPattern(r *rule, from, to int) {
	const command = 1024
	end := min(len(s.text), to+command)
	rest := s.text[to:end]
	if r.ID == "curl-auth-user" {
		if !strings.Contains(rest, "-u") && !strings.Contains(rest, "--user") {
			return
		}
	} else if !strings.Contains(rest, "-H") && !strings.Contains(rest, "--header") {
		return
	}
	s.want(r, from, end)
}

// kubernetesPattern guards the keyword "secret" of the manifest rule.
func (s *scan) kubernetesPattern(r *rule, from, to int) {
	before := s.text[max(0, from-12):from]
	if !strings.Contains(before, "ind:") {
		return
	}
	s.want(r, from-512, to+512)
}
