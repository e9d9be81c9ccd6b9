package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"prism/internal/transcript"
)

// checkEvery is how many Records pass between two looks at the context.
const checkEvery = 4096

// Read hands the Records of a Unit to each, file by file. A file that cannot be
// opened or read to its end is noted in the ledger; the error returned is that of
// each or of the context. In a subagent's file nothing is said by a person: every
// Record is marked Sidechain, and prompts, titles and the like become None. Events
// tell what no transcript of the Unit does.
func Read(ctx context.Context, u *Unit, feed *transcript.Feed, led *transcript.Ledger, each func(*transcript.Record) error) error {
	r := &reading{ctx: ctx, unit: u, feed: feed}
	if slices.ContainsFunc(u.Files, func(f File) bool { return f.events() }) && len(u.Files) > 1 {
		r.told = &transcript.Told{}
	}
	for i := range u.Files {
		if u.Files[i].events() && r.told != nil {
			if err := r.ahead(i + 1); err != nil {
				return err
			}
		}
		if err := r.file(i, led, each); err != nil {
			return err
		}
	}
	return nil
}

// reading reads one Unit.
type reading struct {
	ctx  context.Context
	unit *Unit
	feed *transcript.Feed
	told *transcript.Told // what transcripts tell; nil: nobody needs to know
	seen int
}

// ahead notes what transcripts from a file on tell, which come after the events.
func (r *reading) ahead(from int) error {
	for i := from; i < len(r.unit.Files); i++ {
		if r.unit.Files[i].events() {
			continue
		}
		var unsaid transcript.Ledger // they are read once more
		if err := r.file(i, &unsaid, func(*transcript.Record) error { return nil }); err != nil {
			return err
		}
	}
	return nil
}

func (r *reading) file(i int, led *transcript.Ledger, each func(*transcript.Record) error) error {
	file := &r.unit.Files[i]
	if file.facts() {
		return nil // it has no lines
	}
	if err := r.ctx.Err(); err != nil {
		return fmt.Errorf("read %s: %w", r.unit.Conversation, err)
	}
	var stop error
	err := readFile(r.ctx, r.unit.kept, file, i, r.feed, led, r.told, func(rec *transcript.Record) error {
		if r.seen++; r.seen%checkEvery == 0 {
			if stop = r.ctx.Err(); stop != nil {
				return stop
			}
		}
		if file.Subagent != "" {
			aside(rec, file.Subagent)
		}
		if r.told != nil && !file.events() {
			r.told.Note(rec)
		}
		stop = each(rec)
		return stop
	})
	if stop != nil {
		return fmt.Errorf("read %s: %w", r.unit.Conversation, stop)
	}
	if err != nil {
		led.Skip(file.Path, 0, transcript.UnreadableFile)
	}
	return nil
}

func readFile(ctx context.Context, kept Kept, file *File, index int, feed *transcript.Feed, led *transcript.Ledger, told *transcript.Told, each func(*transcript.Record) error) error {
	in, err := open(ctx, kept, file.kept, file.Path, told)
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
