package locale

import (
	"fmt"
	"html/template"
	"strings"
)

// Marks of a message in the source: between its singular and its plural, and before a word
// that tells it from another of the same English text, which is not shown.
const (
	pluralMark  = "|"
	contextMark = "##"
)

// Say says a message of ours: its English text, with a value for each of its {names}, in
// the order in which they first stand there. One that is said otherwise of one and of many
// stands as both, "{n} line|{n} lines", and its first value is the number. One whose
// English stands for two things ends on "##" and a word that tells them apart. Numbers are
// written as the locale does; what is to be written otherwise comes as a text.
func (l *Locale) Say(message string, args ...any) string {
	return l.say(message, args, func(v any) string { return l.value(v) })
}

// Markup is Say of a message with tags in it, which are ours; its values are escaped.
func (l *Locale) Markup(message string, args ...any) template.HTML {
	//nolint:gosec // catalogues are ours, and hold the same tags as the source (a test); values are escaped
	return template.HTML(l.say(message, args, func(v any) string {
		if html, ok := v.(template.HTML); ok {
			return string(html)
		}
		return template.HTMLEscapeString(l.value(v))
	}))
}

// Known says a text of a closed set that another package words in English, such as the
// name of an intent; one that is not in the catalogue, as it is.
func (l *Locale) Known(text string) string {
	if text == "" {
		return ""
	}
	if m := l.words.Messages[text]; m != nil {
		return m[other]
	}
	return text
}

// Mark is a message itself: it says that Known will be asked for it.
func Mark(text string) string { return text }

func (l *Locale) value(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return l.Number(v)
	case int64:
		return l.Whole(v)
	}
	return fmt.Sprint(v)
}

func (l *Locale) say(message string, args []any, text func(any) string) string {
	source := message
	translated := l.words.Messages[message]
	if i := strings.Index(source, contextMark); i >= 0 {
		source = source[:i]
	}
	one, many, counted := strings.Cut(source, pluralMark)
	say := one
	switch n := countOf(args); {
	case translated != nil && counted:
		var ok bool
		if say, ok = translated[l.words.form(n)]; !ok {
			say = translated[other]
		}
	case translated != nil:
		say = translated[other]
	case counted && n != 1:
		say = many
	}
	if len(args) == 0 {
		return say
	}
	names := source
	if counted {
		names = many
	}
	return fill(say, names, args, text)
}

// countOf is the number by which a plural form is chosen.
func countOf(args []any) int64 {
	if len(args) > 0 {
		switch n := args[0].(type) {
		case int:
			return int64(n)
		case int64:
			return n
		}
	}
	return 0
}

// fill puts values in the places of their names; source tells which name has which.
func fill(say, source string, args []any, text func(any) string) string {
	var b strings.Builder
	b.Grow(len(say) + 16*len(args))
	for {
		from := strings.IndexByte(say, '{')
		if from < 0 {
			break
		}
		to := strings.IndexByte(say[from:], '}')
		if to < 0 {
			break
		}
		b.WriteString(say[:from])
		if i := place(source, say[from:from+to+1]); i >= 0 && i < len(args) {
			b.WriteString(text(args[i]))
		}
		say = say[from+to+1:]
	}
	b.WriteString(say)
	return b.String()
}

// place is which of the names of a source one is, in braces; -1 none. A name that stands
// again is the same.
func place(source, name string) int {
	at := strings.Index(source, name)
	if at < 0 {
		return -1
	}
	n := 0
	for i := 0; i < at; i++ {
		if source[i] == '{' && !strings.Contains(source[:i], source[i:i+strings.IndexByte(source[i:], '}')+1]) {
			n++
		}
	}
	return n
}

// Names are the {names} of a message in the order of their values, and its tags in order.
func Names(message string) (names, tags []string) {
	source, _, _ := strings.Cut(message, contextMark)
	if _, many, counted := strings.Cut(source, pluralMark); counted {
		source = many
	}
	for i := range len(source) {
		switch to := strings.IndexByte(source[i:], closing(source[i])); {
		case to < 0:
		case source[i] == '{':
			if name := source[i : i+to+1]; place(source, name) == len(names) {
				names = append(names, name)
			}
		case source[i] == '<':
			tags = append(tags, source[i:i+to+1])
		}
	}
	return names, tags
}

func closing(b byte) byte {
	switch b {
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return 0
}
