package pipeline

import (
	"context"
	"fmt"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
)

// cut says how a conversation was cut.
type cut struct {
	by    string // the version that a reader who cuts so has
	waits bool   // where it is cut waits for an answer
}

// divide cuts a conversation into drafts. Where somebody is to be asked and does
// not answer, the offline tracker's cut stands, and the cut says so: what is
// remembered as cut by the one who asks was settled by it. A private conversation
// is shown to nobody.
func (c *Cutting) divide(ctx context.Context, conv *conversation.Conversation, private bool) ([]conversation.Draft, cut, error) {
	opts := conversation.Options{CommitBoundary: c.AtCommit}
	machine := c.PeopleOnly && conv.Automated
	waits := false
	if c.Asking != nil && !machine && !private {
		t := &asked{by: c.Asking, status: fact.JudgeOK}
		drafts, err := conversation.Cut(ctx, conv, t, opts)
		if err != nil || t.status == fact.JudgeOK {
			return drafts, cut{by: c.version()}, err
		}
		waits = t.status == fact.JudgePending
	}
	how := cut{by: c.versionBy(c.Tracker), waits: waits}
	if machine { // nobody is to be asked: it is settled
		how.by = c.version()
	}
	var tracker conversation.Tracker // a nil Tracker in an interface of another type is not nil
	if c.Tracker != nil {
		tracker = c.Tracker
	}
	drafts, err := conversation.Cut(ctx, conv, tracker, opts)
	return drafts, how, err
}

// asked is the tracker of one conversation; it keeps the worst that was said of
// its stretches.
type asked struct {
	by     Asking
	status fact.JudgeStatus
}

// Shifts implements conversation.Tracker.
func (a *asked) Shifts(ctx context.Context, turns []conversation.Turn) ([]conversation.Shift, error) {
	shifts, status, err := a.by.Decide(ctx, turns)
	if status != fact.JudgeOK && a.status != fact.JudgePending {
		a.status = status
	}
	return shifts, err
}

// version says what a digest is made by. Its cuts are part of it.
func (c *Cutting) version() string {
	switch {
	case c.Asking == nil:
		return c.versionBy(c.Tracker)
	case c.PeopleOnly: // machine runs are cut by Tracker
		return c.versionBy(c.Asking) + "/people"
	}
	return c.versionBy(c.Asking)
}

func (c *Cutting) versionBy(tracker interface{ Version() string }) string {
	name := "none"
	if tracker != nil {
		name = tracker.Version()
	}
	return fmt.Sprintf("%d.%d.%s/%s/%t", digest.Version, digest.Reading, namesVersion, name, c.AtCommit)
}
