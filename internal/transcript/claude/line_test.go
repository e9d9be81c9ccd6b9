package claude

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/transcript"
)

func TestHead(t *testing.T) {
	r := only(t, `{"parentUuid":"p","isSidechain":true,"promptId":"pid","type":"assistant","message":{"id":"m"},"uuid":"u","timestamp":"2026-03-01T10:02:03.456Z","userType":"external","entrypoint":"cli","cwd":"C:\\w\\shop","sessionId":"s","version":"2.1.80","gitBranch":"tax","agentId":"a1","slug":"x-y-z"}`)
	want := transcript.Record{
		Kind: transcript.Answer, Line: 1, Time: time.Date(2026, 3, 1, 10, 2, 3, 456e6, time.UTC),
		UUID: "u", Parent: "p", Session: "s", PromptID: "pid", CWD: `C:\w\shop`, Branch: "tax", Version: "2.1.80",
		Entrypoint: "cli", Sidechain: true, Agent: "a1", Answer: transcript.AnswerPart{MessageID: "m"},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestClaims(t *testing.T) {
	for more, want := range map[string]string{
		``:                          "",
		`"requestSessionId":"old",`: "old",
		`"requestSessionId":"s",`:   "",
		`"forkedFrom":"old",`:       "old",
		`"forkedFrom":{"sessionId":"old","uuid":"x"},`:   "old",
		`"forkedFrom":{"messageUuid":"x"},`:              "",
		`"forkedFrom":null,`:                             "",
		`"requestSessionId":"old","forkedFrom":"older",`: "old",
	} {
		r := only(t, `{"type":"user",`+more+`"sessionId":"s","message":{"content":"x"}}`)
		if r.Claim != want || r.Session != "s" {
			t.Errorf("%s: claim %q, session %q", more, r.Claim, r.Session)
		}
	}
	if r := only(t, `{"type":"user","session_id":"s2","message":{"content":"x"}}`); r.Session != "s2" {
		t.Errorf("second spelling: %q", r.Session)
	}
}

func TestTimes(t *testing.T) {
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return v.UTC()
	}
	tests := []struct {
		stamp string
		want  time.Time
		odd   bool
	}{
		{`"2026-03-01T10:02:03.456Z"`, at("2026-03-01T10:02:03.456Z"), false},
		{`"2026-03-01T10:02:03Z"`, at("2026-03-01T10:02:03Z"), false},
		{`"2026-03-01T10:02:03.123456789+02:00"`, at("2026-03-01T08:02:03.123456789Z"), false},
		{`1772359323456`, at("2026-03-01T10:02:03.456Z"), false},
		{`null`, time.Time{}, false},
		{`"2026-13-01T10:02:03.456Z"`, time.Time{}, true},
		{`"2026-02-30T10:02:03.456Z"`, time.Time{}, true},
		{`"2026-03-01T25:02:03.456Z"`, time.Time{}, true},
		{`"9999-03-01T10:02:03.456Z"`, time.Time{}, true},
		{`"0001-01-01T00:00:00.000Z"`, time.Time{}, true},
		{`"yesterday"`, time.Time{}, true},
		{`1e30`, time.Time{}, true},
		{`-5`, time.Time{}, true},
		{`{}`, time.Time{}, true},
	}
	for _, tt := range tests {
		recs, _ := decodeText(t, `{"type":"user","timestamp":`+tt.stamp+`,"message":{"content":"x"}}`+"\n")
		r := recs[0]
		if !r.Time.Equal(tt.want) || (r.Odd == transcript.OddTime) != tt.odd || r.Kind != transcript.Prompt {
			t.Errorf("%s: %v odd %q", tt.stamp, r.Time, r.Odd)
		}
	}
}

func TestOtherLines(t *testing.T) {
	tests := []struct {
		name, line string
		kind       transcript.Kind
		text, more string // more: what the kind is about
		unknown    string
	}{
		{"title by the person", `{"type":"custom-title","customTitle":"Tax","sessionId":"s"}`, transcript.Title, "Tax", "custom", ""},
		{"title by the client", `{"type":"ai-title","sessionId":"s","aiTitle":"Tax \u2013 rates"}`, transcript.Title, "Tax – rates", "ai", ""},
		{"old summary", `{"type":"summary","summary":"Tax","leafUuid":"x"}`, transcript.Title, "Tax", "summaryx", ""},
		{"renamed", `{"type":"system","subtype":"local_command","content":"<command-name>/rename</command-name>\n <command-message>rename</command-message>\n <command-args>Tax rates</command-args>","uuid":"u"}`, transcript.Title, "Tax rates", "custom", ""},
		{"renamed to nothing", `{"type":"system","subtype":"local_command","content":"<command-name>/rename</command-name><command-args></command-args>","uuid":"u"}`, transcript.None, "", "", ""},
		{"title without one", `{"type":"ai-title"}`, transcript.None, "", "", ""},
		{"leaf", `{"type":"last-prompt","lastPrompt":"x","leafUuid":"l"}`, transcript.Leaf, "", "l", ""},
		{"moved back to the start", `{"type":"last-prompt","leafUuid":"00000000-0000-0000-0000-000000000000","explicit":true}`, transcript.Leaf, "", "", ""},
		{"zero leaf, not on purpose", `{"type":"last-prompt","leafUuid":"00000000-0000-0000-0000-000000000000"}`, transcript.None, "", "", ""},
		{"no leaf", `{"type":"last-prompt","lastPrompt":"x"}`, transcript.None, "", "", ""},
		{"pull request", `{"type":"pr-link","prNumber":12,"prUrl":"https://github.com/w/shop/pull/12","prRepository":"w/shop"}`, transcript.Pull, "", "https://github.com/w/shop/pull/12", ""},
		{"api error", `{"type":"system","subtype":"api_error","content":"overloaded","error":{"status":529}}`, transcript.Failed, "overloaded", "", ""},
		{"api error without words", `{"type":"system","subtype":"api_error","error":{"status":529,"error":{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}}}`, transcript.Failed, "Overloaded", "", ""},
		{"api error, a word", `{"type":"system","subtype":"api_error","error":"rate_limit"}`, transcript.Failed, "rate_limit", "", ""},
		{"clear, told apart by the client", `{"type":"system","subtype":"local_command","content":"","commandRun":{"command":"clear","args":""}}`, transcript.Cleared, "", "", ""},
		{"local command", `{"type":"system","subtype":"local_command","content":"<command-name>/status</command-name>"}`, transcript.None, "", "", ""},
		{"clear as a local command", `{"type":"system","subtype":"local_command","content":"<command-name>/clear</command-name>"}`, transcript.Cleared, "", "", ""},
		{"turn duration", `{"type":"system","subtype":"turn_duration","durationMs":5}`, transcript.None, "", "", ""},
		{"new subtype", `{"type":"system","subtype":"new fangled"}`, transcript.None, "", "", "system/new?fangled"},
		{"backup", `{"type":"file-history-snapshot","messageId":"x","snapshot":{}}`, transcript.None, "", "", ""},
		{"request record", `{"type":"api-request-more","x":[1,2,3]}`, transcript.None, "", "", ""},
		{"family", `{"type":"artifact-created"}`, transcript.None, "", "", ""},
		{"new type", `{"type":"newfangled","x":1}`, transcript.None, "", "", "newfangled"},
		{"no type", `{"x":1}`, transcript.None, "", "", "(none)"},
		{"type is a number", `{"type":7}`, transcript.None, "", "", "(none)"},
		{"hostile type", `{"type":"\u001b[31m` + strings.Repeat("x", 100) + `"}`, transcript.None, "", "", `?u001b[31m` + strings.Repeat("x", 38)},
		{"empty object", `{}`, transcript.None, "", "", "(none)"},
		{"bash progress", `{"type":"progress","data":{"type":"bash_progress","output":"x"}}`, transcript.None, "", "", ""},
		{"progress without data", `{"type":"progress"}`, transcript.None, "", "", ""},
		{"progress with odd data", `{"type":"progress","data":7}`, transcript.None, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			recs, _ := decodeText(t, tt.line+"\n")
			if len(recs) != 1 {
				t.Fatalf("%d records", len(recs))
			}
			r := recs[0]
			if r.Kind != tt.kind || string(r.Text) != tt.text || r.Command+r.Leaf+r.URL != tt.more || r.Unknown != tt.unknown {
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestNestedAgents reads what old clients tell of a subagent's work in progress
// lines.
func TestNestedAgents(t *testing.T) {
	progress := func(inner string) string {
		return `{"parentUuid":"p","isSidechain":false,"cwd":"/w","sessionId":"s","type":"progress","data":{"message":` + inner + `,"normalizedMessages":[{"type":"assistant"}],"type":"agent_progress","prompt":"look","agentId":"a1"},"uuid":"u","timestamp":"2026-03-01T10:00:09.000Z"}`
	}
	recs := decode(t,
		progress(`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"look"}]},"uuid":"n0","timestamp":"2026-03-01T10:00:00.000Z"}`),
		progress(`{"type":"assistant","timestamp":"2026-03-01T10:00:01.000Z","message":{"id":"m","model":"claude-haiku-4-5","usage":{"input_tokens":3,"output_tokens":5},"content":[{"type":"tool_use","id":"c","name":"Bash","input":{"command":"ls"}}]},"requestId":"req","uuid":"n1"}`),
		progress(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"Exit code 1\nno","is_error":true}]},"uuid":"n2","toolUseResult":"Error: Exit code 1\nno"}`),
	)
	if len(recs) != 2 {
		t.Fatalf("%+v", recs)
	}
	a, r := recs[0], recs[1]
	if a.Kind != transcript.Answer || !a.Nested || !a.Sidechain || a.Agent != "a1" || a.UUID != "u" || a.Session != "s" || a.Answer.RequestID != "req" ||
		a.Answer.Usage.Total() != 8 || a.Time.Second() != 1 || len(a.Answer.Calls) != 1 {
		t.Errorf("%+v", a)
	}
	if r.Kind != transcript.Results || !r.Nested || !r.Sidechain || r.Results[0].Exit != 1 || r.Time.Second() != 9 {
		t.Errorf("%+v", r)
	}
	// Progress within progress has no end.
	deep := `{"type":"x"}`
	for range 100 {
		deep = `{"type":"progress","data":{"type":"agent_progress","message":` + deep + `}}`
	}
	if recs, led := decodeText(t, deep+"\n"); led.Decoded != 1 || recs[0].Kind != transcript.None {
		t.Errorf("%+v %+v", recs, led)
	}
}

func TestBrokenLines(t *testing.T) {
	for in, want := range map[string]transcript.Reason{
		`{"type":"user"`:                transcript.MalformedJSON,
		`{"type":"user",}`:              transcript.MalformedJSON,
		`{"message":{"content":[}}`:     transcript.MalformedJSON,
		`{"data":{"message":{"a"}}}`:    transcript.MalformedJSON,
		`{"toolUseResult":{"plan":"x}}`: transcript.MalformedJSON,
		`nonsense`:                      transcript.MalformedJSON,
		``:                              transcript.MalformedJSON,
		`[{"type":"user"}]`:             transcript.NotObject,
		`"user"`:                        transcript.NotObject,
		`null`:                          transcript.NotObject,
		`{"a":` + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + `}`: transcript.TooDeep,
		strings.Repeat(`{"message":`, 200_000):                                      transcript.TooDeep,
	} {
		var rec transcript.Record
		_, err := New().Decode([]byte(in), 1, &rec)
		if !errors.Is(err, want) {
			t.Errorf("%.40q: %v, want %v", in, err, want)
		}
	}
	var rec transcript.Record
	n, err := New().Decode([]byte(`{"type":"user"} {"type":"user"}`), 1, &rec)
	if n != 15 || err != nil {
		t.Errorf("glued objects: took %d bytes, %v", n, err)
	}
}

func TestInternersAreBounded(t *testing.T) {
	d := New()
	var rec transcript.Record
	for i := range 3 * maxInterned {
		line := fmt.Sprintf(`{"type":"user","cwd":"/w/%d","message":{"content":"x"}}`, i)
		if _, err := d.Decode([]byte(line), 1, &rec); err != nil || rec.CWD != fmt.Sprintf("/w/%d", i) {
			t.Fatal(err, rec.CWD)
		}
	}
	if len(d.strs.words) > maxInterned {
		t.Errorf("%d words are kept", len(d.strs.words))
	}
	long, err := json.Marshal(strings.Repeat("é", 1<<16))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Decode([]byte(`{"type":"user","uuid":`+string(long)+`}`), 1, &rec); err != nil || len(rec.UUID) > 2*maxWord {
		t.Errorf("a uuid of %d bytes, %v", len(rec.UUID), err)
	}
}
