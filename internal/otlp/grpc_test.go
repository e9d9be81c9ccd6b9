package otlp

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
)

// dial serves a Receiver and connects to it as a client of its own makes.
func dial(t *testing.T, r *Receiver) *grpc.ClientConn {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	s := r.GRPC()
	done := make(chan error, 1)
	go func() { done <- s.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:///prism", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close()
		s.Stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return conn
}

func logs(t testing.TB, body string) plogotlp.ExportRequest {
	t.Helper()
	req := plogotlp.NewExportRequest()
	if err := req.UnmarshalJSON([]byte(body)); err != nil {
		t.Fatal(err)
	}
	return req
}

func TestEveryAnswerOverGRPC(t *testing.T) {
	good := request(text("session.id", session))
	for _, c := range []struct {
		name, key, body string
		sink            error
		code            codes.Code
		again           time.Duration // 0: not told
		rejected        int64
	}{
		{name: "good", body: good},
		{name: "nothing", body: "{}"},
		{name: "one of two", body: request(text("session.id", session), text("x", "y")), rejected: 1},
		{name: "no key", key: "-", body: good, code: codes.Unauthenticated},
		{name: "a key that reads", key: "reader", body: good, code: codes.PermissionDenied},
		{name: "over its limit", key: "fast", body: good, code: codes.ResourceExhausted, again: 3 * time.Second},
		{name: "no store", body: good, sink: errors.New("no disk"), code: codes.Unavailable, again: time.Second},
		{name: "the queue is full", body: good, sink: comeAgain{}, code: codes.Unavailable, again: 7200 * time.Millisecond},
		{name: "too large", body: request(text("session.id", session), text("prompt", strings.Repeat("x", 65<<10))), code: codes.ResourceExhausted},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &shelf{err: c.sink}
			r := newReceiver(t, s, Options{MaxBody: 64 << 10})
			client := plogotlp.NewGRPCClient(dial(t, r))
			ctx := t.Context()
			if c.key == "" {
				c.key = "good"
			}
			if c.key != "-" {
				ctx = metadata.AppendToOutgoingContext(ctx, "x-api-key", c.key)
			}
			for _, how := range []grpc.CallOption{grpc.EmptyCallOption{}, grpc.UseCompressor(gzip.Name)} {
				got, err := client.Export(ctx, logs(t, c.body), how)
				if status.Code(err) != c.code {
					t.Fatalf("%v, want %v", err, c.code)
				}
				if err != nil {
					var again time.Duration
					for _, d := range status.Convert(err).Details() {
						if info, ok := d.(*errdetails.RetryInfo); ok {
							again = info.RetryDelay.AsDuration()
						}
					}
					if again != c.again {
						t.Errorf("again in %v, want %v", again, c.again)
					}
					continue
				}
				if got.PartialSuccess().RejectedLogRecords() != c.rejected || (got.PartialSuccess().ErrorMessage() != "") != (c.rejected > 0) {
					t.Errorf("%d rejected: %s", got.PartialSuccess().RejectedLogRecords(), got.PartialSuccess().ErrorMessage())
				}
			}
			if c.code == codes.OK && c.name == "good" && strings.Count(s.kept["acme ada telemetry/"+session+".jsonl"], "\n") != 2 {
				t.Errorf("kept: %v", s.kept)
			}
		})
	}
}

func TestMetricsAndTracesOverGRPC(t *testing.T) {
	r := newReceiver(t, &shelf{}, Options{})
	conn := dial(t, r)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "x-api-key", "good")
	m := pmetricotlp.NewExportRequest()
	metric := m.Metrics().ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	metric.SetName("claude_code.token.usage")
	metric.SetEmptySum().DataPoints().AppendEmpty().SetDoubleValue(7)
	if _, err := pmetricotlp.NewGRPCClient(conn).Export(ctx, m); err != nil {
		t.Error(err)
	}
	tr := ptraceotlp.NewExportRequest()
	tr.Traces().ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty().SetName("claude_code.tool")
	if _, err := ptraceotlp.NewGRPCClient(conn).Export(ctx, tr); err != nil {
		t.Error(err)
	}
	if got := r.Counts().Taken; got != [Signals]int64{0, 1, 1} {
		t.Errorf("taken %v", got)
	}
}

// A sender that begins a call and sends nothing must not be waited for.
func TestASilentCallEnds(t *testing.T) {
	r := newReceiver(t, &shelf{}, Options{MaxBody: 64 << 10, Slow: 50 * time.Millisecond})
	ctx := metadata.AppendToOutgoingContext(t.Context(), "x-api-key", "good")
	stream, err := dial(t, r).NewStream(ctx, &grpc.StreamDesc{ClientStreams: true}, "/opentelemetry.proto.collector.logs.v1.LogsService/Export")
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.RecvMsg(new(any)); status.Code(err) != codes.DeadlineExceeded {
		t.Error(err)
	}
}
