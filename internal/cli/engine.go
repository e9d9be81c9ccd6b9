package cli

import (
	"context"
	"errors"

	"prism/internal/fact"
	"prism/internal/session"
	"prism/internal/source"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// dialects is the table of agents whose transcripts are understood: adding one is
// a folder beside transcript/claude and a line here.
func dialects() []transcript.Dialect { return []transcript.Dialect{claude.Dialect()} }

// search is where a job's transcripts lie.
func (p *program) search(j *job) source.Options {
	return source.Options{Paths: j.paths, Dialects: dialects(), Getenv: p.env, Home: p.home(), User: p.user()}
}

// home is the person's home folder by the environment.
func (p *program) home() string {
	if h := p.env("HOME"); h != "" {
		return h
	}
	return p.env("USERPROFILE") // Windows
}

func (p *program) user() string {
	if u := p.env("USER"); u != "" {
		return u
	}
	return p.env("USERNAME") // Windows
}

// judge is the name and version of the judge whose verdicts the job uses.
func (j *job) judge() (name, version string) { return j.cfg.Text("judge"), "" }

func (p *program) readTranscripts(_ context.Context, _ *job, _ func(done, total int64)) (*fact.Reading, error) {
	return nil, errors.New("reading is not wired yet")
}

func (p *program) readTurns(_ context.Context, _ *job, _ *fact.Session) ([]session.Turn, error) {
	return nil, errors.New("reading is not wired yet")
}
