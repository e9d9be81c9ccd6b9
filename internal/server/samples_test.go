package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
)

// A trend says when its judge changed, and nothing of judges that are not in use; the first
// version that spoke is no change.
func TestJudgeChanges(t *testing.T) {
	w := newWorld(t)
	acme := of(t, servertest.Counted("00000000000000a1", "person00", true))
	first := func(judge, version string, days int) store.JudgeVersion {
		return store.JudgeVersion{Judge: judge, Version: version, First: noon.Add(time.Duration(days) * 24 * time.Hour)}
	}
	k := acme.Kept.(kept)
	k.versions = []store.JudgeVersion{first("offline", "rules-1", -30), first("a model", "x", -3), first("offline", "rules-2", 0)}
	acme.Verdicts, acme.Judge.Name, acme.Judge.Version = k, "offline", "rules-2"
	w.tenants["acmetenant"] = acme
	key := w.key(t, "acmetenant", "person00", tenant.Member, tenant.Read)
	status, text := w.told(call{"GET", "/?unit=month", key, "", ""})
	if status != http.StatusOK || strings.Count(text, "judge offline changed from rules-1 to rules-2") != 2 || strings.Contains(text, "a model") || !strings.Contains(text, `class="judge"`) {
		t.Errorf("%d %s", status, text)
	}
}
