package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/store"
)

// day is a moment some hours after a Monday, so that days have edges to meet.
func moment(hours int) time.Time {
	return time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC).Add(time.Duration(hours) * time.Hour)
}

// drawn makes any session at all.
func drawn(t *rapid.T, id string) fact.Session {
	pick := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(t, label) }
	s := fact.Session{
		ID:            id,
		Ended:         moment(rapid.IntRange(0, 40).Draw(t, "ended") * 6),
		State:         fact.State(pick("state", "closed", "provisional", "")),
		Automated:     rapid.Bool().Draw(t, "automated"),
		Turns:         rapid.IntRange(0, 5).Draw(t, "turns"),
		Repo:          fact.Repo{Key: pick("repo", "/a/x", "/b/x", "/c/ÄY", "/q/a/x", ""), Name: pick("name", "x", "äy", "K", "")},
		Branch:        pick("branch", "", "main", "fix"),
		Model:         pick("model", "", "Opus-ß", "sonnet"),
		Languages:     fact.Languages{Code: pick("code", "", "go", "ſql")},
		Conversations: []string{pick("conversation", "c1", "c2", "c3")},
		Person:        pick("person", "", "ann", "bo"), Folder: pick("folder", "", "/a/x", "/a/x/sub"),
	}
	if rapid.Bool().Draw(t, "never ended") {
		s.Ended = time.Time{}
	}
	s.Started = s.Ended.Add(-time.Duration(rapid.IntRange(-1, 100).Draw(t, "length")) * time.Hour)
	s.Floor = fact.NewFloor(s.Turns, rapid.IntRange(0, 12).Draw(t, "added"), 0, rapid.IntRange(0, 1).Draw(t, "mutating"))
	v := &s.Verdict
	v.Judge, v.Version = pick("judge", "", "offline", "model"), pick("version", "1", "2")
	v.Status = fact.JudgeStatus(pick("status", "ok", "ok", "no_intent", "pending", "error", "ungrounded", "opted_out", ""))
	v.Reason = pick("reason", "", "too long", "refused")
	v.GoalComplete, v.Fallback = rapid.Bool().Draw(t, "complete"), rapid.Bool().Draw(t, "fallback")
	v.Intent = fact.Intent(pick("intent", "feature", "bug_fix", "none", ""))
	v.Signal = fact.FailureSignal(pick("signal", "none", "loop", ""))
	v.Confidence = float64(rapid.IntRange(0, 4).Draw(t, "confidence")) / 4
	v.Rubric.Letter = pick("letter", "", "F", "B", "A+")
	v.Rubric.PlanFirst, v.Rubric.GoalExplicit = fact.Mark(pick("mark", "present", "absent", "")), fact.Mark(pick("mark", "present", "not_applicable"))
	v.Title, v.Summary = redact.Restore(pick("title", "", "Fix the Parser", "ÄRGER\nwith it")), redact.Restore(pick("summary", "", "Tests pass.", "the parser"))
	s.Rework.Reworked = rapid.Bool().Draw(t, "reworked")
	for range rapid.IntRange(0, 2).Draw(t, "models") {
		u := fact.ModelUsage{Model: s.Model, Tokens: fact.Tokens{Input: rapid.Int64Range(0, 3).Draw(t, "in"), Output: rapid.Int64Range(0, 1e5).Draw(t, "out")},
			Nested: fact.Tokens{CacheRead: rapid.Int64Range(0, 1).Draw(t, "nested")}}
		if rapid.Bool().Draw(t, "priced") {
			cost := float64(u.Tokens.Total()) / 3
			u.Cost, s.Cost = &cost, &cost
		}
		s.Usage = append(s.Usage, u)
	}
	return s
}

func drawnFilter(t *rapid.T) store.Filter {
	var f store.Filter
	yesNo := func(label string) *bool {
		if !rapid.Bool().Draw(t, label+" asked") {
			return nil
		}
		is := rapid.Bool().Draw(t, label)
		return &is
	}
	pick := func(label string, of ...string) string {
		if rapid.IntRange(0, 2).Draw(t, label+" asked") > 0 {
			return ""
		}
		return rapid.SampledFrom(of).Draw(t, label)
	}
	f.Since, f.Until = drawnWindow(t)
	if rapid.Bool().Draw(t, "narrow") {
		f.Crushed, f.Counted = yesNo("crushed"), yesNo("counted")
		f.Repo = pick("repo", "X", "a/x", "/b/x", "/a/x/", "ÄY", "äY", "k", "K", "nowhere")
		f.Branch, f.Model, f.Language = pick("branch", "main", "ma", "unknown"), pick("model", "opus", "NET", "ẞ", "unk"), pick("language", "GO", "SQL", "none")
		f.State = fact.State(pick("state", "closed", "provisional", "open"))
		f.Excluded = fact.Exclusion(pick("excluded", "any", "below_floor", "open", "automated", "error", "no_intent"))
		f.Below = fact.Shortfall(pick("below", "no_real_work", "too_few_turns", "too_few_lines", "no_mutating_calls"))
		if rapid.IntRange(0, 2).Draw(t, "people asked") == 0 {
			f.People = rapid.SampledFrom([][]string{{}, {"ann"}, {"bo", "cy"}, {""}}).Draw(t, "people")
		}
		f.Complete, f.Floor = yesNo("complete"), yesNo("floor")
		if w := pick("word", "parser", "ärger with", "pass.", "r\nt", "own"); w != "" {
			f.Words = append(f.Words, w)
			if w := pick("other word", "the", "nothing"); w != "" {
				f.Words = append(f.Words, w)
			}
			f.Titled = map[string]string{fmt.Sprintf("%016x", rapid.IntRange(0, 30).Draw(t, "titled")*0x0123456789abc): "my own", "0000": "of none"}
		}
		if i := pick("intent", "feature", "none", "review"); i != "" {
			f.Intents = []fact.Intent{fact.Intent(i), fact.BugFix}
		}
	}
	if m := pick("miss", fact.MissShown, "loop", "not_undone"); m != "" {
		f.Misses = []string{m, "verified"}
	}
	f.Met, f.Lacked = pick("met", "plan_first", "goal_explicit", "clarity"), pick("lacked", "plan_first", "goal_explicit", "workflow")
	f.IncludeOpen, f.IncludeAutomated = rapid.Bool().Draw(t, "with open"), rapid.Bool().Draw(t, "with automated")
	if rapid.Bool().Draw(t, "at a moment") {
		f.Now = moment(rapid.IntRange(0, 40).Draw(t, "now") * 6).Add(time.Duration(rapid.IntRange(-1, 31).Draw(t, "later")) * time.Minute)
	}
	return f
}

func drawnWindow(t *rapid.T) (since, until time.Time) {
	if rapid.Bool().Draw(t, "since asked") {
		since = moment(rapid.IntRange(-10, 250).Draw(t, "since"))
	}
	if rapid.Bool().Draw(t, "until asked") {
		until = moment(rapid.IntRange(-10, 250).Draw(t, "until")).Add(time.Duration(rapid.IntRange(0, 1).Draw(t, "more")))
	}
	return since, until
}

// sameAnswers: whatever was saved, dropped and saved anew, lists and scores are what
// plain Go makes of the same sessions.
func sameAnswers(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		scope := store.Scope(fmt.Sprint(n))
		kept := map[string]fact.Session{}
		for range rapid.IntRange(1, 4).Draw(rt, "saves") {
			var c store.Changes
			for range rapid.IntRange(0, 8).Draw(rt, "sessions") {
				id := fmt.Sprintf("%016x", rapid.IntRange(0, 30).Draw(rt, "id")*0x0123456789abc)
				x := drawn(rt, id)
				kept[id] = x
				c.Sessions = append(c.Sessions, store.Session{Session: x, Revision: "r"})
				if rapid.Bool().Draw(rt, "verdict kept") {
					c.Verdicts = append(c.Verdicts, store.Judged{Composition: "r", Session: id, Verdict: x.Verdict})
				}
			}
			if rapid.Bool().Draw(rt, "drops") {
				id := fmt.Sprintf("%016x", rapid.IntRange(0, 30).Draw(rt, "dropped")*0x0123456789abc)
				if !slices.ContainsFunc(c.Sessions, func(x store.Session) bool { return x.ID == id }) {
					delete(kept, id)
					c.Dropped = append(c.Dropped, id)
				}
			}
			if rapid.Bool().Draw(rt, "settled") {
				c.State = &store.State{}
			}
			if err := s.Save(t.Context(), scope, c); err != nil {
				rt.Fatal(err)
			}
		}
		var reading fact.Reading
		for _, x := range kept {
			reading.Sessions = append(reading.Sessions, x)
		}
		for range 3 {
			sameList(t, rt, s, scope, reading.Sessions)
		}
		sameScore(t, rt, s, scope, reading)
	})
}

func sameList(t *testing.T, rt *rapid.T, s Store, scope store.Scope, sessions []fact.Session) {
	f := drawnFilter(rt)
	o := store.Order{By: rapid.SampledFrom(append(store.OrderKeys(), "")).Draw(rt, "order"), Reverse: rapid.Bool().Draw(rt, "reverse")}
	limit, offset := rapid.IntRange(0, 6).Draw(rt, "limit"), rapid.IntRange(0, 4).Draw(rt, "offset")
	var want []*fact.Session
	for i := range sessions {
		if f.Keeps(&sessions[i]) {
			want = append(want, &sessions[i])
		}
	}
	slices.SortFunc(want, o.Compare)
	ids := func(list []*fact.Session) string {
		var b strings.Builder
		for _, x := range list {
			fmt.Fprintln(&b, x.ID, x.Ended)
		}
		return b.String()
	}
	every := []*fact.Session{}
	for x, err := range s.Each(t.Context(), scope, f, o) {
		if err != nil {
			rt.Fatal(err)
		}
		every = append(every, x)
	}
	if d := cmp.Diff(ids(want), ids(every)); d != "" {
		rt.Fatalf("each of %+v by %+v (-want +got):\n%s", f, o, d)
	}
	var few []*fact.Session // who stops gets the first of them
	for x, err := range s.Each(t.Context(), scope, f, o) {
		if err != nil {
			rt.Fatal(err)
		}
		if few = append(few, x); len(few) > limit {
			break
		}
	}
	if d := cmp.Diff(ids(want[:min(limit+1, len(want))]), ids(few)); d != "" {
		rt.Fatalf("the first %d of %+v by %+v (-want +got):\n%s", limit+1, f, o, d)
	}
	if all := len(sessions); all > 0 && rapid.Bool().Draw(rt, "behind a place") {
		// Of any session, told or not; sometimes of one that went, between two.
		place := o.PlaceOf(&sessions[rapid.IntRange(0, all-1).Draw(rt, "place")])
		place.ID = rapid.SampledFrom([]string{place.ID, place.ID[:len(place.ID)-1] + "0", place.ID[:len(place.ID)-1] + "f", ""}).Draw(rt, "id")
		o.After = &place
		forged := o // an id that no program made, and no database takes
		forged.After = &store.Place{Value: place.Value, ID: "\x00\xff"}
		if _, _, err := s.List(t.Context(), scope, f, forged, 1, 0); err != nil {
			rt.Fatal(err)
		}
	}
	total := len(want)
	want = slices.DeleteFunc(want, func(x *fact.Session) bool { return !o.Behind(x) })
	got, found, err := s.List(t.Context(), scope, f, o, limit, offset)
	if err != nil {
		rt.Fatal(err)
	}
	page := want[min(offset, len(want)):]
	if limit > 0 {
		page = page[:min(limit, len(page))]
	}
	if found != total {
		rt.Fatalf("%+v: %d found, want %d", f, found, total)
	}
	if len(got) != len(page) {
		rt.Fatalf("%+v: a page of %d, want %d", f, len(got), len(page))
	}
	for i := range page {
		if d := cmp.Diff(*page[i], got[i], same); d != "" {
			rt.Fatalf("session %d of the page (-want +got):\n%s", i, d)
		}
	}
}

func sameScore(t *testing.T, rt *rapid.T, s Store, scope store.Scope, r fact.Reading) {
	o := score.Options{By: score.Dimensions(), IncludeOpen: rapid.Bool().Draw(rt, "open"), IncludeAutomated: rapid.Bool().Draw(rt, "machines"),
		AtNow: rapid.Bool().Draw(rt, "at now"), Now: moment(rapid.IntRange(0, 250).Draw(rt, "now"))}
	o.Since, o.Until = drawnWindow(rt)
	since, until := o.Span()
	f := drawnFilter(rt)
	zone := cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })
	f.Since, f.Until = since, until
	passing := r
	passing.Sessions = slices.DeleteFunc(slices.Clone(r.Sessions), func(x fact.Session) bool { return !f.Keeps(&x) })
	wordless := f
	wordless.Words = nil
	without := r
	without.Sessions = slices.DeleteFunc(slices.Clone(r.Sessions), func(x fact.Session) bool { return !wordless.Keeps(&x) })
	sameDays(t, rt, s, scope, o, store.Filter{Since: since, Until: until}, r)
	sameDays(t, rt, s, scope, o, wordless, without)
	got, err := score.Fold(score.Source{
		Figures: s.Passing(t.Context(), scope, f),
		Names:   func(numbers []uint32) (map[uint32]string, error) { return s.Names(t.Context(), scope, numbers) },
	}, o)
	if err != nil {
		rt.Fatal(err)
	}
	if d := cmp.Diff(score.Compute(passing, o), got, same, zone); d != "" {
		rt.Fatalf("score by %+v (-want +got):\n%s", o, d)
	}
}

// sameDays: the days, some of which are known, come to the score of what passes a filter
// without words, as long as their digests hold.
func sameDays(t *testing.T, rt *rapid.T, s Store, scope store.Scope, o score.Options, f store.Filter, r fact.Reading) {
	zone := cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })
	parts := map[int64]*score.Part{}
	digests := map[int64]uint64{}
	for range 2 {
		had := map[int64]*score.Part{}
		got, err := score.Fold(score.Source{
			Days: func(yield func(score.Day, error) bool) {
				for d, err := range s.Days(t.Context(), scope, f, func(day int64, digest uint64) bool {
					ok := o.Whole(day) && digests[day] == digest && parts[day] != nil
					had[day] = parts[day]
					return ok
				}) {
					x := score.Day{Figures: d.Figures}
					if d.Known {
						x.Part = had[d.Number]
					} else if d.Digest != 0 {
						x.Keep = func(p *score.Part) { parts[d.Number], digests[d.Number] = p, d.Digest }
					}
					if !yield(x, err) {
						return
					}
				}
			},
			Names: func(numbers []uint32) (map[uint32]string, error) { return s.Names(t.Context(), scope, numbers) },
		}, o)
		if err != nil {
			rt.Fatal(err)
		}
		if d := cmp.Diff(score.Compute(r, o), got, same, zone); d != "" {
			rt.Fatalf("score by %+v of days (-want +got):\n%s", o, d)
		}
	}
}
