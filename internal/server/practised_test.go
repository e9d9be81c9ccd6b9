package server_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
)

// Examples of a practice are told with the prompt as far as little has to be read for that:
// large transcripts and sessions of many turns are passed over for others, and told without
// where these are too few. Who may not read a session is shown nothing of what it says.
func TestInstancesReadLittle(t *testing.T) {
	const check, turn = 4, 2
	sizes := map[string]int64{"s1": 1 << 30, "s4": 1 << 20, "s5": 1 << 20}
	var list []store.Session
	for i := range 8 {
		s := earlier(servertest.Counted(fmt.Sprintf("s%d", i), "ada", true))
		s.Turns = 3
		if i == 2 {
			s.Turns = 5000
		}
		list = append(list, s)
	}
	tn := of(t, list...)
	var asked, bytes int64
	tn.ReadWithin = func(_ context.Context, s *fact.Session, most int64) ([]conversation.Turn, int64, error) {
		asked++
		size := sizes[s.ID] + 1000
		if size > most {
			return nil, 0, nil
		}
		if bytes += size; s.ID == "s3" {
			return nil, size, errors.New("it is gone")
		}
		return []conversation.Turn{{Prompt: "first"}, {Prompt: "show me the test of " + s.ID}, {Prompt: "last"}}, size, nil
	}
	tn.Practised = func([]conversation.Turn) [7]int { return [7]int{1, 1, 1, 1, turn, 1, 1} }
	told := func(c access.Caller, of []*fact.Session, most int) (text []string) {
		v, err := tn.View(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		asked, bytes = 0, 0
		for _, x := range v.Instances(t.Context(), of, check, most) {
			text = append(text, fmt.Sprint(x.Session.ID, x.Turn, x.Prompt))
		}
		return text
	}
	var all []*fact.Session
	for i := range list {
		all = append(all, &list[i].Session)
	}
	here := access.Caller{Role: tenant.Owner}
	if got, want := fmt.Sprint(told(here, all, 3)), fmt.Sprint([]string{"s02show me the test of s0", "s42show me the test of s4", "s52show me the test of s5"}); got != want {
		t.Errorf("told are %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(told(here, all[:5], 3)), fmt.Sprint([]string{"s02show me the test of s0", "s10", "s42show me the test of s4"}); got != want {
		t.Errorf("of few told are %s, want %s", got, want)
	}
	// However many there are, no more is read than fits.
	for _, s := range all {
		sizes[s.ID] = 3 << 20
	}
	if told(here, all, 8); bytes > 6<<20 {
		t.Errorf("%d bytes were read", bytes)
	}
	if got := told(access.Caller{Role: tenant.Owner, Key: "k", Person: "bob"}, all, 3); asked > 0 || fmt.Sprint(got) != "[s00 s10 s20]" {
		t.Errorf("who runs a server is told %q, %d were read", got, asked)
	}
	if got := told(here, nil, 3); len(got) != 0 {
		t.Errorf("of none, told are %q", got)
	}
}
