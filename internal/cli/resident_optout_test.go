package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/model/modeltest"
	"prism/internal/pipeline"
	"prism/internal/queue"
	"prism/internal/server"
	"prism/internal/tenant"
)

// asker is a server of the samples, and a model that takes its time.
func asker(t *testing.T, slow time.Duration) (*modeltest.Server, *serving) {
	t.Helper()
	h := newHome(t)
	recent(t, filepath.Join(h.dir, ".claude"))
	model := modeltest.New()
	t.Cleanup(model.Close)
	model.Answer(func(q modeltest.Question) string {
		time.Sleep(slow)
		return sayYes(q.User, q.Schema, "All is well.")
	})
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
	t.Cleanup(func() {
		if err := stores.Close(); err != nil {
			t.Error(err)
		}
	})
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	return model, &serving{p: p, j: j, log: log, stores: stores, open: map[string]*server.Tenant{}, lives: map[string]*job.Live{}, judging: make(chan struct{}, 1)}
}

// What somebody is opted out of is no reason not to ask about all others; and from when
// it holds nothing is asked of whom it is about, whether an update was made by it or not.
func TestAskedBesideOptOuts(t *testing.T) {
	t.Parallel()
	model, s := asker(t, 0)
	p, stores := s.p, s.stores
	live, err := s.live(t.Context(), tenant.Local)
	if err != nil {
		t.Fatal(err)
	}
	r := judgerun.Resident{Provider: "anthropic", DayBudget: 3 * tenant.MicroDollars, MonthBudget: 30 * tenant.MicroDollars}
	ask := func() (judgerun.Asked, error) {
		opts, err := live.Asking(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r.Ask(t.Context(), p, s.j, opts, live.Store)
	}
	update := func() {
		t.Helper()
		if _, _, err := live.Update(t.Context(), job.Watch{}); err != nil {
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

// What is under way when somebody is opted out ends within a second.
func TestAskedNoMore(t *testing.T) {
	t.Parallel()
	model, s := asker(t, 300*time.Millisecond)
	live, err := s.live(t.Context(), tenant.Local)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := live.Update(t.Context(), job.Watch{}); err != nil {
		t.Fatal(err)
	}
	policy := tenant.Policy{Provider: "anthropic", DayBudget: 3 * tenant.MicroDollars, MonthBudget: 30 * tenant.MicroDollars}
	if err := s.stores.Control.AddTenant(t.Context(), tenant.Tenant{Name: tenant.Local, Created: s.p.Now(), Policy: policy}); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.judgeJob(t.Context(), tenant.Local) }()
	for len(model.Calls()) == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	if err := s.stores.Control.AddOptOut(t.Context(), tenant.Local, tenant.OptOut{Of: tenant.OfTenant, Since: s.p.Now()}); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if took, n := time.Since(began), len(model.Calls()); n >= 29 { // as many as there are when nobody is opted out
		t.Errorf("%d questions, the last after %v", n, took)
	}
}

// A judge that waits for an update which never succeeds asks less and less often; once it
// need not wait, as often as ever.
func TestAskedLessOften(t *testing.T) {
	t.Parallel()
	_, s := asker(t, 0)
	live, err := s.live(t.Context(), tenant.Local)
	if err != nil {
		t.Fatal(err)
	}
	policy := tenant.Policy{Provider: "anthropic", DayBudget: 3 * tenant.MicroDollars, MonthBudget: 30 * tenant.MicroDollars}
	if err := s.stores.Control.AddTenant(t.Context(), tenant.Tenant{Name: tenant.Local, Created: s.p.Now(), Policy: policy}); err != nil {
		t.Fatal(err)
	}
	// waited is how long the judge waits after a job of it.
	waited := func() time.Duration {
		t.Helper()
		began := time.Now()
		if err := s.judgeJob(t.Context(), tenant.Local); err != nil {
			t.Fatal(err)
		}
		jobs, err := s.stores.Board().Jobs(t.Context(), tenant.Local)
		if err != nil {
			t.Fatal(err)
		}
		var wait time.Duration
		for _, j := range jobs {
			if j.Kind == queue.Judge {
				wait = j.Due.Sub(began)
				if ok, err := s.stores.Board().Drop(t.Context(), tenant.Local, j.ID); !ok || err != nil {
					t.Fatal(ok, err)
				}
			}
		}
		return wait.Round(5 * time.Second)
	}
	var got []time.Duration
	for range 9 {
		got = append(got, waited())
	}
	if fmt.Sprint(got) != "[5s 10s 20s 40s 1m20s 2m40s 5m0s 5m0s 5m0s]" {
		t.Fatalf("waits %v", got)
	}
	if _, _, err := live.Update(t.Context(), job.Watch{}); err != nil {
		t.Fatal(err)
	}
	if wait := waited(); wait != 0 {
		t.Errorf("it asked, and waits %v", wait)
	}
	if err := s.stores.Control.AddOptOut(t.Context(), tenant.Local, tenant.OptOut{Of: tenant.OfTenant, Since: s.p.Now()}); err != nil {
		t.Fatal(err)
	}
	if wait := waited(); wait != 5*time.Second {
		t.Errorf("then it waits %v", wait)
	}
}
