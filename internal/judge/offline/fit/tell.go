package main

import (
	"fmt"
	"io"
	"sort"

	"prism/internal/judge"
	"prism/internal/judge/offline"
)

// tellErrors lists wrong verdicts, the surest first, with the reasons for them.
// It prints the labels' words: for the eye, never for the repository.
func tellErrors(out io.Writer, rows []row, ops []judge.Opinion, o options) {
	type wrong struct {
		i    int
		sure float64
	}
	var list []wrong
	for i := range rows {
		g := rows[i].gold
		if g.Contested || g.GoalComplete == ops[i].Complete || o.only != "" && o.only != rows[i].set {
			continue
		}
		sure := ops[i].Probability
		if g.GoalComplete {
			sure = 1 - sure
		}
		list = append(list, wrong{i, sure})
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].sure > list[b].sure })
	for n, w := range list {
		if n == o.errors {
			break
		}
		r, op := &rows[w.i], ops[w.i]
		fmt.Fprintf(out, "\n%s/%s turns %d–%d\n  label:  done %v p %.2f %s %s %s: %s\n  doubt:  %s\n  judged: done %v p %.2f %s %s %s: %s\n",
			r.project, r.conversation, r.gold.First, r.gold.Last,
			r.gold.GoalComplete, r.gold.P, r.gold.Intent, r.gold.Basis, r.gold.Signal, r.gold.Goal, r.gold.Doubt,
			op.Complete, op.Probability, op.Intent, op.Basis, op.Signal, op.Title)
		for _, q := range r.gold.Evidence {
			fmt.Fprintf(out, "    label's quote, turn %d: %s\n", q.Turn, q.Quote)
		}
		for _, why := range op.Reasons {
			side := "against"
			if why.For {
				side = "for"
			}
			fmt.Fprintf(out, "    %-7s %.2f %s\n", side, why.Weight, why.Text)
		}
	}
}

// tellTitles prints titles, summaries and checks beside the labels' goals.
func tellTitles(out io.Writer, rows []row, ops []judge.Opinion, o options) {
	for i := range rows {
		if o.only != "" && o.only != rows[i].set {
			continue
		}
		fmt.Fprintf(out, "\n%s: %s\n  summary: %s\n  label:   %s\n ", rows[i].set, ops[i].Title, ops[i].Summary, rows[i].gold.Goal)
		for _, c := range ops[i].Rubric.Checks() {
			fmt.Fprintf(out, " %s=%s", c.Name, c.Mark)
		}
		fmt.Fprintln(out)
	}
}

// tellWeights prints the weights of the goal and the tied ones of the intent.
func tellWeights(out io.Writer, m offline.Model) {
	for i, n := range m.Intent.Tied {
		fmt.Fprintf(out, "intent, tied  %-20s %+.2f\n", n, m.Intent.TiedW[i])
	}
	order := make([]int, len(m.Goal.Features))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return m.Goal.Weight[order[a]] > m.Goal.Weight[order[b]] })
	for _, i := range order {
		fmt.Fprintf(out, "goal  %-22s %+.3f\n", m.Goal.Features[i], m.Goal.Weight[i])
	}
}
