// Package corpus reads labelled transcripts: the conversations that label files
// speak of, each alone, nothing joined or deduplicated between files.
package corpus

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"prism/internal/conversation"
	"prism/internal/disk"
	"prism/internal/eval"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// Labels reads the label files of a folder, or one label file, by name without
// ending.
func Labels(dir string) (map[string][]eval.Gold, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	files := []string{dir}
	if info.IsDir() {
		list, err := os.ReadDir(dir)
		if err != nil {
			return nil, fmt.Errorf("labels: %w", err)
		}
		files = nil
		for _, f := range list {
			if !f.IsDir() && filepath.Ext(f.Name()) == ".jsonl" {
				files = append(files, filepath.Join(dir, f.Name()))
			}
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("labels: no .jsonl in %s", dir)
	}
	out := map[string][]eval.Gold{}
	for _, name := range files {
		f, err := disk.Open(name)
		if err != nil {
			return nil, fmt.Errorf("labels: %w", err)
		}
		golds, err := eval.ReadGold(f)
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[strings.TrimSuffix(filepath.Base(name), ".jsonl")] = golds
	}
	return out, nil
}

// Find maps "SET/CONVERSATION" to the transcript below any of the roots: a set
// is the folder that a transcript lies in. A root may be a symbolic link.
func Find(roots []string) (map[string]string, error) {
	out := map[string]string{}
	for _, root := range roots {
		root, err := filepath.EvalSymlinks(root) // WalkDir follows none
		if err != nil {
			return nil, fmt.Errorf("transcripts: %w", err)
		}
		err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() || filepath.Ext(p) != ".jsonl" {
				return nil
			}
			out[filepath.Base(filepath.Dir(p))+"/"+strings.TrimSuffix(filepath.Base(p), ".jsonl")] = p
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("transcripts: %w", err)
		}
	}
	return out, nil
}

// Read reads one transcript alone.
func Read(ctx context.Context, file string) (*conversation.Conversation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := disk.Open(file)
	if err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	defer f.Close() //nolint:errcheck // only read
	b := conversation.NewBuilder("claude", strings.TrimSuffix(filepath.Base(file), ".jsonl"), file)
	var led transcript.Ledger
	feed := transcript.NewFeed(claude.New())
	if _, err := feed.Read(f, file, 0, &led, func(r *transcript.Record) error {
		b.Add(r)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("transcript %s: %w", file, err)
	}
	return b.Conversation(), nil
}

// Draft returns the session of turns first to last (from 1) of a conversation.
func Draft(c *conversation.Conversation, first, last int) *conversation.Draft {
	last = min(last, len(c.Turns))
	first = min(first, last)
	d := &conversation.Draft{Agent: c.Agent, Turns: c.Turns[first-1 : last], First: first, AtEnd: last == len(c.Turns)}
	if d.AtEnd {
		d.Tail = c.Tail
	} else {
		d.Next = &c.Turns[last]
	}
	return d
}

// Project is the project or person that a set comes from: its name less what
// says how its conversations were made.
func Project(set string) string {
	for _, suffix := range []string{"-cut", "-more", "-spliced"} {
		set = strings.TrimSuffix(set, suffix)
	}
	return set
}
