package sqlite_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/sqlite"
)

// lifelike makes n sessions of the size that real ones have: about 3 kB each.
func lifelike(n int) *fact.Reading {
	r := &fact.Reading{}
	quote := func(i int) fact.Evidence {
		return fact.Evidence{UUID: fmt.Sprintf("%08x-0000-4000-8000-%012x", i, i*31), Turn: i%9 + 1, Line: i % 4000,
			Quote: redact.Restore(strings.Repeat("ok  the \"package\" passed — ", 5))}
	}
	for i := range n {
		id := fmt.Sprintf("%016x", uint64(i)*0x9E3779B97F4A7C15)
		file := fmt.Sprintf("/home/robin/.claude/projects/-home-robin-code-tideline/%s-4000.jsonl", id)
		at := time.UnixMilli(1_760_000_000_000 + int64(i)*3_600_000).UTC()
		cost := float64(i) * 0.0137
		v := fact.Verdict{Judge: "offline", Version: "o1-5f2c91d0", At: at, Status: fact.JudgeOK, Intent: fact.Feature, GoalComplete: i%3 > 0,
			Confidence: 0.25 + float64(i%100)/200, Basis: fact.Explicit, Signal: fact.NoSignal,
			Rubric: fact.Rubric{GoalExplicit: fact.Present, ScopeBounded: fact.Absent, ReferencesConcrete: fact.Present, PlanFirst: fact.NotApplicable, Letter: "B"},
			Title:  redact.Restore("Add a tide table to the harbour page"), Summary: redact.Restore(strings.Repeat("It was asked for and it was done. ", 6)),
			TitleStage: fact.TitleHeuristic}
		for c := range 4 {
			e := quote(i + c)
			v.Criteria = append(v.Criteria, fact.Criterion{Name: fmt.Sprintf("criterion_number_%d", c), Met: c%2 == 0, Evidence: &e})
			v.Evidence = append(v.Evidence, quote(i+c+7))
			v.Reasons = append(v.Reasons, fact.Reason{For: c%2 == 0, Weight: 0.731 * float64(c+1), Text: redact.Restore("the last test run after the last edit passed"), Turn: c})
		}
		r.Sessions = append(r.Sessions, fact.Session{
			ID: id, Agent: "claude", Person: "robin", Conversations: []string{id}, Repo: fact.Repo{Key: "/home/robin/code/tideline", Name: "tideline"},
			Branch: "main", Model: "claude-sonnet-4-5", FirstTurnUUID: quote(i).UUID, LastTurnUUID: quote(i + 1).UUID, Started: at, Ended: at.Add(time.Hour),
			State: fact.Closed, OpenedBy: fact.NoBoundary, ClosedBy: fact.Clear, Turns: 7, Floor: fact.NewFloor(7, 120, 30, 12), Cost: &cost,
			Parts:   []fact.Part{{Conversation: id, File: file, First: 1, Last: 7, FirstUUID: quote(i).UUID, LastUUID: quote(i + 1).UUID}},
			Usage:   []fact.ModelUsage{{Model: "claude-sonnet-4-5", Requests: 88, Tokens: fact.Tokens{Input: 912, Output: 40211, CacheWrite5m: 300211, CacheRead: 9102881}, Cost: &cost}, {Model: "claude-haiku-4-5", Requests: 3, Tokens: fact.Tokens{Input: 91, Output: 402}, Cost: &cost}},
			Verdict: v, Rework: fact.Rework{Share: 0.12, Owned: 110, Undone: 13, By: []fact.ReworkBy{{Session: id, Lines: 13, Files: []string{"cmd/tide/main.go"}, Sample: redact.Restore("return tide.High(now)"), Kind: "edit"}}},
			Languages: fact.Languages{Code: "go", Prompt: "en"},
		})
	}
	return r
}

func changes(n int) store.Changes {
	c := store.Changes{View: &store.View{Key: "k", Fingerprint: "f", Reading: lifelike(n)}}
	for i := range c.View.Reading.Sessions {
		s := &c.View.Reading.Sessions[i]
		c.Units = append(c.Units, store.Unit{ID: s.Parts[0].File, Agent: "claude", Conversation: s.ID, Path: s.Parts[0].File, ReaderVersion: "1",
			Files: []store.File{{Path: s.Parts[0].File, Size: 1 << 20, ModTime: int64(i)}}, Digest: make([]byte, 10_000)})
		c.Verdicts = append(c.Verdicts, store.Judged{Composition: s.ID, Session: s.ID, Files: []string{s.Parts[0].File}, Verdict: s.Verdict})
	}
	return c
}

func opened(b *testing.B, path string) *sqlite.Store {
	b.Helper()
	s, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// filled is a store that holds the changes.
func filled(b *testing.B, n int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "prism.db")
	s := opened(b, path)
	if err := s.Save(b.Context(), changes(n)); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

func BenchmarkCreate(b *testing.B) {
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		if err := opened(b, filepath.Join(dir, fmt.Sprint(i))).Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWarm is all that a run with nothing changed asks of the store.
func BenchmarkWarm(b *testing.B) {
	for _, n := range []int{250, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			path := filled(b, n)
			for b.Loop() {
				s := opened(b, path)
				r, ok, err := s.LoadView(b.Context(), "k", "f")
				if err != nil || !ok || len(r.Sessions) != n {
					b.Fatal(ok, err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	path := filled(b, 250)
	for b.Loop() {
		if err := opened(b, path).Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadView(b *testing.B) {
	for _, n := range []int{250, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := opened(b, filled(b, n))
			defer func() { _ = s.Close() }()
			for b.Loop() {
				if r, ok, err := s.LoadView(b.Context(), "k", "f"); err != nil || !ok || len(r.Sessions) != n {
					b.Fatal(ok, err)
				}
			}
		})
	}
}

// BenchmarkSave writes what a first run over n conversations found, into a fresh
// store each time; closing is measured with it, as it writes the log back.
func BenchmarkSave(b *testing.B) {
	for _, n := range []int{250, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := changes(n)
			dir := b.TempDir()
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				s := opened(b, filepath.Join(dir, fmt.Sprint(i)))
				b.StartTimer()
				if err := s.Save(b.Context(), c); err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSaveAgain writes the view of a run in which one conversation changed.
func BenchmarkSaveAgain(b *testing.B) {
	for _, n := range []int{250, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := opened(b, filled(b, n))
			defer func() { _ = s.Close() }()
			c := changes(n)
			c.Units, c.Verdicts = c.Units[:1], c.Verdicts[:1]
			for b.Loop() {
				if err := s.Save(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
