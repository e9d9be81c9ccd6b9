package pipeline

import (
	"context"
	"fmt"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
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
	gate     *gatekeeper
	redactor *redact.Redactor
	passing  *verdicts // nil: what is read is judged later
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
	private := r.gate.optedOut(src.Person, c.CWDs)
	drafts, cut, err := r.cutting.divide(ctx, c, private)
	if err != nil {
		return nil, fmt.Errorf("cut %s: %w", src.Conversation, err)
	}
	out.cut, out.counts = cut, countsOf(&led)
	out.digest = digest.New(c, drafts)
	cleanNames(r.redactor, out.digest, r.gate.repos)
	out.digest.Private = private && veiled(out.digest.CWDs)
	out.counts.UnknownTypes = cleanKeys(r.redactor, out.counts.UnknownTypes)
	if r.passing == nil || private {
		return out, nil
	}
	out.drafts = make([]fact.Verdict, len(drafts))
	for i := range drafts {
		if out.drafts[i], err = r.passing.of(ctx, &drafts[i], src.Conversation); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// conversation reads a unit's files into a Conversation.
func (r *reader) conversation(ctx context.Context, w *worker, src *source.Unit, led *transcript.Ledger) (*conversation.Conversation, error) {
	feed, err := w.feed(r.dialects, src.Agent)
	if err != nil {
		return nil, err
	}
	opened := src.Opened(ctx, r.dialects)
	src = &opened
	b := conversation.NewBuilder(src.Agent, src.Conversation, src.Main())
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
