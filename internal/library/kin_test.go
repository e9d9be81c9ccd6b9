package library

import (
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/memory"
)

// What a session undid of others is found from its own side, also under an id that it had
// before, and half a year back as rework looks; and what stands before and after it in its
// conversations.
func TestKin(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db := memory.New()
	of := func(id, repo string, started time.Time, parts []fact.Part, by ...fact.ReworkBy) store.Session {
		s := store.Session{Session: fact.Session{ID: id, Repo: fact.Repo{Key: repo}, Started: started, Ended: started.Add(time.Hour), State: fact.Provisional, Parts: parts, Rework: fact.Rework{By: by}}}
		for _, p := range parts {
			s.Rows = append(s.Rows, p.Conversation)
		}
		return s
	}
	part := func(conversation string, first, last int) []fact.Part {
		return []fact.Part{{Conversation: conversation, File: conversation, First: first, Last: last}}
	}
	later := of("later", "/r", noon, append(part("x", 4, 6), part("y", 1, 2)...))
	later.Aliases = []string{"former"}
	var rows []store.Conversation
	for _, id := range []string{"x", "y", "z"} {
		rows = append(rows, store.Conversation{ID: id})
	}
	err := db.Save(t.Context(), "s", store.Changes{Conversations: rows, State: &store.State{}, Sessions: []store.Session{
		later,
		of("few", "/r", noon.AddDate(0, 0, -1), nil, fact.ReworkBy{Session: "later", Lines: 2}, fact.ReworkBy{Session: "later", Lines: 1, Kind: "git revert"}, fact.ReworkBy{Session: "other", Lines: 9}),
		of("many", "/r", noon.AddDate(0, 0, -160), nil, fact.ReworkBy{Session: "former", Lines: 7}),
		of("elsewhere", "/q", noon.AddDate(0, 0, -1), nil, fact.ReworkBy{Session: "later", Lines: 7}),
		of("kept", "/r", noon.AddDate(0, 0, -1), nil),
		of("first", "/r", noon.Add(-9*time.Hour), part("x", 1, 1)),
		of("second", "/r", noon.Add(-8*time.Hour), part("x", 2, 3)),
		of("next", "/r", noon.Add(2*time.Hour), part("y", 3, 3)),
		of("last", "/r", noon.Add(4*time.Hour), part("y", 4, 9)),
		of("alone", "/r", noon, part("z", 1, 1)),
	}})
	if err != nil {
		t.Fatal(err)
	}
	l := &Library{Store: db, Scope: "s", Now: noon.AddDate(0, 0, 1)}
	list, more, err := l.Undid(t.Context(), &later.Session, 10)
	if err != nil || more != 0 || len(list) != 3 || list[0].Session.ID != "many" || list[0].By.Lines != 7 || list[1].Session.ID != "few" || list[1].By.Lines != 2 {
		t.Errorf("%d %+v %v", more, list, err)
	}
	for most, want := range []int{2, 1, 0, 0} { // two entries are of one session
		if list, more, err := l.Undid(t.Context(), &later.Session, most); err != nil || more != want || len(list) != most {
			t.Errorf("%d at most: %d more, %+v %v", most, more, list, err)
		}
	}
	for id, want := range map[string][2]string{"later": {"second", "next"}, "first": {"", "second"}, "second": {"first", "later"}, "last": {"next", ""}, "alone": {"", ""}, "few": {"", ""}} {
		s, err := l.One(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		before, after, err := l.Around(t.Context(), s)
		name := func(s *fact.Session) string {
			if s == nil {
				return ""
			}
			return s.ID
		}
		if got := [2]string{name(before), name(after)}; err != nil || got != want {
			t.Errorf("around %s: %v, want %v, %v", id, got, want, err)
		}
	}
}
