package secret

import (
	"slices"
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// formRun is how far a token is followed at first, in bytes.
const formRun = 512

// formed hides a token of a vendor's form.
func (s *scan) formed(r *rule, from, to int) {
	text, f := s.text, r.form
	// A prefix that opens with a letter must open the word.
	if chars.Is(text[from], chars.Alnum) && chars.IsAt(text, from-1, chars.Alnum|chars.Underscore) && r.ID != "azure-client-secret" {
		return
	}
	if !slices.Contains(f.prefixes, text[from:to]) {
		return
	}
	end := chars.Run(text, to, formRun, f.letters)
	if end-to < f.least {
		return
	}
	if end-to == formRun { // a blob, or a token of unusual length: once per run
		if from < s.tokenEnd {
			return
		}
		end = chars.Run(text, end, longest, f.letters)
		s.tokenEnd = end
	}
	// A prefix of letters alone also stands in the middle of blobs.
	if chars.All(text[from:to], chars.Alnum) && (f.letters&chars.Slash != 0 || f.letters == chars.Alnum && f.least >= 32 || f.least >= 60) {
		if chars.IsAt(text, from-1, chars.Slash|chars.Plus) || f.letters == chars.Alnum && chars.IsAt(text, end, chars.Slash|chars.Plus) {
			return
		}
	}
	// What is shorter than its alphabet's run is part of something else, such
	// as a name in camel case, unless the alphabet holds all word bytes.
	if f.letters&chars.Word != chars.Word && chars.IsAt(text, end, chars.Alnum|chars.Underscore) && f.least >= 16 && f.letters&chars.Plus == 0 {
		return
	}
	body := strings.TrimRight(text[to:end], ".,/=!*#$^")
	if len(body) < f.least || chars.Count(body, chars.Digit) < f.digits || repeated(body) || given.PlaceholderLike(strings.ToLower(body)) && chars.Count(body, chars.Digit) < 3 {
		return
	}
	switch r.ID {
	case "aws-access-key":
		if end-to > 20 {
			return
		}
		s.add(r, from, to+len(body))
		s.awsSecretBehind(end)
		return
	case "twilio-key", "mailgun-key", "databricks-token":
		if end-to > f.least {
			return
		}
	case "openai-key", "resend-key", "link-token":
		// Names of style sheets are words joined by dashes.
		if !mixed(body) {
			return
		}
	case "terraform-token":
		from = chars.RunBack(text, from, 24, chars.Alnum)
	case "firebase-key":
		from = chars.RunBack(text, from, 64, chars.Base64URL)
	case "azure-client-secret":
		from = chars.RunBack(text, from, 3, chars.Word|chars.Tilde|chars.Dot)
	}
	s.add(r, from, to+len(body))
}

// awsSecretBehind hides the secret that follows an access key id of AWS within
// a line or two, as in a CSV file or an answer of the command line.
func (s *scan) awsSecretBehind(i int) {
	text := s.text
	limit := min(len(text), i+160)
	for i < limit {
		if !chars.Is(text[i], chars.Base64Std) {
			i++
			continue
		}
		end := chars.Run(text, i, 64, chars.Base64Std)
		if value := text[i:end]; len(value) == 40 && chars.Count(value, chars.Digit) > 0 && chars.Count(value, chars.Upper) > 1 && chars.Count(value, chars.Lower) > 1 {
			s.addBy("aws-secret-key", i, end)
			return
		}
		i = end
	}
}

// repeated reports a value of few different bytes: xxxxxxxx, 00000000, abcabc.
func repeated(value string) bool {
	var seen [256]bool
	n := 0
	for i := range len(value) {
		if !seen[value[i]|0x20] {
			seen[value[i]|0x20] = true
			n++
		}
	}
	return n < 5 && len(value) > 6
}

// mixed reports whether a stretch of letters and digits between dashes and
// underscores is more than a word or a number.
func mixed(value string) bool {
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return r == '-' || r == '_' }) {
		if len(part) >= 10 && chars.Count(part, chars.Digit) > 0 && chars.Count(part, chars.Alpha) > 1 {
			return true
		}
	}
	return false
}

// telegram hides a bot's token: its number, ":AA" and 33 letters.
func (s *scan) telegram(r *rule, from, to int) {
	start := chars.RunBack(s.text, from, 12, chars.Digit)
	end := chars.Run(s.text, to, 64, chars.Base64URL)
	if from-start >= 7 && s.text[from:to] == ":AA" && end-to >= 30 && end-to <= 36 {
		s.add(r, start, end)
	}
}

// discord hides a bot's token: its number in base64, which begins with M, N or O
// because the number begins with a digit, six letters of a time, and a signature. It
// is looked for at the first of its two dots.
func (s *scan) discord(r *rule, from, to int) {
	const stamp, least, most = 6, 27, 48
	text := s.text
	second := to + stamp
	if !chars.IsAt(text, second, chars.Dot) || chars.Run(text, to, stamp, chars.Base64URL) != second {
		return
	}
	start := chars.RunBack(text, from, 34, chars.Base64URL)
	id := text[start:from]
	if len(id) < 22 || len(id) > 30 || id[0] < 'M' || id[0] > 'O' || chars.Count(id, chars.Upper) < 2 || chars.Count(id, chars.Lower|chars.Digit) < 2 {
		return
	}
	end := chars.Run(text, second+1, most+1, chars.Base64URL)
	if sign := text[second+1 : end]; len(sign) < least || len(sign) > most || repeated(sign) || chars.Count(text[start:end], chars.Digit) < 2 {
		return
	}
	s.add(r, start, end)
}

// seed hides the words of a wallet's recovery phrase, also numbered ones.
func (s *scan) seed(r *rule, from, to int) {
	text := s.text
	at := to
	for at < len(text) && at-to < 24 && !chars.Is(text[at], chars.Lower) || strings.HasPrefix(text[min(at, len(text)):], "is ") || strings.HasPrefix(text[min(at, len(text)):], "are ") {
		at++
		for chars.IsAt(text, at-1, chars.Lower) && chars.IsAt(text, at, chars.Lower) {
			at++
		}
	}
	end, words, linking := at, 0, 0
	for i := at; i < len(text) && words < 24; {
		next := chars.Run(text, i, 9, chars.Lower)
		if next-i < 3 || next-i > 8 {
			break
		}
		if w := text[i:next]; given.LinkWords()[w] || given.SayWords()[w] {
			linking++
		}
		words++
		end = next
		if !chars.IsAt(text, next, chars.Space|chars.Comma|chars.Dash) {
			break
		}
		i = chars.Run(text, next, 3, chars.Space|chars.Comma|chars.Dash)
		if number := chars.Run(text, i, 2, chars.Digit); number > i && chars.IsAt(text, number, chars.Dot|chars.Bracket|chars.Colon) {
			i = chars.Run(text, number+1, 2, chars.Blank)
		}
	}
	// Directly behind the word stands a sentence about such phrases.
	if words >= 12 && (linking < 2 || at != to+1) {
		s.add(r, at, end)
	}
}
