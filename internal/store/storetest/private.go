package storetest

import (
	"fmt"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/store"
	"prism/internal/store/rows"
)

const (
	hiddenID = "0b8a3f04-0000-4000-8000-00000000000b"
	openID   = "0b8a3f04-0000-4000-8000-00000000000a"
)

// eventsOf is an event of a conversation.
func eventsOf(person, id string, anyone bool) content.Append {
	return content.Append{Person: person, Anyone: anyone, Path: content.EventsPath(id), Kind: content.Telemetry, Data: []byte("{}\n"), Modified: noon}
}

// remembered asks about pieces by the pattern "secret".
func remembered(t testing.TB, s Lasting, list ...content.Append) []bool {
	t.Helper()
	is, err := s.Remembered(t.Context(), list, []string{"open", "secret"})
	must(t, err)
	return is
}

// privateRemembered: events of a conversation that is private are told from others, its
// person's and those whom nobody vouches for; until its opt-out is lifted, or the piece
// that told it is taken.
func privateRemembered(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	p := content.Private{Person: "ada", Conversations: []string{hiddenID}, Path: "p/" + hiddenID + ".jsonl", Generation: 2, From: 100, Patterns: []string{"secret", "*secret*"}}
	must(t, s.Remember(t.Context(), []content.Private{p}, noon))
	asked := []content.Append{eventsOf("ada", hiddenID, false), eventsOf("ada", openID, false), eventsOf("eve", hiddenID, false), eventsOf("ada@example.org", hiddenID, true)}
	diff(t, "events", []bool{true, false, false, true}, remembered(t, s, asked...))
	is, err := s.Remembered(t.Context(), asked, []string{"open"})
	must(t, err)
	diff(t, "by another opt-out", []bool{false, false, false, false}, is)

	piece := func(generation, from, to int64) content.Append {
		return content.Append{Person: "ada", Path: p.Path, Generation: generation, From: from, To: to}
	}
	other := piece(2, 100, 200)
	other.Path = "p/" + hiddenID + "/subagents/agent-1.jsonl"
	eves := piece(2, 100, 200)
	eves.Person = "eve"
	diff(t, "files", []bool{true, false, false}, remembered(t, s, piece(2, 0, 50), other, eves))
	for _, a := range []content.Append{piece(2, 0, 100), piece(2, 101, 200), piece(1, 0, 200), piece(3, 10, 200), other, eves} {
		must(t, s.Unremember(t.Context(), []content.Append{a}))
		diff(t, fmt.Sprintf("after %d: %d to %d of %s", a.Generation, a.From, a.To, a.Path), []bool{true}, remembered(t, s, asked[0]))
	}
	must(t, s.Remember(t.Context(), []content.Private{{Person: "ada", Conversations: p.Conversations, Path: p.Path, Generation: 1, From: 900, Patterns: p.Patterns}}, noon)) // an older one of its pieces comes late
	for _, a := range []content.Append{piece(2, 100, 101), piece(3, 0, 10)} {
		must(t, s.Unremember(t.Context(), []content.Append{a}))
		diff(t, "taken after all", []bool{false}, remembered(t, s, asked[0]))
		must(t, s.Remember(t.Context(), []content.Private{p}, noon))
	}

	must(t, s.Lifted(t.Context(), []string{"secret"}))
	diff(t, "by the opt-out that is left", []bool{true}, remembered(t, s, asked[0]))
	must(t, s.Lifted(t.Context(), []string{"others"}))
	diff(t, "lifted", []bool{false}, remembered(t, s, asked[0]))

	p.Person = "" // with a key that is nobody's
	must(t, s.Remember(t.Context(), []content.Private{p}, noon))
	diff(t, "whoever it is", []bool{true, false, true, true}, remembered(t, s, asked...))
	_, err = s.ForgetAll(t.Context())
	must(t, err)
	diff(t, "forgotten", []bool{false}, remembered(t, s, asked[0]))
}

// privateBounded: of one person so much is remembered and no more, the latest; what
// another told stays.
func privateBounded(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	one := content.Private{Person: "ada", Conversations: []string{hiddenID}, Path: "a", Patterns: []string{"secret"}}
	must(t, s.Remember(t.Context(), []content.Private{one}, noon))
	one.Person = "bob"
	must(t, s.Remember(t.Context(), []content.Private{one}, noon))
	for i := range 10 {
		many := content.Private{Person: "bob", Path: "b", Patterns: []string{"secret"}}
		for k := range 1000 {
			many.Conversations = append(many.Conversations, fmt.Sprintf("c-%d-%d", i, k))
		}
		must(t, s.Remember(t.Context(), []content.Private{many}, noon.Add(time.Duration(i+1)*time.Second)))
	}
	diff(t, "the oldest of bob's goes", []bool{true, false, true, true},
		remembered(t, s, eventsOf("ada", hiddenID, false), eventsOf("bob", hiddenID, false), eventsOf("bob", "c-0-0", false), eventsOf("bob", "c-9-999", false)))
	_, err := s.ForgetPerson(t.Context(), "bob")
	must(t, err)
	diff(t, "a person who is forgotten", []bool{true, false}, remembered(t, s, eventsOf("ada", hiddenID, false), eventsOf("bob", "c-9-999", false)))
}

// eventsLeft: what was made of the events of a private conversation goes, whenever that
// was; what others sent of that name stays.
func eventsLeft(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	out := outOf("/secret", "")
	secret, open := content.EventsPath(hiddenID), content.EventsPath(openID)
	transcript := "p/" + openID + ".jsonl"
	// told makes a session of events, which told of a folder or did not.
	told := func(person, path, repo string) {
		a := eventsOf(person, hiddenID, false)
		a.Path = path
		ingested(t, s, a)
		readAgain(t, s, person, path, repo, noon)
	}
	told("ada", secret, "")
	told("eve", secret, "")
	told("ada", open, "")
	arrived(t, s, "ada", transcript, "/open", noon, noon)
	gone := func(what string, want rows.LetGo, files ...string) {
		t.Helper()
		done, err := s.LeaveEvents(t.Context(), out)
		must(t, err)
		diff(t, what, want, done)
		got, _ := left(t, s)
		diff(t, what, files, got)
	}
	remember := func(id string) {
		t.Helper()
		must(t, s.Remember(t.Context(), []content.Private{{Person: "ada", Conversations: []string{id}, Path: "x", Patterns: []string{"/secret"}}}, noon))
	}
	gone("nothing is private", rows.LetGo{}, "ada:"+transcript, "ada:"+open, "ada:"+secret, "eve:"+secret)
	remember(hiddenID)
	gone("its events and its session", rows.LetGo{Files: 1, Forgotten: store.Forgotten{Units: 1, Sessions: 1, Views: 1}}, "ada:"+transcript, "ada:"+open, "eve:"+secret)
	gone("once", rows.LetGo{}, "ada:"+transcript, "ada:"+open, "eve:"+secret)

	// What came by a way on which it was not asked about goes when that is seen.
	ingested(t, s, eventsOf("ada", hiddenID, false), eventsOf("ada@example.org", hiddenID, true))
	gone("unread", rows.LetGo{Files: 2}, "ada:"+transcript, "ada:"+open, "eve:"+secret)

	// Events that told where they were are hidden by that as any session is.
	told("ada", secret, "/secret")
	gone("hidden", rows.LetGo{}, "ada:"+transcript, "ada:"+open, "ada:"+secret, "eve:"+secret)
	_, sessions := left(t, s)
	diff(t, "sessions", []string{"ada" + transcript, "ada" + open, "ada" + secret, "eve" + secret}, sessions)
}

// optOutFinds: an opt-out remembers the conversations that it hides, deletes or finds
// waiting, and their events go with it.
func optOutFinds(t *testing.T, fresh FreshLasting) {
	const waiting = "0b8a3f04-0000-4000-8000-00000000000c"
	for _, whole := range []bool{false, true} {
		s := opened(t, fresh(t))
		path := "p/" + hiddenID + ".jsonl"
		a := piece(path, 1, 0, "{\"cwd\":\"/secret\"}\n")
		ingested(t, s, a)
		f := all(t, s.Files(t.Context()))[0]
		c := conversation("c")
		c.Person, c.Name, c.Path, c.Repo.Key, c.Folders = "ada", hiddenID, f.Place(), "/secret", []string{"/secret"}
		c.Files = []store.File{{Path: f.Place(), Size: f.Size, Node: uint64(f.Number), Changed: f.Revision, ModTime: noon.UnixNano()}}
		x := session("s", "c")
		must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{c}, Sessions: []store.Session{x}, State: &store.State{Default: true}}))
		// One that waits, with lines that were copied from another.
		w := piece("p/"+waiting+".jsonl", 1, 0, "{\"sessionId\":\"copied\",\"cwd\":\"/secret/src\"}\n{\"sessionId\":\"elsewhere\",\"cwd\":\"/open\"}\n")
		w.Roots = map[string]string{"/secret/src": "/secret"}
		ingested(t, s, w)
		readAgain(t, s, "ada", content.EventsPath(waiting), "", noon)
		for _, id := range []string{hiddenID, waiting, "copied", "elsewhere"} {
			ingested(t, s, eventsOf("ada", id, false))
		}
		_, err := s.LeaveAlone(t.Context(), outOf("/secret", ""), whole, noon)
		must(t, err)
		is, err := s.Remembered(t.Context(), []content.Append{eventsOf("ada", hiddenID, false), eventsOf("ada", waiting, false), eventsOf("ada", "copied", false), eventsOf("ada", "elsewhere", false)}, []string{"/secret"})
		must(t, err)
		diff(t, "remembered", []bool{true, true, true, false}, is)
		files, sessions := left(t, s)
		want := []string{"ada:" + path, "ada:" + content.EventsPath("elsewhere")}
		if whole {
			want = want[1:]
		}
		diff(t, "files", want, files)
		diff(t, "sessions", whole, len(sessions) == 0)
	}
}
