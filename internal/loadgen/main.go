// Command loadgen sends made-up telemetry of Claude Code, or made-up transcripts, to a
// server, and says how much it took and how fast.
//
//	go run ./internal/loadgen -to http://127.0.0.1:7747 -connections 8 -batch 100
//	go run ./internal/loadgen -to 127.0.0.1:4317 -form grpc -key prism_…
//	go run ./internal/loadgen -to http://127.0.0.1:7747 -form transcripts -connections 4
//	go run ./internal/loadgen -serve 127.0.0.1:7747 -db /tmp/load.db
//
// The last of these serves nothing but the receivers, to measure them alone.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

func main() {
	var l load
	var s bare
	flag.StringVar(&l.to, "to", "http://127.0.0.1:7747", "server: a URL, or HOST:PORT with -form grpc")
	flag.StringVar(&l.key, "key", "", "API key")
	flag.StringVar(&l.form, "form", "json", "json, protobuf or grpc; or transcripts, in pieces as push sends them")
	flag.BoolVar(&l.gated, "gate", true, "with transcripts: pass each piece through the sender's gate, as push does")
	flag.BoolVar(&l.gzip, "gzip", false, "compress requests (not with grpc)")
	flag.BoolVar(&l.fresh, "fresh", false, "with json: no record is sent twice (else each connection sends 32 requests over and over)")
	flag.IntVar(&l.connections, "connections", 8, "connections, each with one request under way")
	flag.IntVar(&l.batch, "batch", 100, "records in a request")
	flag.IntVar(&l.sessions, "sessions", 1, "sessions that a request's records belong to")
	flag.Float64Var(&l.rate, "rate", 0, "requests a second, over all connections; 0: each as soon as the one before is answered")
	flag.DurationVar(&l.warm, "warm", time.Second, "time before anything is counted")
	flag.DurationVar(&l.lasts, "for", 10*time.Second, "time that is counted")
	flag.DurationVar(&l.pause, "pause", time.Second, "longest wait after a 429 or 503, whatever Retry-After says")
	flag.StringVar(&s.listen, "serve", "", "do not send: serve the receivers on HOST:PORT")
	flag.StringVar(&s.grpc, "serve-grpc", "", "with -serve: and over gRPC on HOST:PORT")
	flag.StringVar(&s.db, "db", "", "with -serve: the SQLite file; without, nothing is kept")
	flag.Int64Var(&s.queue, "queue", 0, "with -serve: bytes that may wait to be stored")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if s.listen != "" {
		err = s.run(ctx, os.Stdout)
	} else {
		err = l.run(ctx, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "loadgen:", err)
		os.Exit(1)
	}
}
