package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"prism/internal/content"
	"prism/internal/otlp"
	"prism/internal/redact"
	"prism/internal/store/sqlite"
	"prism/internal/writer"
)

// bare is a server of the receivers and nothing else, for whoever can reach it.
type bare struct {
	listen, grpc, db string
	queue            int64
}

// nowhere keeps nothing.
type nowhere struct{}

func (nowhere) Ingest(_ context.Context, list []content.Append, _ time.Time) ([]content.Receipt, error) {
	return make([]content.Receipt, len(list)), nil
}

func (b *bare) run(ctx context.Context, out io.Writer) (err error) {
	var store writer.Store = nowhere{}
	if b.db != "" {
		db, err := sqlite.OpenDurable(ctx, b.db)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		store = db
	}
	gate, err := redact.New(redact.Options{})
	if err != nil {
		return err
	}
	w := writer.New(func(context.Context, string) (writer.Store, error) { return store, nil }, writer.Options{Queue: b.queue})
	auth := func(*http.Request) (otlp.Caller, error) {
		return otlp.Caller{Tenant: "local", Person: "local", Ingest: true}, nil
	}
	r := otlp.New(auth, w, gate, otlp.Options{Failed: func(err error) { fmt.Fprintln(out, err) }})
	mux := http.NewServeMux()
	r.Register(mux)
	server := &http.Server{Addr: b.listen, Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	var wg sync.WaitGroup
	defer wg.Wait()
	if b.grpc != "" {
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", b.grpc)
		if err != nil {
			return err
		}
		over := r.GRPC()
		defer over.Stop()
		wg.Go(func() {
			if err := over.Serve(listener); err != nil {
				fmt.Fprintln(out, err)
			}
		})
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	err = w.Close(context.WithoutCancel(ctx))
	fmt.Fprintf(out, "%+v\n%+v\n", r.Counts(), w.Stats())
	return err
}
