package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/content/frame"
	"prism/internal/long"
	"prism/internal/pgtest"
	"prism/internal/trace/tracetest"
)

// TestPlantedSecretsInAServer plants secrets of every kind in every way into a server, at
// its most talkative, and looks for them in whatever it says and keeps: logs, answers to
// good and bad requests, figures, pages, what is exported, and the bytes of the store.
func TestPlantedSecretsInAServer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	f := newField(t)
	for _, engine := range engines() {
		t.Run(engine.name, func(t *testing.T) {
			aside(t)
			x := &plantedServer{served: newServed(t, engine.db(t)), f: f}
			told := tracetest.New(t)
			x.flags = []string{"--verbose", "--traces", told.URL}
			x.start()
			x.pushes()
			x.telemetry()
			x.settled()
			x.requests()
			x.kept()
			x.stop()
			x.holds("the log", x.said.String())
			x.holds("the traces", told.All())
			for _, name := range []string{"ingest", "update", "update read", "job update", "GET /api/v1/score", "GET /sessions/{id}", "POST /api/v1/content", "/v1/logs", "/v1/score_v3/"} {
				told.Of(name)
			}
			if n := strings.Count(x.said.String(), "msg=request"); n < 300 {
				t.Errorf("the log tells of %d requests: it is not at its most talkative", n)
			}
			x.bytes()
		})
	}
}

// TestPasswordsOfDatabasesStayHidden: an address that holds a password is told nowhere,
// whether it leads somewhere or not.
func TestPasswordsOfDatabasesStayHidden(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	const secret = "hunter2-Zq81-orchard"
	at, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	at.User = url.UserPassword("postgres", secret)
	holds := func(where, text string) {
		t.Helper()
		if strings.Contains(text, secret) || strings.Contains(text, "hunter2") {
			t.Errorf("%s tells the password: %.500s", where, text)
		}
	}
	s := newServed(t, at.String())
	s.flags = []string{"--verbose"}
	s.start()
	newLoad(t, 1).send(s.url, nil)
	s.settled()
	for _, path := range []string{"/", "/about", "/metrics", "/readyz", "/api/v1/status", "/api/v1/jobs", "/api/v1/export", "/api/v1/openapi.yaml", "/api/v1/audit"} {
		if _, text, err := fetch(s.url + path); err != nil {
			t.Error(err)
		} else {
			holds(path, string(text))
		}
	}
	s.kill()
	holds("the log", s.said.String())
	for _, db := range []string{"postgres://prism:" + secret + "@127.0.0.1:1/prism", "postgres://prism:" + secret + "@127.0.0.1:port/prism", "postgresql://prism:" + secret + "@[::1/prism", "host=127.0.0.1 port=1 password=" + secret} {
		for _, args := range [][]string{{"serve", "--verbose", "--listen", "127.0.0.1:0", "--otlp-grpc", ""}, {"jobs"}, {"score"}, {"doctor"}, {"admin", "tenant", "list"}} {
			env := s.env()
			if args[0] == "doctor" {
				env = append(env, "PRISM_DB="+db)
			} else {
				args = append(args, "--db", db)
			}
			// It cannot, and that is what it is to say.
			holds("prism "+strings.Join(args, " "), ordered(t, env, args...).said())
		}
	}
}

// plantedServer is a server into which secrets are planted.
type plantedServer struct {
	*served
	f *field
}

// holds is field's, but for what the gate leaves in names: the person's own, and digits
// that would be a card's, or a key's by what stands round it, in a text.
func (x *plantedServer) holds(where, text string) {
	x.t.Helper()
	for of := range x.f.hits(text) {
		kind := x.f.kinds[of.place][of.kind].Kind
		if (of.place == inFileName || of.place == inRoots) && (strings.HasPrefix(kind, "home ") || strings.HasPrefix(kind, "card") || kind == "aws secret key in a list") {
			continue
		}
		x.t.Errorf("%s: %s of the %s came out", where, kind, placeNames[of.place])
	}
}

// each calls do with secrets of a place: every kind of what is kept, and some kinds of
// what is asked, which takes longer; PRISM_PLANTED=1 for all of them.
func (x *plantedServer) each(place int, do func(kind int, whole string)) {
	step := 1
	if place >= inTyped && place != inGarbage {
		step = number(x.t, "PRISM_PLANTED", 20)
	}
	for kind := 0; kind < len(x.f.kinds[place]); kind += step {
		do(kind, x.f.kinds[place][kind].Whole())
	}
}

// asks sends a request, and holds its answer, head and body.
func (x *plantedServer) asks(method, path, kind string, body []byte, head ...string) (int, []byte) {
	x.t.Helper()
	req, err := http.NewRequestWithContext(x.t.Context(), method, x.url+path, bytes.NewReader(body))
	if err != nil {
		x.t.Fatal(err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil // a header that the client will not send
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		x.t.Fatal(err)
	}
	where := method + " " + strings.SplitN(path, "?", 2)[0]
	if len(where) > 40 {
		where = where[:40] + "…"
	}
	x.holds("answer to "+where, fmt.Sprint(res.Header)+string(text))
	return res.StatusCode, text
}

// pushes sends the planted transcripts as they are, which prism push would not.
func (x *plantedServer) pushes() {
	for i, talk := range x.f.talks {
		data, err := os.ReadFile(talk)
		if err != nil {
			x.t.Fatal(err)
		}
		branch := x.f.kinds[inBranch][i].Whole()
		quoted, err := json.Marshal(branch)
		if err != nil {
			x.t.Fatal(err)
		}
		data = bytes.ReplaceAll(data, []byte(`"gitBranch":"main"`), append([]byte(`"gitBranch":`), quoted...))
		x.piece("projects/p/"+filepath.Base(talk), data, nil)
	}
	line := []byte(`{"type":"user","uuid":"u","sessionId":"99999999-2222-4333-8444-000000000000","cwd":"/a","timestamp":"2026-01-02T10:00:00.000Z","message":{"role":"user","content":"Paint it"}}` + "\n")
	x.each(inFileName, func(kind int, whole string) {
		if !strings.ContainsAny(whole, "\n/") && len(whole) < 200 {
			x.piece("projects/"+whole+"/99999999-2222-4333-8444-000000000000.jsonl", line, nil)
		}
	})
	x.each(inRoots, func(kind int, whole string) {
		x.piece(fmt.Sprintf("projects/r/99999999-2222-4333-8444-%012d.jsonl", kind), line, map[string]string{"/home/" + whole: "/home/" + whole, "/home/robin": whole})
	})
	x.each(inGarbage, func(kind int, whole string) {
		x.piece(fmt.Sprintf("projects/g/99999999-2222-4333-8444-1%011d.jsonl", kind), []byte(`{"type":"user","message":{"content":"half `+whole+"\n"), nil)
		x.asks(http.MethodPost, "/api/v1/content", frame.Type, []byte(whole))
		x.asks(http.MethodPost, "/api/v1/content", frame.Type, []byte(`{"path":"`+whole+`","kind":"`+whole+`"}`+"\n"))
		x.asks(http.MethodPost, "/api/v1/content", "text/"+strings.Map(letters, whole), nil)
		x.asks(http.MethodPost, "/api/v1/content/have", "application/json", []byte(`{"paths":["projects/`+strings.Map(letters, whole)+`.jsonl",`+whole))
		x.asks(http.MethodPost, "/v1/logs", "application/json", []byte(whole))
		x.asks(http.MethodPost, "/v1/logs", "application/json", []byte(`{"resourceLogs":"`+whole+`"}`))
		x.asks(http.MethodPost, "/v1/traces", "application/x-protobuf", []byte(whole))
	})
}

// letters drops what cannot stand in a header.
func letters(r rune) rune {
	if r <= ' ' || r > '~' || strings.ContainsRune(`";,<>\`, r) {
		return -1
	}
	return r
}

func (x *plantedServer) piece(path string, data []byte, roots map[string]string) {
	x.t.Helper()
	a := content.Append{Path: path, Generation: 1, To: int64(len(data)), Data: data, Modified: time.Unix(1_700_000_000, 0).UTC(), Roots: roots}
	var body bytes.Buffer
	if err := frame.Write(&body, &a); err != nil {
		x.t.Fatal(err)
	}
	if status, text := x.asks(http.MethodPost, "/api/v1/content", frame.Type, body.Bytes()); status != http.StatusOK {
		x.t.Errorf("content: %d %.200s", status, text)
	}
}

// telemetry sends logs, hook events, spans and metrics.
func (x *plantedServer) telemetry() {
	type object = map[string]any
	attribute := func(key, value string) any { return object{"key": key, "value": object{"stringValue": value}} }
	post := func(signal string, body any) {
		x.t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			x.t.Fatal(err)
		}
		if status, text := x.asks(http.MethodPost, "/v1/"+signal, "application/json", text); status != http.StatusOK {
			x.t.Errorf("%s: %d %.200s", signal, status, text)
		}
	}
	logs := func(scope string, around []any, records ...any) object {
		return object{"resourceLogs": []any{object{"resource": object{"attributes": around}, "scopeLogs": []any{object{"scope": object{"name": scope}, "logRecords": records}}}}}
	}
	at := func(n int) string { return fmt.Sprint(time.Date(2026, 5, 4, 9, 0, n, 0, time.UTC).UnixNano()) }
	record := func(n int, name string, more ...any) any {
		return object{"timeUnixNano": at(n), "body": object{"stringValue": "claude_code." + name}, "attributes": append([]any{
			attribute("event.name", name), attribute("session.id", "7d0c1a52-0a77-4b6e-9f1e-000000000001"), attribute("prompt.id", fmt.Sprint("p", n)), attribute("event.sequence", fmt.Sprint(n)),
		}, more...)}
	}
	service := attribute("service.name", "claude-code")
	x.each(inEvent, func(kind int, whole string) {
		post("logs", logs("com.anthropic.claude_code.events", []any{service},
			record(3*kind, "user_prompt", attribute("prompt", "Mend it: "+whole), attribute("prompt_length", "30")),
			record(3*kind+1, "tool_result", attribute("tool_name", "Bash"), attribute("success", "false"), attribute("error", whole), attribute("tool_parameters", `{"bash_command":`+string(quote(whole))+`}`)),
			record(3*kind+2, "api_error", attribute("error", whole), attribute("model", "claude-opus-5-5"), attribute("status_code", "500"))))
	})
	x.each(inAttribute, func(kind int, whole string) {
		post("logs", logs(whole, []any{service, attribute("host.name", whole), attribute(whole, "x")},
			record(1000+kind, "user_prompt", attribute(whole, whole), attribute("terminal.type", whole), attribute("app.version", whole)),
			object{"timeUnixNano": at(2000 + kind), "severityText": whole, "body": object{"stringValue": whole}, "attributes": []any{attribute("event.name", whole), attribute("session.id", whole), attribute("prompt.id", whole), attribute("tool_use_id", whole), attribute("user.email", "robin@meadow.example")}}))
	})
	x.each(inHook, func(kind int, whole string) {
		post("logs", logs("prism.hook", []any{service}, object{"timeUnixNano": at(3000 + kind), "eventName": "claude_code.SessionEnd", "attributes": []any{
			attribute("session.id", "7d0c1a52-0a77-4b6e-9f1e-000000000002"), attribute("reason", whole), attribute("source", whole), attribute("trigger", whole), attribute("agent_id", whole), attribute("client_pid", whole),
		}}))
	})
	x.each(inSpan, func(kind int, whole string) {
		post("traces", object{"resourceSpans": []any{object{"resource": object{"attributes": []any{service, attribute("x", whole)}}, "scopeSpans": []any{object{"spans": []any{object{"name": whole, "traceId": "5b8efff798038103d269b633813fc60c", "spanId": "eee19b7ec3c1b174", "attributes": []any{attribute("prompt", whole)}}}}}}}})
	})
	x.each(inMetric, func(kind int, whole string) {
		post("metrics", object{"resourceMetrics": []any{object{"resource": object{"attributes": []any{service}}, "scopeMetrics": []any{object{"metrics": []any{object{"name": whole, "description": whole, "sum": object{"dataPoints": []any{object{"asDouble": 1, "attributes": []any{attribute("user.email", whole)}}}}}}}}}}})
	})
}

func quote(s string) []byte {
	text, _ := json.Marshal(s) // a string
	return text
}

// requests asks for everything, rightly and wrongly.
func (x *plantedServer) requests() {
	_, text := x.asks(http.MethodGet, "/api/v1/sessions?include_open=true&include_automated=true&limit=500", "", nil)
	var page struct {
		Sessions []struct{ ID string }
	}
	if err := json.Unmarshal(text, &page); err != nil || len(page.Sessions) < 10 {
		x.t.Fatalf("%d sessions, %v: %.300s", len(page.Sessions), err, text)
	}
	for n, s := range page.Sessions {
		if !long.All() && n%3 != 0 {
			continue
		}
		for _, path := range []string{"", "/timeline", "/verdicts", "/rework"} {
			x.asks(http.MethodGet, "/api/v1/sessions/"+s.ID+path, "", nil)
		}
		x.asks(http.MethodGet, "/sessions/"+s.ID, "", nil)
	}
	id := page.Sessions[0].ID
	x.each(inTyped, func(kind int, whole string) {
		x.asks(http.MethodPut, "/api/v1/sessions/"+id+"/title", "application/json", []byte(`{"title":`+string(quote(whole))+`}`))
		if status, text := x.asks(http.MethodPut, "/api/v1/sessions/"+id+"/label", "application/json", []byte(`{"goal_complete":true,"note":`+string(quote(whole))+`}`)); status/100 != 2 && len(whole) <= 240 { // longer ones are no notes
			x.t.Errorf("a label: %d %.200s", status, text)
		}
	})
	x.each(inAsked, func(kind int, whole string) {
		q := url.QueryEscape(whole)
		for _, path := range []string{
			"/api/v1/sessions?search=", "/api/v1/sessions?since=", "/api/v1/sessions?cursor=", "/api/v1/sessions?sort=", "/api/v1/sessions?limit=", "/api/v1/score?by=", "/api/v1/score?tz=", "/api/v1/score?group=",
			"/v1/score_v3/score?window=", "/v1/score_v3/", "/api/v1/sessions/", "/api/v1/", "/healthz?", "/api/v1/people/", "/api/v1/keys/",
		} {
			x.asks(http.MethodGet, path+q, "", nil)
		}
		x.asks(http.MethodPost, "/api/v1/jobs/"+url.PathEscape(whole)+"/retry", "", nil)
		x.asks(http.MethodDelete, "/api/v1/people/"+url.PathEscape(whole), "", nil)
		x.asks(http.MethodPut, "/api/v1/policy", "application/json", []byte(`{"keep_content":`+string(quote(whole))+`,`+string(quote(whole))+`:1}`))
		x.asks(http.MethodPost, "/signin", "application/x-www-form-urlencoded", []byte("key="+q))
	})
	x.each(inHeader, func(kind int, whole string) {
		plain := strings.Map(letters, whole)
		x.asks(http.MethodGet, "/api/v1/score", "", nil, "X-API-Key", plain)
		x.asks(http.MethodGet, "/api/v1/score", "", nil, "Authorization", "Bearer "+plain)
		x.asks(http.MethodGet, "/api/v1/score", "", nil, "Cookie", "prism="+plain, "User-Agent", plain, "Referer", plain, "Origin", "https://"+plain, "If-Match", `"`+plain+`"`, "X-Request-Id", plain)
		x.asks(http.MethodGet, "/api/v1/events", "", nil, "Last-Event-ID", plain, "X-API-Key", plain)
		x.asks(http.MethodPost, "/v1/logs", plain, []byte("{}"), "Content-Encoding", plain)
	})
	for _, path := range []string{"/", "/sessions", "/speed", "/tokens", "/prompts", "/trivia", "/live", "/about", "/metrics", "/readyz", "/api/v1/score?by=repo&by=model&by=branch", "/api/v1/status", "/api/v1/jobs", "/api/v1/audit", "/v1/score_v3/score", "/v1/score_v3/insight/sessions"} {
		x.asks(http.MethodGet, path, "", nil)
	}
}

// kept holds what is kept, as it is taken out again: in the store it is packed.
func (x *plantedServer) kept() {
	status, text := x.asks(http.MethodGet, "/api/v1/export", "", nil)
	if status != http.StatusOK || len(text) < 100_000 {
		x.t.Errorf("export: %d, %d bytes", status, len(text))
	}
	for _, place := range []int{inPrompt, inOutput, inEvent} {
		mark := marker(place, 3)
		if place == inEvent {
			mark = "Mend it"
		}
		if !bytes.Contains(text, []byte(mark)) {
			x.t.Errorf("nothing is kept of the %s: then it tells nothing that no secret is", placeNames[place])
		}
	}
}

// bytes holds what lies on the disk.
func (x *plantedServer) bytes() {
	if strings.HasPrefix(x.db, "postgres:") {
		x.holds("the database", pgtest.Dump(x.t, x.db))
	}
	for _, dir := range []string{x.home, filepath.Dir(x.db)} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil //nolint:nilerr // an address is no folder
			}
			data, err := os.ReadFile(path)
			x.holds("file "+filepath.Base(path), string(data))
			return err
		})
		if err != nil {
			x.t.Error(err)
		}
	}
}
