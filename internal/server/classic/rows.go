package classic

import (
	"net/http"
	"slices"
	"strconv"

	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/wire"
)

// checks are the seven booleans of a session's rubric, null where one does not apply.
type checks struct {
	GoalExplicit          *bool `json:"goal_explicit"`
	ScopeBounded          *bool `json:"scope_bounded"`
	ReferencesConcrete    *bool `json:"references_concrete"`
	ContextSufficient     *bool `json:"context_sufficient"`
	VerificationRequested *bool `json:"verification_requested"`
	RootCauseOriented     *bool `json:"root_cause_oriented"`
	PlanFirst             *bool `json:"plan_first"`
}

func checksOf(s *fact.Session) (c checks) {
	into := [...]**bool{&c.GoalExplicit, &c.ScopeBounded, &c.ReferencesConcrete, &c.ContextSufficient, &c.VerificationRequested, &c.RootCauseOriented, &c.PlanFirst}
	for i, m := range s.Verdict.Rubric.Checks() {
		if m.Mark == fact.Present || m.Mark == fact.Absent {
			met := m.Mark == fact.Present
			*into[i] = &met
		}
	}
	return c
}

// insight is a row of GET /insight/sessions: the seven booleans and the judge's status.
type insight struct {
	SubSessionID string  `json:"sub_session_id"`
	JudgeStatus  string  `json:"judge_status"`
	LetterGrade  *string `json:"letter_grade"`
	checks
	EndedAt *string `json:"ended_at"`
}

func insightSessions(lib Library, r *http.Request) (any, error) {
	w, err := asked(r)
	if err != nil {
		return nil, err
	}
	sessions, err := list(r, lib, w, store.Filter{})
	rows := make([]insight, 0, len(sessions))
	for _, s := range sessions {
		rows = append(rows, insight{s.ID, string(s.Verdict.Status), text(s.Verdict.Rubric.Letter), checksOf(s), wire.Instant(s.Ended)})
	}
	return rows, err
}

// speedRow is a row of GET /speed/sessions: a counted session with what rubric and
// outcome say of it.
type speedRow struct {
	SubSessionID    string   `json:"sub_session_id"`
	ClaudeSessionID string   `json:"claude_session_id"`
	Title           string   `json:"title"`
	Summary         string   `json:"summary"`
	IntentClass     *string  `json:"intent_class"`
	JudgeStatus     string   `json:"judge_status"`
	LetterGrade     *string  `json:"letter_grade"`
	GoalComplete    bool     `json:"goal_complete"`
	Confidence      *float64 `json:"confidence"`
	Rework          bool     `json:"rework"`
	Crushed         bool     `json:"crushed"`
	checks
	Turns       int      `json:"turns"`
	TotalTokens int64    `json:"total_tokens"`
	TTCSeconds  *float64 `json:"ttc_seconds"`
	StartedAt   *string  `json:"started_at"`
	EndedAt     *string  `json:"ended_at"`
}

func speedSessions(lib Library, r *http.Request) (any, error) {
	w, err := asked(r)
	if err != nil {
		return nil, err
	}
	counted := true
	sessions, err := list(r, lib, w, store.Filter{Counted: &counted})
	rows := make([]speedRow, 0, len(sessions))
	for _, s := range sessions {
		v := &s.Verdict
		row := speedRow{SubSessionID: s.ID, ClaudeSessionID: first(s.Conversations), Title: v.Title.String(), Summary: v.Summary.String(), IntentClass: text(string(v.Intent)),
			JudgeStatus: string(v.Status), LetterGrade: text(v.Rubric.Letter), GoalComplete: v.GoalComplete, Confidence: wire.Figure(&v.Confidence), Rework: s.Rework.Reworked,
			Crushed: s.Crushed(), checks: checksOf(s), Turns: s.Turns, TotalTokens: score.Tokens(s).Total(), StartedAt: wire.Instant(s.Started), EndedAt: wire.Instant(s.Ended)}
		if s.Crushed() {
			seconds := s.Ended.Sub(s.Started).Seconds()
			row.TTCSeconds = wire.Figure(&seconds)
		}
		rows = append(rows, row)
	}
	return rows, err
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// prompt is a row of GET /sessions/{id}/prompts. Prism's rubric is of a session, so that
// a prompt's own grade is null.
type prompt struct {
	PromptID     string  `json:"prompt_id"`
	SubSessionID string  `json:"sub_session_id"`
	Turn         int     `json:"turn"`
	SubmittedAt  *string `json:"submitted_at"`
	PromptText   string  `json:"prompt_text"`
	PromptGrade  *string `json:"prompt_grade"`
}

func prompts(lib Library, r *http.Request) (any, error) {
	s, err := lib.One(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	turns, gone := lib.Turns(r.Context(), s)
	if gone != "" {
		return nil, &Error{http.StatusNotFound, gone}
	}
	rows := make([]prompt, 0, len(turns))
	for i := range turns {
		t := &turns[i]
		rows = append(rows, prompt{t.UUID, s.ID, t.Number, t.StartedAt, t.Prompt, nil})
	}
	return rows, nil
}

// row is one of GET /realtime/sub-sessions, as the plugin reads it (product reference
// 8.5): keys without a value are absent.
type row struct {
	SubSessionID string  `json:"sub_session_id"`
	IsPreview    bool    `json:"is_preview"`
	FloorPassed  bool    `json:"substance_floor_passed"`
	LetterGrade  string  `json:"letter_grade,omitempty"`
	PromptGrade  string  `json:"prompt_grade,omitempty"`
	IntentClass  string  `json:"intent_class,omitempty"`
	GoalComplete *bool   `json:"goal_complete,omitempty"`
	Rework       *bool   `json:"rework,omitempty"`
	StartedAt    *string `json:"started_at,omitempty"`
	EndedAt      *string `json:"ended_at,omitempty"`
}

// How many rows are answered: unless it is said, and at most.
const (
	rowsUsual = 50
	rowsMost  = 500
)

func realtime(lib Library, r *http.Request) (any, error) {
	limit := rowsUsual
	if asked := r.URL.Query().Get("limit"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil || n < 1 {
			return nil, &Error{http.StatusBadRequest, "limit must be a number from 1 on"}
		}
		limit = min(n, rowsMost)
	}
	var sessions []*fact.Session
	var err error
	if id := r.URL.Query().Get("claude_session_id"); id != "" {
		sessions, err = lib.OfConversation(r.Context(), id)
		slices.Reverse(sessions)
		sessions = sessions[:min(limit, len(sessions))]
	} else {
		sessions, _, err = lib.Page(r.Context(), store.Filter{Now: lib.Now()}, nil, store.Order{}, limit, 0)
	}
	rows := make([]row, 0, len(sessions))
	for _, s := range sessions {
		rows = append(rows, rowOf(s))
	}
	return rows, err
}

func rowOf(s *fact.Session) row {
	v := &s.Verdict
	// What nothing has closed may grow, and is judged again then (product reference 2.4).
	out := row{SubSessionID: s.ID, IsPreview: s.State != fact.Closed, FloorPassed: s.Floor.Passed, LetterGrade: v.Rubric.Letter, StartedAt: wire.Instant(s.Started)}
	if v.Intent != fact.IntentNone {
		out.IntentClass = string(v.Intent)
	}
	if v.Status == fact.JudgeOK {
		out.GoalComplete = &v.GoalComplete
	}
	if !out.IsPreview {
		out.EndedAt, out.Rework = wire.Instant(s.Ended), &s.Rework.Reworked
		out.PromptGrade = v.Rubric.Letter // of all its prompts together
	}
	return out
}
