package server

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"prism/internal/server/access"
	"prism/internal/tenant"
)

// PeopleControl is what stands above tenants, of their people.
type PeopleControl interface {
	SetPerson(ctx context.Context, account string, p *tenant.Person) error
	People(ctx context.Context, account string) ([]tenant.Person, error)
	Person(ctx context.Context, account, name string) (tenant.Person, bool, error)
	Groups(ctx context.Context, account string) ([]tenant.Group, error)
	RemovePerson(ctx context.Context, account, name string) error
}

// PolicyControl is what stands above tenants, of what holds for all of one.
type PolicyControl interface {
	Account(ctx context.Context, name string) (tenant.Account, bool, error)
	AddTenant(ctx context.Context, t tenant.Tenant) error
	AddOptOut(ctx context.Context, account string, o tenant.OptOut) error
	RemoveOptOut(ctx context.Context, account string, of tenant.Subject, pattern string) (bool, error)
}

// unfit says what is wrong with what was sent.
func unfit(err error) error {
	if err == nil {
		return nil
	}
	return &access.Error{Status: http.StatusUnprocessableEntity, Text: "Nothing is changed: " + err.Error() + "."}
}

// People implements api.PeopleAdmin.
func (s *steward) People(ctx context.Context) ([]tenant.Person, error) {
	return s.control.People(ctx, s.Tenant)
}

// SetPerson implements api.PeopleAdmin.
func (s *steward) SetPerson(ctx context.Context, p tenant.Person) (tenant.Person, error) {
	for _, name := range append([]string{p.Name}, p.Groups...) {
		if err := tenant.CheckLabel(name); err != nil {
			return p, unfit(err)
		}
	}
	slices.Sort(p.Groups)
	p.Groups, p.Created = slices.Compact(p.Groups), s.now
	was, known, err := s.control.Person(ctx, s.Tenant, p.Name)
	if err != nil {
		return p, err
	}
	if known {
		p.Created = was.Created
	}
	if err := s.control.SetPerson(ctx, s.Tenant, &p); err != nil {
		return p, err
	}
	return p, s.note(ctx, "person.set", p.Name, string(p.Role))
}

// Groups implements api.PeopleAdmin.
func (s *steward) Groups(ctx context.Context) ([]tenant.Group, error) {
	return s.control.Groups(ctx, s.Tenant)
}

// ForgetPerson implements api.PeopleAdmin. Their keys go first, so that nothing comes after
// what was removed; who asks again where that failed in the middle has the rest removed.
func (s *steward) ForgetPerson(ctx context.Context, name string) (bool, error) {
	_, known, err := s.control.Person(ctx, s.Tenant, name)
	if err != nil {
		return false, err
	}
	if known {
		if err := s.control.RemovePerson(ctx, s.Tenant, name); err != nil {
			return true, err
		}
	}
	some := false
	if known { // a process may go by a key of theirs for as long as that
		if err := keysEnd(ctx); err != nil {
			return true, err
		}
	}
	if s.t.Forget != nil {
		if some, err = s.t.Forget(ctx, name); err != nil {
			return known, err
		}
	}
	if !known && !some {
		return false, nil
	}
	if !known {
		if err := s.control.RemovePerson(ctx, s.Tenant, name); err != nil {
			return true, err
		}
	}
	if err := s.note(ctx, "person.forget", "", ""); err != nil { // without the name, which is gone
		return true, err
	}
	return true, s.settle(ctx, s.Tenant)
}

// Account implements api.PolicyAdmin.
func (s *steward) Account(ctx context.Context) (tenant.Account, error) {
	a, _, err := s.control.Account(ctx, s.Tenant)
	return a, err
}

// SetPolicy implements api.PolicyAdmin.
func (s *steward) SetPolicy(ctx context.Context, p tenant.Policy) error {
	if err := p.Check(); err != nil {
		return unfit(err)
	}
	a, made, err := s.control.Account(ctx, s.Tenant)
	if err != nil {
		return err
	}
	if !made { // this machine's own, which nobody made
		a.Tenant = tenant.Tenant{Name: s.Tenant, Created: s.now}
	}
	a.Policy = p
	if err := s.control.AddTenant(ctx, a.Tenant); err != nil {
		return err
	}
	if err := s.note(ctx, "policy.set", "", inWords(&p)); err != nil {
		return err
	}
	return s.settle(ctx, s.Tenant) // what is opted out may be to be deleted from now on
}

// inWords is all that a policy says, as the log keeps it.
func inWords(p *tenant.Policy) string {
	optedOut := "hide"
	if p.DeleteOptedOut {
		optedOut = "delete"
	}
	dollars := func(micro int64) string { return strconv.FormatFloat(float64(micro)/tenant.MicroDollars, 'f', -1, 64) }
	return fmt.Sprintf("content-days=%d facts-days=%d transcripts=%t prompts-visible=%t group-minimum=%d opted-out=%s provider=%s model=%s day-budget=%s month-budget=%s",
		p.ContentDays, p.FactsDays, !p.FactsOnly, p.PromptsVisible, p.People(), optedOut, p.Provider, p.Model, dollars(p.DayBudget), dollars(p.MonthBudget))
}

// OptOut implements api.PolicyAdmin.
func (s *steward) OptOut(ctx context.Context, o tenant.OptOut) error {
	o.Since = s.now
	if err := o.Check(); err != nil {
		return unfit(err)
	}
	if err := s.control.AddOptOut(ctx, s.Tenant, o); err != nil {
		return err
	}
	return s.noteOptOut(ctx, "optout.add", o.Of, o.Pattern)
}

// OptIn implements api.PolicyAdmin.
func (s *steward) OptIn(ctx context.Context, of tenant.Subject, pattern string) (bool, error) {
	ok, err := s.control.RemoveOptOut(ctx, s.Tenant, of, pattern)
	if ok && err == nil {
		err = s.noteOptOut(ctx, "optout.remove", of, pattern)
	}
	return ok, err
}

// noteOptOut notes an opt-out, a person's name where it goes with them, and has what is
// there looked at again.
func (s *steward) noteOptOut(ctx context.Context, did string, of tenant.Subject, pattern string) error {
	person := ""
	if of == tenant.OfPerson {
		person = pattern
	}
	if err := s.note(ctx, did, person, string(of)); err != nil {
		return err
	}
	return s.settle(ctx, s.Tenant)
}

// keysEnd waits until removed keys open nothing more and what came by them is kept: what
// it is for may be removed then, and nothing comes after it.
func keysEnd(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(tenant.Ended):
		return nil
	}
}
