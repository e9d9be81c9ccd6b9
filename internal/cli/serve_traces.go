package cli

import (
	"context"
	"net/http"

	"prism/internal/cli/job"
	"prism/internal/collector"
	"prism/internal/content"
	"prism/internal/queue"
	"prism/internal/server/ingest"
	"prism/internal/server/worker"
	"prism/internal/trace"
)

// recorder tells what this server spends its time on, where somebody wants to know; nil:
// nobody does.
func (o *serveOptions) recorder(s *serving) (*trace.Recorder, error) {
	if o.traces == "" {
		o.traces = s.p.Env("PRISM_TRACES")
	}
	switch {
	case o.traces == "":
		return nil, nil //nolint:nilnil // a nil recorder records nothing
	case !collector.Endpoint(o.traces):
		return nil, job.Usagef("--traces is no address of the form https://HOST/v1/traces (http to this machine only)")
	}
	header, err := collector.Header(s.p.Env("PRISM_TRACES_HEADER"))
	if err != nil {
		return nil, job.Usagef("PRISM_TRACES_HEADER: %w", err)
	}
	r := trace.New(collector.New(o.traces, header), s.log)
	s.tellers.Go(func() { r.Run(s.telling) })
	return r, nil
}

// request records one that is answered, by the pattern that answers it.
func (s *serving) request(ctx context.Context) (context.Context, func(route string, status int)) {
	ctx, span := s.traces.Start(ctx, "request")
	return ctx, func(route string, status int) {
		switch route {
		case "GET /healthz", "GET /readyz", "GET /metrics":
			return // whoever watches asks all the time
		case "":
			route = "unmatched"
		}
		span.Named(route)
		span.Number("http.response.status_code", int64(status))
		if status >= http.StatusInternalServerError {
			span.Fail("it could not be answered")
		}
		span.End()
	}
}

// tracedSink records what is kept.
type tracedSink struct {
	ingest.Sink
	traces *trace.Recorder
}

// Ingest implements ingest.Sink.
func (t tracedSink) Ingest(ctx context.Context, name string, list []content.Append) ([]content.Receipt, error) {
	ctx, span := t.traces.Start(ctx, "ingest")
	defer span.End()
	size := 0
	for i := range list {
		size += len(list[i].Data) + len(list[i].Tail)
	}
	span.ID("prism.tenant", name)
	span.Number("prism.pieces", int64(len(list)))
	span.Number("prism.bytes", int64(size))
	receipts, err := t.Sink.Ingest(ctx, name, list)
	failed(span, err)
	return receipts, err
}

// failed says why a span's work failed, if it did.
func failed(span *trace.Span, err error) {
	if err != nil {
		span.Fail(queue.Reason(err))
	}
}

// traced records a step of a job.
func (s *serving) traced(kind queue.Kind, step worker.Step) worker.Step {
	return func(ctx context.Context, name string) error {
		ctx, span := s.traces.Start(ctx, "job "+string(kind))
		defer span.End()
		span.ID("prism.tenant", name)
		err := step(ctx, name)
		failed(span, err)
		return err
	}
}

// watched is how the steps of a tenant's update are watched.
func (s *serving) watched(ctx context.Context, name string, progress func(done, total int64)) job.Watch {
	w := job.Watch{Progress: progress, Alive: s.alive(ctx, name)}
	if s.traces != nil {
		w.Step = func(ctx context.Context, step string) func() {
			_, span := s.traces.Start(ctx, "update "+step)
			return span.End
		}
	}
	return w
}
