package cli

import (
	"context"

	"prism/internal/cli/job"
	"prism/internal/queue"
	"prism/internal/server/oidc"
	"prism/internal/tenant"
)

// provider is who vouches for people, set up by a file; nil: nobody does.
func (o *serveOptions) provider(p *job.Program) (*oidc.Provider, error) {
	if o.oidc == "" {
		return nil, nil //nolint:nilnil // keys alone sign in
	}
	text, err := p.ReadFile(o.oidc)
	if err != nil {
		return nil, err
	}
	conf, err := oidc.Parse(text)
	if err != nil {
		return nil, job.Usagef("--oidc %s: %v", o.oidc, err)
	}
	return oidc.New(conf, p.Now)
}

// known tells the role of a person whom a tenant knows.
func (s *serving) known(ctx context.Context, name, person string) (tenant.Role, bool, error) {
	who, found, err := s.stores.Control.Person(ctx, name, person)
	return who.Role, found, err
}

// settle asks that a tenant's sessions are worked out again.
func (s *serving) settle(ctx context.Context, name string) error {
	return s.stores.Queue.Enqueue(ctx, name, queue.New{Kind: queue.Update})
}
