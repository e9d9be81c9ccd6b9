package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/conversation"
	"prism/internal/delivery"
	"prism/internal/fact"
	"prism/internal/queue"
	"prism/internal/redact"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/ingest"
	"prism/internal/server/oidc"
	"prism/internal/server/original"
	"prism/internal/tenant"
	"prism/internal/wire"
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

// plans are the reports that are sent, by a file; nil: none are.
func (s *serving) plans(ctx context.Context, o *serveOptions) (*server.Reports, error) {
	if o.reports == "" {
		return nil, nil //nolint:nilnil // none are sent
	}
	text, err := s.p.ReadFile(o.reports)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(s.p.Expand(o.reports)); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		s.log.Warn("others on this machine may read the file of reports, and what it holds opens mail and webhooks: chmod 600", "mode", fmt.Sprintf("%04o", info.Mode().Perm()))
	}
	plans, err := delivery.Parse(text)
	if err != nil {
		return nil, job.Usagef("--reports %s: %v", o.reports, err)
	}
	if here, err := s.stores.Names(ctx); err == nil { // else the database is away: the queue says so
		for i := range plans {
			if of := plans[i].Tenant; of != "" && !slices.Contains(here, of) {
				s.log.Warn("a report is of a tenant that is not here; it is not sent until there is one of that name", "report", plans[i].Name, "tenant", of, "tenants", strings.Join(here[:min(len(here), 20)], " "))
			}
		}
	}
	return &server.Reports{Plans: plans, Tenant: s.tenant, Board: s.stores.Board(), Note: s.stores.Control.Note, Now: s.p.Now, Log: s.log}, nil
}

// known tells the role of a person whom a tenant knows.
func (s *serving) known(ctx context.Context, name, person string) (tenant.Role, bool, error) {
	who, found, err := s.stores.Control.Person(ctx, name, person)
	return who.Role, found, err
}

// capture takes what the original's plugin sends.
func (s *serving) capture(guard *access.Guard, sink ingest.Sink, gate *redact.Redactor) *server.Capture {
	return &server.Capture{
		Sender: func(r *http.Request) (access.Sender, error) { return s.sender(guard, r) },
		Leaves: func(ctx context.Context, name string) (bool, error) {
			account, err := s.stores.Account(ctx, name)
			return slices.ContainsFunc(account.OptOuts, func(o tenant.OptOut) bool { return o.Of == tenant.OfRepository }), err
		},
		Still: guard.Still, Sink: sink, Gate: gate, Now: s.p.Now,
		Kept:   func(ctx context.Context, name string) (original.Events, error) { return s.stores.Of(ctx, name) },
		Failed: func(err error) { s.log.Error("what the original's plugin sent was not kept", "error", err) },
	}
}

// samples makes the record that a tour goes through, out of the built-in transcripts. They
// lie unpacked until the server ends: what was said in them is read again.
func (s *serving) samples(ctx context.Context) (*server.Samples, error) {
	flags := *s.j.Flags
	flags.Demo = true
	j := *s.j
	j.Flags, j.Args = &flags, nil
	remove, err := s.p.UnpackDemo(&j)
	if err != nil {
		return nil, err
	}
	lib, done, err := s.p.ReadTranscripts(ctx, &j, func(ctx context.Context, r *job.Reader) (*job.Library, error) { return r.Update(ctx, r.Opts) }, nil)
	over := func() { done(); remove() }
	if err != nil {
		over()
		return nil, err
	}
	gate, err := s.p.Gate()
	if err != nil {
		over()
		return nil, err
	}
	verdicts, ok := lib.Store.(server.Verdicts)
	if !ok {
		over()
		return nil, errors.New("the samples were read into a store without verdicts")
	}
	context.AfterFunc(s.work, over)
	judge, version := j.Judge()
	return &server.Samples{
		Library: lib.Library, Verdicts: verdicts, Judge: wire.Judge{Name: judge, Version: version}, Zone: j.Zone, Gate: gate, Now: s.p.Now, Log: s.log,
		Read: func(ctx context.Context, x *fact.Session) ([]conversation.Turn, error) {
			return s.p.ReadTurns(ctx, &j, x)
		},
	}, nil
}

// settle asks that a tenant's sessions are worked out again.
func (s *serving) settle(ctx context.Context, name string) error {
	return s.stores.Queue.Enqueue(ctx, name, queue.New{Kind: queue.Update})
}
