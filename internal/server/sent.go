package server

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"prism/internal/delivery"
	"prism/internal/locale"
	"prism/internal/queue"
	"prism/internal/server/access"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web"
)

// Reports sends reports at the times that a file of plans says.
type Reports struct {
	Plans  []delivery.Plan
	Tenant func(ctx context.Context, name string) (*Tenant, error)
	Board  queue.Board
	// Note adds to the audit log; nil: nobody keeps one.
	Note func(ctx context.Context, e tenant.Entry) error
	Now  func() time.Time
	Log  *slog.Logger
}

// owner is whose a plan is.
func owner(p *delivery.Plan) string { return cmp.Or(p.Tenant, tenant.Local) }

// askAhead is how long before it is due a report is asked for at the latest. Nearer to it
// another process, whose clock is ahead or which was quicker to ask, may have sent it by the
// time that this one has asked: it would go twice.
const askAhead = 2 * time.Minute

// Due are the jobs of a tenant's plans, one for each place, at their next times. What is due
// within askAhead was asked for before.
func (r *Reports) Due(name string, now time.Time) (jobs []queue.New) {
	for i := range r.Plans {
		p := &r.Plans[i]
		if owner(p) != name {
			continue
		}
		due := p.Next(now.Add(askAhead))
		for _, place := range p.Places() {
			jobs = append(jobs, queue.New{Kind: queue.Report, Key: p.Name + "/" + place + "/" + due.Format(time.DateOnly) + "/" + p.When(), Due: due})
		}
	}
	return jobs
}

// task is what a job's key says: the name of a report, the place where it goes, the day on
// which it is due, in its zone, and when. The day says which stretch it is of, however late
// it is done. The time is in it since of jobs of one key the earliest counts: where a file
// says another time, what was asked for by the one before is another job, and not done.
type task struct{ name, place, day, when string }

func taskOf(key string) (t task) {
	var rest string
	t.name, rest, _ = strings.Cut(key, "/")
	t.place, rest, _ = strings.Cut(rest, "/")
	t.day, t.when, _ = strings.Cut(rest, "/")
	return t
}

// plan finds the one of a name.
func (r *Reports) plan(of, name string) *delivery.Plan {
	i := slices.IndexFunc(r.Plans, func(p delivery.Plan) bool { return owner(&p) == of && p.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Plans[i]
}

// Do sends what a job of Due asks for: the stretch that was over when it was due. Where
// nothing ended in it, or of too few people to tell, nothing is sent.
func (r *Reports) Do(ctx context.Context, of, key string) error {
	t := taskOf(key)
	p := r.plan(of, t.name)
	if p == nil || t.when != p.When() {
		return nil // the file says no more of it
	}
	day, err := time.ParseInLocation(time.DateOnly, t.day, p.In())
	if err != nil {
		return nil //nolint:nilerr // of a program before this one
	}
	msg, err := r.message(ctx, p, day)
	if errors.Is(err, ErrReading) {
		return notYet{err} // as long as that takes: a server that was down sends once it has read
	}
	var no interface{ Refusal() (int, string) }
	if errors.As(err, &no) { // what a person may be told is what its job says, too
		_, why := no.Refusal()
		err = &delivery.Error{Why: strings.TrimSuffix(why, ".")}
	}
	if err != nil || msg == nil {
		return err
	}
	if err := p.Send(ctx, t.place, msg, r.Now()); err != nil {
		r.Log.Warn("a report was not sent", "tenant", of, "report", t.name, "by", t.place, "why", err)
		return err
	}
	return nil
}

// mostPosted bounds the sessions of a report that is posted: a session takes some 3 kB, and
// most receivers refuse more than a megabyte.
const mostPosted = 200

// notYet is why a report waits, which is no fault of its job.
type notYet struct{ error }

// Passing implements what queue.Passing looks for.
func (notYet) Passing() bool { return true }

// Unwrap gives what is waited for.
func (e notYet) Unwrap() error { return e.error }

// message makes the message of a plan, of the last stretch that was over on a day; nil:
// there is nothing to tell.
func (r *Reports) message(ctx context.Context, p *delivery.Plan, day time.Time) (*delivery.Message, error) {
	t, err := r.Tenant(ctx, owner(p))
	if err != nil {
		return nil, err
	}
	// Who reads a mail is not known here: it tells what a lead sees, or one person's own.
	c := access.Caller{Tenant: owner(p), Role: tenant.Lead, Key: "report"}
	switch {
	case p.Person != "":
		c.Role, c.Person = tenant.Member, p.Person
	case p.Tenant == "": // one person's machine, and their own plan
		c = access.Caller{Tenant: tenant.Local, Role: tenant.Owner}
	}
	v, err := t.View(ctx, c)
	if err != nil {
		return nil, err
	}
	v.set = true
	now := r.Now().In(p.In())
	from, _ := p.Every.Before(day)
	l, only := p.Speaks(), ""
	if p.Repo != "" {
		only = l.Say("Only: {terms}", l.Say("repository {name}", p.Repo))
	}
	made, err := web.ReportOf(ctx, v, p.Every, from, now, store.Filter{Repo: p.Repo}, only)
	switch {
	case errors.Is(err, ErrAggregates):
		r.Log.Info("a report was not sent: it would be of too few people", "tenant", owner(p), "report", p.Name)
		return nil, nil //nolint:nilnil // nothing to tell is no failure
	case err != nil:
		return nil, err
	case made.Sessions == 0:
		return nil, nil //nolint:nilnil // as above
	}
	if list := made.Form.Sessions; len(list) > mostPosted {
		made.Form.Sessions, made.Form.Left = list[:mostPosted], len(list)-mostPosted
	}
	var forms [3]bytes.Buffer
	for i, form := range [...]string{"txt", "html", "json"} {
		if err := made.Write(&forms[i], form, l); err != nil {
			return nil, err
		}
	}
	when := web.Stretch(l, p.Every, made.From)
	score := l.Respelt(made.Score)
	switch {
	case !made.Enough:
		score = l.Say("too few sessions for a score")
	case made.Letter != "":
		score += " (" + made.Letter + ")"
	}
	short := []string{"PRISM, " + when + ": " + score, l.Respelt(made.Headline)}
	if made.Change != "" && made.Enough {
		short = append(short, l.Respelt(made.Change)+".")
	}
	for _, f := range made.Findings {
		short = append(short, "• "+l.Respelt(f))
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{owner(p), p.Name, string(p.Every), made.From.Format(time.DateOnly)}, "\x00")))
	return &delivery.Message{
		Key: hex.EncodeToString(sum[:16]), Subject: "PRISM " + score + " · " + when,
		Language: l.Lang(),
		Short:    strings.Join(short, "\n"), Text: forms[0].String(), HTML: forms[1].String(), JSON: forms[2].Bytes(),
	}, nil
}

// telling says what a plan's report is of.
func telling(p *delivery.Plan) func(*locale.Locale) string {
	return web.Telling(p.Every, p.Person, p.Tenant != "", p.Repo)
}

// sent are a tenant's plans as its admin sees them.
func (r *Reports) sent(ctx context.Context, whose string) (list []web.Sent, err error) {
	jobs, err := r.Board.Jobs(ctx, whose)
	if err != nil {
		return nil, err
	}
	for i := range r.Plans {
		p := &r.Plans[i]
		if owner(p) != whose {
			continue
		}
		x := web.Sent{Name: p.Name, Of: telling(p), Where: p.Where, Due: p.Next(r.Now())}
		for _, j := range jobs {
			if t := taskOf(j.Key); j.Kind == queue.Report && t.name == p.Name && t.when == p.When() && j.Reason != "" {
				x.Failed, x.Dead = j.Reason, j.State == queue.Dead
			}
		}
		list = append(list, x)
	}
	return list, nil
}

// reports gives the plans that a caller sees: those who administer.
func (v *Viewer) reports() *Reports {
	if v.t.Reports == nil || v.caller.Role != tenant.Owner || v.caller.Allowed(tenant.Admin) != nil {
		return nil
	}
	return v.t.Reports
}

// Sent implements web.Postman.
func (v *Viewer) Sent(ctx context.Context) ([]web.Sent, error) {
	r := v.reports()
	if r == nil {
		return nil, nil
	}
	return r.sent(ctx, v.caller.Tenant)
}

// sending finds a plan that a caller sees.
func (v *Viewer) sending(name string) (*Reports, *delivery.Plan, error) {
	r := v.reports()
	if r == nil {
		return nil, nil, &access.Error{Status: http.StatusForbidden, Text: "Reports are sent by who administers."}
	}
	p := r.plan(v.caller.Tenant, name)
	if p == nil {
		return nil, nil, &access.Error{Status: http.StatusNotFound, Text: "There is no such report."}
	}
	return r, p, nil
}

// next makes the message that a plan would send now; nil: there is nothing to tell.
func (r *Reports) next(ctx context.Context, p *delivery.Plan) (*delivery.Message, error) {
	return r.message(ctx, p, r.Now().In(p.In()))
}

// nothing tells a person which stretch has nothing to tell, and that the plan is not at fault.
func (r *Reports) nothing(p *delivery.Plan) error {
	from, _ := p.Every.Before(r.Now().In(p.In()))
	in := ""
	if p.Repo != "" {
		in = " in " + p.Repo
	}
	return &access.Error{Status: http.StatusUnprocessableEntity, Text: fmt.Sprintf(
		"There is nothing to send. What goes is the last whole %s (%s): no session%s ended in it, or those that did are of too few people. The plan itself is sound: the next %s in which sessions end is sent when it is over, and can be tried from then on.",
		p.Every, web.Stretch(locale.Plain(), p.Every, from), in, p.Every)}
}

// exampleTries is how many stretches are looked at for one that has something to tell.
const exampleTries = 12

// example makes the message of the latest stretch before the last whole one in which there
// was something to tell, and names it; nil: there is none, or it lies further back.
func (r *Reports) example(ctx context.Context, p *delivery.Plan) (msg *delivery.Message, when func(*locale.Locale) string, err error) {
	t, err := r.Tenant(ctx, owner(p))
	if err != nil {
		return nil, nil, err
	}
	v, err := t.View(ctx, access.Caller{Tenant: owner(p), Role: tenant.Owner})
	if err != nil {
		return nil, nil, err
	}
	f := store.Filter{Repo: p.Repo}
	if p.Person != "" {
		f.People = []string{p.Person}
	}
	day := r.Now().In(p.In())
	for range exampleTries {
		f.Until, _ = p.Every.Before(day)
		var last time.Time
		for s, err := range v.Library.Some(ctx, f, store.Order{}, 1) {
			if err != nil {
				return nil, nil, err
			}
			last = s.Ended.In(p.In())
		}
		if last.IsZero() {
			return nil, nil, nil
		}
		from, to := p.Every.Around(last)
		if msg, err = r.message(ctx, p, to); err != nil || msg != nil {
			return msg, func(l *locale.Locale) string { return web.Stretch(l, p.Every, from) }, err
		}
		day = to
	}
	return nil, nil, nil
}

// Outgoing implements web.Postman. Who may not read what a person wrote is not shown what
// goes to that person, though it be titles and quotes that pages show them, too: it is
// written to that person.
func (v *Viewer) Outgoing(ctx context.Context, name string) (*web.Outgoing, error) {
	r, p, err := v.sending(name)
	if err != nil {
		return nil, err
	}
	if p.Person != "" && p.Person != v.caller.Person && v.unread() {
		return nil, &access.Error{Status: http.StatusForbidden, Text: "This report goes to one person, of what they did: it is shown to them alone, unless the tenant shows prompts. A test goes where it goes."}
	}
	out := &web.Outgoing{Name: p.Name, Of: telling(p)}
	msg, err := r.next(ctx, p)
	if err == nil && msg == nil {
		if msg, out.Example, err = r.example(ctx, p); err == nil && msg == nil {
			err = r.nothing(p)
		}
	}
	if err != nil {
		return nil, err
	}
	list, err := p.Preview(msg)
	if err != nil {
		return nil, err
	}
	for _, x := range list {
		w := web.Way{Where: x.Where, Subject: x.Subject}
		for _, part := range x.Parts {
			w.Parts = append(w.Parts, web.Part{Kind: part.Kind, Text: part.Text})
		}
		out.Ways = append(out.Ways, w)
	}
	return out, nil
}

// Try implements web.Postman.
func (v *Viewer) Try(ctx context.Context, name string) error {
	r, p, err := v.sending(name)
	if err != nil {
		return err
	}
	msg, err := r.next(ctx, p)
	if err == nil && msg == nil {
		err = r.nothing(p)
	}
	if err != nil {
		return err
	}
	test := p.Speaks().Say("Test:") + " "
	msg.Subject, msg.Short, msg.Key = test+msg.Subject, test+msg.Short, msg.Key+"-test-"+r.Now().UTC().Format("20060102T150405.000")
	if r.Note != nil {
		who := cmp.Or(v.caller.Key, v.caller.Person)
		if err := r.Note(ctx, tenant.Entry{At: r.Now(), Who: who, Did: "report.try", Tenant: v.caller.Tenant, What: name}); err != nil {
			return err
		}
	}
	places := p.Places()
	var why []string
	for _, place := range places {
		if err := p.Send(ctx, place, msg, r.Now()); err != nil {
			why = append(why, err.Error())
		}
	}
	if len(why) == 0 {
		return nil
	}
	text := "It was not sent: "
	if len(why) < len(places) {
		text = fmt.Sprintf("It was sent to %d of %d: ", len(places)-len(why), len(places))
	}
	return &access.Error{Status: http.StatusBadGateway, Text: text + strings.Join(slices.Compact(why), "; ") + "."}
}
