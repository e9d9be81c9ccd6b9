package server_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/keeper"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/transcript"
	"prism/internal/web"
)

// scene is a tenant whose sessions go on, one turn after another.
type scene struct {
	tn    *server.Tenant
	list  []store.Session
	turns map[string][]conversation.Turn
	reads int
	bad   string // the session that cannot be read
}

func newScene(t *testing.T) *scene {
	t.Helper()
	sc := &scene{turns: map[string][]conversation.Turn{}}
	sc.tn = of(t)
	sc.tn.Keeper = keeper.New(func(context.Context, func(int64, int64)) (*library.Library, error) {
		return servertest.Shelf(t, sc.list...), nil
	}, func() time.Time { return noon.Add(time.Hour) }, quiet)
	sc.tn.Read = func(_ context.Context, s *fact.Session) ([]conversation.Turn, error) {
		sc.reads++
		if s.ID == sc.bad {
			return nil, errors.New("spoilt")
		}
		return sc.turns[s.ID], nil
	}
	sc.update(t)
	return sc
}

func (sc *scene) update(t *testing.T) {
	t.Helper()
	if err := sc.tn.Keeper.Do(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// goes has a session of a person go on by a turn.
func (sc *scene) goes(t *testing.T, id, person, prompt string, steps ...conversation.Step) {
	t.Helper()
	i := slices.IndexFunc(sc.list, func(s store.Session) bool { return s.ID == id })
	if i < 0 {
		s := servertest.Counted(id, person, false)
		s.State, s.Turns = fact.Provisional, 0
		sc.list = append(sc.list, s)
		i = len(sc.list) - 1
	}
	n := len(sc.turns[id]) + 1
	at := noon.Add(time.Hour - time.Minute).Add(time.Duration(len(sc.list)*100+n) * time.Millisecond)
	sc.turns[id] = append(sc.turns[id], conversation.Turn{UUID: fmt.Sprintf("%s-%d", id, n), Start: at, Prompt: prompt, Steps: steps})
	sc.list[i].Turns, sc.list[i].Ended = n, at
	sc.update(t)
}

func (sc *scene) told(t *testing.T, c access.Caller, after string) web.Told {
	t.Helper()
	v, err := sc.tn.View(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for range 10_000 { // until it looked at all
		told, err := v.Happened(t.Context(), after, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if !told.More {
			return told
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("it never looked at all")
	return web.Told{}
}

func prompts(told web.Told) (list []string) {
	for _, x := range told.List {
		list = append(list, x.Turn.Prompt)
	}
	return list
}

var (
	ada = access.Caller{Person: "ada", Role: tenant.Member, Key: "k"}
	all = access.Caller{Role: tenant.Owner}
)

// Turns are told as they come and grow, each from where somebody was, and nothing is read
// again that did not change.
func TestHappenedGoesOn(t *testing.T) {
	sc := newScene(t)
	sc.goes(t, "s1", "ada", "first")
	one := sc.told(t, ada, "")
	if got := prompts(one); !slices.Equal(got, []string{"first"}) {
		t.Fatalf("at first: %q", got)
	}
	sc.goes(t, "s1", "ada", "second", conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "go test ./...", Outcome: transcript.Errored, Exit: 1})
	two := sc.told(t, ada, one.At)
	if got := prompts(two); !slices.Equal(got, []string{"second"}) || two.Lost {
		t.Fatalf("then: %q, lost %t", got, two.Lost)
	}
	if a := two.List[0].Acts; len(a) != 1 || a[0].Outcome != "failed" || a[0].Exit == nil || *a[0].Exit != 1 {
		t.Errorf("what was done: %+v", a)
	}
	reads := sc.reads
	if again := sc.told(t, ada, two.At); len(again.List) != 0 || again.Lost || sc.reads != reads {
		t.Errorf("nothing new: %q, %d reads", prompts(again), sc.reads-reads)
	}
	// A turn that grows is told again, in the place of what it was.
	last := &sc.turns["s1"][1]
	last.Steps = append(last.Steps, conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Target: "a.go", Outcome: transcript.Done, Edit: &conversation.Edit{File: "a.go", Added: 3}})
	sc.list[0].Ended = sc.list[0].Ended.Add(time.Second)
	sc.update(t)
	grown := sc.told(t, ada, two.At)
	if len(grown.List) != 1 || grown.List[0].Key != two.List[0].Key || len(grown.List[0].Acts) != 2 || grown.List[0].Acts[1].Added != 3 {
		t.Errorf("grown: %+v", grown.List)
	}
	if everything := sc.told(t, ada, ""); len(everything.List) != 2 {
		t.Errorf("a page that is opened shows %q", prompts(everything))
	}
	for _, other := range []string{"another-7", sc.tn.Keeper.Stream() + "-999", sc.tn.Keeper.Stream() + "-x"} {
		if x := sc.told(t, ada, other); !x.Lost || len(x.List) != 2 {
			t.Errorf("after %s: lost %t, %q", other, x.Lost, prompts(x))
		}
	}
}

// What happened is told to whom it is shown elsewhere, and to nobody else.
func TestHappenedByRole(t *testing.T) {
	sc := newScene(t)
	sc.goes(t, "s1", "ada", "what ada wrote")
	sc.goes(t, "s2", "bob", "what bob wrote")
	if got := prompts(sc.told(t, ada, "")); !slices.Equal(got, []string{"what ada wrote"}) {
		t.Errorf("a member is told %q", got)
	}
	if got := prompts(sc.told(t, all, "")); len(got) != 2 || strings.Join(got, "") == "" {
		t.Errorf("whose machine it is, is told %q", got)
	}
	admin := sc.told(t, access.Caller{Role: tenant.Owner, Key: "k", Person: "bob"}, "")
	for _, x := range admin.List {
		if x.Session.Person == "ada" && (x.Turn.Prompt != "" || x.Turn.UUID != "" || len(x.Acts) > 0 || x.Gone == "") {
			t.Errorf("an admin is told of another's %+v, %q", x.Happened, x.Gone)
		}
		if x.Session.Person == "bob" && x.Turn.Prompt != "what bob wrote" {
			t.Errorf("an admin is told of their own %q", x.Turn.Prompt)
		}
	}
	if len(admin.List) != 2 {
		t.Errorf("an admin sees %d", len(admin.List))
	}
	v, err := sc.tn.View(t.Context(), access.Caller{Role: tenant.Lead, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	if told, err := v.Happened(t.Context(), "", time.Minute); err == nil {
		t.Errorf("a lead is told %q", prompts(told))
	}
}

// A member's key that is nobody's is told of nothing, and not how much went on either.
func TestHappenedToNobody(t *testing.T) {
	sc := newScene(t)
	nobody := access.Caller{Role: tenant.Member, Key: "k"}
	before := sc.told(t, nobody, "")
	sc.goes(t, "s1", "ada", "what ada wrote")
	sc.told(t, all, "") // and an admin looked at it
	after := sc.told(t, nobody, before.At)
	if after.At != before.At || after.Lost || len(after.List) > 0 {
		t.Errorf("told %q at %s, was at %s", prompts(after), after.At, before.At)
	}
	if x := sc.told(t, nobody, "another-7"); !x.Lost || len(x.List) > 0 {
		t.Errorf("from elsewhere: lost %t, %q", x.Lost, prompts(x))
	}
}

// Of a session that was opted out, or of which facts alone are here, no word is told; and
// of one that is gone, the page is made anew.
func TestHappenedWithheld(t *testing.T) {
	sc := newScene(t)
	sc.goes(t, "s1", "ada", "a secret plan")
	sc.goes(t, "s2", "ada", "another")
	before := sc.told(t, ada, "")
	sc.list[0].Verdict.Status = fact.JudgeOptedOut
	sc.list[0].Ended = sc.list[0].Ended.Add(time.Second)
	sc.update(t)
	after := sc.told(t, ada, before.At)
	if strings.Contains(strings.Join(prompts(after), " "), "secret") || !after.Lost {
		t.Errorf("opted out: %q, lost %t", prompts(after), after.Lost)
	}
	if !slices.ContainsFunc(after.List, func(x web.Happening) bool { return strings.Contains(x.Gone, "opted out") }) {
		t.Error("it is not said why")
	}
	sc.list = sc.list[1:]
	sc.goes(t, "s2", "ada", "and on")
	gone := sc.told(t, ada, after.At)
	if !gone.Lost || len(gone.List) != 2 {
		t.Errorf("one is gone: lost %t, %q", gone.Lost, prompts(gone))
	}
}

// What is remembered is bounded, whatever comes.
func TestHappenedIsBounded(t *testing.T) {
	sc := newScene(t)
	first := sc.told(t, ada, "")
	for n := range 30 {
		for range 5 {
			sc.goes(t, fmt.Sprintf("s%02d", n), "ada", strings.Repeat("words ", 1000))
		}
		sc.told(t, ada, "")
	}
	told := sc.told(t, ada, "")
	if len(told.List) != 100 {
		t.Errorf("%d turns are remembered", len(told.List))
	}
	for _, x := range told.List {
		if len(x.Turn.Prompt) > 1000 {
			t.Fatalf("a prompt of %d bytes is kept", len(x.Turn.Prompt))
		}
	}
	if x := sc.told(t, ada, first.At); !x.Lost {
		t.Error("what was dropped is not told to be lost")
	}
}

// A session that can never be read again keeps no word of one that was removed.
func TestHappenedDropsBesideWhatCannotBeRead(t *testing.T) {
	sc := newScene(t)
	sc.goes(t, "s1", "ada", "to be forgotten")
	sc.goes(t, "s2", "bob", "what stays")
	before := sc.told(t, all, "")
	sc.bad = "s3"
	sc.goes(t, "s3", "bob", "spoilt")
	sc.list = slices.DeleteFunc(sc.list, func(s store.Session) bool { return s.ID == "s1" })
	sc.update(t)
	v, err := sc.tn.View(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	after, err := v.Happened(t.Context(), before.At, time.Minute)
	for n := 0; err == nil && !after.Lost && n < 10_000; n++ { // a look may be put off, longest under the race detector
		time.Sleep(time.Millisecond)
		after, err = v.Happened(t.Context(), before.At, time.Minute)
	}
	if got := prompts(after); err != nil || !after.Lost || slices.Contains(got, "to be forgotten") || !slices.Contains(got, "what stays") {
		t.Errorf("lost %t, %q, %v", after.Lost, got, err)
	}
}
