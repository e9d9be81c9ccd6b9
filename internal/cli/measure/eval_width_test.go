package measure

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"prism/internal/cli/job"
	"prism/internal/eval"
	"prism/internal/fact"
	"prism/internal/term"
)

// A measurement stays within a narrow terminal: intervals go before columns do.
func TestAMeasurementFitsTheScreen(t *testing.T) {
	for _, width := range []int{60, 80, 140} {
		var out bytes.Buffer
		p := job.NewProgram(nil, strings.NewReader(""), &out, io.Discard)
		p.Screen = term.NewFixed(&out, width, false)
		r := &evalReport{order: []string{"projects", "people"}, Groups: map[string]eval.Report{}}
		var items []eval.Item
		for n := range 8 {
			g := eval.GoldSession{First: 1, Last: 2, Intent: fact.Intents[n], GoalComplete: n%2 == 0, Signal: fact.NoSignal, Language: "go"}
			q := eval.Predicted{First: 1, Last: 2, Intent: fact.Intents[n], Complete: n%3 == 0, Confidence: float64(n) / 8, Signal: fact.NoSignal, Language: "go"}
			items = append(items, eval.Item{Gold: eval.Gold{Conversation: fmt.Sprint(n), Sessions: []eval.GoldSession{g}}, Predicted: []eval.Predicted{q}, Floors: []bool{true}, Cluster: fmt.Sprint(n)})
		}
		r.Report = eval.Measure(items, eval.Fitted, 20)
		r.Groups["projects"], r.Groups["people"] = r.Report, r.Report
		showEval(p, r)
		for line := range strings.Lines(out.String()) {
			if n := term.Width(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("%d cells on a screen of %d: %s", n, width, line)
			}
		}
		if got := strings.Contains(out.String(), "brackets"); got != (width >= 80) {
			t.Errorf("width %d: intervals %v", width, got)
		}
	}
}
