// Package storetest is the one suite that every engine of the store answers.
// It knows no engine: it is given a way to make an empty store and to open it
// again.
package storetest

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// Store is what every engine must offer.
type Store interface {
	Save(context.Context, store.Scope, store.Changes) error
	State(context.Context, store.Scope) (store.State, bool, error)
	Sources(context.Context, store.Scope) iter.Seq2[store.Source, error]
	Load(ctx context.Context, scope store.Scope, ids []string) ([]store.Conversation, error)
	Known(ctx context.Context, ids []string) ([]store.Conversation, error)
	Near(context.Context, store.Scope, []store.Query) ([]store.Hit, error)
	SessionsOf(ctx context.Context, scope store.Scope, conversations []string) ([]store.Session, error)
	SessionsIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) ([]store.Stretch, error)
	UndoneIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) ([]store.Stretch, error)
	Beside(ctx context.Context, scope store.Scope, id string) ([]fact.Session, error)
	Marked(ctx context.Context, scope store.Scope, id string, kind uint8, most int) ([]fact.Session, error)
	Verdicts(context.Context, []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error)
	VerdictsOf(ctx context.Context, ids ...string) ([]fact.Verdict, error)
	Told(ctx context.Context, most int, ids ...string) ([]store.Judged, error)
	JudgeVersions(ctx context.Context) ([]store.JudgeVersion, error)
	List(ctx context.Context, scope store.Scope, f store.Filter, o store.Order, limit, offset int) ([]fact.Session, int, error)
	Each(context.Context, store.Scope, store.Filter, store.Order) iter.Seq2[*fact.Session, error]
	Figures(ctx context.Context, scope store.Scope, since, until time.Time) iter.Seq2[[]fact.Figure, error]
	Names(ctx context.Context, scope store.Scope, numbers []uint32) (map[uint32]string, error)
	Days(ctx context.Context, scope store.Scope, f store.Filter, known func(day int64, digest uint64) bool) iter.Seq2[store.Day, error]
	Passing(ctx context.Context, scope store.Scope, f store.Filter) iter.Seq2[[]fact.Figure, error]
	AllNames(ctx context.Context, scope store.Scope) (map[uint32]string, error)
	OutsideUsage(ctx context.Context, scope store.Scope, since, until time.Time) ([]fact.OutsideUsage, error)
	One(ctx context.Context, scope store.Scope, prefix string) (*fact.Session, error)
	Shortest(ctx context.Context, scope store.Scope, id string, least int) (string, error)
	Close() error
}

// Lasting is what an engine must offer that outlives the process.
type Lasting interface {
	Askings
	Store
	Contents
	Control
	KeyRing
	Persons
	LettingGo
	Titles(context.Context) (map[string]redact.Text, error)
	SetTitle(ctx context.Context, session string, title redact.Text, at time.Time) error
	Type(ctx context.Context, ids []string, at time.Time, change func(store.Typed) (store.Typed, error)) error
	Recall(ctx context.Context, question string) (fact.Answer, bool, error)
	Keep(context.Context, fact.Answer) error
	SetBatch(context.Context, store.Batch) error
	EndBatch(ctx context.Context, id string) error
	Batches(ctx context.Context, judge string) ([]store.Batch, error)
	SetLabel(context.Context, store.Label) error
	RemoveLabel(ctx context.Context, session string) error
	Labels(context.Context) (map[string]store.Label, error)
	Find(ctx context.Context, prefix string) (*fact.Session, error)
	ForgetPath(ctx context.Context, paths ...string) (store.Forgotten, error)
	ForgetSession(ctx context.Context, id string) (store.Forgotten, error)
	ForgetAll(context.Context) (store.Forgotten, error)
	Stats(context.Context) (store.Stats, error)
}

// Fresh makes an empty place for a store and returns what opens a store in it;
// every call of that opens the same place again. Stores are closed by the test.
type Fresh func(t testing.TB) (open func(testing.TB) Store)

// FreshLasting is Fresh for a store that lasts.
type FreshLasting func(t testing.TB) (open func(testing.TB) Lasting)

// Run runs what every engine answers, without some of it, by name.
func Run(t *testing.T, fresh Fresh, without ...string) {
	for _, c := range []struct {
		name string
		test func(*testing.T, Fresh)
	}{
		{"EveryFieldOfASession", everyFieldOfASession},
		{"EachFieldAlone", eachFieldAlone},
		{"AnySession", anySession},
		{"HostileText", hostileText},
		{"EveryFieldOfAConversation", everyFieldOfAConversation},
		{"EveryFieldOfAVerdict", everyFieldOfAVerdict},
		{"EveryFieldOfAState", everyFieldOfAState},
		{"ZeroValues", zeroValues},
		{"ScopesApart", scopesApart},
		{"ScopesGiveWay", scopesGiveWay},
		{"DirtyAndGone", dirtyAndGone},
		{"Removed", removed},
		{"MarksOfOld", marksOfOld},
		{"Known", known},
		{"Marks", marks},
		{"SessionsOfConversations", sessionsOfConversations},
		{"MarksInCommon", markedInCommon},
		{"SessionsInATime", sessionsInATime},
		{"OutsideUsage", outsideUsage},
		{"VerdictStandsOnce", verdictStandsOnce},
		{"VerdictsOfASession", verdictsOfASession},
		{"ManyDays", manyDays},
		{"One", one},
		{"OneIsLiteral", oneIsLiteral},
		{"Shortest", shortest},
		{"SaveIsWhole", saveIsWhole},
		{"Cancelled", cancelled},
		{"SameAnswers", sameAnswers},
	} {
		if slices.Contains(without, c.name) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, fresh)
		})
	}
}

// RunLasting runs what every engine answers that outlives the process, Run
// included.
func RunLasting(t *testing.T, fresh FreshLasting, without ...string) {
	Run(t, func(t testing.TB) func(testing.TB) Store {
		open := fresh(t)
		return func(t testing.TB) Store { return open(t) }
	}, without...)
	for _, c := range []struct {
		name string
		test func(*testing.T, FreshLasting)
	}{
		{"Lasts", lasts},
		{"Titles", titles},
		{"Typed", typed},
		{"Answers", answers},
		{"Batches", batches},
		{"Labels", labels},
		{"VerdictsAreAppended", verdictsAreAppended},
		{"ForgetPath", forgetPath},
		{"ForgetSession", forgetSession},
		{"ForgetAll", forgetAll},
		{"Stats", stats},
		{"FindInAnyScope", findInAnyScope},
		{"TwoAtOnce", twoAtOnce},
		{"ReadersSeeOneState", readersSeeOneState},
		{"KeysOfTenants", keysOfTenants},
		{"Accounts", accounts},
		{"People", persons},
		{"KeysRotated", rotated},
		{"Retained", retained},
		{"LeftAlone", leftAlone},
		{"PrivateRemembered", privateRemembered},
		{"PrivateBounded", privateBounded},
		{"EventsLeft", eventsLeft},
		{"OptOutFinds", optOutFinds},
		{"PersonForgotten", personForgotten},
		{"GoesOn", goesOn},
		{"Budgets", budgets},
		{"Claims", claims},
		{"ContentInPieces", pieces},
		{"ContentOfAnother", anothers},
		{"ContentOfAPerson", ofPerson},
		{"ContentThatCame", news},
		{"ContentWrittenAnew", generations},
		{"ContentWithTails", tails},
		{"Events", events},
		{"EventsSeen", eventsSeen},
		{"EventsWhole", eventsWhole},
		{"ManyEvents", manyEvents},
		{"EventsSideBySide", eventsSideBySide},
		{"ContentRefused", refusedContent},
		{"SendersSideBySide", sendersSideBySide},
		{"Roots", roots},
		{"ContentDropped", dropped},
		{"ContentReplacedWhileRead", replacedWhileRead},
	} {
		if slices.Contains(without, c.name) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, fresh)
		})
	}
}

// same compares by value; an empty list is as good as none.
var same = cmp.Options{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b redact.Text) bool { return a == b })}

func diff(t testing.TB, what string, want, got any) {
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
func opened[S Store](t testing.TB, open func(testing.TB) S) S {
	t.Helper()
	s := open(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// all reads a sequence to its end.
func all[T any](t testing.TB, seq iter.Seq2[T, error]) (list []T) {
	t.Helper()
	for v, err := range seq {
		must(t, err)
		list = append(list, v)
	}
	return list
}

// listed returns all sessions of a scope by their ids.
func listed(t testing.TB, s Store, scope store.Scope) map[string]fact.Session {
	t.Helper()
	list, found, err := s.List(t.Context(), scope, store.Filter{}, store.Order{}, 0, 0)
	must(t, err)
	if found != len(list) {
		t.Errorf("%d sessions, %d of them listed", found, len(list))
	}
	m := make(map[string]fact.Session)
	for _, x := range list {
		m[x.ID] = x
	}
	return m
}

// sources are the conversations of a scope by their ids; a store yields them in any order.
func sources(t testing.TB, s Store, scope store.Scope) []store.Source {
	t.Helper()
	return slices.SortedFunc(slices.Values(all(t, s.Sources(t.Context(), scope))), func(a, b store.Source) int { return strings.Compare(a.ID, b.ID) })
}

// sourceIDs returns the ids of the conversations of a scope.
func sourceIDs(t testing.TB, s Store, scope store.Scope) map[string]bool {
	t.Helper()
	m := map[string]bool{}
	for _, src := range all(t, s.Sources(t.Context(), scope)) {
		m[src.ID] = true
	}
	return m
}

func conversation(id string, files ...string) store.Conversation {
	c := store.Conversation{ID: id, Name: "name of " + id, Path: id, Digest: []byte(id)}
	for _, f := range append([]string{id}, files...) {
		c.Files = append(c.Files, store.File{Path: f})
	}
	return c
}

func session(id string, rows ...string) store.Session {
	return store.Session{Session: fact.Session{ID: id}, Revision: "r" + id, Rows: rows}
}
