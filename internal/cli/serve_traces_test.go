package cli

import (
	"net/http"
	"strings"
	"testing"

	"prism/internal/trace/tracetest"
)

// TestTraces: what a server does is told from the request to what is kept of it, and from
// the job to its steps; of nobody's name, folder, session or title.
func TestTraces(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	t.Parallel()
	told := tracetest.New(t)
	s := newServed(t, t.TempDir()+"/prism.db")
	s.more = []string{"PRISM_TRACES=" + told.URL}
	s.start()
	newLoad(t, 1).send(s.url, nil)
	s.settled()
	if status, text, err := fetch(s.url + "/api/v1/score?repo=tideline"); err != nil || status != http.StatusOK {
		t.Fatal(status, err, string(text))
	}
	if _, text, err := fetch(s.url + "/metrics"); err != nil || !strings.Contains(string(text), "prism_traces_told_total") {
		t.Errorf("%v: %s", err, text)
	}
	s.stop()
	for _, name := range []string{"update relink", "update rework", "job update", "/v1/logs", "POST /api/v1/content"} {
		told.Of(name)
	}
	ingest, update, read := told.Of("ingest"), told.Of("update"), told.Of("update read")
	if ingest.Parent == "" || read.Parent == "" || read.Trace == ingest.Trace {
		t.Errorf("they do not lie in what they are of: %v %v", ingest.Parent, read.Parent)
	}
	a, b := ingest.Attrs, update.Attrs
	if a["prism.pieces"] == nil || a["prism.bytes"] == nil || a["prism.tenant"] == "local" || a["prism.tenant"] == nil || a["prism.tenant"] != b["prism.tenant"] {
		t.Errorf("%v %v", a, b)
	}
	if status := told.Of("GET /api/v1/score").Attrs["http.response.status_code"]; status != int64(200) {
		t.Errorf("status %v", status)
	}
	all := told.All()
	for _, word := range []string{"local\"", "tideline", "hollyhock", "robin", "4555-", "prism.db", "127.0.0.1"} {
		if strings.Contains(all, word) {
			t.Errorf("%q is told", word)
		}
	}
}
