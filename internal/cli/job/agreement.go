package job

import (
	"context"
	"errors"
	"fmt"

	"prism/internal/store"
	"prism/internal/wire"
)

// Agreement is how far the judge in use agrees with the person, measured on the
// sessions that both decided.
type Agreement struct{ labels, agree int }

// Agreement compares verdicts with the person's labels; no store, no labels.
func (p *Program) Agreement(ctx context.Context, j *Job, l *Library) (Agreement, error) {
	labels, agree, err := l.Agreement(ctx, p.Labels(ctx, j), nil)
	return Agreement{labels, agree}, err
}

// Labels are what the person said of sessions. A store that cannot be read is
// told by the run itself.
func (p *Program) Labels(ctx context.Context, j *Job) map[string]store.Label {
	if !HasStore(j.Store) {
		return nil
	}
	db, err := p.Open(ctx, j.Store)
	if err != nil {
		return nil
	}
	labels, err := db.Labels(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		p.Warn("%v", err)
	}
	return labels
}

// Words tells a person; "" without labels.
func (t Agreement) Words() string {
	switch {
	case t.labels == 0:
		return ""
	case t.labels == 1 && t.agree == 1:
		return "The judge agrees with your one label."
	case t.labels == 1:
		return "The judge does not agree with your one label."
	}
	return fmt.Sprintf("The judge agrees with %d of your %d labels.", t.agree, t.labels)
}

// WireJudge is the job's judge with its measured agreement.
func (j *Job) WireJudge(t Agreement) wire.Judge {
	name, version := j.Judge()
	return wire.Judge{Name: name, Version: version, Agreement: wire.Share(t.agree, t.labels)}
}
