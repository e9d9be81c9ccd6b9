package pipeline

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/redact"
)

// verdicts makes verdicts: it asks judges about a draft and enforces the rules on
// what they say.
type verdicts struct {
	by       Judging
	redactor *redact.Redactor
	now      time.Time
}

// of asks the judge about one draft, lets the one who stands in answer where it
// says nothing, and sees to it that there is a title.
func (s *verdicts) of(ctx context.Context, d *conversation.Draft, conv string) (fact.Verdict, error) {
	v, err := s.ask(ctx, s.by.Judge, false, d, conv)
	if err != nil {
		return v, err
	}
	return s.complete(ctx, v, d, conv)
}

// complete adds what others than the judge say of a draft.
func (s *verdicts) complete(ctx context.Context, v fact.Verdict, d *conversation.Draft, conv string) (fact.Verdict, error) {
	if s.by.StandIn != nil && unanswered(&v) {
		return s.ask(ctx, s.by.StandIn, true, d, conv)
	}
	if s.by.Titles == nil || !v.Title.IsZero() {
		return v, nil
	}
	t, err := s.ask(ctx, s.by.Titles, false, d, conv)
	if err != nil {
		return v, err
	}
	v.Title, v.Long, v.TitleStage = t.Title, t.Long, fact.TitleHeuristic
	if t.TitleStage == fact.TitlePerson {
		v.TitleStage = fact.TitlePerson
	}
	if v.Summary.IsZero() {
		v.Summary = t.Summary
	}
	return v, nil
}

func (s *verdicts) ask(ctx context.Context, j judge.Judge, standsIn bool, d *conversation.Draft, conv string) (fact.Verdict, error) {
	meta := judge.Meta{Judge: j.Name(), Version: j.Version(), At: s.now, Fallback: standsIn}
	d = observe.WithLastWord(d)
	op, err := j.Judge(ctx, d)
	if err != nil {
		if v, ok := judge.Unjudged(err, meta); ok {
			return v, nil
		}
		return fact.Verdict{}, fmt.Errorf("judge %s: %w", conv, err)
	}
	scope := s.redactor.Session(conv + "/" + strconv.Itoa(d.First))
	return judge.Enforce(op, d, scope, meta), nil
}

// unjudged is the verdict of a session that no judge looked at.
func (s *verdicts) unjudged(status fact.JudgeStatus, why string) fact.Verdict {
	f := &judge.Failure{Status: status, Reason: why}
	v, _ := judge.Unjudged(f, judge.Meta{Judge: s.by.Judge.Name(), Version: s.by.Judge.Version(), At: s.now})
	return v
}

// unanswered reports whether a verdict says only that there is none.
func unanswered(v *fact.Verdict) bool {
	return v.Status == fact.JudgePending || v.Status == fact.JudgeError
}
