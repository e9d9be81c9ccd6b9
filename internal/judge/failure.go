package judge

import (
	"errors"

	"prism/internal/fact"
)

// Failure is how a judge says that it has no opinion of a session, and why. It
// is an answer about one session, not the end of a run.
type Failure struct {
	Status fact.JudgeStatus // JudgePending: ask again; JudgeError: asking again would not help
	Reason string           // one short phrase of our own
	Calls  []fact.Call      // what was asked all the same
	Err    error            // the cause, may be nil; never shown as it is
}

// Error implements error.
func (f *Failure) Error() string { return "no verdict: " + f.Reason }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Unjudged makes the verdict of a session that a judge has no opinion of. ok is
// false when err is no Failure: then the run itself failed.
func Unjudged(err error, meta Meta) (v fact.Verdict, ok bool) {
	var f *Failure
	if !errors.As(err, &f) {
		return fact.Verdict{}, false
	}
	return fact.Verdict{
		Judge: meta.Judge, Version: meta.Version, At: meta.At, Fallback: meta.Fallback,
		Status: f.Status, Reason: f.Reason, Calls: f.Calls,
		Intent: fact.IntentNone, Basis: fact.Silent, Signal: fact.NoSignal,
		Rubric: held(fact.Rubric{}, fact.IntentNone, false), TitleStage: fact.TitleHeuristic,
	}, true
}
