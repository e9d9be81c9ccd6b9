package library

import (
	"context"
	"errors"
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
)

// narrowed is what of a library is seen where no index tells it: sessions with words
// in them, or with the person's own word in the judge's place. Each session is looked
// at then.
type narrowed struct {
	labels map[string]store.Label
	match  func(ctx context.Context, s *fact.Session) bool // nil: all of them
	count  int                                             // labels that took the judge's place in the last Summary
}

// Narrow makes a library see what is left of it: sessions that match, nil all of them,
// and the person's own labels in the place of the judge's word, nil none.
func (l *Library) Narrow(labels map[string]store.Label, match func(ctx context.Context, s *fact.Session) bool) {
	if len(labels) > 0 || match != nil {
		l.narrow = &narrowed{labels: labels, match: match}
	}
}

// LabelsApplied is how many sessions of the last Summary stand by the person's own word.
func (l *Library) LabelsApplied() int {
	if l.narrow == nil {
		return 0
	}
	return l.narrow.count
}

// apply puts the person's word in the place of a judge's that decided.
func (n *narrowed) apply(s *fact.Session) bool {
	label, ok := LabelOf(s, n.labels)
	if !ok || s.Verdict.Status != fact.JudgeOK {
		return false
	}
	v := &s.Verdict
	v.Labelled, v.GoalComplete, v.Basis, v.Signal = true, label.GoalComplete, fact.Explicit, fact.NoSignal
	v.Confidence = 0
	if label.GoalComplete {
		v.Confidence = 1
	}
	return true
}

// promptsKept bounds how many conversations' prompts a search keeps in memory: those
// of neighbours in a list are often the same.
const promptsKept = 64

// KeptSearcher looks for words, in lower case, in what is kept of a session alone.
func KeptSearcher(words []string) func(context.Context, *fact.Session) bool {
	return Searcher(words, func(context.Context, *fact.Session) ([]conversation.Turn, error) { return nil, nil }, nil)
}

// Searcher looks for words, in lower case, in what is kept of a session, then in its
// prompts, which read reads again since they are not kept. shown is what is shown of a
// prompt: words that it hides are not found, else a search would tell letter by letter
// what a page does not; nil shows all.
func Searcher(words []string, read func(ctx context.Context, s *fact.Session) ([]conversation.Turn, error), shown func(s *fact.Session, prompt string) string) func(context.Context, *fact.Session) bool {
	type place struct{ file, conversation string }
	prompts := make(map[place][]prompt) // by turn
	of := func(ctx context.Context, s *fact.Session, part fact.Part) []prompt {
		at := place{part.File, part.Conversation}
		list, ok := prompts[at]
		if ok {
			return list
		}
		whole := *s
		part.First, part.Last = 1, int(^uint(0)>>1)
		whole.Parts = []fact.Part{part}
		turns, err := read(ctx, &whole)
		if err != nil {
			turns = nil // gone, or not readable any more: what is kept of it is all there is
		}
		for i := range turns {
			list = append(list, asked(&turns[i]))
		}
		if len(prompts) >= promptsKept {
			clear(prompts)
		}
		prompts[at] = list
		return list
	}
	return func(ctx context.Context, s *fact.Session) bool {
		left := missing(words, strings.ToLower(s.Verdict.Title.String()+"\n"+s.Verdict.Summary.String()))
		for _, part := range s.Parts {
			if len(left) == 0 || s.SourceGone || s.Verdict.Status == fact.JudgeOptedOut {
				break
			}
			list := of(ctx, s, part)
			first, last := min(part.First-1, len(list)), min(part.Last, len(list))
			if first < 0 || first >= last {
				continue
			}
			for _, p := range list[first:last] {
				rest := missing(left, p.low)
				if shown != nil && len(rest) < len(left) {
					rest = missing(left, strings.ToLower(shown(s, p.text)))
				}
				left = rest
			}
		}
		return len(left) == 0
	}
}

// prompt is what was asked in a turn, and the same in lower case.
type prompt struct{ text, low string }

func asked(t *conversation.Turn) prompt {
	text := t.Command + " " + t.Prompt
	return prompt{text, strings.ToLower(text)}
}

// missing are the words that a text in lower case has not.
func missing(words []string, text string) (left []string) {
	for _, w := range words {
		if !strings.Contains(text, w) {
			left = append(left, w)
		}
	}
	return left
}

// looked yields the sessions of a list one by one, of a narrowed library.
func (l *Library) looked(ctx context.Context, f store.Filter, o store.Order, yield func(*fact.Session) bool) error {
	wide := f
	if len(l.narrow.labels) > 0 {
		wide = store.Filter{Since: f.Since, Until: f.Until} // what else is asked may hang on a label
	}
	told := 0
	var err error
	visit := func(s *fact.Session, failed error) bool {
		if failed != nil {
			err = failed
			return false
		}
		if !f.Keeps(s) || l.narrow.match != nil && !l.narrow.match(ctx, s) {
			return true
		}
		return yield(s)
	}
	if failed := l.eachFrom(ctx, wide, o, &told, visit); failed != nil {
		return errors.Join(err, failed)
	}
	return errors.Join(err, ctx.Err())
}

// page is Page of a narrowed library. A person's word moves a session's confidence but
// not its place, so that a list begins behind the very session of a place where it is met.
func (l *Library) page(ctx context.Context, f store.Filter, o store.Order, limit, offset int) (list []*fact.Session, found int, err error) {
	skipped, met := 0, false
	err = l.looked(ctx, f, o, func(s *fact.Session) bool {
		found++
		switch {
		case o.After != nil && s.ID == o.After.ID:
			list, skipped, met = nil, 0, true
		case !met && !o.Behind(s):
		case skipped < offset:
			skipped++
		case limit <= 0 || len(list) < limit:
			list = append(list, s)
		}
		return true
	})
	return list, found, err
}

// computed is Summary of a narrowed library: over sessions, where figures do not tell
// enough.
func (l *Library) computed(ctx context.Context, o score.Options, f store.Filter, r fact.Reading) (score.Summary, error) {
	f.Since, f.Until = o.Span()
	l.narrow.count = 0
	err := l.looked(ctx, f, store.Order{}, func(s *fact.Session) bool {
		if s.Verdict.Labelled && !s.Ended.Before(o.Since) {
			l.narrow.count++
		}
		r.Sessions = append(r.Sessions, *s)
		return true
	})
	if err != nil {
		return score.Summary{}, err
	}
	if l.narrow.match != nil {
		r.Outside = nil // it has no words
	}
	return score.Compute(r, o), nil
}
