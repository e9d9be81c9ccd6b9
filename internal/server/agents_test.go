package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"prism/internal/server"
	"prism/internal/tenant"
)

// agent asks a tool at /mcp by a key.
func (w *world) agent(t *testing.T, key, tool, args string, more ...string) (status int, text string) {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, args)
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-06-18")
	if key != "" {
		r.Header.Set("X-API-Key", key)
	}
	for i := 0; i < len(more); i += 2 {
		r.Header.Set(more[i], more[i+1])
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	return rec.Code, rec.Body.String()
}

// An agent sees at /mcp what its key may see by any other way.
func TestAgentsSeeWhatTheirKeyMay(t *testing.T) {
	w := newWorld(t)
	member := w.key(t, "acmetenant", "adaperson", tenant.Member, tenant.Read)
	lead := w.key(t, "acmetenant", "carolperson", tenant.Lead, tenant.Read)
	owner := w.key(t, "acmetenant", "carolperson", tenant.Owner, tenant.Read)
	rival := w.key(t, "rival", "mallory", tenant.Owner, tenant.Read)
	sender := w.key(t, "acmetenant", "adaperson", tenant.Member, tenant.Ingest)
	explain := func(id string) string { return fmt.Sprintf(`{"id":%q}`, id) }

	if status, text := w.agent(t, owner, "sessions", `{}`); status != http.StatusOK || !strings.Contains(text, adasSession) || !strings.Contains(text, bobsSession) {
		t.Errorf("an admin: %d %s", status, text)
	}
	if status, text := w.agent(t, member, "sessions", `{}`); status != http.StatusOK || !strings.Contains(text, adasSession) || strings.Contains(text, bobsSession) {
		t.Errorf("a member: %d %s", status, text)
	}
	if status, text := w.agent(t, member, "explain", explain(adasSession)); status != http.StatusOK || !strings.Contains(text, `"complete_when"`) || strings.Contains(text, bobsSession) {
		t.Errorf("a member's own: %d %s", status, text)
	}
	for what, key := range map[string]string{"a member": member, "another tenant's": rival} {
		for _, id := range []string{bobsSession, bobsSession[:8]} {
			_, theirs := w.agent(t, key, "explain", explain(id))
			if what == "another tenant's" {
				_, theirs = w.agent(t, key, "explain", explain(adasSession))
			}
			if _, none := w.agent(t, key, "explain", explain(nowhere)); theirs != none || !strings.Contains(none, `"isError":true`) {
				t.Errorf("%s: %s, of nobody's: %s", what, theirs, none)
			}
		}
		if _, text := w.agent(t, key, "report", `{"since":"2026"}`); strings.Contains(text, bobsSession) || strings.Contains(text, "bobperson") {
			t.Errorf("%s, a report: %s", what, text)
		}
	}
	for _, tool := range []string{"score", "report"} {
		if _, text := w.agent(t, lead, tool, `{}`); !strings.Contains(text, server.ErrAggregates.Text) {
			t.Errorf("a lead asks for %s: %s", tool, text)
		}
	}
	if _, text := w.agent(t, lead, "sessions", `{}`); strings.Contains(text, adasSession) || strings.Contains(text, bobsSession) {
		t.Errorf("a lead sees sessions of others: %s", text)
	}
	for what, key := range map[string]string{"without a key": "", "with one that is none": "prism_x"} {
		if status, text := w.agent(t, key, "score", `{}`); status != http.StatusUnauthorized || strings.Contains(text, "jsonrpc") {
			t.Errorf("%s: %d %s", what, status, text)
		}
	}
	if status, _ := w.agent(t, sender, "score", `{}`); status != http.StatusForbidden {
		t.Errorf("a key that may not read: %d", status)
	}
	if status, _ := w.agent(t, owner, "score", `{}`, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"); status != http.StatusForbidden {
		t.Errorf("another site's page: %d", status)
	}
	// Nothing streams, and nothing is kept between requests.
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		r := httptest.NewRequest(method, "/mcp", nil)
		r.Header.Set("X-API-Key", owner)
		r.Header.Set("Accept", "text/event-stream")
		rec := httptest.NewRecorder()
		if w.handler.ServeHTTP(rec, r); rec.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", method, rec.Code)
		}
	}
	var answer struct {
		Result struct{ StructuredContent struct{ Note string } }
	}
	_, text := w.agent(t, owner, "score", `{}`)
	if err := json.Unmarshal([]byte(text), &answer); err != nil || !strings.Contains(answer.Result.StructuredContent.Note, "data") {
		t.Errorf("%v: %s", err, text)
	}
}
