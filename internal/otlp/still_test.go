package otlp

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// A call over gRPC is open before its message comes. Whose key ends meanwhile, or who is
// removed, has sent nothing; and the next call of the connection is refused at once.
func TestEndedWhileACallIsOpen(t *testing.T) {
	var ended atomic.Bool
	s := &shelf{}
	r := newReceiver(t, s, Options{Still: func(req *http.Request) error {
		if req.Header.Get("X-Api-Key") != "good" {
			t.Errorf("asked of %v", req.Header)
		}
		if ended.Load() {
			return &StatusError{Status: http.StatusUnauthorized, Message: "This key opens nothing here."}
		}
		return nil
	}})
	conn := dial(t, r)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "x-api-key", "good")
	body, err := logs(t, request(text("session.id", session))).MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	open := func() grpc.ClientStream {
		before := r.Counts().Requests[Logs]
		stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true}, "/opentelemetry.proto.collector.logs.v1.LogsService/Export", grpc.ForceCodecV2(rawCodec{}))
		if err != nil {
			t.Fatal(err)
		}
		for r.Counts().Requests[Logs] == before {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(50 * time.Millisecond) // it was let in, and waits for its message
		return stream
	}
	send := func(stream grpc.ClientStream) codes.Code {
		if err := stream.SendMsg(&rawMessage{body}); err != nil {
			return status.Code(err)
		}
		if err := stream.CloseSend(); err != nil {
			return status.Code(err)
		}
		return status.Code(stream.RecvMsg(&rawMessage{}))
	}
	if code := send(open()); code != codes.OK || len(s.kept) != 1 {
		t.Fatalf("%v, kept %v", code, s.kept)
	}
	clear(s.kept)
	stream := open()
	ended.Store(true)
	if code := send(stream); code != codes.Unauthenticated || len(s.kept) != 0 {
		t.Errorf("%v, kept %v", code, s.kept)
	}
}

// What came waits for those who go first before anything is made of it.
func TestWhoGoesFirst(t *testing.T) {
	waited, done := 0, 0
	s := &shelf{}
	r := newReceiver(t, s, Options{Begin: func(context.Context) func() {
		if waited++; len(s.kept) > 0 {
			t.Error("something is kept already")
		}
		return func() {
			if done++; len(s.kept) == 0 {
				t.Error("nothing is kept yet")
			}
		}
	}})
	req := httptest.NewRequest(http.MethodPost, "/v1/logs", strings.NewReader(request(text("session.id", session))))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Api-Key", "good")
	w := httptest.NewRecorder()
	r.Handler(Logs).ServeHTTP(w, req)
	if w.Code != http.StatusOK || waited != 1 || done != 1 || len(s.kept) != 1 {
		t.Errorf("%d, waited %d times, done %d times, kept %v", w.Code, waited, done, s.kept)
	}
}
