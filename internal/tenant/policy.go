package tenant

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// Policy is what holds for all of a tenant. The zero value takes all, keeps it, and asks
// no model.
type Policy struct {
	// FactsOnly refuses transcripts: what is sent is judged on the sender's machine.
	FactsOnly bool
	// ContentDays and FactsDays are how long transcripts and telemetry, and what came of
	// them, are kept; 0: for ever. Content goes with its facts at the latest.
	ContentDays, FactsDays int
	// Provider and Model are of the judge that is asked beside the offline one; no
	// Provider: nobody is.
	Provider, Model string
	// DayBudget and MonthBudget bound what that costs, in millionths of a dollar; 0:
	// nothing may be spent.
	DayBudget, MonthBudget int64
	// PromptsVisible shows admins what people wrote.
	PromptsVisible bool
	// GroupMinimum is of how many people figures are that a lead sees; 0: LeastPeople.
	GroupMinimum int
	// DeleteOptedOut deletes what is there of whom or what is opted out; else it is
	// hidden, and comes back when the opt-out is taken back.
	DeleteOptedOut bool
}

// LeastPeople is of how many people figures are that a lead sees, at the least: of fewer
// they would tell of one.
const LeastPeople = 5

// mostDays bounds how long something is kept by the day: a century is for ever.
const mostDays = 36_500

// MicroDollars are so many of a dollar's parts as budgets are kept in.
const MicroDollars = 1_000_000

// mostBudget bounds a budget, in dollars: more is a typing mistake.
const mostBudget = 1_000_000

// Check reports what is wrong with a policy.
func (p *Policy) Check() error {
	switch {
	case p.ContentDays < 0 || p.FactsDays < 0 || p.ContentDays > mostDays || p.FactsDays > mostDays:
		return fmt.Errorf("something is kept for 1 to %d days, or with 0 for ever", mostDays)
	case p.FactsDays > 0 && p.ContentDays > p.FactsDays:
		return errors.New("content is kept no longer than what came of it: it would be read again")
	case p.GroupMinimum != 0 && p.GroupMinimum < LeastPeople:
		return fmt.Errorf("figures are shown of %d people and more: of fewer they would tell of one", LeastPeople)
	case p.DayBudget < 0 || p.MonthBudget < 0 || p.DayBudget > mostBudget*MicroDollars || p.MonthBudget > mostBudget*MicroDollars:
		return fmt.Errorf("a budget is 0 to %d dollars", mostBudget)
	case p.Provider == "" && p.Model != "":
		return errors.New("a model belongs to a provider")
	case !shown(p.Provider) || !shown(p.Model):
		return errors.New("this is no name of a provider or a model")
	}
	return nil
}

// People is of how many people figures are that a lead sees.
func (p *Policy) People() int { return max(p.GroupMinimum, LeastPeople) }

// Cutoffs are before when content and facts are too old; zero: none is.
func (p *Policy) Cutoffs(now time.Time) (content, facts time.Time) {
	if p.FactsDays > 0 {
		facts = now.AddDate(0, 0, -p.FactsDays)
	}
	if days := cmp.Or(p.ContentDays, p.FactsDays); days > 0 {
		content = now.AddDate(0, 0, -days)
	}
	return content, facts
}
