package view

import (
	"fmt"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
)

// sampleReading is a small reading with one session of every kind, made by hand
// so that renderers can be tested without the rooms before them.
func sampleReading() *fact.Reading {
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 12, 0, 0, time.UTC) }
	usd := func(x float64) *float64 { return &x }
	r := &fact.Reading{Input: fact.Input{Files: 9, Conversations: 8, Lines: 412, Bytes: 1 << 20}}
	add := func(day int, intent fact.Intent, change func(*fact.Session)) {
		n := len(r.Sessions)
		s := fact.Session{
			ID: fmt.Sprintf("%02x11aa22bb33cc44", 16*n+7), Agent: "claude", Person: "robin",
			Conversations: []string{fmt.Sprintf("conversation-%d", n)}, Repo: fact.Repo{Key: "/home/robin/code/tideline", Name: "tideline"}, Branch: "main", Model: "claude-opus-5-5",
			Parts:         []fact.Part{{Conversation: fmt.Sprintf("conversation-%d", n), File: fmt.Sprintf("/home/robin/.claude/projects/-home-robin-code-tideline/%d.jsonl", n), First: 1, Last: 3, FirstUUID: "u1", LastUUID: "u3"}},
			FirstTurnUUID: "u1", LastTurnUUID: "u3", Started: at(day, 9), Ended: at(day, 10), State: fact.Provisional,
			Turns: 3, Floor: fact.NewFloor(3, 40, 4, 6),
			Usage: []fact.ModelUsage{{Model: "claude-opus-5-5", Requests: 12, Tokens: fact.Tokens{Input: 210, Output: 4100, CacheWrite5m: 30_000, CacheRead: 412_000}, Cost: usd(0.42)}},
			Cost:  usd(0.42), Languages: fact.Languages{Code: "go", Prompt: "en"},
			Verdict: fact.Verdict{
				Judge: "offline", Version: "offline-1", Status: fact.JudgeOK, Intent: intent, GoalComplete: true, Confidence: 0.93, Basis: fact.Explicit, Signal: fact.NoSignal,
				Criteria: []fact.Criterion{
					{Name: "fix_applied", Met: true, Evidence: &fact.Evidence{UUID: "u2", Turn: 1, Line: 14, Quote: redact.Literal("The file internal/tide/station.go has been updated successfully.")}},
					{Name: "verified", Met: true, Evidence: &fact.Evidence{UUID: "u3", Turn: 2, Line: 21, Quote: redact.Literal("ok  example.org/tideline/internal/tide  0.004s")}},
				},
				Evidence: []fact.Evidence{{UUID: "u3", Turn: 3, Line: 21, Quote: redact.Literal("works, thanks. commit it please")}},
				Reasons:  []fact.Reason{{For: true, Weight: 2.1, Text: redact.Literal("a test that had failed passed after the last change"), Turn: 2}, {For: false, Weight: 0.4, Text: redact.Literal("the record ends without a commit")}},
				Rubric:   fact.Rubric{GoalExplicit: fact.Present, ScopeBounded: fact.Present, ReferencesConcrete: fact.Present, ContextSufficient: fact.Absent, VerificationRequested: fact.Present, RootCauseOriented: fact.Present, PlanFirst: fact.NotApplicable, Letter: "B+"},
				Title:    redact.Literal("Answer 400 when the path names no station"), Summary: redact.Literal("GET /tides/ panicked without a station; it now answers 400, with a test."), TitleStage: fact.TitleJudge,
			},
		}
		if change != nil {
			change(&s)
		}
		r.Sessions = append(r.Sessions, s)
	}
	add(2, fact.BugFix, nil)
	add(3, fact.Feature, func(s *fact.Session) {
		s.Verdict.Title = redact.Literal("Filter the catalogue by flower colour")
		s.Repo = fact.Repo{Key: "/home/robin/code/hollyhock", Name: "hollyhock"}
		s.Languages.Code = "typescript"
	})
	add(4, fact.BugFix, func(s *fact.Session) {
		s.Verdict.Title = redact.Literal("日本の郵便番号を住所フォームで受け付けるように正規表現を直す")
		s.Languages.Prompt = "ja"
	})
	add(9, fact.BugFix, func(s *fact.Session) {
		v := &s.Verdict
		v.Title, v.GoalComplete, v.Confidence, v.Signal = redact.Literal("Sightings of the clock change are off by an hour"), false, 0.11, fact.UnresolvedError
		v.Criteria[1].Met, v.Criteria[1].Evidence = false, nil
		v.Advice = redact.Literal("Run the failing test after the last change and see it pass, or say that it works.")
		s.Usage[0].Model, s.Usage[0].Cost, s.Cost = "unheard-of-1", nil, nil
	})
	add(10, fact.Feature, func(s *fact.Session) {
		s.Verdict.Title = redact.Literal("Cache tide tables in memory")
		s.Rework = fact.Rework{Reworked: true, Share: 0.82, Owned: 44, Undone: 36, By: []fact.ReworkBy{{Session: r.Sessions[3].ID, Lines: 36, Files: []string{"internal/cache/cache.go"}, Sample: redact.Literal("mu    sync.Mutex"), Kind: "edit"}}}
	})
	add(11, fact.Question, func(s *fact.Session) {
		s.Floor, s.Turns = fact.NewFloor(1, 0, 0, 0), 1
		s.Verdict.Title = redact.Literal("Flag to run one go test")
	})
	add(11, fact.IntentNone, func(s *fact.Session) {
		s.Verdict.Status, s.Verdict.GoalComplete, s.Verdict.Confidence = fact.JudgeNoIntent, false, 0.3
		s.Verdict.Title = redact.Literal("hi")
	})
	add(12, fact.SmallChange, func(s *fact.Session) {
		s.Automated = true
		// A title that would retitle the terminal, turn text round and start a table cell.
		s.Verdict.Title = redact.Literal("\x1b]0;owned\x07\x1b[31mred\u202e | <b>bold</b> *x*\r\n=1+1")
		s.Branch = "=cmd()"
	})
	return r
}
