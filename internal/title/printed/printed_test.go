package printed

import (
	"strings"
	"testing"
)

// A line that a program printed is told from one that a person wrote, who may well
// begin as a program does.
func TestWhatIsPrinted(t *testing.T) {
	for _, line := range []string{
		"$ make chart", "%cpu %mem", "$HOME", "{", "} else {", "\"a\": {", "[server] listening on 4000", "/usr/local/bin/chart", "@Override", "\\begin{x}", "chart.go:12:", "chart.go:12:4: undefined: week", "at Chart.draw (chart.js:4)",
		"File \"chart.py\", line 4", "goroutine 1 [running]:", "❯ make chart all of it", "➜ chart git", "⨯ build failed here", "// draw the chart", "/* draw it */", "Hint: try again", "Caused by: too few rows", "import { week } from 'chart'", "export const week = 7",
		"func draw(w week) {", "def draw(w):", "class Chart(Base):", "return week;", "#include \"chart.h\"", "var week = 7;", "if (week) stop()", "+++ b/chart.go", "--- a/chart.go", "@@ -1,4 +1,5 @@",
		"2026-03-02T09:00:00Z starting", "2026-03-02 09:00:00.123 starting", "09:00:01 starting", "[09:00:01] starting", "[ 12ms] starting", "time=now level=info msg=start", "https://chart.example/week", "week = load(7)", "weeks = [1, 2]",
		"a[1]{b}<c>;d|e", "draw(week, chart);", "stop();", "};", "(week) =>", "it draws {", "", "--- FAIL: TestChart (0.00s)", "Tests:       3 failed, 9 passed, 12 total",
	} {
		if !Is(line) {
			t.Errorf("%q is taken for speech", line)
		}
	}
	for _, line := range []string{
		"draw the chart of the week", "@chart.go draw the whole week in it", "/chart should show the whole week", "$5 is what it costs us now", "% of all rows should be shown", "note the week that is missing", "at noon the chart stops", "import the weeks into the chart",
		"export the chart as a picture", "return the week as a number", "let the chart show weeks", "class names are missing in the chart", "private weeks are shown to all", "Usage of the chart is low",
		"10:30 is when it stops", "09:00 chart meeting", "2026 was a good year", "12ms is what it takes", "https://chart.example is down since noon", "week = seven days", "the chart (of the week) is off by 5%", "a < b", "it stops; why?", "chart: draw the week", "Week 4: draw it",
		"把图表画出来", "draw week => month charts too",
	} {
		if Is(line) {
			t.Errorf("%q is taken for output", line)
		}
	}
	if long := "ok  \tchart\t0.2s " + strings.Repeat("and the week after it ", 20); Is(long) {
		t.Error("a whole paragraph is taken for a runner's line")
	}
}
