package library

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/link"
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

// A copy names what it was copied from, and that what was made of it: of several sessions the
// one at which the copy went on.
func TestCopies(t *testing.T) {
	minute := func(n int64) time.Time { return time.Date(2026, 11, 20, 12, int(n), 0, 0, time.UTC) }
	row := func(id string, minutes ...int64) store.Conversation {
		c := store.Conversation{ID: id}
		for _, n := range minutes {
			c.Marks = append(c.Marks, store.Mark{Kind: link.Prompts, Key: uint64(n), At: minute(n).UnixNano()})
		}
		return c
	}
	of := func(id, row string, from, to int64, first, last int) store.Session {
		return store.Session{Rows: []string{row}, Session: fact.Session{ID: id, Started: minute(from), Ended: minute(to), State: fact.Provisional,
			Parts: []fact.Part{{Conversation: row, File: row, First: first, Last: last}}}}
	}
	db := memory.New()
	err := db.Save(t.Context(), "s", store.Changes{State: &store.State{},
		Conversations: []store.Conversation{row("y", 1, 2, 3, 4), row("x", 1, 2, 3, 20, 22), row("z", 1, 10)},
		Sessions: []store.Session{
			of("y1", "y", 1, 2, 1, 2), of("y2", "y", 3, 25, 3, 4), of("x1", "x", 20, 21, 4, 4), of("x2", "x", 22, 23, 5, 5), of("z1", "z", 10, 22, 2, 2),
		}})
	if err != nil {
		t.Fatal(err)
	}
	l := &Library{Store: db, Scope: "s", Now: minute(59)}
	for id, want := range map[string]string{"x1": "from y2 at 3", "x2": "", "z1": "from y1 at 1", "y1": "as z1 at 1", "y2": "as x1 at 3"} {
		s, err := l.One(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		list, err := l.Copies(t.Context(), s, 10)
		var got []string
		for _, c := range list {
			got = append(got, fmt.Sprintf("%s %s at %d", map[bool]string{true: "from", false: "as"}[c.Earlier], c.Session.ID, c.Turns))
		}
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q, %v", id, got, want, err)
		}
	}
}
