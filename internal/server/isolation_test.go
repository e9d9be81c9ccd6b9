package server_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/content/frame"
	"prism/internal/conversation"
	"prism/internal/delivery"
	"prism/internal/fact"
	"prism/internal/otlp"
	"prism/internal/queue"
	"prism/internal/redact"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/classic"
	"prism/internal/server/ingest"
	"prism/internal/server/original"
	"prism/internal/server/servertest"
	"prism/internal/tenant"
	"prism/internal/web"
)

// inbox notes for which tenant and person something was kept.
type inbox struct{ from map[string]bool }

func (i *inbox) Ingest(_ context.Context, tenant string, list []content.Append) ([]content.Receipt, error) {
	for k := range list {
		i.from[tenant+"/"+list[k].Person] = true
	}
	return make([]content.Receipt, len(list)), nil
}

// world is two tenants with all that each has.
type world struct {
	control *control
	board   board
	inbox   *inbox
	tenants map[string]*server.Tenant
	handler http.Handler
	plugin  *server.Capture
	// forgotten are people of whom all that is kept was to be removed.
	forgotten []string
	settled   []string // tenants whose sessions were to be worked out again
}

// Of the tenant that is asked for what is not the asker's: nothing of it may be seen.
const (
	adasSession = "5e55104ada000001"
	bobsSession = "5e55104b0b000002"
	adasJob     = 41
	nowhere     = "ffffffffffffffff" // nobody's session or key
	noJob       = 99
)

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{control: &control{Ring: servertest.Ring{}, people: map[string]map[string]tenant.Person{}, optOuts: map[string][]tenant.OptOut{}, policy: map[string]tenant.Policy{}}, board: board{}, inbox: &inbox{map[string]bool{}}, tenants: map[string]*server.Tenant{}}
	ada := servertest.Counted(adasSession, "adaperson", true)
	ada.Rework = fact.Rework{Reworked: true, By: []fact.ReworkBy{{Session: bobsSession, Lines: 3, Kind: "edit"}}}
	bob := servertest.Counted(bobsSession, "bobperson", false)
	bob.Rework = fact.Rework{By: []fact.ReworkBy{{Session: adasSession, Lines: 3, Kind: "edit"}}}
	w.tenants["acmetenant"] = of(t, ada, bob)
	w.tenants["acmetenant"].Read = func(_ context.Context, s *fact.Session) ([]conversation.Turn, error) {
		return []conversation.Turn{{Prompt: "written by " + s.Person}}, nil
	}
	for name, x := range w.tenants {
		x.Export = func(_ context.Context, out io.Writer, person string) (bool, error) {
			_, err := fmt.Fprintf(out, `{"of":%q}`, name+"/"+person)
			return true, err
		}
	}
	forgotten := func(in string) func(context.Context, string) (bool, error) {
		return func(_ context.Context, person string) (bool, error) {
			if _, known := w.control.people[in][person]; known {
				person += ", who may still send"
			}
			w.forgotten = append(w.forgotten, in+"/"+person)
			return false, nil
		}
	}
	w.tenants["acmetenant"].Forget = forgotten("acmetenant")
	w.tenants["rival"] = of(t, servertest.Counted("5e5510e000000003", "mallory", true))
	w.tenants["rival"].Forget = forgotten("rival")
	w.board["acmetenant41"] = queue.Job{ID: adasJob, Tenant: "acmetenant", Kind: "acmekind", State: queue.Dead, Reason: "acmereason"}
	w.board["rival7"] = queue.Job{ID: 7, Tenant: "rival", State: queue.Dead}
	w.control.people["acmetenant"] = map[string]tenant.Person{"adaperson": {Name: "adaperson", Role: tenant.Owner, Groups: []string{"acmegroup"}}}
	w.control.optOuts["acmetenant"] = []tenant.OptOut{{Of: tenant.OfRepository, Pattern: "acmerepo"}}
	w.control.policy["acmetenant"] = tenant.Policy{Provider: "acmeprovider"}
	w.control.notes = []tenant.Entry{{Did: "acmedeed", Tenant: "acmetenant"}}
	guard := &access.Guard{Keys: w.control, Now: func() time.Time { return noon.Add(time.Hour) }}
	site := &server.Site{
		Access: guard, Control: w.control, Board: w.board, Log: quiet,
		Window: func(since, _ string, now time.Time) (from, to time.Time, err error) {
			if since == "today" { // of the words that people write this one is known here
				from = now.Truncate(24 * time.Hour)
			}
			return from, to, nil
		},
		Tenant: func(_ context.Context, name string) (*server.Tenant, error) { return w.tenants[name], nil },
		Settle: func(_ context.Context, name string) error { w.settled = append(w.settled, name); return nil },
	}
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pushed := &ingest.Handler{Sink: w.inbox, Gate: gate,
		Sender: func(r *http.Request) (access.Sender, error) {
			c, err := guard.Caller(r)
			return c.Sender(), err
		},
		Have: func(_ context.Context, name, person string, paths []string) ([]content.Receipt, error) {
			if name == "acmetenant" {
				return []content.Receipt{{Path: paths[0], Have: 47110815}}, nil
			}
			return []content.Receipt{{Path: paths[0]}}, nil
		},
	}
	telemetry := otlp.New(func(r *http.Request) (otlp.Caller, error) {
		c, err := guard.Caller(r)
		if err != nil {
			return otlp.Caller{}, &otlp.StatusError{Status: http.StatusUnauthorized, Message: "no"}
		}
		from := c.Sender()
		return otlp.Caller{Tenant: from.Tenant, Person: from.Person, Ingest: from.Ingest}, nil
	}, w.inbox, gate, otlp.Options{})
	w.tenants["acmetenant"].Events, w.tenants["rival"].Events = toldOf{"acmetenant"}, toldOf{"rival"}
	w.plugin = &server.Capture{Sender: pushed.Sender, Sink: w.inbox, Gate: gate, Now: guard.Now,
		Leaves: func(context.Context, string) (bool, error) { return false, nil },
		Kept: func(_ context.Context, name string) (original.Events, error) {
			return toldOf{name}, nil
		},
	}
	if w.handler, err = site.Handler(func(mux *http.ServeMux) {
		pushed.Register(mux)
		telemetry.Register(mux)
		w.plugin.Register(mux)
	}); err != nil {
		t.Fatal(err)
	}
	return w
}

// toldOf are events that a tenant's people were told by: one session of whoever asks.
type toldOf struct{ tenant string }

func (o toldOf) FileAt(_ context.Context, person, path string) (content.File, bool, error) {
	return content.File{Person: person, Path: path, Kind: content.Telemetry, Size: 1000}, true, nil
}

func (o toldOf) FilesOf(_ context.Context, person string, kind content.Kind, _ time.Time) ([]content.File, error) {
	return []content.File{{Person: person, Path: "telemetry/x.jsonl", Kind: kind, Size: 1000}}, nil
}

func (o toldOf) OpenFile(_ context.Context, f *content.File) io.ReadCloser {
	at := noon.Format(time.RFC3339)
	return io.NopCloser(strings.NewReader(fmt.Sprintf(`{"prism":"event/1","time":%q,"name":"user_prompt","session":"x","origin":"otlp","attrs":{"prompt":"told by %s of %s"}}`+"\n"+
		`{"prism":"event/1","time":%q,"name":"git_evidence","session":"x","origin":"plugin","attrs":{"event_id":%q,"digest":"of %s"}}`+"\n", at, f.Person, o.tenant, at, evidenceID(o.tenant), o.tenant)))
}

// evidenceID is the id of git evidence that came before.
func evidenceID(tenant string) string {
	if tenant == "acmetenant" {
		return "5e551041-0000-4000-8000-000000000001"
	}
	return "5e551041-0000-4000-8000-000000000002"
}

// ofPlugin are the requests of the original's plugin that take a key.
func (w *world) ofPlugin() (list []operation) {
	bodies := map[string]string{
		"/v1/prompts":               `{"prompt_text":"x","source":"claude-code","tool_session_id":"x","client_event_id":"5e551041-0000-4000-8000-000000000003"}`,
		"/v1/prompts/response":      `{"tool_session_id":"x","response_text":"x"}`,
		"/v1/prompt-evidence":       `{"source_session_id":"x","client_event_id":"5e551041-0000-4000-8000-000000000003"}`,
		"/v1/git-evidence":          `{"schema_version":"git-evidence/v1","event_id":"` + evidenceID("acmetenant") + `","session_id":"x"}`,
		"/v1/host-observations/":    `{"source_session_id":"x","reason":"clear"}`,
		"/v1/setup-complete":        `{}`,
		"/v1/insights/report/quick": `{}`,
	}
	add := func(scope string, patterns []string) {
		for _, pattern := range patterns {
			method, path, _ := strings.Cut(pattern, " ")
			o := operation{method: method, path: strings.ReplaceAll(path, "{kind}", "session-end"), scope: scope}
			if method == http.MethodPost {
				o.kind, o.body = "application/json", bodies[strings.TrimSuffix(path, "{kind}")]
			}
			list = append(list, o)
		}
	}
	add("ingest", w.plugin.API().Patterns())
	add("read", (&original.Reading{}).Patterns())
	return list
}

// key makes a key in the ring of the world.
func (w *world) key(t *testing.T, in, person string, role tenant.Role, scopes ...tenant.Scope) string {
	t.Helper()
	return w.control.Made(t, person, func(k *tenant.Key) { k.Tenant, k.Role, k.Scopes = in, role, scopes })
}

// call is one request, which may come with a key.
type call struct{ method, path, key, kind, body string }

// told is all of an answer that a caller sees.
func (w *world) told(c call) (status int, all string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, c.method, c.path, strings.NewReader(c.body))
	if c.key != "" {
		r.Header.Set("X-API-Key", c.key)
	}
	if c.kind != "" {
		r.Header.Set("Content-Type", c.kind)
	}
	if strings.HasSuffix(c.path, "/events") || strings.HasSuffix(c.path, "/stream") {
		cancel() // a stream ends after what is there
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	var head strings.Builder
	_ = rec.Header().Write(&head) // into memory
	return rec.Code, head.String() + "\n" + rec.Body.String()
}

// operation is one thing that can be asked of the server.
type operation struct {
	method, path, scope, kind, body string
	page                            bool // for people: who has no key is led to where one signs in
}

// operations are those of the OpenAPI file that is served, and those beside it.
func (w *world) operations(t *testing.T) (list []operation) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/api/v1/openapi.json", nil)
	r.Header.Set("X-API-Key", w.key(t, "rival", "mallory", tenant.Member, tenant.Read))
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	var doc openAPI
	if err := json.Unmarshal(rec.Body.Bytes(), &doc); err != nil || len(doc.Paths) < 10 {
		t.Fatalf("the OpenAPI file: %v, %d paths", err, len(doc.Paths))
	}
	for path, item := range doc.Paths {
		for method, op := range item {
			security := op.Security
			if security == nil {
				security = doc.Security
			}
			if len(security) == 0 || len(security[0]["bearer"])+len(security[0]["key"]) == 0 {
				t.Errorf("%s %s says no scope", method, path)
				continue
			}
			o := operation{method: strings.ToUpper(method), path: path, scope: slices.Concat(security[0]["bearer"], security[0]["key"])[0]}
			if op.RequestBody != nil {
				o.kind, o.body = "application/json", string(doc.sample(op.RequestBody.Content["application/json"].Schema))
			}
			list = append(list, o)
		}
	}
	for _, path := range classic.Paths() {
		list = append(list, operation{method: "GET", path: path, scope: "read"})
	}
	list = append(list, w.ofPlugin()...)
	for _, pattern := range web.Routes() {
		method, path, _ := strings.Cut(pattern, " ")
		o := operation{method: method, path: strings.TrimSuffix(path, "{$}"), scope: "read", page: true}
		if method == http.MethodPost {
			o.kind, o.body = "application/x-www-form-urlencoded", "title=x&verdict=none"
		}
		list = append(list, o)
	}
	list = append(list,
		operation{method: "GET", path: "/api/v1/events", scope: "read"},
		operation{method: "POST", path: "/api/v1/content", scope: "ingest", kind: frame.Type, body: `{"path":"projects/x/y.jsonl","kind":"transcript","generation":1,"from":0,"to":3,"data":3,"tail":0}` + "\n{}\n\n"},
		operation{method: "POST", path: "/api/v1/content/have", scope: "ingest", kind: "application/json", body: `{"paths":["projects/x/y.jsonl"]}`},
		operation{method: "POST", path: "/v1/logs", scope: "ingest", kind: "application/json", body: `{}`},
		operation{method: "POST", path: "/v1/metrics", scope: "ingest", kind: "application/json", body: `{}`},
		operation{method: "POST", path: "/v1/traces", scope: "ingest", kind: "application/json", body: `{}`},
	)
	slices.SortFunc(list, func(a, b operation) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return list
}

// openAPI is as much of an OpenAPI file as the test reads.
type openAPI struct {
	Security   []map[string][]string
	Components struct{ Schemas map[string]*schema }
	Paths      map[string]map[string]struct {
		Security    []map[string][]string
		RequestBody *struct {
			Content map[string]struct{ Schema *schema }
		}
	}
}

type schema struct {
	Ref        string `json:"$ref"`
	Type       any
	Enum       []any
	Format     string
	Properties map[string]*schema
	Required   []string
	Items      *schema
	Minimum    *float64
}

// sample is a value that a schema allows.
func (doc *openAPI) sample(s *schema) json.RawMessage {
	if s.Ref != "" {
		return doc.sample(doc.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]])
	}
	kind := fmt.Sprint(s.Type)
	var v any
	switch {
	case len(s.Enum) > 0:
		v = s.Enum[0]
	case strings.Contains(kind, "object"):
		fields := map[string]json.RawMessage{}
		for _, name := range s.Required {
			fields[name] = doc.sample(s.Properties[name])
		}
		v = fields
	case strings.Contains(kind, "array"):
		v = []json.RawMessage{doc.sample(s.Items)}
	case strings.Contains(kind, "boolean"):
		v = true
	case strings.Contains(kind, "integer"), strings.Contains(kind, "number"):
		v = 1
		if s.Minimum != nil {
			v = *s.Minimum
		}
	case s.Format == "date-time":
		v = noon.Add(48 * time.Hour)
	default:
		v = "x"
	}
	raw, _ := json.Marshal(v) // plain values
	return raw
}

// things are, for each kind of thing that an address names, one of the other tenant's
// and one that is nowhere. An address that names another kind has to be added here.
func (w *world) things(key string) map[string][2]string {
	return map[string][2]string{
		"sessions/{id}":   {adasSession, nowhere},
		"undone/{by}":     {bobsSession, nowhere},
		"keys/{id}":       {key, nowhere},
		"jobs/{id}":       {fmt.Sprint(adasJob), fmt.Sprint(noJob)},
		"people/{person}": {"adaperson", "nobodyhere"},
		"sent/{name}":     {"weekly", "nothere"},
	}
}

// marks must not be seen by who is not of the tenant.
func marks() []string {
	return []string{"acme", "adaperson", "bobperson", adasSession, bobsSession, "47110815", "written by"} // no hexadecimal that a random id may hold
}

// Whoever asks for what is another tenant's gets what one gets who asks for what is
// nowhere, and nothing else tells of it: every operation of the OpenAPI file and beside
// it, each role and scope, and no key.
func TestIsolation(t *testing.T) {
	w := newWorld(t)
	plans, err := delivery.Parse([]byte(`{"reports": [{"name": "weekly", "tenant": "acmetenant", "every": "week", "webhook": {"url": "https://chat.example/hook"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range w.tenants {
		x.Reports = &server.Reports{Plans: plans, Board: w.board, Now: func() time.Time { return noon }, Log: quiet,
			Tenant: func(_ context.Context, name string) (*server.Tenant, error) { return w.tenants[name], nil }}
	}
	adasKey := w.key(t, "acmetenant", "adaperson", tenant.Owner, tenant.Scopes()...)
	adasID, _, err := tenant.Parse(adasKey)
	if err != nil {
		t.Fatal(err)
	}
	ended := w.control.Made(t, "mallory", func(k *tenant.Key) { k.Tenant, k.Revoked = "rival", noon })
	before := w.state(t)
	type asker struct{ what, key string }
	var rivals []asker
	for _, role := range tenant.Roles() {
		rivals = append(rivals, asker{"a " + string(role) + " of another tenant", w.key(t, "rival", "mallory", role, tenant.Scopes()...)})
	}
	colleagues := []asker{
		{"a member of the same", w.key(t, "acmetenant", "bobperson", tenant.Member, tenant.Read, tenant.Ingest)},
		{"a lead of the same", w.key(t, "acmetenant", "carolperson", tenant.Lead, tenant.Read, tenant.Ingest)},
	}
	things := w.things(adasID)
	tried := 0
	for _, o := range w.operations(t) {
		theirs, none, named := o.path, o.path, false
		for kind, id := range things {
			if strings.Contains(o.path, kind) {
				at, _, _ := strings.Cut(kind, "{")
				theirs, none, named = strings.ReplaceAll(theirs, kind, at+id[0]), strings.ReplaceAll(none, kind, at+id[1]), true
			}
		}
		theirs, none = strings.ReplaceAll(theirs, "{turn}", "1"), strings.ReplaceAll(none, "{turn}", "1")
		if strings.Contains(theirs, "{") {
			t.Errorf("%s names a thing of which the test knows no other tenant's: add it to things", o.path)
			continue
		}
		name := o.method + " " + o.path
		// Who is named to be kept is kept in one's own tenant, and told back.
		makes := name == "PUT /api/v1/people/{person}"
		ask := func(path, key string) (int, string) {
			tried++
			status, text := w.told(call{o.method, path, key, o.kind, o.body})
			if makes {
				text = strings.NewReplacer("adaperson", "NAME", "nobodyhere", "NAME").Replace(text)
				delete(w.control.people, "rival")
				w.control.notes = w.control.notes[:1]
			}
			return status, text
		}
		// Nobody, and keys that open nothing.
		for what, key := range map[string]string{"without a key": "", "with a key that ended": ended, "with a mistyped key": ended + "x"} {
			status, first := ask(theirs, key)
			_, second := ask(none, key)
			if o.page && status == http.StatusSeeOther && strings.Contains(first, "Location: /signin") {
				status = http.StatusUnauthorized
			}
			if status != http.StatusUnauthorized || first != second {
				t.Errorf("%s %s: %d\n%s\n%s", name, what, status, first, second)
			}
			free(t, name+" "+what, first)
		}
		// A key that may all but this.
		var other []tenant.Scope
		for _, s := range tenant.Scopes() {
			if string(s) != o.scope {
				other = append(other, s)
			}
		}
		for _, in := range []string{"rival", "acmetenant"} {
			key := w.key(t, in, "mallory", tenant.Owner, other...)
			status, first := ask(theirs, key)
			_, second := ask(none, key)
			if status != http.StatusForbidden || first != second {
				t.Errorf("%s of %s without the scope %s: %d\n%s\n%s", name, in, o.scope, status, first, second)
			}
			free(t, name+" without scope", first)
		}
		for _, a := range rivals {
			status, first := ask(theirs, a.key)
			free(t, name+" by "+a.what, strings.ReplaceAll(first, adasID, ""))
			if !named {
				continue
			}
			_, second := ask(none, a.key)
			if (status != http.StatusForbidden && status != http.StatusNotFound && !makes) || first != second {
				t.Errorf("%s by %s: %d\n%s\n%s", name, a.what, status, first, second)
			}
		}
		if !named || o.scope != string(tenant.Read) {
			continue
		}
		for _, a := range colleagues {
			status, first := ask(theirs, a.key)
			_, second := ask(none, a.key)
			if (status != http.StatusForbidden && status != http.StatusNotFound) || first != second {
				t.Errorf("%s by %s: %d\n%s\n%s", name, a.what, status, first, second)
			}
			free(t, name+" by "+a.what, first)
		}
	}
	if slices.ContainsFunc(w.forgotten, func(who string) bool { return strings.HasPrefix(who, "acme") }) {
		t.Errorf("forgotten: %v", w.forgotten)
	}
	if after := w.state(t); after != before {
		t.Errorf("the other tenant is another now:\n%s\n%s", before, after)
	}
	for from := range w.inbox.from {
		if !strings.HasPrefix(from, "rival/mallory") && from != "acmetenant/bobperson" && from != "acmetenant/mallory" {
			t.Errorf("something was kept as %s", from)
		}
	}
	t.Logf("%d requests", tried)
}

// free reports what must not be seen.
func free(t *testing.T, what, text string) {
	t.Helper()
	for _, m := range marks() {
		if strings.Contains(text, m) {
			t.Errorf("%s tells %q: %s", what, m, text)
		}
	}
}

// state is what a tenant has that others might change.
func (w *world) state(t *testing.T) string {
	t.Helper()
	k := w.tenants["acmetenant"].Kept
	titles, err := k.Titles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	labels, err := k.Labels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := w.board.Jobs(t.Context(), "acmetenant")
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for _, x := range w.control.Ring {
		if x.Tenant == "acmetenant" && x.Person == "adaperson" && x.Revoked.IsZero() {
			open++
		}
	}
	account, _, err := w.control.Account(t.Context(), "acmetenant")
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintln(titles, labels, jobs, open, w.control.people["acmetenant"], account)
}

// audience is whom a cursor was handed out to.
func audience(t *testing.T, cursor string) string {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	var c struct{ F string }
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.F == "" {
		t.Fatalf("%v: %s", err, raw)
	}
	return c.F
}

// What is handed out to one, a cursor or the id of an event, is nothing to another.
func TestIsolationOfWhatIsHandedOut(t *testing.T) {
	w := newWorld(t)
	owner := w.key(t, "acmetenant", "adaperson", tenant.Owner, tenant.Read)
	rival := w.key(t, "rival", "mallory", tenant.Owner, tenant.Read)
	member := w.key(t, "acmetenant", "bobperson", tenant.Member, tenant.Read)
	var page struct{ Next string }
	_, text := w.told(call{"GET", "/api/v1/sessions?limit=1", owner, "", ""})
	if err := json.Unmarshal([]byte(text[strings.Index(text, "{"):]), &page); err != nil || page.Next == "" {
		t.Fatalf("%v: %s", err, text)
	}
	if status, _ := w.told(call{"GET", "/api/v1/sessions?limit=1&cursor=" + page.Next, owner, "", ""}); status != http.StatusOK {
		t.Errorf("one's own cursor: %d", status)
	}
	_, never := w.told(call{"GET", "/api/v1/sessions?limit=1&cursor=bmV2ZXI", rival, "", ""})
	for _, key := range []string{rival, member} {
		if status, got := w.told(call{"GET", "/api/v1/sessions?limit=1&cursor=" + page.Next, key, "", ""}); status != http.StatusNotFound || got != never {
			t.Errorf("another's cursor: %d %s, one that never was: %s", status, got, never)
		}
	}
	old := base64.RawURLEncoding.EncodeToString([]byte(`{"b":"","o":1,"l":"` + adasSession + `","f":"` + audience(t, page.Next) + `"}`))
	if status, got := w.told(call{"GET", "/api/v1/sessions?cursor=" + old, owner, "", ""}); status != http.StatusUnprocessableEntity || !strings.Contains(got, "earlier release") {
		t.Errorf("a cursor of an earlier release: %d %s", status, got)
	}
	stream := func(key, last string) string {
		ctx, cancel := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/v1/events", nil)
		r.Header.Set("X-API-Key", key)
		r.Header.Set("Last-Event-ID", last)
		cancel()
		rec := httptest.NewRecorder()
		w.handler.ServeHTTP(rec, r)
		body, _ := io.ReadAll(rec.Body) // of memory
		return string(body)
	}
	theirs := "id: " + w.tenants["acmetenant"].Keeper.Stream() + "-1"
	if got := stream(owner, ""); !strings.Contains(got, theirs) {
		t.Errorf("one's own stream: %s", got)
	}
	last := strings.TrimPrefix(theirs, "id: ")
	if a, b := stream(rival, last), stream(rival, "never-1"); a != b || !strings.Contains(a, "event: lost") {
		t.Errorf("with another's id: %s, with one that never was: %s", a, b)
	}
	if got := stream(member, ""); strings.Contains(got, "event") && !strings.Contains(got, "403") {
		t.Errorf("a member's stream: %s", got)
	}
}

// Those of one's own tenant that a role does see: what one wrote is one's own.
func TestWhatRolesSee(t *testing.T) {
	w := newWorld(t)
	admin := w.key(t, "acmetenant", "carolperson", tenant.Owner, tenant.Scopes()...)
	for _, path := range []string{"", "/timeline", "/verdicts", "/verdicts/history", "/rework"} {
		status, text := w.told(call{"GET", "/api/v1/sessions/" + adasSession + path, admin, "", ""})
		if status != http.StatusOK || strings.Contains(text, "written by") {
			t.Errorf("an admin, %s: %d %s", path, status, text)
		}
	}
	ada := w.key(t, "acmetenant", "adaperson", tenant.Member, tenant.Read)
	for _, path := range []string{"/api/v1/sessions", "/api/v1/sessions/" + adasSession, "/api/v1/sessions/" + adasSession + "/rework", "/sessions/" + adasSession, "/sessions", "/", "/api/v1/score?by=person"} {
		status, text := w.told(call{"GET", path, ada, "", ""})
		if status != http.StatusOK || strings.Contains(text, "bob") || strings.Contains(text, bobsSession) {
			t.Errorf("a member, %s: %d %s", path, status, text)
		}
	}
	if _, text := w.told(call{"GET", "/api/v1/sessions/" + adasSession + "/timeline", ada, "", ""}); !strings.Contains(text, "written by adaperson") {
		t.Errorf("one's own: %s", text)
	}
}
