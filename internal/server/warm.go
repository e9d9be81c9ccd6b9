package server

import (
	"context"
	"iter"

	"prism/internal/library"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/trap"
	"prism/internal/web"
	"prism/internal/yield"
)

// Warm works out, once, after the first update and whatever that found, what days came to in
// the scores that pages ask for, so that the first of each page does not: a score over years
// reads all figures where nothing is remembered of them. It also has the words read by which
// prompts are looked at. It lets who reads go first, and a failure, be it a panic, costs
// nothing: whoever asks next works it out.
func (t *Tenant) Warm(ctx context.Context, way *yield.Way) {
	_ = trap.Call(func() error { t.warm(ctx, way); return nil })
}

func (t *Tenant) warm(ctx context.Context, way *yield.Way) {
	var lib *library.Library
	for {
		_, more := t.Keeper.Since(0) // asked for first, so that no update is missed in between
		if lib = t.Keeper.Library(); lib != nil {
			break
		}
		select {
		case <-ctx.Done():
			return
		case <-more:
		}
	}
	lib.Store, lib.Anew = unhurried{lib.Store, way}, nil
	for _, by := range web.Kinds() {
		o := score.Options{Zone: t.Zone, Now: lib.Now.In(t.Zone), By: by, AtNow: true}
		if _, err := lib.Summary(ctx, o, store.Filter{Now: lib.Now}); err != nil {
			return
		}
	}
	if t.Practised != nil {
		way.YieldAll(ctx)
		t.Practised(nil)
	}
}

// unhurried is a store whose days are read when nobody else reads.
type unhurried struct {
	library.Engine
	way *yield.Way
}

// Days implements library.Engine.
func (p unhurried) Days(ctx context.Context, scope store.Scope, f store.Filter, known func(day int64, digest uint64) bool) iter.Seq2[store.Day, error] {
	return func(next func(store.Day, error) bool) {
		for d, err := range p.Engine.Days(ctx, scope, f, known) {
			if !d.Known { // one that is known costs nothing, and what is read stays open meanwhile
				p.way.YieldAll(ctx)
			}
			if !next(d, err) {
				return
			}
		}
	}
}
