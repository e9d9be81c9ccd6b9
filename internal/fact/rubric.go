package fact

import "slices"

// RubricCheck is one named answer of a rubric with the pillar it belongs to.
type RubricCheck struct {
	Name   string // snake_case of the published check
	Pillar string
	Mark   Mark
}

// The four pillars of prompting practice. Which check belongs to which is not
// published; this is the reading of the product reference, 3.3.
const (
	Clarity      = "clarity"
	Context      = "context"
	Verification = "verification"
	Workflow     = "workflow"
)

// Checks returns the seven answers in the published order.
func (r Rubric) Checks() [7]RubricCheck {
	return [7]RubricCheck{
		{"goal_explicit", Clarity, r.GoalExplicit},
		{"scope_bounded", Clarity, r.ScopeBounded},
		{"references_concrete", Context, r.ReferencesConcrete},
		{"context_sufficient", Context, r.ContextSufficient},
		{"verification_requested", Verification, r.VerificationRequested},
		{"root_cause_oriented", Workflow, r.RootCauseOriented},
		{"plan_first", Workflow, r.PlanFirst},
	}
}

// Marks returns the places of the seven answers in the order of Checks.
func (r *Rubric) Marks() [7]*Mark {
	return [7]*Mark{&r.GoalExplicit, &r.ScopeBounded, &r.ReferencesConcrete, &r.ContextSufficient, &r.VerificationRequested, &r.RootCauseOriented, &r.PlanFirst}
}

// CheckNames are the names of the seven checks, in the order of Rubric.Checks.
func CheckNames() []string {
	var names []string
	for _, c := range (Rubric{}).Checks() {
		names = append(names, c.Name)
	}
	return names
}

// Practices are what prompts may be asked for: the seven checks and their four pillars.
func Practices() []string {
	names := CheckNames()
	for _, c := range (Rubric{}).Checks() {
		if !slices.Contains(names, c.Pillar) {
			names = append(names, c.Pillar)
		}
	}
	return names
}

// ChecksOf are the places in Rubric.Checks of a check by its name, or of those of a pillar.
func ChecksOf(name string) (places []int) {
	for i, c := range (Rubric{}).Checks() {
		if c.Name == name || c.Pillar == name {
			places = append(places, i)
		}
	}
	return places
}

// Answered reports whether a check has an answer, or one of a pillar's.
func (r Rubric) Answered(name string, answer Mark) bool {
	checks := r.Checks()
	return slices.ContainsFunc(ChecksOf(name), func(i int) bool { return checks[i].Mark == answer })
}
