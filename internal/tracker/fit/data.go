package main

import (
	"context"
	"hash/fnv"

	"prism/internal/conversation"
	"prism/internal/eval"
	"prism/internal/eval/corpus"
	"prism/internal/eval/refit"
	"prism/internal/tracker"
)

// example is a labelled conversation.
type example struct {
	labelled *tracker.Labelled // living turns
	file     string            // label file: whole, cut, more, people, spliced
	set      string
	kind     string
	conv     *conversation.Conversation
	gold     map[int]bool // first turns (from 1) of sessions but the first, as labelled
}

// load reads all labelled conversations, in a fixed order.
func load(ctx context.Context, labels, root string) ([]*example, error) {
	entries, _, err := corpus.Match(labels, []string{root})
	if err != nil {
		return nil, err
	}
	var out []*example
	var marks [][]uint64
	for i := range entries {
		c, gold, err := entries[i].Read(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, newExample(&entries[i], gold, c))
		marks = append(marks, corpus.Marks(&entries[i], c))
	}
	for i, original := range corpus.Originals(marks) {
		out[i].labelled.Original = original
	}
	return out, nil
}

func newExample(entry *corpus.Entry, g eval.Gold, c *conversation.Conversation) *example {
	e := &example{
		labelled: refit.Conversation(g, c), file: entry.Labels, set: g.Set, kind: corpus.Kind(g.Set), conv: c, gold: map[int]bool{},
	}
	for i, s := range g.Sessions {
		if i > 0 {
			e.gold[s.First] = true
		}
	}
	return e
}

// fold spreads names over n folds.
func fold(name string, n int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return int(h.Sum32() % uint32(n))
}
