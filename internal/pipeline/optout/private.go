package optout

import (
	"slices"

	"prism/internal/redact"
	"prism/internal/source"
)

// Private answers, for whoever sends transcripts elsewhere, whether a conversation is
// opted out: by the settings, and by the ignore files where people worked and among its
// transcripts.
func Private(out redact.OptOut, redactor *redact.Redactor, search *source.Options, warn func(doing string, err error)) func(person string, folders, files []string) bool {
	g := New(out, redactor, source.NewRepositories(), search, warn)
	return func(person string, folders, files []string) bool {
		return g.OptedOut(person, folders) || slices.ContainsFunc(files, g.Hidden)
	}
}
