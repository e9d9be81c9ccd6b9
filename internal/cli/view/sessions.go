package view

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
)

// trivia is what a list calls sessions below the floor, as the pages do: in a narrow window
// it leaves the list its cost.
const trivia = "trivia"

// standing is what became of a session, in one or two words, with its colour.
func standing(j *job.Job, s *fact.Session) (string, term.Paint) {
	switch why := j.Exclusion(s); {
	case why != fact.NotExcluded:
		return phrase.ExcludedShort(why), term.Faint
	case s.Crushed():
		return phrase.Crushed, term.Good
	case s.Verdict.GoalComplete:
		return phrase.Reworked, term.Warn
	}
	return phrase.NotLanded, term.Bad
}

// Sessions prints the table; found is how many passed the filters, names the columns
// that were asked for.
func Sessions(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, list []*fact.Session, found int, names ...string) error {
	use, err := chosen(names)
	if err != nil {
		return err
	}
	cols := make([]term.Column, len(use))
	for i := range use {
		cols[i] = use[i].Column
	}
	rows := make([][]term.Cell, 0, len(list))
	uncounted, short := 0, false
	repos := score.RepoNames(list)
	for _, s := range list {
		x := &listed{ctx: ctx, p: p, j: j, l: l, s: s, repos: repos}
		x.verdict, x.paint = standing(j, s)
		if j.Exclusion(s) == fact.ExcludeFloor {
			x.verdict = trivia
		}
		short = short || x.verdict == trivia
		if x.paint == term.Faint {
			uncounted++
			x.faint = term.Faint
		}
		row := make([]term.Cell, len(use))
		for i := range use {
			row[i] = use[i].cell(x)
		}
		rows = append(rows, row)
	}
	s := p.Screen
	dropped := s.Table(0, cols, rows)
	if !s.Terminal() {
		return nil
	}
	var notes []string
	if len(list) < found {
		notes = append(notes, fmt.Sprintf("%d of %s; --limit 0 shows all", len(list), phrase.Count(found, "session", "sessions")))
	}
	if uncounted > 0 && uncounted < len(list) {
		these := "%d of these do not count; --counted leaves them out"
		if uncounted == 1 {
			these = "%d of these does not count; --counted leaves it out"
		}
		notes = append(notes, fmt.Sprintf(these, uncounted))
	}
	if dropped > 0 {
		notes = append(notes, "a wider window shows more columns, --csv and --json all")
	}
	// Of the usual columns four give way before that one.
	if dropped == 0 && slices.ContainsFunc(use, func(c column) bool { return c.Name == "landed" }) || len(names) == 0 && dropped <= 4 {
		notes = append(notes, "landed: how probable that is"+floorNote(list))
	}
	if short {
		notes = append(notes, trivia+": below the floor")
	}
	notes = append(notes, "prism show ID"+j.Again()+" tells why")
	s.Line()
	s.Hang("", s.Paint(term.Faint, strings.Join(notes, " · ")))
	return nil
}

// floorNote explains the floors that stand in a list.
func floorNote(list []*fact.Session) string {
	for _, s := range list {
		if _, ok := phrase.FloorMissed(&s.Verdict); ok {
			return ", < what it takes where nobody said so"
		}
	}
	return ""
}

// SessionsCSV prints a list as comma-separated values, session by session.
func SessionsCSV(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, f store.Filter, o store.Order, limit int) (n int, err error) {
	out := csv.NewWriter(p.Out)
	write := func(row ...string) {
		_ = out.Write(row) // kept by the writer, and asked for at the end
	}
	write(
		"id", "repo", "branch", "title", "intent", "started_at", "ended_at", "state", "closed_by", "turns", "net_lines", "mutating_calls",
		"counted", "excluded_by", "crushed", "goal_complete", "confidence", "basis", "failure_signal", "rework_share",
		"tokens", "output_tokens", "cost_usd", "cost_unpriced_models", "model", "language_code", "language_prompt", "letter", "judge", "judge_status", "judge_fallback",
	)
	str := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	for s, err := range l.Some(ctx, f, o, limit) {
		if err != nil {
			return n, err
		}
		n++
		w := j.WireSession(s)
		complete := ""
		if w.GoalComplete != nil {
			complete = strconv.FormatBool(*w.GoalComplete)
		}
		write(
			w.ID, csvText(w.Repo), csvText(w.Branch), csvText(w.Title), str(w.Intent), str(w.StartedAt), str(w.EndedAt), w.State, w.ClosedBy,
			strconv.Itoa(w.Turns), strconv.Itoa(w.Floor.NetLines), strconv.Itoa(w.Floor.MutatingCalls),
			strconv.FormatBool(w.Counted), str(w.ExcludedBy), strconv.FormatBool(w.Crushed), complete, csvFloat(w.Confidence), str(w.Basis), str(w.FailureSignal), csvFloat(&w.Rework.Share),
			strconv.FormatInt(w.Tokens.Total, 10), strconv.FormatInt(w.Tokens.Output, 10), csvFloat(w.CostUSD), csvList(w.CostUnpriced), csvText(w.Model), csvText(w.Languages.Code), csvText(w.Languages.Prompt), str(w.Letter), csvText(w.Judge.Name), w.JudgeStatus, strconv.FormatBool(w.Judge.Fallback),
		)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return n, fmt.Errorf("write output: %w", err)
	}
	return n, nil
}

// silence is a dash for a session of which its judge said nothing, "" for others:
// that no intent is told then is not the judge's word.
func silence(v *fact.Verdict) string {
	switch v.Status {
	case fact.JudgePending, fact.JudgeError, fact.JudgeOptedOut:
		return "—"
	}
	return ""
}
