package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"prism/internal/eval"
	"prism/internal/eval/corpus"
	"prism/internal/session"
)

// example is a labelled conversation.
type example struct {
	file    string // label file: whole, cut, more, people, spliced
	set     string
	project string // set without what says how it was taken
	id      string
	conv    *session.Conversation
	turns   []session.Turn // living ones
	cuts    []bool         // of each living turn: it opens another session
	gold    map[int]bool   // first turns (from 1) of sessions but the first, as labelled
	group   int            // pieces of one original have one group
	branch  string
}

// load reads all labelled conversations, in a fixed order.
func load(ctx context.Context, labels, root string) ([]*example, error) {
	byFile, err := corpus.Labels(labels)
	if err != nil {
		return nil, err
	}
	files, err := corpus.Find([]string{root})
	if err != nil {
		return nil, err
	}
	var out []*example
	for name, golds := range byFile {
		for _, g := range golds {
			path := files[g.Set+"/"+g.Conversation]
			if path == "" {
				continue
			}
			c, err := corpus.Read(ctx, path)
			if err != nil {
				return nil, err
			}
			out = append(out, newExample(name, g, c))
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no labelled transcript below %s", root)
	}
	slices.SortFunc(out, func(a, b *example) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.set, b.set), cmp.Compare(a.id, b.id))
	})
	group(out)
	return out, nil
}

func newExample(file string, g eval.Gold, c *session.Conversation) *example {
	e := &example{file: file, set: g.Set, id: g.Conversation, conv: c, gold: map[int]bool{}, branch: c.Branch}
	e.project = e.set
	for _, end := range []string{"-cut", "-more", "-spliced"} {
		e.project = strings.TrimSuffix(e.project, end)
	}
	at := map[string]int{}
	for i := range c.Turns {
		if u := c.Turns[i].UUID; u != "" {
			at[u] = i + 1
		}
	}
	for i, s := range g.Sessions {
		if i == 0 {
			continue
		}
		first := s.First
		if n := at[s.FirstUUID]; n > 0 {
			first = n
		}
		e.gold[first] = true
	}
	pending := false
	for i := range c.Turns {
		pending = pending || e.gold[i+1]
		if c.Turns[i].Abandoned {
			continue
		}
		e.turns = append(e.turns, c.Turns[i])
		e.cuts = append(e.cuts, pending && len(e.turns) > 1)
		pending = false
	}
	return e
}

// group puts conversations that share a turn, by its uuid or a prompt of some
// length, or have one id, into one group.
func group(all []*example) {
	parent := make([]int, len(all))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	owner := map[uint64]int{}
	claim := func(i int, kind, s string) {
		h := fnv.New64a()
		_, _ = h.Write([]byte(kind + "\x00" + s))
		if j, ok := owner[h.Sum64()]; ok {
			parent[root(i)] = root(j)
		} else {
			owner[h.Sum64()] = i
		}
	}
	const long = 80
	for i, e := range all {
		claim(i, "id", e.id)
		for t := range e.turns {
			if u := e.turns[t].UUID; u != "" {
				claim(i, "uuid", u)
			}
			if p := strings.TrimSpace(e.turns[t].Prompt); len(p) >= long {
				claim(i, "prompt", e.project+p)
			}
		}
	}
	for i, e := range all {
		e.group = root(i)
	}
}

// fold spreads names over n folds.
func fold(name string, n int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return int(h.Sum32() % uint32(n))
}
