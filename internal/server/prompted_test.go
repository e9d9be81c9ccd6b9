package server_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
)

// A search in prompts is of what its viewer may read: one's own, and on one's own machine all;
// who runs a server, and a lead that is nobody, read none. It goes on where it stopped.
func TestSearchInPromptsIsOfWhatOneMayRead(t *testing.T) {
	var list []store.Session
	for i := range 45 {
		s := earlier(servertest.Counted(fmt.Sprintf("s%02d", i), fmt.Sprintf("person%d", i%5), true))
		s.Parts = []fact.Part{{Conversation: "c", File: s.ID + ".jsonl", First: 1, Last: 1}}
		list = append(list, s)
	}
	tn := of(t, list...)
	look := func(c access.Caller, word string, offset, limit int, most time.Duration) (found, looked int, more bool) {
		v, err := tn.View(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		hits, looked, _, more, err := v.Prompted(t.Context(), store.Filter{}, []string{word}, offset, limit, most)
		if err != nil {
			t.Fatal(err)
		}
		return len(hits), looked, more
	}
	here := access.Caller{Role: tenant.Owner}
	for name, c := range map[string]struct {
		caller        access.Caller
		word          string
		offset, limit int
		most          time.Duration
		found, looked int
		more          bool
	}{
		"all that there are":     {here, "written", 0, 100, time.Minute, 45, 45, false},
		"ten at a time":          {here, "written", 0, 10, time.Minute, 10, 10, true},
		"the last of them":       {here, "written", 40, 10, time.Minute, 5, 5, false},
		"words that nobody used": {here, "nowhere", 0, 10, time.Minute, 0, 45, false},
		"no time left":           {here, "nowhere", 0, 10, 0, 0, 1, true},
		"a member's own":         {access.Caller{Person: "person1", Role: tenant.Member, Key: "k"}, "written", 0, 100, time.Minute, 9, 9, false},
		"who runs the server":    {access.Caller{Role: tenant.Owner, Key: "k"}, "written", 0, 100, time.Minute, 0, 0, false},
		"a lead who is nobody":   {access.Caller{Role: tenant.Lead, Key: "k"}, "written", 0, 100, time.Minute, 0, 0, false},
	} {
		if found, looked, more := look(c.caller, c.word, c.offset, c.limit, c.most); found != c.found || looked != c.looked || more != c.more {
			t.Errorf("%s: found %d of %d looked at, more %v", name, found, looked, more)
		}
	}
}

// Who is left alone is not searched either: what cannot be shown is not confirmed by a hit.
func TestSearchInPromptsLeavesAlone(t *testing.T) {
	s := servertest.Counted("s1", "ada", true)
	s.Parts = []fact.Part{{Conversation: "c", File: "s1.jsonl", First: 1, Last: 1}}
	s.Verdict.Status = fact.JudgeOptedOut
	v, err := of(t, s).View(t.Context(), access.Caller{Role: tenant.Owner})
	if err != nil {
		t.Fatal(err)
	}
	hits, looked, _, _, err := v.Prompted(t.Context(), store.Filter{}, []string{"written"}, 0, 10, time.Minute)
	if err != nil || len(hits) != 0 || looked != 1 {
		t.Errorf("found %d of %d, %v", len(hits), looked, err)
	}
}

// Words that a page hides are not found: else one could ask for a secret letter by letter.
func TestSearchInPromptsFindsNoSecret(t *testing.T) {
	s := servertest.Counted("s1", "ada", true)
	s.Parts = []fact.Part{{Conversation: "c", File: "s1.jsonl", First: 1, Last: 1}}
	tn := of(t, s)
	secret := "ghp_" + strings.Repeat("a1B2c3", 6)
	tn.Read = func(context.Context, *fact.Session) ([]conversation.Turn, error) {
		return []conversation.Turn{{Prompt: "deploy it with " + secret}}, nil
	}
	v, err := tn.View(t.Context(), access.Caller{Role: tenant.Owner})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]int{"deploy": 1, strings.ToLower(secret): 0, "ghp_a1": 0} {
		hits, _, _, _, err := v.Prompted(t.Context(), store.Filter{}, []string{word}, 0, 10, time.Minute)
		if err != nil || len(hits) != want {
			t.Errorf("%q: %d sessions, want %d, %v", word, len(hits), want, err)
		}
	}
}
