package pipeline

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"prism/internal/content/factfile"
	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/pipeline/optout"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/transcript"
)

// reader is the read step: it takes one conversation from its files to a digest,
// and where a judge judges in passing, to a verdict on each of its drafts.
type reader struct {
	dialects []transcript.Dialect
	cutting  Cutting
	gate     *optout.Keeper
	redactor *redact.Redactor
	passing  *verdicts // nil: what is read is judged later
	beside   crew      // who judge what one conversation holds
	diffs    bool      // changes are kept line by line, to be shown
}

// readOut is what the read step makes of one conversation.
type readOut struct {
	conversation *conversation.Conversation
	digest       *digest.Digest
	counts       store.Counts
	drafts       []fact.Verdict // by draft, where they were judged in passing
	cut          cut
}

// read reads a unit's files, cuts what they hold, and judges it while its prose is there.
func (r *reader) read(ctx context.Context, w *worker, src *source.Unit) (*readOut, error) {
	var led transcript.Ledger
	c, err := r.conversation(ctx, w, src, &led)
	if err != nil {
		return nil, err
	}
	out := &readOut{conversation: c}
	worked := r.gate.OptedOut(src.Person, c.CWDs)
	private := r.gate.AnyHidden(src.Files) || worked
	drafts, cut, err := r.cutting.divide(ctx, c, private)
	if err != nil {
		return nil, fmt.Errorf("cut %s: %w", src.Conversation, err)
	}
	out.cut, out.counts = cut, countsOf(&led)
	out.digest = digest.New(c, drafts)
	cleanNames(r.redactor, out.digest, src.Person, r.gate.Repositories())
	out.digest.Private = worked && veiled(out.digest.CWDs)
	out.counts.UnknownTypes = cleanKeys(r.redactor, out.counts.UnknownTypes)
	if r.passing == nil || private {
		return out, nil
	}
	out.drafts = make([]fact.Verdict, len(drafts))
	err = parallel(ctx, r.beside, len(drafts), func(ctx context.Context, _ *worker, i int) (err error) {
		out.drafts[i], err = r.passing.of(ctx, &drafts[i], src.Conversation)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// conversation reads a unit's files into a Conversation.
func (r *reader) conversation(ctx context.Context, w *worker, src *source.Unit, led *transcript.Ledger) (*conversation.Conversation, error) {
	if src.Told() {
		return nil, ErrTold
	}
	feed, err := w.feed(r.dialects, src.Agent)
	if err != nil {
		return nil, err
	}
	opened := src.Opened(ctx, r.dialects)
	src = &opened
	b := &w.build
	b.Next(src.Agent, src.Conversation, src.Main())
	defer b.Next("", "", "") // its prose is let go
	if r.diffs {
		b.KeepDiffs()
	}
	err = source.Read(ctx, src, feed, led, func(rec *transcript.Record) error {
		b.Add(rec)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return b.Conversation(), nil
}

func countsOf(led *transcript.Ledger) store.Counts {
	c := store.Counts{Lines: led.Lines, Bytes: led.Bytes, UnknownTypes: led.Unknown, Troubles: led.Troubles}
	if len(led.Skipped)+len(led.Odd) > 0 {
		c.Skipped = make(map[string]int, len(led.Skipped)+1)
		for why, n := range led.Skipped {
			c.Skipped[string(why)] = n
		}
		// A line whose token count cannot be read is read else, but what it cost is
		// lost: a sum that leaves it out says so.
		if n := led.Odd[transcript.OddTokens]; n > 0 {
			c.Skipped[string(transcript.OddTokens)] = n
		}
	}
	return c
}

// Prose passes the gate where it is quoted. What a transcript calls by name (branches,
// models, versions, addresses, paths) may be anything that a transcript says; it passes
// the gate before it is kept.

// namesVersion changes with what names of a digest are kept as, and with the names that
// lines have which are made of events; conversations are then
// read again, and those whose files are gone keep what they have.
const namesVersion = "4"

// cleanNames passes the names that a digest holds through the gate. A folder that is
// there on this machine keeps its name: by it its repository and ignore files are
// found. It is shown as cleanPlace has it.
func cleanNames(gate *redact.Redactor, d *digest.Digest, person string, repos *source.Repositories) {
	factfile.Clean(gate, d, repos.OfPerson(person, d.CWDs), repos.Here)
}

// veiled reports whether the gate may have hidden something of a folder's name: it has
// square brackets, as a placeholder has, and some names of their own. Whether a folder is
// opted out is decided on its whole name, so only where its transcript is read.
func veiled(folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		_, rest, open := strings.Cut(f, "[")
		return open && strings.Contains(rest, "]")
	})
}

// cleanKeys is cleanNames for the names that something is counted by.
func cleanKeys(gate *redact.Redactor, counts map[string]int) map[string]int {
	out := make(map[string]int, len(counts))
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		n := counts[name]
		gate.Names(&name)
		out[name] += n
	}
	return out
}

// cleanPlace passes through the gate what is shown of a session's place.
func cleanPlace(gate *redact.Redactor, s *fact.Session) { gate.Names(&s.Folder, &s.Repo.Name) }
