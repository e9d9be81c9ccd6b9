// Package asking keeps what asking a model's judge costs, and who asks what, in a store.
//
// Nouns: Ledger, over an engine. Promises: what many processes reserve together never passes
// a limit, and a question has one holder at a time. Refusals: it knows no prices, no models
// and no clock.
package asking

import (
	"context"
	"time"

	"prism/internal/fact"
	"prism/internal/store/statement"
)

// Ledger answers over an engine. It is safe for concurrent use where the engine is.
type Ledger struct{ engine statement.Engine }

// Of makes one of an engine whose schema is the newest.
func Of(e statement.Engine) *Ledger { return &Ledger{e} }

// periods are what the money of a moment counts to.
func periods(at time.Time) (day, month string) {
	day = at.UTC().Format(time.DateOnly)
	return day, day[:len("2006-01")]
}

// Reserve sets money aside, in millionths of a dollar, where neither the day nor the
// month then passes its limit; false: one would. Of many who ask at once, in many
// processes, no two are promised the same.
func (l *Ledger) Reserve(ctx context.Context, at time.Time, micro, dayLimit, monthLimit int64) (ok bool, err error) {
	day, month := periods(at)
	err = l.engine.Write(ctx, "reserve money in", statement.Beside, func(tx statement.Tx) error {
		ok = false
		for _, x := range []struct {
			period string
			limit  int64
		}{{month, monthLimit}, {day, dayLimit}} {
			if _, err := statement.Run(ctx, tx, `INSERT INTO spent (tenant, period, micro) VALUES (@, ?, 0) ON CONFLICT (tenant, period) DO NOTHING`, x.period); err != nil {
				return err
			}
			n, err := statement.Run(ctx, tx, `UPDATE spent SET micro = micro + ? WHERE tenant = @ AND period = ? AND micro + ? <= ?`, micro, x.period, micro, x.limit)
			if err != nil {
				return err
			}
			if n == 0 {
				if x.period == day { // the month had room
					_, err = statement.Run(ctx, tx, `UPDATE spent SET micro = micro - ? WHERE tenant = @ AND period = ?`, micro, month)
				}
				return err
			}
		}
		ok = true
		return nil
	})
	return ok && err == nil, err
}

// Refund gives back what of a reservation of a moment was not spent; less than nothing
// where it was too little.
func (l *Ledger) Refund(ctx context.Context, at time.Time, micro int64) error {
	day, month := periods(at)
	return l.engine.Write(ctx, "refund money in", statement.Beside, func(tx statement.Tx) error {
		for _, period := range []string{month, day} {
			if _, err := statement.Run(ctx, tx, `UPDATE spent SET micro = micro - ? WHERE tenant = @ AND period = ?`, micro, period); err != nil {
				return err
			}
		}
		return nil
	})
}

// Spent is what was spent and is set aside, of the day and month of a moment.
func (l *Ledger) Spent(ctx context.Context, at time.Time) (inDay, inMonth int64, err error) {
	day, month := periods(at)
	err = l.engine.Read(ctx, func(tx statement.Tx) error {
		for _, x := range []struct {
			period string
			into   *int64
		}{{month, &inMonth}, {day, &inDay}} {
			if _, err := statement.One(ctx, tx, `SELECT micro FROM spent WHERE tenant = @ AND period = ?`, []any{x.period}, x.into); err != nil {
				return err
			}
		}
		return nil
	})
	return inDay, inMonth, err
}

// Claim has a question be its holder's to ask until a time. False: it is another's.
func (l *Ledger) Claim(ctx context.Context, question, holder string, now, until time.Time) (ours bool, err error) {
	err = l.engine.Write(ctx, "claim a question in", statement.Beside, func(tx statement.Tx) error {
		n, err := statement.Run(ctx, tx, `INSERT INTO asked (tenant, question, holder, until) VALUES (@, ?, ?, ?)
			ON CONFLICT (tenant, question) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE asked.until <= ? OR asked.holder = excluded.holder`,
			question, holder, fact.Micro(until), fact.Micro(now))
		ours = n > 0
		return err
	})
	return ours && err == nil, err
}

// Unclaim ends a holder's claim.
func (l *Ledger) Unclaim(ctx context.Context, question, holder string) error {
	return l.engine.Write(ctx, "end a claim in", statement.Beside, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `DELETE FROM asked WHERE tenant = @ AND question = ? AND holder = ?`, question, holder)
		return err
	})
}
