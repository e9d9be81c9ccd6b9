package view

import (
	"fmt"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/score"
)

// ScoreCSV prints the totals, or the groups where a breakdown was asked for.
func ScoreCSV(p *job.Program, sum *score.Summary) error {
	head := []string{"by", "key", "score", "letter", "crushed", "counted", "interval_lo", "interval_hi", "tokens", "cost_usd", "cost_unpriced_models"}
	row := func(by, key string, r score.Ratio, tokens fact.Tokens, cost score.Cost) []string {
		lo, hi := "", ""
		if r.Interval != nil {
			lo, hi = csvFloat(&r.Interval.Lo), csvFloat(&r.Interval.Hi)
		}
		letter := ""
		if r.Score != nil {
			letter = fact.Letter(*r.Score / 10)
		}
		return []string{by, csvText(key), csvFloat(r.Score), letter, fmt.Sprint(r.Crushed), fmt.Sprint(r.Counted), lo, hi, fmt.Sprint(tokens.Total()), csvFloat(cost.USD), csvList(cost.Unpriced)}
	}
	rows := [][]string{head, row("all", "", sum.Ratio, sum.Tokens, sum.Cost)}
	for _, b := range sum.Groups {
		for _, g := range b.Groups {
			rows = append(rows, row(b.By, g.Key, g.Ratio, g.Tokens, g.Cost))
		}
	}
	return writeCSV(p, rows)
}
