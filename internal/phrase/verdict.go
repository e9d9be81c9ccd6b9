package phrase

import "prism/internal/fact"

// What became of a session, in the words that pages, the command line, reports and agents
// are told it by; docs/architecture.md says what each means. A session that counts is one of
// the first three: crushed, reworked (it had landed) or not landed. Those of the second and
// third together are not crushed.
const (
	Crushed    = "crushed"
	Reworked   = "reworked"
	NotLanded  = "not landed"
	NotCounted = "not counted"
	NotCrushed = "not crushed"
	// Landed is what one verdict says, whatever became of the lines later.
	Landed = "landed"
)

// Landing says what one verdict comes to, whatever became of the lines later.
func Landing(v *fact.Verdict) string {
	if v.GoalComplete {
		return Landed
	}
	return NotLanded
}
