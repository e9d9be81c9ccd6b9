package classic

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"prism/internal/phrase"
	"prism/internal/report"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/wire"
)

// reportAnswer is GET /report/{daily,weekly,monthly}. Its shape is not public: it is the
// answers of the other endpoints for one window, with what stands out in sentences.
type reportAnswer struct {
	Window   string        `json:"window"`
	From     *string       `json:"from"`
	To       *string       `json:"to"`
	Headline string        `json:"headline"`
	Findings []string      `json:"findings"`
	Score    *scoreAnswer  `json:"score"`
	Speed    *speedAnswer  `json:"speed"`
	Tokens   *tokensAnswer `json:"tokens"`
	Skill    *skillAnswer  `json:"skill"`
	Trivia   triviaPart    `json:"trivia"`
}

func reportOf(lib Library, r *http.Request, w window) (any, error) {
	from, to := w.span(lib.Now())
	sum, err := summary(r, lib, from, to, "repo", "intent", "model")
	if err != nil {
		return nil, err
	}
	sessions, err := list(r, lib, w, store.Filter{})
	if err != nil {
		return nil, err
	}
	page := report.New(report.Input{Summary: *sum, Weeks: sum.Trend, Sessions: sessions, Zone: from.Location(), Now: lib.Now(), Clean: func(s string) string { return s }})
	a := &reportAnswer{Window: w.name, From: wire.Instant(from), To: wire.Instant(to), Headline: page.Headline, Findings: append([]string{}, page.Findings...),
		Tokens: spent(w, sum), Trivia: trifled(sum)}
	if a.Score, err = scored(lib, r, w, sum); err != nil {
		return nil, err
	}
	if a.Speed, err = sped(lib, r, w, sum); err != nil {
		return nil, err
	}
	a.Skill, err = skilled(lib, r, w, sum)
	return a, err
}

// todaySummary is GET /today-summary: a day of the calendar in UTC, as the plugin asks.
func todaySummary(lib Library, r *http.Request) (any, error) {
	date := r.URL.Query().Get("date")
	day, err := time.Parse(time.DateOnly, date)
	switch {
	case date == "":
		day, _ = score.Begin("day", lib.Now(), time.UTC)
	case err != nil:
		return nil, &Error{http.StatusBadRequest, "date must be YYYY-MM-DD"}
	}
	sum, err := summary(r, lib, day, day.AddDate(0, 0, 1))
	if err != nil {
		return nil, err
	}
	return struct {
		Narrative string `json:"narrative"`
	}{narrative(sum)}, nil
}

// narrative says what a day came to; nothing of a day without a session.
func narrative(sum *score.Summary) string {
	if sum.Sessions == 0 {
		return ""
	}
	parts := []string{phrase.Count(sum.Sessions, "session", "sessions") + " ended."}
	if sum.Score != nil {
		parts = append(parts, fmt.Sprintf("%d of %s landed the goal and kept it: PRISM Score %s, letter %s.", sum.Crushed, phrase.Count(sum.Counted, "counted session", "counted sessions"), phrase.Points(sum.Score), sum.Letter))
	} else {
		who := "None of them counts"
		if sum.Sessions == 1 {
			who = "It does not count"
		}
		parts = append(parts, who+", so there is no score.")
	}
	if t := sum.Speed.TimeToCrush; t != nil {
		parts = append(parts, fmt.Sprintf("Half of what crushed took no longer than %s.", phrase.Lasted(*t)))
	}
	return strings.Join(parts, " ")
}
