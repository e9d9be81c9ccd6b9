package storetest

import (
	"fmt"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
)

// manyDays holds that the figures of a day are those of its sessions, however many days
// a save touches, and whether what changed waits beside the days or was packed into them.
func manyDays(t *testing.T, fresh Fresh) {
	const days, each = 50, 10 // one of ten is too little of a day to be packed at once
	s := fresh(t)(t)
	var conversations []store.Conversation
	sessions := make([]store.Session, 0, days*each)
	for d := range days {
		row := fmt.Sprintf("c%02d", d)
		conversations = append(conversations, conversation(row))
		for n := range each {
			x := session(fmt.Sprintf("s%02d-%d", d, n), row)
			x.Started = time.Date(2026, 1, 1+d, 12, n, 0, 0, time.UTC)
			x.Ended, x.Turns = x.Started, 1
			sessions = append(sessions, x)
		}
	}
	looks := func(when string) {
		t.Helper()
		want, got := make(map[string]int), make(map[string]int)
		for i := range sessions {
			want[sessions[i].Ended.Format(time.DateOnly)] += sessions[i].Turns
		}
		for batch, err := range s.Figures(t.Context(), "k", time.Time{}, time.Time{}) {
			must(t, err)
			for i := range batch {
				got[fact.FromMicro(batch[i].Ended).Format(time.DateOnly)] += int(batch[i].Turns)
			}
		}
		diff(t, "turns by day "+when, want, got)
	}
	must(t, s.Save(t.Context(), "k", store.Changes{Conversations: conversations, Sessions: sessions}))
	looks("after a save")
	must(t, s.Save(t.Context(), "k", store.Changes{State: &store.State{}}))
	looks("when all is packed")
	for round := range 2 {
		var some []store.Session
		for i := round; i < len(sessions); i += each {
			sessions[i].Turns += 100
			some = append(some, sessions[i])
		}
		must(t, s.Save(t.Context(), "k", store.Changes{Sessions: some}))
		looks("while some waits")
	}
	sessions[0].Turns += 1000 // newer than what waits of it
	must(t, s.Save(t.Context(), "k", store.Changes{Sessions: sessions[:1], State: &store.State{}}))
	looks("when what waited is packed")
	must(t, s.Save(t.Context(), "k", store.Changes{Dropped: []string{sessions[0].ID}}))
	sessions = sessions[1:]
	looks("when one is gone")
}
