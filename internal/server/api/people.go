package api

import (
	"context"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"prism/internal/tenant"
	"prism/internal/wire"
)

// PeopleAdmin is Admin of people.
type PeopleAdmin interface {
	People(ctx context.Context) ([]tenant.Person, error)
	// SetPerson keeps a person, who need not have been known, and says how they are kept.
	SetPerson(ctx context.Context, p tenant.Person) (tenant.Person, error)
	Groups(ctx context.Context) ([]tenant.Group, error)
	// ForgetPerson removes a person with all that is kept of them; false: nothing is.
	ForgetPerson(ctx context.Context, name string) (bool, error)
}

// PolicyAdmin is Admin of what holds for all of a tenant.
type PolicyAdmin interface {
	Account(ctx context.Context) (tenant.Account, error)
	SetPolicy(ctx context.Context, p tenant.Policy) error
	OptOut(ctx context.Context, o tenant.OptOut) error
	// OptIn takes an opt-out back; false: there is none.
	OptIn(ctx context.Context, of tenant.Subject, pattern string) (bool, error)
}

// People are those whom a tenant knows.
type People struct {
	People []wire.Person `json:"people"`
}

// Groups are those of a tenant.
type Groups struct {
	Groups []wire.Team `json:"groups"`
}

// OptOuts are those of a tenant.
type OptOuts struct {
	OptOuts []wire.OptOut `json:"opt_outs"`
}

// NewOptOut is an opt-out that is asked for.
type NewOptOut struct {
	Of      string `json:"of" enum:"tenant,person,repository"`
	Pattern string `json:"pattern,omitempty" maxLength:"400" doc:"of names, as the setting opt_out has them; none for the tenant"`
}

const (
	noOptOut = "There is no such opt-out."
	noPerson = "Nobody of that name is known, and nothing of theirs is kept."
)

func (s *service) governing(a huma.API) {
	administration(s, a, "people", http.MethodGet, "/people", "Those whom the tenant knows", http.StatusOK, func(ctx context.Context, admin Admin, _ *struct{}) (*body[People], error) {
		list, err := admin.People(ctx)
		return &body[People]{People{each(list, wire.FromPerson)}}, err
	})
	administration(s, a, "set-person", http.MethodPut, "/people/{person}", "Keep a person, with role and groups; their keys get the role", http.StatusOK, func(ctx context.Context, admin Admin, in *struct {
		Person string `path:"person" maxLength:"100"`
		Body   struct {
			Role   string   `json:"role" enum:"member,lead,admin"`
			Groups []string `json:"groups,omitempty" maxItems:"100" doc:"all of them: what is not named, is left"`
		}
	}) (*body[wire.Person], error) {
		p, err := admin.SetPerson(ctx, tenant.Person{Name: in.Person, Role: tenant.Role(in.Body.Role), Groups: in.Body.Groups})
		return &body[wire.Person]{wire.FromPerson(&p)}, err
	})
	administration(s, a, "forget-person", http.MethodDelete, "/people/{person}", "Remove a person with their keys and all that is kept of them; there is no way back", http.StatusNoContent, func(ctx context.Context, admin Admin, in *struct {
		Person string `path:"person" maxLength:"100"`
	}) (*struct{}, error) {
		ok, err := admin.ForgetPerson(ctx, in.Person)
		return done(ok, err, noPerson)
	})
	administration(s, a, "groups", http.MethodGet, "/groups", "Groups of people", http.StatusOK, func(ctx context.Context, admin Admin, _ *struct{}) (*body[Groups], error) {
		list, err := admin.Groups(ctx)
		return &body[Groups]{Groups{each(list, wire.FromTeam)}}, err
	})
	administration(s, a, "opt-outs", http.MethodGet, "/opt-outs", "Whom and what nobody looks at", http.StatusOK, func(ctx context.Context, admin Admin, _ *struct{}) (*body[OptOuts], error) {
		account, err := admin.Account(ctx)
		return &body[OptOuts]{OptOuts{each(account.OptOuts, wire.FromOptOut)}}, err
	})
	administration(s, a, "opt-out", http.MethodPost, "/opt-outs", "Opt a person, a repository or the tenant out; it holds within a second, for what waits, too", http.StatusNoContent, func(ctx context.Context, admin Admin, in *struct{ Body NewOptOut }) (*struct{}, error) {
		return nil, admin.OptOut(ctx, tenant.OptOut{Of: tenant.Subject(in.Body.Of), Pattern: in.Body.Pattern})
	})
	administration(s, a, "opt-in", http.MethodDelete, "/opt-outs", "Take an opt-out back", http.StatusNoContent, func(ctx context.Context, admin Admin, in *struct {
		Of      string `query:"of" required:"true" enum:"tenant,person,repository"`
		Pattern string `query:"pattern" maxLength:"400"`
	}) (*struct{}, error) {
		ok, err := admin.OptIn(ctx, tenant.Subject(in.Of), in.Pattern)
		return done(ok, err, noOptOut)
	})
	administration(s, a, "policy", http.MethodGet, "/policy", "What the tenant takes, how long that is kept, who asks a model and for how much", http.StatusOK, func(ctx context.Context, admin Admin, _ *struct{}) (*body[wire.Policy], error) {
		account, err := admin.Account(ctx)
		return &body[wire.Policy]{wire.FromPolicy(&account.Policy)}, err
	})
	administration(s, a, "set-policy", http.MethodPut, "/policy", "Change all of it", http.StatusNoContent, func(ctx context.Context, admin Admin, in *struct{ Body wire.Policy }) (*struct{}, error) {
		return nil, admin.SetPolicy(ctx, policyOf(&in.Body))
	})
}

// each turns the values of a list into what is answered; never null.
func each[T, W any](list []T, wire func(*T) W) []W {
	out := make([]W, len(list))
	for i := range list {
		out[i] = wire(&list[i])
	}
	return out
}

// policyOf reads a policy as it is sent.
func policyOf(w *wire.Policy) tenant.Policy {
	micro := func(dollars float64) int64 { return int64(math.Round(dollars * tenant.MicroDollars)) }
	return tenant.Policy{FactsOnly: !w.Transcripts, ContentDays: w.ContentDays, FactsDays: w.FactsDays, Provider: w.Provider, Model: w.Model,
		DayBudget: micro(w.DayBudgetUSD), MonthBudget: micro(w.MonthBudgetUSD), PromptsVisible: w.PromptsVisible, GroupMinimum: w.GroupMinimum, DeleteOptedOut: w.OptedOut == "delete"}
}
