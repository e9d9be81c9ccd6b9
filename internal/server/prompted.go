package server

import (
	"context"
	"time"

	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/store"
	"prism/internal/tenant"
)

// promptedPage is how many sessions a search in prompts asks for at a time.
const promptedPage = 20

// ReadsPrompts implements web.Prompted: whoever may read what was asked may look in it.
func (v *Viewer) ReadsPrompts() bool {
	return !v.unread() && (v.caller.Role != tenant.Lead || v.caller.Person != "")
}

// Prompted implements web.Prompted.
func (v *Viewer) Prompted(ctx context.Context, f store.Filter, words []string, offset, limit int, most time.Duration) (list []*fact.Session, looked, all int, more bool, err error) {
	if !v.ReadsPrompts() {
		return nil, 0, 0, false, nil
	}
	match, end := library.Searcher(words, v.t.Read, v.shown), time.Now().Add(most)
	for {
		page, found, err := v.Page(ctx, f, nil, store.Order{}, promptedPage, offset+looked)
		if err != nil {
			return nil, 0, 0, false, err
		}
		all = found
		for _, s := range page {
			if err := ctx.Err(); err != nil {
				return nil, 0, 0, false, err // who asked went away
			}
			if len(list) == limit || looked > 0 && time.Now().After(end) {
				return list, looked, all, true, nil
			}
			looked++
			if match(ctx, s) {
				list = append(list, s)
			}
		}
		if len(page) < promptedPage {
			return list, looked, all, false, nil
		}
	}
}

// shown is what a page shows of a prompt; nothing where the gate cannot tell.
func (v *Viewer) shown(s *fact.Session, prompt string) string {
	text, err := v.through(s.ID, prompt)
	if err != nil {
		return ""
	}
	return text
}
