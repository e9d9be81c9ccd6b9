package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"prism/internal/queue"
	"prism/internal/tenant"
	"prism/internal/wire"
)

// Admin is what whoever runs a tenant may do with it. All of it is of the caller's
// tenant alone, and what changes something stands in the audit log.
type Admin interface {
	KeyAdmin
	JobAdmin
	PeopleAdmin
	PolicyAdmin
	// Notes are the latest lines of the audit log, the newest first.
	Notes(ctx context.Context, most int) ([]tenant.Entry, error)
}

// KeyAdmin is Admin of keys.
type KeyAdmin interface {
	Keys(ctx context.Context) ([]tenant.Key, error)
	// MakeKey makes a key as k says, whose text is told this once.
	MakeKey(ctx context.Context, k tenant.Key) (text string, made tenant.Key, err error)
	// RotateKey makes a key that takes the place of another one, which opens so much
	// longer; false: there is none that does.
	RotateKey(ctx context.Context, id string, overlap time.Duration) (text string, made tenant.Key, ok bool, err error)
	// RevokeKey makes a key open nothing; false: there is none that does.
	RevokeKey(ctx context.Context, id string) (bool, error)
	Now() time.Time // by which keys open something
}

// JobAdmin is Admin of jobs. Both changes report whether there is such a job that does
// not run.
type JobAdmin interface {
	Jobs(ctx context.Context) ([]queue.Job, error)
	RetryJob(ctx context.Context, id int64) (bool, error)
	DropJob(ctx context.Context, id int64) (bool, error)
}

// administration adds an operation for which a key needs the scope admin.
func administration[I, O any](s *service, a huma.API, id, method, path, text string, status int, do func(ctx context.Context, admin Admin, in *I) (*O, error)) {
	op := huma.Operation{OperationID: id, Method: method, Path: Base + path, Summary: text, DefaultStatus: status, Security: needs(tenant.Admin), Errors: []int{401, 403, 404, 422, 503}, Tags: []string{"admin"}}
	huma.Register(a, op, func(ctx context.Context, in *I) (*O, error) {
		admin, err := s.Admin(ctx)
		if err != nil {
			return nil, s.problem(err)
		}
		out, err := do(ctx, admin, in)
		return out, s.problem(err)
	})
}

// done answers whether there was something to do.
func done(ok bool, err error, what string) (*struct{}, error) {
	if err == nil && !ok {
		err = huma.Error404NotFound(what)
	}
	return nil, err
}

const (
	noKey = "There is no key of that id that opens anything."
	noJob = "There is no job of that number that does not run."
)

// notesMost bounds what is told of the audit log at once.
const notesMost = 1000

func (s *service) administering(a huma.API) {
	type jobID struct {
		ID int64 `path:"id" doc:"number of the job"`
	}
	administration(s, a, "keys", http.MethodGet, "/keys", "Keys of the tenant, without what opens", http.StatusOK, func(ctx context.Context, admin Admin, _ *struct{}) (*body[Keys], error) {
		list, err := admin.Keys(ctx)
		out := Keys{Keys: make([]wire.Key, len(list))}
		for i := range list {
			out.Keys[i] = wire.FromKey(&list[i], admin.Now())
		}
		return &body[Keys]{out}, err
	})
	administration(s, a, "make-key", http.MethodPost, "/keys", "Make a key; it is told this once", http.StatusCreated, func(ctx context.Context, admin Admin, in *struct{ Body NewKey }) (*body[wire.MadeKey], error) {
		n := &in.Body
		k := tenant.Key{Person: n.Person, Role: tenant.Role(n.Role), Name: n.Name}
		if n.ExpiresAt != nil {
			k.Expires = *n.ExpiresAt
		}
		for _, x := range n.Scopes {
			k.Scopes = append(k.Scopes, tenant.Scope(x))
		}
		text, made, err := admin.MakeKey(ctx, k)
		return &body[wire.MadeKey]{wire.MadeKey{Text: text, Key: wire.FromKey(&made, admin.Now())}}, err
	})
	administration(s, a, "rotate-key", http.MethodPost, "/keys/{id}/rotate", "Make a key that takes the place of another one, which ends a while later", http.StatusCreated, func(ctx context.Context, admin Admin, in *struct {
		KeyID
		Overlap string `query:"overlap" maxLength:"16" default:"7d" doc:"how long the other one opens yet: 2h, 36h, 7d, 90d at most; 0: it ends now"`
	}) (*body[wire.MadeKey], error) {
		overlap, err := tenant.ParseOverlap(in.Overlap)
		if err != nil {
			return nil, huma.Error422UnprocessableEntity("overlap: " + err.Error())
		}
		text, made, ok, err := admin.RotateKey(ctx, in.ID, overlap)
		if err == nil && !ok {
			err = huma.Error404NotFound(noKey)
		}
		return &body[wire.MadeKey]{wire.MadeKey{Text: text, Key: wire.FromKey(&made, admin.Now())}}, err
	})
	administration(s, a, "revoke-key", http.MethodDelete, "/keys/{id}", "Make a key open nothing any more, within a second", http.StatusNoContent, func(ctx context.Context, admin Admin, in *KeyID) (*struct{}, error) {
		ok, err := admin.RevokeKey(ctx, in.ID)
		return done(ok, err, noKey)
	})
	administration(s, a, "jobs", http.MethodGet, "/jobs", "What is to be done for the tenant, and could not be", http.StatusOK, func(ctx context.Context, admin Admin, _ *struct{}) (*body[wire.Jobs], error) {
		list, err := admin.Jobs(ctx)
		return &body[wire.Jobs]{Jobs(list, admin.Now())}, err
	})
	administration(s, a, "retry-job", http.MethodPost, "/jobs/{id}/retry", "Do a job at once that waits or is dead", http.StatusNoContent, func(ctx context.Context, admin Admin, in *jobID) (*struct{}, error) {
		ok, err := admin.RetryJob(ctx, in.ID)
		return done(ok, err, noJob)
	})
	administration(s, a, "drop-job", http.MethodDelete, "/jobs/{id}", "Do without a job that does not run", http.StatusNoContent, func(ctx context.Context, admin Admin, in *jobID) (*struct{}, error) {
		ok, err := admin.DropJob(ctx, in.ID)
		return done(ok, err, noJob)
	})
	administration(s, a, "audit", http.MethodGet, "/audit", "What was done to the tenant, the newest first", http.StatusOK, func(ctx context.Context, admin Admin, in *struct {
		Limit int `query:"limit" minimum:"1" maximum:"1000" default:"200"`
	}) (*body[Audit], error) {
		list, err := admin.Notes(ctx, min(in.Limit, notesMost))
		out := Audit{Entries: make([]wire.Entry, len(list))}
		for i := range list {
			out.Entries[i] = wire.FromEntry(&list[i])
		}
		return &body[Audit]{out}, err
	})
}

// KeyID names a key.
type KeyID struct {
	ID string `path:"id" maxLength:"64" doc:"visible part of the key"`
}

// Keys are a tenant's.
type Keys struct {
	Keys []wire.Key `json:"keys"`
}

// NewKey is a key that is asked for.
type NewKey struct {
	Person    string     `json:"person,omitempty" maxLength:"100" pattern:"^[^/\\\\\\x00-\\x1f]*$" doc:"whose it is; none: who sends says whose content it is"`
	Role      string     `json:"role,omitempty" enum:"member,lead,admin" doc:"a person's key has the person's, member for somebody new; nobody's is admin where nothing is said"`
	Scopes    []string   `json:"scopes" enum:"ingest,read,admin" minItems:"1" maxItems:"3" uniqueItems:"true"`
	Name      string     `json:"name,omitempty" maxLength:"100" doc:"what it is for"`
	ExpiresAt *time.Time `json:"expires_at,omitempty" doc:"from then on it opens nothing; never where nothing is said"`
}

// Audit is the audit log of a tenant.
type Audit struct {
	Entries []wire.Entry `json:"entries"`
}

// Jobs is the wire form of a list of jobs.
func Jobs(list []queue.Job, now time.Time) wire.Jobs {
	out := wire.Jobs{Schema: wire.JobsSchema, Jobs: make([]wire.Job, len(list))}
	var d queue.Depth
	for i := range list {
		j := &list[i]
		d.Count(j, now)
		out.Jobs[i] = wire.Job{
			Tenant: j.Tenant, ID: j.ID, Kind: string(j.Kind), Key: j.Key, State: j.State.String(),
			Attempt: j.Attempt, Due: j.Due.UTC(), Made: j.Made.UTC(), Reason: j.Reason,
		}
	}
	out.Waiting, out.Running, out.Dead = d.Waiting, d.Running, d.Dead
	return out
}
