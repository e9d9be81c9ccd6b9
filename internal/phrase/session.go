package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
)

// Capital begins a sentence.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// Few joins names: the first few where there are more than most, and how many more.
func Few(names []string, most int) string {
	if len(names) > most {
		names = append(slices.Clone(names[:most]), fmt.Sprintf("%d more", len(names)-most))
	}
	return strings.Join(names, ", ")
}

// formulas are what a cell begins with that a spreadsheet computes; the wide ones are
// taken for the narrow where the language of the program is Chinese or Japanese.
const formulas = "=+-@＝＋－＠"

// Cell is a text of one line that no spreadsheet reads as a formula.
func Cell(line string) string {
	if first, _ := utf8.DecodeRuneInString(line); strings.ContainsRune(formulas, first) {
		return "'" + line
	}
	return line
}

// Boundary says what opened or closed a session; "" where nothing did.
func Boundary(b fact.Boundary) string {
	switch b {
	case fact.Clear:
		return "/clear"
	case fact.TopicShift:
		return "a shift of topic"
	case fact.Commit:
		return "a commit of its files"
	}
	return ""
}

// Gap says what of a session could not be seen, and what follows.
func Gap(g fact.Gap) string {
	switch g {
	case fact.GapTranscript:
		return "Known from telemetry alone: no changed line and no output is seen, so there are no line counts and no rework."
	case fact.GapPart:
		return "Telemetry tells turns that the transcript which is here does not: of these no changed line and no output is seen."
	case fact.GapEvents:
		return "Some of its telemetry did not arrive, for its numbers skip: calls, answers or tokens may be missing."
	}
	return ""
}

// When is from when to when a session lasted.
func When(start, end time.Time) string {
	text := start.Format("Mon 2 Jan 2006 15:04")
	if start.Format(time.DateOnly) == end.Format(time.DateOnly) {
		return text + end.Format("–15:04")
	}
	return text + end.Format(" to 2 Jan 15:04")
}

// Result says in a sentence what a session that counts came to.
func Result(s *fact.Session) string {
	switch {
	case s.Crushed():
		return "Crushed: the goal was landed and kept."
	case s.Verdict.GoalComplete:
		return "Landed, but reworked later: not crushed."
	}
	return "Counted, and the goal was not landed."
}

// Outcome is Result with the reason where the goal was not landed, as the lists and the
// score give it.
func Outcome(s *fact.Session) string {
	if s.Verdict.GoalComplete {
		return Result(s)
	}
	return strings.TrimSuffix(Result(s), ".") + ": " + Missed(s) + "."
}

// Lacks says in a few words what a session that may still go on lacks, where its goal
// does not count as landed.
func Lacks(s *fact.Session) string {
	switch miss := s.Verdict.Miss(); miss {
	case fact.MissSilent:
		return "no check and no word yet"
	case judge.CriterionFinished:
		return "in mid-work"
	default:
		return MissedFor(miss)
	}
}

// Underway reports whether all that a session lacks that may still go on is its end: the
// agent is at work, or has yet to begin. What would land it need not be said then.
func Underway(s *fact.Session) bool {
	return s.State == fact.Open && s.Verdict.Miss() == judge.CriterionFinished
}

// Standing says in a line how a session stands that may still go on: "bug fix: not
// verified". "" where there is nothing to say of it.
func Standing(s *fact.Session, includeAutomated bool) string {
	switch why := s.Exclusion(true, includeAutomated); {
	case why == fact.ExcludeFloor:
		return "too little yet to count"
	case why == fact.ExcludeNoIntent:
		return "no goal told yet"
	case why == fact.ExcludeAutomated:
		return ""
	case why != fact.NotExcluded:
		return ExcludedShort(why)
	case s.Crushed():
		return Intent(s.Verdict.Intent) + ": landed so far"
	case s.Verdict.GoalComplete:
		return Intent(s.Verdict.Intent) + ": landed, reworked since"
	}
	return Intent(s.Verdict.Intent) + ": " + Lacks(s)
}

// Ground says what the probability of a verdict rests on.
func Ground(v *fact.Verdict) string {
	text, floor := GroundAndFloor(v)
	if floor > 0 {
		text += fmt.Sprintf(" A silent %s needs %s.", Intent(v.Intent), Percent(floor))
	}
	return text
}

// Silent reports whether a goal counts as landed though nobody said so and nothing shows it,
// without something that its intent asks for else: that would stand beside it as if it had
// been met, so it is not told.
func Silent(v *fact.Verdict) bool {
	_, floor := GroundAndFloor(v)
	rule, _ := judge.RuleOf(v.Intent)
	return v.GoalComplete && floor > 0 && slices.ContainsFunc(rule.Criteria, func(c judge.CriterionRule) bool {
		return c.Name != judge.CriterionNotUndone && !slices.ContainsFunc(v.Criteria, func(x fact.Criterion) bool { return x.Name == c.Name && x.Met })
	})
}

// GroundAndFloor is Ground without the probability that silence needs, which stands beside
// it; 0 it is not asked for.
func GroundAndFloor(v *fact.Verdict) (text string, floor float64) {
	const silent = "silent: nobody said so, and nothing on record settles it."
	rule, ruled := judge.RuleOf(v.Intent)
	switch {
	case v.Basis == fact.Explicit && v.GoalComplete && v.Intent == fact.Plan:
		return "explicit: the plan was accepted in words or worked on, or the record ends on it, turned down without a word.", 0
	case v.Basis == fact.Explicit && v.GoalComplete:
		return "explicit: the person or the output says so.", 0
	case v.Basis == fact.Explicit:
		return "explicit: the person or the output shows that it was not.", 0
	case ruled && !v.GoalComplete && v.Confidence >= rule.Floor:
		return "silent: nobody said so, and likely is not enough where a condition below is unmet.", 0
	case !v.GoalComplete && v.Lacks(judge.CriterionFinished):
		return "silent: nobody said what came of it, and the record stops before the work does.", 0
	case ruled:
		return silent, rule.Floor
	}
	return silent, 0
}

// Floor is how far a session is to each limb of the floor, of which one is enough.
func Floor(s *fact.Session) string {
	f := &s.Floor
	needed := fmt.Sprintf("%d needed", fact.FloorTurns)
	if n := s.Turns - f.Turns; n > 0 {
		needed += fmt.Sprintf("; %d more left behind by a rewind", n)
	}
	return fmt.Sprintf("%s (%s), %s, +%d −%d (%d needed), %s (1 needed)",
		Count(f.Turns, "turn", "turns"), needed, Count(f.NetLines, "net line", "net lines"), f.Added, f.Removed, fact.FloorNetLines, Count(f.MutatingCalls, "change carried out", "changes carried out"))
}

// Signal is a failure signal with what it stands for; "" where there is none.
func Signal(signal fact.FailureSignal) string {
	if signal == "" || signal == fact.NoSignal {
		return ""
	}
	text := Spoken(string(signal))
	if rule, ok := judge.SignalRuleOf(signal); ok {
		text += " (" + rule.Text + ")"
	}
	return text
}

// Undone says in a sentence how much of a session's lines later ones took out, and what
// that comes to: who landed nothing had nothing to keep.
func Undone(s *fact.Session) string {
	r := &s.Rework
	text := fmt.Sprintf("Later sessions took out %d of the %s that it added, brackets and blank ones aside (%s)", r.Undone, Count(r.Owned, "line", "lines"), Percent(r.Share))
	switch {
	case !r.Reworked:
		return text + ": too few to count as rework."
	case !s.Verdict.GoalComplete:
		return text + ". It counts as not landed with or without that."
	}
	return text + ": it did not keep what it had landed."
}

// Written says in which turns most of the lines were written that later sessions took out; "" it is
// not known, or the session has but one.
func Written(s *fact.Session) string {
	turns, n := WrittenIn(s)
	switch {
	case turns == "" || s.Turns < 2:
		return ""
	case n == 1:
		return fmt.Sprintf("What was taken out was mostly written in turn %s of %d.", turns, s.Turns)
	}
	return fmt.Sprintf("What was taken out was mostly written in turns %s of %d.", turns, s.Turns)
}

// WrittenIn lists those turns, runs of them as "1–4", with how many there are.
func WrittenIn(s *fact.Session) (list string, n int) {
	var turns []int
	all, sum := 0, 0
	for i := range s.Rework.By {
		all += s.Rework.By[i].Lines
	}
	for i := range s.Rework.By { // who took most comes first
		by := &s.Rework.By[i]
		if len(by.Turns) == 0 {
			return "", 0
		}
		turns = append(turns, by.Turns...)
		if sum += by.Lines; 2*sum > all {
			break
		}
	}
	slices.Sort(turns)
	turns = slices.Compact(turns)
	var out []string
	for i := 0; i < len(turns); {
		k := i
		for k+1 < len(turns) && turns[k+1] == turns[k]+1 {
			k++
		}
		switch k - i {
		case 0:
			out = append(out, strconv.Itoa(turns[i]))
		case 1:
			out = append(out, strconv.Itoa(turns[i]), strconv.Itoa(turns[k]))
		default:
			out = append(out, fmt.Sprintf("%d–%d", turns[i], turns[k]))
		}
		i = k + 1
	}
	return strings.Join(out, ", "), len(turns)
}
