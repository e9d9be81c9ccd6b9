package secret

import (
	"strconv"
	"strings"

	"prism/internal/redact/chars"
)

// Placeholder is one that stands in the text already: [EMAIL_3].
type Placeholder struct {
	From, To int
	Name     string
	Number   int
}

// placeholderDigits bounds the number in a placeholder that is taken for our
// own: a longer one could carry a secret.
const placeholderDigits = 5

// placeholders finds the placeholders in text. They are our own work, or look
// like it and say nothing: they are left alone, so that redacting twice is
// redacting once.
func (f *Finder) placeholders(text string) []Placeholder {
	var list []Placeholder
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			return list
		}
		from := at + i
		end := chars.Run(text, from+1, 63, chars.Upper|chars.Digit|chars.Underscore)
		at = from + 1
		if end == len(text) || text[end] != ']' {
			continue
		}
		sep := strings.LastIndexByte(text[at:end], '_')
		if sep < 0 {
			continue
		}
		name, number := text[at:at+sep], text[at+sep+1:end]
		if !f.names[name] || len(number) > placeholderDigits {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil || number[0] == '0' {
			continue
		}
		list = append(list, Placeholder{from, end + 1, name, n})
		at = end + 1
	}
}

// without takes placeholders out of findings: what is left of a finding stays
// one if it holds a letter or a digit. The result is a list of its own.
func without(found []Finding, placeholders []Placeholder, text string) []Finding {
	kept := make([]Finding, 0, len(found))
	m := 0
	for _, f := range found {
		for m < len(placeholders) && placeholders[m].To <= f.From {
			m++
		}
		if m == len(placeholders) || placeholders[m].From >= f.To {
			kept = append(kept, f)
			continue
		}
		at := f.From
		for i := m; i < len(placeholders) && placeholders[i].From < f.To; i++ {
			kept = keepRest(kept, f, at, placeholders[i].From, text)
			at = max(at, placeholders[i].To)
		}
		kept = keepRest(kept, f, at, f.To, text)
	}
	return kept
}

func keepRest(kept []Finding, f Finding, from, to int, text string) []Finding {
	if from >= to || !strings.ContainsFunc(text[from:to], chars.IsWordRune) {
		return kept
	}
	f.From, f.To, f.Secret = from, to, text[from:to]
	return append(kept, f)
}
