package pipeline

import (
	"fmt"
	"slices"

	"prism/internal/pipeline/optout"
	"prism/internal/source"
)

// Private answers, for whoever sends transcripts elsewhere, whether a conversation is
// opted out: by the settings, and by the ignore files where people worked and among its
// transcripts.
func Private(o *Options, warn func(error)) func(person string, folders, files []string) bool {
	g := optout.New(o.OptOut, o.Redactor, source.NewRepositories(), &o.Search, func(doing string, err error) { warn(fmt.Errorf("%s: %w", doing, err)) })
	return func(person string, folders, files []string) bool {
		return g.OptedOut(person, folders) || slices.ContainsFunc(files, g.Hidden)
	}
}
