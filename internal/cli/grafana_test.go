package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The dashboard asks for no figure that the server does not tell, and what it tells of
// requests names the operation, never what was asked.
func TestGrafana(t *testing.T) {
	t.Parallel()
	board, err := os.ReadFile("../../deploy/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	x := &team{env: append(os.Environ(), "HOME="+home, "CLAUDE_CONFIG_DIR="+filepath.Join(home, "none"), "PRISM_HOME="+filepath.Join(home, "kept"), "PRISM_TZ=UTC")}
	p := x.serve(t, "ingest,worker,web")
	x.ask(t, p, "/api/v1/sessions/nobodys?secret=hollyhock")
	_, told := x.ask(t, p, "/metrics")
	if !strings.Contains(told, `prism_requests_total{route="GET /api/v1/sessions/{id}",status=`) || strings.Contains(told, "hollyhock") || strings.Contains(told, "nobodys") {
		t.Errorf("requests are told of otherwise:\n%s", told)
	}
	names := regexp.MustCompile(`prism_[a-z_]+`).FindAllString(string(board), -1)
	if len(names) < 10 {
		t.Fatal(names)
	}
	for _, name := range names {
		if !strings.Contains(told, "# TYPE "+name+" ") {
			t.Errorf("there is no %s", name)
		}
		if strings.HasSuffix(name, "_total") != strings.Contains(told, "# TYPE "+name+" counter") {
			t.Errorf("%s is of another type than its name says", name)
		}
	}
}
