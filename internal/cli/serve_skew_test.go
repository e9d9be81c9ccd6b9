package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// skewEnv says by how much the clock of a program of this test is wrong.
const skewEnv = "PRISM_TEST_SKEW"

// TestClockSkew has servers whose clock is a day ahead of their senders', or a day behind,
// take what just happened there: a session that /clear closed with another that goes on
// with its work two minutes later, by transcripts and by events, in pieces. They come to
// the sessions of a server whose clock is right, but for what is open: nothing of another
// day is. In PostgreSQL the queue goes by the database's clock, which is right.
func TestClockSkew(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	now := time.Now().UTC().Truncate(time.Second)
	ask := func(s *served) (map[string]map[string]any, map[string]any) {
		t.Helper()
		load := newLoad(t, 1)
		load.files = append(load.files, cleared(now.Add(-6*time.Minute), 1), cleared(now.Add(-2*time.Minute), 2))
		for _, f := range load.files {
			f.at = now // as the sender's own clock has it
		}
		load.events = append(load.events, otlpTurn("7d0c1a52-0a77-4b6e-9f1e-000000000777", 0, now.Add(-time.Minute)), sessionEnd(now.Add(-4*time.Minute), 1))
		load.send(s.url, nil)
		s.settled()
		for _, f := range load.files[len(load.files)-1:] { // and it goes on
			f.data = append(f.data, fmt.Appendf(nil, `{"type":"user","uuid":"more-%s","sessionId":%q,"cwd":"/home/robin/code/skew","timestamp":%q,"message":{"role":"user","content":"and the other one, too"}}`+"\n", f.path[len(f.path)-8:], sessionOf(f.data, 0), now.Add(-30*time.Second).Format(time.RFC3339Nano))...)
			f.at = now.Add(time.Second)
		}
		load.events = nil
		load.send(s.url, nil)
		out, states := map[string]map[string]any{}, map[string]any{}
		s.settled()
		_, text, err := fetch(s.url + "/api/v1/sessions?limit=500&include_open=true&include_automated=true")
		var page struct{ Sessions []map[string]any }
		if err != nil || json.Unmarshal(text, &page) != nil {
			t.Fatalf("%v %.300s", err, text)
		}
		for _, x := range page.Sessions {
			id := x["id"].(string)
			states[id] = x["state"]
			for _, key := range []string{"state", "counted", "excluded_by", "crushed"} { // they go by what is open
				delete(x, key)
			}
			out[id] = x
		}
		if status, text, err := fetch(s.url + "/readyz"); err != nil || status != 200 {
			t.Errorf("not well: %d %s %v", status, text, err)
		}
		if jobs := s.prism("jobs", "--json"); strings.Contains(jobs, `"state": "dead"`) || strings.Contains(jobs, `"kind": "update"`) {
			t.Errorf("not done: %s", jobs)
		}
		return out, states
	}
	right := newServed(t, t.TempDir()+"/prism.db")
	right.start()
	want, states := ask(right)
	right.kill()
	open := 0
	for _, state := range states {
		if state == "open" {
			open++
		}
	}
	if open < 2 || len(want) < 30 {
		t.Fatalf("%d sessions, %d of them open: there is nothing to try", len(want), open)
	}
	merged := false // which the window of ten minutes allows
	for _, x := range want {
		merged = merged || fmt.Sprint(x["conversations"]) == "["+clearedID(1)+" "+clearedID(2)+"]"
	}
	if !merged {
		t.Error("what /clear closed is not merged with what went on with it")
	}
	for _, skew := range []string{"-24h", "24h"} { // by default on one engine (engines)
		for _, engine := range engines() {
			t.Run(skew+" "+engine.name, func(t *testing.T) {
				s := newServed(t, engine.db(t))
				s.more = []string{skewEnv + "=" + skew}
				s.start()
				got, states := ask(s)
				for id, state := range states {
					if state == "open" {
						t.Errorf("session %s is of another day, and open", id)
					}
				}
				if len(got) != len(want) {
					t.Errorf("%d sessions, want %d", len(got), len(want))
				}
				for id, x := range want {
					a, _ := json.Marshal(x)       // it came as JSON
					b, _ := json.Marshal(got[id]) // likewise
					if string(a) != string(b) {
						t.Errorf("session %s is\n%s\nby a right clock\n%s", id, b, a)
					}
				}
			})
		}
	}
}

func clearedID(n int) string { return fmt.Sprintf("99999999-3333-4333-8444-%012d", n) }

// cleared is a conversation that edits a file; the second begins with the /clear that
// closed the first.
func cleared(at time.Time, n int) *sent {
	id := clearedID(n)
	var text strings.Builder
	line := func(kind, uuid, rest string) {
		at = at.Add(10 * time.Second)
		fmt.Fprintf(&text, `{"type":%q,"uuid":"%s-%d","sessionId":%q,"cwd":"/home/robin/code/skew","version":"2.1.330","userType":"external","isSidechain":false,"timestamp":%q,%s}`+"\n", kind, uuid, n, id, at.Format(time.RFC3339Nano), rest)
	}
	if n == 2 {
		line("user", "c", `"message":{"role":"user","content":"<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>"}`)
	}
	line("user", "p", `"message":{"role":"user","content":"Turn the weather vane in vane.go by ninety degrees"}`)
	line("assistant", "a", fmt.Sprintf(`"requestId":"req_%d","message":{"id":"msg_%d","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"tool_use","id":"toolu_%d","name":"Edit","input":{"file_path":"/home/robin/code/skew/vane.go","old_string":"a","new_string":"b"}}],"usage":{"input_tokens":10,"output_tokens":20}}`, n, n, n))
	line("user", "r", fmt.Sprintf(`"toolUseResult":{"filePath":"/home/robin/code/skew/vane.go","oldString":"a","newString":"b","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-a","+b"]}]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":"updated"}]}`, n))
	return &sent{path: "projects/skew/" + id + ".jsonl", data: []byte(text.String())}
}

// sessionEnd is what a hook tells when /clear ends a session.
func sessionEnd(at time.Time, n int) []byte {
	return fmt.Appendf(nil, `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"claude-code"}}]},"scopeLogs":[{"scope":{"name":"prism.hook"},"logRecords":[{"timeUnixNano":"%d","eventName":"claude_code.SessionEnd","attributes":[{"key":"session.id","value":{"stringValue":%q}},{"key":"reason","value":{"stringValue":"clear"}},{"key":"client_pid","value":{"stringValue":"77"}}]}]}]}]}`, at.UnixNano(), clearedID(n))
}
