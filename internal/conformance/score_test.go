package conformance

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"prism/internal/transcript/claudetest"
)

// scored is what `prism score --json` tells.
type scored struct {
	Score       *float64       `json:"score"`
	Letter      *string        `json:"letter"`
	Crushed     int            `json:"crushed"`
	Counted     int            `json:"counted"`
	Interval    []float64      `json:"interval"`
	Excluded    map[string]int `json:"excluded"`
	Provisional int            `json:"provisional"`
	Tokens      tokens         `json:"tokens"`
	CostUSD     *float64       `json:"cost_usd"`
	Unpriced    []string       `json:"cost_unpriced_models"`
	Trend       []struct {
		Week    string `json:"week"`
		Crushed int    `json:"crushed"`
		Counted int    `json:"counted"`
	} `json:"trend"`
	Groups map[string][]struct {
		Key     string `json:"key"`
		Counted int    `json:"counted"`
	} `json:"groups"`
	Input struct {
		Skipped map[string]int `json:"skipped"`
	} `json:"input"`
}

// scoreWant is a check of a case's score.
type scoreWant struct {
	field string
	see   func(s *scored) string
}

func (k *kase) scored(t *testing.T, dir string) []string {
	t.Helper()
	if len(k.score) == 0 {
		return nil
	}
	var s scored
	if out := prism(t, append([]string{"score", "--no-store", "--json", dir}, k.flags...)...); len(out) > 0 {
		if err := json.Unmarshal(out, &s); err != nil {
			t.Fatal(err)
		}
	}
	var out []string
	for _, w := range k.score {
		out = append(out, w.see(&s))
	}
	return out
}

// letter is the band of a score by the published table.
func letter(score float64) string {
	from := []float64{0, 3, 5, 6, 6.5, 7, 8, 8.5, 9, 9.5}
	names := []string{"F", "D", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"}
	out := names[0]
	for i, f := range from {
		if score/10 >= f {
			out = names[i]
		}
	}
	return out
}

// wilson is the 95 % interval of a share, on 0–100.
func wilson(hits, n int) (lo, hi float64) {
	const z = 1.959963984540054
	p, m := float64(hits)/float64(n), float64(n)
	mid, half := (p+z*z/(2*m))/(1+z*z/m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))/(1+z*z/m)
	return 100 * (mid - half), 100 * (mid + half)
}

func near(got, want, by float64) string {
	if math.Abs(got-want) <= by {
		return ""
	}
	return fmt.Sprintf("is %.4f, want %.4f", got, want)
}

// folder adds a case that is a folder of its own, asked for its score.
func (b *book) folder(name string, talks []*claudetest.Talk, wants ...scoreWant) *kase {
	k := b.adds(name, talks)
	k.alone, k.score = true, wants
	return k
}

func excludes(why string, n int) scoreWant {
	return scoreWant{"excluded " + why, func(s *scored) string { return differ(s.Excluded[why], n) }}
}

// share wants a whole score: so many crushed of so many counted.
func share(crushed, counted int) []scoreWant {
	wants := []scoreWant{
		{"counted", func(s *scored) string { return differ(s.Counted, counted) }},
		{"crushed", func(s *scored) string { return differ(s.Crushed, crushed) }},
	}
	if counted == 0 {
		return append(wants, scoreWant{"null", func(s *scored) string {
			if s.Score != nil || s.Letter != nil || len(s.Interval) > 0 {
				return "a score of nothing"
			}
			return ""
		}})
	}
	score := 100 * float64(crushed) / float64(counted)
	return append(wants,
		scoreWant{"score", func(s *scored) string {
			if s.Score == nil {
				return "is null"
			}
			return near(*s.Score, score, 0.06)
		}},
		scoreWant{"letter", func(s *scored) string {
			if s.Letter == nil {
				return "is null"
			}
			return differ(*s.Letter, letter(score))
		}},
		scoreWant{"interval", func(s *scored) string {
			if len(s.Interval) != 2 {
				return fmt.Sprint("is ", s.Interval)
			}
			lo, hi := wilson(crushed, counted)
			if e := near(s.Interval[0], lo, 0.06); e != "" {
				return e
			}
			return near(s.Interval[1], hi, 0.06)
		}},
	)
}

// scoreCases: what is counted, what of it crushed, and the figures that follow.
func scoreCases(b *book) {
	all := stories()
	landed := func(i int) *claudetest.Talk {
		s := all[i%len(all)]
		return s.checked([]string{"small_change", "bug_fix", "feature"}[i%3], b.talk(s)).Ask("perfect, works as I wanted, thanks").Say("You're welcome.")
	}
	open := func(i int) *claudetest.Talk {
		s := all[(i+5)%len(all)]
		return s.work("bug_fix", b.talk(s)).Ask("still broken, exactly the same error as before").Say("Sorry, I have no further idea.")
	}
	trivial := func(i int) *claudetest.Talk {
		s := all[i%len(all)]
		return b.talk(s).Ask(s.neutral[0].ask).Say(s.neutral[0].say)
	}
	idle := func(i int) *claudetest.Talk {
		return b.talk(all[i%len(all)]).Ask("hello").Say("Hello!").Ask("test").Say("I'm here.").Ask("ok").Say("Tell me what you need.")
	}
	machine := func(i int) *claudetest.Talk {
		t := b.talk(all[i%len(all)])
		t.Entry, t.Source = "sdk-cli", "sdk"
		return all[i%len(all)].checked("small_change", t)
	}
	for counted := range 9 {
		for crushed := range counted + 1 {
			if counted > 5 && crushed%2 == 0 {
				continue
			}
			var talks []*claudetest.Talk
			for i := range counted {
				if i < crushed {
					talks = append(talks, landed(i))
				} else {
					talks = append(talks, open(i))
				}
			}
			rest := (counted + crushed) % 3
			for i := range rest {
				talks = append(talks, trivial(i), machine(i), idle(i+2))
			}
			if len(talks) == 0 {
				talks = append(talks, trivial(0))
				b.folder("score/nothing counted", talks, append(share(0, 0), excludes("below_floor", 1))...)
				continue
			}
			b.folder(fmt.Sprintf("score/%d of %d, and %d of each that is left out", crushed, counted, rest), talks,
				append(share(crushed, counted), excludes("below_floor", rest), excludes("automated", rest), excludes("no_intent", rest))...)
		}
	}
	// A rework takes a crushed session out of the score, not out of the count.
	s := all[0]
	t := landed(2)
	u := b.more(t, 5*time.Hour).Ask("Take that out again, we decided against it.")
	for _, p := range all[2].adds {
		u.Edit(p.file, max(p.at, 1), p.after, p.before)
	}
	u.Say("All of it is out again.").Ask("perfect, thank you").Say("Good.")
	b.folder("score/reworked", []*claudetest.Talk{t, u}, share(1, 2)...)
	// Open sessions are shown and not counted.
	young := claudetest.Begin("conformance young", "/home/mara/code/young", "main", "claude-sonnet-5-5", time.Now().Add(-5*time.Minute).UTC().Format(time.RFC3339))
	s.checked("small_change", young).Ask("perfect, thanks").Say("Good.")
	b.folder("score/open", []*claudetest.Talk{young, landed(0)}, append(share(1, 1), excludes("open", 1))...)
	young = claudetest.Begin("conformance young 2", "/home/mara/code/young", "main", "claude-sonnet-5-5", time.Now().Add(-5*time.Minute).UTC().Format(time.RFC3339))
	s.checked("small_change", young).Ask("perfect, thanks").Say("Good.")
	b.folder("score/open, included", []*claudetest.Talk{young, landed(0)}, share(2, 2)...).flags = []string{"--include-open"}
	old := claudetest.Begin("conformance old", "/home/mara/code/old", "main", "claude-sonnet-5-5", time.Now().Add(-2*time.Hour).UTC().Format(time.RFC3339))
	s.checked("small_change", old).Ask("perfect, thanks").Say("Good.")
	b.folder("score/provisional counts", []*claudetest.Talk{old}, append(share(1, 1), excludes("open", 0))...)
	b.folder("score/automated, included", []*claudetest.Talk{landed(0), machine(3)}, excludes("automated", 0), scoreWant{"counted", func(s *scored) string { return differ(s.Counted, 2) }}).flags = []string{"--include-automated"}
	// A session belongs to the window in which it ended, in the person's zone; weeks begin on Monday.
	at := func(start string) *claudetest.Talk {
		b.n++
		t := claudetest.Begin(fmt.Sprintf("conformance %d", b.n), fmt.Sprintf("/home/mara/code/%s-%d", s.name, b.n), s.branch, "claude-sonnet-5-5", start)
		return s.checked("small_change", t).Ask("perfect, thanks").Say("Good.")
	}
	sunday, monday, late := at("2026-10-18T20:00:00Z"), at("2026-10-19T06:00:00Z"), at("2026-10-12T22:40:00Z")
	days := []*claudetest.Talk{sunday, monday, late}
	counted := func(n int) scoreWant {
		return scoreWant{"counted", func(s *scored) string { return differ(s.Counted, n) }}
	}
	for _, w := range []struct {
		flags string
		n     int
	}{
		{"", 3}, {"--since 2026-10-19", 1}, {"--until 2026-10-18", 2}, {"--since 2026-10-13 --until 2026-10-18", 1}, {"--since 2026-10-12 --until 2026-10-12", 1}, {"--since 2026-10-12 --until 2026-10-12 --tz Europe/Berlin", 0},
		{"--since 2026-10-13 --until 2026-10-13 --tz Europe/Berlin", 1}, {"--since 2026-10", 3}, {"--since 2026-11", 0}, {"--since 2026-W42 --until 2026-W42", 2}, {"--since 2026-W43 --until 2026-W43", 1},
	} {
		b.folder("score/window "+w.flags, days, counted(w.n)).flags = strings.Fields(w.flags)
	}
	b.folder("score/weeks", days, scoreWant{"weeks", func(s *scored) string {
		var got []int
		for _, w := range s.Trend {
			if w.Counted > 0 {
				got = append(got, w.Counted)
			}
		}
		return differ(fmt.Sprint(got), "[2 1]")
	}})
	b.folder("score/by intent", []*claudetest.Talk{landed(0), landed(1), landed(3)}, scoreWant{"groups", func(s *scored) string {
		n := map[string]int{}
		for _, g := range s.Groups["intent"] {
			n[g.Key] += g.Counted
		}
		return differ(fmt.Sprint(n), "map[bug_fix:1 small_change:2]")
	}}).flags = []string{"--by", "intent"}
	// Tokens of all sessions, counted or not; the known part of the cost.
	for i, model := range []string{"experimental-large-2", "claude-unheard-of-9", "local/llama-70b"} {
		s := all[i]
		t := b.talk(s).Ask(s.question.ask).Spend(spend(100, 50, 0, 0, 0)).Say(s.question.say)
		u := b.talk(s)
		u.Model = model
		u.Ask(s.neutral[0].ask).Spend(spend(1000, 500, 0, 0, 0)).Say(s.neutral[0].say)
		b.folder("score/a model without a price/"+model, []*claudetest.Talk{t, u},
			scoreWant{"tokens", func(s *scored) string { return differ(s.Tokens.Total, 1650) }},
			scoreWant{"cost", func(s *scored) string {
				if s.CostUSD == nil {
					return "is null, want the known part"
				}
				return near(*s.CostUSD, (100*2+50*10)/1e6, 1e-7)
			}},
			scoreWant{"unpriced", func(s *scored) string { return differ(fmt.Sprint(s.Unpriced), "["+model+"]") }})
	}
	for i, count := range []any{12.5, 0.25, true, "many"} {
		s := all[i]
		t := b.talk(s).Ask(s.question.ask).Spend(object{"input_tokens": 10, "output_tokens": count, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}).Say(s.question.say)
		b.folder(fmt.Sprintf("tokens/a count that is no whole number/%v", count), []*claudetest.Talk{t}, scoreWant{"said so", func(s *scored) string {
			if len(s.Input.Skipped) == 0 {
				return "nothing is said to be unreadable"
			}
			return ""
		}})
	}
}
