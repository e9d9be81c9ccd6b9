package server_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"prism/internal/queue"
	"prism/internal/server/servertest"
	"prism/internal/tenant"
)

// control is what stands above tenants, in memory.
type control struct {
	servertest.Ring
	notes   []tenant.Entry
	people  map[string]map[string]tenant.Person // by tenant and name
	optOuts map[string][]tenant.OptOut
	policy  map[string]tenant.Policy
}

func (c *control) SetPerson(_ context.Context, account string, p *tenant.Person) error {
	if c.people[account] == nil {
		c.people[account] = map[string]tenant.Person{}
	}
	c.people[account][p.Name] = *p
	return nil
}

func (c *control) People(_ context.Context, account string) (list []tenant.Person, err error) {
	for _, p := range c.people[account] {
		list = append(list, p)
	}
	return list, nil
}

func (c *control) Person(_ context.Context, account, name string) (tenant.Person, bool, error) {
	p, ok := c.people[account][name]
	return p, ok, nil
}

func (c *control) RemovePerson(_ context.Context, account, name string) error {
	delete(c.people[account], name)
	return nil
}

func (c *control) Groups(_ context.Context, account string) (list []tenant.Group, err error) {
	for _, p := range c.people[account] {
		for _, g := range p.Groups {
			list = append(list, tenant.Group{Name: g, People: []string{p.Name}})
		}
	}
	return list, nil
}

func (c *control) Account(_ context.Context, name string) (a tenant.Account, made bool, err error) {
	a.Name, a.Policy, a.OptOuts = name, c.policy[name], c.optOuts[name]
	return a, true, nil
}

func (c *control) AddTenant(_ context.Context, t tenant.Tenant) error {
	c.policy[t.Name] = t.Policy
	return nil
}

func (c *control) AddOptOut(_ context.Context, account string, o tenant.OptOut) error {
	c.optOuts[account] = append(c.optOuts[account], o)
	return nil
}

func (c *control) RemoveOptOut(_ context.Context, account string, of tenant.Subject, pattern string) (bool, error) {
	n := len(c.optOuts[account])
	c.optOuts[account] = slices.DeleteFunc(c.optOuts[account], func(o tenant.OptOut) bool { return o.Of == of && o.Pattern == pattern })
	return len(c.optOuts[account]) < n, nil
}

func (c *control) RotateKey(ctx context.Context, old string, next *tenant.Key, until time.Time) (bool, error) {
	k := c.Ring[old]
	k.Expires = until
	c.Ring[old] = k
	return true, c.AddKey(ctx, next)
}

func (c *control) Keys(_ context.Context, account string) (list []tenant.Key, err error) {
	for _, k := range c.Ring {
		if k.Tenant == account {
			list = append(list, k)
		}
	}
	return list, nil
}

func (c *control) AddKey(_ context.Context, k *tenant.Key) error {
	c.Ring[k.ID] = *k
	return nil
}

func (c *control) RevokeKey(_ context.Context, id string, at time.Time) (bool, error) {
	k, ok := c.Ring[id]
	k.Revoked = at
	c.Ring[id] = k
	return ok, nil
}

func (c *control) Note(_ context.Context, e tenant.Entry) error {
	c.notes = append(c.notes, e)
	return nil
}

func (c *control) Notes(_ context.Context, account string, _ int) ([]tenant.Entry, error) {
	return slices.DeleteFunc(slices.Clone(c.notes), func(e tenant.Entry) bool { return e.Tenant != account }), nil
}

// board is jobs by tenant and number.
type board map[string]queue.Job

func (b board) Jobs(_ context.Context, tenant string) (list []queue.Job, err error) {
	for _, j := range b {
		if j.Tenant == tenant {
			list = append(list, j)
		}
	}
	return list, nil
}

func (b board) Retry(_ context.Context, tenant string, id int64) (bool, error) {
	_, ok := b[fmt.Sprint(tenant, id)]
	return ok, nil
}

func (b board) Drop(ctx context.Context, tenant string, id int64) (bool, error) {
	ok, err := b.Retry(ctx, tenant, id)
	delete(b, fmt.Sprint(tenant, id))
	return ok, err
}

func (b board) Depth(context.Context) (d queue.Depth, err error) { return d, nil }
