package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/content"
	"prism/internal/otlp"
	"prism/internal/queue"
	"prism/internal/server"
	"prism/internal/server/worker"
	"prism/internal/watch"
	"prism/internal/wire"
	"prism/internal/writer"
)

const serveExample = `  prism serve                                   pages and API on this machine, at http://127.0.0.1:7747
  prism serve --listen 127.0.0.1:0              on a port that is free`

type serveOptions struct {
	job.ReadFlags
	listen  string
	tls     [2]string
	hosts   []string
	verbose bool
}

func serveCommand(p *job.Program) *cobra.Command {
	o := &serveOptions{}
	cmd := &cobra.Command{
		Use:     "serve",
		GroupID: job.GroupServe,
		Short:   "Pages in a browser and an API, always up to date",
		Long: `A server on this machine: the dashboard, and the API under /api/v1. It watches the
default folders and shows what changes there within seconds. It answers from the
same store as the command line: a title typed in one is seen in the other.
Nothing leaves the machine: it listens on the loopback only.`,
		Example: serveExample,
		Args:    cobra.NoArgs,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			return runServe(ctx, p, cmd, o)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.listen, "listen", "127.0.0.1:7747", "listen at `HOST:PORT`; port 0: one that is free")
	o.BindServe(cmd)
	fs.BoolVarP(&o.verbose, "verbose", "v", false, "log every request, without its content")
	return cmd
}

// drainTime is how long what was taken may take to be kept when the server stops.
const drainTime = 10 * time.Second

// lookEvery is how often the server looks at its folders without being told of a
// change: some file systems tell none, and what nothing closes grows old.
const lookEvery = 30 * time.Second

func runServe(ctx context.Context, p *job.Program, cmd *cobra.Command, o *serveOptions) (err error) {
	j, err := p.NewJob(cmd, &o.ReadFlags, nil)
	if err != nil {
		return err
	}
	if j.AsksModel() {
		return job.Usagef("the server judges by the offline judge; what a model said is shown beside it ('prism judge' asks one)")
	}
	l, loopback, err := server.Listen(ctx, o.listen)
	if err != nil {
		return job.Hinted(err, "Another server may be there already: 'prism serve --listen 127.0.0.1:0' takes a free port.")
	}
	defer l.Close() //nolint:errcheck // it is closed when serving ends
	if !loopback {
		return job.Usagef("--listen %s is not on the loopback: whoever reaches this machine could read your sessions", o.listen)
	}
	live, err := p.Live(ctx, j)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, live.Close()) }()
	log := slog.New(slog.NewTextHandler(p.ErrOut, &slog.HandlerOptions{Level: map[bool]slog.Level{true: slog.LevelDebug, false: slog.LevelWarn}[o.verbose]}))
	name, version := j.Judge()
	tenant := &server.Tenant{
		Keeper: server.NewKeeper(live.Update, p.Now, log), Kept: live.Store, Verdicts: live.Store, Read: live.Read,
		Words: p.Names(), Judge: wire.Judge{Name: name, Version: version}, Zone: j.Zone, Gate: live.Gate,
	}
	sink := writer.New(func(context.Context, string) (writer.Store, error) { return live.Store, nil }, writer.Options{})
	defer func() {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer cancel()
		err = errors.Join(err, sink.Close(stop))
	}()
	sender := server.Sender{Tenant: live.Tenant(), Person: live.Person(), Ingest: true}
	ingest := &server.Ingest{
		Sender: func(*http.Request) (server.Sender, error) { return sender, nil }, Sink: sink, Gate: live.Gate,
		Have: func(ctx context.Context, _, person string, paths []string) ([]content.Receipt, error) {
			return live.Store.Have(ctx, person, paths)
		},
	}
	telemetry := otlp.New(func(*http.Request) (otlp.Caller, error) {
		return otlp.Caller{Tenant: sender.Tenant, Person: sender.Person, Ingest: true}, nil
	}, sink, live.Gate, otlp.Options{Failed: func(err error) { log.Error("telemetry was not kept", "error", err) }})
	site := &server.Site{Tenant: func(*http.Request) (*server.Tenant, error) { return tenant, nil }, Window: job.Window, Log: log}
	handler, err := site.Handler(func(mux *http.ServeMux) { ingest.Register(mux); telemetry.Register(mux) })
	if err != nil {
		return err
	}
	work, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { tenant.Keeper.Run(work, lookEvery) })
	group.Go(func() {
		if err := watch.Run(work, live.Folders, tenant.Keeper.Touch); err != nil {
			p.Warn("%v; it looks every %v", err, lookEvery)
		}
	})
	group.Go(func() {
		jobs := &worker.Worker{
			Queue: live.Queue, Steps: worker.Steps{Update: func(ctx context.Context, _ string) error { return tenant.Keeper.Do(ctx) }},
			Options: queue.Options{Trouble: func(err error) { log.Error("jobs", "error", err) }},
			Tenants: func(context.Context) ([]string, error) { return []string{live.Tenant()}, nil },
		}
		if err := jobs.Run(work); err != nil && work.Err() == nil {
			p.Warn("%v; what is sent is looked at every %v", err, lookEvery)
		}
	})
	defer func() { stop(); group.Wait() }()
	p.Screen.Line("Prism is at ", fmt.Sprintf("http://%s", l.Addr()))
	if err := p.Screen.Err(); err != nil {
		return err
	}
	return server.Serve(ctx, l, server.Config{Handler: handler, Log: log})
}
