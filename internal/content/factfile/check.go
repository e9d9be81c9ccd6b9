package factfile

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/transcript"
)

// Bounds of what a Row may say.
const (
	maxTitle   = 60 // characters
	maxLong    = 160
	maxSummary = 240
	maxQuote   = 200
	maxSample  = 160
	maxProse   = 1000
	maxName    = 256      // bytes
	maxPath    = 64 << 10 // bytes of a path or branch: a command may name anything
	maxList    = 64       // quotes, criteria, reasons of one verdict
	maxCount   = 1 << 40  // of tokens, lines, calls: sums stay numbers
	// maxNames is how many names, paths and branches a digest has, and maxNamed of how many
	// bytes all of them are together: it holds each text once, and a byte for each place
	// where that stands again, and all of them are looked through.
	maxNames = 100_000
	maxNamed = 2 * MaxDocument
)

// oldest and ahead bound its times: agents of this kind are younger, and a clock may be
// wrong by a day.
const (
	oldest = 2000 // year
	ahead  = 48 * time.Hour
)

// Check reports what in a Row cannot be what was made of a conversation. now is when it
// came. Lengths of prose are Gate's.
func (r *Row) Check(now time.Time) error {
	d := r.Digest
	for _, name := range []string{r.Agent, r.Conversation, r.Judge, r.JudgeVersion} {
		if !isName(name) || name == "" {
			return wrong("a name of it is none")
		}
	}
	switch {
	case d.ID != r.Conversation || d.Agent != r.Agent:
		return wrong("its digest is of another conversation")
	case d.Private:
		return wrong("its conversation is opted out")
	case r.Lines < 0 || r.Bytes < 0 || int64(r.Lines) > maxCount || r.Bytes > maxCount || len(r.Skipped) > maxList:
		return wrong("its counts are none")
	}
	for why, n := range r.Skipped {
		if !isName(why) || n < 0 || int64(n) > maxCount {
			return wrong("its counts are none")
		}
	}
	if err := (&checking{now: now}).digest(d); err != nil {
		return err
	}
	for i := range r.Said {
		if err := r.checkSaid(&r.Said[i], now); err != nil {
			return err
		}
	}
	for i := range r.Samples {
		if s := &r.Samples[i]; !isName(s.Session) || !isName(s.By) || !isName(s.Kind) {
			return wrong("a line that was undone is of no session")
		}
	}
	return nil
}

func (r *Row) checkSaid(s *Said, now time.Time) error {
	v := &s.Verdict
	if v.Judge != r.Judge || v.Version != r.JudgeVersion || !(&checking{now: now}).time(v.At) {
		return wrong("a verdict is of another judge, or of no time")
	}
	if len(s.Parts) == 0 || s.Parts[0].Conversation != r.Conversation {
		return wrong("a verdict is of another conversation's session")
	}
	for i := range s.Parts {
		p := &s.Parts[i]
		if !isName(p.Conversation) || !isName(p.Print) || p.First < 1 || p.Last < p.First || p.Conversation == r.Conversation && p.Last > len(r.Digest.Turns) {
			return wrong("a verdict is of turns that are none")
		}
	}
	return nil
}

// checkVerdict reports what no judge says.
func checkVerdict(v *fact.Verdict) error {
	marks := []fact.Mark{v.Rubric.GoalExplicit, v.Rubric.ScopeBounded, v.Rubric.ReferencesConcrete, v.Rubric.ContextSufficient, v.Rubric.VerificationRequested, v.Rubric.RootCauseOriented, v.Rubric.PlanFirst}
	names := []string{v.Judge, v.Version, v.Model, v.Reason, v.Rubric.Letter, v.Languages.Code, v.Languages.Prompt}
	prose := []redact.Text{v.Title, v.Long, v.Summary, v.Advice}
	counts := []int{}
	quote := func(e *fact.Evidence) {
		names, prose, counts = append(names, e.UUID), append(prose, e.Quote), append(counts, e.Turn, e.Line)
	}
	if len(v.Criteria) > maxList || len(v.Evidence) > maxList || len(v.Reasons) > maxList || len(v.Calls) > 0 {
		return wrong("a verdict rests on too much")
	}
	for i := range v.Criteria {
		names = append(names, v.Criteria[i].Name)
		if e := v.Criteria[i].Evidence; e != nil {
			quote(e)
		}
	}
	for i := range v.Evidence {
		quote(&v.Evidence[i])
	}
	for i := range v.Reasons {
		x := &v.Reasons[i]
		if prose, counts = append(prose, x.Text), append(counts, x.Turn); math.IsNaN(x.Weight) || math.IsInf(x.Weight, 0) {
			return wrong("a reason has no weight")
		}
	}
	landed := v.Status == fact.JudgeOK
	switch {
	case !slices.Contains([]fact.JudgeStatus{fact.JudgeOK, fact.JudgeNoIntent, fact.JudgeError, fact.JudgeUngrounded}, v.Status):
		return wrong("a verdict is none")
	case v.Fallback || v.Labelled:
		return wrong("a verdict is not its judge's")
	case !slices.Contains(append([]fact.Intent{"", fact.IntentNone}, fact.Intents...), v.Intent), landed && (v.Intent == "" || v.Intent == fact.IntentNone):
		return wrong("a verdict names no intent that there is")
	case v.GoalComplete && !landed:
		return wrong("a verdict lands a goal that it does not judge")
	case !(v.Confidence >= 0 && v.Confidence <= 1):
		return wrong("a verdict has no confidence")
	case !slices.Contains([]fact.Basis{"", fact.Explicit, fact.Silent}, v.Basis),
		!slices.Contains([]fact.FailureSignal{"", fact.NoSignal, fact.UnresolvedError, fact.Frustration, fact.Abandoned, fact.Loop}, v.Signal),
		!slices.Contains([]fact.TitleStage{"", fact.TitleHeuristic, fact.TitleJudge, fact.TitlePerson}, v.TitleStage):
		return wrong("a verdict has a word that no judge has")
	case slices.ContainsFunc(marks, func(m fact.Mark) bool {
		return !slices.Contains([]fact.Mark{"", fact.Present, fact.Absent, fact.NotApplicable}, m)
	}), slices.ContainsFunc(names, func(s string) bool { return !isName(s) }):
		return wrong("a verdict has a word that no judge has")
	case slices.ContainsFunc(prose, func(t redact.Text) bool { return len(t.String()) > 4*maxProse || !utf8.ValidString(t.String()) }):
		return wrong("a verdict says too much")
	case slices.ContainsFunc(counts, func(n int) bool { return n < 0 || int64(n) > maxCount }):
		return wrong("a quote stands nowhere")
	}
	return nil
}

// checking goes through a digest.
type checking struct{ now time.Time }

func (c *checking) time(t time.Time) bool {
	return t.IsZero() || t.Year() >= oldest && t.Before(c.now.Add(ahead))
}

// digest reports what UnmarshalBinary, which reads what this program wrote, lets pass.
func (c *checking) digest(d *digest.Digest) error {
	times := []time.Time{d.Start, d.End, d.Head.ClearedAt}
	names := []string{d.ID, d.Agent, d.Version}
	paths := append([]string{d.File, d.Branch, d.Head.Transcript}, slices.Concat(d.CWDs, d.Pulls, d.Models, d.Paths)...)
	for _, m := range d.Drafts {
		if !isBoundary(m.OpenedBy) || !isBoundary(m.ClosedBy) {
			return wrong("a session is closed by nothing that there is")
		}
	}
	for i := range d.Turns {
		t := &d.Turns[i]
		if !c.turn(t, &names, &paths, &times) {
			return wrong("a turn is none")
		}
	}
	for i := range d.Usage {
		u := &d.Usage[i]
		for _, n := range []int64{u.Tokens.Input, u.Tokens.Output, u.Tokens.CacheWrite5m, u.Tokens.CacheWrite1h, u.Tokens.CacheRead} {
			if n < 0 || n > maxCount {
				return wrong("tokens are counted that are none")
			}
		}
		times = append(times, conversation.Moment(u.Time), conversation.Moment(u.Last))
	}
	all := 0
	for _, list := range [...][]string{names, paths} {
		for _, s := range list {
			all += len(s)
		}
	}
	switch {
	case len(names)+len(paths) > maxNames, all > maxNamed:
		return wrong("it names too much")
	case slices.ContainsFunc(names, func(s string) bool { return !isName(s) }), slices.ContainsFunc(paths, func(s string) bool { return len(s) > maxPath || !utf8.ValidString(s) }):
		return wrong("a name of it is none")
	case slices.ContainsFunc(times, func(t time.Time) bool { return !c.time(t) }):
		return wrong("a time of it is before the year %d or still to come", oldest)
	}
	return nil
}

func (c *checking) turn(t *digest.Turn, names, paths *[]string, times *[]time.Time) bool {
	*names, *times = append(*names, t.UUID), append(*times, t.Start, t.End, t.Cleared)
	counts := []int{t.Lines, t.Calls, t.Added, t.Removed, t.Mutating}
	for _, v := range t.Code {
		*names, counts = append(*names, v.Language), append(counts, v.Edits, v.Lines, v.Reads, v.Named, v.Runs)
	}
	for _, s := range t.Prompt {
		if *names = append(*names, s.Language); !(s.Weight >= 0 && s.Weight <= maxCount) {
			return false
		}
	}
	for i := range t.Edits {
		*times = append(*times, t.Edits[i].Time)
	}
	for i := range t.Undos {
		u := &t.Undos[i]
		*names, *times, counts = append(*names, u.Kind), append(*times, u.Time), append(counts, u.Count)
		*paths = append(*paths, slices.Concat(u.Paths, u.Refs)...)
	}
	*names = append(*names, t.Commits...)
	return t.Origin <= transcript.Machine && !slices.ContainsFunc(counts, func(n int) bool { return n < 0 || int64(n) > maxCount })
}

func isBoundary(b fact.Boundary) bool {
	return slices.Contains([]fact.Boundary{"", fact.NoBoundary, fact.Clear, fact.TopicShift, fact.Commit}, b)
}

// isName reports whether a text may be a word, an id or a version: a short line.
func isName(s string) bool {
	return len(s) <= maxName && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}
