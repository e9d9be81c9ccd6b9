package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/source"
	"prism/internal/store"
)

// basisVersion changes with anything in linking, facts, rework or redaction that
// can change a session without changing a digest or a verdict.
const basisVersion = "9"

// scopeOf names what is asked about: the paths, whether they are the agents' own
// folders, and the choices that make another answer of the same files.
func scopeOf(roots []source.Root, o *Options) store.Scope {
	h := sha256.New()
	line := func(parts ...any) { _, _ = fmt.Fprintf(h, "%q\n", fmt.Sprint(parts...)) }
	line(o.Judging.Judge.Name(), " ", o.Judging.PeopleOnly, " ", o.Cutting.Asking != nil, " ", o.Cutting.AtCommit)
	if o.Judging.StandIn != nil {
		line("or ", o.Judging.StandIn.Name())
	}
	var paths []string
	for _, root := range roots {
		p := root.Path
		if source.IsKept(p) {
			// What is kept belongs to the agents' own folders, whether there is any or not.
			if o.Search.KeptOnly {
				paths = append(paths, p)
			}
			continue
		}
		if abs, err := filepath.Abs(p); err == nil {
			p = abs
		}
		paths = append(paths, fmt.Sprint(p, " ", root.Default))
	}
	slices.Sort(paths)
	for _, p := range slices.Compact(paths) {
		line(p)
	}
	return store.Scope(sum(h))
}

// basis is what sessions are made by: versions and settings.
func (u *update) basis() string {
	h := sha256.New()
	line := func(parts ...any) { _, _ = fmt.Fprintf(h, "%q\n", fmt.Sprint(parts...)) }
	j := &u.opts.Judging
	line(basisVersion, " ", u.opts.Cutting.version())
	line(j.Judge.Name(), " ", j.Judge.Version())
	if j.StandIn != nil {
		line("or ", j.StandIn.Name(), " ", j.StandIn.Version())
	}
	if !u.opts.OptOut.IsZero() {
		line(fmt.Sprintf("%+v", u.opts.OptOut))
	}
	line(u.opts.Prices.Version())
	line("gate ", u.gateVersion) // what is gone is not read again, and all else is
	return sum(h)
}

// rowOf names a conversation at its place: a copy of it elsewhere is another row.
func rowOf(agent, conversation, main string) string {
	b := make([]byte, 0, 256)
	for i, s := range [...]string{agent, conversation, main} {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendQuote(b, s)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

func sum(h interface {
	io.Writer
	Sum([]byte) []byte
}) string {
	return hex.EncodeToString(h.Sum(nil)[:16])
}

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
