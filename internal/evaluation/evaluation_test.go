package evaluation

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"

	"prism/internal/collector"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/memory"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func session(id string, complete bool) store.Session {
	s := fact.Session{ID: id, Person: "ada", State: fact.Closed, Started: noon, Ended: noon.Add(time.Minute), Turns: 4, Conversations: []string{"c" + id},
		Floor: fact.NewFloor(4, 30, 2, 5), Verdict: fact.Verdict{Judge: "offline", Version: "v1", Status: fact.JudgeOK, Intent: fact.Feature,
			GoalComplete: complete, Confidence: 0.75, Title: redact.Restore("a private title"), Summary: redact.Restore("a private summary")}}
	return store.Session{Session: s}
}

// What changes is told once, by ids, words of lists and numbers; what stood before it began,
// and who is opted out, is not; an endpoint that cannot take it now is asked again.
func TestVerdictsAreTold(t *testing.T) {
	var asked atomic.Int32
	got := make(chan plogotlp.ExportRequest, 10)
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Authorization") != "Bearer x" || r.Header.Get("Content-Type") != "application/x-protobuf" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if asked.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		request := plogotlp.NewExportRequest()
		if err := request.UnmarshalProto(body); err != nil || bytes.Contains(body, []byte("private")) {
			t.Errorf("%v: %q", err, body)
		}
		got <- request
	}))
	defer endpoint.Close()
	db := memory.New()
	lib := &library.Library{Store: db, Scope: "s", Now: noon.Add(time.Hour)}
	save := func(list ...store.Session) {
		if err := db.Save(t.Context(), "s", store.Changes{Sessions: list, State: &store.State{}}); err != nil {
			t.Fatal(err)
		}
	}
	var log strings.Builder
	teller := New(collector.New(endpoint.URL+"/v1/logs", http.Header{"Authorization": {"Bearer x"}}), slog.New(slog.NewTextHandler(&log, nil)))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); teller.Run(ctx) }()
	save(session("old", true))
	teller.Tell(ctx, "acme", lib, noon)
	left := session("left", true)
	left.Verdict.Status = fact.JudgeOptedOut
	save(session("old", true), session("new", false), left)
	teller.Tell(ctx, "acme", lib, noon)
	teller.Tell(ctx, "acme", lib, noon)
	request := <-got
	records := request.Logs().ResourceLogs().At(0).ScopeLogs().At(0).LogRecords()
	if records.Len() != 1 || records.At(0).EventName() != "gen_ai.evaluation.result" {
		t.Fatalf("%d records", records.Len())
	}
	a := records.At(0).Attributes().AsRaw()
	for name, want := range map[string]any{"prism.session.id": "new", "gen_ai.conversation.id": "cnew", "gen_ai.evaluation.score.label": "missed", "gen_ai.evaluation.score.value": 0.75, "prism.tenant": "acme", "prism.crushed": false} {
		if a[name] != want {
			t.Errorf("%s is %v, not %v", name, a[name], want)
		}
	}
	changed := session("new", true)
	save(changed)
	teller.Tell(ctx, "acme", lib, noon)
	request = <-got
	if label, _ := request.Logs().ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).Attributes().Get("gen_ai.evaluation.score.label"); label.Str() != "crushed" {
		t.Errorf("told again as %q", label.Str())
	}
	stop()
	<-done
	if len(got) > 0 || log.Len() > 0 {
		t.Errorf("%d more were told; %s", len(got), log.String())
	}
}

// What cannot be told before the server stops is one line of the log, not one for each.
func TestWhatIsLeftIsLoggedOnce(t *testing.T) {
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }))
	defer endpoint.Close()
	var log strings.Builder
	teller := New(collector.New(endpoint.URL+"/v1/logs", nil), slog.New(slog.NewTextHandler(&log, nil)))
	for range 5 {
		s := session("new", true).Session
		teller.queue <- records("acme", []*fact.Session{&s, &s}, noon)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	teller.Run(ctx)
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "verdicts=10") {
		t.Errorf("the log has %q", text)
	}
}
