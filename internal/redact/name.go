package redact

import (
	"slices"
	"strings"

	"prism/internal/redact/secret"
)

// Names redacts, in place, what things are called: branches, models, versions,
// addresses, paths. The person's own names stay: a path is nothing without its home
// folder, and a branch often begins with its author. Placeholders count from 1 in each,
// so that what was called the same still is. It reports whether there was anything to hide.
func (r *Redactor) Names(names ...*string) bool {
	var all strings.Builder
	for _, name := range names {
		all.WriteString(*name)
		all.WriteByte('\n')
	}
	// Nearly always there is nothing in all of them, which one look tells.
	if text := all.String(); (&Scope{redactor: r, names: true}).Text(text).String() == text {
		return false
	}
	for _, name := range names {
		*name = (&Scope{redactor: r, names: true}).Text(*name).String()
	}
	return true
}

// unnamed leaves out findings that are a person's own names.
func unnamed(found []secret.Finding) []secret.Finding {
	return slices.DeleteFunc(found, func(f secret.Finding) bool { return f.Rule.ID == "name" || f.Rule.ID == "home-path" })
}
