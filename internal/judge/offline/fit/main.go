// Command fit makes the weights of the offline judge from labelled transcripts.
//
//	go run ./internal/judge/offline/fit -gold DIR -corpus DIR [-write model.json]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"prism/internal/eval"
	"prism/internal/eval/corpus"
	"prism/internal/judge/offline"
	"prism/internal/session"
)

type row struct {
	file, project, conv string
	gold                *eval.GoldSession
	conversation        *session.Conversation
	draft               *session.Draft
	lab                 offline.Labelled
	fold                int
}

func main() {
	gold := flag.String("gold", "", "folder of labels")
	dir := flag.String("corpus", "", "folder of transcripts")
	write := flag.String("write", "", "file to write the model to")
	errs := flag.Int("errors", 0, "list so many errors")
	only := flag.String("only", "", "errors of this label file only")
	feats := flag.Bool("weights", false, "print weights")
	flag.Parse()
	if err := run(*gold, *dir, *write, *errs, *only, *feats); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(gold, dir, write string, errs int, only string, feats bool) error {
	ctx := context.Background()
	j, err := offline.Untrained()
	if err != nil {
		return err
	}
	t0 := time.Now()
	rows, err := load(ctx, gold, dir)
	if err != nil {
		return err
	}
	t1 := time.Now()
	for i := range rows {
		r := &rows[i]
		r.lab = offline.Labelled{Case: j.Read(r.draft), Intent: r.gold.Intent, Complete: r.gold.GoalComplete, P: r.gold.P,
			Explicit: r.gold.Basis == "explicit", Weight: 1, Goal: !r.gold.Contested}
	}
	t2 := time.Now()
	assign(rows, 10)
	o := offline.DefaultOptions()
	preds := make([]offline.Prediction, len(rows))
	for k := range 10 {
		var train []offline.Labelled
		for i := range rows {
			if rows[i].fold != k {
				train = append(train, rows[i].lab)
			}
		}
		m, err := j.Fit(train, o)
		if err != nil {
			return err
		}
		jk, err := offline.New(m)
		if err != nil {
			return err
		}
		for i := range rows {
			if rows[i].fold == k {
				preds[i] = jk.Predict(rows[i].lab.Case)
			}
		}
	}
	fmt.Printf("read %v, extract %v, fit+judge %v, rows %d\n", t1.Sub(t0).Round(time.Millisecond), t2.Sub(t1).Round(time.Millisecond), time.Since(t2).Round(time.Millisecond), len(rows))
	for _, g := range []string{"whole", "cut", "more", "whole+cut+more", "people"} {
		report(g, rows, preds)
	}
	if errs > 0 {
		listErrors(rows, preds, errs, only)
	}
	var all []offline.Labelled
	for i := range rows {
		all = append(all, rows[i].lab)
	}
	m, err := j.Fit(all, o)
	if err != nil {
		return err
	}
	if feats {
		printWeights(m)
	}
	if write != "" {
		b, err := json.Marshal(m)
		if err != nil {
			return err
		}
		return os.WriteFile(write, append(b, '\n'), 0o644)
	}
	return nil
}

func load(ctx context.Context, gold, dir string) ([]row, error) {
	labels, err := corpus.Labels(gold)
	if err != nil {
		return nil, err
	}
	files, err := corpus.Find([]string{dir})
	if err != nil {
		return nil, err
	}
	var rows []row
	names := []string{"whole", "cut", "more", "people"}
	for _, name := range names {
		for gi := range labels[name] {
			g := &labels[name][gi]
			file := files[g.Set+"/"+g.Conversation]
			if file == "" {
				return nil, fmt.Errorf("no transcript of %s/%s", g.Set, g.Conversation)
			}
			c, err := corpus.Read(ctx, file)
			if err != nil {
				return nil, err
			}
			if n := g.Sessions[len(g.Sessions)-1].Last; n != len(c.Turns) {
				fmt.Printf("turns differ: %s/%s gold %d read %d\n", g.Set, g.Conversation, n, len(c.Turns))
			}
			if len(c.Turns) == 0 {
				continue
			}
			project := g.Set
			for _, s := range []string{"-cut", "-more", "-spliced"} {
				project = strings.TrimSuffix(project, s)
			}
			for si := range g.Sessions {
				s := &g.Sessions[si]
				rows = append(rows, row{file: name, project: project, conv: g.Conversation, gold: s, conversation: c, draft: corpus.Draft(c, s.First, s.Last)})
			}
		}
	}
	return rows, nil
}

// assign gives each project or person a fold, the largest first, always to the
// fold with the fewest rows.
func assign(rows []row, k int) {
	count := map[string]int{}
	for i := range rows {
		count[rows[i].project]++
	}
	var keys []string
	for p := range count {
		keys = append(keys, p)
	}
	sort.Slice(keys, func(a, b int) bool {
		if count[keys[a]] != count[keys[b]] {
			return count[keys[a]] > count[keys[b]]
		}
		return keys[a] < keys[b]
	})
	load := make([]int, k)
	at := map[string]int{}
	for _, p := range keys {
		best := 0
		for f := range load {
			if load[f] < load[best] {
				best = f
			}
		}
		at[p] = best
		load[best] += count[p]
	}
	for i := range rows {
		rows[i].fold = at[rows[i].project]
	}
}

func report(group string, rows []row, preds []offline.Prediction) {
	var b eval.Binary
	var p []float64
	var y []bool
	conf := eval.Confusion{}
	goldN, predN, n := 0, 0, 0
	var sig eval.Binary
	for i := range rows {
		if !strings.Contains("+"+group+"+", "+"+rows[i].file+"+") {
			continue
		}
		conf.Add(string(rows[i].gold.Intent), string(preds[i].Intent))
		sig.Add(rows[i].gold.Signal != "none", preds[i].Signal != "none")
		if rows[i].gold.Contested {
			continue
		}
		b.Add(rows[i].gold.GoalComplete, preds[i].Complete)
		p = append(p, preds[i].Probability)
		y = append(y, rows[i].gold.GoalComplete)
		n++
		if rows[i].gold.GoalComplete {
			goldN++
		}
		if preds[i].Complete {
			predN++
		}
	}
	bins := eval.Reliability(p, y)
	fmt.Printf("%-15s n %3d  bal %.3f kappa %.3f auc %.3f ece %.3f acc %.3f (TP %d FP %d TN %d FN %d) score err %+.1f | intent acc %.3f f1 %.3f | signal P %.2f R %.2f\n",
		group, n, b.Balanced(), b.Kappa(), eval.AUC(p, y), eval.ECE(bins), b.Accuracy(), b.TP, b.FP, b.TN, b.FN,
		100*float64(predN-goldN)/float64(n), conf.Accuracy(), conf.MacroF1(), sig.Precision(), sig.Recall())
}

func listErrors(rows []row, preds []offline.Prediction, n int, only string) {
	type e struct {
		i    int
		size float64
	}
	var es []e
	for i := range rows {
		if rows[i].gold.Contested || only != "" && rows[i].file != only {
			continue
		}
		if rows[i].gold.GoalComplete != preds[i].Complete {
			d := preds[i].Probability
			if rows[i].gold.GoalComplete {
				d = 1 - d
			}
			es = append(es, e{i, d})
		}
	}
	sort.Slice(es, func(a, b int) bool { return es[a].size > es[b].size })
	for k, x := range es {
		if k == n {
			break
		}
		r, p := rows[x.i], preds[x.i]
		fmt.Printf("\n== %s/%s/%s turns %d-%d\n gold %v p %.2f %s %s %s | pred %v p %.2f %s %s %s end %s\n goal: %s\n doubt: %s\n", r.file, filepath.Base(r.project), r.conv, r.gold.First, r.gold.Last,
			r.gold.GoalComplete, r.gold.P, r.gold.Intent, r.gold.Basis, r.gold.Signal, p.Complete, p.Probability, p.Intent, p.Basis, p.Signal, p.End, r.gold.Goal, r.gold.Doubt)
		for _, ev := range r.gold.Evidence {
			fmt.Printf("   gold quote [%d] %s\n", ev.Turn, ev.Quote)
		}
		for _, why := range p.Why {
			fmt.Printf("   %s\n", why)
		}
	}
}

func printWeights(m offline.Model) {
	type fw struct {
		n string
		w float64
	}
	var ws []fw
	for i, n := range m.Goal.Features {
		ws = append(ws, fw{n, m.Goal.Weight[i]})
	}
	sort.Slice(ws, func(a, b int) bool { return ws[a].w > ws[b].w })
	for _, w := range ws {
		fmt.Printf("%-22s %+.3f\n", w.n, w.w)
	}
}
