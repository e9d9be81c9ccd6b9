package cli

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/model/modeltest"
	"prism/internal/pipeline"
	"prism/internal/tenant"
)

// What somebody is opted out of is no reason not to ask about all others; and from when
// it holds nothing is asked of whom it is about, whether an update was made by it or not.
func TestAskedBesideOptOuts(t *testing.T) {
	h := newHome(t)
	recent(t, filepath.Join(h.dir, ".claude"))
	model := modeltest.New()
	defer model.Close()
	model.Answer(func(q modeltest.Question) string { return sayYes(q.User, q.Schema, "All is well.") })
	env := append(h.env, "ANTHROPIC_BASE_URL="+model.URL, "ANTHROPIC_API_KEY=key-of-the-stand-in")
	var said bytes.Buffer
	p := job.NewProgram(env, strings.NewReader(""), &said, &said)
	o := &serveOptions{}
	cmd := serveCommand(p)
	j, err := p.NewJob(cmd, &o.ReadFlags, nil)
	if err != nil {
		t.Fatal(err)
	}
	stores, err := p.OpenStores(t.Context(), j.Store, p.DataFolder(j.Store, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := stores.Close(); err != nil {
			t.Error(err)
		}
	}()
	live, err := p.Live(t.Context(), j, tenant.Local, stores)
	if err != nil {
		t.Fatal(err)
	}
	r := judgerun.Resident{Provider: "anthropic", DayBudget: 3 * tenant.MicroDollars, MonthBudget: 30 * tenant.MicroDollars}
	ask := func() (judgerun.Asked, error) {
		opts, err := live.Asking(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r.Ask(t.Context(), p, j, opts, live.Store)
	}
	update := func() {
		t.Helper()
		if _, _, err := live.Update(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	out := func(of tenant.Subject, pattern string) {
		t.Helper()
		if err := stores.Control.AddOptOut(t.Context(), tenant.Local, tenant.OptOut{Of: of, Pattern: pattern, Since: p.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	update()
	out(tenant.OfTenant, "")
	if _, err := ask(); !errors.Is(err, pipeline.ErrUnsettled) || len(model.Calls()) > 0 {
		t.Errorf("before an update went by the opt-out: %v, %d questions", err, len(model.Calls()))
	}
	if _, err := stores.Control.RemoveOptOut(t.Context(), tenant.Local, tenant.OfTenant, ""); err != nil {
		t.Fatal(err)
	}
	out(tenant.OfRepository, "no-such-repository")
	update()
	if got, err := ask(); err != nil || got.Verdicts == 0 {
		t.Errorf("beside an opt-out of something else: %+v, %v", got, err)
	}
}
