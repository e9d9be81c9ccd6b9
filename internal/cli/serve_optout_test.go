package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/content/frame"
)

// leaving is a server of a tenant that leaves repositories alone.
type leaving struct {
	*served
	keys map[string]string // by person; "": nobody's
}

// newLeaving is one of the tenant acme, not started, without a key.
func newLeaving(t *testing.T, db string) *leaving {
	x := &leaving{served: newServed(t, db), keys: map[string]string{}}
	x.prism("admin", "tenant", "create", "acme")
	return x
}

// TestRepositoryLeftAlone: an opt-out of a repository holds for telemetry, which tells no
// folder, whatever comes first and under whosever key; and for nobody else's.
func TestRepositoryLeftAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	for _, engine := range engines() {
		t.Run(engine.name, func(t *testing.T) {
			aside(t)
			x := newLeaving(t, engine.db(t))
			for _, person := range []string{"ada", "eve", ""} {
				args := []string{"admin", "key", "create", "--tenant", "acme", "--scope", "ingest,read", "--json"}
				if person != "" {
					args = append(args, "--person", person)
				}
				var made struct{ Key string }
				if err := json.Unmarshal([]byte(x.prism(args...)), &made); err != nil || made.Key == "" {
					t.Fatal(made, err)
				}
				x.keys[person] = made.Key
			}
			x.optOut("add", "secret-*")
			x.start()
			x.refused()
			x.cameFirst()
			x.setLater()
			x.deleted()
			x.lifted()
			x.taken()
		})
	}
}

func (x *leaving) optOut(do, pattern string) {
	x.t.Helper()
	x.prism("admin", "optout", do, "--tenant", "acme", "--repository", pattern)
	time.Sleep(time.Second) // within which it holds
}

// id is the nth conversation's.
func id(n int) string { return fmt.Sprintf("5e2f1c00-2222-4333-8444-%012d", n) }

// post sends with a person's key.
func (x *leaving) post(key, path, kind string, body []byte, head ...string) string {
	x.t.Helper()
	r, err := http.NewRequestWithContext(x.t.Context(), http.MethodPost, x.url+path, bytes.NewReader(body))
	if err != nil {
		x.t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("X-API-Key", x.keys[key])
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		x.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		x.t.Fatalf("%s: %d %v %s", path, res.StatusCode, err, text)
	}
	return string(text)
}

// push sends a transcript of a conversation that worked in a folder.
func (x *leaving) push(person string, n int, dir, want string, head ...string) {
	x.t.Helper()
	x.pushIn(person, n, dir, "", want, head...)
}

// pushIn is push of a folder in a git root; "" it is in none.
func (x *leaving) pushIn(person string, n int, dir, root, want string, head ...string) {
	x.t.Helper()
	data := fmt.Appendf(nil, `{"type":"user","uuid":"5e2f1c00-0000-4000-8000-%012d","sessionId":%q,"cwd":%q,"timestamp":"2026-01-02T10:00:00.000Z","message":{"role":"user","content":"Paint the wind vane"}}`+"\n", n, id(n), dir)
	a := content.Append{Path: "projects/p/" + id(n) + ".jsonl", Generation: 1, To: int64(len(data)), Data: data, Modified: time.Unix(1_700_000_000, 0).UTC()}
	if root != "" {
		a.Roots = map[string]string{dir: root}
	}
	var body bytes.Buffer
	if err := frame.Write(&body, &a); err != nil {
		x.t.Fatal(err)
	}
	if text := x.post(person, "/api/v1/content", frame.Type, body.Bytes(), head...); !strings.Contains(text, `"`+want+`"`) {
		x.t.Errorf("the transcript of %d in %s: %s, want %s", n, dir, text, want)
	}
}

// tell sends telemetry of a conversation: a prompt.
func (x *leaving) tell(person string, n int, taken bool) {
	x.t.Helper()
	body := fmt.Appendf(nil, `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"claude-code"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"%d","body":{"stringValue":"claude_code.user_prompt"},"attributes":[
		{"key":"session.id","value":{"stringValue":%q}},{"key":"prompt.id","value":{"stringValue":"prompt-%d-%d"}},{"key":"user.email","value":{"stringValue":"ada@acme.example"}},{"key":"prompt","value":{"stringValue":"Paint the wind vane white"}}]}]}]}]}`,
		time.Now().UnixNano(), id(n), n, time.Now().UnixNano())
	text := x.post(person, "/v1/logs", "application/json", body)
	if refused := strings.Contains(text, "opted out"); refused == taken {
		x.t.Errorf("telemetry of %d by %q: taken is to be %t: %s", n, person, taken, text)
	}
}

// has waits until the tenant's sessions are of these conversations and no others, by
// person, hidden ones among them.
func (x *leaving) has(what string, want ...string) {
	x.t.Helper()
	var got string
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if !strings.Contains(x.ask("/api/v1/status"), `"settled":true`) {
			continue
		}
		var page struct {
			Sessions []struct {
				Conversations []string
				Status        string `json:"judge_status"`
			}
		}
		if err := json.Unmarshal([]byte(x.ask("/api/v1/sessions?include_open=true&limit=100")), &page); err != nil {
			x.t.Fatal(err)
		}
		var list []string
		for _, s := range page.Sessions {
			one := strings.TrimLeft(s.Conversations[0][24:], "0")
			if s.Status == "opted_out" {
				one += " hidden"
			}
			list = append(list, one)
		}
		if got = strings.Join(slices.Sorted(slices.Values(list)), ", "); got == strings.Join(want, ", ") {
			return
		}
	}
	x.t.Errorf("%s: sessions of %s, want %s", what, got, strings.Join(want, ", "))
}

// ask is what an admin is answered.
func (x *leaving) ask(path string) string {
	x.t.Helper()
	r, err := http.NewRequestWithContext(x.t.Context(), http.MethodGet, x.url+path, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	r.Header.Set("X-API-Key", x.keys[""])
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		x.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		x.t.Fatalf("%s: %d %v %s", path, res.StatusCode, err, text)
	}
	return string(text)
}

const (
	secretDir = "/home/ada/secret-plan"
	openDir   = "/home/ada/open"
)

// refused: the transcript first. Neither its person nor a collector that sends for all
// brings its events; who only knows its id is held to nothing, and holds nobody.
func (x *leaving) refused() {
	x.push("ada", 1, secretDir, "opted_out")
	x.tell("ada", 1, false)
	x.tell("", 1, false)
	x.tell("ada", 2, true)
	x.tell("eve", 1, true)
	x.push("eve", 2, secretDir, "opted_out")
	x.tell("ada", 2, true)
	x.has("refused", "1", "2")
}

// cameFirst: telemetry first, of which a session was made; under a key that is nobody's,
// too.
func (x *leaving) cameFirst() {
	x.tell("ada", 3, true)
	x.tell("", 4, true)
	x.has("before the transcripts", "1", "2", "3", "4")
	x.push("ada", 3, secretDir, "opted_out")
	x.push("ada", 4, secretDir, "opted_out")
	x.tell("ada", 3, false)
	x.has("after the transcripts", "1", "2")
	x.push("", 5, secretDir, "opted_out", "X-Prism-Person", "ada")
	x.tell("ada", 5, false)
}

// setLater: what is there is hidden, and its events come no more; what telemetry made goes
// when the transcript would come.
func (x *leaving) setLater() {
	x.push("ada", 6, "/home/ada/later", "taken")
	x.tell("ada", 6, true)
	x.tell("ada", 7, true)
	x.push("ada", 8, openDir, "taken")
	x.has("before the opt-out", "1", "2", "6", "7", "8")
	x.optOut("add", "later")
	x.has("after the opt-out", "1", "2", "6 hidden", "7", "8")
	x.tell("ada", 6, false)
	x.tell("ada", 8, true)
	x.push("ada", 7, "/home/ada/later", "opted_out")
	x.has("and the transcript", "1", "2", "6 hidden", "8")
	x.optOut("remove", "later")
	x.has("taken back", "1", "2", "6", "8")
	x.tell("ada", 6, true)
	x.tell("ada", 7, true)
	x.has("sent again", "1", "2", "6", "7", "8")
}

// deleted: what is deleted does not come back as telemetry.
func (x *leaving) deleted() {
	x.prism("admin", "policy", "set", "--tenant", "acme", "--opted-out", "delete")
	x.optOut("add", "later")
	x.has("deleted", "1", "2", "7", "8")
	x.tell("ada", 6, false)
	x.push("ada", 7, "/home/ada/later", "opted_out")
	x.has("and found out", "1", "2", "8")
	x.optOut("remove", "later")
}

// lifted: it comes back when it is sent again.
func (x *leaving) lifted() {
	x.tell("ada", 1, false)
	x.optOut("remove", "secret-*")
	x.tell("ada", 3, true)
	x.push("ada", 5, secretDir, "taken")
	x.has("lifted", "1", "2", "3", "5", "8")
	x.optOut("add", "secret-*") // it is found again, and nothing is left of before
	x.tell("ada", 3, true)
	x.tell("ada", 5, false)
	x.has("again", "1", "2", "3", "8")
}

// taken: by another root it is in another repository, and taken; its events then, too. Who
// it was that was left alone their export says.
func (x *leaving) taken() {
	x.pushIn("ada", 9, openDir, secretDir, "opted_out")
	x.tell("ada", 9, false)
	var told struct {
		Private []string `json:"left_alone"`
	}
	if err := json.Unmarshal([]byte(x.prism("admin", "person", "export", "ada", "--tenant", "acme")), &told); err != nil || !slices.Contains(told.Private, id(9)) {
		x.t.Errorf("%v, %v", told, err)
	}
	x.push("ada", 9, openDir, "taken")
	x.tell("ada", 9, true)
	x.has("taken", "1", "2", "3", "8", "9")
	// A root is the word of who told it, for their own work.
	x.pushIn("eve", 10, openDir+"/sub", "/srv/zzz", "taken")
	x.push("ada", 11, openDir+"/sub", "taken")
	x.has("roots", "1", "10", "11", "2", "3", "8", "9")
	x.optOut("add", "zzz")
	x.has("of eve's", "1", "11", "2", "3", "8", "9")
	x.tell("eve", 10, false)
	x.push("ada", 12, openDir+"/sub", "taken")
	x.tell("ada", 11, true)
	x.has("and of nobody else's", "1", "11", "12", "2", "3", "8", "9")
}
