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
	"prism/internal/fact"
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
	peopleWeight := 1.0
	gold := flag.String("gold", "", "folder of labels")
	dir := flag.String("corpus", "", "folder of transcripts")
	write := flag.String("write", "", "file to write the model to")
	errs := flag.Int("errors", 0, "list so many errors")
	only := flag.String("only", "", "errors of this label file only")
	feats := flag.Bool("weights", false, "print weights")
	o := offline.DefaultOptions()
	flag.Float64Var(&o.IntentL2, "il2", o.IntentL2, "penalty of the intent model")
	flag.Float64Var(&peopleWeight, "pw", 1, "weight of people's sessions")
	flag.IntVar(&o.Forest.Try, "try", o.Forest.Try, "features asked at each fork")
	flag.IntVar(&o.Forest.Depth, "depth", o.Forest.Depth, "depth of trees")
	flag.IntVar(&o.Forest.MinLeaf, "leaf", o.Forest.MinLeaf, "least rows in a leaf")
	flag.IntVar(&o.Forest.Trees, "trees", o.Forest.Trees, "trees")
	flag.Float64Var(&o.TiedL2, "tl2", o.TiedL2, "penalty of the intent model's tied weights")
	flag.Float64Var(&o.GoalL2, "gl2", o.GoalL2, "penalty of the goal model")
	flag.Float64Var(&o.IntentBalance, "balance", o.IntentBalance, "how far intents are weighted to be equal")
	flag.Float64Var(&o.Soft, "soft", o.Soft, "share of the readers' probability in the target")
	flag.Parse()
	if err := run(o, peopleWeight, *gold, *dir, *write, *errs, *only, *feats); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(o offline.Options, pw float64, gold, dir, write string, errs int, only string, feats bool) error {
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
	keep := rows[:0]
	for _, r := range rows {
		if r.file != "spliced" {
			keep = append(keep, r)
		}
	}
	rows = keep
	for i := range rows {
		r := &rows[i]
		r.lab = offline.Labelled{Case: j.Read(r.draft), Intent: r.gold.Intent, Complete: r.gold.GoalComplete, P: r.gold.P,
			Weight: 1, Group: r.project, Goal: !r.gold.Contested}
	}
	t2 := time.Now()
	for i := range rows {
		if rows[i].file == "people" {
			rows[i].lab.Weight = pw
		}
	}
	assign(rows, 10)
	if strings.Contains(os.Getenv("FIT"), "heard") {
		for i := range rows {
			if only == "" || rows[i].file == only {
				for _, h := range rows[i].lab.Case.Heard(3) {
					fmt.Println("HEARD", rows[i].gold.GoalComplete, h)
				}
			}
		}
		return nil
	}
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
	if strings.Contains(os.Getenv("FIT"), "titles") {
		for i := range rows {
			if only == "" || only == rows[i].file {
				r := preds[i].Rubric
				fmt.Printf("TITLE %s | %s\n   %s\n   gold: %s\n   rubric goal %s scope %s refs %s ctx %s ver %s cause %s plan %s\n", rows[i].file, preds[i].Title, preds[i].Summary, rows[i].gold.Goal, r.GoalExplicit, r.ScopeBounded, r.ReferencesConcrete, r.ContextSufficient, r.VerificationRequested, r.RootCauseOriented, r.PlanFirst)
			}
		}
	}
	if strings.Contains(os.Getenv("FIT"), "intents") {
		listIntents(rows, preds)
	}
	if strings.Contains(os.Getenv("FIT"), "ends") {
		for _, g := range []string{"whole+cut+more", "people"} {
			t := map[string][4]int{}
			for i := range rows {
				if !strings.Contains("+"+g+"+", "+"+rows[i].file+"+") || rows[i].gold.Contested {
					continue
				}
				v := t[preds[i].End]
				if rows[i].gold.GoalComplete {
					v[0]++
				} else {
					v[1]++
				}
				if rows[i].gold.GoalComplete != preds[i].Complete {
					if preds[i].Complete {
						v[2]++
					} else {
						v[3]++
					}
				}
				t[preds[i].End] = v
			}
			for k, v := range t {
				fmt.Printf("%s end %s: true %d false %d FP %d FN %d\n", g, k, v[0], v[1], v[2], v[3])
			}
		}
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
		for i, n := range m.Intent.Tied {
			fmt.Printf("tied %-18s %+.2f\n", n, m.Intent.TiedW[i])
		}
		printWeights(m)
	}
	if write == "" {
		return nil
	}
	return save(filepath.Join(write, "model.json"), m)
}

func save(name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(b, '\n'), 0o644)
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 110 {
		s = s[:110]
	}
	return s
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
	names := []string{"whole", "cut", "more", "people", "spliced"}
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
	var sig, plain, forced, base eval.Binary
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
		plain.Add(rows[i].gold.GoalComplete, preds[i].Probability >= 0.5)
		base.Add(rows[i].gold.Basis == "explicit", preds[i].Basis == "explicit")
		if preds[i].Probability >= 0.5 && !preds[i].Complete {
			forced.Add(rows[i].gold.GoalComplete, false)
		}
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
	if strings.Contains(os.Getenv("FIT"), "conf") {
		var order []string
		for _, i := range fact.Intents {
			order = append(order, string(i))
		}
		order = append(order, "none")
		fmt.Printf("%14s", "")
		for _, q := range order {
			fmt.Printf("%7.6s", q)
		}
		fmt.Println()
		for _, g := range order {
			fmt.Printf("%-14s", g)
			for _, q := range order {
				fmt.Printf("%7d", conf[g][q])
			}
			fmt.Println()
		}
	}
	if strings.Contains(os.Getenv("FIT"), "plain") {
		fmt.Printf("   at 0.5 alone: bal %.3f kappa %.3f; forced false %d of which gold true %d; basis acc %.3f\n", plain.Balanced(), plain.Kappa(), forced.N(), forced.FN, base.Accuracy())
	}
	fmt.Printf("%-15s n %3d  bal %.3f kappa %.3f auc %.3f ece %.3f acc %.3f (TP %d FP %d TN %d FN %d) score err %+.1f | intent acc %.3f f1 %.3f | signal P %.2f R %.2f\n",
		group, n, b.Balanced(), b.Kappa(), eval.AUC(p, y), eval.ECE(bins), b.Accuracy(), b.TP, b.FP, b.TN, b.FN,
		100*float64(predN-goldN)/float64(n), conf.Accuracy(), conf.MacroF1(), sig.Precision(), sig.Recall())
}

func listIntents(rows []row, preds []offline.Prediction) {
	for i := range rows {
		if rows[i].gold.Intent == preds[i].Intent {
			continue
		}
		first := strings.Join(strings.Fields(rows[i].draft.Turns[0].Prompt), " ")
		if len(first) > 160 {
			first = first[:160]
		}
		fmt.Printf("%-6s %-13s -> %-13s | %s | %s | %s\n", rows[i].file, rows[i].gold.Intent, preds[i].Intent, rows[i].gold.Goal, first, preds[i].Feats)
	}
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
