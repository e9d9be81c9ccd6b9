package llm

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
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
	fmt.Fprintf(&b, "rendering %d\n", renderVersion)
	for _, s := range []Settings{{}, {Combined: true}, {Model: "claude-haiku-5-5"}} {
		s.Name = "anthropic"
		p := protocol(t, s)
		fmt.Fprintf(&b, "%s combined=%v %s\n", p.Model(), s.Combined, p.Version())
	}
	const path = "prompts/VERSIONS"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(got), "\r\n", "\n") != b.String() {
		t.Errorf("%s says\n%snow it is\n%sIf that is meant: go test ./internal/judge/llm -run VersionsArePinned -update", path, got, b.String())
	}
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
		for _, i := range append([]fact.Intent{fact.IntentNone}, fact.Intents...) {
			var schema any
			if err := json.Unmarshal(schemaOf(a, i), &schema); err != nil {
				t.Fatalf("%s: %v", a, err)
			}
			closed(t, string(a), schema)
		}
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

// What the parser takes and what the schema asks for are one list.
func TestParserAndSchemaAgree(t *testing.T) {
	for _, a := range []Agent{Tracking, Speaking, Grading, Deciding, Combining} {
		var s struct{ Required []string }
		if err := json.Unmarshal(schemaOf(a, fact.Feature), &s); err != nil {
			t.Fatal(err)
		}
		if got := agentFields(a); strings.Join(got, " ") != strings.Join(s.Required, " ") {
			t.Errorf("%s: parser takes %v, schema %v", a, got, s.Required)
		}
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
	a.Reason = strings.Repeat("reason ", 20)
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
