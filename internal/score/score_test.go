package score

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/fact"
)

// at is a moment of January 2026; the 5th is a Monday.
func at(day, hour int) time.Time { return time.Date(2026, 1, day, hour, 0, 0, 0, time.UTC) }

// landed is a counted, crushed session that ended on a day.
func landed(id string, day int) fact.Session {
	return fact.Session{
		ID: id, Started: at(day, 8), Ended: at(day, 10), State: fact.Closed, Turns: 4,
		Repo: fact.Repo{Key: "/src/app", Name: "app"}, Branch: "main", Model: "m",
		Floor: fact.NewFloor(4, 30, 2, 5),
		Usage: []fact.ModelUsage{{Model: "m", Tokens: fact.Tokens{Input: 100, Output: 300, CacheRead: 600}, Cost: ptr(2.0)}},
		Cost:  ptr(2.0),
		Verdict: fact.Verdict{Judge: "offline", Version: "v1", Status: fact.JudgeOK, Intent: fact.Feature, GoalComplete: true,
			Rubric: fact.Rubric{GoalExplicit: fact.Present, ScopeBounded: fact.Absent, VerificationRequested: fact.Present, PlanFirst: fact.NotApplicable, Letter: "B-"}},
		Languages: fact.Languages{Code: "go", Prompt: "en"},
	}
}

func failed(id string, day int) fact.Session {
	s := landed(id, day)
	s.Verdict.GoalComplete = false
	return s
}

func trivial(id string, day, turns int) fact.Session {
	s := landed(id, day)
	s.Turns, s.Floor = turns, fact.NewFloor(turns, 0, 0, 0)
	return s
}

func TestCompute(t *testing.T) {
	open := landed("open", 6)
	open.State = fact.Open
	provisional := landed("prov", 6)
	provisional.State = fact.Provisional
	machine := failed("machine", 6)
	machine.Automated = true
	undone := landed("undone", 7)
	undone.Rework.Reworked = true
	aimless := landed("aimless", 7)
	aimless.Verdict.Status = fact.JudgeNoIntent
	r := fact.Reading{
		Sessions: []fact.Session{landed("a", 5), failed("b", 5), open, provisional, machine, undone, aimless, trivial("t1", 8, 1), trivial("t2", 8, 2)},
		Outside:  []fact.OutsideUsage{{Time: at(5, 1), Usage: fact.ModelUsage{Model: "m", Tokens: fact.Tokens{Input: 7, Output: 3}, Cost: ptr(0.5), Nested: fact.Tokens{Output: 3}, NestedCost: ptr(0.25)}}},
	}
	s := Compute(r, Options{})
	if s.Sessions != 9 || s.Counted != 4 || s.Crushed != 2 || *s.Score != 50 || s.Letter != "C" {
		t.Errorf("got %d sessions, %d counted, %d crushed, score %v %s", s.Sessions, s.Counted, s.Crushed, *s.Score, s.Letter)
	}
	want := map[fact.Exclusion]int{fact.ExcludeFloor: 2, fact.ExcludeNoIntent: 1, fact.ExcludeAutomated: 1, fact.ExcludeOpen: 1}
	if d := cmp.Diff(want, s.Excluded); d != "" {
		t.Errorf("excluded: %s", d)
	}
	if s.Provisional != 1 || s.OpenCounted != 0 {
		t.Errorf("provisional %d, open and counted %d", s.Provisional, s.OpenCounted)
	}
	if s.Tokens.Total() != 9*1000+10 || s.Outside.Total() != 10 || s.Nested.Total() != 3 {
		t.Errorf("tokens %d, outside %d, nested %d", s.Tokens.Total(), s.Outside.Total(), s.Nested.Total())
	}
	if *s.Cost.USD != 18.5 || *s.NestedCost.USD != 0.25 || *s.CostPerCrushed != 9.25 || *s.CrushedCost != 2 || *s.CrushWeight != 1000 {
		t.Errorf("cost %v, nested %v, per crushed %v, median %v, weight %v", *s.Cost.USD, *s.NestedCost.USD, *s.CostPerCrushed, *s.CrushedCost, *s.CrushWeight)
	}
	// Above the floor and no machine run: a, b, open, prov, undone, aimless.
	if *s.TokensPerTurn != 400.0/4 {
		t.Errorf("tokens per turn %v", *s.TokensPerTurn)
	}
	if *s.Speed.TimeToCrush != 2*time.Hour || *s.Speed.CrushedPerWeek != 2 || s.Speed.Delta != nil {
		t.Errorf("speed %+v", s.Speed)
	}
	if *s.Skill.Grade != 65 || s.Skill.Letter != "B-" || s.Skill.Graded != 4 || s.Skill.WorstPillar != fact.Clarity {
		t.Errorf("skill %+v", s.Skill)
	}
	if math.Abs(*s.Trivia.Rate-2.0/9) > 1e-12 {
		t.Errorf("exclusion rate %v", *s.Trivia.Rate)
	}
	if d := cmp.Diff([]Reason{{"no_real_work", 0}, {"too_few_turns", 1}, {"too_few_lines", 0}, {"no_mutating_calls", 1}}, s.Trivia.Reasons); d != "" {
		t.Errorf("trivia: %s", d)
	}
	if len(s.Trend) != 1 || s.Trend[0].Key() != "2026-01-05" {
		t.Errorf("trend %+v", s.Trend)
	}
	if d := cmp.Diff([]JudgeUse{{Name: "offline", Version: "v1", Sessions: 9}}, s.Judges); d != "" {
		t.Errorf("judges: %s", d)
	}

	all := Compute(r, Options{IncludeOpen: true, IncludeAutomated: true})
	if all.Counted != 6 || all.Crushed != 3 || all.OpenCounted != 1 || all.Excluded[fact.ExcludeOpen]+all.Excluded[fact.ExcludeAutomated] != 0 {
		t.Errorf("with open and automated: %d of %d, %v", all.Crushed, all.Counted, all.Excluded)
	}
}

// Nothing to count is nil, never 0.
func TestEmpty(t *testing.T) {
	for name, r := range map[string]fact.Reading{"nothing": {}, "trivia only": {Sessions: []fact.Session{trivial("t", 5, 1)}}} {
		s := Compute(r, Options{By: Dimensions()})
		if s.Score != nil || s.Interval != nil || s.Letter != "" || s.CostPerCrushed != nil || s.CrushWeight != nil || s.CrushedCost != nil ||
			s.TokensPerTurn != nil || s.Speed.TimeToCrush != nil || s.Skill.Grade != nil || s.Skill.WorstPillar != "" || s.TokenTrend != nil {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if s := Compute(fact.Reading{}, Options{}); s.Trivia.Rate != nil || s.Speed.CrushedPerWeek != nil {
		t.Errorf("no sessions, but rates: %+v %+v", s.Trivia, s.Speed)
	}
	none := landed("a", 5)
	none.Verdict.GoalComplete = false
	if s := Compute(fact.Reading{Sessions: []fact.Session{none}}, Options{}); s.Score == nil || *s.Score != 0 || s.Letter != "F" || s.Interval.Lo != 0 || s.Interval.Hi < 50 {
		t.Errorf("one session, not landed: %+v", s.Ratio)
	}
}

// Sessions that are in no repository, as those of telemetry alone, are in none.
func TestRepositories(t *testing.T) {
	none := landed("a", 5)
	none.Repo = fact.Repo{}
	if s := Compute(fact.Reading{Sessions: []fact.Session{none, none}}, Options{}); s.Repositories != 0 {
		t.Errorf("%d of sessions in none", s.Repositories)
	}
	if s := Compute(fact.Reading{Sessions: []fact.Session{landed("b", 5), none, landed("c", 6)}}, Options{}); s.Repositories != 1 {
		t.Errorf("%d of sessions in one and none", s.Repositories)
	}
}

func TestUnpriced(t *testing.T) {
	a, b := landed("a", 5), landed("b", 5)
	b.Usage = []fact.ModelUsage{{Model: "<synthetic>"}, {Model: "glm", Tokens: fact.Tokens{Input: 1}}, {Model: "m", Tokens: fact.Tokens{Input: 1}, Cost: ptr(1.0)}}
	b.Cost = ptr(1.0)
	s := Compute(fact.Reading{Sessions: []fact.Session{a, b}}, Options{By: []string{"intent"}})
	if *s.Cost.USD != 3 || *s.CostPerCrushed != 1.5 || s.CrushedCost != nil {
		t.Errorf("cost %+v, per crushed %v", s.Cost, s.CostPerCrushed)
	}
	want := Cost{USD: ptr(3.0), Unpriced: []string{"glm"}}
	if d := cmp.Diff(want, s.Cost); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want, s.Groups[0].Groups[0].Cost); d != "" {
		t.Error(d)
	}

	// Where nothing has a price, nothing is known of the cost.
	b.Usage, b.Cost = b.Usage[:2], nil
	if s := Compute(fact.Reading{Sessions: []fact.Session{b}}, Options{}); s.Cost.USD != nil || s.CostPerCrushed != nil || !s.Cost.AtLeast() {
		t.Errorf("nothing has a price: %+v", s.Cost)
	}
}

// A session belongs to the window in which it ended, in the person's zone.
func TestWindow(t *testing.T) {
	r := fact.Reading{Sessions: []fact.Session{landed("a", 5), failed("b", 12), landed("c", 13), landed("d", 19)},
		Outside: []fact.OutsideUsage{{Time: at(12, 0), Usage: fact.ModelUsage{Tokens: fact.Tokens{Input: 5}}}, {Time: at(20, 0), Usage: fact.ModelUsage{Tokens: fact.Tokens{Input: 50}}}}}
	s := Compute(r, Options{Since: at(12, 0), Until: at(19, 0)})
	if s.Sessions != 2 || s.Crushed != 1 || s.Outside.Total() != 5 || s.Prior == nil || s.Prior.Sessions != 1 || *s.Prior.Score != 100 {
		t.Errorf("%+v, before it %+v, outside %d", s.Ratio, s.Prior, s.Outside.Total())
	}
	if *s.Speed.CrushedPerWeek != 1 || s.Speed.Delta.By != 0 || s.TokenTrend.By != 1 || s.Skill.Delta.By != 0 || !s.Speed.Delta.Noise() || !s.Skill.Delta.Noise() || !s.Change.Noise() {
		t.Errorf("speed %+v, trend %v, skill %+v", s.Speed, s.TokenTrend, s.Skill)
	}
	// Its last instant is out, its first is in.
	if s := Compute(r, Options{Since: at(5, 10), Until: at(12, 10)}); s.Sessions != 1 {
		t.Errorf("half-open window holds %d", s.Sessions)
	}
	// A window without an end goes on until now, and so does the one before it.
	if s := Compute(r, Options{Since: at(12, 0), Now: at(26, 0)}); s.Sessions != 3 || *s.Speed.CrushedPerWeek != 1 || s.Prior.Sessions != 1 {
		t.Errorf("since: %+v, %v a week, before it %+v", s.Ratio, *s.Speed.CrushedPerWeek, s.Prior)
	}
	// The pace is a mean over weeks without a session, too: it is told how many there are.
	if s := Compute(r, Options{Since: at(5, 0), Until: at(26, 0)}); s.Speed.Weeks != 3 {
		t.Errorf("from a Monday to the third after it there are %d weeks", s.Speed.Weeks)
	}
	if s := Compute(fact.Reading{Sessions: []fact.Session{landed("a", 5), landed("d", 19)}}, Options{}); s.Speed.Weeks != 3 || len(s.Trend) != 2 {
		t.Errorf("%d of %d weeks had a session", len(s.Trend), s.Speed.Weeks)
	}
	if s := Compute(r, Options{Until: at(12, 10)}); s.Sessions != 1 || s.Prior != nil {
		t.Errorf("until: %+v", s.Ratio)
	}

	late := landed("late", 11)
	late.Ended = at(11, 23) // Sunday night in UTC, Monday in Auckland
	nz := time.FixedZone("NZDT", 13*3600)
	for zone, want := range map[*time.Location]string{time.UTC: "2026-01-05", nz: "2026-01-12"} {
		s := Compute(fact.Reading{Sessions: []fact.Session{late}}, Options{Zone: zone, By: []string{"week"}})
		if s.Trend[0].Key() != want || s.Groups[0].Groups[0].Key != want {
			t.Errorf("week in %v: %s, %s; want %s", zone, s.Trend[0].Key(), s.Groups[0].Groups[0].Key, want)
		}
	}
}

// Whoever asks for the same breakdown many times has it worked out once.
func TestGroupsOnce(t *testing.T) {
	s := Compute(fact.Reading{}, Options{By: []string{"repo", "nothing", "intent", "repo", "repo", "intent"}})
	if len(s.Groups) != 2 || s.Groups[0].By != "repo" || s.Groups[1].By != "intent" {
		t.Errorf("%+v", s.Groups)
	}
}

func TestGroups(t *testing.T) {
	a, b, c, d := landed("a", 5), failed("b", 12), landed("c", 13), trivial("d", 14, 1)
	b.Repo = fact.Repo{Key: "/other/app", Name: "app"}
	c.Branch, c.Model, c.Languages.Code = "", "", ""
	c.Verdict.Intent = ""
	c.Repo = fact.Repo{}
	s := Compute(fact.Reading{Sessions: []fact.Session{a, b, c, d}}, Options{By: []string{"repo", "nonsense", "branch", "language", "intent", "week", "model"}})
	var got []string
	for _, b := range s.Groups {
		for _, g := range b.Groups {
			got = append(got, fmt.Sprintf("%s %s %d/%d/%d", b.By, g.Key, g.Crushed, g.Counted, g.Sessions))
		}
	}
	want := []string{
		"repo src/app 1/1/2", "repo other/app 0/1/1", "repo unknown 1/1/1",
		"branch main 1/2/3", "branch unknown 1/1/1",
		"language go 1/2/3", "language none 1/1/1",
		"intent feature 1/2/3", "intent none 1/1/1",
		"week 2026-01-05 1/1/1", "week 2026-01-12 1/2/3",
		"model m 1/2/3", "model unknown 1/1/1",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Repositories of one name are told apart by no more folders than it takes; such an ending
// of a path is what a filter by repository knows them by.
func TestNamesakes(t *testing.T) {
	var list []fact.Session
	for i, key := range []string{"/home/ada/work/shop/web", "/home/ada/old/shop/web", "/srv/web", `C:\src\web`, "/home/ada/cart", ""} {
		s := landed(fmt.Sprint(i), 5+i)
		s.Repo = fact.Repo{Key: key, Name: "web"}
		if key == "/home/ada/cart" {
			s.Repo.Name = "cart"
		}
		list = append(list, s)
	}
	var got []string
	for _, g := range Compute(fact.Reading{Sessions: list}, Options{By: []string{"repo"}}).Groups[0].Groups {
		got = append(got, g.Key)
	}
	slices.Sort(got)
	if d := cmp.Diff([]string{"cart", "old/shop/web", "src/web", "srv/web", "web", "work/shop/web"}, got); d != "" {
		t.Error(d)
	}
	var shown []*fact.Session
	for i := range list {
		shown = append(shown, &list[i])
	}
	want := map[string]string{"/home/ada/work/shop/web": "work/shop/web", "/home/ada/old/shop/web": "old/shop/web", "/srv/web": "srv/web", `C:\src\web`: "src/web", "/home/ada/cart": "cart"}
	if d := cmp.Diff(want, RepoNames(shown)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]string{"/srv/web": "web"}, RepoNames(shown[2:3])); d != "" { // nobody has its name
		t.Error(d)
	}
}

func TestWilson(t *testing.T) {
	// Reference values: R, prop.test(x, n, correct = FALSE)$conf.int.
	for _, c := range []struct {
		hits, n int
		lo, hi  float64
	}{{0, 10, 0, 27.7533}, {5, 10, 23.6593, 76.3407}, {10, 10, 72.2467, 100}, {62, 100, 52.2095, 70.9018}, {1, 1, 20.6549, 100}} {
		i := Wilson(c.hits, c.n)
		if math.Abs(i.Lo-c.lo) > 1e-3 || math.Abs(i.Hi-c.hi) > 1e-3 {
			t.Errorf("%d of %d: %.4f–%.4f, want %.4f–%.4f", c.hits, c.n, i.Lo, i.Hi, c.lo, c.hi)
		}
	}
	if Wilson(0, 0) != nil {
		t.Error("an interval of nothing")
	}
}

// drawn makes any session at all.
func drawn(t *rapid.T) fact.Session {
	s := fact.Session{
		ID:        rapid.StringMatching(`[a-z]{12}`).Draw(t, "id"),
		Ended:     at(1, 0).Add(time.Duration(rapid.IntRange(0, 60*24).Draw(t, "hour")) * time.Hour),
		State:     rapid.SampledFrom([]fact.State{fact.Closed, fact.Provisional, fact.Open}).Draw(t, "state"),
		Automated: rapid.Bool().Draw(t, "automated"),
		Turns:     rapid.IntRange(0, 9).Draw(t, "turns"),
		Repo:      fact.Repo{Key: rapid.SampledFrom([]string{"/a/x", "/b/x", "/c/y", "/q/a/x", ""}).Draw(t, "repo")},
		Branch:    rapid.SampledFrom([]string{"", "main", "fix"}).Draw(t, "branch"),
		Model:     rapid.SampledFrom([]string{"", "m", "n"}).Draw(t, "model"),
		Languages: fact.Languages{Code: rapid.SampledFrom([]string{"", "go"}).Draw(t, "code")},
	}
	if i := strings.LastIndexByte(s.Repo.Key, '/'); i >= 0 {
		s.Repo.Name = s.Repo.Key[i+1:]
	}
	s.Started = s.Ended.Add(-time.Duration(rapid.IntRange(-1, 100).Draw(t, "length")) * time.Hour)
	s.Floor = fact.NewFloor(s.Turns, rapid.IntRange(0, 12).Draw(t, "added"), 0, rapid.IntRange(0, 1).Draw(t, "mutating"))
	s.Verdict.Status = rapid.SampledFrom([]fact.JudgeStatus{fact.JudgeOK, fact.JudgeOK, fact.JudgeNoIntent, fact.JudgePending, fact.JudgeError, fact.JudgeUngrounded, fact.JudgeOptedOut}).Draw(t, "status")
	s.Verdict.GoalComplete = rapid.Bool().Draw(t, "complete")
	s.Verdict.Intent = rapid.SampledFrom(fact.Intents).Draw(t, "intent")
	s.Verdict.Rubric.Letter = rapid.SampledFrom([]string{"", "F", "B", "A+"}).Draw(t, "letter")
	s.Rework.Reworked = rapid.Bool().Draw(t, "reworked")
	for _, model := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"", "m", "n", "o"}), 0, 3, rapid.ID).Draw(t, "models") {
		u := drawnUsage(t, model)
		if u.Cost != nil {
			total := *u.Cost
			if s.Cost != nil {
				total += *s.Cost
			}
			s.Cost = &total
		}
		s.Usage = append(s.Usage, u)
	}
	return s
}

// drawnUsage makes the usage of one model, a part of it nested.
func drawnUsage(t *rapid.T, model string) fact.ModelUsage {
	amount := rapid.Int64Range(0, 1e6)
	nested := fact.Tokens{Output: amount.Draw(t, "nested")}
	u := fact.ModelUsage{Model: model, Nested: nested, Tokens: fact.Tokens{Input: amount.Draw(t, "in"), Output: amount.Draw(t, "out")}.Plus(nested)}
	if rapid.Bool().Draw(t, "priced") {
		u.Cost, u.NestedCost = ptr(float64(u.Tokens.Total())/3), ptr(float64(nested.Total())/3)
	}
	return u
}

// What was billed is in the whole once, wherever it is added up: by session, by
// model, and by every breakdown.
func TestBillAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := fact.Reading{Sessions: rapid.SliceOfNDistinct(rapid.Custom(drawn), 0, 20, func(s fact.Session) string { return s.ID }).Draw(t, "sessions")}
		for i := range rapid.IntRange(0, 3).Draw(t, "outside") {
			r.Outside = append(r.Outside, fact.OutsideUsage{Time: at(1+i, 0), Usage: drawnUsage(t, "m")})
		}
		sum := Compute(r, Options{By: Dimensions()})

		var all, nested, outside fact.Tokens
		known, unpriced := 0.0, make(map[string]bool)
		take := func(u *fact.ModelUsage) {
			all, nested = all.Plus(u.Tokens), nested.Plus(u.Nested)
			if u.Cost != nil {
				known += *u.Cost
			}
			if u.Unpriced() {
				unpriced[u.Model] = true
			}
		}
		bySession := 0.0
		for i := range r.Sessions {
			s := &r.Sessions[i]
			if s.Cost != nil {
				bySession += *s.Cost
			}
			for k := range s.Usage {
				take(&s.Usage[k])
			}
		}
		for i := range r.Outside {
			outside = outside.Plus(r.Outside[i].Usage.Tokens)
			if c := r.Outside[i].Usage.Cost; c != nil {
				bySession += *c
			}
			take(&r.Outside[i].Usage)
		}
		if sum.Tokens != all || sum.Nested != nested || sum.Outside != outside || sum.Nested.Total() > sum.Tokens.Total() {
			t.Fatalf("the whole is %+v, nested %+v, outside %+v; its parts are %+v, %+v, %+v", sum.Tokens, sum.Nested, sum.Outside, all, nested, outside)
		}
		if !near(sum.Cost.USD, known) || !near(sum.Cost.USD, bySession) {
			t.Fatalf("cost %v, by model %v, by session %v", sum.Cost.USD, known, bySession)
		}
		if names := slices.Sorted(maps.Keys(unpriced)); !slices.Equal(sum.Cost.Unpriced, names) {
			t.Fatalf("without a price: %q, want %q", sum.Cost.Unpriced, names)
		}
		for _, b := range sum.Groups {
			tokens, nested, usd := sum.Outside, fact.Tokens{}, 0.0
			for _, u := range r.Outside {
				nested = nested.Plus(u.Usage.Nested)
				usd += or0(u.Usage.Cost)
			}
			for _, g := range b.Groups {
				tokens, nested, usd = tokens.Plus(g.Tokens), nested.Plus(g.Nested), usd+or0(g.Cost.USD)
			}
			if tokens != all || nested != sum.Nested || !near(sum.Cost.USD, usd) {
				t.Fatalf("by %s: %+v, nested %+v, %v USD; the whole is %+v, %+v, %v", b.By, tokens, nested, usd, all, sum.Nested, sum.Cost.USD)
			}
		}
	})
}

func or0(x *float64) float64 {
	if x == nil {
		return 0
	}
	return *x
}

// near reports whether x is y but for rounding; nil is nothing at all.
func near(x *float64, y float64) bool { return math.Abs(or0(x)-y) <= 1e-6*(1+math.Abs(y)) }

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sessions := rapid.SliceOfNDistinct(rapid.Custom(drawn), 0, 20, func(s fact.Session) string { return s.ID }).Draw(t, "sessions")
		o := Options{By: Dimensions(), IncludeOpen: rapid.Bool().Draw(t, "open"), IncludeAutomated: rapid.Bool().Draw(t, "auto"), Now: at(31, 0)}
		if rapid.Bool().Draw(t, "since") {
			o.Since = at(rapid.IntRange(1, 40).Draw(t, "from"), 0)
		}
		if rapid.Bool().Draw(t, "until") {
			o.Until = at(rapid.IntRange(1, 60).Draw(t, "to"), 0)
		}
		sum := Compute(fact.Reading{Sessions: sessions}, o)

		if sum.Crushed < 0 || sum.Crushed > sum.Counted || sum.Counted > sum.Sessions || sum.Sessions > len(sessions) {
			t.Fatalf("%d crushed, %d counted, %d sessions of %d", sum.Crushed, sum.Counted, sum.Sessions, len(sessions))
		}
		out := 0
		for why, n := range sum.Excluded {
			if n <= 0 || why == fact.NotExcluded {
				t.Fatalf("excluded %q: %d", why, n)
			}
			out += n
		}
		if out+sum.Counted != sum.Sessions {
			t.Fatalf("%d counted and %d excluded of %d", sum.Counted, out, sum.Sessions)
		}
		if (sum.Score == nil) != (sum.Counted == 0) {
			t.Fatalf("score %v of %d counted", sum.Score, sum.Counted)
		}
		if sum.Score != nil {
			i := sum.Interval
			if !(0 <= i.Lo && i.Lo <= *sum.Score && *sum.Score <= i.Hi && i.Hi <= 100) {
				t.Fatalf("score %v in %+v", *sum.Score, *i)
			}
		}
		if len(sum.Groups) != len(Dimensions()) {
			t.Fatalf("%d breakdowns", len(sum.Groups))
		}
		for _, b := range sum.Groups {
			var all Ratio
			var tokens fact.Tokens
			known := 0.0
			seen := make(map[string]bool)
			for _, g := range b.Groups {
				all.Sessions, all.Counted, all.Crushed = all.Sessions+g.Sessions, all.Counted+g.Counted, all.Crushed+g.Crushed
				tokens = tokens.Plus(g.Tokens)
				known += or0(g.Cost.USD)
				if seen[g.Key] {
					t.Fatalf("by %s: two groups %q", b.By, g.Key)
				}
				seen[g.Key] = true
			}
			if all.Sessions != sum.Sessions || all.Counted != sum.Counted || all.Crushed != sum.Crushed || tokens != sum.Tokens || !near(sum.Cost.USD, known) {
				t.Fatalf("by %s the groups make %+v, %+v; the whole is %+v, %+v", b.By, all, tokens, sum.Ratio, sum.Tokens)
			}
		}
		weeks := 0
		for i, w := range sum.Trend {
			weeks += w.Sessions
			if w.Monday.Weekday() != time.Monday || i > 0 && !sum.Trend[i-1].Monday.Before(w.Monday) {
				t.Fatalf("trend: %v", w.Monday)
			}
		}
		if weeks != sum.Sessions {
			t.Fatalf("the trend holds %d of %d sessions", weeks, sum.Sessions)
		}

		mixed := rapid.Permutation(sessions).Draw(t, "mixed")
		if d := cmp.Diff(sum, Compute(fact.Reading{Sessions: mixed}, o), cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })); d != "" {
			t.Fatalf("another order of sessions: %s", d)
		}
	})
}

// Published intervals of differences: Newcombe 1998, table II, method 10.
func TestNewcombe(t *testing.T) {
	for _, c := range []struct {
		a, n, b, m int
		lo, hi     float64
	}{
		{56, 70, 48, 80, 5.24, 33.39}, {9, 10, 3, 10, 17.05, 80.90}, {10, 10, 0, 20, 67.91, 100},
	} {
		x, y := Ratio{Counted: c.n, Crushed: c.a}, Ratio{Counted: c.m, Crushed: c.b}
		x.close()
		y.close()
		d := newcombe(x, y)
		if math.Abs(d.Lo-c.lo) > 0.01 || math.Abs(d.Hi-c.hi) > 0.01 || d.Noise() {
			t.Errorf("%d of %d against %d of %d: %+v, want %.2f to %.2f", c.a, c.n, c.b, c.m, d, c.lo, c.hi)
		}
	}
}

func TestSpread(t *testing.T) {
	v := sorted{{1, 8, 9}, {2, 7}, {}, {3, 4, 5, 6}}
	if got := *v.spread(); got != (Spread{3, 5, 7}) {
		t.Errorf("%+v", got)
	}
	if (sorted{}).spread() != nil || *(sorted{{4}}).spread() != (Spread{4, 4, 4}) {
		t.Error("of nothing, or of one")
	}
}

// Weeks without a session stand between those with one; days and months are counted.
func TestEmptyWeeks(t *testing.T) {
	zone := time.FixedZone("X", 3600)
	list := EveryWeek([]Week{{Monday: time.Date(2026, 1, 5, 0, 0, 0, 0, zone)}, {Monday: time.Date(2026, 1, 26, 0, 0, 0, 0, zone)}})
	if len(list) != 4 || list[2].Key() != "2026-01-19" || list[2].Sessions != 0 {
		t.Errorf("%+v", list)
	}
	for _, c := range []struct {
		by, from, to string
		want         int
	}{{"day", "2026-03-28", "2026-03-30", 1}, {"week", "2026-01-05", "2026-01-12", 0}, {"month", "2025-11", "2026-02", 2}, {"day", "unknown", "2026-01-01", 0}} {
		if got := Between(c.by, c.from, c.to); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// One figure as it is shown has one word, whichever way it was rounded there.
func TestBandsGoByWhatIsShown(t *testing.T) {
	for x := 0.5; x < 20; x += 0.013 {
		var asShown float64
		if _, err := fmt.Sscanf(fmt.Sprintf("%.1f", x), "%f", &asShown); err != nil {
			t.Fatal(err)
		}
		if a, b := SpeedBand(x), SpeedBand(asShown); a != b || asShown < a.From || a.To > 0 && asShown >= a.To {
			t.Errorf("%v is shown as %.1f and called %s, and %.1f is %s", x, x, a.Name, asShown, b.Name)
		}
	}
	if b := SkillBand(64.6); b.Name != "fair" {
		t.Errorf("65 of 100 is %s", b.Name)
	}
	if b := TriviaBand(9.7); b.Name != "normal" {
		t.Errorf("10 %% is %s", b.Name)
	}
}
