package pipeline

import (
	"context"
	"slices"

	"prism/internal/fact"
	"prism/internal/rework"
	"prism/internal/session"
)

// rework settles which sessions later ones undid, repository by repository.
func (r *run) rework(ctx context.Context, of map[*session.Digest]*unit, links []session.Linkage, sessions []fact.Session) error {
	byRepo := make(map[string][]int)
	for i := range sessions {
		if key := sessions[i].Repo.Key; key != "" {
			byRepo[key] = append(byRepo[key], i)
		}
	}
	var marked []sample
	for repo, list := range byRepo {
		in := make([]rework.Session, len(list))
		for n, i := range list {
			parts := make([]rework.Part, len(links[i].Parts))
			for k, p := range links[i].Parts {
				parts[k] = rework.Part{Digest: p.Digest, First: p.First, Last: p.Last}
			}
			in[n] = rework.Collect(sessions[i].ID, sessions[i].Ended, parts, repo)
		}
		for n, f := range rework.Find(in) {
			i := list[n]
			sessions[i].Rework = f.Rework
			if f.Reworked {
				marked = append(marked, sample{link: &links[i], session: &sessions[i], lines: f.Lines})
			}
		}
	}
	slices.SortFunc(marked, func(a, b sample) int { return compareIDs(a.session, b.session) })
	return parallel(ctx, r.opts.Workers, len(marked), func(ctx context.Context, w *worker, n int) error {
		return r.quote(ctx, w, of, &marked[n])
	})
}
