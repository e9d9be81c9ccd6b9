package pipeline

import (
	"context"
	"fmt"
	"slices"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/link"
)

// cut divides a conversation into drafts. Where somebody is to be asked and does
// not answer, the offline tracker's cut stands, and the unit says so: what is
// remembered as cut by the one who asks was settled by it.
func (r *run) cut(ctx context.Context, u *unit, c *conversation.Conversation) ([]conversation.Draft, error) {
	opts := conversation.Options{CommitBoundary: r.CommitBoundary}
	machine := r.SkipMachines && c.Automated
	if r.Asking != nil && !machine && !r.optedOut(u.src.Person, c.CWDs) {
		t := &asked{by: r.Asking, status: fact.JudgeOK}
		drafts, err := conversation.Cut(ctx, c, t, opts)
		if err != nil || t.status == fact.JudgeOK {
			u.cutBy = r.readerVersion()
			return drafts, err
		}
		u.waits = t.status == fact.JudgePending
	}
	u.cutBy = r.versionBy(r.Tracker)
	if machine { // nobody is to be asked: it is settled
		u.cutBy = r.readerVersion()
	}
	var tracker conversation.Tracker // a nil Tracker in an interface of another type is not nil
	if r.Tracker != nil {
		tracker = r.Tracker
	}
	return conversation.Cut(ctx, c, tracker, opts)
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

// readerVersion says what a digest was made by. Its cuts are part of it.
func (r *run) readerVersion() string {
	switch {
	case r.Asking == nil:
		return r.versionBy(r.Tracker)
	case r.SkipMachines: // which are cut by Tracker
		return r.versionBy(r.Asking) + "/people"
	}
	return r.versionBy(r.Asking)
}

func (r *run) versionBy(tracker interface{ Version() string }) string {
	name := "none"
	if tracker != nil {
		name = tracker.Version()
	}
	return fmt.Sprintf("%d/%s/%t", digest.Version, name, r.CommitBoundary)
}

// unsettled reports whether a conversation was cut otherwise than was asked for.
func (r *run) unsettled() bool {
	return slices.ContainsFunc(r.units, func(u *unit) bool { return u.fresh && u.cutBy != r.readerVersion() })
}

// waits reports whether where a session begins or ends waits for an answer.
func (j *joiner) waits(l *link.Linkage) bool {
	return slices.ContainsFunc(l.Parts, func(p link.Run) bool { return j.of[p.Digest].waits })
}

// unasked returns the verdict of a session that the judge is not asked about, nil
// for all others.
func (j *joiner) unasked(l *link.Linkage) *fact.Verdict {
	var why string
	switch {
	case j.waits(l):
		why = "where it begins and ends waits for an answer"
	case j.SkipMachines && l.Automated:
		why = "a machine run is not asked about"
	default:
		return nil
	}
	v := j.unjudged(fact.JudgePending, why)
	return &v
}
