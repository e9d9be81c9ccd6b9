package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

const scope = store.Scope("s")

func everyFieldOfASession(t *testing.T, fresh Fresh) {
	open := fresh(t)
	s := opened(t, open)
	f := &filler{t: t}
	want := []store.Session{full[store.Session](f), full[store.Session](f)}
	var c store.Changes
	for i := range want {
		for _, id := range want[i].Rows {
			c.Conversations = append(c.Conversations, conversation(id))
		}
	}
	c.Sessions = want
	must(t, s.Save(t.Context(), scope, c))
	check := func() {
		t.Helper()
		for i := range want {
			got, err := s.SessionsOf(t.Context(), scope, want[i].Rows[1:])
			must(t, err)
			diff(t, "session", want[i:i+1], got)
			diff(t, "in a list", want[i].Session, listed(t, s, scope)[want[i].ID])
			one, err := s.One(t.Context(), scope, want[i].Aliases[1])
			must(t, err)
			diff(t, "by an alias", &want[i].Session, one)
			stretch, err := s.SessionsIn(t.Context(), scope, want[i].Repo.Key, want[i].Started, want[i].Ended)
			must(t, err)
			diff(t, "stretch", []store.Stretch{want[i].Stretch()}, stretch)
		}
	}
	check()
	// Saving again replaces, and leaves nothing of what was.
	id, rows := want[1].ID, want[1].Rows
	want[1] = full[store.Session](f)
	want[1].ID, want[1].Rows = id, rows
	must(t, s.Save(t.Context(), scope, store.Changes{Sessions: want[1:]}))
	check()
}

func eachFieldAlone(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	var want []store.Session
	for _, one := range singles[fact.Session](t) {
		if one.value.ID == "" {
			one.value.ID = one.name
		}
		want = append(want, store.Session{Session: one.value})
	}
	must(t, s.Save(t.Context(), scope, store.Changes{Sessions: want}))
	got := listed(t, s, scope)
	for i := range want {
		diff(t, want[i].ID, want[i].Session, got[want[i].ID])
	}
}

// anySession: whatever text and numbers a hostile transcript brings, what comes
// back is what was saved.
func anySession(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	text := rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r != 0 })) // no engine of ours keeps NUL in text
	rapid.Check(t, func(rt *rapid.T) {
		number, float := rapid.Int64(), rapid.Float64()
		cost := float.Draw(rt, "cost")
		want := fact.Session{
			ID: text.Draw(rt, "id"), Aliases: rapid.SliceOf(text).Draw(rt, "aliases"), Branch: text.Draw(rt, "branch"),
			Started: time.UnixMicro(rapid.Int64Range(-1<<60, 1<<60).Draw(rt, "started")).UTC(),
			Ended:   time.UnixMicro(rapid.Int64Range(-1<<60, 1<<60).Draw(rt, "ended")).UTC(),
			Cost:    &cost, Floor: fact.Floor{Added: int(number.Draw(rt, "added"))},
			Usage:  []fact.ModelUsage{{Model: text.Draw(rt, "model"), Tokens: fact.Tokens{Input: number.Draw(rt, "input")}, Cost: &cost}},
			Rework: fact.Rework{Share: float.Draw(rt, "share")},
			Verdict: fact.Verdict{Confidence: float.Draw(rt, "confidence"), Title: redact.Restore(text.Draw(rt, "title")),
				Reasons: []fact.Reason{{Weight: float.Draw(rt, "weight"), Text: redact.Restore(text.Draw(rt, "reason"))}}},
		}
		c := store.Changes{Sessions: []store.Session{{Session: want}}}
		if err := s.Save(t.Context(), scope, c); err != nil {
			rt.Fatal(err)
		}
		if d := cmp.Diff(want, listed(t, s, scope)[want.ID], same); d != "" {
			rt.Fatalf("session (-want +got):\n%s", d)
		}
	})
}

// hostileText: what no engine likes in a column, or an index cannot hold, is kept with
// its session all the same.
func hostileText(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	random := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // the same texts each time
	long := func() string {               // nothing in it repeats
		b := make([]byte, 5000)
		for i := range b {
			b[i] = byte('!' + random.IntN(90))
		}
		return string(b)
	}
	var c store.Changes
	want := make(map[string]fact.Session)
	for i, text := range []string{"\x00", "a\x00b", "\xff", "a\xc3", long(), long(), "ü" + long()} {
		id := fmt.Sprint("row", i)
		x := conversation(id)
		x.Path, x.Name, x.Person, x.Files = text, text, text, []store.File{{Path: text}}
		one := session(fmt.Sprint("id", i), id)
		one.Branch, one.Model, one.Repo, one.Person, one.Languages.Code = text, text, fact.Repo{Key: text, Name: text}, text, text
		want[one.ID] = one.Session
		c.Conversations, c.Sessions = append(c.Conversations, x), append(c.Sessions, one)
	}
	c.State = &store.State{Fingerprint: long(), Basis: long()}
	must(t, s.Save(t.Context(), scope, c))
	must(t, s.Save(t.Context(), scope, c))
	diff(t, "sessions", want, listed(t, s, scope))
	for _, src := range all(t, s.Sources(t.Context(), scope)) {
		if len(src.Files) != 1 || src.Files[0].Path != c.Conversations[src.ID[3]-'0'].Files[0].Path {
			t.Errorf("files of %s: %+v", src.ID, src.Files)
		}
	}
	st, _, err := s.State(t.Context(), scope)
	must(t, err)
	diff(t, "state", *c.State, st)
	names, err := s.AllNames(t.Context(), scope)
	must(t, err)
	if len(names) < len(want) {
		t.Errorf("%d names of %d texts", len(names), len(want))
	}
	for id, x := range want {
		list, _, err := s.List(t.Context(), scope, store.Filter{Branch: x.Branch, Repo: x.Repo.Key}, store.Order{}, 0, 0)
		must(t, err)
		if !slices.ContainsFunc(list, func(y fact.Session) bool { return y.ID == id }) {
			t.Errorf("%s is not found by its branch and repository", id)
		}
	}
}

func everyFieldOfAConversation(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	f := &filler{t: t}
	want := []store.Conversation{full[store.Conversation](f), full[store.Conversation](f)}
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: want}))
	for i := range want {
		want[i].Was = nil // the store's own to say
	}
	check := func(dirty bool) {
		t.Helper()
		got, err := s.Load(t.Context(), scope, []string{want[0].ID, "unheard of", want[1].ID})
		must(t, err)
		diff(t, "conversations", want, got)
		for i, src := range sources(t, s, scope) {
			w := &want[i]
			diff(t, "source", store.Source{ID: w.ID, Agent: w.Agent, Name: w.Name, Path: w.Path, Person: w.Person, Repo: w.Repo,
				Revision: w.Revision, Reader: w.Reader, Files: w.Files, Counts: w.Counts, Folders: w.Folders, Gone: w.Gone, Dirty: dirty}, src)
		}
	}
	check(true)
	must(t, s.Save(t.Context(), scope, store.Changes{Linked: []string{want[0].ID, want[1].ID, "unheard of"}}))
	check(false)
	// Saving again replaces, and leaves nothing of what was.
	want[1] = store.Conversation{ID: want[1].ID, Path: want[1].Path}
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: want[1:], Linked: []string{want[1].ID}}))
	check(false)
}

func everyFieldOfAVerdict(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	f := &filler{t: t}
	want := []store.Judged{full[store.Judged](f), full[store.Judged](f)}
	for _, one := range singles[fact.Verdict](t) {
		want = append(want, store.Judged{Composition: one.name, Verdict: one.value})
	}
	var keys []store.VerdictKey
	for i := range want {
		keys = append(keys, want[i].Key())
	}
	must(t, s.Save(t.Context(), scope, store.Changes{Verdicts: want}))
	got, err := s.Verdicts(t.Context(), append(keys, store.VerdictKey{Composition: "unheard of"}))
	must(t, err)
	if len(got) != len(want) {
		t.Errorf("%d verdicts, want %d", len(got), len(want))
	}
	for i := range want {
		diff(t, keys[i].Composition, want[i].Verdict, got[keys[i]])
	}
}

func everyFieldOfAState(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	if _, ok, err := s.State(t.Context(), scope); ok || err != nil {
		t.Fatalf("a state of nothing: %v, %v", ok, err)
	}
	must(t, s.Save(t.Context(), scope, store.Changes{}))
	if _, ok, err := s.State(t.Context(), scope); ok || err != nil {
		t.Fatalf("a state that nobody saved: %v, %v", ok, err)
	}
	want := full[store.State](&filler{t: t})
	must(t, s.Save(t.Context(), scope, store.Changes{State: &want}))
	must(t, s.Save(t.Context(), scope, store.Changes{})) // leaves it alone
	got, ok, err := s.State(t.Context(), scope)
	must(t, err)
	if !ok {
		t.Fatal("no state")
	}
	diff(t, "state", want, got)

	// Who wrote over what he had not seen does not say that all is as it should be.
	next, other := want, "other"
	must(t, s.Save(t.Context(), scope, store.Changes{State: &next, After: &want.Basis}))
	got, _, err = s.State(t.Context(), scope)
	must(t, err)
	diff(t, "state after the one that was seen", want, got)
	must(t, s.Save(t.Context(), scope, store.Changes{State: &next, After: &other}))
	got, _, err = s.State(t.Context(), scope)
	must(t, err)
	next.Fingerprint, next.Basis, next.Intake = "", "", 0
	diff(t, "state after one that was not seen", next, got)

	// Nor does it stand as it was where he says nothing of the whole, and may never.
	must(t, s.Save(t.Context(), scope, store.Changes{State: &want}))
	must(t, s.Save(t.Context(), scope, store.Changes{After: &want.Basis}))
	got, _, err = s.State(t.Context(), scope)
	must(t, err)
	diff(t, "state after a piece that follows the one that was seen", want, got)
	must(t, s.Save(t.Context(), scope, store.Changes{After: &other}))
	got, _, err = s.State(t.Context(), scope)
	must(t, err)
	want.Fingerprint, want.Basis, want.Intake = "", "", 0
	diff(t, "state after a piece of one that saw another", want, got)
}

func zeroValues(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	must(t, s.Save(t.Context(), "", store.Changes{Conversations: make([]store.Conversation, 1), Sessions: make([]store.Session, 2),
		Verdicts: make([]store.Judged, 1), State: &store.State{}}))
	diff(t, "sessions", map[string]fact.Session{"": {}}, listed(t, s, ""))
	verdicts, err := s.Verdicts(t.Context(), []store.VerdictKey{{}})
	must(t, err)
	diff(t, "verdicts", map[store.VerdictKey]fact.Verdict{{}: {}}, verdicts)
	diff(t, "nothing of another scope", map[string]fact.Session{}, listed(t, s, "another"))
}

func scopesApart(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	for i, name := range []store.Scope{"a", "b"} {
		id := fmt.Sprint("own-", i)
		shared := session("shared", "x")
		shared.Branch = string(name)
		must(t, s.Save(t.Context(), name, store.Changes{Conversations: []store.Conversation{conversation("x")},
			Sessions: []store.Session{session(id), shared}, State: &store.State{Basis: string(name)}}))
	}
	for i, name := range []store.Scope{"a", "b"} {
		got := listed(t, s, name)
		if len(got) != 2 || got["shared"].Branch != string(name) || got[fmt.Sprint("own-", i)].ID == "" {
			t.Errorf("scope %s holds %v", name, got)
		}
		of, err := s.SessionsOf(t.Context(), name, []string{"x"})
		must(t, err)
		if len(of) != 1 || of[0].Branch != string(name) {
			t.Errorf("scope %s: %v", name, of)
		}
	}
	must(t, s.Save(t.Context(), "a", store.Changes{Dropped: []string{"shared", "own-1"}}))
	if len(listed(t, s, "a")) != 1 || len(listed(t, s, "b")) != 2 {
		t.Error("dropped in another scope")
	}
}

func scopesGiveWay(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	const saved = store.KeptScopes + 3
	for i := range saved {
		must(t, s.Save(t.Context(), store.Scope(fmt.Sprint(i)), store.Changes{Sessions: []store.Session{session("x")}, State: &store.State{Default: i == 0}}))
	}
	for i := range saved {
		if kept := len(listed(t, s, store.Scope(fmt.Sprint(i)))) == 1; kept != (i == 0 || i > saved-store.KeptScopes-1) {
			t.Errorf("scope %d kept: %v", i, kept)
		}
	}
	s = opened(t, fresh(t))
	for i := range saved {
		must(t, s.Save(t.Context(), store.Scope(fmt.Sprint(i)), store.Changes{Sessions: []store.Session{session("x")}, State: &store.State{Default: true}}))
	}
	for i := range saved {
		// Beside the newest, which nobody knew to be one when it came, are as many as are kept.
		if kept := len(listed(t, s, store.Scope(fmt.Sprint(i)))) == 1; kept != (i >= saved-store.KeptScopes-1) {
			t.Errorf("default scope %d kept: %v", i, kept)
		}
	}
}

func dirtyAndGone(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{conversation("a"), conversation("b")}, Linked: []string{"a"}}))
	check := func(want ...string) {
		t.Helper()
		var got []string
		for _, src := range sources(t, s, scope) {
			got = append(got, fmt.Sprintf("%s %v %v", src.ID, src.Dirty, src.Gone))
		}
		diff(t, "id dirty gone", want, got)
	}
	check("a false false", "b true false")
	must(t, s.Save(t.Context(), scope, store.Changes{Gone: map[string]bool{"a": true, "unheard of": true}, Linked: []string{"b"}}))
	check("a false true", "b false false")
	must(t, s.Save(t.Context(), scope, store.Changes{Gone: map[string]bool{"a": false}, Dirty: []string{"a"}}))
	check("a true false", "b false false")
	for _, err := range s.Sources(t.Context(), scope) {
		must(t, err)
		break // stopping early is allowed
	}
}

func removed(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	a := conversation("a")
	a.Marks = []store.Mark{{Kind: 1, Key: 2, At: 3}}
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{a, conversation("b")},
		Outside: []store.Outside{{Conversation: "a", Usage: make([]fact.OutsideUsage, 1)}}, Sessions: []store.Session{session("s", "a", "b")}}))
	must(t, s.Save(t.Context(), scope, store.Changes{Removed: []string{"a", "unheard of"}, Dropped: []string{"unheard of"}}))
	diff(t, "conversations", map[string]bool{"b": true}, sourceIDs(t, s, scope))
	hits, err := s.Near(t.Context(), scope, []store.Query{{Kind: 1, Key: 2, To: 9}})
	must(t, err)
	usage, err := s.OutsideUsage(t.Context(), scope, time.Time{}, time.Time{})
	must(t, err)
	if len(hits)+len(usage) > 0 {
		t.Errorf("left of it: %v, %v", hits, usage)
	}
	must(t, s.Save(t.Context(), scope, store.Changes{Dropped: []string{"s"}}))
	if got := listed(t, s, scope); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}

func known(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	for _, name := range []store.Scope{"a", "b"} {
		x := conversation("x")
		x.Revision = string(name)
		must(t, s.Save(t.Context(), name, store.Changes{Conversations: []store.Conversation{x}, State: &store.State{}}))
	}
	must(t, s.Save(t.Context(), "a", store.Changes{State: &store.State{}}))
	got, err := s.Known(t.Context(), []string{"unheard of", "x"})
	must(t, err)
	if len(got) != 2 || got[0].Revision != "a" || got[1].Revision != "b" || string(got[0].Digest) != "x" {
		t.Errorf("known: %+v", got)
	}
}

func verdictsOfASession(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	at := func(id, judge, version string, second int64) store.Judged {
		return store.Judged{Composition: version, Session: id, Verdict: fact.Verdict{Judge: judge, Version: version, At: time.Unix(second, 0).UTC()}}
	}
	older, newer, other := at("s", "offline", "1", 1), at("s", "offline", "2", 2), at("was", "a model", "1", 3)
	for _, j := range []store.Judged{older, newer, other, at("another", "offline", "3", 4)} {
		must(t, s.Save(t.Context(), scope, store.Changes{Verdicts: []store.Judged{j}}))
	}
	got, err := s.VerdictsOf(t.Context(), "s", "was", "never seen")
	must(t, err)
	diff(t, "verdicts of a session", []fact.Verdict{other.Verdict, newer.Verdict}, got)
	got, err = s.VerdictsOf(t.Context())
	must(t, err)
	diff(t, "verdicts of nothing", []fact.Verdict(nil), got)
	// What was said before stays to be told, the latest first.
	all, err := s.Told(t.Context(), 10, "s", "was", "never seen")
	must(t, err)
	diff(t, "all that was told", []store.Judged{other, newer, older}, all)
	all, err = s.Told(t.Context(), 2, "s", "was")
	must(t, err)
	diff(t, "the latest two", []store.Judged{other, newer}, all)
	all, err = s.Told(t.Context(), 2)
	must(t, err)
	diff(t, "told of nothing", []store.Judged(nil), all)
	// A version that says more later was first heard when it was.
	must(t, s.Save(t.Context(), scope, store.Changes{Verdicts: []store.Judged{at("s", "offline", "1", 9)}}))
	versions, err := s.JudgeVersions(t.Context())
	must(t, err)
	diff(t, "versions of judges", []store.JudgeVersion{
		{Judge: "offline", Version: "1", First: older.Verdict.At}, {Judge: "offline", Version: "2", First: newer.Verdict.At},
		{Judge: "a model", Version: "1", First: other.Verdict.At}, {Judge: "offline", Version: "3", First: time.Unix(4, 0).UTC()},
	}, versions)
}

// verdictStandsOnce: a session whose verdict is kept shows it, and one whose
// verdict is not shows its own.
func verdictStandsOnce(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	v := fact.Verdict{Judge: "j", Version: "1", Reason: "first"}
	x := session("x")
	x.Verdict = v
	must(t, s.Save(t.Context(), scope, store.Changes{Verdicts: []store.Judged{{Composition: x.Revision, Session: "x", Verdict: v}}, Sessions: []store.Session{x}}))
	diff(t, "kept", v, listed(t, s, scope)["x"].Verdict)
	later := v
	later.Reason = "second"
	must(t, s.Save(t.Context(), scope, store.Changes{Verdicts: []store.Judged{{Composition: x.Revision, Session: "x", Verdict: later}}}))
	diff(t, "its own, not the latest", v, listed(t, s, scope)["x"].Verdict)
	x.Verdict.Fallback = true
	must(t, s.Save(t.Context(), scope, store.Changes{Sessions: []store.Session{x}}))
	diff(t, "not kept", x.Verdict, listed(t, s, scope)["x"].Verdict)
}

func one(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	var list []store.Session
	for _, id := range []string{"aa1", "aa2", "aa2b", "whole", "other"} {
		list = append(list, session(id))
	}
	list[3].Aliases = []string{"part", "aa1"} // an own id goes before another's alias of that name
	for i := range store.AmbiguousShown + 5 {
		list = append(list, session(fmt.Sprintf("z%02d", i)))
	}
	must(t, s.Save(t.Context(), scope, store.Changes{Sessions: list}))
	for prefix, want := range map[string]string{"aa1": "aa1", "aa2": "aa2", "aa2b": "aa2b", "par": "whole", "part": "whole", "w": "whole", "o": "other"} {
		got, err := s.One(t.Context(), scope, prefix)
		if err != nil || got.ID != want {
			t.Errorf("%s: %v, %v, want %s", prefix, got, err, want)
		}
	}
	var many *store.AmbiguousError
	if _, err := s.One(t.Context(), scope, "aa"); !errors.As(err, &many) {
		t.Errorf("aa: %v, want ambiguous", err)
	} else {
		diff(t, "candidates", []string{"aa1", "aa2", "aa2b", "whole"}, many.IDs)
	}
	if _, err := s.One(t.Context(), scope, "z"); !errors.As(err, &many) || len(many.IDs) != store.AmbiguousShown || many.More != 5 {
		t.Errorf("z: %v", err)
	}
	for _, prefix := range []string{"", "b", "aa3", "aa1x"} {
		if _, err := s.One(t.Context(), scope, prefix); !errors.Is(err, store.ErrNoSession) {
			t.Errorf("%q: %v, want none", prefix, err)
		}
	}
}

// oneIsLiteral: what a person types is no pattern.
func oneIsLiteral(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	must(t, s.Save(t.Context(), scope, store.Changes{Sessions: []store.Session{session("abc"), session("a%c")}}))
	for prefix, want := range map[string]string{"a%": "a%c", "ab": "abc", "a_": "", "%": "", "*": "", "'": "", "\U0010ffff": "", "a\xff": ""} {
		got, err := s.One(t.Context(), scope, prefix)
		switch {
		case want == "" && !errors.Is(err, store.ErrNoSession):
			t.Errorf("%q: %v, want none", prefix, err)
		case want != "" && (err != nil || got.ID != want):
			t.Errorf("%q: %v, %v, want %s", prefix, got, err, want)
		}
	}
}

func shortest(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	must(t, s.Save(t.Context(), scope, store.Changes{Sessions: []store.Session{session("0123456789"), session("0123456799"), session("01"), session("5")}}))
	for id, want := range map[string]string{"0123456789": "012345678", "0123456799": "012345679", "01": "01", "5": "5", "77777": "7777"} {
		got, err := s.Shortest(t.Context(), scope, id, 4)
		must(t, err)
		if got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
