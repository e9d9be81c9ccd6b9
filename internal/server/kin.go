package server

import (
	"context"

	"prism/internal/fact"
	"prism/internal/web/page"
	"prism/internal/web/session"
)

// undidMost bounds of how many sessions is told that one took lines out of them.
const undidMost = 20

// Undid implements page.Kin. Of which sessions of others lines were taken out is not told.
func (v *Viewer) Undid(ctx context.Context, s *fact.Session) (list []page.Undid, more int) {
	if s.Verdict.Status == fact.JudgeOptedOut {
		return nil, 0
	}
	all, more, err := v.Library.Undid(ctx, s, undidMost)
	if err != nil {
		return nil, 0
	}
	for _, x := range all {
		one := page.Undid{Session: x.Session, By: x.By}
		if !v.sees(x.Session) {
			one = page.Undid{By: fact.ReworkBy{Lines: x.By.Lines, Kind: x.By.Kind}}
		}
		list = append(list, one)
	}
	return list, more
}

// copiesMost bounds how many copies of a conversation are named.
const copiesMost = 10

// Copies implements session.Copied. Of copies that others have is not told.
func (v *Viewer) Copies(ctx context.Context, s *fact.Session) (list []session.Copy) {
	all, err := v.Library.Copies(ctx, s, copiesMost)
	if err != nil {
		return nil
	}
	for _, x := range all {
		if v.sees(x.Session) {
			list = append(list, session.Copy{Session: x.Session, Turns: x.Turns, Earlier: x.Earlier})
		}
	}
	return list
}

// Around implements page.Kin.
func (v *Viewer) Around(ctx context.Context, s *fact.Session) (before, after *fact.Session) {
	before, after, err := v.Library.Around(ctx, s)
	if err != nil {
		return nil, nil
	}
	seen := func(x *fact.Session) *fact.Session {
		if x == nil || !v.sees(x) {
			return nil
		}
		return x
	}
	return seen(before), seen(after)
}
