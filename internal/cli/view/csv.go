package view

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/phrase"
	"prism/internal/term"
)

func writeCSV(p *job.Program, rows [][]string) error {
	w := csv.NewWriter(p.Out)
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// csvText makes text of a transcript safe for a cell: one line, and never read as
// a formula by a spreadsheet.
func csvText(s string) string {
	return phrase.Cell(term.Clean(s))
}

// csvList is several names in one cell.
func csvList(names []string) string { return csvText(strings.Join(names, " ")) }

// csvFloat is a number to six decimals, empty where there is nothing.
func csvFloat(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(math.Round(*x*1e6)/1e6, 'f', -1, 64)
}
