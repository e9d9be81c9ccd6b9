package claude

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/fact"
	"prism/internal/transcript"
)

func TestUsage(t *testing.T) {
	tests := []struct {
		name, usage string
		want        fact.Tokens
		has         bool
		odd         transcript.Reason
	}{
		{"full", `{"input_tokens":3,"output_tokens":5,"cache_creation_input_tokens":30,"cache_read_input_tokens":7,"cache_creation":{"ephemeral_5m_input_tokens":10,"ephemeral_1h_input_tokens":20},"service_tier":"standard"}`, fact.Tokens{Input: 3, Output: 5, CacheWrite5m: 10, CacheWrite1h: 20, CacheRead: 7}, true, ""},
		{"no split", `{"input_tokens":3,"cache_creation_input_tokens":30}`, fact.Tokens{Input: 3, CacheWrite5m: 30}, true, ""},
		{"the sum reads 0", `{"cache_creation_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":10,"ephemeral_1h_input_tokens":20}}`, fact.Tokens{CacheWrite5m: 10, CacheWrite1h: 20}, true, ""},
		{"the split holds less", `{"cache_creation_input_tokens":50,"cache_creation":{"ephemeral_5m_input_tokens":10,"ephemeral_1h_input_tokens":20}}`, fact.Tokens{CacheWrite5m: 30, CacheWrite1h: 20}, true, ""},
		{"split before the sum", `{"cache_creation":{"ephemeral_1h_input_tokens":20},"cache_creation_input_tokens":20}`, fact.Tokens{CacheWrite1h: 20}, true, ""},
		{"empty", `{}`, fact.Tokens{}, false, ""},
		{"null counts", `{"input_tokens":null,"cache_creation":null}`, fact.Tokens{}, false, ""},
		{"null", `null`, fact.Tokens{}, false, ""},
		{"negative", `{"input_tokens":-5,"output_tokens":2}`, fact.Tokens{Output: 2}, true, transcript.OddTokens},
		{"beyond belief", `{"input_tokens":1e30,"output_tokens":2}`, fact.Tokens{Input: 0, Output: 2}, true, transcript.OddTokens},
		{"beyond any number", `{"input_tokens":1e999}`, fact.Tokens{Input: 0}, true, transcript.OddTokens},
		{"fraction", `{"input_tokens":1.5,"output_tokens":7}`, fact.Tokens{Output: 7}, true, transcript.OddTokens},
		{"a fraction of the cache", `{"cache_creation":{"ephemeral_1h_input_tokens":0.25,"ephemeral_5m_input_tokens":4}}`, fact.Tokens{CacheWrite5m: 4}, true, transcript.OddTokens},
		{"digits in quotes", `{"input_tokens":"12","output_tokens":7}`, fact.Tokens{Output: 7}, true, transcript.OddTokens},
		{"a list", `{"input_tokens":[12],"output_tokens":7}`, fact.Tokens{Output: 7}, true, transcript.OddTokens},
		{"a truth", `{"input_tokens":true,"output_tokens":7}`, fact.Tokens{Output: 7}, true, transcript.OddTokens},
		{"a whole number with a point", `{"input_tokens":12.0}`, fact.Tokens{Input: 12}, true, ""},
		{"whole number with an exponent", `{"input_tokens":1e3}`, fact.Tokens{Input: 1000}, true, ""},
		{"a string", `{"input_tokens":"many"}`, fact.Tokens{}, true, transcript.OddTokens},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			recs, _ := decodeText(t, `{"type":"assistant","requestId":"req","message":{"id":"m","model":"claude-opus-4-5","usage":`+tt.usage+`}}`+"\n")
			a := recs[0].Answer
			if a.HasUsage != tt.has || recs[0].Odd != tt.odd || a.MessageID != "m" || a.RequestID != "req" {
				t.Errorf("has usage %t, odd %q, %s %s", a.HasUsage, recs[0].Odd, a.MessageID, a.RequestID)
			}
			if diff := cmp.Diff(tt.want, a.Usage); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	r := only(t, `{"type":"assistant","uuid":"a","parentUuid":"p","message":{"id":"m","model":"claude-opus-4-5","stop_reason":"tool_use","content":[{"type":"thinking","thinking":"hm","signature":"x"},{"type":"text","text":"I will\n"},{"type":"text","text":"look."},{"type":"tool_use","id":"c","name":"Read","input":{"file_path":"/w/a.go"}},{"type":"newfangled"}]}}`)
	a := r.Answer
	if r.Kind != transcript.Answer || string(a.Text) != "I will\n\nlook." || !a.Thinking || a.Stop != "tool_use" || len(a.Calls) != 1 {
		t.Errorf("%+v", r)
	}
	r = only(t, `{"type":"assistant","message":{"id":"m","model":"<synthetic>","usage":{"input_tokens":9},"content":[{"type":"text","text":"No response requested."}]}}`)
	if r.Kind != transcript.Answer || !r.Answer.Synthetic || r.Answer.HasUsage {
		t.Errorf("%+v", r)
	}
	r = only(t, `{"type":"assistant","isApiErrorMessage":true,"error":"rate_limit","message":{"id":"m","model":"<synthetic>","content":[{"type":"text","text":"You've hit your limit"}]}}`)
	if r.Kind != transcript.Failed || string(r.Text) != "You've hit your limit" || !r.Answer.Synthetic {
		t.Errorf("%+v", r)
	}
	r = only(t, `{"type":"assistant","message":"plain words"}`)
	if r.Kind != transcript.Answer || string(r.Answer.Text) != "plain words" {
		t.Errorf("%+v", r)
	}
	r = only(t, `{"type":"assistant","message":[{"type":"text","text":"in a list"}]}`)
	if string(r.Answer.Text) != "in a list" {
		t.Errorf("%+v", r)
	}
	r = only(t, `{"type":"assistant","message":{"content":[{"type":"text","text":"`+strings.Repeat("word ", 100_000)+`end"}]}}`)
	if n := len(r.Answer.Text); n > 2*maxAnswer+100 || !strings.HasSuffix(string(r.Answer.Text), "end") {
		t.Errorf("%d bytes of text", n)
	}
}

func TestCalls(t *testing.T) {
	tests := []struct {
		tool, input string
		target      string
		files       []string
		plan        string
	}{
		{"Edit", `{"file_path":"/w/a.go","old_string":"x","new_string":"y"}`, "/w/a.go", []string{"/w/a.go"}, ""},
		{"MultiEdit", `{"file_path":"/w/a.go","edits":[{"old_string":"x"}]}`, "/w/a.go", []string{"/w/a.go"}, ""},
		{"Write", `{"content":"x","file_path":"C:\\w\\a.go"}`, `C:\w\a.go`, []string{`C:\w\a.go`}, ""},
		{"NotebookEdit", `{"notebook_path":"/w/a.ipynb","new_source":"x"}`, "/w/a.ipynb", []string{"/w/a.ipynb"}, ""},
		{"Bash", `{"command":"go test ./...\necho \"done\"","description":"Run tests"}`, "go test ./...\necho \"done\"", nil, ""},
		{"Bash", `{"description":"Run tests"}`, "Run tests", nil, ""},
		{"Read", `{"file_path":"/w/a.go","offset":3}`, "/w/a.go", []string{"/w/a.go"}, ""},
		{"Grep", `{"pattern":"tax","path":"/w/src"}`, "/w/src", []string{"/w/src"}, ""},
		{"Glob", `{"pattern":"**/*.go"}`, "**/*.go", nil, ""},
		{"Task", `{"subagent_type":"Explore","description":"Find it","prompt":"look"}`, "Find it", nil, ""},
		{"Agent", `{"prompt":"look","run_in_background":true}`, "look", nil, ""},
		{"WebFetch", `{"url":"https://example.org/a","prompt":"sum up"}`, "https://example.org/a", nil, ""},
		{"WebSearch", `{"query":"tax rates"}`, "tax rates", nil, ""},
		{"Skill", `{"skill":"ship","args":"now"}`, "ship", nil, ""},
		{"ExitPlanMode", `{"plan":"# Tax\n1. do it"}`, "", nil, "# Tax\n1. do it"},
		{"ExitPlanMode", `{"plan":"# Tax","planFilePath":"/h/.claude/plans/red-blue-green.md"}`, "/h/.claude/plans/red-blue-green.md", nil, "# Tax"},
		{"AskUserQuestion", `{"questions":[{"question":"Which one?","options":[]},{"question":"When?"}]}`, "Which one?", nil, ""},
		{"AskUserQuestion", `{"questions":[7]}`, "", nil, ""},
		{"TaskUpdate", `{"taskId":"3","status":"completed"}`, "3", nil, ""},
		{"TodoWrite", `{"todos":[]}`, "", nil, ""},
		{"mcp__files__write", `{"filename":"a.txt","content":"x"}`, "a.txt", []string{"a.txt"}, ""},
		{"mcp__box__run", `{"command":"ls"}`, "ls", nil, ""},
		{"Newfangled", `{"command":"x"}`, "", nil, ""},
		{"Bash", `"ls"`, "", nil, ""},
		{"Bash", `null`, "", nil, ""},
		{"Bash", `{"command":["ls"]}`, "", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.tool+tt.input, func(t *testing.T) {
			r := only(t, calls("c1", tt.tool, tt.input))
			c := r.Answer.Calls[0]
			if c.ID != "c1" || c.Name != tt.tool || string(c.Input) != tt.input || c.Target != tt.target || string(c.Plan) != tt.plan {
				t.Errorf("%+v", c)
			}
			if diff := cmp.Diff(tt.files, c.Files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
	r := only(t, calls("c1", "Bash", `{"command":`+quote("echo "+strings.Repeat("x ", maxTarget))+`}`))
	if n := len(r.Answer.Calls[0].Target); n > maxTarget {
		t.Errorf("a target of %d bytes", n)
	}
}
