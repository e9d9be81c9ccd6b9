package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestForgottenWhileSending deletes a person whose machine goes on sending: nothing comes
// after what was deleted, whoever does it, though each process remembers keys for a while.
func TestForgottenWhileSending(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	for _, engine := range engines() {
		t.Run(engine.name, func(t *testing.T) {
			aside(t)
			x := newLeaving(t, engine.db(t))
			x.start()
			for name, remove := range map[string]func(){
				"command": func() { x.prism("admin", "person", "delete", "ada", "--tenant", "acme", "--yes") },
				"api": func() {
					r, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, x.url+"/api/v1/people/ada", nil)
					if err != nil {
						t.Fatal(err)
					}
					r.Header.Set("X-API-Key", x.keys["admin"])
					res, err := http.DefaultClient.Do(r)
					if err != nil || res.StatusCode != http.StatusNoContent {
						t.Errorf("%v %v", res, err)
						return
					}
					res.Body.Close()
				},
			} {
				x.key("ada", "--person", "ada", "--scope", "ingest")
				x.key("admin", "--scope", "admin")
				refused := make(chan struct{})
				var senders sync.WaitGroup
				for n := range 3 {
					senders.Go(func() {
						for i := 0; x.sends(n, i); i++ {
						}
						if n == 0 {
							close(refused)
						}
					})
				}
				time.Sleep(300 * time.Millisecond)
				remove()
				select {
				case <-refused:
				case <-time.After(5 * time.Second):
					t.Error(name, ": the key opens something still")
				}
				senders.Wait()
				export := x.command("admin", "person", "export", "ada", "--tenant", "acme")
				if export.Code == 0 || !strings.Contains(export.said(), "ada") {
					t.Errorf("%s: something of them is kept: %d %.500s", name, export.Code, export.said())
				}
			}
		})
	}
}

// key makes a key of the tenant and keeps it under a name.
func (x *leaving) key(name string, more ...string) {
	x.t.Helper()
	var made struct{ Key string }
	if err := json.Unmarshal([]byte(x.prism(append([]string{"admin", "key", "create", "--tenant", "acme", "--json"}, more...)...)), &made); err != nil || made.Key == "" {
		x.t.Fatal(made, err)
	}
	x.keys[name] = made.Key
}

// sends is one request of telemetry as ada; false: it was refused.
func (x *leaving) sends(sender, n int) bool {
	body := fmt.Sprintf(`{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"claude-code"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"%d","body":{"stringValue":"claude_code.user_prompt"},"attributes":[
		{"key":"session.id","value":{"stringValue":%q}},{"key":"prompt.id","value":{"stringValue":"p%d"}},{"key":"prompt","value":{"stringValue":"Paint it"}}]}]}]}]}`, time.Now().UnixNano(), id(sender), n)
	r, err := http.NewRequestWithContext(x.t.Context(), http.MethodPost, x.url+"/v1/logs", strings.NewReader(body))
	if err != nil {
		x.t.Error(err)
		return false
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-API-Key", x.keys["ada"])
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		x.t.Error(err)
		return false
	}
	defer res.Body.Close()
	return res.StatusCode != http.StatusUnauthorized
}
