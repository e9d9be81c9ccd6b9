package view

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/cli/job"
	"prism/internal/config"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/library"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/store/memory"
	"prism/internal/term"
	"prism/internal/timeline"
	"prism/internal/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares text with a kept file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs (-want +got); go test ./internal/cli/view -update writes it anew:\n%s", file, diff)
	}
}

// on returns a program that prints on a screen of the given width, and a job in UTC.
func on(t *testing.T, width int, colour bool) (*job.Program, *job.Job, *bytes.Buffer) {
	t.Helper()
	var out, notes bytes.Buffer
	p := job.NewProgram([]string{"HOME=/home/robin"}, strings.NewReader(""), &out, &notes)
	p.Screen = term.NewFixed(&out, width, colour)
	cfg, err := config.Load(config.Sources{Flags: map[string]string{"tz": "UTC"}})
	if err != nil {
		t.Fatal(err)
	}
	return p, &job.Job{Flags: &job.ReadFlags{}, Cfg: cfg, Zone: cfg.Zone(), Now: time.Date(2026, 11, 14, 12, 0, 0, 0, time.UTC)}, &out
}

// shelved is a library that holds a reading.
func shelved(t *testing.T, r *fact.Reading, j *job.Job) *job.Library {
	t.Helper()
	db, scope := memory.New(), store.Scope("all")
	var c store.Changes
	for i := range r.Sessions {
		c.Sessions = append(c.Sessions, store.Session{Session: r.Sessions[i]})
	}
	if err := db.Save(t.Context(), scope, c); err != nil {
		t.Fatal(err)
	}
	return &job.Library{Library: &library.Library{Store: db, Scope: scope, Input: r.Input, Now: j.Now}}
}

func TestScreens(t *testing.T) {
	turns := []wire.Turn{
		{Number: 1, StartedAt: wire.Instant(time.Date(2026, 11, 9, 9, 12, 0, 0, time.UTC)), Prompt: "Sightings of the clock change are off by an hour, fix it in larkspur/times.py", Done: []string{"edited times.py (+4 −1)", "ran 3 commands, 2 failed"}, Answer: "One test still fails."},
		{Number: 2, StartedAt: wire.Instant(time.Date(2026, 11, 10, 9, 30, 0, 0, time.UTC)), Prompt: "still wrong \x1b[2J", Done: []string{"interrupted"}},
	}
	for _, width := range []int{0, 80, 140} {
		p, j, out := on(t, width, false)
		r := sampleReading()
		l := shelved(t, r, j)
		for _, by := range [][]string{nil, {"repo", "intent"}} {
			sum := score.Compute(*r, j.ScoreOptions(by))
			if err := Score(t.Context(), p, j, l, &sum, job.Agreement{}); err != nil {
				t.Fatal(err)
			}
		}
		out.WriteString("\n=== sessions\n")
		list, found, err := l.List(t.Context(), j.Wanted(), store.Order{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := Sessions(t.Context(), p, j, l, list, found); err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{3, 4, 7} {
			out.WriteString("\n=== show\n")
			Session(t.Context(), p, j, l, &r.Sessions[i], turns, "", nil, nil)
		}
		name := map[int]string{0: "pipe.txt", 80: "80.txt", 140: "140.txt"}[width]
		golden(t, name, out.String())
		for l := range strings.SplitSeq(out.String(), "\n") {
			if width > 0 && term.Width(l) > width && !strings.Contains(l, ".jsonl") { // places are kept whole, to be copied
				t.Errorf("%d cells on a screen of %d: %s", term.Width(l), width, l)
			}
		}
	}
}

// No text of a transcript reaches a terminal as a command to it.
// The trend spends its lines on weeks with a session, and says how many lie between.
func TestTrendCountsEmptyWeeks(t *testing.T) {
	p, j, out := on(t, 100, false)
	r := sampleReading()
	for i, week := range []int{0, 1, 9, 10, 11, 12, 13, 14, 15, 30} { // ten weeks with a session
		s := r.Sessions[0]
		s.ID, s.Ended = fmt.Sprintf("%s%d", s.ID, i), time.Date(2026, 1, 7, 12, 0, 0, 0, time.UTC).AddDate(0, 0, 7*week)
		s.Started = s.Ended.Add(-time.Hour)
		r.Sessions = append(r.Sessions, s)
	}
	r.Sessions = r.Sessions[len(r.Sessions)-10:]
	sum := score.Compute(*r, j.ScoreOptions(nil))
	if err := Score(t.Context(), p, j, shelved(t, r, j), &sum, job.Agreement{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"By week, the last 8 of 10 with a session", "… 14 weeks without a session", "over all 31 weeks, of which 10 had a session"} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("nowhere %q in\n%s", want, out)
		}
	}
}

func TestHostileTextIsNeutral(t *testing.T) {
	p, j, out := on(t, 100, false)
	r := sampleReading()
	evil := redact.Literal("\x1b]0;x\x07\x1b[2J\u009b1A\u202eabc\r\nd")
	for i := range r.Sessions {
		s := &r.Sessions[i]
		s.Branch, s.Model, s.Repo.Name, s.Languages.Code = evil.String(), evil.String(), evil.String(), evil.String()
		s.Usage[0].Model = evil.String()
		s.Parts[0].File = "/tmp/" + evil.String()
		s.Pulls, s.Aliases = []string{evil.String()}, []string{evil.String()}
		v := &s.Verdict
		v.Title, v.Summary, v.Advice, v.Reason = evil, evil, evil, evil.String()
		v.Criteria[0].Name, v.Criteria[0].Evidence = evil.String(), &fact.Evidence{UUID: evil.String(), Turn: 1, Line: 3, Quote: evil}
		v.Evidence, v.Reasons = []fact.Evidence{{Turn: 1, Quote: evil}}, []fact.Reason{{Text: evil}}
		s.Rework.By = append(s.Rework.By, fact.ReworkBy{Session: r.Sessions[0].ID, Files: []string{evil.String()}, Sample: evil, Kind: evil.String()})
	}
	l := shelved(t, r, j)
	for _, by := range [][]string{nil, score.Dimensions()} {
		sum := score.Compute(*r, j.ScoreOptions(by))
		if err := Score(t.Context(), p, j, l, &sum, job.Agreement{}); err != nil {
			t.Fatal(err)
		}
	}
	list, found, err := l.List(t.Context(), j.Wanted(), store.Order{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := Sessions(t.Context(), p, j, l, list, found, ColumnNames()...); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		Session(t.Context(), p, j, l, s, []wire.Turn{{Number: 1, Prompt: evil.String(), Done: []string{evil.String()}, Answer: evil.String()}}, "", nil, nil)
	}
	for _, bad := range []rune{0x1b, 0x07, 0x9b, '\r', 0x202e} {
		if strings.ContainsRune(out.String(), bad) {
			t.Errorf("%U reaches the screen", bad)
		}
	}
}

// The wire has exactly the fields of the contract, in its words.
func TestFieldNames(t *testing.T) {
	p, j, _ := on(t, 0, false)
	_ = p
	r := sampleReading()
	r.Input.Skipped = map[string]int{"malformed_json": 2}
	sum := score.Compute(*r, j.ScoreOptions([]string{"repo"}))
	list, _, err := shelved(t, r, j).List(t.Context(), j.Wanted(), store.Order{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, v := range []any{wire.FromSummary(&sum, wire.Judge{Name: "offline", Version: "v"}), j.WireSessions(list)} {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var x any
		if err := json.Unmarshal(data, &x); err != nil {
			t.Fatal(err)
		}
		keys := map[string]bool{}
		paths("", x, keys)
		for _, k := range slices.Sorted(maps.Keys(keys)) {
			b.WriteString(k + "\n")
		}
		b.WriteString("\n")
	}
	golden(t, "fields.txt", b.String())
}

func paths(at string, x any, into map[string]bool) {
	switch v := x.(type) {
	case map[string]any:
		for k, e := range v {
			into[strings.TrimPrefix(at+"."+k, ".")] = true
			paths(at+"."+k, e, into)
		}
	case []any:
		for _, e := range v {
			paths(at+"[]", e, into)
		}
	}
}

func TestNullAndZero(t *testing.T) {
	_, j, _ := on(t, 0, false)
	empty := score.Compute(fact.Reading{}, j.ScoreOptions(nil))
	w := wire.FromSummary(&empty, wire.Judge{Name: "offline", Version: "v"})
	if w.Score != nil || w.Letter != nil || w.Interval != nil || w.CostPerCrushedUSD != nil || w.CrushWeight != nil || w.PromptGrade != nil {
		t.Errorf("nothing to count, and yet: %+v", w)
	}
	if w.Trend == nil || w.Groups == nil || w.Input.Skipped == nil {
		t.Error("an empty list is null")
	}
	r := sampleReading()
	pending := &r.Sessions[0]
	pending.Verdict = fact.Verdict{Judge: "llm", Status: fact.JudgePending}
	pending.Cost, pending.Aliases, pending.Conversations = nil, nil, nil
	s := j.WireSession(pending)
	if s.GoalComplete != nil || s.Confidence != nil || s.Intent != nil || s.CostUSD != nil || s.Counted || s.ExcludedBy == nil || *s.ExcludedBy != "pending" {
		t.Errorf("a pending session: %+v", s)
	}
	if s.Aliases == nil || s.Conversations == nil || s.Criteria == nil || s.Evidence == nil || s.Rework.By == nil {
		t.Error("an empty list is null")
	}
	none := j.WireSession(&r.Sessions[6])
	if none.Confidence == nil || none.GoalComplete == nil || *none.GoalComplete {
		t.Error("a session without intent has a confidence, and its goal is not complete")
	}
}

func TestCSVCannotRunFormulas(t *testing.T) {
	for in, want := range map[string]string{"=1+1": "'=1+1", "+x": "'+x", "-x": "'-x", "@x": "'@x", "plain": "plain", "a\nb": "a b", "": "", "＝1+1": "'＝1+1", "＋x": "'＋x", "－x": "'－x", "＠x": "'＠x", "\u200b=1": "'=1", "名＝x": "名＝x"} {
		if got := csvText(in); got != want {
			t.Errorf("csvText(%q) = %q, want %q", in, got, want)
		}
	}
}

// A verdict that its criteria alone do not explain says so.
func TestAgainst(t *testing.T) {
	met, unmet := fact.Criterion{Met: true}, fact.Criterion{}
	for _, c := range []struct {
		v    fact.Verdict
		want string
	}{
		{fact.Verdict{GoalComplete: true, Criteria: []fact.Criterion{met, met}}, ""},
		{fact.Verdict{Criteria: []fact.Criterion{met, unmet}}, ""},
		{fact.Verdict{GoalComplete: true}, ""},
		{fact.Verdict{GoalComplete: true, Criteria: []fact.Criterion{met, unmet}}, "1 of these cannot be seen; what else speaks for the session outweighs that."},
		{fact.Verdict{Criteria: []fact.Criterion{met}, Reasons: []fact.Reason{{Text: redact.Restore("It was run.")}, {Text: redact.Restore("No test passed.")}}}, "Each of these can be seen, and yet this weighs more: It was run. No test passed."},
		{fact.Verdict{Criteria: []fact.Criterion{met}, Reasons: []fact.Reason{{For: true}}}, "Each of these can be seen, but sessions that ended like this one most often had not landed."},
		{fact.Verdict{Basis: fact.Silent, Confidence: 0.62, Criteria: []fact.Criterion{met}}, "Each of these can be seen, but nobody confirmed it, and it is less probable than silence needs."},
	} {
		if got := against(&c.v); got != c.want {
			t.Errorf("%+v: %q, want %q", c.v, got, c.want)
		}
	}
}

func TestRepoFilter(t *testing.T) {
	s := &fact.Session{Repo: fact.Repo{Name: "dev", Key: "/home/dev"}}
	for name, want := range map[string]bool{"dev": true, "DEV": true, "/home/dev": true, "/home/dev/": true, "home/dev": true, "me/dev": false, "ev": false, "home": false, "/dev": true} {
		if got := store.OfRepo(s.Repo, name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

// A session that runs on through a second conversation says where that begins.
func TestTurnsSayWhereAConversationBegins(t *testing.T) {
	s := &fact.Session{Parts: []fact.Part{{Conversation: "one", First: 3, Last: 4}, {Conversation: "two", First: 1, Last: 1}, {Conversation: "two", First: 2, Last: 2}}}
	turns := []wire.Turn{{Number: 1, Prompt: "plan it"}, {Number: 2, Prompt: "yes"}, {Number: 3, Prompt: "build it"}, {Number: 4, Prompt: "commit"}}
	timeline.Place(s, turns)
	p, j, out := on(t, 80, false)
	showTurns(p, j, s, turns, "")
	text := out.String()
	if n := strings.Count(text, "goes on in conversation"); n != 1 {
		t.Fatalf("said %d times:\n%s", n, text)
	}
	if at := strings.Index(text, "goes on in conversation two"); at < strings.Index(text, "yes") || at > strings.Index(text, "build it") {
		t.Errorf("said at the wrong place:\n%s", text)
	}
	grown := []wire.Turn{{Number: 1}, {Number: 2}}
	timeline.Place(s, grown)
	if grown[0].Conversation != "" {
		t.Errorf("a transcript that has changed: %+v", grown)
	}
}

func TestFindSession(t *testing.T) {
	r := sampleReading()
	r.Sessions[1].ID = r.Sessions[0].ID[:4] + "zz"
	r.Sessions[2].Aliases = []string{"old-id-1234"}
	_, j, _ := on(t, 0, false)
	l := shelved(t, r, j)
	if s, err := l.One(t.Context(), "old-id"); err != nil || s.ID != r.Sessions[2].ID {
		t.Errorf("by alias: %v", err)
	}
	if _, err := l.One(t.Context(), r.Sessions[0].ID[:4]); err == nil || !strings.Contains(err.Error(), "2 sessions") {
		t.Errorf("ambiguous: %v", err)
	}
	r.Sessions[1].Aliases = []string{"old-id-77"}
	l = shelved(t, r, j)
	if _, err := l.One(t.Context(), "old-id"); err == nil || !strings.Contains(err.Error(), "2 sessions") || !strings.Contains(err.Error(), r.Sessions[1].ID) {
		t.Errorf("ambiguous by former ids: %v", err)
	}
	if _, err := l.One(t.Context(), "nope"); err == nil {
		t.Error("an unknown id was found")
	}
}

// A line that several criteria rest on is quoted once.
func TestALineIsQuotedOnce(t *testing.T) {
	p, j, out := on(t, 100, false)
	r := sampleReading()
	s := &r.Sessions[0]
	one, two := fact.Evidence{UUID: "a", Turn: 1, Quote: redact.Literal("all green")}, fact.Evidence{UUID: "b", Turn: 2, Quote: redact.Literal("ship it")}
	s.Verdict.Criteria = []fact.Criterion{{Name: "x", Met: true, Evidence: &one}, {Name: "y", Met: true, Evidence: &two}, {Name: "z", Met: true, Evidence: &one}}
	s.Verdict.Evidence = []fact.Evidence{one, two}
	showVerdict(p, j, s)
	if n := strings.Count(out.String(), "all green"); n != 1 || !strings.Contains(out.String(), "the line of turn 1 quoted above") {
		t.Errorf("quoted %d times:\n%s", n, out)
	}
}

// "The same line" is that of the condition right above; any other says of which turn it is.
func TestWhichLineIsMeant(t *testing.T) {
	e := &fact.Evidence{Turn: 3, Quote: redact.Restore("All 5 tests pass")}
	v := &fact.Verdict{Intent: fact.BugFix, Criteria: []fact.Criterion{
		{Name: judge.CriterionFix, Met: true, Evidence: e}, {Name: judge.CriterionVerified, Met: true, Evidence: e}, {Name: judge.CriterionFinished, Met: true}, {Name: judge.CriterionNoFailure, Met: true, Evidence: e},
	}}
	p, _, out := on(t, 80, false)
	criteria(p, &fact.Session{}, v)
	text := out.String()
	if strings.Count(text, "the same line") != 1 || strings.Index(text, "the same line") > strings.Index(text, "half-way") {
		t.Errorf("said below a condition that no line stands above:\n%s", text)
	}
	if !strings.Contains(text, "the line of turn 3 quoted above") || strings.Contains(text, "Not shown") {
		t.Errorf("%s", text)
	}
	v.Criteria = v.Criteria[:1]
	p, _, out = on(t, 40, false)
	s := &fact.Session{Floor: fact.Floor{MutatingCalls: 1}, Parts: []fact.Part{{File: "/p/4529a985-5dc8-408c-afae-6372c3afb80c.jsonl", First: 1, Last: 3}}}
	e.UUID, e.Line = "8d66421a-1a4b-4598-b450-9faa1abf04e8", 694
	criteria(p, s, v)
	for l := range strings.Lines(out.String()) { // ids are cut where there is no room for them
		if term.Width(strings.TrimSuffix(l, "\n")) > 40 {
			t.Errorf("wider than the screen: %q", l)
		}
	}
	if !strings.Contains(out.String(), "4529a985….jsonl:694") || !strings.Contains(out.String(), "8d66421a…") {
		t.Errorf("where it stands is not told: %s", out)
	}
	if got := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(got, "Not shown: whether it was verified (the record does not tell)") {
		t.Errorf("what is not shown is not told: %s", got)
	}
}
