package wire

import "prism/internal/score"

// ReportSchema names the version of Report.
const ReportSchema = "prism.report/1"

// Report is what `prism report --json` prints: the figures of the window, a trend
// that looks back beyond it, practice, and the sessions.
type Report struct {
	Schema   string    `json:"schema"`
	Score    Score     `json:"score"`
	Weeks    []Week    `json:"weeks"`
	Findings []string  `json:"findings"`
	Checks   []Check   `json:"checks"`
	Pillars  []Check   `json:"pillars"`
	Trivia   []Trivium `json:"trivia"`
	Sessions []Session `json:"sessions"`
	// Left is how many more sessions there are: what is sent lists the newest alone.
	Left int `json:"sessions_left,omitempty"`
}

// Check is how often a practice of prompting was met where it applied.
type Check struct {
	Name       string   `json:"name"`
	Pillar     string   `json:"pillar"`
	Hits       int      `json:"hits"`
	Applicable int      `json:"applicable"`
	Rate       *float64 `json:"rate"`
}

// Trivium counts sessions below the floor by label.
type Trivium struct {
	Name     string `json:"name"`
	Sessions int    `json:"sessions"`
}

// FromReport joins the parts of a report.
func FromReport(s *score.Summary, weeks []score.Week, findings []string, sessions []Session, judge Judge) Report {
	r := Report{Schema: ReportSchema, Score: FromSummary(s, judge), Weeks: []Week{}, Findings: list(findings), Checks: FromRates(s.Skill.Checks), Pillars: FromRates(s.Skill.Pillars), Trivia: FromReasons(s.Trivia.Reasons), Sessions: sessions}
	for _, p := range weeks {
		r.Weeks = append(r.Weeks, Week{p.Key(), Figure(p.Score), p.Crushed, p.Counted})
	}
	return r
}

// FromRates is how often each of some practices was met.
func FromRates(rates []score.Rate) []Check {
	out := []Check{}
	for _, c := range rates {
		out = append(out, Check{c.Name, c.Pillar, c.Hits, c.Applicable, Figure(c.Rate)})
	}
	return out
}

// FromReasons counts sessions below the floor by label.
func FromReasons(reasons []score.Reason) []Trivium {
	out := []Trivium{}
	for _, x := range reasons {
		out = append(out, Trivium{x.Name, x.Sessions})
	}
	return out
}
