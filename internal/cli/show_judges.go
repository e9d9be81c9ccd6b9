package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/store"
	"prism/internal/store/rows"
)

// otherVerdicts are what other judges than the one in use said of a session: the
// newest of each that is kept, and the offline judge's, which costs nothing.
func otherVerdicts(ctx context.Context, p *job.Program, cmd *cobra.Command, j *job.Job, s *fact.Session) []fact.Verdict {
	var list []fact.Verdict
	if j.Store != "" {
		err := p.WithStore(ctx, j, func(db *rows.Store) (err error) {
			if db != nil {
				list, err = db.VerdictsOf(ctx, append([]string{s.ID}, s.Aliases...)...)
			}
			return err
		})
		if err != nil {
			p.Warn("%v", err)
		}
	}
	list = slices.DeleteFunc(list, func(v fact.Verdict) bool { return v.Judge == s.Verdict.Judge })
	has := s.Verdict.Judge == "offline" || slices.ContainsFunc(list, func(v fact.Verdict) bool { return v.Judge == "offline" })
	if j.AsksModel() && !has {
		if v := offlineVerdict(ctx, p, cmd, j, s); v != nil {
			list = append(list, *v)
		}
	}
	return list
}

// offlineVerdict asks the offline judge about a session that was only judged by a
// model so far; nil where it has none.
func offlineVerdict(ctx context.Context, p *job.Program, cmd *cobra.Command, j *job.Job, s *fact.Session) *fact.Verdict {
	if err := cmd.Flags().Set("judge", "offline"); err != nil {
		return nil
	}
	cfg, err := p.Settings(cmd)
	if err != nil {
		return nil
	}
	other := *j
	other.Cfg = cfg
	l, done, err := p.ReadTranscripts(ctx, &other, judgerun.AsKept, nil)
	defer done()
	if err != nil {
		return nil // the run itself has told what there is to tell
	}
	if o, err := l.One(ctx, s.ID); err == nil && o.ID == s.ID {
		return &o.Verdict
	}
	return nil
}

// labelOf is what the person said of a session, nil where nothing was said.
func labelOf(ctx context.Context, p *job.Program, j *job.Job, s *fact.Session) *store.Label {
	if l, ok := library.LabelOf(s, p.Labels(ctx, j)); ok {
		return &l
	}
	return nil
}
