package sqlite

import (
	"database/sql"
	"fmt"
	"strings"

	"github.com/go-faster/jx"

	"prism/internal/fact"
)

// sessionColumns are the columns of a session in the order in which sessionRow
// writes and sessionReader reads them.
var sessionColumns = strings.Join([]string{
	"id", "agent", "person", "repo_key", "repo_name", "branch", "model", "started_at", "ended_at", "state",
	"automated", "source_gone", "floor_passed", "reworked", "cost_usd", "code_language", "prompt_language",
	"judge", "judge_version", "judge_model", "judged_at", "judge_status", "intent", "goal_complete", "confidence", "doc",
}, ", ")

var insertSession = `INSERT INTO sessions (view, ` + sessionColumns + `) VALUES (?` +
	strings.Repeat(", ?", strings.Count(sessionColumns, ",")+1) + `)`

func sessionRow(d *doc, view int64, s *fact.Session) []any {
	v := &s.Verdict
	var cost any
	if s.Cost != nil {
		cost = *s.Cost
	}
	return []any{
		view, s.ID, s.Agent, s.Person, s.Repo.Key, s.Repo.Name, s.Branch, s.Model, s.Started.UnixMicro(), s.Ended.UnixMicro(), string(s.State),
		s.Automated, s.SourceGone, s.Floor.Passed, s.Rework.Reworked, cost, s.Languages.Code, s.Languages.Prompt,
		v.Judge, v.Version, v.Model, v.At.UnixMicro(), string(v.Status), string(v.Intent), v.GoalComplete, v.Confidence,
		object(d, s, sessionFields),
	}
}

// sessionReader turns rows into sessions; it is made once per query.
type sessionReader struct {
	decoder *jx.Decoder
	into    []any

	state, status, intent     string
	started, ended, judged    int64
	automated, gone, passed   int64
	reworked, complete        int64
	cost                      sql.NullFloat64
	confidence                float64
	id, agent, person         string
	repoKey, repoName, branch string
	model, code, prompt       string
	judge, version, by        string
	doc                       string
}

func newSessionReader() *sessionReader {
	r := &sessionReader{decoder: jx.DecodeBytes(nil)}
	r.into = []any{
		&r.id, &r.agent, &r.person, &r.repoKey, &r.repoName, &r.branch, &r.model, &r.started, &r.ended, &r.state,
		&r.automated, &r.gone, &r.passed, &r.reworked, &r.cost, &r.code, &r.prompt,
		&r.judge, &r.version, &r.by, &r.judged, &r.status, &r.intent, &r.complete, &r.confidence, &r.doc,
	}
	return r
}

// read reads the row at which rows stands.
func (r *sessionReader) read(rows *sql.Rows, s *fact.Session) error {
	if err := rows.Scan(r.into...); err != nil {
		return fmt.Errorf("read session: %w", err)
	}
	s.ID, s.Agent, s.Person = r.id, r.agent, r.person
	s.Repo = fact.Repo{Key: r.repoKey, Name: r.repoName}
	s.Branch, s.Model = r.branch, r.model
	s.Started, s.Ended, s.State = fromMicro(r.started), fromMicro(r.ended), fact.State(r.state)
	s.Automated, s.SourceGone = r.automated != 0, r.gone != 0
	s.Floor.Passed, s.Rework.Reworked = r.passed != 0, r.reworked != 0
	if r.cost.Valid {
		cost := r.cost.Float64
		s.Cost = &cost
	}
	s.Languages = fact.Languages{Code: r.code, Prompt: r.prompt}
	v := &s.Verdict
	v.Judge, v.Version, v.Model, v.At = r.judge, r.version, r.by, fromMicro(r.judged)
	v.Status, v.Intent = fact.JudgeStatus(r.status), fact.Intent(r.intent)
	v.GoalComplete, v.Confidence = r.complete != 0, r.confidence
	return parse(r.decoder, r.doc, s, sessionField)
}
