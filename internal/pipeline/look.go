package pipeline

import (
	"context"
	"strings"
	"time"

	"prism/internal/source"
)

// Kept is what a store holds of a scope as it stands, for whoever did not make it.
type Kept struct {
	Updated
	// Saved is when an update was last completed; zero: none was.
	Saved time.Time
	// Stamp is another one after each update; "" while one is being saved.
	Stamp string
}

// Look tells what the store holds of a scope, and brings nothing up to date.
func Look(ctx context.Context, o Options) (Kept, error) {
	// What is kept in a store tells nothing of the scope: it is not listed.
	roots := []source.Root{{Path: source.KeptRoot}}
	if !o.Search.KeptOnly {
		search := o.Search
		search.Kept = nil
		listing, err := list(ctx, search)
		if err != nil {
			return Kept{}, err
		}
		roots = listing.Roots()
	}
	k := Kept{Updated: Updated{Scope: scopeOf(roots, &o)}}
	return k, k.Again(ctx, o.Store)
}

// Again looks once more at the same scope.
func (k *Kept) Again(ctx context.Context, db Contents) error {
	state, _, err := db.State(ctx, k.Scope)
	if err != nil {
		return reading(err)
	}
	k.Input, k.Saved, k.Stamp = state.Input, state.Saved, state.Basis
	if strings.HasPrefix(state.Basis, underWay) {
		k.Stamp = ""
	}
	return nil
}
