package storetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/store"
)

// BenchSizes names how many sessions the libraries of the benchmarks have, as a list
// with commas.
const BenchSizes = "PRISM_BENCH_SESSIONS"

// lifelike is session i of a library, of the size that real ones have: a hundred of
// a conversation, forty repositories, three years.
func lifelike(i int) store.Session {
	text := func(n int) redact.Text { return redact.Restore(strings.Repeat("ok  the \"package\" passed — ", n)) }
	r := rand.New(rand.NewPCG(uint64(i), 1)) //nolint:gosec // the same sessions each time
	uuid := func() string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", r.Uint32(), r.Uint64()>>16) }
	row := fmt.Sprintf("%032x", i/100)
	file := fmt.Sprintf("/home/robin/.claude/projects/-home-robin-code-tideline/%s.jsonl", row)
	at := time.UnixMilli(1_690_000_000_000 + int64(i/100)*9_460_800 + int64(i%100)*7_200_000).UTC()
	cost := float64(i%1000) * 0.0137
	v := fact.Verdict{Judge: "offline", Version: "o1-5f2c91d0", At: at, Status: fact.JudgeOK, Intent: fact.Intents[i%8], GoalComplete: i%3 > 0,
		Confidence: 0.25 + float64(i%100)/200, Basis: fact.Explicit, Signal: fact.NoSignal,
		Rubric: fact.Rubric{GoalExplicit: fact.Present, ScopeBounded: fact.Absent, ReferencesConcrete: fact.Present, PlanFirst: fact.NotApplicable, Letter: "B"},
		Title:  redact.Restore("Add a tide table to the harbour page"), Summary: text(6), TitleStage: fact.TitleHeuristic}
	for c := range 3 {
		e := fact.Evidence{UUID: uuid(), Turn: c + 1, Line: i % 4000, Quote: text(3)}
		v.Criteria = append(v.Criteria, fact.Criterion{Name: fmt.Sprintf("criterion_number_%d", c), Met: c%2 == 0, Evidence: &e})
		v.Evidence = append(v.Evidence, e)
		v.Reasons = append(v.Reasons, fact.Reason{For: c%2 == 0, Weight: 0.731 * float64(c+1), Text: text(2), Turn: c})
	}
	return store.Session{Revision: fmt.Sprintf("%032x", i), Rows: []string{row}, Session: fact.Session{
		ID: fmt.Sprintf("%016x", uint64(i)*0x9E3779B97F4A7C15), Agent: "claude", Person: "robin", Conversations: []string{row},
		Repo: fact.Repo{Key: fmt.Sprint("/home/robin/code/r", i/100%40), Name: fmt.Sprint("r", i/100%40)}, Branch: fmt.Sprint("b", i/500), Model: "claude-sonnet-4-5",
		FirstTurnUUID: uuid(), LastTurnUUID: uuid(), Started: at, Ended: at.Add(time.Hour), State: fact.Closed, OpenedBy: fact.NoBoundary, ClosedBy: fact.Clear,
		Turns: 7, Floor: fact.NewFloor(7, 120, 30, 12), Cost: &cost,
		Parts:   []fact.Part{{Conversation: row, File: file, First: 1, Last: 7, FirstUUID: uuid(), LastUUID: uuid()}},
		Usage:   []fact.ModelUsage{{Model: "claude-sonnet-4-5", Requests: 88, Tokens: fact.Tokens{Input: 912, Output: 40211, CacheWrite5m: 300211, CacheRead: r.Int64N(1e7)}, Cost: &cost}},
		Verdict: v, Rework: fact.Rework{Owned: 110}, Languages: fact.Languages{Code: "go", Prompt: "en"},
	}}
}

// changes are sessions [from, to) with their conversations.
func changes(from, to int) store.Changes {
	var c store.Changes
	for i := from; i < to; i++ {
		s := lifelike(i)
		if i%100 == 0 {
			x := store.Conversation{ID: s.Rows[0], Agent: "claude", Name: s.Rows[0], Path: s.Parts[0].File, Reader: "1", Revision: "1",
				Files: []store.File{{Path: s.Parts[0].File, Size: 1 << 20, ModTime: int64(i)}}, Digest: make([]byte, 10_000)}
			for k := range 20 {
				x.Marks = append(x.Marks, store.Mark{Kind: uint8(k % 5), Key: uint64(i * k), At: s.Started.UnixNano()})
			}
			c.Conversations, c.Linked = append(c.Conversations, x), append(c.Linked, x.ID)
		}
		c.Verdicts = append(c.Verdicts, store.Judged{Composition: s.Revision, Session: s.ID, Files: []string{s.Parts[0].File}, Verdict: s.Verdict})
		c.Sessions = append(c.Sessions, s)
	}
	return c
}

// fillTo saves n sessions as a run does: in parts, the state with the last.
func fillTo(b *testing.B, s Store, n int) {
	b.Helper()
	const part = 10_000
	for from := 0; from < n; from += part {
		c := changes(from, min(n, from+part))
		if from+part >= n {
			c.State = &store.State{Fingerprint: "f"}
		}
		must(b, s.Save(b.Context(), scope, c))
	}
}

// Bench measures what every engine that lasts is asked, over a library of each size.
func Bench(b *testing.B, fresh FreshLasting) {
	b.Run("Open", func(b *testing.B) {
		open := fresh(b)
		must(b, open(b).Close())
		for b.Loop() {
			must(b, open(b).Close())
		}
	})
	// 10,000 sessions into a fresh store each time; closing is measured with it, as an
	// engine may put off work until then.
	b.Run("Save", func(b *testing.B) {
		c := changes(0, 10_000)
		c.State = &store.State{}
		for b.Loop() {
			s := fresh(b)(b)
			must(b, s.Save(b.Context(), scope, c))
			must(b, s.Close())
		}
	})
	sizes := os.Getenv(BenchSizes)
	if sizes == "" {
		sizes = "10000"
	}
	for size := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(size)
		must(b, err)
		b.Run(size, func(b *testing.B) { benchAsked(b, fresh(b), n) })
	}
}

// benchAsked measures what is asked of a library of n sessions.
func benchAsked(b *testing.B, open func(testing.TB) Lasting, n int) {
	s := opened(b, open)
	start := time.Now()
	fillTo(b, s, n)
	st, err := s.Stats(b.Context())
	must(b, err)
	b.Logf("%d sessions: %d MB, filled in %v", n, st.Bytes>>20, time.Since(start).Round(time.Millisecond))
	yes, no := true, false
	list, _, err := s.List(b.Context(), scope, store.Filter{}, store.Order{}, 1, n/2)
	must(b, err)
	middle := store.Order{}.PlaceOf(&list[0])
	for _, c := range []struct {
		name string
		ask  func() error
	}{
		{"State", func() error { _, _, err := s.State(b.Context(), scope); return err }},
		{"Sources", func() error { return read2(s.Sources(b.Context(), scope)) }},
		{"ListFive", func() error {
			list, found, err := s.List(b.Context(), scope, store.Filter{}, store.Order{}, 5, 0)
			if err == nil && (len(list) != 5 || found != n) {
				b.Fatal(len(list), found)
			}
			return err
		}},
		{"ListFifty", func() error {
			_, _, err := s.List(b.Context(), scope, store.Filter{}, store.Order{}, 50, n/2)
			return err
		}},
		{"ListFiftyBehind", func() error {
			_, _, err := s.List(b.Context(), scope, store.Filter{}, store.Order{After: &middle}, 50, 0)
			return err
		}},
		{"ListDearest", func() error {
			_, _, err := s.List(b.Context(), scope, store.Filter{Counted: &yes, Repo: "r7"}, store.Order{By: store.ByCost}, 5, 0)
			return err
		}},
		{"ListProbable", func() error {
			_, _, err := s.List(b.Context(), scope, store.Filter{}, store.Order{By: store.ByConfidence}, 50, 0)
			return err
		}},
		{"ListProbableOfOne", func() error {
			_, _, err := s.List(b.Context(), scope, store.Filter{Repo: "r7"}, store.Order{By: store.ByConfidence}, 50, 0)
			return err
		}},
		{"SearchInMost", func() error {
			_, _, err := s.List(b.Context(), scope, store.Filter{Words: []string{"e"}}, store.Order{}, 50, 0)
			return err
		}},
		{"SearchInNone", func() error {
			_, found, err := s.List(b.Context(), scope, store.Filter{Words: []string{"zzyx"}}, store.Order{}, 50, 0)
			if found > 0 {
				b.Fatal(found)
			}
			return err
		}},
		{"NextMissed", func() error {
			for _, err := range s.Each(b.Context(), scope, store.Filter{Counted: &yes, Crushed: &no, Now: time.Unix(1, 0)}, store.Order{}) {
				return err
			}
			return nil
		}},
		{"One", func() error { _, err := s.One(b.Context(), scope, lifelike(n / 2).ID[:12]); return err }},
		{"Score", func() error {
			sum, err := score.Fold(score.Source{Figures: s.Figures(b.Context(), scope, time.Time{}, time.Time{}),
				Names: func(numbers []uint32) (map[uint32]string, error) { return s.Names(b.Context(), scope, numbers) }}, score.Options{By: []string{"repo"}})
			if err == nil && sum.Sessions != n {
				b.Fatal(sum.Sessions)
			}
			return err
		}},
		{"SessionsIn", func() error {
			at := lifelike(n / 2)
			_, err := s.SessionsIn(b.Context(), scope, at.Repo.Key, at.Started.Add(-144*time.Hour), at.Started.Add(72*time.Hour))
			return err
		}},
		{"SaveOne", func() error {
			c := changes(n/2, n/2+100)
			c.State = &store.State{}
			return s.Save(b.Context(), scope, c)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				must(b, c.ask())
			}
		})
	}
}

func read2[T any](seq func(func(T, error) bool)) (err error) {
	for _, err = range seq {
		if err != nil {
			break
		}
	}
	return err
}
