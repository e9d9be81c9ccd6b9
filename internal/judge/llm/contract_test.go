package llm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
	"prism/internal/transcript"
)

var update = flag.Bool("update", false, "write prompts/criteria and prompts/VERSIONS")

// The criteria in the prompts are those of package judge's tables, word for word.
func TestCriteriaFilesFollowTheTables(t *testing.T) {
	want := map[string]string{"common": commonText()}
	for _, i := range fact.Intents {
		r, ok := judge.RuleOf(i)
		if !ok {
			t.Fatalf("no rule for %s", i)
		}
		want[string(i)] = ruleText(r)
	}
	want["checks"], want["brief"] = checksText(), briefText()
	for name, text := range want {
		path := filepath.Join("prompts", "criteria", name+".md")
		if *update {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(got), "\r\n", "\n") != text {
			t.Errorf("%s differs from the table: go test ./internal/judge/llm -run 'CriteriaFiles|VersionsArePinned' -update, twice, and look at the change", path)
		}
	}
}

// A change to a prompt, a schema, the criteria or the parameters makes new
// versions: whoever makes one says so by changing prompts/VERSIONS with it.
func TestVersionsArePinned(t *testing.T) {
	texts, err := loadTexts()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, a := range []Agent{Tracking, Speaking, Grading, Deciding, Combining} {
		fmt.Fprintf(&b, "%s %s\n", a, texts.contractHash(a))
	}
	fmt.Fprintf(&b, "rendering %d %s\n", renderVersion, renderingHash(t))
	for _, s := range []Settings{{}, {Combined: true}, {Model: "claude-haiku-5-5"}} {
		s.Name = "anthropic"
		p := protocol(t, s)
		fmt.Fprintf(&b, "%s combined=%v %s\n", p.Model(), s.Combined, p.Version())
	}
	const path = "prompts/VERSIONS"
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if old, now := pinned(string(got), "rendering"), pinned(b.String(), "rendering"); old != now && strings.Fields(old)[0] == strings.Fields(now)[0] {
		t.Fatalf("sessions are rendered or answers read otherwise than version %d did: raise renderVersion, then -update", renderVersion)
	}
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if strings.ReplaceAll(string(got), "\r\n", "\n") != b.String() {
		t.Errorf("%s says\n%snow it is\n%sIf that is meant: go test ./internal/judge/llm -run VersionsArePinned -update", path, got, b.String())
	}
}

// pinned is what stands behind a name in VERSIONS; "-" where nothing does.
func pinned(versions, name string) string {
	for l := range strings.Lines(versions) {
		if rest, ok := strings.CutPrefix(l, name+" "); ok && strings.TrimSpace(rest) != "" {
			return strings.TrimSpace(rest)
		}
	}
	return "-"
}

// renderingHash is a hash over how fixed sessions are rendered, for every agent,
// and over what is made of fixed answers. It holds renderVersion to the code: what
// shows in a rendering or a verdict shows here.
func renderingHash(t *testing.T) string {
	t.Helper()
	h := sha256.New()
	for _, s := range []Settings{{}, {Combined: true}, {Model: "claude-haiku-5-5"}, {Budget: 700, PromptBudget: 500}} {
		p := protocol(t, s)
		drafts := []*conversation.Draft{fixed(), untold(), crowded(), talk(), talk(ask(""))}
		for _, place := range slices.Sorted(maps.Keys(places)) {
			for _, name := range slices.Sorted(maps.Keys(attacks)) {
				drafts = append(drafts, places[place](clip(attacks[name], 4000)))
			}
		}
		for _, d := range drafts {
			r := p.Render(d, p.redactor.Session("rendering"))
			fmt.Fprintf(h, "%s\n%s\n%s\n", r.Prompts, r.Course, p.outline(d.Turns, p.redactor.Session("tracker"), trackerBudget, answerShown, 3).Prompts)
		}
	}
	for _, signal := range []string{"none", "loop"} {
		for _, basis := range []string{"explicit", "silent"} {
			for _, p := range []float64{0, 0.3, 0.5, 0.6, 0.9} {
				for _, yes := range []bool{true, false} {
					for _, met := range []bool{true, false} {
						a := landed(fact.BugFix, 2, "ok app/parse 0.112s", 3, "not said")
						a.FailureSignal, a.Basis, a.Probability, a.GoalComplete = signal, basis, p, yes
						a.Criteria[0]["met"] = met
						bot := &script{says: []any{encode(t, graded(fact.BugFix)), encode(t, a)}}
						v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), fixed())
						fmt.Fprintf(h, "%s %t %.6g %s %s %d %+v %q\n", v.Status, v.GoalComplete, v.Confidence, v.Basis, v.Signal, len(v.Evidence), v.Rubric, v.Title)
					}
				}
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// crowded is a long session in which everything that is rendered occurs.
func crowded() *conversation.Draft {
	var turns []conversation.Turn
	for i := range 60 {
		t := ask(fmt.Sprintf("step %d: %s", i, strings.Repeat("make the list sort by date and by name, ", 1+i%7)),
			edit(fmt.Sprintf("/srv/app/list%d.go", i%5), 3+i, i%4),
			run("go test ./...", strings.Repeat("ok  \tapp/list\t0.1s\n", 1+i%9)+"FAIL app/sort\n--- FAIL: TestSort\nwant 3, got 4\n", i%2),
			run("git commit -am 'sort the list'", "[main 1a2b3c4] sort the list\n 2 files changed", 0),
			say(fmt.Sprintf("Step %d is done; %d tests pass.", i, i)))
		switch i % 6 {
		case 1:
			t.Abandoned = true
		case 2:
			t.Plan = "# Plan\n1. sort\n2. test"
		case 3:
			t.Steps[0].Outcome, t.Steps[0].Said = transcript.Rejected, "not this file"
		case 4:
			t.Marks = append(t.Marks, conversation.Mark{Kind: conversation.MarkShell, Text: "make check", Seq: 9}, conversation.Mark{Kind: conversation.MarkInterrupt, Seq: 10})
		case 5:
			t.Command, t.Omitted = "/review", conversation.Omitted{Calls: 40, Mutating: 3}
		}
		turns = append(turns, t)
	}
	d := talk(turns...)
	d.Next, d.AtEnd = &conversation.Turn{Prompt: "and now the website"}, false
	return d
}

func TestVersionFollowsEachSetting(t *testing.T) {
	seen := map[string]Settings{}
	for _, s := range []Settings{
		{Name: "a"}, {Name: "b"}, {Name: "a", Combined: true}, {Name: "a", Model: "claude-sonnet-5"}, {Name: "a", Budget: 5000}, {Name: "a", PromptBudget: 1500},
	} {
		v := protocol(t, s).Version()
		if other, ok := seen[v]; ok {
			t.Errorf("%+v and %+v have the same version", s, other)
		}
		seen[v] = s
	}
}

func TestSettingsAreChecked(t *testing.T) {
	r := redactor(t)
	for _, s := range []Settings{{}, {Name: "a", Budget: 10}, {Name: "a", Budget: 1000, PromptBudget: 1001}, {Name: "a", PromptBudget: -1}} {
		if _, err := New(s, r, nil); err == nil {
			t.Errorf("%+v is taken", s)
		}
	}
	if _, err := New(Settings{Name: "a"}, nil, nil); err == nil {
		t.Error("no redactor is taken")
	}
}

// Every object of every schema is closed and requires all it has, and no bound
// stands in it that a server would refuse.
func TestSchemasAreClosed(t *testing.T) {
	for _, a := range []Agent{Tracking, Speaking, Grading, Deciding, Combining} {
		var schema any
		if err := json.Unmarshal(schemaOf(a), &schema); err != nil {
			t.Fatalf("%s: %v", a, err)
		}
		closed(t, string(a), schema)
	}
}

func closed(t *testing.T, where string, v any) {
	t.Helper()
	m, ok := v.(map[string]any)
	if !ok {
		return
	}
	for k := range m {
		switch k {
		case "type", "properties", "required", "additionalProperties", "items", "enum":
		default:
			t.Errorf("%s: keyword %q", where, k)
		}
	}
	if m["type"] == "object" {
		props := m["properties"].(map[string]any)
		if m["additionalProperties"] != false || len(m["required"].([]any)) != len(props) {
			t.Errorf("%s is open: %v", where, m)
		}
		for name, p := range props {
			closed(t, where+"."+name, p)
		}
	}
	closed(t, where+"[]", m["items"])
}

// What the parser takes and what the schema asks for are one list: an answer by the
// schema is one, and without any of its members, with another one, or with nothing in
// one, it is none.
func TestParserAndSchemaAgree(t *testing.T) {
	for _, a := range []Agent{Tracking, Speaking, Grading, Deciding, Combining} {
		var s map[string]any
		if err := json.Unmarshal(schemaOf(a), &s); err != nil {
			t.Fatal(err)
		}
		text := func(v any) string {
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		whole := bySchema(s)
		if !formed(a, text(whole)) {
			t.Errorf("%s: not taken: %s", a, text(whole))
		}
		for _, none := range []string{"{}", "[]", "null", "", `"{}"`} {
			if formed(a, none) {
				t.Errorf("%s: taken: %s", a, none)
			}
		}
		spoilt(whole, func(what string) {
			if formed(a, text(whole)) {
				t.Errorf("%s: taken, %s: %s", a, what, text(whole))
			}
		})
	}
}

// bySchema is a value that a schema asks for.
func bySchema(s map[string]any) any {
	if list, ok := s["enum"].([]any); ok {
		return list[0]
	}
	switch s["type"] {
	case "object":
		out := map[string]any{}
		for name, p := range s["properties"].(map[string]any) {
			out[name] = bySchema(p.(map[string]any))
		}
		return out
	case "array":
		return []any{bySchema(s["items"].(map[string]any))}
	case "boolean":
		return true
	case "integer", "number":
		return 1
	}
	return "go"
}

// spoilt calls f with each object in v spoilt in each way, and puts it right again.
func spoilt(v any, f func(what string)) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			spoilt(x, f)
		}
	case map[string]any:
		for name, x := range v {
			spoilt(x, f)
			delete(v, name)
			f("without " + name)
			for _, other := range []any{nil, []any{nil}, map[string]any{}} {
				v[name] = other
				f("another kind of " + name)
			}
			v[name] = x
		}
		v["more"] = true
		f("with more")
		delete(v, "more")
	}
}

func redactor(t testing.TB) *redact.Redactor {
	t.Helper()
	r, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func protocol(t testing.TB, s Settings) *Protocol {
	t.Helper()
	if s.Name == "" {
		s.Name = "anthropic"
	}
	p, err := New(s, redactor(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The estimates of cost reckon with answers as long as they are asked to be: a
// full title and summary, two quotes of a line's length, a sentence of reason.
func TestUsualAnswersAreReckonedWith(t *testing.T) {
	g := graded(fact.Investigation)
	g["title"], g["summary"] = strings.Repeat("word ", 12), strings.Repeat("word ", 48)
	a := landed(fact.Feature, 12, strings.Repeat("quote ", 14), 34, strings.Repeat("quote ", 14))
	a.Reason, a.Doubt = strings.Repeat("reason ", 20), strings.Repeat("doubt ", 12)
	part := map[string]any{"turn": 12, "part": strings.Repeat("part ", 7), "state": partUnproven}
	a.Parts = []map[string]any{part, part}
	for _, e := range a.Evidence {
		e["criterion"] = "tests_or_put_off"
	}
	p := protocol(t, Settings{})
	for agent, text := range map[Agent]string{Grading: encode(t, g), Deciding: encode(t, a), Combining: encode(t, g, a)} {
		n, usual := p.tokens(len(text)), usualAnswer(agent)
		if n > usual || n < usual*3/4 || maxAnswer(agent) < 2*n {
			t.Errorf("%s: %d tokens, reckoned with %d, bound %d", agent, n, usual, maxAnswer(agent))
		}
	}
}

// ruleText is the criteria of one intent in words: the content of its prompt file.
func ruleText(r judge.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s is complete when: %s. Floor: %.2f.", r.Intent, r.Complete, r.Floor)
	if r.HighStakes {
		b.WriteString(" Silence completes it only where a check that passed, a delivery or the person's word stands somewhere in the record.")
	}
	b.WriteString("\n")
	for _, c := range asked(r) {
		if c.Name != judge.CriterionFinished {
			fmt.Fprintf(&b, "- %s%s: %s%s\n", c.Name, needText(r, c.Need), c.Text, noteText(c.Note))
		}
	}
	return b.String()
}

// needText marks the criteria that need not be met.
func needText(r judge.Rule, n judge.Need) string {
	if n != judge.Spoken {
		return ""
	}
	others := 0
	for _, c := range r.Criteria {
		if c.Need == judge.Spoken {
			others++
		}
	}
	if others > 1 {
		return " (one so marked is enough; without any, silence at the floor)"
	}
	return " (or silence at the floor)"
}

func noteText(note string) string {
	if note == "" {
		return ""
	}
	return " (" + note + ")"
}

// briefText names the criteria of all intents: what they ask stands in their names, and
// an intent is seldom misread.
func briefText() string {
	var b strings.Builder
	b.WriteString("Should the intent have been misread, those of all (floor), each with finished besides: ")
	for n, i := range fact.Intents {
		r, _ := judge.RuleOf(i)
		var names []string
		for _, c := range asked(r) {
			if c.Name != judge.CriterionFinished {
				names = append(names, c.Name)
			}
		}
		if n > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s (%.2f): %s", i, r.Floor, strings.Join(names, ", "))
	}
	b.WriteString(".\n")
	return b.String()
}

// commonText is what holds for every intent.
func commonText() string {
	var b strings.Builder
	r, _ := judge.RuleOf(fact.Question)
	for _, c := range r.Criteria {
		if c.Name == judge.CriterionFinished {
			fmt.Fprintf(&b, "Every intent also has the criterion\n- %s: %s%s\n", c.Name, c.Text, noteText(c.Note))
		}
	}
	b.WriteString("\nFailure signals:\n")
	for _, s := range judge.Signals() {
		fmt.Fprintf(&b, "- %s: %s%s\n", s.Signal, s.Text, noteText(s.Note))
	}
	return b.String()
}

// checksText is the table of the seven checks in words.
func checksText() string {
	var b strings.Builder
	b.WriteString("The seven checks are about how the person asked, over all their prompts together, not about the result. Each is present or absent where it applies to the intent, else not_applicable:\n")
	for _, c := range judge.Checks() {
		fmt.Fprintf(&b, "- %s (%s): %s; %q\n", c.Name, appliesText(c), c.Text, c.Example)
	}
	b.WriteString("\ntitle (at most 60 characters) names the goal; summary (at most 240) says what was wanted and what came of it, as far as the record shows it. Both in the language of the person's prompts, as plain text, without names of people and without placeholders.\n")
	return b.String()
}

func appliesText(c judge.CheckRule) string {
	var out string
	switch n := len(fact.Intents) - len(c.For); {
	case n == 0:
		out = "all"
	case n == 1:
		for _, i := range fact.Intents {
			if !slices.Contains(c.For, i) {
				out = "all but " + string(i)
			}
		}
	default:
		var names []string
		for _, i := range c.For {
			names = append(names, string(i))
		}
		out = strings.Join(names, ", ")
	}
	for _, i := range c.Asked {
		out += "; " + string(i) + " only where present"
	}
	if c.Large {
		out += "; only where more than " + inWords[judge.LargeFiles] + " files or " + inWords[judge.LargeLines] + " lines changed"
	}
	return out
}

// inWords spells the bounds of large work.
var inWords = map[int]string{3: "three", 60: "sixty"}

// contractHash pins an agent's contract in the tests.
func (t *texts) contractHash(a Agent) string {
	sum := sha256.Sum256([]byte(strings.Join(t.contract(a), "\x00")))
	return hex.EncodeToString(sum[:8])
}
