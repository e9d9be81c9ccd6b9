package locale

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
)

// Check holds the catalogues of all languages against the messages that are said, each
// with where: what is missing, what nobody says, values and tags that do not agree, plural
// forms that a language has and its message has not. It tells what it found wrong.
func (c *Catalog) Check(said map[string]string) (wrong []string) {
	for _, tag := range sorted(c.languages) {
		w := c.languages[tag]
		if tag == Source {
			if len(w.Messages) > 0 {
				wrong = append(wrong, Source+" is what messages are written in: its file has none")
			}
			continue
		}
		for _, message := range sorted(said) {
			if w.Messages[message] == nil {
				wrong = append(wrong, fmt.Sprintf("%s: %q is not translated (%s)", tag, message, said[message]))
			}
		}
		for _, message := range sorted(w.Messages) {
			if said[message] == "" {
				wrong = append(wrong, fmt.Sprintf("%s: %q is said nowhere", tag, message))
			}
			wrong = append(wrong, w.check(tag, message)...)
		}
	}
	return wrong
}

// check holds one translation against its source.
func (w *words) check(tag, message string) (wrong []string) {
	forms := []string{other}
	if source, _, _ := strings.Cut(message, contextMark); strings.Contains(source, pluralMark) {
		forms = w.plurals()
	}
	names, tags := Names(message)
	for form, text := range w.Messages[message] {
		if !slices.Contains(forms, form) {
			wrong = append(wrong, fmt.Sprintf("%s: %q has a form %q that it does not need", tag, message, form))
		}
		if strings.ContainsAny(text, pluralMark) || strings.Contains(text, contextMark) || strings.TrimSpace(text) == "" {
			wrong = append(wrong, fmt.Sprintf("%s: %q is translated as %q", tag, message, text))
		}
		has, marked := Names(text)
		for _, list := range [][]string{names, tags, has, marked} {
			slices.Sort(list)
		}
		if !slices.Equal(slices.Compact(has), slices.Compact(slices.Clone(names))) && form != "one" && form != "zero" && form != "two" || !subset(has, names) || !slices.Equal(marked, tags) {
			wrong = append(wrong, fmt.Sprintf("%s: %q has other values or tags in %q", tag, message, text))
		}
	}
	for _, form := range forms {
		if w.Messages[message][form] == "" {
			wrong = append(wrong, fmt.Sprintf("%s: %q lacks the form %q", tag, message, form))
		}
	}
	return wrong
}

// subset reports whether all of some names are among others: "one" may say "a line".
func subset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(x string) bool { return !slices.Contains(all, x) })
}

// plurals are the forms that whole numbers take in a language.
func (w *words) plurals() (list []string) {
	for n := range int64(200) {
		if f := w.form(n); !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	if !slices.Contains(list, other) {
		list = append(list, other)
	}
	return list
}

func formName(f plural.Form) string {
	switch f {
	case plural.Zero:
		return "zero"
	case plural.One:
		return "one"
	case plural.Two:
		return "two"
	case plural.Few:
		return "few"
	case plural.Many:
		return "many"
	}
	return other
}

func sorted[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
