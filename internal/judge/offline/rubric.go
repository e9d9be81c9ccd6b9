package offline

import (
	"prism/internal/fact"
)

// rubric answers the seven checks of prompting practice on what people wrote.
func rubric(a *account, intent fact.Intent) fact.Rubric {
	r := fact.Rubric{GoalExplicit: fact.NotApplicable, ScopeBounded: fact.NotApplicable, ReferencesConcrete: fact.NotApplicable,
		ContextSufficient: fact.NotApplicable, VerificationRequested: fact.NotApplicable, RootCauseOriented: fact.NotApplicable, PlanFirst: fact.NotApplicable}
	return r
}
