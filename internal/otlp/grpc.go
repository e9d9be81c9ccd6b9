package otlp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	_ "google.golang.org/grpc/encoding/gzip" // registers what clients may compress with
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

// rawMessage is a message of gRPC as its bytes: it is decoded where a body of HTTP is,
// within the same bounds.
type rawMessage struct{ data []byte }

type rawCodec struct{}

// Name is what the codec is called: the messages are protobuf's.
func (rawCodec) Name() string { return "proto" }

// Marshal hands bytes on.
func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	m, ok := v.(*rawMessage)
	if !ok {
		return nil, fmt.Errorf("otlp: %T is no message of this server", v)
	}
	return mem.BufferSlice{mem.SliceBuffer(m.data)}, nil
}

// Unmarshal takes bytes as they are.
func (rawCodec) Unmarshal(data mem.BufferSlice, v any) error {
	m, ok := v.(*rawMessage)
	if !ok {
		return fmt.Errorf("otlp: %T is no message of this server", v)
	}
	m.data = data.Materialize()
	return nil
}

// receiving is how much of Memory a call over gRPC takes before its size is known.
const receiving = 256 << 10

// GRPC makes a server that takes all signals. The caller serves and stops it; more
// options, credentials for one, may be given.
//
// Its limits are closer than those that grpc-go comes with: streams of one connection
// are not bounded there, headers may have 16 MB, and a client that asks whether the
// server is alive more often than each five minutes is thrown out.
func (r *Receiver) GRPC(more ...grpc.ServerOption) *grpc.Server {
	opts := append([]grpc.ServerOption{
		grpc.ForceServerCodecV2(rawCodec{}),
		grpc.MaxConcurrentStreams(64),
		grpc.MaxRecvMsgSize(int(r.opts.MaxBody)),
		grpc.MaxSendMsgSize(64 << 10),
		grpc.MaxHeaderListSize(32 << 10),
		grpc.ConnectionTimeout(10 * time.Second),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 20 * time.Second, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			MaxConnectionIdle: 10 * time.Minute, MaxConnectionAge: time.Hour, MaxConnectionAgeGrace: time.Minute,
			Time: 2 * time.Minute, Timeout: 20 * time.Second,
		}),
	}, more...)
	s := grpc.NewServer(opts...)
	for signal := range Signals {
		name := [Signals]string{"logs.v1.Logs", "metrics.v1.Metrics", "trace.v1.Trace"}[signal]
		s.RegisterService(&grpc.ServiceDesc{
			ServiceName: "opentelemetry.proto.collector." + name + "Service",
			HandlerType: (*any)(nil),
			// As a stream of one message, which is the same on the wire, the handler
			// runs before the message is read: who calls is known by then.
			Streams: []grpc.StreamDesc{{StreamName: "Export", ClientStreams: true, Handler: func(_ any, stream grpc.ServerStream) error {
				return r.export(signal, stream)
			}}},
		}, nil)
	}
	return s
}

func (r *Receiver) export(s Signal, stream grpc.ServerStream) error {
	r.requests[s].Add(1)
	out, err := r.receiveRPC(s, stream)
	if err == nil {
		return stream.SendMsg(&rawMessage{success(s, protobuf, out)})
	}
	r.refused[s].Add(1)
	if _, ok := status.FromError(err); ok {
		return err
	}
	e := statusOf(err)
	st := status.New(codeOf(e), e.Message)
	if e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable {
		if with, err := st.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(max(e.After, time.Second))}); err == nil {
			st = with
		}
	}
	return st.Err()
}

func (r *Receiver) receiveRPC(s Signal, stream grpc.ServerStream) (outcome, error) {
	ctx := stream.Context()
	asked := asHTTP(ctx, s)
	caller, err := r.admit(asked)
	if err != nil {
		return outcome{}, err
	}
	c := r.claim(caller)
	defer c.release()
	if err := c.grow(ctx, receiving); err != nil {
		return outcome{}, err
	}
	m, err := r.message(stream)
	if err != nil {
		return outcome{}, err
	}
	r.bytes.Add(int64(len(m.data)))
	if err := c.grow(ctx, int64(len(m.data))); err != nil {
		return outcome{}, err
	}
	if err := r.still(asked); err != nil {
		return outcome{}, err
	}
	return r.take(ctx, s, caller, protobuf, m.data)
}

// message reads the one message of a call, no slower than is allowed. Where it gives
// up, the reader ends with the call.
func (r *Receiver) message(stream grpc.ServerStream) (*rawMessage, error) {
	m, done := new(rawMessage), make(chan error, 1)
	go func() { done <- stream.RecvMsg(m) }()
	late := time.NewTimer(r.opts.Slow + time.Duration(r.opts.MaxBody/slowest/8)*time.Second)
	defer late.Stop()
	select {
	case err := <-done:
		switch {
		case errors.Is(err, io.EOF):
			return nil, failure(http.StatusBadRequest, "a call without a message")
		case err != nil:
			return nil, err // a status of gRPC's own
		}
		return m, nil
	case <-late.C:
		return nil, status.Error(codes.DeadlineExceeded, "the message did not come in time")
	}
}

// asHTTP shows Auth a call as the request of HTTP that it came as.
func asHTTP(ctx context.Context, s Signal) *http.Request {
	req := (&http.Request{Method: http.MethodPost, Header: make(http.Header), Proto: "HTTP/2.0", ProtoMajor: 2, Body: http.NoBody}).WithContext(ctx)
	req.URL = pathOf(s)
	if md, ok := metadata.FromIncomingContext(ctx); ok {
		for key, values := range md {
			if key == ":authority" && len(values) > 0 {
				req.Host = values[0]
			}
			if !strings.HasPrefix(key, ":") && !strings.HasSuffix(key, "-bin") {
				req.Header[http.CanonicalHeaderKey(key)] = values
			}
		}
	}
	if p, ok := peer.FromContext(ctx); ok {
		req.RemoteAddr = p.Addr.String()
	}
	return req
}

// stopTime is how long calls under way may go on once a server stops.
const stopTime = 5 * time.Second

// ServeGRPC takes all signals on a listener until the context ends; over TLS where
// conf, which holds the certificate, is not nil.
func (r *Receiver) ServeGRPC(ctx context.Context, l net.Listener, conf *tls.Config) error {
	var more []grpc.ServerOption
	if conf != nil {
		more = append(more, grpc.Creds(credentials.NewTLS(conf)))
	}
	s := r.GRPC(more...)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.AfterFunc(stopTime, s.Stop)
	defer late.Stop()
	s.GracefulStop()
	return <-done
}
