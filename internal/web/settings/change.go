package settings

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"prism/internal/locale"
	"prism/internal/tenant"
	"prism/internal/web/page"
)

// asRefusal is the error that a person is told beside the form, or nil: what is wrong
// with what they typed, and not that they may not.
func asRefusal(err error) interface{ Refusal() (int, string) } {
	var no interface{ Refusal() (int, string) }
	if errors.As(err, &no) {
		if status, _ := no.Refusal(); status == http.StatusUnprocessableEntity || status == http.StatusNotFound || status == http.StatusConflict {
			return no
		}
	}
	return nil
}

func wrong(text string) error { return &page.Error{Status: http.StatusUnprocessableEntity, Text: text} }

func makeKey(ctx context.Context, s Steward, r *page.Request, p *settingsFill) (string, error) {
	k := tenant.Key{Person: strings.TrimSpace(r.PostForm.Get("person")), Name: strings.TrimSpace(r.PostForm.Get("name"))}
	for _, scope := range tenant.Scopes() {
		if slices.Contains(r.PostForm["scope"], string(scope)) {
			k.Scopes = append(k.Scopes, scope)
		}
	}
	if len(k.Scopes) == 0 {
		return "", wrong(locale.Mark("Nothing is made: say what the key may do."))
	}
	if days := r.PostForm.Get("days"); days != "" {
		n, err := strconv.Atoi(days)
		if err != nil || n < 1 || n > 3650 {
			return "", wrong(locale.Mark("Nothing is made: a key ends after 1 to 3650 days, or never."))
		}
		k.Expires = s.Now().AddDate(0, 0, n)
	}
	if k.Person != "" && k.Role == "" {
		people, err := s.People(ctx)
		if err != nil {
			return "", err
		}
		k.Role = tenant.Member
		if i := slices.IndexFunc(people, func(x tenant.Person) bool { return x.Name == k.Person }); i >= 0 {
			k.Role = people[i].Role
		}
	}
	if k.Person == "" {
		k.Role = tenant.Owner
	}
	text, _, err := s.MakeKey(ctx, k)
	p.Secret = text
	return "", err
}

func rotateKey(ctx context.Context, s Steward, r *page.Request, p *settingsFill) (string, error) {
	overlap, err := tenant.ParseOverlap(strings.TrimSpace(r.PostForm.Get("overlap")))
	if err != nil {
		return "", wrong(r.Say("Nothing is rotated: how long the key opens yet does not read; {why}.", err.Error()))
	}
	text, _, ok, err := s.RotateKey(ctx, r.PostForm.Get("id"), overlap)
	if err == nil && !ok {
		err = wrong(locale.Mark("There is no such key that opens anything."))
	}
	p.Secret = text
	return "", err
}

func revokeKey(ctx context.Context, s Steward, r *page.Request, _ *settingsFill) (string, error) {
	ok, err := s.RevokeKey(ctx, r.PostForm.Get("id"))
	if err == nil && !ok {
		err = wrong(locale.Mark("There is no such key that opens anything."))
	}
	return "key-revoked", err
}

func setPerson(ctx context.Context, s Steward, r *page.Request, _ *settingsFill) (string, error) {
	x := tenant.Person{Name: strings.TrimSpace(r.PostForm.Get("name")), Role: tenant.Role(r.PostForm.Get("role"))}
	if !slices.Contains(tenant.Roles(), x.Role) {
		return "", wrong(locale.Mark("Nothing is changed: there is no such role."))
	}
	for g := range strings.SplitSeq(r.PostForm.Get("groups"), ",") {
		if g = strings.TrimSpace(g); g != "" {
			x.Groups = append(x.Groups, g)
		}
	}
	_, err := s.SetPerson(ctx, x)
	return "person-set", err
}

// forgetPerson asks first: what it removes does not come back.
func forgetPerson(ctx context.Context, s Steward, r *page.Request, p *settingsFill) (string, error) {
	name := r.PostForm.Get("name")
	if typed := r.PostForm.Get("again"); typed != name || name == "" {
		p.Asked = name
		if typed != "" {
			return "", wrong(locale.Mark("Nothing is removed: the name that was typed is another one."))
		}
		return "", nil
	}
	ok, err := s.ForgetPerson(ctx, name)
	if err == nil && !ok {
		err = wrong(locale.Mark("Nobody of that name is known, and nothing is kept of them."))
	}
	return "person-forgotten", err
}

func addOptOut(ctx context.Context, s Steward, r *page.Request, _ *settingsFill) (string, error) {
	return "opted-out", s.OptOut(ctx, tenant.OptOut{Of: tenant.Subject(r.PostForm.Get("of")), Pattern: strings.TrimSpace(r.PostForm.Get("pattern"))})
}

func removeOptOut(ctx context.Context, s Steward, r *page.Request, _ *settingsFill) (string, error) {
	ok, err := s.OptIn(ctx, tenant.Subject(r.PostForm.Get("of")), r.PostForm.Get("pattern"))
	if err == nil && !ok {
		err = wrong(locale.Mark("There is no such opt-out."))
	}
	return "opted-in", err
}

func setPolicy(ctx context.Context, s Steward, r *page.Request, p *settingsFill) (string, error) {
	a, err := s.Account(ctx)
	if err != nil {
		return "", err
	}
	x := a.Policy
	number := func(name string, whole bool, most float64, to func(float64)) {
		const least = 0
		v, bad := strconv.ParseFloat(strings.TrimSpace(r.PostForm.Get(name)), 64)
		switch {
		case strings.TrimSpace(r.PostForm.Get(name)) == "":
			v = 0
		case bad != nil || v != v || v < least || v > most || whole && v != math.Trunc(v): // half a day would be none, which is for ever
			say := locale.Mark("Nothing is changed: {field} is a number from {least} to {most}.")
			if whole {
				say = locale.Mark("Nothing is changed: {field} is a whole number from {least} to {most}.")
			}
			err = wrong(r.Say(say, r.Known(strings.ReplaceAll(name, "_", " ")), least, int(most)))
			return
		}
		to(v)
	}
	number("content_days", true, 36500, func(v float64) { x.ContentDays = int(v) })
	number("facts_days", true, 36500, func(v float64) { x.FactsDays = int(v) })
	number("group_minimum", true, 10000, func(v float64) { x.GroupMinimum = int(v) })
	number("day_budget", false, 1e6, func(v float64) { x.DayBudget = int64(v*tenant.MicroDollars + 0.5) })
	number("month_budget", false, 1e6, func(v float64) { x.MonthBudget = int64(v*tenant.MicroDollars + 0.5) })
	x.FactsOnly, x.PromptsVisible, x.DeleteOptedOut = r.PostForm.Get("facts_only") != "", r.PostForm.Get("prompts_visible") != "", r.PostForm.Get("delete_opted_out") != ""
	x.Provider, x.Model = strings.TrimSpace(r.PostForm.Get("provider")), strings.TrimSpace(r.PostForm.Get("model"))
	p.Policy = x // what was typed stays where it is wrong
	if err == nil {
		err = s.SetPolicy(ctx, x)
	}
	return "policy-set", err
}

// numbered is the job that a form names.
func numbered(r *page.Request, change func(id int64) (bool, error)) error {
	id, err := strconv.ParseInt(r.PostForm.Get("id"), 10, 64)
	if err != nil {
		return wrong(locale.Mark("There is no such job."))
	}
	ok, err := change(id)
	if err == nil && !ok {
		err = wrong(locale.Mark("There is no such job that does not run."))
	}
	return err
}

func retryJob(ctx context.Context, s Steward, r *page.Request, _ *settingsFill) (string, error) {
	return "job-retried", numbered(r, func(id int64) (bool, error) { return s.RetryJob(ctx, id) })
}

func dropJob(ctx context.Context, s Steward, r *page.Request, _ *settingsFill) (string, error) {
	return "job-dropped", numbered(r, func(id int64) (bool, error) { return s.DropJob(ctx, id) })
}
