// Package storetest is the one suite that every engine of the store answers.
// It knows no engine: it is given a way to make an empty store and to open it
// again.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// Store is what an engine must offer.
type Store interface {
	Save(context.Context, store.Changes) error
	LoadView(ctx context.Context, key, fingerprint string) (*fact.Reading, bool, error)
	Units(ctx context.Context, roots ...string) iter.Seq2[store.Unit, error]
	Verdicts(context.Context, []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error)
	Titles(context.Context) (map[string]redact.Text, error)
	SetTitle(ctx context.Context, session string, title redact.Text, at time.Time) error
	Recall(ctx context.Context, question string) (fact.Answer, bool, error)
	Keep(context.Context, fact.Answer) error
	SetBatch(context.Context, store.Batch) error
	EndBatch(ctx context.Context, id string) error
	Batches(ctx context.Context, judge string) ([]store.Batch, error)
	SetLabel(context.Context, store.Label) error
	RemoveLabel(ctx context.Context, session string) error
	Labels(context.Context) (map[string]store.Label, error)
	VerdictsOf(ctx context.Context, ids ...string) ([]fact.Verdict, error)
	Find(ctx context.Context, prefix string) (*fact.Session, error)
	ForgetPath(ctx context.Context, paths ...string) (store.Forgotten, error)
	ForgetSession(ctx context.Context, id string) (store.Forgotten, error)
	ForgetAll(context.Context) (store.Forgotten, error)
	Stats(context.Context) (store.Stats, error)
	Close() error
}

// Fresh makes an empty place for a store and returns what opens a store in it;
// every call of that opens the same place again. Stores are closed by the test.
type Fresh func(t testing.TB) (open func(testing.TB) Store)

// Run runs the suite.
func Run(t *testing.T, fresh Fresh) {
	for _, c := range []struct {
		name string
		test func(*testing.T, Fresh)
	}{
		{"EveryFieldOfAView", everyFieldOfAView},
		{"EachFieldAlone", eachFieldAlone},
		{"AnyReading", anyReading},
		{"EveryFieldOfAVerdict", everyFieldOfAVerdict},
		{"EveryFieldOfAUnit", everyFieldOfAUnit},
		{"ZeroValues", zeroValues},
		{"ViewsByKeyAndFingerprint", viewsByKeyAndFingerprint},
		{"ViewsArePruned", viewsArePruned},
		{"VerdictsAreAppended", verdictsAreAppended},
		{"UnitsBelowRoots", unitsBelowRoots},
		{"UnitsGone", unitsGone},
		{"FilesChangeUnits", filesChangeUnits},
		{"Titles", titles},
		{"Answers", answers},
		{"Batches", batches},
		{"Labels", labels},
		{"VerdictsOfASession", verdictsOfASession},
		{"Find", find},
		{"FindIsLiteral", findIsLiteral},
		{"ForgetPath", forgetPath},
		{"ForgetSession", forgetSession},
		{"ForgetAll", forgetAll},
		{"SaveIsWhole", saveIsWhole},
		{"Stats", stats},
		{"TwoAtOnce", twoAtOnce},
		{"ReadersSeeOneState", readersSeeOneState},
		{"Cancelled", cancelled},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, fresh) })
	}
}

// same compares by value; an empty list is as good as none.
var same = cmp.Options{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b redact.Text) bool { return a == b })}

func diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got, same); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// opened opens a store for the length of the test.
func opened(t testing.TB, open func(testing.TB) Store) Store {
	t.Helper()
	s := open(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func everyFieldOfAView(t *testing.T, fresh Fresh) {
	open := fresh(t)
	f := &filler{t: t}
	want := full[fact.Reading](f)
	s := open(t)
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: "k", Fingerprint: "f", Reading: &want}}))
	must(t, s.Close())
	s = opened(t, open) // it must survive closing
	got, ok, err := s.LoadView(t.Context(), "k", "f")
	must(t, err)
	if !ok {
		t.Fatal("the view is not there")
	}
	diff(t, "view", &want, got)
	for i := range want.Sessions {
		one, err := s.Find(t.Context(), want.Sessions[i].ID)
		must(t, err)
		diff(t, "session", &want.Sessions[i], one)
	}
}

func eachFieldAlone(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	var want fact.Reading
	var names []string
	for _, one := range singles[fact.Session](t) {
		names = append(names, one.name)
		want.Sessions = append(want.Sessions, one.value)
	}
	for _, one := range singles[fact.OutsideUsage](t) {
		want.Outside = append(want.Outside, one.value)
	}
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: "k", Reading: &want}}))
	got, _, err := s.LoadView(t.Context(), "k", "")
	must(t, err)
	diff(t, "usage outside", want.Outside, got.Outside)
	for i := range want.Sessions {
		diff(t, names[i], want.Sessions[i], got.Sessions[i])
	}
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
	must(t, s.Save(t.Context(), store.Changes{Verdicts: want}))
	got, err := s.Verdicts(t.Context(), append(keys, store.VerdictKey{Composition: "unheard of"}))
	must(t, err)
	if len(got) != len(want) {
		t.Errorf("%d verdicts, want %d", len(got), len(want))
	}
	for i := range want {
		diff(t, keys[i].Composition, want[i].Verdict, got[keys[i]])
	}
}

func everyFieldOfAUnit(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	f := &filler{t: t}
	want := []store.Unit{full[store.Unit](f), full[store.Unit](f)}
	must(t, s.Save(t.Context(), store.Changes{Units: want}))
	diff(t, "units", want, allUnits(t, s))
	// Saving again replaces, and leaves nothing of what was.
	want[1] = store.Unit{ID: want[1].ID, Path: want[1].Path, Files: []store.File{{Path: "other"}}}
	must(t, s.Save(t.Context(), store.Changes{Units: want[1:]}))
	diff(t, "units saved again", want, allUnits(t, s))
}

func allUnits(t testing.TB, s Store, roots ...string) (list []store.Unit) {
	t.Helper()
	for u, err := range s.Units(t.Context(), roots...) {
		must(t, err)
		list = append(list, u)
	}
	return list
}

func zeroValues(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	must(t, s.Save(t.Context(), store.Changes{}))
	must(t, s.Save(t.Context(), store.Changes{
		Units:    []store.Unit{{ID: "u", Files: []store.File{{}}}},
		Verdicts: []store.Judged{{}},
		View:     &store.View{Reading: &fact.Reading{Sessions: make([]fact.Session, 2)}},
	}))
	got, ok, err := s.LoadView(t.Context(), "", "")
	must(t, err)
	if !ok {
		t.Fatal("no view")
	}
	diff(t, "view", &fact.Reading{Sessions: make([]fact.Session, 2)}, got)
	verdicts, err := s.Verdicts(t.Context(), []store.VerdictKey{{}})
	must(t, err)
	diff(t, "verdicts", map[store.VerdictKey]fact.Verdict{{}: {}}, verdicts)
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: "nothing read"}}))
	got, _, err = s.LoadView(t.Context(), "nothing read", "")
	must(t, err)
	diff(t, "empty view", &fact.Reading{}, got)
	if err := s.Save(t.Context(), store.Changes{Units: []store.Unit{{ID: "without files"}}}); err == nil {
		t.Error("a unit without files was taken")
	}
}

func viewsByKeyAndFingerprint(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	save := func(key, fingerprint, id string) {
		t.Helper()
		must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: key, Fingerprint: fingerprint,
			Reading: &fact.Reading{Sessions: []fact.Session{{ID: id}}}}}))
	}
	save("a", "1", "first")
	save("a", "2", "second")
	save("b", "1", "other")
	for _, c := range []struct{ key, fingerprint, id string }{
		{"a", "1", ""}, {"a", "2", "second"}, {"b", "1", "other"}, {"b", "2", ""}, {"c", "1", ""},
	} {
		r, ok, err := s.LoadView(t.Context(), c.key, c.fingerprint)
		must(t, err)
		got := ""
		if ok {
			got = r.Sessions[0].ID
		}
		if got != c.id {
			t.Errorf("view %s at %s: session %q, want %q", c.key, c.fingerprint, got, c.id)
		}
	}
}

func viewsArePruned(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	const saved = store.KeptViews + 3
	for i := range saved {
		must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: fmt.Sprint(i),
			Reading: &fact.Reading{Sessions: []fact.Session{{ID: fmt.Sprintf("session-%02d", i), Aliases: []string{fmt.Sprintf("alias-%02d", i)}}}}}}))
	}
	for i := range saved {
		_, ok, err := s.LoadView(t.Context(), fmt.Sprint(i), "")
		must(t, err)
		if want := i >= saved-store.KeptViews; ok != want {
			t.Errorf("view %d kept: %v, want %v", i, ok, want)
		}
		_, err = s.Find(t.Context(), fmt.Sprintf("alias-%02d", i))
		if want := i < saved-store.KeptViews; want != errors.Is(err, store.ErrNoSession) {
			t.Errorf("alias %d: %v", i, err)
		}
	}
}

func verdictsAreAppended(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	key := store.VerdictKey{Composition: "c", Judge: "offline", Version: "1"}
	say := func(status fact.JudgeStatus, at int64) {
		t.Helper()
		must(t, s.Save(t.Context(), store.Changes{Verdicts: []store.Judged{{Composition: "c",
			Verdict: fact.Verdict{Judge: "offline", Version: "1", Status: status, At: time.Unix(at, 0).UTC()}}}}))
	}
	check := func(status fact.JudgeStatus, rows int) {
		t.Helper()
		got, err := s.Verdicts(t.Context(), []store.VerdictKey{key})
		must(t, err)
		if got[key].Status != status {
			t.Errorf("status %q, want %q", got[key].Status, status)
		}
		st, err := s.Stats(t.Context())
		must(t, err)
		if st.Verdicts != rows {
			t.Errorf("%d rows, want %d", st.Verdicts, rows)
		}
	}
	say(fact.JudgeError, 1)
	check(fact.JudgeError, 1)
	say(fact.JudgeOK, 2)
	check(fact.JudgeOK, 2)
	say(fact.JudgeOK, 3) // the same said again is no news
	check(fact.JudgeOK, 2)
	say(fact.JudgeError, 4)
	check(fact.JudgeError, 3)
}
