package sent

import (
	"context"
	"strings"

	"prism/internal/content"
	"prism/internal/store/statement"
)

// Intake counts one more writing to the tenant's content. Whoever does so holds the count
// until it commits, so it comes last, and a count that can be seen stands for all below it.
// otherwise says that more happened than that files came or grew.
func (w *Writing) Intake(otherwise bool) (n int64) {
	set := `n = intake.n + 1`
	if otherwise {
		set += `, whole_at = intake.n + 1`
	}
	w.Many(`INSERT INTO intake (tenant, one, n, whole_at) VALUES (@, 1, 2, 2) ON CONFLICT (tenant, one) DO UPDATE SET `+set+` RETURNING n`, [][]any{{}}, func(_ int, r statement.Row) error { return r.Scan(&n) })
	return n
}

// AllFiles hands each file that is kept to f, in the order of person and path, and says which
// look at them that was.
func (c *Contents) AllFiles(ctx context.Context, f func(content.File) error) (at int64, err error) {
	if err := c.SortInbox(ctx); err != nil {
		return 0, err
	}
	err = c.engine.Read(ctx, func(tx statement.Tx) error {
		if _, err := statement.One(ctx, tx, `SELECT n FROM intake WHERE tenant = @`, nil, &at); err != nil {
			return err
		}
		return statement.Query(ctx, tx, selectFile+` AND NOT let_go ORDER BY person, path`, nil, func(r statement.Row) error {
			k, err := file(r)
			if err != nil {
				return err
			}
			return f(k)
		})
	})
	return at, err
}

// newsMost is how many files News tells one by one.
const newsMost = 1000

// News tells what was kept since an earlier look.
func (c *Contents) News(ctx context.Context, since int64) (news content.News, err error) {
	if err := c.SortInbox(ctx); err != nil {
		return news, err
	}
	err = c.engine.Read(ctx, func(tx statement.Tx) error {
		news = content.News{New: make(map[int64]bool), Since: make(map[int64]int64)}
		var otherwise int64
		if _, err := statement.One(ctx, tx, `SELECT n, whole_at FROM intake WHERE tenant = @`, nil, &news.At, &otherwise); err != nil {
			return err
		}
		// A store that was put back to how it once was counts lower.
		if news.Whole = since <= 0 || otherwise > since || news.At < since; news.Whole {
			return nil
		}
		err := statement.Query(ctx, tx, strings.Replace(selectFile, ` FROM`, `, changed, born FROM`, 1)+` AND NOT let_go AND changed > ? ORDER BY changed LIMIT ?`, []any{since, newsMost + 1}, func(r statement.Row) error {
			var changed, born int64
			f, err := file(r, &changed, &born)
			news.Files, news.Since[f.Number] = append(news.Files, f), changed
			if born > since {
				news.New[f.Number], news.Since[f.Number] = true, born
			}
			return err
		})
		if news.Whole = len(news.Files) > newsMost; news.Whole {
			news.Files, news.New, news.Since = nil, nil, nil
		}
		return err
	})
	return news, err
}

// FilesAt are the files at places (File.Place), those that are there, in any order.
func (c *Contents) FilesAt(ctx context.Context, places []string) (list []content.File, err error) {
	var asked [][]any
	for _, place := range places {
		if person, path, ok := content.OfPlace(place); ok {
			asked = append(asked, []any{person, path})
		}
	}
	err = c.engine.Read(ctx, func(tx statement.Tx) error {
		list = nil
		_, err := tx.Many(ctx, selectFile+` AND NOT let_go AND person = ? AND path = ?`, asked, func(_ int, r statement.Row) error {
			f, err := file(r)
			list = append(list, f)
			return err
		})
		return err
	})
	return list, err
}
