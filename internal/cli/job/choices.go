package job

import (
	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/wire"
)

// WireSessions is the wire form of a list.
func (j *Job) WireSessions(list []*fact.Session) []wire.Session {
	out := make([]wire.Session, 0, len(list))
	for _, s := range list {
		out = append(out, j.WireSession(s))
	}
	return out
}

// ScoreOptions is what the score is computed by.
func (j *Job) ScoreOptions(by []string) score.Options {
	return score.Options{
		Since: j.Since, Until: j.Until, Zone: j.Zone, Now: j.Now, By: by,
		IncludeOpen: j.Cfg.On("include_open"), IncludeAutomated: j.Cfg.On("include_automated"),
	}
}

// Exclusion is why a session is not counted under the job's switches.
func (j *Job) Exclusion(s *fact.Session) fact.Exclusion {
	return s.Exclusion(j.Cfg.On("include_open"), j.Cfg.On("include_automated"))
}

// WireSession is the wire form under the job's switches.
func (j *Job) WireSession(s *fact.Session) wire.Session {
	return wire.FromSession(s, j.Cfg.On("include_open"), j.Cfg.On("include_automated"))
}
