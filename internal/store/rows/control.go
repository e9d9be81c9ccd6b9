package rows

import (
	"context"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/tenant"
)

// What stands above tenants is kept in the store that a server was given.

// AddTenant keeps a tenant; one of its name is changed.
func (s *Store) AddTenant(ctx context.Context, t tenant.Tenant) error {
	return s.engine.Write(ctx, "keep a tenant in", Beside, func(tx Tx) error {
		_, err := run(ctx, tx, `INSERT INTO accounts (tenant, name, created_at, facts_only) VALUES (@, ?, ?, ?)
			ON CONFLICT (tenant, name) DO UPDATE SET facts_only = excluded.facts_only`, t.Name, fact.Micro(t.Created), t.FactsOnly)
		return err
	})
}

// Tenants are those that were made, by name.
func (s *Store) Tenants(ctx context.Context) (list []tenant.Tenant, err error) {
	err = s.engine.Read(ctx, func(tx Tx) error {
		return query(ctx, tx, `SELECT name, created_at, facts_only FROM accounts WHERE tenant = @ ORDER BY name`, nil, func(r Row) error {
			var t tenant.Tenant
			var at int64
			err := r.Scan(&t.Name, &at, &t.FactsOnly)
			t.Created = fact.FromMicro(at)
			list = append(list, t)
			return err
		})
	})
	return list, err
}

// DropTenant removes a tenant and its keys; its content is another store's.
func (s *Store) DropTenant(ctx context.Context, name string) error {
	return s.engine.Write(ctx, "drop a tenant from", Beside, func(tx Tx) error {
		_, err := run(ctx, tx, `DELETE FROM accounts WHERE tenant = @ AND name = ?`, name)
		if err == nil {
			_, err = run(ctx, tx, `DELETE FROM keys WHERE tenant = @ AND opens = ?`, name)
		}
		return err
	})
}

// AddKey keeps a key.
func (s *Store) AddKey(ctx context.Context, k *tenant.Key) error {
	scopes := make([]string, len(k.Scopes))
	for i, x := range k.Scopes {
		scopes[i] = string(x)
	}
	return s.engine.Write(ctx, "keep a key in", Beside, func(tx Tx) error {
		_, err := run(ctx, tx, `INSERT INTO keys (tenant, id, hash, opens, person, role, scopes, name, created_at, expires_at, revoked_at) VALUES (@, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			k.ID, k.Hash, k.Tenant, k.Person, string(k.Role), strings.Join(scopes, ","), k.Name, fact.Micro(k.Created), fact.Micro(k.Expires), fact.Micro(k.Revoked))
		return err
	})
}

const selectKey = `SELECT id, hash, opens, person, role, scopes, name, created_at, expires_at, revoked_at FROM keys WHERE tenant = @`

func key(r Row) (k tenant.Key, err error) {
	var scopes string
	var at [3]int64
	err = r.Scan(&k.ID, &k.Hash, &k.Tenant, &k.Person, &k.Role, &scopes, &k.Name, &at[0], &at[1], &at[2])
	for _, x := range strings.Split(scopes, ",") {
		k.Scopes = append(k.Scopes, tenant.Scope(x))
	}
	k.Created, k.Expires, k.Revoked = fact.FromMicro(at[0]), fact.FromMicro(at[1]), fact.FromMicro(at[2])
	return k, err
}

// Key finds a key by its visible part; false: there is none.
func (s *Store) Key(ctx context.Context, id string) (k tenant.Key, found bool, err error) {
	err = s.engine.Read(ctx, func(tx Tx) error {
		return query(ctx, tx, selectKey+` AND id = ?`, []any{id}, func(r Row) error {
			found = true
			k, err = key(r)
			return err
		})
	})
	return k, found && err == nil, err
}

// Keys are all keys, by tenant and age.
func (s *Store) Keys(ctx context.Context) (list []tenant.Key, err error) {
	err = s.engine.Read(ctx, func(tx Tx) error {
		return query(ctx, tx, selectKey+` ORDER BY opens, created_at, id`, nil, func(r Row) error {
			k, err := key(r)
			list = append(list, k)
			return err
		})
	})
	return list, err
}

// RevokeKey makes a key open nothing any more; false: there is no such key that did.
func (s *Store) RevokeKey(ctx context.Context, id string, at time.Time) (done bool, err error) {
	err = s.engine.Write(ctx, "revoke a key in", Beside, func(tx Tx) error {
		n, err := run(ctx, tx, `UPDATE keys SET revoked_at = ? WHERE tenant = @ AND id = ? AND revoked_at = ?`, fact.Micro(at), id, fact.Micro(time.Time{}))
		done = n > 0
		return err
	})
	return done, err
}

// Note adds to the audit log.
func (s *Store) Note(ctx context.Context, e tenant.Entry) error {
	return s.engine.Write(ctx, "note in", Beside, func(tx Tx) error {
		_, err := run(ctx, tx, `INSERT INTO audit (tenant, at, who, did, about, what) VALUES (@, ?, ?, ?, ?, ?)`, fact.Micro(e.At), e.Who, e.Did, e.Tenant, e.What)
		return err
	})
}

// Notes are the latest lines of the audit log, the newest first.
func (s *Store) Notes(ctx context.Context, most int) (list []tenant.Entry, err error) {
	err = s.engine.Read(ctx, func(tx Tx) error {
		return query(ctx, tx, `SELECT at, who, did, about, what FROM audit WHERE tenant = @ ORDER BY n DESC LIMIT ?`, []any{most}, func(r Row) error {
			var e tenant.Entry
			var at int64
			err := r.Scan(&at, &e.Who, &e.Did, &e.Tenant, &e.What)
			e.At = fact.FromMicro(at)
			list = append(list, e)
			return err
		})
	})
	return list, err
}
