package pipeline

import (
	"context"
	"errors"
	"slices"

	"prism/internal/fact"
	"prism/internal/store"
)

// ErrUnsettled says that content is not read yet, so what sessions there are is not
// known: an update comes first.
var ErrUnsettled = errors.New("an update has to come first")

// askedAtOnce is how many sessions are handed to a judge before what it said is kept.
const askedAtOnce = 32

// Ask has another judge look at sessions of the scope that o names, as they stand, and
// keeps its verdicts beside those they have: which judge their scope goes by, and so
// every figure, stays. f and want choose among the sessions; what this judge has said
// of one is not asked again. It changes no session, so updates go on meanwhile.
func Ask(ctx context.Context, o Options, by Judging, f store.Filter, want func(*fact.Session) bool) (said int, err error) {
	listing, err := list(ctx, o.Search)
	if err != nil {
		return 0, err
	}
	u, err := newUpdate(ctx, o, listing)
	if err != nil {
		return 0, err
	}
	state, known, err := u.db.State(ctx, u.scope)
	if err != nil {
		return 0, reading(err)
	}
	if !known || !u.gate.Same(state.Basis, u.basis()) {
		return 0, ErrUnsettled
	}
	stale, err := u.compare(ctx, false, state.Saved, u.db.Sources(ctx, u.scope))
	if err != nil {
		return 0, err
	}
	if len(stale) > 0 {
		return 0, ErrUnsettled
	}
	u.judge.by, u.judge.workers = by, max(by.SideBySide, 1)
	u.judge.verdicts = &verdicts{by: by, redactor: o.Redactor, now: o.Now}
	var rows []string
	chosen := map[string]bool{}
	for s, err := range u.db.Each(ctx, u.scope, f, store.Order{}) {
		if err != nil {
			return 0, reading(err)
		}
		if !s.Floor.Passed || s.Automated || s.SourceGone || s.Verdict.Status == fact.JudgeOptedOut || !want(s) || !u.knows(s) {
			continue
		}
		chosen[s.ID] = true
		for _, p := range s.Parts {
			rows = append(rows, rowOf(s.Agent, p.Conversation, p.File))
		}
	}
	slices.Sort(rows)
	for list := range slices.Chunk(slices.Compact(rows), askedAtOnce) {
		some, err := u.db.SessionsOf(ctx, u.scope, list)
		if err != nil {
			return said, reading(err)
		}
		var subjects []subject
		for i := range some {
			if chosen[some[i].ID] && u.knows(&some[i].Session) {
				delete(chosen, some[i].ID)
				subjects = append(subjects, u.again(&some[i]))
			}
		}
		_, keep, err := u.judge.all(ctx, subjects)
		if err != nil {
			return said, err
		}
		u.judge.letGo()
		if len(keep) == 0 {
			continue
		}
		if err := u.db.Save(ctx, u.scope, store.Changes{Verdicts: keep}); err != nil {
			return said, &StoreError{"write the store", err}
		}
		said += len(keep)
	}
	return said, nil
}
