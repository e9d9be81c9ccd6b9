package server

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"prism/internal/queue"
	"prism/internal/server/access"
	"prism/internal/server/api"
	"prism/internal/tenant"
)

// Control is what stands above tenants.
type Control interface {
	KeyControl
	PeopleControl
	PolicyControl
	Note(ctx context.Context, e tenant.Entry) error
	Notes(ctx context.Context, account string, most int) ([]tenant.Entry, error)
}

// KeyControl is what stands above tenants, of their keys.
type KeyControl interface {
	Keys(ctx context.Context, account string) ([]tenant.Key, error)
	AddKey(ctx context.Context, k *tenant.Key) error
	RotateKey(ctx context.Context, old string, next *tenant.Key, until time.Time) (bool, error)
	RevokeKey(ctx context.Context, id string, at time.Time) (bool, error)
}

// steward is what one caller may do with its tenant: api.Admin and web.Steward.
type steward struct {
	*asking
	control Control
	board   queue.Board
	settle  func(ctx context.Context, tenant string) error
	now     time.Time
}

func (s *Site) admin(ctx context.Context) (api.Admin, error) {
	a := of(ctx)
	if err := a.Allowed(tenant.Admin); err != nil {
		return nil, err
	}
	if s.Control == nil {
		return nil, &access.Error{Status: http.StatusForbidden, Text: "This server is not administered from here."}
	}
	return &steward{a, s.Control, s.Board, s.Settle, s.Access.Now()}, nil
}

// Now implements api.Admin.
func (s *steward) Now() time.Time { return s.now }

// note adds to the audit log what was done.
func (s *steward) note(ctx context.Context, did, person, what string) error {
	who := s.Key
	if who == "" {
		who = s.Person
	}
	return s.control.Note(ctx, tenant.Entry{At: s.now, Who: who, Did: did, Tenant: s.Tenant, Person: person, What: what})
}

// Keys implements api.Admin.
func (s *steward) Keys(ctx context.Context) ([]tenant.Key, error) {
	return s.control.Keys(ctx, s.Tenant)
}

// MakeKey implements api.Admin.
func (s *steward) MakeKey(ctx context.Context, k tenant.Key) (text string, made tenant.Key, err error) {
	if err := k.Check(s.now); err != nil {
		return "", k, unfit(err)
	}
	k.Tenant, k.Created = s.Tenant, s.now
	if text, k.ID, k.Hash, err = tenant.NewSecret(rand.Reader); err != nil {
		return "", k, err
	}
	if err = s.control.AddKey(ctx, &k); errors.Is(err, tenant.ErrRole) {
		return "", k, unfit(err)
	}
	if err == nil {
		err = s.note(ctx, "key.create", k.Person, k.ID)
	}
	return text, k, err
}

// RevokeKey implements api.Admin.
func (s *steward) RevokeKey(ctx context.Context, id string) (ok bool, err error) {
	k, ok, err := s.key(ctx, id)
	if err != nil || !ok {
		return false, err
	}
	if ok, err = s.control.RevokeKey(ctx, id, s.now); ok && err == nil {
		err = s.note(ctx, "key.revoke", k.Person, id)
	}
	return ok, err
}

// key is one of the tenant's own.
func (s *steward) key(ctx context.Context, id string) (k tenant.Key, ok bool, err error) {
	list, err := s.Keys(ctx)
	i := slices.IndexFunc(list, func(k tenant.Key) bool { return k.ID == id })
	if i >= 0 {
		k = list[i]
	}
	return k, i >= 0, err
}

// RotateKey implements api.KeyAdmin.
func (s *steward) RotateKey(ctx context.Context, id string, overlap time.Duration) (text string, made tenant.Key, ok bool, err error) {
	old, ok, err := s.key(ctx, id)
	if err != nil || !ok {
		return "", made, false, err
	}
	text, next, hash, err := tenant.NewSecret(rand.Reader)
	if err != nil {
		return "", made, false, err
	}
	made = old.Rotated(next, hash, s.now)
	if ok, err = s.control.RotateKey(ctx, id, &made, s.now.Add(overlap)); ok && err == nil {
		err = s.note(ctx, "key.rotate", old.Person, id+" "+next)
	}
	if !ok || err != nil {
		text = ""
	}
	return text, made, ok, err
}

// Notes implements api.Admin.
func (s *steward) Notes(ctx context.Context, most int) ([]tenant.Entry, error) {
	return s.control.Notes(ctx, s.Tenant, most)
}

// Jobs implements api.Admin.
func (s *steward) Jobs(ctx context.Context) ([]queue.Job, error) { return s.board.Jobs(ctx, s.Tenant) }

// RetryJob implements api.Admin.
func (s *steward) RetryJob(ctx context.Context, id int64) (bool, error) {
	return s.changed(ctx, id, "job.retry", s.board.Retry)
}

// DropJob implements api.Admin.
func (s *steward) DropJob(ctx context.Context, id int64) (bool, error) {
	return s.changed(ctx, id, "job.drop", s.board.Drop)
}

func (s *steward) changed(ctx context.Context, id int64, did string, change func(ctx context.Context, tenant string, id int64) (bool, error)) (bool, error) {
	ok, err := change(ctx, s.Tenant, id)
	if ok && err == nil {
		err = s.note(ctx, did, "", strconv.FormatInt(id, 10))
	}
	return ok, err
}
