package pipeline

import (
	"context"
	"maps"
	"slices"
	"time"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/rework"
	"prism/internal/store"
)

// touch notes that a session came, went or changed, so that what it may have
// undone, and who may have undone it, is looked at again.
func (u *update) touch(s *fact.Session) {
	if s.Repo.Key == "" {
		return
	}
	blocks := u.touched[s.Repo.Key]
	if blocks == nil {
		blocks = make(map[rework.Block]bool)
		u.touched[s.Repo.Key] = blocks
	}
	first, last := rework.Blocks(s.Started, s.Ended)
	for b := first; b <= last; b++ {
		blocks[b] = true
	}
}

// rework settles which sessions later ones undid, wherever something changed.
func (u *update) rework(ctx context.Context) error { return u.reworkBefore(ctx, "", time.Time{}) }

// reworkBefore is rework for all repositories but one, of which more is to come:
// there only as far as nothing from a moment on can change it. Small ones are looked
// at together.
func (u *update) reworkBefore(ctx context.Context, open string, moment time.Time) error {
	var some []stretch
	size := 0
	settle := func() error {
		err := u.settleRework(ctx, some)
		some, size = some[:0], 0
		return err
	}
	for _, repo := range slices.Sorted(maps.Keys(u.touched)) {
		blocks := slices.Sorted(maps.Keys(u.touched[repo]))
		if repo == open {
			blocks = slices.DeleteFunc(blocks, func(b rework.Block) bool { _, to := b.Context(); return to.After(moment) })
		}
		for len(blocks) > 0 {
			n := 1
			for n < len(blocks) && n < reworkBlocks && blocks[n] == blocks[n-1]+1 {
				n++
			}
			s, err := u.stretch(ctx, repo, blocks[:n])
			if err != nil {
				return err
			}
			some = append(some, s)
			if size += len(s.list); size >= reworkSessions {
				if err := settle(); err != nil {
					return err
				}
			}
			for _, b := range blocks[:n] {
				delete(u.touched[repo], b)
			}
			blocks = blocks[n:]
		}
		if len(u.touched[repo]) == 0 {
			delete(u.touched, repo)
		}
	}
	return settle()
}

// settled reports whether a session's rework is as it will be, for all that is known.
func (u *update) settled(s *store.Session) bool {
	return !u.touched[s.Repo.Key][rework.BlockOf(s.Ended)]
}

const (
	// reworkBlocks bounds how much of a repository is looked at in one go. Half a year to
	// either side, as one session touches it, fits in: else what lies around is read twice.
	reworkBlocks = 128
	// reworkSessions is how many sessions are looked at in one go, if one repository
	// does not have more.
	reworkSessions = 512
)

// stretch is blocks of a repository that follow each other, and the sessions from
// which it is found what was undone in them.
type stretch struct {
	list   []store.Stretch
	in     []rework.Session
	blocks []rework.Block
}

func (u *update) stretch(ctx context.Context, repo string, blocks []rework.Block) (s stretch, err error) {
	from, _ := blocks[0].Context()
	_, to := blocks[len(blocks)-1].Context()
	if s.list, err = u.stretches(ctx, repo, from, to); err != nil {
		return s, err
	}
	if s.in, err = u.collect(ctx, repo, s.list); err != nil {
		return s, err
	}
	// Only where sessions end something can be found.
	ends := make(map[rework.Block]bool)
	for i := range s.list {
		ends[rework.BlockOf(s.list[i].Ended)] = true
	}
	s.blocks = slices.DeleteFunc(slices.Clone(blocks), func(b rework.Block) bool { return !ends[b] })
	return s, nil
}

// settleRework settles what was undone in some stretches.
func (u *update) settleRework(ctx context.Context, some []stretch) error {
	u.opts.Yield(ctx)
	defer u.alive()
	type one struct {
		stretch *stretch
		block   rework.Block
		found   []rework.Settled
	}
	var all []one
	for i := range some {
		for _, b := range some[i].blocks {
			all = append(all, one{stretch: &some[i], block: b})
		}
	}
	err := parallel(ctx, u.opts.crew(u.opts.Workers), len(all), func(_ context.Context, _ *worker, n int) error {
		all[n].found = all[n].block.Settle(all[n].stretch.in)
		return nil
	})
	if err != nil {
		return err
	}
	var changed []sample
	for i := range all {
		for _, f := range all[i].found {
			if s := &all[i].stretch.list[f.Session]; u.fresh.sessions[s.ID] != nil || !sameRework(&s.Rework, &f.Rework) || touchedBy(&f.Rework, u.fresh.sessions) {
				changed = append(changed, sample{stretch: s, rework: f.Rework, lines: f.Lines})
			}
		}
	}
	slices.SortFunc(changed, func(a, b sample) int { return compareIDs(a.stretch, b.stretch) })
	var quoted []*sample
	for i := range changed {
		if changed[i].rework.Reworked {
			quoted = append(quoted, &changed[i])
		}
	}
	if err := u.quote(ctx, quoted); err != nil {
		return err
	}
	return u.takeRework(ctx, changed)
}

// collectAtOnce is how many sessions one worker looks at before it asks for more.
const collectAtOnce = 64

// collect says of sessions what rework needs to know, in order.
func (u *update) collect(ctx context.Context, repo string, list []store.Stretch) ([]rework.Session, error) {
	in := make([]rework.Session, len(list))
	for start := 0; start < len(list); start += askRows {
		some := list[start:min(start+askRows, len(list))]
		var rows []string
		for i := range some {
			rows = append(rows, some[i].Rows...)
		}
		slices.Sort(rows)
		of, err := u.digests.of(ctx, slices.Compact(rows))
		if err != nil {
			return nil, err
		}
		err = parallel(ctx, u.opts.crew(u.opts.Workers), (len(some)+collectAtOnce-1)/collectAtOnce, func(_ context.Context, _ *worker, piece int) error {
			for n := piece * collectAtOnce; n < min(len(some), (piece+1)*collectAtOnce); n++ {
				s := &some[n]
				var parts []rework.Part
				at := digestsOf(s, of)
				for _, p := range s.Parts {
					if d := at[spot{p.Conversation, p.File}]; d != nil {
						parts = append(parts, rework.Part{Digest: d, First: p.First, Last: p.Last})
					}
				}
				in[start+n] = rework.Collect(s.ID, s.Started, s.Ended, parts, repo)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return in, nil
}

// spot is where a part of a session stands.
type spot struct{ conversation, file string }

// digestsOf are the digests that the parts of a session stand in.
func digestsOf(s *store.Stretch, of map[string]*digest.Digest) map[spot]*digest.Digest {
	at := make(map[spot]*digest.Digest, len(s.Rows))
	for _, row := range s.Rows {
		if d := of[row]; d != nil {
			at[spot{d.ID, d.File}] = d
		}
	}
	return at
}

// stretches are the sessions of a repository that overlap a stretch of time, as
// they are now, saved or not.
func (u *update) stretches(ctx context.Context, repo string, from, to time.Time) ([]store.Stretch, error) {
	stored, err := u.db.SessionsIn(ctx, u.scope, repo, from, to)
	if err != nil {
		return nil, reading(err)
	}
	list := slices.DeleteFunc(stored, func(s store.Stretch) bool { return u.fresh.sessions[s.ID] != nil || u.fresh.dropped[s.ID] })
	for _, s := range u.fresh.in(repo) {
		if s.Started.Before(to) && !s.Ended.Before(from) {
			list = append(list, s.Stretch())
		}
	}
	slices.SortFunc(list, func(a, b store.Stretch) int { return compareStretches(&a, &b) })
	return list, nil
}

// takeRework keeps changed sessions to be saved.
func (u *update) takeRework(ctx context.Context, changed []sample) error {
	var rows []string
	to := make(map[string]*fact.Rework)
	for i := range changed {
		c := &changed[i]
		if s := u.fresh.sessions[c.stretch.ID]; s != nil {
			s.Rework = c.rework
			continue
		}
		to[c.stretch.ID] = &c.rework
		rows = append(rows, c.stretch.Rows...)
	}
	slices.Sort(rows)
	for list := range slices.Chunk(slices.Compact(rows), askRows) {
		some, err := u.db.SessionsOf(ctx, u.scope, list)
		if err != nil {
			return reading(err)
		}
		for i := range some {
			if r := to[some[i].ID]; r != nil {
				some[i].Rework = *r
				u.fresh.put(&some[i])
				delete(to, some[i].ID)
			}
		}
		if len(u.fresh.sessions) > freshRoom {
			if err := u.relieve(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameRework compares what is known without the transcripts.
func sameRework(a, b *fact.Rework) bool {
	return a.Reworked == b.Reworked && a.Share == b.Share && a.Owned == b.Owned && a.Undone == b.Undone &&
		slices.EqualFunc(a.By, b.By, func(x, y fact.ReworkBy) bool {
			return x.Session == y.Session && x.Lines == y.Lines && x.Kind == y.Kind && slices.Equal(x.Files, y.Files) && slices.Equal(x.Turns, y.Turns) && slices.EqualFunc(x.Taken, y.Taken, slices.Equal[[]uint64])
		})
}

// touchedBy reports whether a session that was made in this run had a part in it.
func touchedBy(r *fact.Rework, fresh map[string]*store.Session) bool {
	return slices.ContainsFunc(r.By, func(b fact.ReworkBy) bool { return fresh[b.Session] != nil })
}
