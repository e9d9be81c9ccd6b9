package sqlite

import (
	"database/sql"
	"fmt"

	"prism/internal/fact"
)

// A session's doc is the whole session; the columns beside it repeat what a list
// filters and sorts by. No update touches those, so the two cannot part.
const (
	insertSession = `
		INSERT INTO sessions (view, id, agent, person, repo_key, repo_name, branch, model, started_at, ended_at,
			state, automated, source_gone, floor_passed, reworked, cost_usd, tokens, code_language, prompt_language,
			judge, judge_version, judge_status, intent, goal_complete, confidence, doc)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	selectSession = `SELECT n, view, doc FROM sessions `
)

func sessionRow(w *writer, view int64, s *fact.Session) []any {
	v := &s.Verdict
	var cost any
	if s.Cost != nil {
		cost = *s.Cost
	}
	var tokens int64
	for i := range s.Usage {
		tokens += s.Usage[i].Tokens.Total()
	}
	return []any{
		view, s.ID, s.Agent, s.Person, s.Repo.Key, s.Repo.Name, s.Branch, s.Model, s.Started.UnixMicro(), s.Ended.UnixMicro(),
		string(s.State), s.Automated, s.SourceGone, s.Floor.Passed, s.Rework.Reworked, cost, tokens, s.Languages.Code, s.Languages.Prompt,
		v.Judge, v.Version, string(v.Status), string(v.Intent), v.GoalComplete, v.Confidence,
		document(w, s, putSession),
	}
}

// place is where a session stands.
type place struct{ row, view int64 }

// readSession reads the row of selectSession at which rows stands.
func readSession(rows *sql.Rows, s *fact.Session) (at place, err error) {
	var raw sql.RawBytes
	if err := rows.Scan(&at.row, &at.view, &raw); err != nil {
		return at, fmt.Errorf("read session: %w", err)
	}
	return at, parse(raw, s, getSession)
}
