package measure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/eval"
	"prism/internal/eval/corpus"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/term"
	"prism/internal/wire"
)

// evalReport is the measurement of one judge, in the form of the contract
// (prism.eval/1), with the same figures by group.
type evalReport struct {
	eval.Report
	Judge  wire.Judge             `json:"judge"`
	Folds  int                    `json:"folds,omitempty"` // of a cross-validation
	Input  evalInput              `json:"input"`
	Groups map[string]eval.Report `json:"groups"`
	order  []string               // of the groups

	Errors  []evalError  `json:"errors,omitempty"`
	wrong   int          // errors that there are, of which --limit may list fewer
	Against *evalAgainst `json:"against,omitempty"`
}

// evalInput counts what was measured.
type evalInput struct {
	Conversations int `json:"conversations"`
	Missing       int `json:"labelled_without_transcript"`
}

// evalAgainst is a second judge on the same sessions, and how the two compare.
type evalAgainst struct {
	evalReport
	Comparison eval.Comparison `json:"comparison"`
}

// reportOf measures what a judge said, over all and by group.
func reportOf(m *measured, b *bench, o *evalOptions) evalReport {
	r := evalReport{
		Report: eval.Measure(m.items, m.method, o.resamples),
		Judge:  wire.Judge{Name: m.judge, Version: m.version},
		Input:  evalInput{Conversations: len(b.entries), Missing: b.missing},
		Groups: map[string]eval.Report{},
	}
	if b.folds != nil {
		r.Folds = slices.Max(b.folds) + 1
	}
	by := map[string][]eval.Item{}
	for i := range m.items {
		g := column(&b.entries[i], o.by)
		if by[g] == nil {
			r.order = append(r.order, g)
		}
		by[g] = append(by[g], m.items[i])
	}
	if slices.Sort(r.order); o.by == "kind" {
		r.order = slices.DeleteFunc([]string{corpus.Projects, corpus.People, corpus.Spliced}, func(k string) bool { return by[k] == nil })
	}
	for _, g := range r.order {
		r.Groups[g] = eval.Measure(by[g], m.method, o.resamples)
	}
	return r
}

// column is the group that a conversation's figures stand in.
func column(e *corpus.Entry, by string) string {
	switch by {
	case "labels":
		return e.Labels
	case "set":
		return e.Gold.Set
	}
	return corpus.Kind(e.Gold.Set)
}

func tellEval(p *job.Program, o *evalOptions, b *bench, r evalReport) error {
	if o.Json {
		return wire.Write(p.Out, r)
	}
	if b.missing > 0 {
		p.Say(fmt.Sprintf("%s no transcript here and %s left out.", phrase.Count(b.missing, "labelled conversation has", "labelled conversations have"), map[bool]string{true: "is", false: "are"}[b.missing == 1]))
	}
	showEval(p, &r)
	if r.Against != nil {
		showEval(p, &r.Against.evalReport)
		showComparison(p, r.Judge.Name, r.Against)
	}
	showErrors(p, o, r.Errors, r.wrong)
	if r.Method == eval.Fitted && r.Judge.Name == "offline" {
		p.Screen.Line()
		p.Screen.Para(0, "As it ships. If the judge was fitted on these labels, it flatters itself here: --cross-validate project does not.")
	}
	return nil
}

// methodWords say what the figures were measured on. A model's judge is not fitted
// to anything: beside it only the tracker is.
func methodWords(r *evalReport) string {
	left := ""
	switch r.Method {
	case eval.LeftOut:
		left = fmt.Sprintf("fitted anew without the project or person, %d folds", r.Folds)
	case eval.CrossValidated:
		left = fmt.Sprintf("fitted anew without the conversation, %d folds", r.Folds)
	}
	switch {
	case left == "":
		return "as it ships"
	case r.Judge.Name != "offline":
		return "its verdicts as they are, the tracker " + left
	}
	return left
}

func showEval(p *job.Program, r *evalReport) {
	sc := p.Screen
	sc.Line()
	sc.Para(0, sc.Paint(term.Strong, fmt.Sprintf("The judge %s against %s in %s", r.Judge.Name, phrase.Count(r.Sessions, "labelled session", "labelled sessions"), phrase.Count(r.Input.Conversations, "conversation", "conversations"))))
	if r.Unjudged == r.Sessions {
		sc.Para(0, "It has no verdict on any of them, so there is nothing to measure.")
		return
	}
	columns := r.order
	one := func(g string) eval.Report { return r.Groups[g] }
	if len(columns) < 2 {
		columns = []string{"all"}
		one = func(string) eval.Report { return r.Report }
	}
	// Intervals make a column 22 wide; they go before a column does.
	spans := len(r.Intervals) > 0 && len(columns) <= 3 && (sc.Width() == 0 || 26+24*len(columns) <= sc.Width())
	how := methodWords(r)
	if spans {
		how += "; brackets: 95 % by drawing conversations"
	}
	sc.Para(0, sc.Paint(term.Faint, how))
	sc.Line()
	cols := []term.Column{{Name: ""}}
	reports := make([]eval.Report, len(columns))
	for i, c := range columns {
		cols = append(cols, term.Column{Name: term.Clean(c), Rank: i}) // the first stays
		reports[i] = one(c)
	}
	var rows [][]term.Cell
	line := func(name string, text func(r *eval.Report) string) {
		row := []term.Cell{{Text: name}}
		for i := range reports {
			row = append(row, term.Cell{Text: text(&reports[i])})
		}
		rows = append(rows, row)
	}
	value := func(name, metric, format string, v func(r *eval.Report) eval.Figure) {
		line(name, func(r *eval.Report) string { return withSpan(r, metric, format, v(r), spans) })
	}
	const share = "%.3f"
	line("sessions (landed)", func(r *eval.Report) string {
		return fmt.Sprintf("%d (%d)", r.Sessions, r.Landed)
	})
	value("goal: balanced accuracy", "goal.balanced_accuracy", share, func(r *eval.Report) eval.Figure { return r.Goal.Balanced })
	value("  accuracy", "goal.accuracy", share, func(r *eval.Report) eval.Figure { return r.Goal.Accuracy })
	value("  Cohen's kappa", "goal.kappa", share, func(r *eval.Report) eval.Figure { return r.Goal.Kappa })
	value("  AUC of the confidence", "goal.auc", share, func(r *eval.Report) eval.Figure { return r.Goal.AUC })
	value("  calibration error", "goal.ece", share, func(r *eval.Report) eval.Figure { return r.Goal.ECE })
	line("  landed: told, missed", func(r *eval.Report) string {
		return fmt.Sprintf("%d, %d", r.Goal.Confusion.TruePositive, r.Goal.Confusion.FalseNegative)
	})
	line("  not: told, missed", func(r *eval.Report) string {
		return fmt.Sprintf("%d, %d", r.Goal.Confusion.TrueNegative, r.Goal.Confusion.FalsePositive)
	})
	value("intent: accuracy", "intent.accuracy", share, func(r *eval.Report) eval.Figure { return r.Intent.Accuracy })
	value("  macro-F1", "intent.macro_f1", share, func(r *eval.Report) eval.Figure { return r.Intent.MacroF1 })
	value("topic shift: precision", "boundary.precision", share, func(r *eval.Report) eval.Figure { return r.Boundary.Precision })
	value("  recall", "boundary.recall", share, func(r *eval.Report) eval.Figure { return r.Boundary.Recall })
	value("  F1", "boundary.f1", share, func(r *eval.Report) eval.Figure { return r.Boundary.F1 })
	line("  found, missed, false", func(r *eval.Report) string {
		return fmt.Sprintf("%d, %d, %d", r.Boundary.Hits, r.Boundary.Missed, r.Boundary.False)
	})
	line("  false per 100 turns", func(r *eval.Report) string { return figureText("%.2f", r.Boundary.FalsePer) })
	value("failure: precision", "failure_signal.precision", share, func(r *eval.Report) eval.Figure { return r.Signal.Precision })
	value("  recall", "failure_signal.recall", share, func(r *eval.Report) eval.Figure { return r.Signal.Recall })
	line("  named, right, labelled", func(r *eval.Report) string {
		named, right, labelled := signals(r.Signal.Confusion)
		return fmt.Sprintf("%d, %d, %d", named, right, labelled)
	})
	value("language", "language.accuracy", share, func(r *eval.Report) eval.Figure { return r.Language.Accuracy })
	value("score: by the labels", "score.gold", "%.1f", func(r *eval.Report) eval.Figure { return r.Score.Gold })
	value("  by the judge", "score.predicted", "%.1f", func(r *eval.Report) eval.Figure { return r.Score.Predicted })
	value("  error, points", "score.error", "%+.1f", func(r *eval.Report) eval.Figure { return r.Score.Error })
	if r.Unjudged > 0 {
		line("without a verdict", func(r *eval.Report) string { return fmt.Sprint(r.Unjudged) })
	}
	if dropped := sc.Table(0, cols, rows); dropped > 0 {
		sc.Para(0, sc.Paint(term.Faint, phrase.Count(dropped, "column does", "columns do")+" not fit; a wider screen or --json has the rest."))
	} else if !spans && len(r.Intervals) > 0 {
		sc.Para(0, sc.Paint(term.Faint, "A wider screen, fewer columns or --json has the intervals."))
	}
	showReliability(p, columns, reports)
	showConfusion(p, r)
}

// withSpan is a figure with its interval.
func withSpan(r *eval.Report, metric, format string, v eval.Figure, span bool) string {
	text := figureText(format, v)
	iv, ok := r.Intervals[metric]
	if text == "—" || !ok || !span {
		return text
	}
	short := strings.Replace(format, ".3", ".2", 1)
	short = strings.Replace(short, ".1", ".0", 1)
	return fmt.Sprintf("%s [%s, %s]", text, figureText(short, *iv[0]), figureText(short, *iv[1]))
}

func figureText(format string, v eval.Figure) string {
	if math.IsNaN(float64(v)) {
		return "—"
	}
	return fmt.Sprintf(format, float64(v))
}

// signals counts the failure signals that were named, those of them that are
// right, and those of the labels.
func signals(c eval.Confusion) (named, right, labelled int) {
	none := string(fact.NoSignal)
	for gold, row := range c {
		for said, n := range row {
			if said != none {
				named += n
			}
			if gold != none {
				labelled += n
			}
			if gold == said && gold != none {
				right += n
			}
		}
	}
	return named, right, labelled
}

// showReliability prints how far the confidence can be taken at its word.
func showReliability(p *job.Program, columns []string, reports []eval.Report) {
	sc := p.Screen
	sc.Line()
	sc.Para(0, sc.Paint(term.Strong, "Confidence, and how often the goal was landed at that confidence"))
	cols := []term.Column{{Name: "confidence"}}
	for i, c := range columns {
		cols = append(cols, term.Column{Name: term.Clean(c), Rank: i})
	}
	var rows [][]term.Cell
	for b := range eval.Bins {
		row := []term.Cell{{Text: fmt.Sprintf("%.1f–%.1f", float64(b)/eval.Bins, float64(b+1)/eval.Bins)}}
		for i := range reports {
			text := "—"
			if bin := reports[i].Goal.Reliability[b]; bin.Sessions > 0 {
				text = fmt.Sprintf("%.2f → %.2f (%d)", float64(bin.Predicted), float64(bin.Observed), bin.Sessions)
			}
			row = append(row, term.Cell{Text: text})
		}
		rows = append(rows, row)
	}
	sc.Table(0, cols, rows)
}

// showConfusion prints the intents of the labels against those of the judge, of
// everything but what was made of other conversations.
func showConfusion(p *job.Program, r *evalReport) {
	all := eval.Confusion{}
	for _, g := range r.order {
		if g == corpus.Spliced && len(r.order) > 1 {
			continue
		}
		for gold, row := range r.Groups[g].Intent.Confusion {
			for said, n := range row {
				for range n {
					all.Add(gold, said)
				}
			}
		}
	}
	classes := slices.DeleteFunc(append(slices.Clone(fact.Intents[:]), fact.IntentNone), func(c fact.Intent) bool {
		said := func(row map[string]int) bool { return row[string(c)] > 0 }
		return all[string(c)] == nil && !slices.ContainsFunc(slices.Collect(maps.Values(all)), said)
	})
	p.Screen.Heading("Intent: the labels' down, the judge's across")
	cols := []term.Column{{Name: ""}}
	for _, c := range classes {
		head := shortIntent(c)
		if w := p.Screen.Width(); w > 0 && w < 84 {
			head = head[:3]
		}
		cols = append(cols, term.Column{Name: head, Right: true})
	}
	var rows [][]term.Cell
	for _, gold := range classes {
		row := []term.Cell{{Text: phrase.Intent(gold)}}
		for _, said := range classes {
			cell := term.Cell{Text: "·", Paint: term.Faint}
			if n := all[string(gold)][string(said)]; n > 0 {
				cell = term.Cell{Text: fmt.Sprint(n)}
				if gold == said {
					cell.Paint = term.Good
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	p.Screen.Table(0, cols, rows)
}

// shortIntent is the head of a narrow column.
func shortIntent(c fact.Intent) string {
	switch c {
	case fact.Question:
		return "quest."
	case fact.Investigation:
		return "invest."
	case fact.SmallChange:
		return "small"
	case fact.BugFix:
		return "bug"
	case fact.Refactor:
		return "refact."
	}
	return string(c)
}

// showComparison prints how two judges of the same sessions agree.
func showComparison(p *job.Program, first string, a *evalAgainst) {
	sc, c := p.Screen, &a.Comparison
	second := a.Judge.Name
	sc.Heading(first + " and " + second)
	if c.Sessions == 0 {
		sc.Line("  no labelled session has a verdict of both")
		return
	}
	sc.Linef("  same verdict on %.0f %% of %s, kappa %s; same intent on %.0f %%", 100*float64(c.Agreement), phrase.Count(c.Sessions, "session", "sessions"), figureText("%.2f", c.Kappa), 100*float64(c.SameIntent))
	sc.Linef("  where they differ, %s is right on %d and %s on %d (McNemar p = %.2g)", first, c.OnlyFirst, second, c.OnlySecond, float64(c.P))
}
