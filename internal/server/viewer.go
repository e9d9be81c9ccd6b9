package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"prism/internal/content"
	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/server/access"
	"prism/internal/server/api"
	"prism/internal/server/keeper"
	"prism/internal/server/original"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/timeline"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// Kept is what a tenant's store keeps beside sessions.
type Kept interface {
	Titles(ctx context.Context) (map[string]redact.Text, error)
	Labels(ctx context.Context) (map[string]store.Label, error)
	// Type changes what was typed of a session, which has several ids, in one step.
	Type(ctx context.Context, ids []string, at time.Time, change func(was store.Typed) (store.Typed, error)) error
}

// Verdicts are what a tenant's store keeps of judges.
type Verdicts interface {
	VerdictsOf(ctx context.Context, ids ...string) ([]fact.Verdict, error)
	Told(ctx context.Context, most int, ids ...string) ([]store.Judged, error)
	JudgeVersions(ctx context.Context) ([]store.JudgeVersion, error)
}

// Tenant is one tenant's sessions and how they are read.
type Tenant struct {
	Keeper *keeper.Keeper
	// Pending tells whether an update is asked for that is not done, and whether one
	// failed; nil: the Keeper knows. It is asked first, so that nothing slips between the
	// two looks.
	Pending  func(ctx context.Context) (waits, failed bool, err error)
	Kept     Kept
	Verdicts Verdicts
	// Read reads the turns of a session again.
	Read func(ctx context.Context, s *fact.Session) ([]conversation.Turn, error)
	// ReadWithin is Read of a session whose transcripts have so many bytes at most, with what
	// was read; no turns where they have more. nil: that is not known, and none is read.
	ReadWithin func(ctx context.Context, s *fact.Session, most int64) (turns []conversation.Turn, read int64, err error)
	// Practised are the turns of a session in which each of the seven checks of prompting
	// practice is met first, 0 in none; nil: that is not known.
	Practised func(turns []conversation.Turn) [7]int
	// Folders are those in which transcripts may come and grow.
	Folders func(ctx context.Context) ([]string, error)
	Judge   wire.Judge
	Zone    *time.Location
	Gate    *redact.Redactor
	// Policy is what holds for the tenant now; nil: what holds where nobody said anything.
	Policy func(ctx context.Context) (tenant.Policy, error)
	// Groups are those of its people; nil: there are none.
	Groups func(ctx context.Context) ([]tenant.Group, error)
	// Export writes all that is kept of a person as JSON; false: nothing is, and nothing is
	// written. nil: nothing is kept.
	Export func(ctx context.Context, w io.Writer, person string) (bool, error)
	// Reports are those that are sent; nil: none are.
	Reports *Reports
	// Events are those that are kept of what its people's agents told.
	Events original.Events
	// Editor is a link that opens a file in the editor of the person of this machine, with
	// {path} and {line} in it; "" none.
	Editor string
	// Forget removes all that is kept of a person; false: there was nothing. nil: there
	// is nothing to remove.
	Forget func(ctx context.Context, person string) (bool, error)

	judged  judged
	streams streams
}

// Viewer is what one caller sees of a tenant. It answers for one request.
type Viewer struct {
	*library.Library
	t      *Tenant
	caller access.Caller
	policy tenant.Policy
	// kept searches in what is kept only, titles and summaries: prompts are read again
	// for it, which takes long where there are many.
	kept   bool
	labels map[string]store.Label
	judge  *wire.Judge // once it was asked for
	people []string    // whose sessions it is about; nil: everybody's
	group  string      // whose people these are; "" no group's
	leads  bool        // a lead, who is shown what is their own
	set    bool        // what is told was set up by whoever runs the server: see stretch
	lately reread
}

// reread is what was read again last: one page asks more than once.
type reread struct {
	session string
	turns   []conversation.Turn
}

// ErrReading says that the first update is not done yet.
var ErrReading = errors.New("the transcripts are still being read")

// State says how far the tenant's updates are. What was acknowledged before it is asked
// for is done, and seen here, where it is settled.
func (t *Tenant) State(ctx context.Context) (keeper.Settling, error) {
	var waits, failed bool
	if t.Pending != nil {
		var err error
		if waits, failed, err = t.Pending(ctx); err != nil {
			return keeper.Settling{}, err
		}
	}
	if err := t.Keeper.Refresh(ctx, 0); err != nil {
		return keeper.Settling{}, err
	}
	st := t.Keeper.State()
	st.Settled, st.Failed = st.Settled && !waits && !failed, st.Failed || failed
	return st, nil
}

// View gives what a caller sees now.
func (t *Tenant) View(ctx context.Context, c access.Caller) (*Viewer, error) {
	if err := t.Keeper.Refresh(ctx, keeper.LookEvery); err != nil {
		return nil, err
	}
	lib := t.Keeper.Library()
	if lib == nil {
		return nil, ErrReading
	}
	// What a person types on the command line is seen at once.
	titles, err := t.Kept.Titles(ctx)
	if err != nil {
		return nil, err
	}
	lib.Titles = titles
	v := &Viewer{Library: lib, t: t, caller: c}
	if v.labels, err = t.Kept.Labels(ctx); err == nil && t.Policy != nil {
		v.policy, err = t.Policy(ctx)
	}
	return v, err
}

// errNoGroup says that there is no such group.
var errNoGroup = &access.Error{Status: http.StatusNotFound, Text: "There is no group of that name."}

// OfGroup implements api.Viewer.
func (v *Viewer) OfGroup(ctx context.Context, name string) (api.Viewer, error) {
	if v.caller.Role == tenant.Member {
		return nil, errNoGroup
	}
	var groups []tenant.Group
	if v.t.Groups != nil {
		var err error
		if groups, err = v.t.Groups(ctx); err != nil {
			return nil, err
		}
	}
	i := slices.IndexFunc(groups, func(g tenant.Group) bool { return g.Name == name })
	if i < 0 && v.caller.Role == tenant.Lead {
		return nil, refused(fewPeople) // as for one of too few
	}
	if i < 0 {
		return nil, errNoGroup
	}
	some := *v
	some.people, some.group = append([]string{}, groups[i].People...), name
	return &some, nil
}

// Figures implements page.Aggregates: a lead's are of many people, and their sessions are
// not among what a lead sees.
func (v *Viewer) Figures() bool { return v.caller.Role == tenant.Lead }

// Who implements page.Known.
func (v *Viewer) Who() page.Who {
	c := &v.caller
	role := c.Role
	if v.leads {
		role = tenant.Lead
	}
	return page.Who{Tenant: c.Tenant, Person: c.Person, Role: role, Admin: c.Allowed(tenant.Admin) == nil, Signed: c.Key != ""}
}

// Preview implements page.Known.
func (v *Viewer) Preview(text string) (string, error) { return v.through("preview", text) }

// through is what the gate lets through of a text, with the names that a session's are
// given.
func (v *Viewer) through(session, text string) (string, error) {
	scope := v.t.Gate.Session(session)
	shown := scope.Text(text).String()
	return shown, scope.Err()
}

// narrowed is the library of sessions with some words in them, and a filter that keeps
// those of whom the caller sees.
func (v *Viewer) narrowed(ctx context.Context, f store.Filter, words []string) (*library.Library, store.Filter, error) {
	lib := *v.Library
	switch {
	case v.people == nil: // who is asked for
	case f.People == nil:
		f.People = v.people
	default:
		f.People = slices.DeleteFunc(slices.Clone(f.People), func(p string) bool { return !slices.Contains(v.people, p) })
	}
	if v.caller.Role == tenant.Member {
		f.People = []string{v.caller.Person}
	}
	if v.kept || v.unread() {
		f, err := lib.Search(ctx, f, words)
		return &lib, f, err
	}
	if len(words) > 0 {
		lib.Narrow(nil, library.Searcher(words, v.t.Read, v.shown))
	}
	return &lib, f, nil
}

// ErrAggregates says that a caller sees figures of many people only.
var ErrAggregates = &access.Error{Status: http.StatusForbidden, Text: "A lead sees figures of many people, five or more as the tenant says, in whole months that are over and narrowed by nothing but a group, and no session but their own."}

// refused is ErrAggregates with what stood against it. It says no more of the tenant than
// the rule itself does: what was asked for, or that too few people are left.
func refused(why string) error {
	return &access.Error{Status: ErrAggregates.Status, Text: why + " " + ErrAggregates.Text, Of: ErrAggregates}
}

// unread reports whether a caller sees sessions, and not what people wrote: whoever
// runs a server for others, unless the tenant says so.
func (v *Viewer) unread() bool {
	return v.caller.Role == tenant.Owner && v.caller.Key != "" && !v.policy.PromptsVisible
}

// sees reports whether a caller may see a session.
func (v *Viewer) sees(s *fact.Session) bool {
	switch v.caller.Role {
	case tenant.Member, tenant.Lead:
		return v.caller.Person != "" && s.Person == v.caller.Person
	}
	return true
}

// Summary implements page.Lists.
func (v *Viewer) Summary(ctx context.Context, o score.Options, f store.Filter, words []string) (score.Summary, error) {
	if v.caller.Role == tenant.Lead {
		if v.set {
			return v.stretch(ctx, o, f)
		}
		return v.aggregate(ctx, o, f, words)
	}
	lib, f, err := v.narrowed(ctx, f, words)
	if err != nil {
		return score.Summary{}, err
	}
	sum, err := lib.Summary(ctx, o, f)
	if v.caller.Role == tenant.Member {
		sum.Input = fact.Input{} // how much was read is of the whole tenant
	}
	return sum, err
}

// Page implements page.Lists.
func (v *Viewer) Page(ctx context.Context, f store.Filter, words []string, o store.Order, limit, offset int) ([]*fact.Session, int, error) {
	if v.caller.Role == tenant.Lead {
		if v.caller.Person == "" {
			return nil, 0, refused("Sessions are listed for whose they are, and this key is nobody's: it was made without a person.")
		}
		own := *v // a lead is one of the people, too
		own.caller.Role = tenant.Member
		return own.Page(ctx, f, words, o, limit, offset)
	}
	lib, f, err := v.narrowed(ctx, f, words)
	if err != nil {
		return nil, 0, err
	}
	list, found, err := lib.Page(ctx, f, o, limit, offset)
	for _, s := range list {
		v.veil(ctx, s)
	}
	return list, found, err
}

// First implements page.Lists.
func (v *Viewer) First(ctx context.Context, f store.Filter, words []string, o store.Order, limit int) ([]*fact.Session, error) {
	if v.caller.Role == tenant.Lead {
		list, _, err := v.Page(ctx, f, words, o, limit, 0)
		return list, err
	}
	lib, f, err := v.narrowed(ctx, f, words)
	if err != nil {
		return nil, err
	}
	var list []*fact.Session
	for s, err := range lib.Some(ctx, f, o, limit) {
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	for _, s := range list { // once the list is read to its end: it asks the store, too
		v.veil(ctx, s)
	}
	return list, nil
}

// veil takes out of a session what it tells of sessions that the caller does not see:
// that others undid its lines is told, which ones is not.
func (v *Viewer) veil(ctx context.Context, s *fact.Session) {
	if v.caller.Role == tenant.Owner || len(s.Rework.By) == 0 {
		return
	}
	s.Rework.By = slices.Clone(s.Rework.By) // the store's own may be shared
	for i := range s.Rework.By {
		by := &s.Rework.By[i]
		if other, err := v.Library.One(ctx, by.Session); err != nil || !v.sees(other) {
			by.Session = ""
		}
	}
}

// One implements page.Details.
func (v *Viewer) One(ctx context.Context, id string) (*fact.Session, error) {
	s, err := v.Library.One(ctx, id)
	if errors.Is(err, store.ErrNoSession) || errors.Is(err, store.ErrAmbiguous) {
		err = errors.Join(page.ErrNone, err)
	}
	if err == nil && !v.sees(s) {
		return nil, page.ErrNone // it is not told that there is one
	}
	if err == nil && v.caller.Role != tenant.Owner && s.ID != id && !slices.Contains(s.Aliases, id) {
		return nil, page.ErrNone // whether a beginning is unique tells of others' sessions
	}
	if err == nil {
		v.veil(ctx, s)
	}
	return s, err
}

// Turns implements page.Details.
func (v *Viewer) Turns(ctx context.Context, s *fact.Session) (turns []wire.Turn, gone string) {
	raw, gone := v.read(ctx, s)
	if gone != "" {
		return nil, gone
	}
	turns, err := timeline.Lines(s.ID, v.t.Gate, raw)
	if err != nil {
		return nil, unredacted
	}
	timeline.Place(s, turns)
	return turns, ""
}

// Steps implements page.Details.
func (v *Viewer) Steps(ctx context.Context, s *fact.Session, turn int) (steps []wire.Step, cut int, gone string) {
	raw, gone := v.read(ctx, s)
	if gone != "" {
		return nil, 0, gone
	}
	steps, cut, err := timeline.Steps(s.ID, v.t.Gate, raw, turn)
	if err != nil {
		return nil, 0, unredacted
	}
	return steps, cut, ""
}

// Undone implements page.Details.
func (v *Viewer) Undone(ctx context.Context, s, by *fact.Session) (files []wire.UndoneFile, gone string) {
	first, gone := v.read(ctx, s)
	if gone != "" {
		return nil, gone
	}
	later, gone := v.read(ctx, by)
	if gone != "" {
		return nil, gone
	}
	telling := func(s *fact.Session, turns []conversation.Turn) timeline.Telling {
		return timeline.Telling{ID: s.ID, Gate: v.t.Gate, Turns: turns, Folder: s.Folder, Roots: []string{s.Repo.Key}}
	}
	taken := timeline.Taken{}
	for _, x := range s.Rework.By {
		if x.Session != by.ID {
			continue
		}
		for i, name := range x.Files[:min(len(x.Files), len(x.Taken))] {
			taken[name] = append(taken[name], x.Taken[i]...)
		}
	}
	files, err := timeline.Undone(telling(s, first), telling(by, later), taken)
	if err != nil {
		return nil, unredacted
	}
	return files, ""
}

const unredacted = "The turns are withheld, because they could not be redacted."

const unshown = "The turns are for those who wrote them; an admin sees what came of them, with the quotes of the verdict, redacted."

// withheld says why nobody gets a session's turns; "" they do.
func withheld(s *fact.Session) string {
	switch {
	case s.Verdict.Status == fact.JudgeOptedOut:
		return "It is left alone: whose session it is, or its repository, is opted out."
	case slices.ContainsFunc(s.Parts, func(p fact.Part) bool { return content.IsFacts(p.File) }):
		return "Only facts were shared: no transcript is here."
	case s.SourceGone:
		return "The transcript is no longer there; this is what is kept of it."
	}
	return ""
}

// refused says why a caller does not get a session's turns; "" they do.
func (v *Viewer) refused(s *fact.Session) string {
	if v.unread() && s.Person != v.caller.Person {
		return unshown
	}
	return withheld(s)
}

// read reads a session's turns again; gone says why a caller does not get them.
func (v *Viewer) read(ctx context.Context, s *fact.Session) (turns []conversation.Turn, gone string) {
	if gone := v.refused(s); gone != "" {
		return nil, gone
	}
	if v.lately.session == s.ID {
		return v.lately.turns, ""
	}
	turns, err := v.t.Read(ctx, s)
	if err != nil {
		return nil, "The transcript cannot be read again."
	}
	v.lately = reread{s.ID, turns}
	return turns, ""
}

// Others implements page.Details.
func (v *Viewer) Others(ctx context.Context, s *fact.Session) []fact.Verdict {
	if s.Verdict.Status == fact.JudgeOptedOut {
		return nil
	}
	list, err := v.t.Verdicts.VerdictsOf(ctx, append([]string{s.ID}, s.Aliases...)...)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(list, func(x fact.Verdict) bool { return x.Judge == s.Verdict.Judge })
}

// historyMost bounds how many verdicts of a session are told: one that goes on for long is
// judged each time that it grew.
const historyMost = 100

// History implements page.Details.
func (v *Viewer) History(ctx context.Context, s *fact.Session) []store.Judged {
	if s.Verdict.Status == fact.JudgeOptedOut {
		return nil
	}
	list, err := v.t.Verdicts.Told(ctx, historyMost, append([]string{s.ID}, s.Aliases...)...)
	if err != nil {
		return nil
	}
	return list
}

// Label implements page.Details.
func (v *Viewer) Label(_ context.Context, s *fact.Session) *store.Label {
	if l, ok := library.LabelOf(s, v.labels); ok {
		return &l
	}
	return nil
}

// Judge implements page.Library. The agreement is of what the caller sees.
func (v *Viewer) Judge(ctx context.Context) wire.Judge {
	if v.judge == nil {
		j := v.t.Judge
		if labelled, agreed, err := v.Agreement(ctx, v.labels, v.sees); err == nil {
			j.Agreement = wire.Share(agreed, labelled)
		}
		v.judge = &j
	}
	return *v.judge
}

// Now implements page.Library.
func (v *Viewer) Now() time.Time { return v.Library.Now.In(v.t.Zone) }

// Bounds of what a person types, in characters: as on the command line.
const (
	titleMost = 60
	noteMost  = 240
)

// errNotOwn says that a session is another's.
var errNotOwn = &access.Error{Status: http.StatusForbidden, Text: "A session is named and labelled by whose it is."}

// own finds a session that a caller may say something of.
func (v *Viewer) own(ctx context.Context, session string) (*fact.Session, error) {
	s, err := v.One(ctx, session)
	if err == nil && !v.Owns(s) {
		err = errNotOwn
	}
	return s, err
}

// Owns implements page.Owner. Without a key the caller is the person of this machine.
func (v *Viewer) Owns(s *fact.Session) bool {
	return v.caller.Key == "" || s.Person == v.caller.Person
}

// Revision implements api.Viewer.
func (v *Viewer) Revision(s *fact.Session) string {
	var was store.Typed
	was.Title, _ = library.TitleOf(s, v.Titles)
	if l, ok := library.LabelOf(s, v.labels); ok {
		was.Label = &l
	}
	return revision(s.ID, was)
}

// Audience implements api.Viewer: nothing that tells of the tenant to who has it.
func (v *Viewer) Audience() string {
	sum := sha256.Sum256([]byte(v.caller.Tenant + "\x00" + v.caller.Person + "\x00" + string(v.caller.Role)))
	return hex.EncodeToString(sum[:6])
}

// revision changes with whatever was typed of a session.
func revision(id string, was store.Typed) string {
	text := was.Title.String() + "\x00"
	if l := was.Label; l != nil {
		text += fmt.Sprint(l.GoalComplete, " ", l.Note)
	}
	sum := sha256.Sum256([]byte(text))
	return id + "-" + hex.EncodeToString(sum[:6])
}

// edit changes what was typed of a session, if it is still at one of some revisions, or
// whatever it is where there are none.
func (v *Viewer) edit(ctx context.Context, session string, match []string, change func(scope *redact.Scope, is *store.Typed) error) error {
	s, err := v.own(ctx, session)
	if err != nil {
		return err
	}
	return v.t.Kept.Type(ctx, append([]string{s.ID}, s.Aliases...), v.Library.Now, func(was store.Typed) (store.Typed, error) {
		if len(match) > 0 && !slices.Contains(match, revision(s.ID, was)) {
			return was, page.ErrChanged
		}
		scope := v.t.Gate.Session(s.ID)
		if err := change(scope, &was); err != nil {
			return was, err
		}
		return was, scope.Err()
	})
}

// SetTitle implements page.Editor.
func (v *Viewer) SetTitle(ctx context.Context, session, title string, match ...string) error {
	return v.edit(ctx, session, match, func(scope *redact.Scope, is *store.Typed) error {
		is.Title = scope.Text(title).Clip(titleMost)
		return nil
	})
}

// SetLabel implements page.Editor.
func (v *Viewer) SetLabel(ctx context.Context, session string, goalComplete *bool, note string, match ...string) error {
	return v.edit(ctx, session, match, func(scope *redact.Scope, is *store.Typed) error {
		is.Label = nil
		if goalComplete != nil {
			is.Label = &store.Label{GoalComplete: *goalComplete, Note: scope.Text(note).Clip(noteMost), At: v.Library.Now}
		}
		return nil
	})
}

// ChangeLabel implements page.Editor.
func (v *Viewer) ChangeLabel(ctx context.Context, session string, change func(was *store.Label) (*store.Label, error)) error {
	return v.edit(ctx, session, nil, func(_ *redact.Scope, is *store.Typed) (err error) {
		is.Label, err = change(is.Label)
		return err
	})
}
