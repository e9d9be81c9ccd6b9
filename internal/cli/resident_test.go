package cli

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/model/modeltest"
	"prism/internal/queue"
	"prism/internal/store/postgres"
)

// Two processes have a model look at one tenant's sessions, and are killed in the middle;
// two others go on. No question is asked twice, and what is spent stays below the budget.
func TestAskedOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	long.Only(t, "queue/lease and queue/river TestSuite (taken over), judge/llm TestAnswersAreKept, store/sqlite and store/postgres TestSuite (Answers, Claims)")
	t.Parallel() // it waits for a lease to end
	x := newTeam(t)
	h := newHome(t)
	recent(t, filepath.Join(h.dir, ".claude"))
	model := modeltest.New()
	defer model.Close()
	model.Answer(func(q modeltest.Question) string {
		time.Sleep(30 * time.Millisecond) // so that there is a middle
		return sayYes(q.User, q.Schema, "All is well.")
	})
	x.env = append(x.env, "CLAUDE_CONFIG_DIR="+filepath.Join(h.dir, ".claude"), "ANTHROPIC_BASE_URL="+model.URL, "ANTHROPIC_API_KEY=key-of-the-stand-in")
	address := ""
	for _, e := range x.env {
		if a, ok := strings.CutPrefix(e, "PRISM_DB="); ok {
			address = a
		}
	}
	db, err := postgres.Open(t.Context(), address, "local")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	x.key = "" // of this machine's own tenant
	x.prism(t, "admin", "policy", "set", "--provider", "anthropic", "--day-budget", "3", "--month-budget", "30")
	two := func() []*process {
		list := []*process{x.serve(t, "worker,web"), x.serve(t, "worker")}
		x.settled(t, list[0], 20*time.Second)
		if err := db.Enqueue(t.Context(), time.Now(), queue.New{Kind: queue.Judge}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	until := func(what string, done func() bool) {
		t.Helper()
		for began := time.Now(); !done(); time.Sleep(50 * time.Millisecond) {
			if time.Since(began) > lease*4/3+2*time.Minute {
				t.Fatal(what, " never: ", len(model.Calls()), " questions")
			}
		}
	}
	first := two()
	until("the middle", func() bool { return len(model.Calls()) >= 8 })
	for _, p := range first {
		if err := p.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	before := len(model.Calls()) // a question that was on its way may still be added
	second := two()
	shown := func() (n, all int) {
		_, text := x.ask(t, second[0], "/api/v1/sessions?limit=100")
		var page struct{ Sessions []struct{ ID string } }
		if err := json.Unmarshal([]byte(text), &page); err != nil {
			t.Fatal(err)
		}
		for _, one := range page.Sessions {
			if _, text := x.ask(t, second[0], "/api/v1/sessions/"+one.ID+"/verdicts"); strings.Contains(text, `"anthropic"`) {
				n++
			}
		}
		return n, len(page.Sessions)
	}
	// The job of the killed goes on when its lease ends, and is done when none is left:
	// silence says nothing, for nobody asks until then.
	until("the end", func() bool {
		status, text := x.ask(t, second[0], "/api/v1/jobs")
		var left struct{ Jobs []struct{ Kind queue.Kind } }
		if err := json.Unmarshal([]byte(text), &left); err != nil || status != http.StatusOK {
			t.Fatal(status, text, err)
		}
		return !slices.ContainsFunc(left.Jobs, func(j struct{ Kind queue.Kind }) bool { return j.Kind == queue.Judge })
	})
	asked := map[string]int{}
	for _, c := range model.Calls() {
		asked[c.Body]++
	}
	shows, all := shown()
	if shows < 5 {
		t.Errorf("%d sessions of %d show what the model says", shows, all)
	}
	twice := 0
	for _, n := range asked {
		if n > 1 {
			twice++
		}
	}
	day, month, err := db.Spent(t.Context(), time.Now())
	if err != nil || twice > 0 || day == 0 || day != month || day > 3_000_000 {
		t.Errorf("%d questions were asked twice; spent %d and %d; %v", twice, day, month, err)
	}
	t.Logf("%d questions, %d of them before the kill, %d asked twice, %d sessions show it, %.4f dollars", len(asked), before, twice, shows, float64(day)/1e6)
}

// recent moves what transcripts tell to the last days.
func recent(t *testing.T, folder string) {
	t.Helper()
	stamp := regexp.MustCompile(`20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z`)
	var last time.Time
	each := func(f func(text string) string) {
		for name, text := range files(t, folder) {
			if strings.HasSuffix(name, ".jsonl") {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(stamp.ReplaceAllStringFunc(string(text), f)), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	each(func(text string) string {
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil && at.After(last) {
			last = at
		}
		return text
	})
	shift := time.Since(last) - 24*time.Hour
	each(func(text string) string {
		at, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		return at.Add(shift).Format("2006-01-02T15:04:05.000Z")
	})
}
