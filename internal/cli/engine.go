package cli

import (
	"context"
	"errors"

	"prism/internal/fact"
	"prism/internal/session"
)

// judge is the name and version of the judge whose verdicts the job uses.
func (j *job) judge() (name, version string) { return j.cfg.Text("judge"), "" }

func (p *program) readTranscripts(_ context.Context, _ *job, _ func(done, total int64)) (*fact.Reading, error) {
	return nil, errors.New("reading is not wired yet")
}

func (p *program) readTurns(_ context.Context, _ *job, _ *fact.Session) ([]session.Turn, error) {
	return nil, errors.New("reading is not wired yet")
}
