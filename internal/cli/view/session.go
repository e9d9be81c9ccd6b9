package view

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/wire"
)

// filesShown is how many names of files are shown of a rework.
const filesShown = 4

// turnsShown bounds the turns on the screen: the first and the last of a long
// session tell most of it.
const turnsShown = 40

// Session prints everything about one session.
func Session(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, s *fact.Session, turns []wire.Turn, gone string, others []fact.Verdict, label *store.Label) {
	showHead(p, j, s)
	showVerdict(p, j, s)
	judges(p, j, s, others, label)
	showReasons(p, s)
	showRework(ctx, p, j, l, s)
	showUndid(ctx, p, j, l, s)
	showTurns(p, j, s, turns, gone)
	showFacts(p, j, s)
	showRubric(p, s)
	p.Screen.Line()
}

func showHead(p *job.Program, j *job.Job, s *fact.Session) {
	sc := p.Screen
	verdict, paint := standing(j, s)
	title := term.Clean(s.Verdict.FullTitle().String())
	if title == "" {
		title = "(no title)"
	}
	sc.Line()
	sc.Hang("", sc.Paint(term.Strong, title)+"  "+sc.Paint(paint, "["+verdict+"]"))
	zone := j.Cfg.Zone()
	start, end := s.Started.In(zone), s.Ended.In(zone)
	var parts []string
	if silence(&s.Verdict) == "" {
		parts = append(parts, phrase.Intent(s.Verdict.Intent))
	}
	if s.Repo.Name != "" {
		parts = append(parts, term.Clean(s.Repo.Name))
	}
	if s.Branch != "" {
		parts = append(parts, term.Clean(s.Branch))
	}
	parts = append(parts, phrase.When(start, end)+" ("+phrase.Lasted(s.Ended.Sub(s.Started))+")", phrase.Count(s.Turns, "turn", "turns"))
	sc.Hang("", sc.Paint(term.Faint, strings.Join(parts, " · ")))
	sc.Hang("", sc.Paint(term.Faint, "id "+s.ID))
	if text := term.Clean(phrase.Summary(&s.Verdict)); text != "" {
		sc.Line()
		sc.Para(0, text)
	}
}

// showVerdict prints the verdict with its criteria and the lines they rest on.
func showVerdict(p *job.Program, j *job.Job, s *fact.Session) {
	sc, v := p.Screen, &s.Verdict
	sc.Heading("Verdict")
	why := j.Exclusion(s)
	rule, ruled := judge.RuleOf(v.Intent)
	if why != fact.NotExcluded {
		sc.Para(2, "Not counted. "+phrase.Capital(phrase.ExcludedFlag(why))+".")
	} else {
		sc.Para(2, phrase.Outcome(s))
	}
	if why != fact.ExcludeNoIntent && phrase.Probable(v) {
		sc.Para(2, likelihood(v))
	}
	for _, g := range s.Gaps {
		sc.Para(2, phrase.Gap(g))
	}
	if text := phrase.Signal(v.Signal); text != "" {
		sc.Para(2, sc.Paint(term.Bad, "Failure signal: "+text+"."))
	}
	if v.Reason != "" {
		sc.Para(2, phrase.Capital(term.Clean(v.Reason))+".")
	}
	if ruled {
		sc.Line()
	}
	if ruled && !phrase.Silent(v) {
		sc.Para(2, fmt.Sprintf("%s is complete when %s.", phrase.Capital(phrase.A(v.Intent)), rule.Complete))
	}
	criteria(p, s, v)
	if text := against(v); text != "" && why == fact.NotExcluded {
		sc.Para(2, text)
	}
	otherEvidence(p, s, v)
}

// likelihood is how probable a verdict holds it that the goal was landed, and on what ground.
func likelihood(v *fact.Verdict) string {
	return fmt.Sprintf("Probability that the goal was landed: %s; %s", phrase.Percent(v.Confidence), phrase.Ground(v))
}

// criteria prints what a verdict says of each condition, with the line it rests on.
func criteria(p *job.Program, s *fact.Session, v *fact.Verdict) {
	sc := p.Screen
	rule, _ := judge.RuleOf(v.Intent)
	asked := map[string]string{}
	for _, c := range rule.Criteria {
		asked[c.Name] = c.Shown()
	}
	var last *fact.Evidence
	quoted := map[fact.Evidence]bool{}
	for _, c := range v.Criteria {
		mark := sc.Paint(term.Good, "✓")
		if !c.Met {
			mark = sc.Paint(term.Bad, "✗")
		}
		text := asked[c.Name]
		if text == "" {
			text = phrase.Spoken(term.Clean(c.Name))
		}
		sc.Hang("  "+mark+" ", text)
		switch {
		case c.Evidence == nil:
			last = nil // "the same line" is that of the condition right above
		case last != nil && *last == *c.Evidence:
			sc.Line("      ", sc.Paint(term.Faint, "the same line"))
		case quoted[*c.Evidence]:
			sc.Line("      ", sc.Paint(term.Faint, fmt.Sprintf("the line of turn %d quoted above", c.Evidence.Turn)))
			last = c.Evidence
		default:
			quoted[*c.Evidence] = true
			quote(p, s, *c.Evidence, "      ")
			last = c.Evidence
		}
	}
	var left []string
	for _, x := range phrase.NotShown(s, v) {
		left = append(left, x.Condition+" ("+x.Why+")")
	}
	if len(left) > 0 {
		sc.Hang("  ", sc.Paint(term.Faint, "Not shown: "+strings.Join(left, "; ")+"."))
	}
}

// otherEvidence prints the quotes that stand at no criterion.
func otherEvidence(p *job.Program, s *fact.Session, v *fact.Verdict) {
	sc := p.Screen
	rest := v.Unplaced()
	if len(rest) > 0 {
		sc.Line()
		sc.Line("  Other evidence")
		for _, e := range rest {
			quote(p, s, e, "      ")
		}
	}
}

// against explains a verdict that its criteria alone do not: they are read off
// single lines, the probability weighs the whole session. "" where they agree.
func against(v *fact.Verdict) string {
	switch b, unmet, reasons := phrase.BeyondCriteria(v); b {
	case phrase.LandedStill:
		return fmt.Sprintf("%d of these cannot be seen; what else speaks for the session outweighs that.", unmet)
	case phrase.Unconfirmed:
		return "Each of these can be seen, but nobody confirmed it, and it is less probable than silence needs."
	case phrase.Unlike:
		return "Each of these can be seen, but sessions that ended like this one most often had not landed."
	case phrase.Outweighed:
		return "Each of these can be seen, and yet this weighs more: " + term.Clean(strings.Join(reasons, " "))
	}
	return ""
}

// placeRoom is how much room a place needs: the name of a transcript is an id of 36 signs.
const placeRoom = 52

// quote prints a quoted line and where it stands.
func quote(p *job.Program, s *fact.Session, e fact.Evidence, indent string) {
	sc := p.Screen
	sc.Hang(indent, "“"+term.Clean(e.Quote.String())+"”")
	where, room := fmt.Sprintf("turn %d", e.Turn), sc.Prose()-len(indent)
	short := room < placeRoom && sc.Width() > 0
	if file := s.FileOf(e.Turn); file != "" {
		name := term.Clean(filepath.Base(file))
		if id, is := strings.CutSuffix(name, ".jsonl"); is && short && len(id) == 36 {
			name = id[:8] + "….jsonl"
		}
		where += " · " + name
		if e.Line > 0 {
			where += fmt.Sprintf(":%d", e.Line)
		}
	}
	if id := term.Clean(e.UUID); id != "" {
		if short && len(id) == 36 {
			id = id[:8] + "…"
		}
		where += " · " + id
	}
	for _, l := range term.Wrap(where, room) { // ids and names stay whole where there is room
		sc.Line(indent, sc.Paint(term.Faint, l))
	}
}

// showReasons prints what moved the verdict, and what would have made it crush.
func showReasons(p *job.Program, s *fact.Session) {
	sc, v := p.Screen, &s.Verdict
	if len(v.Reasons) > 0 {
		sc.Heading("What spoke for and against")
		for _, r := range v.Reasons {
			sign := sc.Paint(term.Good, "+")
			if !r.For {
				sign = sc.Paint(term.Bad, "−")
			}
			text := term.Clean(r.Text.String())
			if r.Turn > 0 {
				text += fmt.Sprintf(" (turn %d)", r.Turn)
			}
			sc.Hang("  "+sign+" ", text)
		}
	}
	if advice := term.Clean(v.Advice.String()); advice != "" && !s.Crushed() {
		sc.Heading("What would have made it crush")
		sc.Para(2, advice)
	}
}

func showRework(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, s *fact.Session) {
	if len(s.Rework.By) == 0 {
		return
	}
	sc := p.Screen
	sc.Heading("Rework")
	sc.Para(2, phrase.Undone(s))
	if text := phrase.Written(s); text != "" {
		sc.Para(2, text)
	}
	for _, by := range s.Rework.By {
		other, err := l.One(ctx, by.Session)
		if err != nil {
			other = nil // it went; its id is known
		}
		tookOut(ctx, p, j, l, by.Session, other, &by)
	}
}

// showUndid prints what the session took out of earlier ones.
func showUndid(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, s *fact.Session) {
	list, more, err := l.Undid(ctx, s, undidShown)
	if err != nil || len(list) == 0 {
		return // the rest of the session is told all the same
	}
	p.Screen.Heading("What it undid")
	for i := range list {
		tookOut(ctx, p, j, l, list[i].Session.ID, list[i].Session, &list[i].By)
	}
	if more > 0 {
		p.Screen.Para(2, p.Screen.Paint(term.Faint, "and of "+phrase.Count(more, "session", "sessions")+" more"))
	}
}

// undidShown bounds the sessions of which is shown what one took out of them.
const undidShown = 5

// tookOut prints how many lines went between a session and the other one, by id, how, and
// where; other is nil where nothing more is known of it.
func tookOut(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, id string, other *fact.Session, by *fact.ReworkBy) {
	sc := p.Screen
	what := l.ShortID(ctx, id)
	if other != nil {
		if title := term.Clean(other.Verdict.Title.String()); title != "" {
			what += " “" + title + "”"
		}
		what += ", " + phrase.Day(other.Ended.In(j.Cfg.Zone()), j.Now)
	}
	sc.Hang("  ", fmt.Sprintf("%s: %s by %s", what, phrase.Count(by.Lines, "line", "lines"), term.Clean(by.Kind)))
	if len(by.Files) > 0 {
		sc.Hang("      ", sc.Paint(term.Faint, "in "+term.Clean(phrase.Few(by.Files, filesShown))))
	}
	if q := term.Clean(by.Sample.String()); q != "" {
		sc.Hang("      ", sc.Paint(term.Faint, "for example: "+q))
	}
}

// squeeze shortens the rules and borders drawn of one sign over and over: in three lines of
// a prompt they take the room of its words.
func squeeze(s string) string {
	var b strings.Builder
	var last rune
	run := 0
	for _, r := range s {
		if r != last {
			last, run = r, 0
		}
		if run++; run <= ruleShown || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSpace(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// ruleShown is how often one sign is shown in a row.
const ruleShown = 4

func showTurns(p *job.Program, j *job.Job, s *fact.Session, turns []wire.Turn, gone string) {
	sc := p.Screen
	sc.Heading("Turns")
	opened := phrase.Boundary(s.OpenedBy)
	if opened == "" {
		opened = "the start of the conversation"
	}
	sc.Hang("  ", sc.Paint(term.Faint, "opened by "+opened))
	if gone != "" {
		sc.Para(2, gone)
	}
	zone := j.Cfg.Zone()
	prev := ""
	for i, t := range turns {
		if len(turns) > turnsShown && i == turnsShown/2 {
			sc.Line("  ", sc.Paint(term.Faint, fmt.Sprintf("… %d turns; --json has them all", len(turns)-turnsShown)))
		}
		if len(turns) > turnsShown && i >= turnsShown/2 && i < len(turns)-turnsShown/2 {
			continue
		}
		if i > 0 && t.Conversation != turns[i-1].Conversation {
			sc.Line("  ", sc.Paint(term.Faint, term.Fit("      goes on in conversation "+term.Clean(t.Conversation), sc.Prose()-2)))
		}
		at := ""
		if t.StartedAt != nil {
			if when, err := time.Parse(time.RFC3339Nano, *t.StartedAt); err == nil {
				when = when.In(zone)
				if d := when.Format("2 Jan"); d != prev && i > 0 && prev != "" {
					sc.Line("  ", sc.Paint(term.Faint, "      "+when.Format("Mon 2 Jan 2006")))
					prev = d
				} else {
					prev = d
				}
				at = when.Format("15:04")
			}
		}
		prompt := squeeze(term.Clean(t.Prompt))
		rows := 3
		paint := term.Plain
		if t.Abandoned {
			paint = term.Faint
		}
		lead := fmt.Sprintf("  %3d  %5s  ", t.Number, at)
		wrapped := term.Wrap(prompt, max(sc.Prose()-len(lead), 20))
		for k, l := range wrapped {
			if k == rows {
				break
			}
			if k == rows-1 && len(wrapped) > rows {
				l = term.Fit(l, max(sc.Prose()-len(lead)-2, 18))
				if !strings.HasSuffix(l, "…") {
					l += " …"
				}
			}
			if k > 0 {
				lead = strings.Repeat(" ", len(lead))
			}
			sc.Line(lead, sc.Paint(paint, l))
		}
		if len(t.Done) > 0 {
			sc.Hang("              ", sc.Paint(term.Accent, term.Clean(strings.Join(t.Done, " · "))))
		}
		if t.Answer != "" {
			sc.Line("              ", sc.Paint(term.Faint, term.Fit(squeeze(term.Clean(t.Answer)), sc.Prose()-14)))
		}
	}
	closed := phrase.Boundary(s.ClosedBy)
	switch {
	case closed != "":
		closed = "closed by " + closed
	case s.State == fact.Open:
		closed = "still open: the last event is less than 30 minutes old"
	default:
		closed = "ends with the record"
	}
	sc.Hang("  ", sc.Paint(term.Faint, closed))
}

// stateWords says what a state means for the verdict.
func stateWords(state fact.State) string {
	switch state {
	case fact.Provisional:
		return string(state) + ": it ends with the record, and is judged again when that grows"
	case fact.Open:
		return string(state) + ": its last event is less than 30 minutes old"
	}
	return string(state)
}

func showFacts(p *job.Program, j *job.Job, s *fact.Session) {
	sc := p.Screen
	sc.Heading("Facts")
	fact := func(name, text string) { sc.Hang("  "+term.Pad(name, 11, false)+" ", text) }
	passed := "passed"
	if !s.Floor.Passed {
		passed = "not passed"
	}
	fact("floor", passed+"; one of these is enough: "+phrase.Floor(s))
	t := score.Tokens(s)
	fact("tokens", fmt.Sprintf("%s: input %s, output %s, cache write %s, cache read %s", phrase.Amount(t.Total()), phrase.Amount(t.Input), phrase.Output(t.Output, s.Began()), phrase.Amount(t.CacheWrite()), phrase.Amount(t.CacheRead)))
	if n := score.Nested(s).Total(); n > 0 {
		fact("", "of these by subagents without a transcript of their own "+phrase.Amount(n))
	}
	if s.Began() {
		fact("", phrase.Began)
	}
	fact("cost", costWords(s))
	for _, u := range s.Usage {
		fact("model", fmt.Sprintf("%s: %s tokens, %s", term.Clean(u.Model), phrase.Used(u.Tokens.Total()), phrase.Money(u.Cost)))
	}
	if len(s.Usage) == 0 {
		fact("model", "—")
	}
	lang := term.Clean(s.Languages.Code)
	if s.Languages.Prompt != "" {
		lang += "; prompts in " + term.Clean(s.Languages.Prompt)
	}
	fact("language", lang)
	state := stateWords(s.State)
	if s.Automated {
		state = "a machine run; " + state
	}
	fact("state", state)
	for i, part := range s.Parts {
		name := ""
		if i == 0 {
			name = "transcript"
		}
		turns := fmt.Sprintf("turn %d of the file", part.First)
		if part.Last != part.First {
			turns = fmt.Sprintf("turns %d to %d of the file", part.First, part.Last)
		}
		fact(name, p.Place(j, part.File, 0)+", "+turns)
	}
	for _, url := range s.Pulls {
		fact("pull", term.Clean(url))
	}
	if len(s.Aliases) > 0 {
		fact("aliases", term.Clean(strings.Join(s.Aliases, ", ")))
	}
	v := &s.Verdict
	who := term.Clean(strings.TrimSpace(v.Judge + " " + v.Model + " " + v.Version))
	if v.Fallback {
		who += ", standing in for another judge"
	}
	fact("judge", who)
}

// costWords says what a session cost, and what of it has no price.
func costWords(s *fact.Session) string {
	models := s.Unpriced()
	switch {
	case score.Tokens(s).Total() == 0:
		return "—"
	case len(models) == 0:
		return phrase.AtLeast(s.Cost, s.Began())
	}
	cost := "unknown"
	if s.Cost != nil {
		cost = phrase.AtLeast(s.Cost, true)
	}
	return cost + ": no price is known for " + term.Clean(phrase.Unpriced(models))
}

// showRubric prints the seven checks of prompting practice.
func showRubric(p *job.Program, s *fact.Session) {
	sc, r := p.Screen, s.Verdict.Rubric
	if r.Letter == "" {
		return
	}
	sc.Heading("Prompting, letter " + term.Clean(r.Letter))
	for _, c := range r.Checks() {
		mark, paint := "–", term.Faint
		switch c.Mark {
		case fact.Present:
			mark, paint = "✓", term.Good
		case fact.Absent:
			mark, paint = "✗", term.Bad
		}
		text := phrase.Spoken(c.Name)
		if mark == "–" {
			text += " (does not apply)"
		}
		if sc.Width() > 0 && sc.Width() < 60 {
			sc.Hang("  "+sc.Paint(paint, mark)+" ", text)
			continue
		}
		sc.Line("  ", sc.Paint(paint, mark), " ", term.Pad(text, 42, false), sc.Paint(term.Faint, c.Pillar))
	}
}
