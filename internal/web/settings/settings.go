// Package settings is the pages on which a viewer says how pages speak to them, sees what the
// gate leaves of a text, and administers: keys, people, opt-outs, the policy, jobs.
//
// Promises: what is wrong with a form stands beside it; a key's text is shown once.
// Refusals: it knows no right; a Steward has one, or none is given.
package settings

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/queue"
	"prism/internal/tenant"
	"prism/internal/web/page"
)

// Steward administers the tenant of whoever asks. Errors that a person may read have a
// Refusal; all that changes something is in the audit log.
type Steward interface {
	KeySteward
	PeopleSteward
	PolicySteward
	JobSteward
}

// KeySteward is Steward of keys.
type KeySteward interface {
	Now() time.Time // by which keys open something
	Keys(ctx context.Context) ([]tenant.Key, error)
	MakeKey(ctx context.Context, k tenant.Key) (text string, made tenant.Key, err error)
	RotateKey(ctx context.Context, id string, overlap time.Duration) (text string, made tenant.Key, ok bool, err error)
	RevokeKey(ctx context.Context, id string) (bool, error)
}

// PeopleSteward is Steward of people.
type PeopleSteward interface {
	People(ctx context.Context) ([]tenant.Person, error)
	SetPerson(ctx context.Context, p tenant.Person) (tenant.Person, error)
	ForgetPerson(ctx context.Context, name string) (bool, error)
}

// PolicySteward is Steward of what holds for all.
type PolicySteward interface {
	Account(ctx context.Context) (tenant.Account, error)
	SetPolicy(ctx context.Context, p tenant.Policy) error
	OptOut(ctx context.Context, o tenant.OptOut) error
	OptIn(ctx context.Context, of tenant.Subject, pattern string) (bool, error)
}

// JobSteward is Steward of what is done, and was.
type JobSteward interface {
	Jobs(ctx context.Context) ([]queue.Job, error)
	RetryJob(ctx context.Context, id int64) (bool, error)
	DropJob(ctx context.Context, id int64) (bool, error)
	// Notes are the latest lines of the audit log, the newest first.
	Notes(ctx context.Context, most int) ([]tenant.Entry, error)
}

// The parts of the settings, by the last element of their address.
const (
	partKeys     = "keys"
	partPeople   = "people"
	partOptOuts  = "opt-outs"
	partPolicy   = "policy"
	partJobs     = "jobs"
	partAudit    = "audit"
	settingsRoot = "/settings"
)

// settingsFill fills every part; what a part does not show is empty.
type settingsFill struct {
	Who     page.Who
	Part    string // "" the first page
	Parts   []page.Option
	Done    string // what was done just now
	Wrong   string // why nothing was done
	Secret  string // a key that was made, this once
	Asked   string // a person that is to be forgotten, before that is done
	Keys    []keyRow
	People  []tenant.Person
	Roles   []tenant.Role
	OptOuts []tenant.OptOut
	Policy  tenant.Policy
	Budgets [2]string // a day's and a month's, in dollars
	Jobs    []jobRow
	Notes   []tenant.Entry
	Text    string // that was pasted
	Gated   string // and what the gate leaves of it
	Hidden  []hiddenKind

	Languages, Regions []page.Option // how pages may speak
	Choice             page.Choice
	Zone               string // the server's
}

// hiddenKind is how many secrets of a kind the gate hid.
type hiddenKind struct {
	Text string
	N    int
}

type keyRow struct {
	tenant.Key
	State string // "valid", "revoked", "expired"
	Opens bool
	May   string
}

type jobRow struct {
	queue.Job
	When string
	Dead bool
	Runs bool
}

// stewardOf gives who administers the tenant of whoever asks; nil: nobody does here.
type stewardOf func(r *http.Request) (Steward, error)

// Routes are the routes of the settings.
func Routes(steward stewardOf) map[string]page.Handler {
	return map[string]page.Handler{
		"GET /settings":                    settingsPage,
		"POST /settings/preview":           previewText,
		"POST /settings/locale":            setLocale,
		"GET /settings/keys":               administered(steward, partKeys, nil),
		"POST /settings/keys":              administered(steward, partKeys, makeKey),
		"POST /settings/keys/rotate":       administered(steward, partKeys, rotateKey),
		"POST /settings/keys/revoke":       administered(steward, partKeys, revokeKey),
		"GET /settings/people":             administered(steward, partPeople, nil),
		"POST /settings/people":            administered(steward, partPeople, setPerson),
		"POST /settings/people/forget":     administered(steward, partPeople, forgetPerson),
		"GET /settings/opt-outs":           administered(steward, partOptOuts, nil),
		"POST /settings/opt-outs":          administered(steward, partOptOuts, addOptOut),
		"POST /settings/opt-outs/takeback": administered(steward, partOptOuts, removeOptOut),
		"GET /settings/policy":             administered(steward, partPolicy, nil),
		"POST /settings/policy":            administered(steward, partPolicy, setPolicy),
		"GET /settings/jobs":               administered(steward, partJobs, nil),
		"POST /settings/jobs/retry":        administered(steward, partJobs, retryJob),
		"POST /settings/jobs/drop":         administered(steward, partJobs, dropJob),
		"GET /settings/audit":              administered(steward, partAudit, nil),
	}
}

// longestSettings bounds what a form brings, in bytes.
const longestSettings = 128 << 10

// newSettings fills what every part shows.
func newSettings(r *page.Request, part string) *settingsFill {
	p := &settingsFill{Part: part, Roles: tenant.Roles()}
	if x, ok := r.Lib.(page.Known); ok {
		p.Who = x.Who()
	}
	p.Parts = append(p.Parts, page.Option{Value: settingsRoot, Name: r.Say("You"), On: part == ""})
	if p.Who.Admin {
		for _, x := range [...][2]string{{partKeys, locale.Mark("Keys")}, {partPeople, locale.Mark("People")}, {partOptOuts, locale.Mark("Opt-outs")}, {partPolicy, locale.Mark("Policy")}, {partJobs, locale.Mark("Jobs")}, {partAudit, locale.Mark("Audit log")}} {
			p.Parts = append(p.Parts, page.Option{Value: settingsRoot + "/" + x[0], Name: r.Known(x[1]), On: part == x[0]})
		}
	}
	p.Done = r.Known(map[string]string{
		"key-revoked": locale.Mark("The key opens nothing any more."), "person-set": locale.Mark("The person is known with that role."), "person-forgotten": locale.Mark("All that was kept of the person is gone, and so are their keys."),
		"opted-out": locale.Mark("It is left alone from now on."), "opted-in": locale.Mark("The opt-out is taken back."), "policy-set": locale.Mark("The policy holds."), "job-retried": locale.Mark("The job is done again at once."), "locale-set": locale.Mark("Pages speak so from now on, in this browser."), "job-dropped": locale.Mark("The job is dropped."),
	}[r.Query.Get("done")])
	c := page.ChosenBy(r.Request)
	p.Choice = c
	p.Zone = r.Lib.Now().Location().String()
	for _, x := range r.Locales.Catalog.Languages() {
		p.Languages = append(p.Languages, page.Option{Value: x.Tag, Name: x.Name, On: x.Tag == c.Language})
	}
	for _, x := range r.Locales.Catalog.Examples(r.Now()) {
		p.Regions = append(p.Regions, page.Option{Value: x.Tag, Name: x.Name, On: x.Tag == c.Region})
	}
	return p
}

func (p *settingsFill) answer(r *page.Request) page.Answer {
	return page.Answer{Page: "settings", Fill: p, Title: r.Say("Settings")}
}

func settingsPage(r *page.Request) (page.Answer, error) { return newSettings(r, "").answer(r), nil }

// placeholder is what the gate puts in place of a secret.
var placeholder = regexp.MustCompile(`\[([A-Z][A-Z0-9_]*?)(?:_\d+)?\]`)

func previewText(r *page.Request) (page.Answer, error) {
	x, ok := r.Lib.(page.Known)
	if !ok {
		return page.Answer{}, &page.Error{Status: http.StatusForbidden, Text: locale.Mark("There is no gate to look through here.")}
	}
	text, err := field(r, "text")
	if err != nil {
		return page.Answer{}, err
	}
	p := newSettings(r, "")
	p.Text = text
	if p.Gated, err = x.Preview(text); err != nil {
		return page.Answer{}, err
	}
	p.Gated = page.Clean(p.Gated)
	was, n := map[string]int{}, map[string]int{}
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		was[m[1]]++
	}
	for _, m := range placeholder.FindAllStringSubmatch(p.Gated, -1) {
		n[m[1]]++
	}
	for kind, k := range n {
		if k -= was[kind]; k > 0 { // else it was written so
			p.Hidden = append(p.Hidden, hiddenKind{Text: r.Known(strings.ToLower(phrase.Spoken(kind))), N: k})
		}
	}
	slices.SortFunc(p.Hidden, func(a, b hiddenKind) int { return strings.Compare(a.Text, b.Text) })
	return p.answer(r), nil
}

// field is one of what a form brought.
func field(r *page.Request, name string) (string, error) {
	if r.PostForm == nil {
		r.Body = http.MaxBytesReader(nil, r.Body, longestSettings)
		if err := r.ParseForm(); err != nil {
			return "", &page.Error{Status: http.StatusRequestEntityTooLarge, Text: r.Say("A form of at most {most} kB is taken.", longestSettings>>10)}
		}
	}
	return strings.TrimSpace(r.PostForm.Get(name)), nil
}

// change does what a form asks for, and tells what was done by a name, or fills in what
// is shown once.
type change func(ctx context.Context, s Steward, r *page.Request, p *settingsFill) (done string, err error)

// administered is a part of the settings that admins see, with a change to make first.
func administered(steward stewardOf, part string, do change) page.Handler {
	return func(r *page.Request) (page.Answer, error) {
		s, err := steward(r.Request)
		if err != nil {
			return page.Answer{}, err
		}
		if s == nil {
			return page.Answer{}, &page.Error{Status: http.StatusForbidden, Text: locale.Mark("This server is not administered from here.")}
		}
		p := newSettings(r, part)
		if do != nil {
			p.Done = ""
			if _, err := field(r, ""); err != nil {
				return page.Answer{}, err
			}
			done, err := do(r.Context(), s, r, p)
			var no interface{ Refusal() (int, string) }
			switch x := asRefusal(err); {
			case x != nil: // it stands beside the form
				no = x
				_, p.Wrong = no.Refusal()
				p.Wrong = r.Known(p.Wrong)
			case err != nil:
				return page.Answer{}, err
			case done != "":
				return page.Answer{To: settingsRoot + "/" + part + "?done=" + done}, nil
			}
		}
		if err := p.fill(r, s); err != nil {
			return page.Answer{}, err
		}
		a := p.answer(r)
		if p.Wrong != "" {
			a.Status = http.StatusUnprocessableEntity
		}
		return a, nil
	}
}

// notesShown is how many lines of the audit log a page holds.
const notesShown = 500

// ending is when a key ends: to the minute where that is soon.
func ending(l *locale.Locale, at, now time.Time) string {
	if at = at.In(now.Location()); at.Sub(now) < 72*time.Hour {
		return l.DateTime(at)
	}
	return l.Date(at)
}

// fill reads what a part shows.
func (p *settingsFill) fill(r *page.Request, s Steward) (err error) {
	ctx, now := r.Context(), s.Now()
	if r.Zone != nil {
		now = now.In(r.Zone)
	}
	switch p.Part {
	case partKeys:
		var list []tenant.Key
		if list, err = s.Keys(ctx); err != nil {
			return err
		}
		for _, k := range list {
			x := keyRow{Key: k, State: r.Say("valid"), Opens: k.Valid(now)}
			switch {
			case !k.Revoked.IsZero() && !k.Revoked.After(now):
				x.State = r.Say("revoked")
			case !x.Opens:
				x.State = r.Say("expired")
			case !k.Revoked.IsZero():
				x.State = r.Say("valid until {time}", ending(r.Locale, k.Revoked, now))
			case !k.Expires.IsZero():
				x.State = r.Say("valid until {time}", ending(r.Locale, k.Expires, now))
			}
			var may []string
			for _, scope := range k.Scopes {
				may = append(may, r.Known(string(scope)))
			}
			x.May = strings.Join(may, ", ")
			p.Keys = append(p.Keys, x)
		}
		slices.SortStableFunc(p.Keys, func(a, b keyRow) int { // what opens first, the newest first
			if a.Opens != b.Opens {
				return map[bool]int{true: -1, false: 1}[a.Opens]
			}
			return b.Created.Compare(a.Created)
		})
		p.People, err = s.People(ctx)
	case partPeople:
		p.People, err = s.People(ctx)
	case partOptOuts, partPolicy:
		var a tenant.Account
		a, err = s.Account(ctx)
		p.OptOuts = a.OptOuts
		if p.Wrong == "" {
			p.Policy = a.Policy
		}
		for i, n := range [...]int64{p.Policy.DayBudget, p.Policy.MonthBudget} {
			p.Budgets[i] = strconv.FormatFloat(float64(n)/tenant.MicroDollars, 'f', -1, 64)
		}
	case partJobs:
		var list []queue.Job
		list, err = s.Jobs(ctx)
		for _, j := range list {
			p.Jobs = append(p.Jobs, jobRow{Job: j, When: dueIn(r.Locale, j, now), Dead: j.State == queue.Dead, Runs: j.State == queue.Running})
		}
		slices.SortStableFunc(p.Jobs, func(a, b jobRow) int { return cmp.Compare(b.State, a.State) }) // dead, running, waiting
	case partAudit:
		p.Notes, err = s.Notes(ctx, notesShown)
	}
	return err
}

// dueIn says when a job is done.
func dueIn(l *locale.Locale, j queue.Job, now time.Time) string {
	switch {
	case j.State == queue.Running:
		return l.Say("runs")
	case j.State == queue.Dead:
		return l.Say("is not tried again")
	case !j.Due.After(now):
		return l.Say("now")
	}
	return l.Say("in {time}", l.Lasted(j.Due.Sub(now)))
}
