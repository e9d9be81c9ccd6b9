package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"prism/internal/tenant"
)

// Every operation of the OpenAPI file, and those beside it under its base, refuses a
// parameter that it does not know, names it and those that it knows, and has done nothing.
// The published endpoints do not: clients of theirs send others.
func TestUnknownParameters(t *testing.T) {
	w := newWorld(t)
	keys := map[string]string{
		"read": w.key(t, "acmetenant", "carol", tenant.Owner, tenant.Read), "admin": w.key(t, "acmetenant", "carol", tenant.Owner, tenant.Admin),
		"ingest": w.key(t, "acmetenant", "adaperson", tenant.Member, tenant.Ingest),
	}
	takes := w.takes(t)
	tried, published := 0, 0
	for _, o := range w.operations(t) {
		path := o.path
		for kind, id := range w.things(nowhere) {
			at, _, _ := strings.Cut(kind, "{")
			path = strings.ReplaceAll(path, kind, at+id[0])
		}
		switch {
		case strings.HasPrefix(path, "/api/v1/"):
			tried++
			before := w.state(t)
			status, text := w.told(call{o.method, path + "?repos=shop", keys[o.scope], o.kind, o.body})
			_, text, _ = strings.Cut(text, "\n\n")
			text = strings.TrimSpace(text)
			var problem struct {
				Status        int
				Title, Detail string
			}
			if err := json.Unmarshal([]byte(text), &problem); err != nil || status != http.StatusUnprocessableEntity || problem.Status != status || problem.Title == "" || !strings.Contains(problem.Detail, "no parameter repos;") {
				t.Errorf("%s %s: %d %v %s", o.method, o.path, status, err, text)
			}
			for _, name := range takes[o.method+" "+o.path] {
				if !strings.Contains(problem.Detail, name) {
					t.Errorf("%s %s takes %s and does not tell so: %s", o.method, o.path, name, problem.Detail)
				}
			}
			if w.state(t) != before {
				t.Errorf("%s %s did something", o.method, o.path)
			}
		case strings.HasPrefix(path, "/v1/score_v3/"):
			published++
			if status, text := w.told(call{o.method, path + "?repos=shop", keys[o.scope], o.kind, o.body}); status == http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", path, status, text)
			}
		}
	}
	if tried < 30 || published == 0 {
		t.Errorf("only %d operations and %d published endpoints", tried, published)
	}
	// What may be a secret is not repeated.
	const secret = "AKIAIOSFODNN7EXAMPLE"
	if status, text := w.told(call{"GET", "/api/v1/status?" + secret, keys["read"], "", ""}); status != http.StatusUnprocessableEntity || strings.Contains(text, secret) {
		t.Errorf("%d %s", status, text)
	}
	if status, text := w.told(call{"GET", "/api/v1/sessions?repo=shop&intent=bugfix&limit=2", keys["read"], "", ""}); status == http.StatusUnprocessableEntity && strings.Contains(text, "no parameter") {
		t.Errorf("what there is is refused: %s", text)
	}
}

// takes are the names of the query of each operation of the OpenAPI file.
func (w *world) takes(t *testing.T) map[string][]string {
	t.Helper()
	_, all := w.told(call{"GET", "/api/v1/openapi.json", w.key(t, "rival", "mallory", tenant.Member, tenant.Read), "", ""})
	_, text, _ := strings.Cut(all, "\r\n\n")
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ In, Name string }
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil || len(doc.Paths) < 10 {
		t.Fatalf("the OpenAPI file: %v, %d paths: %.200s", err, len(doc.Paths), all)
	}
	out := map[string][]string{}
	for path, item := range doc.Paths {
		for method, op := range item {
			for _, p := range op.Parameters {
				if p.In == "query" {
					out[strings.ToUpper(method)+" "+path] = append(out[strings.ToUpper(method)+" "+path], p.Name)
				}
			}
		}
	}
	return out
}
