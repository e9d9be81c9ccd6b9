package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/keeper"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web/page"
	"prism/internal/wire"
)

var quiet = servertest.Quiet()

var noon = servertest.Noon()

// kept is what a store keeps beside sessions.
type kept struct {
	labels   map[string]store.Label
	titles   map[string]redact.Text
	told     []store.Judged // of judges, the latest first
	versions []store.JudgeVersion
}

func (k kept) Titles(context.Context) (map[string]redact.Text, error) { return k.titles, nil }
func (k kept) Labels(context.Context) (map[string]store.Label, error) { return k.labels, nil }

func (k kept) Type(_ context.Context, ids []string, _ time.Time, change func(store.Typed) (store.Typed, error)) error {
	was := store.Typed{Title: k.titles[ids[0]]}
	if l, ok := k.labels[ids[0]]; ok {
		was.Label = &l
	}
	is, err := change(was)
	if err != nil {
		return err
	}
	delete(k.labels, ids[0])
	if is.Label != nil {
		k.labels[ids[0]] = *is.Label
	}
	k.titles[ids[0]] = is.Title
	if is.Title.IsZero() {
		delete(k.titles, ids[0])
	}
	return nil
}
func (k kept) JudgeVersions(context.Context) ([]store.JudgeVersion, error) { return k.versions, nil }
func (kept) VerdictsOf(context.Context, ...string) ([]fact.Verdict, error) { return nil, nil }
func (k kept) Told(_ context.Context, _ int, ids ...string) (list []store.Judged, _ error) {
	for _, j := range k.told {
		if slices.Contains(ids, j.Session) {
			list = append(list, j)
		}
	}
	return list, nil
}

// of makes a tenant of sessions, all read.
func of(t *testing.T, list ...store.Session) *server.Tenant {
	t.Helper()
	lib := servertest.Shelf(t, list...)
	k := keeper.New(func(context.Context, func(int64, int64)) (*library.Library, error) { return lib, nil }, func() time.Time { return noon.Add(time.Hour) }, quiet)
	if err := k.Do(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := kept{labels: map[string]store.Label{}, titles: map[string]redact.Text{}}
	return &server.Tenant{Keeper: k, Kept: x, Verdicts: x, Zone: time.UTC, Gate: gate, Judge: wire.Judge{Name: "offline"},
		Read: func(context.Context, *fact.Session) ([]conversation.Turn, error) {
			return []conversation.Turn{{Prompt: "what was written"}}, nil
		}}
}

// What each role sees, and what it must not.
func TestRoles(t *testing.T) {
	var list []store.Session
	for i := range 5 {
		list = append(list, earlier(servertest.Counted(fmt.Sprintf("s%d", i), fmt.Sprintf("person%d", i), i > 0)))
	}
	tn := of(t, list...)
	view := func(c access.Caller) *server.Viewer {
		v, err := tn.View(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	options := score.Options{Now: noon.Add(time.Hour), Zone: time.UTC}
	member := view(access.Caller{Person: "person1", Role: tenant.Member, Key: "k"})
	if got, found, err := member.Page(t.Context(), store.Filter{}, nil, store.Order{}, 10, 0); err != nil || found != 1 || got[0].ID != "s1" {
		t.Errorf("a member's: %d, %v", found, err)
	}
	if sum, err := member.Summary(t.Context(), options, store.Filter{}, nil); err != nil || sum.Sessions != 1 {
		t.Errorf("a member's score is of %d, %v", sum.Sessions, err)
	}
	if _, err := member.One(t.Context(), "s2"); err == nil {
		t.Error("a member sees another's session")
	}
	if err := member.SetLabel(t.Context(), "s2", new(bool), ""); err == nil {
		t.Error("a member labels another's session")
	}
	if err := member.SetLabel(t.Context(), "s1", new(bool), "why"); err != nil {
		t.Error(err)
	}
	turned := func(was *store.Label) (*store.Label, error) {
		if was == nil {
			return nil, nil
		}
		return &store.Label{GoalComplete: !was.GoalComplete, Note: was.Note}, nil
	}
	if err := member.ChangeLabel(t.Context(), "s2", turned); err == nil {
		t.Error("a member changes another's label")
	}
	again := view(access.Caller{Person: "person1", Role: tenant.Member, Key: "k"})
	if err := member.ChangeLabel(t.Context(), "s1", turned); err != nil {
		t.Error(err)
	}
	s1, _ := again.One(t.Context(), "s1")
	if l := again.Label(t.Context(), s1); l == nil || !l.GoalComplete || l.Note.String() != "why" {
		t.Errorf("a changed label: %v", l)
	}
	if err := member.ChangeLabel(t.Context(), "s1", func(is *store.Label) (*store.Label, error) { return nil, page.ErrChanged }); !errors.Is(err, page.ErrChanged) {
		t.Error(err)
	}
	if l := again.Label(t.Context(), s1); l == nil {
		t.Error("a change that failed changed something")
	}
	lead := view(access.Caller{Role: tenant.Lead, Key: "k"})
	sum, err := lead.Summary(t.Context(), score.Options{Now: options.Now, Zone: time.UTC, By: []string{"person"}}, store.Filter{}, nil)
	if err != nil || sum.Counted != 5 || len(sum.Groups) > 0 || len(sum.Trend) > 0 {
		t.Errorf("a lead's score: %d, %v, %v", sum.Counted, sum.Groups, err)
	}
	yes := true
	for name, f := range map[string]store.Filter{"of four": {Crushed: &yes}} {
		if _, err := lead.Summary(t.Context(), options, f, nil); servertest.Status(err) != http.StatusForbidden {
			t.Errorf("a lead sees the score %s: %v", name, err)
		}
	}
	if _, _, err := lead.Page(t.Context(), store.Filter{}, nil, store.Order{}, 10, 0); servertest.Status(err) != http.StatusForbidden {
		t.Errorf("a lead sees sessions: %v", err)
	}
	if _, err := lead.One(t.Context(), "s1"); err == nil {
		t.Error("a lead sees a session")
	}
	if _, err := lead.Summary(t.Context(), options, store.Filter{}, []string{"title"}); servertest.Status(err) != http.StatusForbidden {
		t.Errorf("a lead searches: %v", err)
	}
	admin := view(access.Caller{Role: tenant.Owner, Key: "k"})
	s, err := admin.One(t.Context(), "s1")
	if err != nil {
		t.Fatal(err)
	}
	if turns, gone := admin.Turns(t.Context(), s); len(turns) > 0 || gone == "" {
		t.Errorf("an admin reads %v", turns)
	}
	if err := admin.SetTitle(t.Context(), "s1", "x"); servertest.Status(err) != http.StatusForbidden {
		t.Errorf("an admin names another's session: %v", err)
	}
	here := view(access.Caller{Role: tenant.Owner})
	if turns, _ := here.Turns(t.Context(), s); len(turns) != 1 {
		t.Error("the person of the machine reads nothing")
	}
}

// A server is called by its own names only, and a handler that fails tells nothing.
func TestGuard(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, loopback, err := server.Listen(ctx, "127.0.0.1:0")
	if err != nil || !loopback {
		t.Fatal(loopback, err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { panic("what somebody wrote") })
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		cancel() // it stops while this is under way
		time.Sleep(100 * time.Millisecond)
		if r.Context().Err() == nil {
			_, _ = io.WriteString(w, "done")
		}
	})
	var log strings.Builder
	done := make(chan error, 1)
	go func() {
		done <- server.Serve(ctx, l, server.Config{Handler: mux, Log: slog.New(slog.NewTextHandler(&log, nil))})
	}()
	ask := func(path, host string) (int, string) {
		r, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, "http://"+l.Addr().String()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	for host, want := range map[string]int{"evil.example": 421, "localhost:1": 404, "[::1]:80": 404, "127.0.0.1.evil.example": 421, "": 404} {
		if got, _ := ask("/", host); got != want {
			t.Errorf("called %q: %d, want %d", host, got, want)
		}
	}
	if got, body := ask("/panic", "localhost"); got != 500 || strings.Contains(body, "wrote") {
		t.Errorf("%d %s", got, body)
	}
	if got, body := ask("/slow", "localhost"); got != 200 || body != "done" {
		t.Errorf("under way when it stopped: %d %s", got, body)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if strings.Contains(log.String(), "somebody wrote") {
		t.Errorf("logged: %s", log.String())
	}
	http.DefaultClient.CloseIdleConnections()
}
