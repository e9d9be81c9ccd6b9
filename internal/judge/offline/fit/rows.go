package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"prism/internal/eval"
	"prism/internal/eval/corpus"
	"prism/internal/eval/refit"
	"prism/internal/judge"
	"prism/internal/judge/offline"
)

// row is one labelled session.
type row struct {
	set          string // label file: whole, cut, more, people
	project      string
	conversation string
	gold         *eval.GoldSession
	labelled     offline.Labelled
	fold         int
}

type group struct {
	name string
	sets []string
}

func (g group) has(set string) bool { return slices.Contains(g.sets, set) }

// groups are the sets that are measured; splices are the tracker's.
func groups() []group {
	return []group{
		{"whole", []string{"whole"}}, {"cut", []string{"cut"}}, {"more", []string{"more"}},
		{"whole+cut+more", []string{"whole", "cut", "more"}},
		{"people", []string{"people"}},
	}
}

// load reads the labelled sessions, cut where the labels cut them, and gives
// each its fold.
func load(ctx context.Context, j *offline.Judge, o options) ([]row, error) {
	labels, err := corpus.Labels(o.labels)
	if err != nil {
		return nil, err
	}
	files, err := corpus.Find([]string{o.corpus})
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, set := range []string{"whole", "cut", "more", "people"} {
		for i := range labels[set] {
			g := &labels[set][i]
			file := files[g.Set+"/"+g.Conversation]
			if file == "" {
				return nil, fmt.Errorf("no transcript of %s/%s", g.Set, g.Conversation)
			}
			c, err := corpus.Read(ctx, file)
			if err != nil {
				return nil, err
			}
			if len(c.Turns) == 0 {
				continue
			}
			for k := range g.Sessions {
				s := &g.Sessions[k]
				l := refit.Session(j, g.Set, s, c)
				rows = append(rows, row{set: set, project: l.Group, conversation: g.Conversation, gold: s, labelled: l})
			}
		}
	}
	names := make([]string, len(rows))
	for i := range rows {
		switch o.leave {
		case "project":
			names[i] = rows[i].project
		case "conversation":
			names[i] = rows[i].conversation
		default:
			return nil, fmt.Errorf("-leave %s: project or conversation", o.leave)
		}
		if o.seed != "" {
			h := fnv.New64a()
			_, _ = h.Write([]byte(o.seed + names[i]))
			names[i] = fmt.Sprintf("%016x", h.Sum64())
		}
	}
	for i, f := range eval.Folds(names, o.folds) {
		rows[i].fold = f
	}
	return rows, nil
}

// crossValidate judges each row by a model that was fitted without its fold.
func crossValidate(j *offline.Judge, rows []row, o options) ([]judge.Opinion, error) {
	ops := make([]judge.Opinion, len(rows))
	errs := make([]error, o.folds)
	var wg sync.WaitGroup
	gate := make(chan struct{}, 2) // two fits at a time
	for k := range o.folds {
		wg.Add(1)
		go func() {
			defer wg.Done()
			gate <- struct{}{}
			defer func() { <-gate }()
			var train []offline.Labelled
			for i := range rows {
				if rows[i].fold != k {
					train = append(train, rows[i].labelled)
				}
			}
			m, err := j.Fit(train, o.fit)
			if err != nil {
				errs[k] = err
				return
			}
			jk, err := offline.New(m)
			if err != nil {
				errs[k] = err
				return
			}
			for i := range rows {
				if rows[i].fold == k {
					ops[i] = jk.Opinion(rows[i].labelled.Case)
				}
			}
		}()
	}
	wg.Wait()
	return ops, errors.Join(errs...)
}
