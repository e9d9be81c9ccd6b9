package wire

import (
	"prism/internal/fact"
)

// Session is one element of what `prism sessions --json` prints.
type Session struct {
	ID            string       `json:"id"`
	Aliases       []string     `json:"aliases"`
	Conversations []string     `json:"conversations"`
	Repo          string       `json:"repo"`
	Branch        string       `json:"branch"`
	Title         string       `json:"title"`
	Summary       string       `json:"summary"`
	Intent        *string      `json:"intent"`
	FirstTurnUUID string       `json:"first_turn_uuid"`
	LastTurnUUID  string       `json:"last_turn_uuid"`
	StartedAt     *string      `json:"started_at"`
	EndedAt       *string      `json:"ended_at"`
	State         string       `json:"state"`
	ClosedBy      string       `json:"closed_by"`
	Turns         int          `json:"turns"`
	Floor         Floor        `json:"floor"`
	JudgeStatus   string       `json:"judge_status"`
	GoalComplete  *bool        `json:"goal_complete"`
	Confidence    *float64     `json:"confidence"`
	Basis         *string      `json:"basis"`
	FailureSignal *string      `json:"failure_signal"`
	Criteria      []Criterion  `json:"criteria"`
	Evidence      []Evidence   `json:"evidence"`
	Rework        Rework       `json:"rework"`
	Counted       bool         `json:"counted"`
	ExcludedBy    *string      `json:"excluded_by"`
	Crushed       bool         `json:"crushed"`
	Tokens        Tokens       `json:"tokens"`
	CostUSD       *float64     `json:"cost_usd"`
	CostUnpriced  []string     `json:"cost_unpriced_models"`
	Languages     Languages    `json:"languages"`
	Rubric        Rubric       `json:"rubric"`
	Letter        *string      `json:"letter"`
	Agent         string       `json:"agent"`
	Model         string       `json:"model"`
	OpenedBy      string       `json:"opened_by"`
	Automated     bool         `json:"automated"`
	SourceGone    bool         `json:"source_gone"`
	Gaps          []string     `json:"gaps"`
	TitleStage    string       `json:"title_stage"`
	Judge         SessionJudge `json:"judge"`
	PullRequests  []string     `json:"pull_requests"`
}

// Floor is the substance floor with its three limbs.
type Floor struct {
	Passed        bool `json:"passed"`
	Turns         int  `json:"turns"`
	NetLines      int  `json:"net_lines"`
	MutatingCalls int  `json:"mutating_calls"`
}

// Criterion is one condition of the intent's completion rule.
type Criterion struct {
	Name     string    `json:"name"`
	Met      bool      `json:"met"`
	Evidence *Evidence `json:"evidence"`
}

// Evidence is a quote with its place; Turn counts from 1 in the session.
type Evidence struct {
	UUID  string `json:"uuid"`
	Turn  int    `json:"turn"`
	Quote string `json:"quote"`
}

// Rework says which share of a session's lines later sessions undid.
type Rework struct {
	Share float64    `json:"share"`
	By    []ReworkBy `json:"by"`
}

// ReworkBy is one later session's part in it.
type ReworkBy struct {
	Session string   `json:"session"`
	Lines   int      `json:"lines"`
	Files   []string `json:"files"`
	Kind    string   `json:"kind"`
}

// Undone is all that is known of the rework of a session.
type Undone struct {
	Reworked bool     `json:"reworked"`
	Share    float64  `json:"share"`
	Owned    int      `json:"owned" doc:"lines that it added and that carry weight"`
	Undone   int      `json:"undone" doc:"of these, taken out by other sessions"`
	By       []Undoer `json:"by"`
}

// Undoer is one later session's part in it, with one of the lines.
type Undoer struct {
	ReworkBy
	Sample string `json:"sample"`
}

// FromRework is the wire form of the rework of a session.
func FromRework(r *fact.Rework) Undone {
	out := Undone{r.Reworked, round(r.Share), r.Owned, r.Undone, []Undoer{}}
	for i := range r.By {
		out.By = append(out.By, Undoer{fromReworkBy(&r.By[i]), r.By[i].Sample.String()})
	}
	return out
}

func fromReworkBy(b *fact.ReworkBy) ReworkBy {
	return ReworkBy{b.Session, b.Lines, list(b.Files), b.Kind}
}

// Languages of a session: Code by name, Prompt by ISO 639-1.
type Languages struct {
	Code   string `json:"code"`
	Prompt string `json:"prompt"`
}

// Rubric holds the seven checks: "present", "absent" or "not_applicable".
type Rubric struct {
	GoalExplicit          string `json:"goal_explicit"`
	ScopeBounded          string `json:"scope_bounded"`
	ReferencesConcrete    string `json:"references_concrete"`
	ContextSufficient     string `json:"context_sufficient"`
	VerificationRequested string `json:"verification_requested"`
	RootCauseOriented     string `json:"root_cause_oriented"`
	PlanFirst             string `json:"plan_first"`
}

// SessionJudge is who judged this session; Fallback marks a stand-in.
type SessionJudge struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Model    string `json:"model"`
	Fallback bool   `json:"fallback"`
	Labelled bool   `json:"labelled"` // the person's own word stands for the judge's (--labels)
	// Reason says why there is no verdict; null where there is one.
	Reason *string `json:"reason"`
}

// FromSession turns a session into its wire form; the two switches decide, as for
// the score, whether open sessions and machine runs count.
func FromSession(s *fact.Session, includeOpen, includeAutomated bool) Session {
	why := s.Exclusion(includeOpen, includeAutomated)
	v := &s.Verdict
	w := Session{
		ID:            s.ID,
		Aliases:       list(s.Aliases),
		Conversations: list(s.Conversations),
		Repo:          s.Repo.Name,
		Branch:        s.Branch,
		Title:         v.Title.String(),
		Summary:       v.Summary.String(),
		FirstTurnUUID: s.FirstTurnUUID,
		LastTurnUUID:  s.LastTurnUUID,
		StartedAt:     Instant(s.Started),
		EndedAt:       Instant(s.Ended),
		State:         string(s.State),
		ClosedBy:      boundary(s.ClosedBy),
		Turns:         s.Turns,
		Floor:         Floor{s.Floor.Passed, s.Floor.Turns, s.Floor.NetLines, s.Floor.MutatingCalls},
		JudgeStatus:   string(v.Status),
		Criteria:      fromCriteria(v.Criteria),
		Evidence:      []Evidence{},
		Rework:        Rework{Share: round(s.Rework.Share), By: []ReworkBy{}},
		Counted:       why == fact.NotExcluded,
		Crushed:       why == fact.NotExcluded && s.Crushed(),
		Tokens:        FromUsage(s.Usage),
		CostUSD:       Figure(s.Cost),
		CostUnpriced:  list(s.Unpriced()),
		Languages:     Languages{s.Languages.Code, s.Languages.Prompt},
		Rubric:        fromRubric(v.Rubric),
		Letter:        text(v.Rubric.Letter),
		Agent:         s.Agent,
		Model:         s.Model,
		OpenedBy:      boundary(s.OpenedBy),
		Automated:     s.Automated,
		SourceGone:    s.SourceGone,
		Gaps:          make([]string, len(s.Gaps)),
		TitleStage:    string(v.TitleStage),
		Judge:         fromJudge(v),
		PullRequests:  list(s.Pulls),
	}
	if why != fact.NotExcluded {
		w.ExcludedBy = text(string(why))
	}
	if said(v) {
		w.Intent, w.Basis, w.FailureSignal = text(string(v.Intent)), text(string(v.Basis)), text(string(v.Signal))
		w.GoalComplete, w.Confidence = &v.GoalComplete, Figure(&v.Confidence)
	}
	for i, g := range s.Gaps {
		w.Gaps[i] = string(g)
	}
	for _, e := range v.Evidence {
		w.Evidence = append(w.Evidence, fromEvidence(e))
	}
	for i := range s.Rework.By {
		w.Rework.By = append(w.Rework.By, fromReworkBy(&s.Rework.By[i]))
	}
	return w
}

// FromUsage adds up what the models of a session spent.
func FromUsage(usage []fact.ModelUsage) Tokens {
	var t, nested fact.Tokens
	began := false
	for _, u := range usage {
		t, nested, began = t.Plus(u.Tokens), nested.Plus(u.Nested), began || u.Began > 0
	}
	return FromTokens(t, nested.Total(), began)
}

// FromTokens is the wire form of t; began says that of some answers only the beginning was
// counted.
func FromTokens(t fact.Tokens, nested int64, began bool) Tokens {
	return Tokens{t.Input, t.Output, t.CacheWrite(), t.CacheWrite5m, t.CacheWrite1h, t.CacheRead, t.Total(), nested, began}
}

func fromEvidence(e fact.Evidence) Evidence {
	return Evidence{e.UUID, e.Turn, e.Quote.String()}
}

func fromRubric(r fact.Rubric) Rubric {
	mark := func(m fact.Mark) string {
		if m == "" {
			return string(fact.NotApplicable)
		}
		return string(m)
	}
	return Rubric{
		mark(r.GoalExplicit), mark(r.ScopeBounded), mark(r.ReferencesConcrete), mark(r.ContextSufficient),
		mark(r.VerificationRequested), mark(r.RootCauseOriented), mark(r.PlanFirst),
	}
}

func boundary(b fact.Boundary) string {
	if b == "" {
		b = fact.NoBoundary
	}
	return string(b)
}

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// list is never null on the wire.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
