package access

import (
	"context"
	"net/http"
	"slices"

	"prism/internal/tenant"
)

// Vouched is somebody for whom an identity provider vouches.
type Vouched struct {
	Tenant, Person string
	Role           tenant.Role // by its claims; empty: as the tenant says
}

var errUnknown = &Error{Status: http.StatusUnauthorized, Text: "Nobody of that name is known here: an admin adds people.", Published: "Invalid API key"}

// Vouch signs a browser in for a person that a tenant knows.
func (a *Guard) Vouch(ctx context.Context, v Vouched, secure bool) (*http.Cookie, error) {
	if _, err := a.vouched(ctx, v); err != nil {
		return nil, err
	}
	return a.remember(signin{vouched: v}, secure), nil
}

// vouched is the caller that a person is as of now: whoever is taken out of a tenant is
// out.
func (a *Guard) vouched(ctx context.Context, v Vouched) (Caller, error) {
	if a.Known == nil {
		return Caller{}, errUnknown
	}
	role, known, err := a.Known(ctx, v.Tenant, v.Person)
	if err != nil {
		return Caller{}, err
	}
	if !known {
		return Caller{}, errUnknown
	}
	c := Caller{Tenant: v.Tenant, Person: v.Person, Role: role, Scopes: []tenant.Scope{tenant.Read}, Key: tenant.Vouched + v.Person}
	if v.Role != "" {
		c.Role = v.Role
	}
	if c.Role == tenant.Owner {
		c.Scopes = slices.Clone(tenant.Scopes())
	}
	return c, nil
}
