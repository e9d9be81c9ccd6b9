package chart

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/score"
	"prism/internal/web/page"
)

func at(day string) time.Time {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return t
}

// Some twenty points are read at a glance: the unit follows from how long the time is.
func TestUnitOfATrend(t *testing.T) {
	for days, want := range map[int]string{1: ByDay, 21: ByDay, 22: ByWeek, 183: ByWeek, 184: ByMonth, 4000: ByMonth} {
		if got := UnitFor(at("2026-01-01"), at("2026-01-01").AddDate(0, 0, days)); got != want {
			t.Errorf("%d days are told by %s, want %s", days, got, want)
		}
	}
}

// What lies between two sessions is a gap of so many points; of too many points the
// latest are drawn, and how many are not is said.
func TestPointsOfATrend(t *testing.T) {
	of := func(by string, keys ...string) score.Breakdown {
		b := score.Breakdown{By: by}
		for _, k := range keys {
			b.Groups = append(b.Groups, score.Group{Key: k, Ratio: score.Ratio{Counted: 7, Crushed: 7}})
		}
		return b
	}
	for _, c := range []struct {
		b           score.Breakdown
		n, cut      int
		first, last string
	}{
		{of(ByDay, "2026-01-30", "2026-02-02"), 4, 0, "2026-01-30", "2026-02-02"},
		{of(ByWeek, "2026-01-05", "2026-01-26"), 4, 0, "2026-01-05", "2026-01-26"},
		{of(ByMonth, "unknown", "2025-11", "2026-02"), 4, 0, "2025-11-01", "2026-02-01"},
		{of(ByDay, "2026-01-01", "2026-04-01"), 62, 29, "2026-01-30", "2026-04-01"},
		{of(ByDay, "1996-01-01", "2026-04-01"), 62, 10987, "2026-01-30", "2026-04-01"},
		{of(ByMonth), 0, 0, "", ""},
	} {
		list, cut := PointsOf(c.b, time.UTC)
		if len(list) != c.n || cut != c.cut {
			t.Fatalf("%v: %d points and %d left out, want %d and %d", c.b.Groups, len(list), cut, c.n, c.cut)
		}
		for i, p := range list {
			if i > 0 && !list[i-1].Next.Equal(p.From) {
				t.Errorf("%v: %v follows %v", c.b.Groups, p.From, list[i-1].Next)
			}
			if gap := i > 0 && i < len(list)-1; gap != (p.Counted == 0) && c.cut == 0 {
				t.Errorf("%v: point %d counts %d", c.b.Groups, i, p.Counted)
			}
		}
		if c.n > 0 && (!list[0].From.Equal(at(c.first)) || !list[c.n-1].From.Equal(at(c.last))) {
			t.Errorf("%v: from %v to %v", c.b.Groups, list[0].From, list[c.n-1].From)
		}
	}
}

// A day with few sessions has no share in the table; what is not over is told so.
func TestTrendTellsWhatItIs(t *testing.T) {
	share, interval := 50.0, score.Wilson(1, 2)
	few := Point{at("2026-01-01"), at("2026-01-02"), score.Ratio{Sessions: 2, Counted: 2, Crushed: 1, Score: &share, Interval: interval}}
	now := Point{at("2026-01-02"), at("2026-01-03"), score.Ratio{Sessions: 10, Counted: 10, Crushed: 5, Score: &share, Interval: score.Wilson(5, 10)}}
	c := OfScore(english(t), []Point{few, now}, 3, ByDay, at("2026-01-02").Add(time.Hour), nil)
	if c.Rows[0].Value != "too few yet" || c.Rows[0].Between != "" || c.Rows[1].Value != "50" || !strings.HasSuffix(c.Rows[1].Label, ", not over") || strings.HasSuffix(c.Rows[0].Label, ", not over") {
		t.Errorf("%+v", c.Rows)
	}
	if svg := string(c.SVG); strings.Count(svg, `class="band"`) != 1 || strings.Count(svg, "dot few") != 1 || strings.Count(svg, "dot open") != 1 {
		t.Errorf("%s", svg)
	}
	if !strings.Contains(c.Summary, "Those before, 3,") {
		t.Errorf("%s", c.Summary)
	}
}

// Where the judge changed within what is drawn, the picture has a line, the row of its table
// words, and the page a sentence; what lies outside of it is not told.
func TestJudgeChangesOnATrend(t *testing.T) {
	var points []Point
	for i := range 3 {
		from := at("2026-03-02").AddDate(0, 0, 7*i)
		points = append(points, Point{From: from, Next: from.AddDate(0, 0, 7)})
	}
	changes := []page.JudgeChange{
		{At: at("2026-01-02"), Judge: "offline", From: "rules-1", To: "rules-2"},
		{At: at("2026-03-12"), Judge: "offline", From: "rules-2", To: "rules-<3>"},
		{At: at("2026-04-02"), Judge: "offline", From: "rules-<3>", To: "rules-4"},
	}
	c := OfScore(english(t), points, 0, ByWeek, at("2026-06-01"), changes)
	const said = "12 Mar 2026: judge offline changed from rules-2 to rules-<3>"
	if len(c.Judges) != 1 || c.Judges[0] != said || c.Rows[1].Judge != said || c.Rows[0].Judge+c.Rows[2].Judge != "" {
		t.Errorf("%q, %+v", c.Judges, c.Rows)
	}
	if svg := string(c.SVG); strings.Count(svg, `class="judge"`) != 1 || strings.Contains(svg, "rules") {
		t.Errorf("the picture: %s", svg)
	}
}

// A shorter time is chosen among the same sessions: whatever else is asked for stays, also
// on the way back to all of it.
func TestAChosenTimeKeepsWhatIsAskedFor(t *testing.T) {
	points := []Point{{From: at("2026-03-02"), Next: at("2026-03-09")}, {From: at("2026-03-09"), Next: at("2026-03-16")}}
	asked := url.Values{"intent": {"feature"}, "verdict": {"missed"}, "miss": {"not verified"}, "since": {"30d"}, "unit": {ByWeek}, "said": {"x"}}
	z := ZoomOf(&page.Request{Locale: english(t), Query: page.Query{Terms: asked, Since: at("2026-03-01")}}, points)
	want := []page.Held{{Name: "intent", Value: "feature"}, {Name: "miss", Value: "not verified"}, {Name: "verdict", Value: "missed"}}
	if !slices.Equal(z.Held, want) || z.All != "/?intent=feature&miss=not+verified&verdict=missed" {
		t.Errorf("%+v, all: %s", z.Held, z.All)
	}
}

// Speed is counted, each unit with what crushed before what counted; what is not over is
// hollow, and the scale ends on a number whose half is whole.
func TestCountsOverTime(t *testing.T) {
	for n, want := range map[int]int{0: 2, 1: 2, 3: 4, 4: 4, 9: 10, 99: 100, 101: 120, 1234: 1400} {
		if got := ceiling(n); got != want {
			t.Errorf("a scale up to %d ends on %d, want %d", n, got, want)
		}
	}
	b := score.Breakdown{By: ByWeek}
	for key, crushed := range map[string]int{"2026-01-05": 2, "2026-01-19": 1} {
		b.Groups = append(b.Groups, score.Group{Key: key, Ratio: score.Ratio{Counted: 3, Crushed: crushed}})
	}
	slices.SortFunc(b.Groups, func(x, y score.Group) int { return strings.Compare(x.Key, y.Key) })
	points, cut := PointsOf(b, time.UTC)
	c := OfCounts(english(t), points, cut, ByWeek, at("2026-01-21"), []page.JudgeChange{{At: at("2026-01-06"), Judge: "offline", From: "a", To: "b"}})
	if len(c.Rows) != 3 || c.Rows[0].Crushed != 2 || c.Rows[1].Counted != 0 || len(c.Judges) != 1 || c.Rows[0].Judge == "" || !strings.Contains(c.Rows[2].Label, "not over") {
		t.Errorf("%+v", c)
	}
	for part, n := range map[string]int{`class="counted-bar"`: 2, `class="crushed-bar"`: 1, `class="crushed-bar open"`: 1} {
		if got := strings.Count(string(c.SVG), part); got != n {
			t.Errorf("%d of %s, want %d", got, part, n)
		}
	}
	if later := OfCounts(english(t), points, cut, ByWeek, at("2026-03-01"), nil); !strings.Contains(c.Summary, "hollow") || strings.Contains(later.Summary, "hollow") {
		t.Errorf("what is hollow: %q, later %q", c.Summary, later.Summary)
	}
	if c := OfCounts(english(t), nil, 0, ByWeek, at("2026-01-21"), nil); c.SVG != "" || len(c.Rows) != 0 {
		t.Errorf("of nothing there is %+v", c)
	}
}
