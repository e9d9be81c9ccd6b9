package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/rows"
	"prism/internal/store/sent"
)

// LettingGo is what an engine offers that lets go of what it keeps.
type LettingGo interface {
	Renew(context.Context) error
	Retain(ctx context.Context, contents, facts time.Time) (rows.LetGo, error)
	LeaveAlone(ctx context.Context, out sent.Out, all bool, now time.Time) (rows.LetGo, error)
	LeaveEvents(ctx context.Context, out sent.Out) (rows.LetGo, error)
	Lifted(ctx context.Context, patterns []string) error
	Remember(ctx context.Context, list []content.Private, now time.Time) error
	Remembered(ctx context.Context, list []content.Append, patterns []string) ([]bool, error)
	Unremember(ctx context.Context, taken []content.Append) error
	ForgetPerson(ctx context.Context, person string) (rows.LetGo, error)
	IDsOfPerson(ctx context.Context, person string) ([]string, error)
}

// arrived makes a file of a person's that came at a time, and what was read of it: a session
// of its name that ended at another.
func arrived(t testing.TB, s Lasting, person, path, repo string, came, ended time.Time) {
	t.Helper()
	a := piece(path, 1, 0, fmt.Sprintf("{\"cwd\":%q}\n", repo))
	a.Person, a.Roots = person, map[string]string{repo: repo}
	_, err := s.Ingest(t.Context(), []content.Append{a}, came)
	must(t, err)
	readAgain(t, s, person, path, repo, ended)
}

// readAgain saves a conversation of a file as it is now, and its session.
func readAgain(t testing.TB, s Lasting, person, path, repo string, ended time.Time) {
	t.Helper()
	for _, f := range all(t, s.Files(t.Context())) {
		if f.Person != person || f.Path != path {
			continue
		}
		c := conversation(person + path)
		c.Person, c.Path, c.Repo.Key, c.Folders = person, f.Place(), repo, []string{repo}
		c.Files = []store.File{{Path: f.Place(), Size: f.Size, Node: uint64(f.Number), Changed: f.Revision, ModTime: ended.UnixNano()}}
		x := session(person+path, person+path)
		x.Person, x.Ended = person, ended
		must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{c}, Sessions: []store.Session{x}, State: &store.State{Default: true}}))
	}
}

// left are the files and sessions that are there.
func left(t testing.TB, s Lasting) (files, sessions []string) {
	t.Helper()
	return slices.Sorted(maps.Keys(held(t, s))), slices.Sorted(maps.Keys(listed(t, s, scope)))
}

// retained: what is too old goes, its content or all of it, and is not sent again.
func retained(t *testing.T, fresh FreshLasting) {
	day := func(n int) time.Time { return noon.AddDate(0, 0, n) }
	s := opened(t, fresh(t))
	arrived(t, s, "ada", "old.jsonl", "/r", day(-100), day(-100))
	arrived(t, s, "ada", "mid.jsonl", "/r", day(-40), day(-40))
	arrived(t, s, "ada", "new.jsonl", "/r", day(-1), day(-1))
	ondisk := conversation("disk")
	ondisk.Path, ondisk.Files = at("p", "disk.jsonl"), nil
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{ondisk}}))
	done, err := s.Retain(t.Context(), time.Time{}, time.Time{})
	must(t, err)
	diff(t, "kept for ever", rows.LetGo{}, done)
	done, err = s.Retain(t.Context(), day(-30), day(-90))
	must(t, err)
	diff(t, "let go", rows.LetGo{Files: 2, Forgotten: store.Forgotten{Units: 1, Sessions: 1, Views: 1}}, done)
	files, sessions := left(t, s)
	diff(t, "files", []string{"ada:new.jsonl"}, files)
	diff(t, "sessions", []string{"adamid.jsonl", "adanew.jsonl"}, sessions)
	diff(t, "conversations", map[string]bool{"adamid.jsonl": true, "adanew.jsonl": true, "disk": true}, sourceIDs(t, s, scope))
	have, err := s.Have(t.Context(), "ada", []string{"old.jsonl", "mid.jsonl"})
	must(t, err)
	for _, h := range have {
		if h.Have == 0 || h.Generation != 1 {
			t.Errorf("it would be sent again: %+v", h)
		}
	}
	first := fmt.Sprintf("{\"cwd\":%q}\n", "/r")
	diff(t, "sent again", []content.Status{content.Known}, ingested(t, s, piece("mid.jsonl", 1, 0, first)))
	receipts, err := s.Ingest(t.Context(), []content.Append{piece("mid.jsonl", 1, int64(len(first)), "{}\n")}, noon)
	must(t, err)
	diff(t, "what goes on", []content.Receipt{{Person: "ada", Path: "mid.jsonl", Generation: 1, Status: content.Gap}}, receipts)
	diff(t, "is asked for", []content.Status{content.Taken, content.Taken}, ingested(t, s, piece("mid.jsonl", 1, 0, first), piece("mid.jsonl", 1, int64(len(first)), "{}\n")))
	diff(t, "and whole", map[string]string{"ada:mid.jsonl": first + "{}\n", "ada:new.jsonl": first}, held(t, s))
	factsStay(t, s)
}

// factsStay: what was made of a conversation elsewhere is no content that goes before
// its sessions do; what is newer of it takes its place, whole.
func factsStay(t *testing.T, s Lasting) {
	path := content.FactsPath("claude", "c")
	came := noon.AddDate(0, 0, -40)
	for generation, text := range []string{"one\n", "another\n"} {
		a := content.Append{Person: "bob", Path: path, Kind: content.Facts, Generation: int64(generation + 1), To: 9, Data: []byte(text)}
		for _, want := range []content.Status{content.Taken, content.Known} {
			receipts, err := s.Ingest(t.Context(), []content.Append{a}, came)
			must(t, err)
			diff(t, "facts", []content.Receipt{{Person: "bob", Path: path, Generation: a.Generation, Have: 9, Status: want}}, receipts)
		}
	}
	_, err := s.Retain(t.Context(), noon.AddDate(0, 0, -30), time.Time{})
	must(t, err)
	diff(t, "facts are kept", "another\n", held(t, s)["bob:"+path])
	have, err := s.Have(t.Context(), "eve", []string{path})
	must(t, err)
	diff(t, "no name of an agent's", content.Known, have[0].Status)
	id := content.FactsPath("claude", "0b8a3f04-0000-4000-8000-000000000001")
	diff(t, "a conversation's", []content.Status{content.Taken}, ingested(t, s, content.Append{Person: "bob", Path: id, Kind: content.Facts, Generation: 1, To: 2, Data: []byte("x\n")}))
	have, err = s.Have(t.Context(), "eve", []string{id})
	must(t, err)
	diff(t, "is its first sender's", content.Another, have[0].Status)
}

// outOf leaves a repository and a person alone.
func outOf(repo, person string) sent.Out {
	return func(x sent.Subject) (patterns []string, is bool) {
		if x.Repo == repo {
			patterns = []string{repo}
		}
		return patterns, x.Repo == repo || x.Person == person
	}
}

// leftAlone: what waits of whom or what is opted out goes before it is read, and what is
// there where all of it is to go.
func leftAlone(t *testing.T, fresh FreshLasting) {
	out := outOf("/secret", "bob")
	for _, whole := range []bool{false, true} {
		s := opened(t, fresh(t))
		for _, person := range []string{"ada", "bob"} {
			arrived(t, s, person, "read.jsonl", "/open", noon, noon)
			arrived(t, s, person, "secret.jsonl", "/secret", noon, noon)
			arrived(t, s, person, "grown.jsonl", "/secret", noon, noon)
			grown := fmt.Sprintf("{\"cwd\":%q}\n", "/secret")
			a := piece("grown.jsonl", 1, int64(len(grown)), "{}\n")
			b := piece("waits.jsonl", 1, 0, "{\"cwd\":\"/secret/src\"}\n")
			b.Roots = map[string]string{"/secret/src": "/secret"}
			c := piece("plain.jsonl", 1, 0, "{\"cwd\":\"/open\"}\n")
			a.Person, b.Person, c.Person = person, person, person
			ingested(t, s, a, b, c)
		}
		// What another says of a folder of that name is of their own machine.
		e := piece("e.jsonl", 1, 0, "{\"cwd\":\"/else\"}\n")
		e.Person, e.Roots = "eve", map[string]string{"/open": "/secret"}
		ingested(t, s, e)
		done, err := s.LeaveAlone(t.Context(), out, whole, noon)
		must(t, err)
		files, sessions := left(t, s)
		if whole {
			diff(t, "done", rows.LetGo{Files: 8, Forgotten: store.Forgotten{Units: 5, Sessions: 5, Views: 1}}, done)
			diff(t, "files", []string{"ada:plain.jsonl", "ada:read.jsonl", "eve:e.jsonl"}, files)
			diff(t, "sessions", []string{"adaread.jsonl"}, sessions)
			continue
		}
		diff(t, "done", rows.LetGo{Files: 5}, done)
		diff(t, "files", []string{"ada:plain.jsonl", "ada:read.jsonl", "ada:secret.jsonl", "bob:read.jsonl", "bob:secret.jsonl", "eve:e.jsonl"}, files)
		diff(t, "sessions", 6, len(sessions))
	}
}

// personForgotten: what is a person's goes, and what is another's stays.
func personForgotten(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	for _, person := range []string{"ada", "bob"} {
		arrived(t, s, person, "f.jsonl", "/"+person, noon, noon)
		ingested(t, s, content.Append{Person: person, Path: "telemetry/x.jsonl", Kind: content.Telemetry, Data: []byte("{}\n")})
		must(t, s.SetTitle(t.Context(), person+"f.jsonl", redact.Restore("typed"), noon))
		must(t, s.SetLabel(t.Context(), store.Label{Session: person + "f.jsonl"}))
	}
	ids, err := s.IDsOfPerson(t.Context(), "ada")
	must(t, err)
	diff(t, "theirs", []string{"adaf.jsonl"}, ids)
	done, err := s.ForgetPerson(t.Context(), "ada")
	must(t, err)
	diff(t, "done", rows.LetGo{Files: 2, Forgotten: store.Forgotten{Units: 1, Sessions: 1, Titles: 1, Labels: 1, Views: 1}}, done)
	files, sessions := left(t, s)
	diff(t, "files", []string{"bob:f.jsonl", "bob:telemetry/x.jsonl"}, files)
	diff(t, "sessions", []string{"bobf.jsonl"}, sessions)
	roots, err := s.Roots(t.Context())
	must(t, err)
	diff(t, "roots", map[string]map[string]string{"bob": {"/bob": "/bob"}}, roots)
	titles, err := s.Titles(t.Context())
	must(t, err)
	labels, err := s.Labels(t.Context())
	must(t, err)
	if len(titles) != 1 || len(labels) != 1 {
		t.Errorf("typed: %v, %v", titles, labels)
	}
}

// goesOn: a process that goes on keeps again once it has begun anew.
func goesOn(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	running, other := opened(t, open), opened(t, open)
	save := func() error {
		return running.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{conversation("a")}})
	}
	must(t, save())
	_, err := other.ForgetPerson(t.Context(), "ada")
	must(t, err)
	if save() == nil {
		t.Error("what was forgotten came back")
	}
	must(t, running.Renew(t.Context()))
	must(t, save())
}
