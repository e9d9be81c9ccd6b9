// Package evaluation tells an observability backend what came of sessions: each verdict as
// an OpenTelemetry event, gen_ai.evaluation.result.
//
// Nouns: a Teller tells one endpoint. Promises: it tells ids, words of lists and numbers,
// never a title, a quote or a prompt, and nothing of who is opted out; a backend that is
// away costs a verdict its telling, never the server its work. Refusals: it judges
// nothing, and is no ledger: what changed while the server was down is not told later.
package evaluation

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"

	"prism/internal/collector"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/store"
)

// Teller tells one endpoint of verdicts.
type Teller struct {
	to    *collector.Client
	log   *slog.Logger
	queue chan plog.Logs

	mu   sync.Mutex
	seen map[string]map[string]mark // by tenant and session
}

// mark is what of a session was told.
type mark struct {
	version                     string
	complete, crushed, reworked bool
	status                      fact.JudgeStatus
	state                       fact.State
	confidence                  float64
	intent                      fact.Intent
	signal                      fact.FailureSignal
	ended                       time.Time
}

const (
	// recent is how many of the latest sessions of a tenant are looked at for what is new.
	recent = 1000
	// waiting is how many updates may wait to be told; more are let go.
	waiting = 64
)

// New makes a Teller of an endpoint that takes OTLP logs.
func New(to *collector.Client, log *slog.Logger) *Teller {
	return &Teller{to: to, log: log, queue: make(chan plog.Logs, waiting), seen: map[string]map[string]mark{}}
}

// Tell looks for what changed since it was told the last time; the first time nothing is
// told. It does not wait for the endpoint.
func (t *Teller) Tell(ctx context.Context, tenant string, lib *library.Library, now time.Time) {
	list, _, err := lib.List(ctx, store.Filter{Now: now}, store.Order{}, recent)
	if err != nil {
		return // whoever asks next is told
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	before, first := t.seen[tenant], t.seen[tenant] == nil
	seen := make(map[string]mark, len(list))
	var changed []*fact.Session
	for _, s := range list {
		m := markOf(s)
		seen[s.ID] = m
		if was, known := before[s.ID]; !first && (!known || was != m) && s.Verdict.Status != fact.JudgeOptedOut && s.State != fact.Open {
			changed = append(changed, s)
		}
	}
	t.seen[tenant] = seen
	if len(changed) == 0 {
		return
	}
	select {
	case t.queue <- records(tenant, changed, now):
	default:
		t.log.Warn("verdicts are not told: the endpoint is behind", "sessions", len(changed))
	}
}

func markOf(s *fact.Session) mark {
	v := &s.Verdict
	return mark{v.Judge + " " + v.Version, v.GoalComplete, s.Crushed(), s.Rework.Reworked, v.Status, s.State, v.Confidence, v.Intent, v.Signal, s.Ended}
}

// Run sends what is told until the context ends, and then what is left. What could not be
// told from then on is logged once, whatever the number of requests.
func (t *Teller) Run(ctx context.Context) {
	telling, cancel := collector.Outlasting(ctx)
	defer cancel()
	left := 0
	var last error
	defer func() {
		if left > 0 {
			t.log.Warn("verdicts were not told before the server stopped", "verdicts", left, "error", last)
		}
	}()
	for {
		var logs plog.Logs
		select {
		case logs = <-t.queue:
		case <-ctx.Done():
			select {
			case logs = <-t.queue:
			default:
				return
			}
		}
		switch err := t.send(telling, logs); {
		case err == nil:
		case ctx.Err() != nil:
			left, last = left+logs.LogRecordCount(), err
		default:
			t.log.Warn("verdicts were not told", "error", err)
		}
	}
}

// send sends one request.
func (t *Teller) send(ctx context.Context, logs plog.Logs) error {
	body, err := plogotlp.NewExportRequestFromLogs(logs).MarshalProto()
	if err != nil {
		return err
	}
	return t.to.Send(ctx, body)
}

// records are the events of sessions. The names are those of OpenTelemetry's semantic
// conventions for generative AI (event gen_ai.evaluation.result); what these have no
// name for is under prism.
func records(tenant string, list []*fact.Session, now time.Time) plog.Logs {
	logs := plog.NewLogs()
	resource := logs.ResourceLogs().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "prism")
	scope := resource.ScopeLogs().AppendEmpty()
	scope.Scope().SetName("prism.evaluation")
	for _, s := range list {
		v := &s.Verdict
		r := scope.LogRecords().AppendEmpty()
		at := s.Ended
		if at.IsZero() {
			at = now
		}
		r.SetTimestamp(stamp(at))
		r.SetObservedTimestamp(stamp(now))
		r.SetEventName("gen_ai.evaluation.result")
		a := r.Attributes()
		a.PutStr("gen_ai.evaluation.name", "prism.goal_complete")
		if v.Status == fact.JudgeOK {
			a.PutDouble("gen_ai.evaluation.score.value", v.Confidence)
		} else {
			a.PutStr("error.type", string(v.Status))
		}
		a.PutStr("gen_ai.evaluation.score.label", label(s))
		if len(s.Conversations) > 0 {
			a.PutStr("gen_ai.conversation.id", s.Conversations[0])
		}
		a.PutStr("prism.tenant", tenant)
		a.PutStr("prism.session.id", s.ID)
		a.PutStr("prism.session.state", string(s.State))
		a.PutStr("prism.judge", v.Judge)
		a.PutStr("prism.judge.version", v.Version)
		a.PutStr("prism.intent", string(v.Intent))
		a.PutStr("prism.basis", string(v.Basis))
		a.PutStr("prism.failure_signal", string(v.Signal))
		a.PutInt("prism.turns", int64(s.Turns))
		a.PutBool("prism.crushed", s.Crushed() && s.Exclusion(false, false) == fact.NotExcluded)
		a.PutStr("prism.excluded_by", string(s.Exclusion(false, false)))
	}
	return logs
}

func stamp(t time.Time) pcommon.Timestamp { return pcommon.NewTimestampFromTime(t) }

// label is the verdict in a word.
func label(s *fact.Session) string {
	switch why := s.Exclusion(false, false); {
	case why != fact.NotExcluded:
		return "not_counted"
	case s.Crushed():
		return "crushed"
	case s.Verdict.GoalComplete:
		return "reworked"
	}
	return "missed"
}
