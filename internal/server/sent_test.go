package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"prism/internal/locale"
	"regexp"
	"strings"
	"testing"
	"time"

	"prism/internal/delivery"
	"prism/internal/fact"
	"prism/internal/queue"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web/page"
)

// posted is a webhook that keeps what it is told.
type posted struct {
	status int
	keys   []string
	bodies []string
}

func newPosted(t *testing.T) (*posted, string) {
	t.Helper()
	p := &posted{status: http.StatusOK}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		p.keys, p.bodies = append(p.keys, r.Header.Get("Idempotency-Key")), append(p.bodies, string(body))
		w.WriteHeader(p.status)
	}))
	t.Cleanup(s.Close)
	return p, s.URL
}

// reporting is a tenant of seven people, and reports of it that go to one webhook.
func reporting(t *testing.T, now time.Time) (*world, *server.Reports, *posted) {
	t.Helper()
	hook, at := newPosted(t)
	plans, err := delivery.Parse(fmt.Appendf(nil, `{"reports": [
		{"name": "all", "tenant": "acmetenant", "every": "week", "webhook": {"url": %[1]q}},
		{"name": "chat", "tenant": "acmetenant", "every": "week", "webhook": {"url": %[1]q, "form": "slack"}},
		{"name": "schwatz", "tenant": "acmetenant", "every": "week", "language": "de-AT", "webhook": {"url": %[1]q, "form": "slack"}},
		{"name": "one", "tenant": "acmetenant", "person": "person3", "every": "week", "webhook": {"url": %[1]q}},
		{"name": "all", "tenant": "rivaltenant", "every": "week", "webhook": {"url": %[1]q}}]}`, at))
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	var list []store.Session
	for i := range 7 {
		list = append(list, servertest.Counted(fmt.Sprintf("%016x", i+1), fmt.Sprintf("person%d", i), i < 3))
	}
	// What does not count is of one person only.
	small := servertest.Counted(fmt.Sprintf("%016x", 99), "person0", false)
	small.Floor, small.Turns = fact.NewFloor(1, 0, 0, 0), 1
	list = append(list, small)
	w.tenants["acmetenant"], w.tenants["rivaltenant"] = of(t, list...), of(t, list[:1]...)
	r := &server.Reports{Plans: plans, Board: w.board, Note: w.control.Note, Now: func() time.Time { return now }, Log: quiet,
		Tenant: func(_ context.Context, name string) (*server.Tenant, error) { return w.tenants[name], nil }}
	for _, x := range w.tenants {
		x.Reports = r
	}
	return w, r, hook
}

// The week after noon's.
var after = time.Date(2026, 5, 11, 8, 0, 30, 0, time.UTC)

// A report to all holds figures and names no session; one to a person their sessions; one
// of too few people is not sent.
func TestReportsAreSent(t *testing.T) {
	_, r, hook := reporting(t, after)
	for _, c := range []struct {
		tenant, key string
		has         []string
		not         []string
	}{
		{"acmetenant", "all/webhook/2026-05-11/week at 08:00 UTC", []string{`"counted": 7`, `"crushed": 3`}, []string{"title of", "person", "00000000", `"crush_weight": 1`, `"cost_per_crushed_usd": 0.`, `"below_floor": 1`}},
		{"acmetenant", "chat/webhook/2026-05-11/week at 08:00 UTC", []string{"3 of 7 counted sessions", "Week 19 of 2026"}, []string{"title of", "person"}},
		{"acmetenant", "schwatz/webhook/2026-05-11/week at 08:00 UTC", []string{"PRISM, Woche 19 2026, 4. Mai – 10. Mai 2026: 42,9 (D)", "3 von 7 gezählten Sitzungen erreichten das Ziel"}, []string{"counted", "Week", "sessions", "title of", "person"}},
		{"acmetenant", "one/webhook/2026-05-11/week at 08:00 UTC", []string{`"counted": 1`, "0000000000000004"}, []string{"0000000000000003"}},
	} {
		before := len(hook.bodies)
		if err := r.Do(t.Context(), c.tenant, c.key); err != nil || len(hook.bodies) != before+1 {
			t.Fatalf("%s: %v, %d sent", c.key, err, len(hook.bodies)-before)
		}
		body := hook.bodies[before]
		for _, want := range c.has {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %q: %s", c.key, want, body)
			}
		}
		for _, no := range c.not {
			if strings.Contains(body, no) {
				t.Errorf("%s tells %q: %s", c.key, no, body)
			}
		}
	}
	sent := len(hook.bodies)
	for _, c := range [][2]string{{"rivaltenant", "all/webhook/2026-05-11/week at 08:00 UTC"}, {"acmetenant", "gone/webhook"}} {
		if err := r.Do(t.Context(), c[0], c[1]); err != nil || len(hook.bodies) != sent {
			t.Errorf("%v: %v, %d sent", c, err, len(hook.bodies)-sent)
		}
	}
	// The same report, sent again after a failure, is known by its key.
	if err := r.Do(t.Context(), "acmetenant", "all/webhook/2026-05-11/week at 08:00 UTC"); err != nil || hook.keys[sent] != hook.keys[0] || hook.keys[0] == hook.keys[1] {
		t.Errorf("%v: %q", err, hook.keys)
	}
	hook.status = http.StatusForbidden
	err := r.Do(t.Context(), "acmetenant", "all/webhook/2026-05-11/week at 08:00 UTC")
	var why interface{ Reason() string }
	if !errors.As(err, &why) || why.Reason() != "the webhook answered 403" {
		t.Errorf("a refusal: %v", err)
	}
}

// While a server reads what it read first, a report waits, and uses up none of its tries:
// else it were dead before a long reading is done.
func TestReportsWaitForWhatIsRead(t *testing.T) {
	_, r, hook := reporting(t, after)
	r.Tenant = func(context.Context, string) (*server.Tenant, error) {
		return nil, fmt.Errorf("the tenant: %w", server.ErrReading)
	}
	if err := r.Do(t.Context(), "acmetenant", "all/webhook/2026-05-11/week at 08:00 UTC"); !queue.Passing(err) || len(hook.bodies) > 0 {
		t.Errorf("%v, %d sent", err, len(hook.bodies))
	}
}

// Why something did not land is told of no few people.
func TestReportsSayOfNoFewWhatDidNotLand(t *testing.T) {
	for missed, told := range map[int]bool{1: false, 4: false, 5: true} {
		w, r, hook := reporting(t, after)
		var list []store.Session
		for i := range 7 {
			list = append(list, servertest.Counted(fmt.Sprintf("%016x", i+1), fmt.Sprintf("person%d", i), i >= missed))
		}
		w.tenants["acmetenant"] = of(t, list...)
		if err := r.Do(t.Context(), "acmetenant", "chat/webhook/2026-05-11/week at 08:00 UTC"); err != nil || len(hook.bodies) != 1 {
			t.Fatal(err, len(hook.bodies))
		}
		if got := strings.Contains(hook.bodies[0], "did not land"); got != told {
			t.Errorf("of %d: %s", missed, hook.bodies[0])
		}
	}
}

// How prompts do at a check is told of no few people.
func TestReportsSayOfNoFewHowPromptsAre(t *testing.T) {
	for asked, told := range map[int]bool{1: false, 4: false, 5: true} {
		w, r, hook := reporting(t, after)
		var list []store.Session
		for i := range 7 {
			for k := range 3 {
				x := servertest.Counted(fmt.Sprintf("%015x%d", i+1, k), fmt.Sprintf("person%d", i), true)
				if i < asked {
					*x.Verdict.Rubric.Marks()[0] = fact.Absent
				}
				list = append(list, x)
			}
		}
		w.tenants["acmetenant"] = of(t, list...)
		if err := r.Do(t.Context(), "acmetenant", "chat/webhook/2026-05-11/week at 08:00 UTC"); err != nil || len(hook.bodies) != 1 {
			t.Fatal(err, len(hook.bodies))
		}
		if got := strings.Contains(hook.bodies[0], "Least practised"); got != told {
			t.Errorf("of %d: %s", asked, hook.bodies[0])
		}
	}
}

// Why none could be made stands where jobs are looked at.
func TestReportsSayWhyNoneIsMade(t *testing.T) {
	_, r, _ := reporting(t, after)
	r.Tenant = func(context.Context, string) (*server.Tenant, error) {
		return nil, &page.Error{Status: http.StatusUnprocessableEntity, Text: "There are too many sessions in this time."}
	}
	if why := queue.Reason(r.Do(t.Context(), "acmetenant", "all/webhook/2026-05-11/week at 08:00 UTC")); why != "There are too many sessions in this time" {
		t.Errorf("%q", why)
	}
}

// A report of a repository, and one of all, tell together of what is in no report: where
// that is few people's, the one of the repository is not sent. What is nobody's is in none.
func TestReportsOfARepositoryLeaveNoFew(t *testing.T) {
	for elsewhere, want := range map[int]int{0: 1, 1: 0, 4: 0, 5: 1} {
		w, r, hook := reporting(t, after)
		var list []store.Session
		for i := range 5 + elsewhere {
			x := servertest.Counted(fmt.Sprintf("%016x", i+1), fmt.Sprintf("person%d", i), i < 3)
			if x.Repo = (fact.Repo{Key: "example.com/shop", Name: "shop"}); i >= 5 {
				x.Repo = fact.Repo{Key: "example.com/secret", Name: "secret"}
			}
			list = append(list, x)
		}
		nobodys := servertest.Counted(fmt.Sprintf("%016x", 99), "", true)
		nobodys.Repo = list[0].Repo
		before := servertest.Counted(fmt.Sprintf("%016x", 98), "person0", true) // of another week
		before.Started, before.Ended = before.Started.AddDate(0, 0, -14), before.Ended.AddDate(0, 0, -14)
		w.tenants["acmetenant"] = of(t, append(list, nobodys, before)...)
		r.Plans[0].Repo = "shop"
		if err := r.Do(t.Context(), "acmetenant", "all/webhook/2026-05-11/week at 08:00 UTC"); err != nil || len(hook.bodies) != want {
			t.Errorf("%d people elsewhere: %v, %d sent", elsewhere, err, len(hook.bodies))
		}
		if want > 0 && len(hook.bodies) > 0 && !strings.Contains(hook.bodies[0], `"crushed": 3`) {
			t.Errorf("%d people elsewhere: %s", elsewhere, hook.bodies[0])
		}
	}
}

// A report that is posted stays small, and says what it leaves out.
func TestReportsStaySmall(t *testing.T) {
	w, r, hook := reporting(t, after)
	var list []store.Session
	for i := range 230 {
		list = append(list, servertest.Counted(fmt.Sprintf("%016x", i+1), "person3", true))
	}
	w.tenants["acmetenant"] = of(t, list...)
	if err := r.Do(t.Context(), "acmetenant", "one/webhook/2026-05-11/week at 08:00 UTC"); err != nil || len(hook.bodies) != 1 {
		t.Fatal(err, len(hook.bodies))
	}
	if body := hook.bodies[0]; strings.Count(body, `"first_turn_uuid"`) != 200 || !strings.Contains(body, `"sessions_left": 30`) || !strings.Contains(body, `"counted": 230`) {
		t.Errorf("%d sessions: %s", strings.Count(body, `"first_turn_uuid"`), body[max(0, len(body)-200):])
	}
}

// A test says how far it came.
func TestTryingAReport(t *testing.T) {
	w, r, hook := reporting(t, after)
	r.Plans[0].Mail = &delivery.Mail{Server: "127.0.0.1:1", From: "a@b.example", To: []string{"c@d.example"}}
	v, err := w.tenants["acmetenant"].View(t.Context(), access.Caller{Tenant: "acmetenant", Role: tenant.Owner, Scopes: []tenant.Scope{tenant.Admin, tenant.Read}})
	if err != nil {
		t.Fatal(err)
	}
	err = v.Try(t.Context(), "all")
	if err == nil || err.Error() != "It was sent to 1 of 2: the mail server cannot be reached." || len(hook.bodies) != 1 {
		t.Errorf("%v, %d sent", err, len(hook.bodies))
	}
}

// Which reports are sent is told in the language of whoever looks.
func TestSentReportsAreTold(t *testing.T) {
	w, _, _ := reporting(t, after)
	v, err := w.tenants["acmetenant"].View(t.Context(), access.Caller{Tenant: "acmetenant", Role: tenant.Owner, Scopes: []tenant.Scope{tenant.Admin, tenant.Read}})
	if err != nil {
		t.Fatal(err)
	}
	list, err := v.Sent(t.Context())
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	catalog, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	german := catalog.For("de", "", "")
	for _, x := range list {
		if of := x.Of(locale.Plain()); !strings.HasPrefix(of, "every week") {
			t.Errorf("%s: %q", x.Name, of)
		}
		if of := x.Of(german); !strings.HasPrefix(of, "jede Woche") {
			t.Errorf("%s: %q", x.Name, of)
		}
		if where := x.Where(german); where != "ein Webhook von 127.0.0.1" {
			t.Errorf("%s: %q", x.Name, where)
		}
	}
}

// What is shown of a report before it goes is what goes.
func TestPreviewOfAReport(t *testing.T) {
	w, r, hook := reporting(t, after)
	view := func(c access.Caller) *server.Viewer {
		t.Helper()
		c.Tenant, c.Scopes = "acmetenant", []tenant.Scope{tenant.Admin, tenant.Read}
		v, err := w.tenants["acmetenant"].View(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	admin := view(access.Caller{Role: tenant.Owner, Key: "admin", Person: "person0"})
	made := regexp.MustCompile(`"(generated_at|made_at|at)": "[^"]*"`)
	for _, name := range []string{"all", "chat"} {
		out, err := admin.Outgoing(t.Context(), name)
		if err != nil || len(out.Ways) != 1 || len(out.Ways[0].Parts) != 1 || out.Ways[0].Where(locale.Plain()) != "a webhook of 127.0.0.1" {
			t.Fatalf("%s: %+v, %v", name, out, err)
		}
		before := len(hook.bodies)
		if err := r.Do(t.Context(), "acmetenant", name+"/webhook/2026-05-11/week at 08:00 UTC"); err != nil || len(hook.bodies) != before+1 {
			t.Fatal(err, len(hook.bodies))
		}
		if got, want := made.ReplaceAllString(out.Ways[0].Parts[0].Text, ""), made.ReplaceAllString(hook.bodies[before], ""); got != want {
			t.Errorf("%s: shown is\n%s\nsent is\n%s", name, got, want)
		}
	}
	sent := len(hook.bodies)
	refused := func(v *server.Viewer, name string, want int) {
		t.Helper()
		_, err := v.Outgoing(t.Context(), name)
		var no interface{ Refusal() (int, string) }
		if !errors.As(err, &no) {
			t.Fatalf("%s: %v", name, err)
		}
		if got, why := no.Refusal(); got != want {
			t.Errorf("%s: %d %s", name, got, why)
		}
	}
	refused(admin, "one", http.StatusForbidden) // person3's own titles and words
	refused(admin, "gone", http.StatusNotFound)
	refused(view(access.Caller{Role: tenant.Lead, Person: "person3"}), "all", http.StatusForbidden)
	for _, v := range []*server.Viewer{view(access.Caller{Role: tenant.Owner, Key: "admin", Person: "person3"}), view(access.Caller{Role: tenant.Owner})} {
		if out, err := v.Outgoing(t.Context(), "one"); err != nil || !strings.Contains(out.Ways[0].Parts[0].Text, "0000000000000004") {
			t.Errorf("%+v, %v", out, err)
		}
	}
	// Of a week without a session, and of too few people, nothing would go: an earlier one
	// that would have gone stands for it, and is called an example.
	r.Now = func() time.Time { return after.AddDate(0, 0, 21) }
	if out, err := admin.Outgoing(t.Context(), "all"); err != nil || out.Example == nil || !strings.HasPrefix(out.Example(locale.Plain()), "Week 19 of 2026") || !strings.Contains(out.Ways[0].Parts[0].Text, `"counted": 7`) {
		t.Errorf("an example: %+v, %v", out, err)
	}
	refused(admin, "one", http.StatusForbidden)
	shownTo := w.key(t, "acmetenant", "person0", tenant.Owner, tenant.Read, tenant.Admin)
	if status, text := w.told(call{"GET", "/report/sent/all", shownTo, "", ""}); status != http.StatusOK || !strings.Contains(text, "Nothing would go now") || !strings.Contains(text, "Week 19 of 2026") {
		t.Errorf("the page of an example: %d %s", status, text)
	}
	if status, text := w.told(call{"POST", "/report/try", shownTo, "application/x-www-form-urlencoded", "name=all"}); status != http.StatusUnprocessableEntity || !strings.Contains(text, "the last whole week (Week ") || !strings.Contains(text, "This cannot be done") {
		t.Errorf("a test of a week without a session: %d %s", status, text)
	}
	rival, err := w.tenants["rivaltenant"].View(t.Context(), access.Caller{Tenant: "rivaltenant", Role: tenant.Owner, Key: "admin", Scopes: []tenant.Scope{tenant.Admin, tenant.Read}})
	if err != nil {
		t.Fatal(err)
	}
	refused(rival, "all", http.StatusUnprocessableEntity) // one person's at any time
	r.Now = func() time.Time { return time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC) }
	refused(admin, "all", http.StatusUnprocessableEntity) // nothing came before it
	if len(hook.bodies) != sent {
		t.Error("a preview sends")
	}
	r.Now = func() time.Time { return after }
	key := w.key(t, "acmetenant", "person0", tenant.Owner, tenant.Read, tenant.Admin)
	if status, text := w.told(call{"GET", "/report/sent/chat", key, "", ""}); status != http.StatusOK || !strings.Contains(text, "3 of 7 counted sessions") || !strings.Contains(text, "application/json") || strings.Contains(text, r.Plans[1].Webhook.URL) {
		t.Errorf("%d %s", status, text)
	}
	if status, _ := w.told(call{"GET", "/report/sent/chat", w.key(t, "acmetenant", "person1", tenant.Member, tenant.Read), "", ""}); status != http.StatusForbidden {
		t.Errorf("a member: %d", status)
	}
}

// An empty week is not told of.
func TestNothingToReport(t *testing.T) {
	_, r, hook := reporting(t, after.AddDate(0, 0, 7))
	for _, key := range []string{"all/webhook/2026-05-18/week at 08:00 UTC", "one/webhook/2026-05-18/week at 08:00 UTC"} {
		if err := r.Do(t.Context(), "acmetenant", key); err != nil || len(hook.bodies) > 0 {
			t.Errorf("%s: %v %q", key, err, hook.bodies)
		}
	}
}

// Each is asked for at its time, by however many processes: the same each time.
func TestReportsAreDue(t *testing.T) {
	_, r, _ := reporting(t, after)
	jobs := r.Due("acmetenant", noon)
	if len(jobs) != 4 || jobs[0].Kind != queue.Report || jobs[0].Key != "all/webhook/2026-05-11/week at 08:00 UTC" || !jobs[0].Due.Equal(time.Date(2026, 5, 11, 8, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", jobs)
	}
	if jobs := r.Due("nobodystenant", noon); len(jobs) != 0 {
		t.Errorf("%+v", jobs)
	}
}

// A file that says another time asks for another job: the one of the time before is due
// earlier, would hold the place of the new one, and send what that sends again.
func TestReportsOfAnotherTime(t *testing.T) {
	_, r, hook := reporting(t, after)
	was := r.Due("acmetenant", noon)
	plans, err := delivery.Parse([]byte(`{"reports": [{"name": "all", "tenant": "acmetenant", "every": "week", "at": "10:00", "webhook": {"url": "` + r.Plans[0].Webhook.URL + `"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Plans = plans
	is := r.Due("acmetenant", noon)
	for _, c := range []struct {
		key  string
		sent int
	}{{was[0].Key, 0}, {is[0].Key, 1}} {
		if err := r.Do(t.Context(), "acmetenant", c.key); err != nil || len(hook.bodies) != c.sent {
			t.Errorf("%s: %v, %d sent", c.key, err, len(hook.bodies))
		}
	}
}

// Whoever asks just before a report is due may be late, or its clock be slow: what it asks
// for may have been sent by then.
func TestReportsAreNotAskedForAtTheLast(t *testing.T) {
	_, r, _ := reporting(t, after)
	due := time.Date(2026, 5, 11, 8, 0, 0, 0, time.UTC)
	for before, want := range map[time.Duration]time.Time{time.Second: due.AddDate(0, 0, 7), time.Minute: due.AddDate(0, 0, 7), 5 * time.Minute: due} {
		if jobs := r.Due("acmetenant", due.Add(-before)); !jobs[0].Due.Equal(want) {
			t.Errorf("%s before: %s", before, jobs[0].Due)
		}
	}
}

// An admin sees what is sent, of their tenant, and may try it; nobody else does.
func TestWhoSeesSentReports(t *testing.T) {
	w, _, hook := reporting(t, after)
	w.board["acmetenant7"] = queue.Job{ID: 7, Tenant: "acmetenant", Kind: queue.Report, Key: "chat/webhook/2026-05-11/week at 08:00 UTC", State: queue.Dead, Reason: "the webhook answered 404"}
	const page = "/report?span=week&at=2026-05-04"
	for _, c := range []struct {
		role   tenant.Role
		scopes []tenant.Scope
		sees   bool
	}{
		{tenant.Owner, []tenant.Scope{tenant.Read, tenant.Admin}, true},
		{tenant.Owner, []tenant.Scope{tenant.Read}, false},
		{tenant.Lead, []tenant.Scope{tenant.Read}, false},
		{tenant.Member, []tenant.Scope{tenant.Read}, false},
	} {
		key := w.key(t, "acmetenant", "person0", c.role, c.scopes...)
		status, text := w.told(call{"GET", page, key, "", ""})
		if status != http.StatusOK || strings.Contains(text, "Sent reports") != c.sees || strings.Contains(text, "the webhook answered 404") != c.sees {
			t.Errorf("a %s with %v: %d %s", c.role, c.scopes, status, text)
		}
		if strings.Contains(text, "http://127.0.0.1") {
			t.Errorf("a %s is told the webhook's address", c.role)
		}
		before := len(hook.bodies)
		status, _ = w.told(call{"POST", "/report/try", key, "application/x-www-form-urlencoded", "name=all"})
		if want := map[bool]int{true: http.StatusSeeOther, false: http.StatusForbidden}[c.sees]; status != want || (len(hook.bodies) > before) != c.sees {
			t.Errorf("a %s with %v tries one: %d, %d sent", c.role, c.scopes, status, len(hook.bodies)-before)
		}
	}
	if n := len(w.control.notes); n == 0 || w.control.notes[n-1].Did != "report.try" || w.control.notes[n-1].What != "all" {
		t.Errorf("the log: %+v", w.control.notes)
	}
	admin := w.key(t, "acmetenant", "person0", tenant.Owner, tenant.Read, tenant.Admin)
	if status, _ := w.told(call{"POST", "/report/try", admin, "application/x-www-form-urlencoded", "name=nothere"}); status != http.StatusNotFound {
		t.Errorf("one that is not there: %d", status)
	}
	hook.status = http.StatusInternalServerError
	if status, text := w.told(call{"POST", "/report/try", admin, "application/x-www-form-urlencoded", "name=chat"}); status != http.StatusBadGateway || !strings.Contains(text, "the webhook answered 500") {
		t.Errorf("one that fails: %d %s", status, text)
	}
	var chat struct{ Text string }
	if err := json.Unmarshal([]byte(hook.bodies[len(hook.bodies)-1]), &chat); err != nil || !strings.HasPrefix(chat.Text, "Test: ") {
		t.Errorf("a test is not marked: %v %q", err, chat.Text)
	}
}

// What is done late is of the stretch that was over when it was due, and the next one of
// its own: none is sent twice.
func TestLateReports(t *testing.T) {
	hook, at := newPosted(t)
	plans, err := delivery.Parse(fmt.Appendf(nil, `{"reports": [{"name": "daily", "every": "day", "webhook": {"url": %q, "form": "slack"}}]}`, at))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 5, 7, 0, 0, 0, time.UTC)
	ended := func(id string, at time.Time) store.Session {
		s := servertest.Counted(id, "ada", true)
		s.Started, s.Ended = at.Add(-time.Minute), at
		return s
	}
	own := of(t, ended("0000000000000001", noon.AddDate(0, 0, -1)), ended("0000000000000002", noon))
	r := &server.Reports{Plans: plans, Board: board{}, Now: func() time.Time { return now }, Log: quiet,
		Tenant: func(context.Context, string) (*server.Tenant, error) { return own, nil }}
	// The server was off on the 4th, and is back on the 5th before it is due again.
	late := r.Due(tenant.Local, time.Date(2026, 5, 4, 1, 0, 0, 0, time.UTC))[0]
	next := r.Due(tenant.Local, now)[0]
	for i, key := range []string{late.Key, next.Key} {
		if err := r.Do(t.Context(), tenant.Local, key); err != nil || len(hook.bodies) != i+1 {
			t.Fatalf("%s: %v, %d sent", key, err, len(hook.bodies))
		}
	}
	if !strings.Contains(hook.bodies[0], "3 May 2026") || !strings.Contains(hook.bodies[1], "4 May 2026") || hook.keys[0] == hook.keys[1] {
		t.Errorf("%q %q", hook.bodies, hook.keys)
	}
}
