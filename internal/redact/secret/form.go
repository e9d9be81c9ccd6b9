package secret

import (
	"slices"
	"strings"
)

// formRun is how far a token is followed at first, in bytes.
const formRun = 512

// formed hides a token of a vendor's form.
func (s *scan) formed(r *rule, from, to int) {
	text, f := s.text, r.form
	// A prefix that opens with a letter must open the word.
	if is(text[from], alnum) && isAt(text, from-1, alnum|underscore) && r.ID != "azure-client-secret" {
		return
	}
	if !slices.Contains(f.prefixes, text[from:to]) {
		return
	}
	end := run(text, to, formRun, f.letters)
	if end-to < f.least {
		return
	}
	if end-to == formRun { // a blob, or a token of unusual length: once per run
		if from < s.tokenEnd {
			return
		}
		end = run(text, end, longest, f.letters)
		s.tokenEnd = end
	}
	// A prefix of letters alone also stands in the middle of blobs.
	if all(text[from:to], alnum) && (f.letters&slash != 0 || f.letters == alnum && f.least >= 32 || f.least >= 60) {
		if isAt(text, from-1, slash|plus) || f.letters == alnum && isAt(text, end, slash|plus) {
			return
		}
	}
	// What is shorter than its alphabet's run is part of something else, such
	// as a name in camel case, unless the alphabet holds all word bytes.
	if f.letters&word != word && isAt(text, end, alnum|underscore) && f.least >= 16 && f.letters&plus == 0 {
		return
	}
	body := strings.TrimRight(text[to:end], ".,/=!*#$^")
	if len(body) < f.least || count(body, digit) < f.digits || repeated(body) || placeholderLike(strings.ToLower(body)) && count(body, digit) < 3 {
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
		from = runBack(text, from, 24, alnum)
	case "firebase-key":
		from = runBack(text, from, 64, base64URL)
	case "azure-client-secret":
		from = runBack(text, from, 3, word|tilde|dot)
	}
	s.add(r, from, to+len(body))
}

// awsSecretBehind hides the secret that follows an access key id of AWS within
// a line or two, as in a CSV file or an answer of the command line.
func (s *scan) awsSecretBehind(i int) {
	text := s.text
	limit := min(len(text), i+160)
	for i < limit {
		if !is(text[i], base64Std) {
			i++
			continue
		}
		end := run(text, i, 64, base64Std)
		if value := text[i:end]; len(value) == 40 && count(value, digit) > 0 && count(value, upper) > 1 && count(value, lower) > 1 {
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
		if len(part) >= 10 && count(part, digit) > 0 && count(part, alpha) > 1 {
			return true
		}
	}
	return false
}

// telegram hides a bot's token: its number, ":AA" and 33 letters.
func (s *scan) telegram(r *rule, from, to int) {
	start := runBack(s.text, from, 12, digit)
	end := run(s.text, to, 64, base64URL)
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
	if !isAt(text, second, dot) || run(text, to, stamp, base64URL) != second {
		return
	}
	start := runBack(text, from, 34, base64URL)
	id := text[start:from]
	if len(id) < 22 || len(id) > 30 || id[0] < 'M' || id[0] > 'O' || count(id, upper) < 2 || count(id, lower|digit) < 2 {
		return
	}
	end := run(text, second+1, most+1, base64URL)
	if sign := text[second+1 : end]; len(sign) < least || len(sign) > most || repeated(sign) || count(text[start:end], digit) < 2 {
		return
	}
	s.add(r, start, end)
}

// seed hides the words of a wallet's recovery phrase, also numbered ones.
func (s *scan) seed(r *rule, from, to int) {
	text := s.text
	at := to
	for at < len(text) && at-to < 24 && !is(text[at], lower) || strings.HasPrefix(text[min(at, len(text)):], "is ") || strings.HasPrefix(text[min(at, len(text)):], "are ") {
		at++
		for isAt(text, at-1, lower) && isAt(text, at, lower) {
			at++
		}
	}
	end, words, linking := at, 0, 0
	for i := at; i < len(text) && words < 24; {
		next := run(text, i, 9, lower)
		if next-i < 3 || next-i > 8 {
			break
		}
		if w := text[i:next]; linkWords()[w] || sayWords()[w] {
			linking++
		}
		words++
		end = next
		if !isAt(text, next, space|comma|dash) {
			break
		}
		i = run(text, next, 3, space|comma|dash)
		if number := run(text, i, 2, digit); number > i && isAt(text, number, dot|bracket|colon) {
			i = run(text, number+1, 2, blank)
		}
	}
	// Directly behind the word stands a sentence about such phrases.
	if words >= 12 && (linking < 2 || at != to+1) {
		s.add(r, at, end)
	}
}
