package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"prism/internal/transcript"
)

// checkEvery is how many Records pass between two looks at the context.
const checkEvery = 4096

// Read hands the Records of a Unit to each, file by file. A file that cannot be
// opened or read to its end is noted in the ledger; the error returned is that of
// each or of the context. In a subagent's file nothing is said by a person: every
// Record is marked Sidechain, and prompts, titles and the like become None.
func Read(ctx context.Context, u *Unit, feed *transcript.Feed, led *transcript.Ledger, each func(*transcript.Record) error) error {
	var stop error
	seen := 0
	for i := range u.Files {
		file := &u.Files[i]
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read %s: %w", u.Conversation, err)
		}
		err := readFile(ctx, u.kept, file, i, feed, led, func(r *transcript.Record) error {
			if seen++; seen%checkEvery == 0 {
				if stop = ctx.Err(); stop != nil {
					return stop
				}
			}
			if file.Subagent != "" {
				aside(r, file.Subagent)
			}
			stop = each(r)
			return stop
		})
		if stop != nil {
			return fmt.Errorf("read %s: %w", u.Conversation, stop)
		}
		if err != nil {
			led.Skip(file.Path, 0, transcript.UnreadableFile)
		}
	}
	return nil
}

func readFile(ctx context.Context, kept Kept, file *File, index int, feed *transcript.Feed, led *transcript.Ledger, each func(*transcript.Record) error) error {
	in, err := open(ctx, kept, file.kept, file.Path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("gone since it was found: %w", err)
		}
		return err
	}
	defer in.Close() //nolint:errcheck // read only
	_, err = feed.Read(in, file.Path, index, led, each)
	return err
}

// aside marks a Record as a subagent's.
func aside(r *transcript.Record, agent string) {
	r.Sidechain = true
	if r.Agent == "" {
		r.Agent = agent
	}
	switch r.Kind {
	case transcript.Answer, transcript.Results, transcript.Pull:
	default:
		r.Kind = transcript.None
	}
}
