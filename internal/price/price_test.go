package price

import (
	"math"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
)

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"claude-opus-4-6":                                 "claude-opus-4-6",
		"claude-opus-4-6[1m]":                             "claude-opus-4-6",
		"claude-opus-4-5-20251101":                        "claude-opus-4-5",
		"Claude-Opus-4-5-20251101 ":                       "claude-opus-4-5",
		"claude-sonnet-4-5@20250929":                      "claude-sonnet-4-5",
		"anthropic/claude-opus-4.5":                       "claude-opus-4-5",
		"claude-3-5-sonnet-latest":                        "claude-3-5-sonnet",
		"claude-sonnet-4-0":                               "claude-sonnet-4",
		"claude-sonnet-4-20250514":                        "claude-sonnet-4",
		"claude-opus-4-1-20250805-v1":                     "claude-opus-4-1",
		"anthropic.claude-3-haiku-20240307-v1:0":          "claude-3-haiku",
		"eu.anthropic.claude-sonnet-4-5-20250929-v1:0":    "claude-sonnet-4-5",
		"us-gov.anthropic.claude-haiku-4-5-20251001-v1:0": "claude-haiku-4-5",
		"bedrock/us.anthropic.claude-opus-4-6-v1:0":       "claude-opus-4-6",
		"arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-6-v1:0": "claude-opus-4-6",
		"glm-4.7":      "glm-4.7",
		"deepseek-v3":  "deepseek-v3",
		"":             "",
		"[1m]":         "[1m]",
		"-20250101":    "-20250101",
		"@":            "@",
		"claude-":      "claude-",
		"claude--v1:0": "claude-",
	} {
		if got := Canonical(in); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", in, got, want)
		}
	}
}

func date(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func TestBundled(t *testing.T) {
	table, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	million := fact.Tokens{Input: 1e6, Output: 1e6, CacheWrite5m: 1e6, CacheWrite1h: 1e6, CacheRead: 1e6}
	short := fact.Tokens{Input: 50_000, Output: 10_000, CacheRead: 50_000}
	long := fact.Tokens{Input: 50_000, Output: 10_000, CacheRead: 50_001}
	for _, c := range []struct {
		model, at string
		n         fact.Tokens
		want      float64
		ok        bool
	}{
		{"claude-opus-4-5-20251101", "2026-01-01", million, 5 + 25 + 6.25 + 10 + 0.5, true},
		{"claude-opus-4-20250514", "2025-06-01", million, 15 + 75 + 18.75 + 30 + 1.5, true},
		{"us.anthropic.claude-haiku-4-5-20251001-v1:0", "2026-01-01", million, 1 + 5 + 1.25 + 2 + 0.1, true},
		{"claude-sonnet-5-5", "2026-10-06", fact.Tokens{CacheRead: 1e6}, 0.20, true},
		{"claude-sonnet-5-5", "2026-10-07", fact.Tokens{CacheRead: 1e6}, 0.10, true},
		{"claude-haiku-5-5", "2026-11-01", short, 0.005 + 0.005 + 0.0005, true},
		{"claude-haiku-5-5", "2026-11-01", long, 0.025 + 0.025 + 0.00250005, true},
		{"claude-haiku-5-5", "2020-01-01", short, 0.0105, true}, // a clock that is wrong: the first price
		{"claude-opus-4-8-fast", "2026-08-01", fact.Tokens{Output: 1e6}, 50, true},
		{"claude-haiku-4-5-fast", "2026-08-01", fact.Tokens{Output: 1e6}, 0, false},
		{"<synthetic>", "2026-01-01", million, 0, true},
		{"claude-opus-9", "2026-01-01", million, 0, false},
		{"glm-4.7", "2026-01-01", million, 0, false},
		{"", "2026-01-01", million, 0, false},
	} {
		got, ok := table.Cost(c.model, date(c.at), c.n)
		if ok != c.ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("Cost(%s, %s) = %v, %v; want %v, %v", c.model, c.at, got, ok, c.want, c.ok)
		}
	}
	if _, ok := table.Cost("claude-opus-5", time.Time{}, short); !ok {
		t.Error("a request without a time has no price")
	}
	for _, m := range table.Models() {
		if Canonical(m) != m {
			t.Errorf("%s is no canonical id", m)
		}
		for _, r := range table.models[m] {
			if r.write5m < r.input || r.write1h < r.write5m || r.read > r.input || r.output < r.input {
				t.Errorf("%s: %+v: the columns look swapped", m, r)
			}
		}
	}
}

func TestLoad(t *testing.T) {
	const good = "m - 0 1 2 3 4 5\n"
	for _, c := range []struct{ file, wrong string }{
		{good, ""},
		{"# only this\n\n" + good + "m 2026-01-01 0 1 2 3 4 6 # cheaper\n", ""},
		{"", "no prices"},
		{"# nothing\n", "no prices"},
		{"m - 0 1 2 3 4\n", "line 1: 7 columns, want 8: model valid_from"},
		{good + "m soon 0 1 2 3 4 5\n", `line 2: valid_from "soon"`},
		{"m - -1 1 2 3 4 5\n", `prompt_over "-1"`},
		{"m - 0 x 2 3 4 5\n", `input "x"`},
		{"m - 0 1 2 3 4 NaN\n", `read "NaN"`},
		{"m - 0 1 2 3 4 -5\n", `read "-5"`},
		{"m - 0 1 Inf 3 4 5\n", `output "Inf"`},
		{good + good, "line 2: m has two prices"},
		{good + "m 2026-01-01 1000 1 2 3 4 5\n", "none over 0"},
		{"@ - 0 1 2 3 4 5\n", ""},
		{strings.Repeat("x", 5000), "line 1: 1 columns"},
		{strings.Repeat(" \n", maxFile), "no price file"},
	} {
		_, err := Load(strings.NewReader(c.file))
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("Load(%.60q): %v, want %q", c.file, err, c.wrong)
		}
	}
}

func TestWith(t *testing.T) {
	base, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	own, err := Load(strings.NewReader("claude-opus-4-5-20251101 - 0 1 1 1 1 1\nlocal-model - 0 0 0 0 0 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	both := base.With(own)
	n := fact.Tokens{Input: 1e6}
	for model, want := range map[string]float64{"claude-opus-4-5": 1, "local-model": 0, "claude-haiku-4-5": 1, "claude-opus-4-6": 5} {
		if got, ok := both.Cost(model, time.Time{}, n); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, %v; want %v", model, got, ok, want)
		}
	}
	if base.Version() == both.Version() || base.Version() == "" {
		t.Error("the version does not tell the tables apart")
	}
	again, _ := Bundled()
	if again.Version() != base.Version() {
		t.Error("the version of one table differs between loads")
	}
	if got, _ := base.Cost("claude-opus-4-5", time.Time{}, n); math.Abs(got-5) > 1e-9 {
		t.Error("With changed the table it was called on")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(string(bundled))
	f.Add("m - 0 1 2 3 4 5\n")
	f.Fuzz(func(t *testing.T, s string) {
		table, err := Load(strings.NewReader(s))
		if err != nil {
			return
		}
		for _, m := range table.Models() {
			usd, ok := table.Cost(m, time.Time{}, fact.Tokens{Input: 1, Output: 2, CacheRead: 3})
			if ok && !(usd >= 0) {
				t.Errorf("%q costs %v", m, usd)
			}
		}
	})
}

func BenchmarkCost(b *testing.B) {
	table, err := Bundled()
	if err != nil {
		b.Fatal(err)
	}
	at := date("2026-02-01")
	n := fact.Tokens{Input: 10, Output: 500, CacheRead: 80_000}
	for b.Loop() {
		table.Cost("claude-opus-4-5-20251101", at, n)
	}
}
