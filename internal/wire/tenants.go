package wire

import "prism/internal/tenant"

// Tenant is a tenant of a server.
type Tenant struct {
	Name      string  `json:"name"`
	CreatedAt *string `json:"created_at"`
	FactsOnly bool    `json:"facts_only" doc:"it takes no transcripts"`
	Policy    Policy  `json:"policy"`
}

// FromTenant is the wire form of a tenant.
func FromTenant(t *tenant.Tenant) Tenant {
	return Tenant{t.Name, Instant(t.Created), t.FactsOnly, FromPolicy(&t.Policy)}
}

// Policy is what holds for a tenant.
type Policy struct {
	Transcripts    bool    `json:"transcripts" doc:"transcripts are taken"`
	ContentDays    int     `json:"content_days" doc:"how long content is kept; 0: for ever"`
	FactsDays      int     `json:"facts_days" doc:"how long sessions are kept; 0: for ever"`
	Provider       string  `json:"provider" doc:"of the model that is asked; empty: none is"`
	Model          string  `json:"model"`
	DayBudgetUSD   float64 `json:"day_budget_usd"`
	MonthBudgetUSD float64 `json:"month_budget_usd"`
	PromptsVisible bool    `json:"prompts_visible" doc:"admins see what people wrote"`
	GroupMinimum   int     `json:"group_minimum" doc:"of how many people figures are that a lead sees"`
	OptedOut       string  `json:"opted_out" enum:"hide,delete" doc:"what becomes of what is there of whom or what is opted out"`
}

// FromPolicy is the wire form of a policy.
func FromPolicy(p *tenant.Policy) Policy {
	out := Policy{!p.FactsOnly, p.ContentDays, p.FactsDays, p.Provider, p.Model, float64(p.DayBudget) / tenant.MicroDollars, float64(p.MonthBudget) / tenant.MicroDollars,
		p.PromptsVisible, p.People(), "hide"}
	if p.DeleteOptedOut {
		out.OptedOut = "delete"
	}
	return out
}

// Person is somebody whom a tenant knows.
type Person struct {
	Name      string   `json:"name"`
	Role      string   `json:"role"`
	Groups    []string `json:"groups"`
	CreatedAt *string  `json:"created_at"`
}

// FromPerson is the wire form of a person.
func FromPerson(p *tenant.Person) Person {
	return Person{p.Name, string(p.Role), append([]string{}, p.Groups...), Instant(p.Created)}
}

// Team is people whose figures are looked at together.
type Team struct {
	Name   string   `json:"name"`
	People []string `json:"people"`
}

// FromTeam is the wire form of a group.
func FromTeam(g *tenant.Group) Team { return Team{g.Name, append([]string{}, g.People...)} }

// OptOut is whom or what nobody looks at.
type OptOut struct {
	Of      string  `json:"of" enum:"tenant,person,repository"`
	Pattern string  `json:"pattern"`
	Since   *string `json:"since"`
}

// FromOptOut is the wire form of an opt-out.
func FromOptOut(o *tenant.OptOut) OptOut { return OptOut{string(o.Of), o.Pattern, Instant(o.Since)} }
