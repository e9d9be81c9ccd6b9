package control

import (
	"context"

	"prism/internal/fact"
	"prism/internal/store/statement"
	"prism/internal/tenant"
)

// The people of tenants, and whom these leave alone, are kept beside the tenants.

// SetPerson keeps a person of a tenant with their groups. Where that changes their role,
// their keys get it.
func (g *Registry) SetPerson(ctx context.Context, account string, p *tenant.Person) error {
	return g.engine.Write(ctx, "keep a person in", statement.Beside, func(tx statement.Tx) error {
		before, err := people(ctx, tx, ` AND account = ? AND name = ?`, account, p.Name)
		if err == nil {
			err = addPerson(ctx, tx, account, p)
		}
		if err == nil && len(before) > 0 && before[0].Role != p.Role {
			_, err = statement.Run(ctx, tx, `UPDATE keys SET role = ? WHERE tenant = @ AND opens = ? AND person = ?`, string(p.Role), account, p.Name)
		}
		if err == nil {
			_, err = statement.Run(ctx, tx, `DELETE FROM group_people WHERE tenant = @ AND account = ? AND person = ?`, account, p.Name)
		}
		if err == nil {
			_, err = tx.Many(ctx, `INSERT INTO group_people (tenant, account, team, person) VALUES (@, ?, ?, ?) ON CONFLICT (tenant, account, team, person) DO NOTHING`,
				statement.Each(p.Groups, func(team string) []any { return []any{account, team, p.Name} }), nil)
		}
		return err
	})
}

func addPerson(ctx context.Context, tx statement.Tx, account string, p *tenant.Person) error {
	_, err := statement.Run(ctx, tx, `INSERT INTO people (tenant, account, name, role, created_at) VALUES (@, ?, ?, ?, ?)
		ON CONFLICT (tenant, account, name) DO UPDATE SET role = excluded.role`, account, p.Name, string(p.Role), fact.Micro(p.Created))
	return err
}

// People are those whom a tenant knows, by name.
func (g *Registry) People(ctx context.Context, account string) (list []tenant.Person, err error) {
	err = g.engine.Read(ctx, func(tx statement.Tx) (err error) {
		list, err = people(ctx, tx, ` AND account = ? ORDER BY name`, account)
		return err
	})
	return list, err
}

// Person is somebody whom a tenant knows; false: nobody of that name.
func (g *Registry) Person(ctx context.Context, account, name string) (p tenant.Person, found bool, err error) {
	err = g.engine.Read(ctx, func(tx statement.Tx) error {
		list, err := people(ctx, tx, ` AND account = ? AND name = ?`, account, name)
		if found = len(list) > 0; found {
			p = list[0]
		}
		return err
	})
	return p, found && err == nil, err
}

// people reads those that a condition chooses; its first argument is the account.
func people(ctx context.Context, tx statement.Tx, where string, args ...any) (list []tenant.Person, err error) {
	at := make(map[string]int)
	err = statement.Query(ctx, tx, `SELECT name, role, created_at FROM people WHERE tenant = @`+where, args, func(r statement.Row) error {
		var p tenant.Person
		var made int64
		err := r.Scan(&p.Name, &p.Role, &made)
		p.Created = fact.FromMicro(made)
		at[p.Name], list = len(list), append(list, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, statement.Query(ctx, tx, `SELECT person, team FROM group_people WHERE tenant = @ AND account = ? ORDER BY team`, args[:1], func(r statement.Row) error {
		var person, team string
		err := r.Scan(&person, &team)
		if i, ok := at[person]; ok {
			list[i].Groups = append(list[i].Groups, team)
		}
		return err
	})
}

// Groups are those of a tenant that have somebody in them, by name.
func (g *Registry) Groups(ctx context.Context, account string) (list []tenant.Group, err error) {
	err = g.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT team, person FROM group_people WHERE tenant = @ AND account = ? ORDER BY team, person`, []any{account}, func(r statement.Row) error {
			var team, person string
			err := r.Scan(&team, &person)
			if len(list) == 0 || list[len(list)-1].Name != team {
				list = append(list, tenant.Group{Name: team})
			}
			g := &list[len(list)-1]
			g.People = append(g.People, person)
			return err
		})
	})
	return list, err
}

// RemovePerson removes what is kept above tenants of a person: themselves, their keys and
// groups, what opts them out, and their name where the audit log has it. Nothing of it
// remains in the file.
func (g *Registry) RemovePerson(ctx context.Context, account, name string) error {
	err := g.engine.Write(ctx, "remove a person from", statement.Beside, func(tx statement.Tx) error {
		if _, err := statement.Run(ctx, tx, `UPDATE audit SET who = ? WHERE tenant = @ AND about = ? AND who = ?`, tenant.Vouched, account, tenant.Vouched+name); err != nil {
			return err
		}
		return statement.RunAll(ctx, tx, []any{account, name},
			`DELETE FROM people WHERE tenant = @ AND account = ? AND name = ?`,
			`DELETE FROM group_people WHERE tenant = @ AND account = ? AND person = ?`,
			`DELETE FROM keys WHERE tenant = @ AND opens = ? AND person = ?`,
			`DELETE FROM opt_outs WHERE tenant = @ AND account = ? AND subject = 'person' AND pattern = ?`,
			`UPDATE audit SET person = '' WHERE tenant = @ AND about = ? AND person = ?`)
	})
	if err != nil {
		return err
	}
	return g.engine.Scrub(ctx)
}

// AddOptOut keeps what a tenant leaves alone.
func (g *Registry) AddOptOut(ctx context.Context, account string, o tenant.OptOut) error {
	return g.engine.Write(ctx, "keep an opt-out in", statement.Beside, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `INSERT INTO opt_outs (tenant, account, subject, pattern, since_at) VALUES (@, ?, ?, ?, ?) ON CONFLICT (tenant, account, subject, pattern) DO NOTHING`,
			account, string(o.Of), o.Pattern, fact.Micro(o.Since))
		return err
	})
}

// RemoveOptOut takes an opt-out back; false: there is none.
func (g *Registry) RemoveOptOut(ctx context.Context, account string, of tenant.Subject, pattern string) (done bool, err error) {
	err = g.engine.Write(ctx, "remove an opt-out from", statement.Beside, func(tx statement.Tx) error {
		n, err := statement.Run(ctx, tx, `DELETE FROM opt_outs WHERE tenant = @ AND account = ? AND subject = ? AND pattern = ?`, account, string(of), pattern)
		done = n > 0
		return err
	})
	return done, err
}
