// Package control keeps what stands above tenants: them, their policies, people, keys and
// opt-outs, and the audit log.
//
// Nouns: a Registry is all of that. Promises: what a key opens is the tenant's that it was
// made for; whose role changes, their keys get it; of a person who is removed no name is
// left. Refusals: it decides about nobody (package tenant does) and holds nothing of what
// a tenant sent.
package control

import (
	"cmp"
	"context"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/store/statement"
	"prism/internal/tenant"
)

// What stands above tenants is kept in the store that a server was given.

// Registry is what stands above tenants.
type Registry struct{ engine statement.Engine }

// Of is the registry that an engine keeps.
func Of(e statement.Engine) *Registry { return &Registry{e} }

// columns of accounts, but for the name.
const accountColumns = `created_at, facts_only, content_days, facts_days, provider, model, day_budget, month_budget, prompts_visible, group_minimum, delete_opted_out`

// AddTenant keeps a tenant with its policy; one of its name gets that policy.
func (g *Registry) AddTenant(ctx context.Context, t tenant.Tenant) error {
	return g.engine.Write(ctx, "keep a tenant in", statement.Beside, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `INSERT INTO accounts (tenant, name, `+accountColumns+`) VALUES (@, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (tenant, name) DO UPDATE SET facts_only = excluded.facts_only, content_days = excluded.content_days, facts_days = excluded.facts_days,
				provider = excluded.provider, model = excluded.model, day_budget = excluded.day_budget, month_budget = excluded.month_budget,
				prompts_visible = excluded.prompts_visible, group_minimum = excluded.group_minimum, delete_opted_out = excluded.delete_opted_out`,
			t.Name, fact.Micro(t.Created), t.FactsOnly, t.ContentDays, t.FactsDays, t.Provider, t.Model, t.DayBudget, t.MonthBudget, t.PromptsVisible, t.GroupMinimum, t.DeleteOptedOut)
		return err
	})
}

func account(r statement.Row) (t tenant.Tenant, err error) {
	var at int64
	err = r.Scan(&t.Name, &at, &t.FactsOnly, &t.ContentDays, &t.FactsDays, &t.Provider, &t.Model, &t.DayBudget, &t.MonthBudget, &t.PromptsVisible, &t.GroupMinimum, &t.DeleteOptedOut)
	t.Created = fact.FromMicro(at)
	return t, err
}

// Tenants are those that were made, by name.
func (g *Registry) Tenants(ctx context.Context) (list []tenant.Tenant, err error) {
	err = g.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT name, `+accountColumns+` FROM accounts WHERE tenant = @ ORDER BY name`, nil, func(r statement.Row) error {
			t, err := account(r)
			list = append(list, t)
			return err
		})
	})
	return list, err
}

// Account is one tenant, with whom and what it leaves alone; false: it was not made. The
// tenant of this machine may leave somebody alone without having been made.
func (g *Registry) Account(ctx context.Context, name string) (a tenant.Account, found bool, err error) {
	a.Name = name
	err = g.engine.Read(ctx, func(tx statement.Tx) error {
		err := statement.Query(ctx, tx, `SELECT name, `+accountColumns+` FROM accounts WHERE tenant = @ AND name = ?`, []any{name}, func(r statement.Row) error {
			found = true
			a.Tenant, err = account(r)
			return err
		})
		if err != nil {
			return err
		}
		return statement.Query(ctx, tx, `SELECT subject, pattern, since_at FROM opt_outs WHERE tenant = @ AND account = ? ORDER BY subject, pattern`, []any{name}, func(r statement.Row) error {
			var o tenant.OptOut
			var at int64
			err := r.Scan(&o.Of, &o.Pattern, &at)
			o.Since = fact.FromMicro(at)
			a.OptOuts = append(a.OptOuts, o)
			return err
		})
	})
	return a, found && err == nil, err
}

// DropTenant removes a tenant with its keys, its people and its opt-outs; its content is
// another store's.
func (g *Registry) DropTenant(ctx context.Context, name string) error {
	return g.engine.Write(ctx, "drop a tenant from", statement.Beside, func(tx statement.Tx) error {
		return statement.RunAll(ctx, tx, []any{name}, `DELETE FROM accounts WHERE tenant = @ AND name = ?`, `DELETE FROM keys WHERE tenant = @ AND opens = ?`,
			`DELETE FROM people WHERE tenant = @ AND account = ?`, `DELETE FROM group_people WHERE tenant = @ AND account = ?`, `DELETE FROM opt_outs WHERE tenant = @ AND account = ?`)
	})
}

const keyColumns = `id, hash, opens, person, role, scopes, name, created_at, expires_at, revoked_at, requests, bytes`

// AddKey keeps a key. Whose it is the tenant knows from then on; it has their role, and
// another one is tenant.ErrRole. One of nobody is an admin's where nothing is said.
func (g *Registry) AddKey(ctx context.Context, k *tenant.Key) error {
	return g.engine.Write(ctx, "keep a key in", statement.Beside, func(tx statement.Tx) error {
		role := k.Role
		if k.Person != "" {
			known, err := people(ctx, tx, ` AND account = ? AND name = ?`, k.Tenant, k.Person)
			switch {
			case err != nil:
				return err
			case len(known) > 0 && role != "" && role != known[0].Role:
				return tenant.ErrRole
			case len(known) > 0:
				role = known[0].Role
			default:
				role = cmp.Or(role, tenant.Member)
				if err := addPerson(ctx, tx, k.Tenant, &tenant.Person{Name: k.Person, Role: role, Created: k.Created}); err != nil {
					return err
				}
			}
		}
		k.Role = cmp.Or(role, tenant.Owner)
		return addKey(ctx, tx, k)
	})
}

func addKey(ctx context.Context, tx statement.Tx, k *tenant.Key) error {
	scopes := make([]string, len(k.Scopes))
	for i, x := range k.Scopes {
		scopes[i] = string(x)
	}
	_, err := statement.Run(ctx, tx, `INSERT INTO keys (tenant, `+keyColumns+`) VALUES (@, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		k.ID, k.Hash, k.Tenant, k.Person, string(k.Role), strings.Join(scopes, ","), k.Name, fact.Micro(k.Created), fact.Micro(k.Expires), fact.Micro(k.Revoked), k.Requests, k.Bytes)
	return err
}

const selectKey = `SELECT ` + keyColumns + ` FROM keys WHERE tenant = @`

func key(r statement.Row) (k tenant.Key, err error) {
	var scopes string
	var at [3]int64
	err = r.Scan(&k.ID, &k.Hash, &k.Tenant, &k.Person, &k.Role, &scopes, &k.Name, &at[0], &at[1], &at[2], &k.Requests, &k.Bytes)
	for _, x := range strings.Split(scopes, ",") {
		k.Scopes = append(k.Scopes, tenant.Scope(x))
	}
	k.Created, k.Expires, k.Revoked = fact.FromMicro(at[0]), fact.FromMicro(at[1]), fact.FromMicro(at[2])
	return k, err
}

// Key finds a key by its visible part; false: there is none.
func (g *Registry) Key(ctx context.Context, id string) (k tenant.Key, found bool, err error) {
	err = g.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, selectKey+` AND id = ?`, []any{id}, func(r statement.Row) error {
			found = true
			k, err = key(r)
			return err
		})
	})
	return k, found && err == nil, err
}

// Keys are the keys of a tenant, or of all where name is empty, by tenant and age.
func (g *Registry) Keys(ctx context.Context, name string) (list []tenant.Key, err error) {
	err = g.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, selectKey+` AND (?1 = '' OR opens = ?1) ORDER BY opens, created_at, id`, []any{name}, func(r statement.Row) error {
			k, err := key(r)
			list = append(list, k)
			return err
		})
	})
	return list, err
}

// RotateKey keeps a key that takes the place of another one, which ends at a time, or
// when it was to end before; false: there is no such key that opens anything.
func (g *Registry) RotateKey(ctx context.Context, old string, next *tenant.Key, until time.Time) (done bool, err error) {
	never := fact.Micro(time.Time{})
	err = g.engine.Write(ctx, "rotate a key in", statement.Beside, func(tx statement.Tx) error {
		n, err := statement.Run(ctx, tx, `UPDATE keys SET expires_at = CASE WHEN expires_at = ?1 OR expires_at > ?2 THEN ?2 ELSE expires_at END
			WHERE tenant = @ AND id = ?3 AND revoked_at = ?1 AND (expires_at = ?1 OR expires_at > ?4)`, never, fact.Micro(until), old, fact.Micro(next.Created))
		if done = n > 0; err != nil || !done {
			return err
		}
		return addKey(ctx, tx, next)
	})
	return done && err == nil, err
}

// RevokeKey makes a key open nothing any more; false: there is no such key that did.
func (g *Registry) RevokeKey(ctx context.Context, id string, at time.Time) (done bool, err error) {
	err = g.engine.Write(ctx, "revoke a key in", statement.Beside, func(tx statement.Tx) error {
		n, err := statement.Run(ctx, tx, `UPDATE keys SET revoked_at = ? WHERE tenant = @ AND id = ? AND revoked_at = ?`, fact.Micro(at), id, fact.Micro(time.Time{}))
		done = n > 0
		return err
	})
	return done, err
}

// Note adds to the audit log.
func (g *Registry) Note(ctx context.Context, e tenant.Entry) error {
	return g.engine.Write(ctx, "note in", statement.Beside, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `INSERT INTO audit (tenant, at, who, did, about, person, what) VALUES (@, ?, ?, ?, ?, ?, ?)`, fact.Micro(e.At), e.Who, e.Did, e.Tenant, e.Person, e.What)
		return err
	})
}

// Notes are the latest lines of the audit log about a tenant, or about all where name is
// empty, the newest first.
func (g *Registry) Notes(ctx context.Context, name string, most int) (list []tenant.Entry, err error) {
	err = g.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT at, who, did, about, person, what FROM audit WHERE tenant = @ AND (?1 = '' OR about = ?1) ORDER BY n DESC LIMIT ?2`, []any{name, most}, func(r statement.Row) error {
			var e tenant.Entry
			var at int64
			err := r.Scan(&at, &e.Who, &e.Did, &e.Tenant, &e.Person, &e.What)
			e.At = fact.FromMicro(at)
			list = append(list, e)
			return err
		})
	})
	return list, err
}
