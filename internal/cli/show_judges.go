package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/store/sqlite"
	"prism/internal/term"
	"prism/internal/wire"
)

// otherVerdicts are what other judges than the one in use said of a session: the
// newest of each that is kept, and the offline judge's, which costs nothing.
func (p *program) otherVerdicts(ctx context.Context, cmd *cobra.Command, j *job, s *fact.Session) []fact.Verdict {
	var list []fact.Verdict
	if j.store != "" {
		err := p.withStore(ctx, j, func(db *sqlite.Store) (err error) {
			if db != nil {
				list, err = db.VerdictsOf(ctx, append([]string{s.ID}, s.Aliases...)...)
			}
			return err
		})
		if err != nil {
			p.warn("%v", err)
		}
	}
	list = slices.DeleteFunc(list, func(v fact.Verdict) bool { return v.Judge == s.Verdict.Judge })
	has := s.Verdict.Judge == "offline" || slices.ContainsFunc(list, func(v fact.Verdict) bool { return v.Judge == "offline" })
	if j.asksModel() && !has {
		if v := p.offlineVerdict(ctx, cmd, j, s); v != nil {
			list = append(list, *v)
		}
	}
	return list
}

// offlineVerdict asks the offline judge about a session that was only judged by a
// model so far; nil where it has none.
func (p *program) offlineVerdict(ctx context.Context, cmd *cobra.Command, j *job, s *fact.Session) *fact.Verdict {
	if err := cmd.Flags().Set("judge", "offline"); err != nil {
		return nil
	}
	cfg, err := p.settings(cmd)
	if err != nil {
		return nil
	}
	other := *j
	other.cfg = cfg
	l, done, err := p.readTranscripts(ctx, &other, asKept, nil)
	defer done()
	if err != nil {
		return nil // the run itself has told what there is to tell
	}
	if o, err := l.one(ctx, s.ID); err == nil && o.ID == s.ID {
		return &o.Verdict
	}
	return nil
}

// labelOf is what the person said of a session, nil where nothing was said.
func (p *program) labelOf(ctx context.Context, j *job, s *fact.Session) *store.Label {
	if l, ok := labelOf(s, p.labels(ctx, j)); ok {
		return &l
	}
	return nil
}

func wireLabel(l *store.Label) *wire.Label {
	if l == nil {
		return nil
	}
	return &wire.Label{GoalComplete: l.GoalComplete, Note: l.Note.String(), At: wire.Instant(l.At)}
}

// showJudges puts the verdicts of all judges side by side, then what the others
// rest on; the person's own word stands below.
func (p *program) showJudges(j *job, s *fact.Session, others []fact.Verdict, label *store.Label) {
	all := append([]fact.Verdict{s.Verdict}, others...)
	if len(all) > 1 || len(s.Verdict.Calls) > 0 {
		p.judgeTable(j, s, all)
	}
	for i := range others {
		p.judgeEvidence(s, &others[i])
	}
	if label == nil {
		return
	}
	text := "You say: not landed"
	if label.GoalComplete {
		text = "You say: landed"
	}
	if note := term.Clean(label.Note.String()); note != "" {
		text += ", “" + note + "”"
	}
	p.screen.Line()
	p.screen.Para(2, text+".")
}

func (p *program) judgeTable(j *job, s *fact.Session, all []fact.Verdict) {
	p.screen.Heading("Judges")
	cols := []term.Column{
		{Name: "judge"}, {Name: "verdict"}, {Name: "conf", Right: true}, {Name: "intent"}, {Name: "basis", Rank: 2}, {Name: "model", Rank: 3},
		{Name: "judged", Right: true, Rank: 1}, {Name: "tokens", Right: true, Rank: 1}, {Name: "cost", Right: true},
	}
	rows := make([][]term.Cell, 0, len(all))
	for i := range all {
		v := &all[i]
		one := fact.Session{Verdict: *v}
		what, paint := verdictWords(v)
		intent, basis, model, tokens, cost := "—", "—", "—", "—", "—"
		if confidence(&one) != "—" {
			intent, basis = phrase.Intent(v.Intent), string(v.Basis)
		}
		if v.Model != "" {
			model = term.Clean(v.Model)
		}
		if a := wire.FromVerdict(v).Asked; a.Questions > 0 {
			tokens = phrase.Amount(a.Tokens.Total)
			if cost = "unknown"; a.CostUSD != nil {
				cost = usd(*a.CostUSD)
			}
		}
		rows = append(rows, []term.Cell{
			{Text: term.Clean(v.Judge), Paint: term.Accent}, {Text: what, Paint: paint}, {Text: confidence(&one)}, {Text: intent}, {Text: basis}, {Text: model},
			{Text: phrase.Day(v.At.In(j.cfg.Zone()), j.now.In(j.cfg.Zone()))}, {Text: tokens}, {Text: cost},
		})
	}
	p.screen.Table(2, cols, rows)
	for i := range all {
		v := &all[i]
		note := term.Clean(strings.TrimSpace(v.Judge + ", version " + v.Version))
		if v.Fallback {
			note += ", stands in for " + j.cfg.Text("judge")
		}
		if v.Reason != "" {
			note += ": " + term.Clean(v.Reason)
		}
		if i > 0 && v.At.Before(s.Ended) {
			note += "; said before the session's last turns"
		}
		p.screen.Hang("  ", p.screen.Paint(term.Faint, note))
	}
}

// verdictWords is what a judge said, in one or two words.
func verdictWords(v *fact.Verdict) (string, term.Paint) {
	switch {
	case v.Status != fact.JudgeOK:
		return phrase.Spoken(string(v.Status)), term.Faint
	case v.GoalComplete:
		return "landed", term.Good
	}
	return "not landed", term.Bad
}

// judgeEvidence prints what another judge's verdict rests on.
func (p *program) judgeEvidence(s *fact.Session, v *fact.Verdict) {
	if len(v.Criteria)+len(v.Evidence) == 0 {
		return
	}
	what, paint := verdictWords(v)
	sc := p.screen
	sc.Heading("By " + term.Clean(v.Judge))
	text := capital(what)
	if rule, ok := judge.RuleOf(v.Intent); ok {
		text += fmt.Sprintf("; %s is complete when %s", phrase.A(v.Intent), rule.Complete)
	}
	sc.Para(2, sc.Paint(paint, text+"."))
	p.criteria(s, v)
	p.otherEvidence(s, v)
}
