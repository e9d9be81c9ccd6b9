package sent

import (
	"context"
	"slices"
	"strings"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/queue"
	"prism/internal/store/statement"
)

// What is remembered of conversations that worked where nobody looks, so that their
// events are left alone, too.

// mostPrivate bounds what is remembered of one person; what was told the longest ago goes
// first. Nobody can crowd out what another told.
const mostPrivate = 10_000

// Remember keeps which conversations are private. Where events of one are here already,
// an update is asked for, which lets go of them (LeaveEvents).
func (c *Contents) Remember(ctx context.Context, list []content.Private, now time.Time) error {
	if err := c.SortInbox(ctx); err != nil {
		return err
	}
	return c.remember(ctx, list, now, func(w *Writing) {
		some := false
		w.Many(selectEvents+` AND l.conversation = ? LIMIT 1`, privateIDs(list), func(int, statement.Row) error {
			some = true
			return nil
		})
		if w.Err == nil && some {
			w.Err = w.Tx.Enqueue(ctx, []queue.New{{Kind: queue.Update}}, now)
		}
	})
}

// KeepPrivate is Remember that asks for nothing: an update is under way.
func (c *Contents) KeepPrivate(ctx context.Context, list []content.Private, now time.Time) error {
	return c.remember(ctx, list, now, func(*Writing) {})
}

// remember keeps which conversations are private, and does something in the same
// transaction.
func (c *Contents) remember(ctx context.Context, list []content.Private, now time.Time, then func(*Writing)) error {
	if len(list) == 0 {
		return nil
	}
	return c.engine.Write(ctx, "remember an opt-out in", statement.Beside, func(tx statement.Tx) error {
		w := newWriting(ctx, tx)
		w.rememberAll(list, now)
		then(w)
		return w.Err
	})
}

// privateIDs are the conversations of a list, once each.
func privateIDs(list []content.Private) (ids [][]any) {
	seen := make(map[string]bool)
	for i := range list {
		for _, id := range list[i].Conversations {
			if !seen[id] {
				seen[id], ids = true, append(ids, []any{id})
			}
		}
	}
	return ids
}

func (w *Writing) rememberAll(list []content.Private, now time.Time) {
	at := fact.Micro(now)
	people := make(map[string]bool)
	var told [][]any
	for i := range list {
		p := &list[i]
		for _, id := range p.Conversations {
			for _, pattern := range p.Patterns {
				people[p.Person] = true
				told = append(told, []any{id, p.Person, content.PathHash(p.Path), pattern, p.Generation, p.From, at})
			}
		}
	}
	slices.SortFunc(told, func(a, b []any) int { // in one order, so that no two wait for each other
		for k := range 2 {
			if n := strings.Compare(a[k].(string), b[k].(string)); n != 0 {
				return n
			}
		}
		return 0
	})
	// Of two pieces of one file the later is to be taken before the conversation is
	// private no more.
	w.Many(`INSERT INTO left_alone (tenant, conversation, person, file, pattern, generation, source, seen_at) VALUES (@, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (tenant, conversation, person, file, pattern) DO UPDATE SET seen_at = excluded.seen_at,
			source = CASE WHEN excluded.generation > left_alone.generation OR excluded.generation = left_alone.generation AND excluded.source > left_alone.source
				THEN excluded.source ELSE left_alone.source END,
			generation = CASE WHEN excluded.generation > left_alone.generation THEN excluded.generation ELSE left_alone.generation END`, told, nil)
	for person := range people {
		var spare [][]any
		w.Query(`SELECT conversation, file, pattern FROM left_alone WHERE tenant = @ AND person = ? ORDER BY seen_at DESC, conversation, file, pattern LIMIT ? OFFSET ?`,
			[]any{person, mostPrivate, mostPrivate}, func(r statement.Row) error {
				var id, pattern string
				var file int64
				err := r.Scan(&id, &file, &pattern)
				spare = append(spare, []any{person, id, file, pattern})
				return err
			})
		w.Many(`DELETE FROM left_alone WHERE tenant = @ AND person = ? AND conversation = ? AND file = ? AND pattern = ?`, spare, nil)
	}
}

// Remembered says of pieces which are of a private conversation, by opt-outs of some
// patterns: of events all that are; of other files those which told it.
func (c *Contents) Remembered(ctx context.Context, list []content.Append, patterns []string) ([]bool, error) {
	is := make([]bool, len(list))
	var ids, files [][]any
	var of, in []int
	for i := range list {
		a := &list[i]
		if a.Kind != content.Telemetry {
			in, files = append(in, i), append(files, []any{a.Owner(), content.PathHash(a.Path)})
			continue
		}
		for _, id := range content.Named(a.Path) {
			of, ids = append(of, i), append(ids, []any{id})
		}
	}
	err := c.engine.Read(ctx, func(tx statement.Tx) error {
		_, err := tx.Many(ctx, `SELECT person, pattern FROM left_alone WHERE tenant = @ AND conversation = ?`, ids, func(k int, r statement.Row) error {
			var person, pattern string
			err := r.Scan(&person, &pattern)
			a := &list[of[k]]
			is[of[k]] = is[of[k]] || (person == a.Person || person == "" || a.Anyone) && slices.Contains(patterns, pattern)
			return err
		})
		if err == nil {
			_, err = tx.Many(ctx, `SELECT n FROM (SELECT count(*) AS n FROM left_alone WHERE tenant = @ AND person = ? AND file = ?) AS told WHERE told.n > 0`, files, func(k int, _ statement.Row) error {
				is[in[k]] = true
				return nil
			})
		}
		return err
	})
	return is, err
}

// PrivateOf are the conversations of a person's that are remembered.
func (c *Contents) PrivateOf(ctx context.Context, person string) (ids []string, err error) {
	err = c.engine.Read(ctx, func(tx statement.Tx) error {
		ids = nil
		return statement.Query(ctx, tx, `SELECT DISTINCT conversation FROM left_alone WHERE tenant = @ AND person = ? ORDER BY conversation`, []any{person}, func(r statement.Row) error {
			var id string
			err := r.Scan(&id)
			ids = append(ids, id)
			return err
		})
	})
	return ids, err
}

// Unremember ends what pieces told that are taken now.
func (c *Contents) Unremember(ctx context.Context, taken []content.Append) error {
	return c.engine.Write(ctx, "take an opt-out back in", statement.Beside, func(tx statement.Tx) error {
		_, err := tx.Many(ctx, `DELETE FROM left_alone WHERE tenant = @ AND person = ?1 AND file = ?2
			AND (generation < ?3 AND ?4 = 0 OR generation = ?3 AND source >= ?4 AND source < ?5)`, statement.Each(taken, func(a content.Append) []any {
			return []any{a.Owner(), content.PathHash(a.Path), a.Generation, a.From, a.To}
		}), nil)
		return err
	})
}

// Lifted ends what opt-outs of other patterns than these made private.
func (c *Contents) Lifted(ctx context.Context, patterns []string) error {
	var over [][]any
	err := c.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT DISTINCT pattern FROM left_alone WHERE tenant = @`, nil, func(r statement.Row) error {
			var pattern string
			err := r.Scan(&pattern)
			if !slices.Contains(patterns, pattern) {
				over = append(over, []any{pattern})
			}
			return err
		})
	})
	if err != nil || len(over) == 0 {
		return err
	}
	return c.engine.Write(ctx, "take an opt-out back in", statement.Beside, func(tx statement.Tx) error {
		_, err := tx.Many(ctx, `DELETE FROM left_alone WHERE tenant = @ AND pattern = ?`, over, nil)
		return err
	})
}

// selectEvents finds the events that are here of private conversations.
const selectEvents = `SELECT f.n, f.person, f.path FROM left_alone AS l JOIN files AS f ON f.tenant = l.tenant AND f.path = 'telemetry/' || l.conversation || '.jsonl'
	WHERE l.tenant = @ AND NOT f.let_go AND (l.person = f.person OR l.person = '' OR f.anyone)`

// OfPrivate are the events that are here of private conversations: number, person and path
// of their files.
func OfPrivate(ctx context.Context, tx statement.Tx) (list []content.File, err error) {
	err = statement.Query(ctx, tx, selectEvents, nil, func(r statement.Row) error {
		var f content.File
		err := r.Scan(&f.Number, &f.Person, &f.Path)
		list = append(list, f)
		return err
	})
	return list, err
}
