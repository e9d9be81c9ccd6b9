package rows

import (
	"context"

	"prism/internal/store"
	"prism/internal/store/sent"
	"prism/internal/store/statement"
)

// LeaveEvents lets go of the events of private conversations and of the sessions that
// were made of these alone. A session whose events told themselves where it was, and
// which is out by that, is left as others are that are hidden.
func (s *Store) LeaveEvents(ctx context.Context, out sent.Out) (done LetGo, err error) {
	if err := s.SortInbox(ctx); err != nil {
		return done, err
	}
	numbers := make(map[string]int64) // by place
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		events, err := sent.OfPrivate(ctx, tx)
		for i := range events {
			numbers[events[i].Place()] = events[i].Number
		}
		if err != nil || len(numbers) == 0 {
			return err
		}
		return statement.Query(ctx, tx, selectConversation+` FROM conversations AS c WHERE c.tenant = @`, nil, func(r statement.Row) error {
			c, err := source(r)
			if err == nil && numbers[c.Path] != 0 && c.Repo.Key != "" {
				if _, is := out(subjectOf(&c)); is {
					delete(numbers, c.Path)
				}
			}
			return err
		})
	})
	if err != nil || len(numbers) == 0 {
		return done, err
	}
	// An update elsewhere that has some of it in hand keeps nothing of it.
	n, err := s.forgetRows(ctx, func(w *saving) (store.Forgotten, error) {
		var files [][]any
		alone := make(map[string]bool) // places of conversations of which there are events alone
		for _, number := range numbers {
			files = append(files, []any{number})
		}
		w.Query(`SELECT path FROM conversations WHERE tenant = @`, nil, func(r statement.Row) error {
			var path string
			err := r.Scan(&path)
			if numbers[path] != 0 {
				alone[path] = true
			}
			return err
		})
		done.Files = w.sent().Remove(files)
		if w.Err != nil || len(alone) == 0 {
			return store.Forgotten{}, w.Err
		}
		paths := make([]string, 0, len(alone))
		for path := range alone {
			paths = append(paths, path)
		}
		return newTraces(w, paths, "").forget()
	})
	if err != nil {
		return LetGo{}, err
	}
	done.add(0, &n)
	return done, nil
}

// subjectOf is whose a conversation is, by what was read of it.
func subjectOf(c *store.Source) sent.Subject {
	x := sent.Subject{Person: c.Person, Repo: c.Repo.Key}
	if len(c.Folders) > 0 {
		x.Dir = c.Folders[0]
	}
	return x
}
