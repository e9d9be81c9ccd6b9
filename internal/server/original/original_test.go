package original_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/server/classic"
	"prism/internal/server/original"
	"prism/internal/transcript/telemetry"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// kept is a store in memory: what is sent, and where it is read again.
type kept struct {
	files map[string][]byte // by person and path
	err   error
	none  content.Status // why nobody wants it; Taken: somebody does
	open  func()         // before a file is read; may be nil
}

func (k *kept) Ingest(_ context.Context, _ string, list []content.Append) ([]content.Receipt, error) {
	out := make([]content.Receipt, len(list))
	for i, a := range list {
		if err := a.Check(); err != nil {
			out[i].Status = content.Refused
		} else if out[i].Status = k.none; k.none != content.Taken {
			continue
		} else if k.err == nil {
			k.files[a.Person+"/"+a.Path] = append(k.files[a.Person+"/"+a.Path], a.Data...)
		}
	}
	return out, k.err
}

func (k *kept) FileAt(_ context.Context, person, path string) (content.File, bool, error) {
	data, found := k.files[person+"/"+path]
	return content.File{Person: person, Path: path, Kind: content.Telemetry, Size: int64(len(data))}, found, nil
}

func (k *kept) FilesOf(ctx context.Context, person string, kind content.Kind, _ time.Time) (list []content.File, err error) {
	for name := range k.files {
		if path, of := strings.CutPrefix(name, person+"/"); of {
			f, _, _ := k.FileAt(ctx, person, path)
			f.Kind, list = kind, append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b content.File) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

func (k *kept) OpenFile(_ context.Context, f *content.File) io.ReadCloser {
	if k.open != nil {
		k.open()
	}
	return io.NopCloser(bytes.NewReader(k.files[f.Person+"/"+f.Path]))
}

// events are those of a session of ada's.
func (k *kept) events(t *testing.T, session string) (list []telemetry.Event) {
	t.Helper()
	for line := range bytes.Lines(k.files["ada/telemetry/"+session+".jsonl"]) {
		e, err := telemetry.Parse(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, e)
	}
	return list
}

// server is a capture and a reading for one caller.
type server struct {
	*kept
	from  original.Caller
	ended bool // the key of whoever sends, once a body has come
	mux   *http.ServeMux
}

func newServer(t testing.TB) *server {
	t.Helper()
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &server{kept: &kept{files: map[string][]byte{}}, from: original.Caller{Tenant: "acme", Person: "ada"}, mux: http.NewServeMux()}
	caller := func(r *http.Request) (original.Caller, error) {
		if r.Header.Get("X-Api-Key") == "" {
			return original.Caller{}, &classic.Error{Code: http.StatusUnauthorized, Message: "Missing API key"}
		}
		return s.from, nil
	}
	problem := func(err error) *classic.Error {
		var known *classic.Error
		if errors.As(err, &known) {
			return known
		}
		return &classic.Error{Code: http.StatusInternalServerError, Message: err.Error()}
	}
	events := func(context.Context, string) (original.Events, error) { return s.kept, nil }
	now := func() time.Time { return noon }
	(&original.Capture{Caller: caller, Sink: s.kept, Gate: gate, Problem: problem, Kept: events, Now: now,
		Still: func(*http.Request) error {
			if s.ended {
				return &classic.Error{Code: http.StatusUnauthorized, Message: "API key not active or expired"}
			}
			return nil
		},
		Base: func(r *http.Request) (string, error) { return "http://" + r.Host, nil }}).Register(s.mux)
	(&original.Reading{Caller: caller, Kept: events, Problem: problem, Now: now}).Register(s.mux)
	return s
}

// ask sends one request as the plugin does.
func (s *server) ask(request, body string) (status int, answer string) {
	method, path, _ := strings.Cut(request, " ")
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Api-Key", "key")
	r.Header.Set("X-Prism-Plugin-Version", "0.7.3")
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, r)
	answer = strings.TrimSpace(w.Body.String())
	if kind := w.Header().Get("Content-Type"); (kind == "application/json") != json.Valid([]byte(answer)) {
		answer = "as " + kind + ": " + answer
	}
	return w.Code, answer
}

// Whose key ends while a body is on its way, or who is removed, has sent nothing.
func TestEndedWhileABodyComes(t *testing.T) {
	s := newServer(t)
	requests := map[string]string{
		"POST /v1/host-observations/session-end": `{"session_id":"5b1d7c34-1111-4222-8333-444455556666"}`,
		"POST /v1/prompt-evidence":               `{"session_id":"5b1d7c34-1111-4222-8333-444455556666","client_event_id":"e1"}`,
		"POST /v1/git-evidence":                  `{"schema_version":"git-evidence/v1","event_id":"5b1d7c34-1111-4222-8333-444455556667","session_id":"5b1d7c34-1111-4222-8333-444455556666"}`,
	}
	for request, body := range requests {
		if status, answer := s.ask(request, body); status >= 300 || len(s.files) != 1 {
			t.Errorf("%s: %d %s", request, status, answer)
		}
		clear(s.files)
	}
	s.ended = true
	requests["POST /v1/prompts"], requests["POST /v1/prompts/response"], requests["POST /v1/setup-complete"] = "{}", "{}", "{}"
	for request, body := range requests {
		if status, answer := s.ask(request, body); status != http.StatusUnauthorized || !strings.Contains(answer, "not active") || len(s.files) > 0 {
			t.Errorf("%s: %d %s, kept %v", request, status, answer, s.files)
		}
	}
}

// Requests of both generations, as they are described; what is expected of an answer is
// all of it, or how it begins.
func TestRequests(t *testing.T) {
	const (
		event = "5b1d7c34-1111-4222-8333-444455556666"
		host  = "9a8b7c6d-1111-4222-8333-444455556666"
		git   = `{"schema_version":"git-evidence/v1","event_id":"5b1d7c34-1111-4222-8333-444455550000","event_type":"committed_change_observation","observed_at":"2026-11-20T11:59:00Z","session_id":"s1","client_event_id":"` + event + `","repository":{"host":"example.org","owner_path":"o","name":"n","phase":"end"},"diff":{"base_head":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","head":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","diff_policy_version":"git_text_numstat_first_parent_v1","ancestry":"linear","coverage":"ready","commits":[{"commit_sha":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","fingerprint":"f","added_lines":12,"deleted_lines":3,"merge_policy":"first_parent_v1"}]}}`
	)
	long := strings.Repeat("a", 2<<20)
	for _, c := range []struct {
		what, request, body string
		status              int
		answer              string
	}{
		{"config", "GET /v1/plugin/config", "", 200, `{"ingest_url":"http://example.com","dashboard_url":"http://example.com","environment":"self-hosted","contracts":{"git_evidence":{"endpoint":"/v1/git-evidence","versions":["git-evidence/v1"]}}}`},
		{"set up, A", "POST /v1/setup-complete", `{"key_prefix":"prism_0123456","plugin_version":"0.4.7"}`, 200, `{"status":"ok"}`},
		{"set up, B", "POST /v1/setup-complete", `{"plugin_version":"0.7.3"}`, 200, `{"status":"ok"}`},
		{"set up, no JSON", "POST /v1/setup-complete", `plugin`, 400, `{"error":{"code":"invalid_json"}}`},
		{"set up, too large", "POST /v1/setup-complete", `{"x":"` + long + `"}`, 413, `{"error":{"code":"body_exceeds_limit"}}`},
		{"health", "GET /health", "", 200, "ok"},
		{"catalog", "GET /v1/model-catalog", "", 200, `{"schema_version":1,"catalog_revision":"`},
		{"prompt, A", "POST /v1/prompts", `{"prompt_text":"Fix it","source":"claude-code","tool_session_id":"s1","cwd":"/w/x","metadata":{"permission_mode":"default"}}`, 201, `{"id":"`},
		{"prompt, A, least", "POST /v1/prompts", `{"prompt_text":"Fix it","source":"claude-code","tool_session_id":"s1"}`, 201, `{"id":"`},
		{"prompt, B", "POST /v1/prompts", `{"prompt_text":"Fix it","source":"claude-code","tool_session_id":"s1","cwd":"/w/x","client_event_id":"` + event + `","host_prompt_id":"` + host + `","submitted_at":"2026-11-20T11:58:00.5Z","original_char_count":6,"untruncated_sha256":"00","truncated":false,"metadata":{"git":{"schema_version":"prompt-git-metadata/v1","branch":"main","dirty":true}}}`, 201, `{"id":"`},
		{"prompt, of later", "POST /v1/prompts", `{"prompt_text":"Fix it","source":"claude-code","tool_session_id":"s1","metadata":"text","truncated":"no","submitted_at":[],"more":{"deep":[1]}}`, 201, `{"id":"`},
		{"prompt of another", "POST /v1/prompts", `{"prompt_text":"x","source":"cursor","tool_session_id":"s1"}`, 400, `{"error":{"code":"unrecognized_source"}}`},
		{"prompt, empty", "POST /v1/prompts", `{"prompt_text":" \n","source":"claude-code","tool_session_id":"s1"}`, 400, `{"error":{"code":"empty_prompt_text"}}`},
		{"prompt, no text", "POST /v1/prompts", `{"prompt_text":7,"source":"claude-code","tool_session_id":"s1"}`, 400, `{"error":{"code":"empty_prompt_text"}}`},
		{"prompt, host", "POST /v1/prompts", `{"prompt_text":"x","source":"claude-code","tool_session_id":"s1","host_prompt_id":"a b"}`, 400, `{"error":{"code":"invalid_host_prompt_id"}}`},
		{"prompt, path", "POST /v1/prompts", `{"prompt_text":"x","source":"claude-code","tool_session_id":"../s1"}`, 400, `{"error":{"code":"invalid_tool_session_id"}}`},
		{"prompt, event", "POST /v1/prompts", `{"prompt_text":"x","source":"claude-code","tool_session_id":"s1","client_event_id":"a b"}`, 400, `{"error":{"code":"invalid_client_event_id"}}`},
		{"prompt, the longest", "POST /v1/prompts", `{"prompt_text":"` + long + `","source":"claude-code","tool_session_id":"s1"}`, 201, `{"id":"`},
		{"prompt, longer", "POST /v1/prompts", `{"prompt_text":"a` + long + `","source":"claude-code","tool_session_id":"s1"}`, 400, `{"error":{"code":"prompt_body_exceeds_limit"}}`},
		{"prompt, much longer", "POST /v1/prompts", `{"prompt_text":"` + long + long + `","source":"claude-code","tool_session_id":"s1"}`, 400, `{"error":{"code":"prompt_body_exceeds_limit"}}`},
		{"prompt, a list", "POST /v1/prompts", `[]`, 400, `{"error":{"code":"invalid_json"}}`},
		{"prompt, cut off", "POST /v1/prompts", `{"prompt_text":"x"`, 400, `{"error":{"code":"invalid_json"}}`},
		{"response, A", "POST /v1/prompts/response", `{"tool_session_id":"s1","response_text":"Done.","elapsed_ms":4200,"input_tokens":10,"output_tokens":"5","model":"claude-opus-5-5","cost_usd":0.01}`, 202, `{"status":"accepted"}`},
		{"response, A, least", "POST /v1/prompts/response", `{"tool_session_id":"s1","response_text":"Done."}`, 202, `{"status":"accepted"}`},
		{"response, B", "POST /v1/prompts/response", `{"tool_session_id":"s1","response_text":"Done.","prompt_id":"` + event + `","client_event_id":"` + event + `","response_operation_id":"` + strings.Repeat("0a", 32) + `","host_prompt_id":"` + host + `","input_tokens":10,"output_tokens":5,"cache_read_tokens":3,"cache_creation_tokens":2,"cost_catalog_revision":"r","cost_kind":"public_list_price_estimate","truncated":false}`, 202, `{"status":"accepted"}`},
		{"response, longer", "POST /v1/prompts/response", `{"tool_session_id":"s1","response_text":"a` + long + `"}`, 400, `{"error":{"code":"response_body_exceeds_limit"}}`},
		{"response, session", "POST /v1/prompts/response", `{"response_text":"x"}`, 400, `{"error":{"code":"invalid_tool_session_id"}}`},
		{"evidence of a prompt", "POST /v1/prompt-evidence", `{"schema_version":1,"source_session_id":"s1","client_event_id":"` + event + `","recipient":"reviewer","message_bytes":44,"message_sha256":"` + strings.Repeat("0a", 32) + `"}`, 200, `{"ack_version":1,"client_event_id":"` + event + `","occurrence_id":"`},
		{"evidence of git", "POST /v1/git-evidence", git, 202, `{"event_id":"5b1d7c34-1111-4222-8333-444455550000","schema_version":"git-evidence/v1","status":"accepted"}`},
		{"evidence of git, again", "POST /v1/git-evidence", " " + git, 200, `{"duplicate":true,"event_id":"5b1d7c34-1111-4222-8333-444455550000","schema_version":"git-evidence/v1","status":"accepted"}`},
		{"evidence of git, another", "POST /v1/git-evidence", strings.Replace(git, `"added_lines":12`, `"added_lines":13`, 1), 409, `{"error":{"code":"event_conflict"}}`},
		{"evidence of git, later form", "POST /v1/git-evidence", strings.Replace(git, "evidence/v1", "evidence/v2", 1), 400, `{"error":{"code":"unsupported_schema_version"}}`},
		{"evidence of git, too much", "POST /v1/git-evidence", strings.Replace(git, `"commits":[`, `"commits":[`+strings.Repeat("{},", 512), 1), 400, `{"error":{"code":"too_many_commits"}}`},
		{"evidence of git, too large", "POST /v1/git-evidence", `{"x":"` + long[:512<<10] + `"}`, 413, `{"error":{"code":"body_exceeds_limit"}}`},
		{"origin", "POST /v1/host-observations/input-origin", `{"schema_version":1,"adapter_event_id":"` + strings.Repeat("0a", 32) + `","source_session_id":"s1","host_prompt_id":"` + host + `","origin":"typed"}`, 202, `{"ack_version":1,"adapter_event_id":"` + strings.Repeat("0a", 32) + `","status":"accepted"}`},
		{"queued", "POST /v1/host-observations/queued-input", `{"schema_version":1,"source_session_id":"s1"}`, 202, `{"ack_version":1,"status":"accepted"}`},
		{"interrupt", "POST /v1/host-observations/turn-interrupt", `{"source_session_id":"s1","marker_kind":"tool_use","target_host_prompt_id":"` + host + `"}`, 202, `{"ack_version":1,"status":"accepted"}`},
		{"stop", "POST /v1/host-observations/stop-context", `{"source_session_id":"s1","stop_ordinal":2,"stop_hook_active":false}`, 202, `{"ack_version":1,"status":"accepted"}`},
		{"end", "POST /v1/host-observations/session-end", `{"schema_version":1,"adapter_event_id":"0a","source_session_id":"s1","collector_version":"1","host_version":"2.1.330","observed_at":"2026-11-20T11:59:30Z","last_active_host_prompt_id":"` + host + `","reason":"clear"}`, 202, `{"ack_version":1,"adapter_event_id":"0a","status":"accepted"}`},
		{"another observation", "POST /v1/host-observations/weather", `{"source_session_id":"s1"}`, 404, `{"error":{"code":"unsupported_observation"}}`},
		{"of no session", "POST /v1/host-observations/session-end", `{"reason":"clear"}`, 400, `{"error":{"code":"invalid_session_id"}}`},
		{"logs, none", "GET /v1/telemetry/logs?session_id=none&limit=5", "", 200, `{"records":[],"has_more":false}`},
		{"logs, whenever", "GET /v1/telemetry/logs?from=whenever", "", 400, `{"code":400,"message":"from and to must be times as`},
		{"logs, how many", "GET /v1/telemetry/logs?limit=0", "", 400, `{"code":400,"message":"limit must be`},
	} {
		s := newServer(t)
		if strings.HasPrefix(c.what, "evidence of git, a") {
			s.ask("POST /v1/git-evidence", git)
		}
		status, answer := s.ask(c.request, c.body)
		whole := strings.HasSuffix(c.answer, "}") || c.answer == "ok"
		if status != c.status || !strings.HasPrefix(answer, c.answer) || whole && answer != c.answer {
			t.Errorf("%s: %d %.200s, want %d %s", c.what, status, answer, c.status, c.answer)
		}
		if n := len(s.files); status >= 400 && n > 0 && !strings.HasPrefix(c.what, "evidence of git") {
			t.Errorf("%s: %d files are kept", c.what, n)
		}
	}
}

// What is sent is one event each, in the file of its session, behind the gate.
func TestWhatIsKept(t *testing.T) {
	s := newServer(t)
	secret := "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	_, answer := s.ask("POST /v1/prompts", `{"prompt_text":"use `+secret+`","source":"claude-code","tool_session_id":"s1","cwd":"/w/x","client_event_id":"e1","host_prompt_id":"h1","submitted_at":"2026-11-20T11:58:00Z","untruncated_sha256":"00","metadata":{"git":{"branch":"main","host":"secret.example"},"note":"unknown words"}}`)
	var made struct{ ID string }
	if err := json.Unmarshal([]byte(answer), &made); err != nil || len(made.ID) != 36 {
		t.Fatal(answer, err)
	}
	if _, again := s.ask("POST /v1/prompts", `{"prompt_text":"use","source":"claude-code","tool_session_id":"s1","cwd":"/w/x","client_event_id":"e1"}`); again != answer {
		t.Errorf("again it is %s, was %s", again, answer)
	}
	s.ask("POST /v1/prompts/response", `{"tool_session_id":"s1","response_text":"used `+secret+`","prompt_id":"`+made.ID+`","client_event_id":"e1","host_prompt_id":"h1","input_tokens":1.0,"output_tokens":-1,"cost_usd":3,"elapsed_ms":"12","model":"m 1"}`)
	s.ask("POST /v1/host-observations/session-end", `{"source_session_id":"s1","reason":"clear","observed_at":"2026-11-20T11:59:30Z","message":"some words","stop_hook_active":true,"n":3,"nested":{"a":1},"key":"`+secret+`"}`)
	for _, data := range s.files {
		if bytes.Contains(data, []byte("16C7e42F")) || bytes.Contains(data, []byte("words")) || bytes.Contains(data, []byte("secret.example")) {
			t.Errorf("kept: %s", data)
		}
	}
	list := s.events(t, "s1")
	if len(list) != 4 {
		t.Fatalf("%d events", len(list))
	}
	for i, want := range map[int]string{
		0: `2026-11-20T11:58:00Z prompt h1 branch=main cwd=/w/x event_id=e1 id=` + made.ID + ` prompt=use [SECRET`,
		2: `2026-11-20T12:00:00Z response h1 elapsed_ms=12 event_id=e1 input_tokens=1 model=m 1 prompt_id=` + made.ID + ` response=used [SECRET`,
		3: `2026-11-20T11:59:30Z session_end  n=3 reason=clear source_session_id=s1 stop_hook_active=true`,
	} {
		e := &list[i]
		got := fmt.Sprintf("%s %s %s", e.Time.Format(time.RFC3339), e.Name, e.Prompt)
		for _, a := range e.Attrs {
			got += " " + a.Key + "=" + a.String()
		}
		if !strings.HasPrefix(strings.ReplaceAll(got, "[GITHUB", "[SECRET"), want) || e.Origin != telemetry.Plugin {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// Of observations and evidence the words that can hold no prose are kept.
func TestObservationsKept(t *testing.T) {
	s := newServer(t)
	s.ask("POST /v1/host-observations/turn-interrupt", `{"session_id":"s1","marker_kind":"user","host_prompt_id":"h1","host_version":"2.1.330","observed_at":"2026-11-20T11:59:30Z"}`)
	s.ask("POST /v1/git-evidence", `{"schema_version":"git-evidence/v1","event_id":"5b1d7c34-1111-4222-8333-444455550000","event_type":"committed_change_observation","session_id":"s1","client_event_id":"5b1d7c34-1111-4222-8333-444455556666","repository":{"host":"secret.example","branch":"secret"},"diff":{"base_head":"aaaaaaaa","head":"not one","ancestry":"linear","coverage":"ready","reason":"some words","commits":[{"commit_sha":"bbbbbbbb","added_lines":12,"deleted_lines":"3"},{"commit_sha":"cccccccc","added_lines":1}]}}`)
	var got []string
	for _, e := range s.events(t, "s1") {
		text := fmt.Sprintf("%s %s %s %s", e.Time.Format(time.RFC3339), e.Name, e.Prompt, e.Version)
		for _, a := range e.Attrs {
			if a.Key != "digest" {
				text += " " + a.Key + "=" + a.String()
			}
		}
		got = append(got, text)
	}
	want := []string{
		"2026-11-20T11:59:30Z turn_interrupt h1 2.1.330 host_prompt_id=h1 host_version=2.1.330 marker_kind=user session_id=s1",
		"2026-11-20T12:00:00Z git_evidence   added_lines=13 ancestry=linear base_head=aaaaaaaa client_event_id=5b1d7c34-1111-4222-8333-444455556666 commits=bbbbbbbb cccccccc coverage=ready deleted_lines=3 event_id=5b1d7c34-1111-4222-8333-444455550000 event_type=committed_change_observation",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// A long text is cut behind the gate, between two letters.
func TestLongText(t *testing.T) {
	s := newServer(t)
	s.ask("POST /v1/prompts", `{"prompt_text":"a`+strings.Repeat("é", 600<<10)+`","source":"claude-code","tool_session_id":"s1"}`)
	list := s.events(t, "s1")
	if len(list) != 1 {
		t.Fatalf("%d events", len(list))
	}
	if text := list[0].Str("prompt"); len(text) != 1<<20-1 || !utf8.ValidString(text) || strings.Trim(text[1:], "é") != "" {
		t.Errorf("%d bytes", len(text))
	}
}

// Whom nobody looks at, tenants that take no transcripts, and repositories left alone.
func TestWhatIsNotKept(t *testing.T) {
	const asked = `{"prompt_text":"some words","source":"claude-code","tool_session_id":"s1","client_event_id":"e1"`
	s := newServer(t)
	for _, why := range []content.Status{content.Refused, content.OptedOut, content.Another} {
		s.none = why
		if status, answer := s.ask("POST /v1/prompts", asked+`}`); status != 201 || answer != `{"id":"00000000-0000-0000-0000-000000000000"}` {
			t.Errorf("%s: %d %s", why, status, answer)
		}
	}
	s.none = content.Taken
	if status, _ := s.ask("POST /v1/prompts/response", `{"tool_session_id":"s1","response_text":"some words","prompt_id":"00000000-0000-0000-0000-000000000000"}`); status != 202 || len(s.files) > 0 {
		t.Errorf("the answer to it: %d, %d files", status, len(s.files))
	}
	response := func(id string) string {
		return `{"tool_session_id":"s1","response_text":"some words","input_tokens":7,"client_event_id":"e1","prompt_id":"` + id + `"}`
	}
	id := func(more string) string {
		_, answer := s.ask("POST /v1/prompts", asked+more+`}`)
		return strings.TrimSuffix(strings.TrimPrefix(answer, `{"id":"`), `"}`)
	}
	for _, c := range []struct {
		what, more     string
		facts, folders bool
		named          bool
		words          int
	}{
		{"all", "", false, false, true, 2},
		{"facts only", `,"cwd":"/w/x"`, true, false, true, 0},
		{"a folder that is not told", "", false, true, true, 0},
		{"a folder that is told", `,"cwd":"/w/x"`, false, true, true, 2},
		{"an answer to nothing, A", `,"cwd":"/w/x"`, false, true, false, 1},
	} {
		s = newServer(t)
		s.from.FactsOnly, s.from.Folders = c.facts, c.folders
		to := id(c.more)
		if !c.named {
			to = ""
		}
		s.ask("POST /v1/prompts/response", response(to))
		data := s.files["ada/telemetry/s1.jsonl"]
		if n := bytes.Count(data, []byte("some words")); n != c.words || bytes.Count(data, []byte("\n")) != 2 || !bytes.Contains(data, []byte(`"input_tokens":7`)) {
			t.Errorf("%s: %s", c.what, data)
		}
	}
}

// What cannot be kept now may come again; who shows no key is told before a body is read.
func TestFailures(t *testing.T) {
	s := newServer(t)
	s.err = errors.New("a disk is full")
	status, answer := s.ask("POST /v1/prompts", `{"prompt_text":"x","source":"claude-code","tool_session_id":"s1"}`)
	if status != 503 || answer != `{"code":503,"message":"Cannot be kept now"}` {
		t.Errorf("%d %s", status, answer)
	}
	for _, request := range []string{"POST /v1/prompts", "GET /v1/plugin/config", "GET /v1/telemetry/logs", "POST /v1/insights/report/quick", "POST /v1/git-evidence"} {
		method, path, _ := strings.Cut(request, " ")
		w := httptest.NewRecorder()
		s.mux.ServeHTTP(w, httptest.NewRequest(method, path, unread{t}))
		if w.Code != 401 || strings.TrimSpace(w.Body.String()) != `{"code":401,"message":"Missing API key"}` {
			t.Errorf("%s: %d %s", request, w.Code, w.Body)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/v1/prompts", strings.NewReader("x"))
	r.Header.Set("X-Api-Key", "key")
	r.Header.Set("Content-Encoding", "gzip")
	w := httptest.NewRecorder()
	if s.mux.ServeHTTP(w, r); w.Code != 415 {
		t.Errorf("packed: %d", w.Code)
	}
}

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("a body was read of who shows no key")
	return 0, io.EOF
}

// The log is what the client sent, the latest first, in pages, each record once.
func TestLogs(t *testing.T) {
	s := newServer(t)
	var lines []byte
	for i := range 12 {
		e := telemetry.Event{Time: noon.Add(time.Duration(i-12) * time.Minute), Name: "api_request", Session: "s1", Prompt: "p1", Sequence: int64(i), Origin: telemetry.OTLP, Attrs: []telemetry.Attr{
			{Key: "input_tokens", Value: telemetry.Value{Kind: telemetry.Int, Int: int64(i)}},
			{Key: "output_tokens", Value: telemetry.Value{Text: "7"}},
		}}
		line := append(e.Line(), '\n')
		lines = append(append(lines, line...), line...) // twice
	}
	old := telemetry.Event{Time: noon.Add(-25 * time.Hour), Name: "api_request", Session: "s1", Origin: telemetry.OTLP, Sequence: -1}
	s.files["ada/telemetry/s1.jsonl"] = append(append(old.Line(), '\n'), lines...)
	s.files["bob/telemetry/s2.jsonl"] = lines
	s.ask("POST /v1/prompts", `{"prompt_text":"x","source":"claude-code","tool_session_id":"s1"}`)
	type answer struct {
		Records []struct {
			Event string `json:"event_name"`
			Attrs string `json:"attributes_json"`
			Input int64  `json:"input_tokens"`
			Out   int64  `json:"output_tokens"`
			Read  *int64 `json:"cache_read_tokens"`
		}
		More bool `json:"has_more"`
	}
	for _, c := range []struct {
		query        string
		n            int
		first, after int64
		more         bool
	}{
		{"session_id=s1&limit=5", 5, 11, 10, true},
		{"limit=5&offset=5", 5, 6, 5, true},
		{"limit=1000", 12, 11, 10, false},
		{"limit=5&offset=10", 2, 1, 0, false},
		{"limit=5&offset=40", 0, 0, 0, false},
		{"from=2026-11-19", 13, 11, 10, false},
		{"to=2026-11-20T11:55:30Z", 8, 7, 6, false},
		{"developer_id=ada&limit=5", 5, 11, 10, true},
		{"developer_id=bob", 0, 0, 0, false},
		{"session_id=s2", 0, 0, 0, false},
		{"session_id=../s1", 0, 0, 0, false},
	} {
		status, text := s.ask("GET /v1/telemetry/logs?"+c.query, "")
		var a answer
		if err := json.Unmarshal([]byte(text), &a); err != nil || status != 200 || len(a.Records) != c.n || a.More != c.more {
			t.Errorf("%s: %d, %d records, more %t, %v", c.query, status, len(a.Records), a.More, err)
			continue
		}
		if c.n > 0 && (a.Records[0].Input != c.first || a.Records[1].Input != c.after || a.Records[0].Out != 7 || a.Records[0].Read != nil || a.Records[0].Event != "api_request" || !strings.Contains(a.Records[0].Attrs, `"prompt.id":"p1"`)) {
			t.Errorf("%s: %s", c.query, text)
		}
	}
}

// Prices are those of the program, each until the next.
func TestCatalog(t *testing.T) {
	_, text := newServer(t).ask("GET /v1/model-catalog", "")
	var a struct {
		Lookups []struct {
			ID    string `json:"external_model_id"`
			Rates []struct {
				From, To string
				Rate     map[string]float64
			} `json:"list_rates"`
		} `json:"exact_lookups"`
		Checksum string `json:"checksum_sha256"`
	}
	if err := json.Unmarshal([]byte(text), &a); err != nil || len(a.Checksum) != 64 || len(a.Lookups) < 10 {
		t.Fatalf("%v: %.200s", err, text)
	}
	i := slices.IndexFunc(a.Lookups, func(l struct {
		ID    string `json:"external_model_id"`
		Rates []struct {
			From, To string
			Rate     map[string]float64
		} `json:"list_rates"`
	},
	) bool {
		return l.ID == "claude-opus-4-8"
	})
	if i < 0 || fmt.Sprint(a.Lookups[i].Rates[0].Rate) != "map[cache_read:0.5 cache_write_5m:6.25 input:5 output:25]" {
		t.Errorf("%.300s", text)
	}
}
