// Package score is arithmetic over facts: which share of the counted sessions
// landed its goal, and the figures around it. It is pure: a reading, options
// and a clock in, a Summary out. It decides nothing about a session; that is
// said by fact.Session's Exclusion and Crushed. A figure without anything to
// count is nil, never 0, and a cost at an unknown price is nil.
package score

import (
	"math"
	"time"

	"prism/internal/fact"
)

// Options say which sessions a Summary is of and how it is broken down.
type Options struct {
	Since time.Time      // inclusive; zero: from the beginning
	Until time.Time      // exclusive; zero: to the end
	Zone  *time.Location // of the person: weeks and days; nil is UTC
	Now   time.Time      // ends a window that has Since and no Until; may be zero
	By    []string       // of Dimensions, each once; others are passed over

	IncludeOpen      bool
	IncludeAutomated bool
	AtNow            bool // what nothing closed is open or not as of Now; else states stand as they are
}

// Span is the stretch of time whose figures a Summary needs: the window, and the
// one before it with which it is compared. Zero: open on that side.
func (o Options) Span() (since, until time.Time) {
	if before, _, ok := previous(o); ok {
		return before, o.Until
	}
	return o.Since, o.Until
}

// Dimensions are the breakdowns that Options.By understands.
func Dimensions() []string {
	return []string{"repo", "folder", "intent", "language", "model", "person", "day", "week", "month", "branch"}
}

// OverTime reports whether a dimension is a calendar: its groups are days, weeks or
// months, and stand in their order.
func OverTime(by string) bool { return by == "day" || by == "week" || by == "month" }

// Begin is the midnight that begins the day, week or month (see OverTime) that t
// stands in, and next the one after that.
func Begin(by string, t time.Time, zone *time.Location) (from, next time.Time) {
	t = t.In(zone)
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, zone)
	switch by {
	case "day":
		return day, day.AddDate(0, 0, 1)
	case "month":
		from = time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, zone)
		return from, from.AddDate(0, 1, 0)
	}
	from = Monday(t, zone)
	return from, from.AddDate(0, 0, 7)
}

// TimeKey is how a day, a week (by its Monday) or a month is written as a key.
func TimeKey(by string, from time.Time) string {
	if by == "month" {
		return from.Format("2006-01")
	}
	return from.Format(time.DateOnly)
}

// Summary is every figure of one window. Sessions belong to the window in which
// they ended, usage outside sessions to the one in which it was spent.
type Summary struct {
	Ratio
	Letter   string // band of Score ÷ 10; "" without a score
	Window   Window
	Excluded map[fact.Exclusion]int // by the first reason that holds; no zero entries

	Conversations int // that the sessions stand in
	Repositories  int
	Missed        map[string]int // counted, and the goal not landed, by fact.Verdict.Miss
	Reworked      int            // counted and landed, and undone later
	StandIns      int            // above the floor with a verdict of a judge that stands in
	// Unjudged says why a judge gave no verdict, by the exclusion that follows.
	Unjudged map[fact.Exclusion]map[string]int

	Provisional int // sessions of the window in state provisional
	OpenCounted int // of the counted ones, those that are still open

	Tokens         fact.Tokens // of all sessions, counted or not, and outside sessions
	Outside        fact.Tokens // the part of Tokens that belongs to no session
	Nested         fact.Tokens // the part of Tokens that is known only from progress lines of old clients
	Cost           Cost        // of Tokens
	NestedCost     Cost        // of Nested
	CostPerCrushed *float64    // USD: Cost ÷ Crushed, so what did not land is paid for too; at least that where Cost is

	CrushWeight   *float64 // median of total tokens over crushed sessions
	CrushedCost   *float64 // median USD of a crushed session: Crush Weight in money; nil when a price of one is unknown
	CrushedShare  *float64 // 0–1: tokens of crushed sessions ÷ tokens of all sessions
	Weights       *Spread  // of those tokens; nil without a crushed session
	TokensPerTurn *float64 // input + output; sessions below the floor left out, failed and reworked ones in
	WeightNoise   float64  // standard error of the logarithm of CrushWeight
	TokenTrend    *Change  // TET: Crush Weight ÷ that of the previous equal window; < 1 is cheaper

	Speed  Speed
	Skill  Skill
	Trivia Trivia
	Prior  *Ratio  // the previous equal window; nil where the window has no beginning
	Change *Change // of Score against it, in points; nil where either has none

	Trend  []Week // weeks in which a session ended, ascending
	Skills []SkillWeek
	Groups []Breakdown
	Judges []JudgeUse
	Input  fact.Input
}

// LeastShare is from how many counted sessions on pages and reports give a percentage and a
// letter: of fewer, chance is nearly all that they would tell.
const LeastShare = 5

// Ratio is a share of sessions with its 95 % interval.
type Ratio struct {
	Sessions int // all, counted or not
	Counted  int
	Crushed  int
	Score    *float64 // 0–100; nil when nothing counts
	Interval *Interval
}

// Interval is a 95 % Wilson score interval on 0–100.
type Interval struct{ Lo, Hi float64 }

// Decimals is with how many decimals both ends are told: with one where they are so close
// that whole numbers would make one of them.
func (i Interval) Decimals() int {
	if i.Lo < i.Hi && math.Round(i.Lo) == math.Round(i.Hi) {
		return 1
	}
	return 0
}

// Window is the stretch of time a Summary is of.
type Window struct {
	Since, Until time.Time // as asked; zero: open on that side
	Zone         *time.Location
	First, Last  time.Time // first prompt and last event of its sessions; zero when there are none
}

// Cost is money in USD: of what has a price, so that with Unpriced it is at least
// that much.
type Cost struct {
	USD      *float64 // nil when nothing in it has a known price
	Unpriced []string // models without one that took tokens, sorted
	Began    bool     // of some answers only the beginning was counted: output is at least what is told
}

// AtLeast reports whether more was spent than USD says.
func (c Cost) AtLeast() bool { return len(c.Unpriced) > 0 || c.Began }

// Spread is how a figure of many sessions lies: a quarter of them is at most Quarter,
// half at most Half, three quarters at most Most.
type Spread struct{ Quarter, Half, Most float64 }

// Change is how far a figure lies from the one of the window before, with the 95 %
// interval that chance alone leaves it.
type Change struct {
	By     float64
	Lo, Hi float64
}

// Noise reports whether the change may be none at all.
func (c Change) Noise() bool { return c.Lo <= 0 && c.Hi >= 0 }

// Speed tells how fast goals are landed.
type Speed struct {
	CrushedPerWeek *float64       // nil when the window holds no session
	Weeks          int            // calendar weeks that it is a mean over, those without a session too
	Delta          *Change        // per week, against the previous equal window
	TimeToCrush    *time.Duration // median over crushed sessions, first prompt to last event
}

// Skill is prompting practice over the counted sessions.
type Skill struct {
	Grade       *float64 // 0–100, mean of the letters' values; nil without a letter
	Letter      string   // the letter closest to the mean
	Delta       *Change  // Grade against the previous equal window
	Variance    float64  // of Grade as a mean: what chance may move it by, squared
	Graded      int      // sessions with a letter
	Checks      []Rate   // in the published order
	Pillars     []Rate   // clarity, context, verification, workflow
	WorstPillar string   // lowest rate; "" when none applies
}

// Rate is how often a check, or the checks of a pillar, were met where they applied.
type Rate struct {
	Name       string
	Pillar     string // the name itself for a pillar
	Hits       int
	Applicable int
	Rate       *float64 // 0–1
}

// Trivia is what stays below the substance floor.
type Trivia struct {
	Rate    *float64 // exclusion rate: sessions below the floor ÷ all sessions
	Reasons []Reason
}

// Reason counts sessions below the floor by a label (the rule itself is that
// all three limbs fail).
type Reason struct {
	Name     string // no_real_work, too_few_turns, too_few_lines, no_mutating_calls
	Sessions int
}

// Week is one point of the trend.
type Week struct {
	Monday time.Time // midnight in the person's time zone
	Ratio
}

// SkillWeek is prompting practice over the counted sessions that ended in one week;
// weeks without one are left out.
type SkillWeek struct {
	Monday time.Time // midnight in the person's time zone
	Skill
}

// Key is the week as it is shown: the date of its Monday.
func (w Week) Key() string { return TimeKey("week", w.Monday) }

// Breakdown is the sessions of the window grouped by one dimension. Usage
// outside sessions is in no group.
type Breakdown struct {
	By     string
	Groups []Group // most counted first, then most sessions, then by key; what is OverTime ascending
}

// Group is one row of a breakdown.
type Group struct {
	Key string
	Ratio
	Tokens fact.Tokens
	Nested fact.Tokens
	Cost   Cost
}

// JudgeUse counts the sessions that show a verdict of one judge.
type JudgeUse struct {
	Name, Version string
	Sessions      int
	Fallback      int // of these, standing in for another judge
}
