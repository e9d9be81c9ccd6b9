// Package wire holds the JSON that prism prints: the exact, stable field names of
// DESIGN.md "Contracts", and nothing else. Facts are turned into wire values here,
// so that a change of a fact never changes what a script reads. A figure without
// anything to count is null, never 0. A cost is of the models with a price, null where
// none has one; the others are named beside it.
package wire

import (
	"time"
)

// ScoreSchema names the version of Score.
const ScoreSchema = "prism.score/1"

// Score is what `prism score --json` prints.
type Score struct {
	Schema            string             `json:"schema"`
	Score             *float64           `json:"score"`
	Letter            *string            `json:"letter"`
	Crushed           int                `json:"crushed"`
	Counted           int                `json:"counted"`
	Interval          *[2]float64        `json:"interval"`
	Window            Window             `json:"window"`
	Excluded          Excluded           `json:"excluded"`
	Provisional       int                `json:"provisional"`
	Tokens            ScoreTokens        `json:"tokens"`
	CostUSD           *float64           `json:"cost_usd"`
	CostUnpriced      []string           `json:"cost_unpriced_models"`
	CostPerCrushedUSD *float64           `json:"cost_per_crushed_usd"`
	CrushWeight       *float64           `json:"crush_weight"`
	TokensPerTurn     *float64           `json:"tokens_per_turn"`
	Speed             Speed              `json:"speed"`
	PromptGrade       *float64           `json:"prompt_grade"`
	ExclusionRate     *float64           `json:"exclusion_rate"`
	Judge             Judge              `json:"judge"`
	Trend             []Week             `json:"trend"`
	Groups            map[string][]Group `json:"groups"`
	Input             Input              `json:"input"`
}

// Window is the stretch of time a figure is of: since included, until not; null
// where that side is open.
type Window struct {
	Since *string `json:"since"`
	Until *string `json:"until"`
	TZ    string  `json:"tz"`
}

// Excluded counts sessions that are not counted, by the first reason that holds.
type Excluded struct {
	BelowFloor int `json:"below_floor"`
	NoIntent   int `json:"no_intent"`
	Automated  int `json:"automated"`
	Pending    int `json:"pending"`
	Error      int `json:"error"`
	Ungrounded int `json:"ungrounded"`
	OptedOut   int `json:"opted_out"`
	Open       int `json:"open"`
}

// Tokens counts tokens by kind. Nested is the part of Total that is known only from
// progress lines of old clients.
type Tokens struct {
	Input        int64 `json:"input"`
	Output       int64 `json:"output"`
	CacheWrite   int64 `json:"cache_write"`
	CacheWrite5m int64 `json:"cache_write_5m"`
	CacheWrite1h int64 `json:"cache_write_1h"`
	CacheRead    int64 `json:"cache_read"`
	Total        int64 `json:"total"`
	Nested       int64 `json:"nested"`
	// OutputAtLeast says that of some answers only the beginning was counted, as old clients
	// wrote it down: there was more output, and it cost more.
	OutputAtLeast bool `json:"output_at_least"`
}

// ScoreTokens are the tokens of all sessions of the window, counted or not, and of
// what lies outside sessions; OutsideSessions is that latter part of Total.
type ScoreTokens struct {
	Tokens
	OutsideSessions int64 `json:"outside_sessions"`
}

// Speed tells how fast sessions are crushed; times are seconds.
type Speed struct {
	CrushedPerWeek *float64 `json:"crushed_per_week"`
	TimeToCrushS   *float64 `json:"time_to_crush_s"`
}

// Judge is whose verdicts were used, with its measured agreement with people, null
// when it was not measured.
type Judge struct {
	Name      string   `json:"name"`
	Version   string   `json:"version"`
	Agreement *float64 `json:"agreement"`
	// Labels is how many sessions stand by the person's own word instead (--labels).
	Labels int `json:"labels"`
}

// Week is one point of the trend; Week is its Monday.
type Week struct {
	Week    string   `json:"week"`
	Score   *float64 `json:"score"`
	Crushed int      `json:"crushed"`
	Counted int      `json:"counted"`
}

// Group is one row of a breakdown.
type Group struct {
	Key      string      `json:"key"`
	Score    *float64    `json:"score"`
	Crushed  int         `json:"crushed"`
	Counted  int         `json:"counted"`
	Interval *[2]float64 `json:"interval"`
	Tokens   Tokens      `json:"tokens"`
	CostUSD  *float64    `json:"cost_usd"`
	Unpriced []string    `json:"cost_unpriced_models"`
}

// Input counts what was read; Skipped are lines not decoded, by reason.
type Input struct {
	Files         int            `json:"files"`
	Conversations int            `json:"conversations"`
	Lines         int            `json:"lines"`
	Bytes         int64          `json:"bytes"`
	Skipped       map[string]int `json:"skipped"`
}

// Instant is t in UTC by RFC 3339, null for the zero time.
func Instant(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Format(time.RFC3339Nano)
	return &s
}
