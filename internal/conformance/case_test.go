package conformance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"prism/internal/transcript/claudetest"
)

// session is what `prism sessions --json` tells of one, as far as cases ask.
type session struct {
	ID            string   `json:"id"`
	Aliases       []string `json:"aliases"`
	Conversations []string `json:"conversations"`
	Repo          string   `json:"repo"`
	Title         string   `json:"title"`
	Summary       string   `json:"summary"`
	Intent        string   `json:"intent"`
	StartedAt     string   `json:"started_at"`
	State         string   `json:"state"`
	ClosedBy      string   `json:"closed_by"`
	Turns         int      `json:"turns"`
	Floor         struct {
		Passed        bool `json:"passed"`
		Turns         int  `json:"turns"`
		NetLines      int  `json:"net_lines"`
		MutatingCalls int  `json:"mutating_calls"`
	} `json:"floor"`
	JudgeStatus   string     `json:"judge_status"`
	GoalComplete  bool       `json:"goal_complete"`
	Confidence    float64    `json:"confidence"`
	Basis         string     `json:"basis"`
	FailureSignal string     `json:"failure_signal"`
	Criteria      []criteria `json:"criteria"`
	Evidence      []evidence `json:"evidence"`
	Rework        struct {
		Share float64 `json:"share"`
		By    []struct {
			Session string `json:"session"`
		} `json:"by"`
	} `json:"rework"`
	Counted    bool     `json:"counted"`
	ExcludedBy string   `json:"excluded_by"`
	Crushed    bool     `json:"crushed"`
	Tokens     tokens   `json:"tokens"`
	CostUSD    *float64 `json:"cost_usd"`
	Languages  struct {
		Code   string `json:"code"`
		Prompt string `json:"prompt"`
	} `json:"languages"`
	Letter string            `json:"letter"`
	Rubric map[string]string `json:"rubric"`
}

type criteria struct {
	Name     string    `json:"name"`
	Met      bool      `json:"met"`
	Evidence *evidence `json:"evidence"`
}

type evidence struct {
	Turn  int    `json:"turn"`
	Quote string `json:"quote"`
}

type tokens struct {
	Input        int64 `json:"input"`
	Output       int64 `json:"output"`
	CacheWrite   int64 `json:"cache_write"`
	CacheWrite5m int64 `json:"cache_write_5m"`
	CacheWrite1h int64 `json:"cache_write_1h"`
	CacheRead    int64 `json:"cache_read"`
	Total        int64 `json:"total"`
	Outside      int64 `json:"outside_sessions"`
	Nested       int64 `json:"nested"`
}

// want is one check of a case: see is told the case's sessions in order of time and
// says what is wrong with them, "" where nothing is.
type want struct {
	field string
	see   func(all []session) string
}

// kase is one case: category/…, in words that tell it from all others.
type kase struct {
	name  string
	talks []*claudetest.Talk
	of    *kase // whose sessions it looks at; nil: its own
	wants []want
	files map[string][]byte // beside the transcripts, by path
	alone bool              // read by a run of its own, and asked for its score only
	flags []string          // of the run that reads it
	score []scoreWant
}

// behaviour is the beginning of its name that says what the case is about; what follows
// says with which words and in which project.
func (k *kase) behaviour() string {
	about, rest, _ := strings.Cut(k.name, "/")
	rest, _, _ = strings.Cut(rest, "/")
	return about + "/" + rest
}

func (k *kase) category() string { c, _, _ := strings.Cut(k.name, "/"); return c }

// last makes a want of the last session of a case, nth of the nth from 0.
func last(field string, wrong func(s *session) string) want {
	return nth(-1, field, wrong)
}

func nth(n int, field string, wrong func(s *session) string) want {
	if n >= 0 {
		field = fmt.Sprintf("%s of %d", field, n+1)
	}
	return want{field, func(all []session) string {
		at := n
		if n < 0 {
			at = len(all) - 1
		}
		if at < 0 || at >= len(all) {
			return fmt.Sprintf("%d sessions", len(all))
		}
		return wrong(&all[at])
	}}
}

func differ[T comparable](got, want T) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("is %v, want %v", got, want)
}

func oneOf(got string, want []string) string {
	if slices.Contains(want, got) {
		return ""
	}
	return fmt.Sprintf("is %q, want %s", got, strings.Join(want, " or "))
}

func complete() want { return last("goal", func(s *session) string { return goal(s, true) }) }
func missed() want   { return last("goal", func(s *session) string { return goal(s, false) }) }

// goal compares the verdict, and tells of a wrong one what it rests on.
func goal(s *session, want bool) string {
	if s.GoalComplete == want {
		return ""
	}
	return fmt.Sprintf("is %v, want %v (%s, %s, %s %.2f, signal %s, unmet %s)", s.GoalComplete, want, s.JudgeStatus, s.Intent, s.Basis, s.Confidence, s.FailureSignal, strings.Join(unmet(s), " "))
}

func unmet(s *session) []string {
	var out []string
	for _, c := range s.Criteria {
		if !c.Met {
			out = append(out, c.Name)
		}
	}
	return out
}

func signal(kinds ...string) want {
	return last("signal", func(s *session) string { return oneOf(s.FailureSignal, kinds) })
}

func basis(b string) want {
	return last("basis", func(s *session) string { return differ(s.Basis, b) })
}

func intent(kinds ...string) want {
	return last("intent", func(s *session) string { return oneOf(s.Intent, kinds) })
}

func count(n int) want {
	return want{"sessions", func(all []session) string { return differ(len(all), n) }}
}

func floorPassed(yes bool) want {
	return last("floor", func(s *session) string { return differ(s.Floor.Passed, yes) })
}

func turns(n int) want {
	return last("turns", func(s *session) string { return differ(s.Floor.Turns, n) })
}

func netLines(n int) want {
	return last("net lines", func(s *session) string { return differ(s.Floor.NetLines, n) })
}

func mutating(n int) want {
	return last("mutating", func(s *session) string { return differ(s.Floor.MutatingCalls, n) })
}

func excluded(why string) want {
	return last("excluded", func(s *session) string { return differ(s.ExcludedBy, why) })
}

// met and notMet ask a criterion; one that is not shown is neither.
func met(name string) want { return criterion(name, true) }

func notMet(name string) want { return criterion(name, false) }

func criterion(name string, yes bool) want {
	return last("criterion "+name, func(s *session) string {
		for _, c := range s.Criteria {
			if c.Name == name {
				return differ(c.Met, yes)
			}
		}
		return "is not shown"
	})
}

// book collects cases.
type book struct {
	cases []*kase
	names map[string]bool
	n     int
}

// talk begins a conversation of a story in a repository of its own. Conversations of
// one case that shall share a repository are begun by more.
func (b *book) talk(s *story) *claudetest.Talk {
	b.n++
	cwd := fmt.Sprintf("/home/mara/code/%s-%d", s.name, b.n)
	day := time.Date(2026, 10, 12+b.n%28, 9, 0, 0, 0, time.UTC) // spread as work is, and all of one list of prices
	return claudetest.Begin(fmt.Sprintf("conformance %d", b.n), cwd, s.branch, "claude-sonnet-5-5", day.Format(time.RFC3339))
}

// more begins another conversation in the repository of t, after it.
func (b *book) more(t *claudetest.Talk, after time.Duration) *claudetest.Talk {
	b.n++
	return t.Another(fmt.Sprintf("conformance %d", b.n), after)
}

func (b *book) add(name string, t *claudetest.Talk, wants ...want) {
	b.adds(name, []*claudetest.Talk{t}, wants...)
}

func (b *book) adds(name string, talks []*claudetest.Talk, wants ...want) *kase {
	if b.names == nil {
		b.names = map[string]bool{}
	}
	for i, base := 2, name; b.names[name]; i++ {
		name = fmt.Sprintf("%s (%d)", base, i)
	}
	b.names[name] = true
	k := &kase{name: name, talks: talks, wants: wants}
	b.cases = append(b.cases, k)
	return k
}
