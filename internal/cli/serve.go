package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/open"
	"prism/internal/collector"
	"prism/internal/content"
	"prism/internal/evaluation"
	"prism/internal/otlp"
	"prism/internal/redact"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/health"
	"prism/internal/server/ingest"
	"prism/internal/tenant"
	"prism/internal/term"
	"prism/internal/trace"
	"prism/internal/writer"
	"prism/internal/yield"
)

const serveExample = `  prism serve                                   pages and API on this machine, at http://127.0.0.1:7747
  prism serve --listen 127.0.0.1:0              on a port that is free
  prism serve --roles worker --listen 127.0.0.1:0 --db postgres://prism@db/prism
  prism serve --listen :7747 --tls-cert c.pem --tls-key k.pem --host prism.example --db postgres://prism@db/prism`

// The roles of a process.
const (
	roleIngest = "ingest"
	roleWorker = "worker"
	roleWeb    = "web"
)

type serveOptions struct {
	job.ReadFlags
	listen, data string
	grpc         string
	cert, key    string
	tls          *tls.Config // of the two; nil: none
	oidc         string
	hosts        []string
	plain        bool
	verbose      bool
	roles        []string
	evaluations  string
	traces       string
	reports      string
}

func serveCommand(p *job.Program) *cobra.Command {
	o := &serveOptions{}
	cmd := &cobra.Command{
		Use:     "serve",
		GroupID: job.GroupServe,
		Short:   "Pages in a browser and an API, always up to date",
		Long: `A server: the dashboard, the API under /api/v1, and what takes telemetry (OTLP at
/v1/logs, /v1/metrics, /v1/traces) and pushed transcripts. On this machine it
watches the default folders (CLAUDE_CONFIG_DIR, which may be a comma list; else
~/.claude and the XDG claude folder) and shows what changes there within seconds,
without a key. It answers from the same store as the command line: a title typed in one is
seen in the other.

Several processes may share the work of one store: --roles says what each does. A
worker answers nothing but /healthz, /readyz and /metrics.

Beyond the loopback everybody shows a key ('prism admin key create'), and it is
reached by https: give --tls-cert and --tls-key, or --behind-proxy where something
in front of it does that.`,
		Example: serveExample,
		Args:    job.NoArgs,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			return runServe(ctx, p, cmd, o)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.listen, "listen", open.Usual, "listen at `HOST:PORT`; port 0: one that is free")
	fs.StringVar(&o.grpc, "otlp-grpc", grpcUsual, "take telemetry over gRPC at `HOST:PORT`; empty: not at all")
	o.BindServe(cmd)
	fs.StringSliceVar(&o.roles, "roles", []string{roleIngest, roleWorker, roleWeb}, "what this process does: ingest (takes content), worker (makes sessions of it),\nweb (pages and API)")
	fs.StringVar(&o.data, "data", "", "keep other tenants' files in `FOLDER` (default: beside the store)")
	fs.StringSliceVar(&o.hosts, "host", nil, "a `NAME` that the server is called by")
	fs.StringVar(&o.cert, "tls-cert", "", "the certificate, in `FILE`")
	fs.StringVar(&o.key, "tls-key", "", "its key, in `FILE`")
	fs.StringVar(&o.oidc, "oidc", "", "people may sign in by the identity provider that is set up in `FILE` (JSON)")
	fs.StringVar(&o.evaluations, "evaluations", "", "tell verdicts, as events gen_ai.evaluation.result, to the OTLP endpoint at `URL`\n(https://HOST/v1/logs; PRISM_EVALUATIONS_HEADER holds a header \"Name: value\" for it)")
	fs.StringVar(&o.traces, "traces", "", "tell what takes how long, as OpenTelemetry spans without content, to the OTLP endpoint at `URL`\n(https://HOST/v1/traces; default: PRISM_TRACES; PRISM_TRACES_HEADER holds a header for it)")
	fs.StringVar(&o.reports, "reports", "", "send reports by mail and to webhooks as `FILE` says (JSON; docs/operate.md)")
	fs.BoolVar(&o.plain, "behind-proxy", false, "speak http beyond the loopback: something in front speaks https")
	fs.BoolVarP(&o.verbose, "verbose", "v", false, "log every request, without its content")
	return cmd
}

// grpcUsual is where telemetry is sent over gRPC unless somebody says otherwise.
const grpcUsual = "127.0.0.1:4317"

// drainTime is how long what was taken may take to be kept when the server stops.
const drainTime = 10 * time.Second

// lookEvery is how often the server looks at its folders without being told of a
// change: some file systems tell none, and what nothing closes grows old.
const lookEvery = 30 * time.Second

// serving is a server in the making: what its parts share.
type serving struct {
	p      *job.Program
	j      *job.Job
	log    *slog.Logger
	stores *job.Stores

	work      context.Context // of keepers; it ends when the server stops
	group     sync.WaitGroup
	telling   context.Context // of who tells what was done; it ends when that has ended
	tellers   sync.WaitGroup
	mu        sync.Mutex
	open      map[string]*server.Tenant
	lives     map[string]*job.Live
	unsettled waits              // of judges for an update
	judging   chan struct{}      // holds one for each judge that is asked just now
	told      *evaluation.Teller // nil: nobody is told of verdicts
	traces    *trace.Recorder    // nil: nobody is told what takes how long
	reading   yield.Way
	reports   *server.Reports // nil: none are sent
	own       bool            // this process reads folders of this machine, and keeps the tenant of it up to date
}

func runServe(ctx context.Context, p *job.Program, cmd *cobra.Command, o *serveOptions) (err error) {
	j, err := p.NewJob(cmd, &o.ReadFlags, nil)
	if err != nil {
		return err
	}
	if err := o.check(j); err != nil {
		return err
	}
	if o.tls, err = certificate(p, o.cert, o.key); err != nil {
		return err
	}
	l, loopback, err := server.Listen(ctx, o.listen)
	var misspelt *net.AddrError
	switch {
	case errors.As(err, &misspelt):
		return job.Usagef("--listen %q: give HOST:PORT, such as 127.0.0.1:7747 (%s)", term.Clean(o.listen), misspelt.Err)
	case err != nil:
		return job.Hinted(err, "Another server may be there already: 'prism serve --listen 127.0.0.1:0' takes a free port.")
	}
	defer l.Close() //nolint:errcheck // it is closed when serving ends
	if !loopback && o.cert == "" && !o.plain {
		return job.Usagef("--listen %s is not on the loopback: give --tls-cert and --tls-key, or --behind-proxy where something in front speaks https", o.listen)
	}
	stores, err := p.OpenStores(ctx, j.Store, p.DataFolder(j.Store, o.data))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stores.Close()) }()
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	s := &serving{p: p, j: j, stores: stores, log: slog.New(slog.NewTextHandler(p.ErrOut, &slog.HandlerOptions{Level: level})), open: map[string]*server.Tenant{}, lives: map[string]*job.Live{}, judging: make(chan struct{}, 1)}
	var stop, told context.CancelFunc
	s.work, stop = context.WithCancel(ctx)
	s.telling, told = context.WithCancel(context.WithoutCancel(ctx)) // of what ended last, too
	defer func() { stop(); s.group.Wait(); told(); s.tellers.Wait() }()
	if o.evaluations != "" && o.is(roleWorker) {
		header, err := collector.Header(p.Env("PRISM_EVALUATIONS_HEADER"))
		if err != nil {
			return job.Usagef("PRISM_EVALUATIONS_HEADER: %w", err)
		}
		s.told = evaluation.New(collector.New(o.evaluations, header), s.log)
		s.tellers.Go(func() { s.told.Run(s.telling) })
	}
	if s.traces, err = o.recorder(s); err != nil {
		return err
	}
	guard := &access.Guard{Keys: stores.Control, Now: p.Now, Known: s.known}
	provider, err := o.provider(p)
	if err != nil {
		return err
	}
	if s.reports, err = s.plans(ctx, o); err != nil {
		return err
	}
	// What stands in front of a server makes every caller one of the loopback.
	if loopback && !o.plain && len(o.hosts) == 0 {
		guard.Here = &access.Caller{Tenant: tenant.Local, Person: p.Person(), Role: tenant.Owner, Scopes: tenant.Scopes()}
	}
	at := &open.Here{URL: fmt.Sprintf("http://%s", l.Addr())}
	ctx, end := context.WithCancel(ctx)
	defer end()
	if err := s.keep(ctx, o); err != nil {
		return err
	}
	sink := writer.New(stores.Ingest, writer.Options{})
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer cancel()
		err = errors.Join(err, sink.Close(end))
	}()
	receive, telemetry, err := s.receivers(guard, o.cert != "" || o.plain, ingest.Gated{Sink: tracedSink{sink, s.traces}, OptOut: s.optOut, Now: p.Now, Memory: func(ctx context.Context, name string) (ingest.Memory, error) { return stores.Of(ctx, name) }})
	if err != nil {
		return err
	}
	metrics := s.metrics(sink, telemetry)
	more := func(mux *http.ServeMux) {
		metrics.Register(mux, guard)
		if guard.Here != nil {
			at.Register(mux, end)
		}
		if o.is(roleIngest) {
			receive(mux)
		}
	}
	if o.is(roleIngest) {
		if err := s.grpc(ctx, o, telemetry); err != nil {
			return err
		}
	}
	site := &server.Site{Access: guard, Provider: provider, Tenant: s.tenant, Control: stores.Control, Board: stores.Board(), Settle: s.settle, Window: job.Window, Log: s.log, Secure: o.cert != "" || o.plain, Stopping: ctx.Done(), Samples: s.samples, Reading: &s.reading}
	var handler http.Handler
	if o.is(roleWeb) {
		if handler, err = site.Handler(more); err != nil {
			return err
		}
	} else {
		mux := server.Bare()
		more(mux)
		handler = mux
	}
	if o.is(roleWorker) {
		s.jobs()
	}
	scheme, hosts := "http", o.hosts
	if o.cert != "" {
		scheme = "https"
	}
	if !loopback && len(hosts) == 0 {
		hosts = []string{"*"} // who shows a key is no page that plays the server
	}
	if guard.Here != nil && o.is(roleWeb) && o.cert == "" {
		away, err := at.Leave(p)
		if err != nil {
			p.Warn("'prism open' will not find this server: %v", err)
		} else {
			defer away()
		}
	}
	p.Screen.Line("Prism is at ", fmt.Sprintf("%s://%s", scheme, l.Addr()))
	if err := p.Screen.Err(); err != nil {
		return err
	}
	return server.Serve(ctx, l, server.Config{Handler: handler, Hosts: hosts, TLS: o.tls, Log: s.log, Seen: metrics.Seen, Span: s.request})
}

func (o *serveOptions) is(role string) bool { return slices.Contains(o.roles, role) }

func (o *serveOptions) check(j *job.Job) error {
	switch {
	case j.AsksModel():
		return job.Usagef("the server judges by the offline judge; what a model said is shown beside it ('prism judge' asks one)")
	case j.Store == "":
		return job.Usagef("the server needs its store, and the setting no_store turns it off ('prism config' says where that comes from)")
	case len(o.roles) == 0:
		return job.Usagef("--roles names nothing to do; there are ingest, worker and web")
	case o.evaluations != "" && !collector.Endpoint(o.evaluations):
		return job.Usagef("--evaluations %q is no address of the form https://HOST/v1/logs (http to this machine only)", o.evaluations)
	case (o.cert == "") != (o.key == ""):
		return job.Usagef("--tls-cert and --tls-key go together")
	}
	for _, r := range o.roles {
		if !slices.Contains([]string{roleIngest, roleWorker, roleWeb}, r) {
			return job.Usagef("--roles: there is no %q; there are ingest, worker and web", r)
		}
	}
	return nil
}

// certificate reads what the server shows of itself; nil: nothing was named.
func certificate(p *job.Program, cert, key string) (*tls.Config, error) {
	if cert == "" {
		return nil, nil //nolint:nilnil // http is no error
	}
	chain, err := p.ReadFile(cert)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert: %w", err)
	}
	secret, err := p.ReadFile(key)
	if err != nil {
		return nil, fmt.Errorf("--tls-key: %w", err)
	}
	pair, err := tls.X509KeyPair(chain, secret)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert %s, --tls-key %s: %w", cert, key, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// optOut is whom and what a tenant leaves alone.
func (s *serving) optOut(ctx context.Context, name string) (redact.OptOut, error) {
	account, err := s.stores.Account(ctx, name)
	if err != nil {
		return redact.OptOut{}, err
	}
	return tenant.Gate(account.OptOuts)
}

// receivers are what takes content: pushed, as telemetry, and of the original's plugin.
// secure says that they are reached by https alone.
func (s *serving) receivers(guard *access.Guard, secure bool, sink ingest.Sink) (func(*http.ServeMux), *otlp.Receiver, error) {
	gate, err := s.p.Gate()
	if err != nil {
		return nil, nil, err
	}
	pushed := &ingest.Handler{
		Sender: func(r *http.Request) (access.Sender, error) { return s.sender(guard, r) }, Still: guard.Still, Sink: sending{sink, &s.reading}, Gate: gate, Now: s.p.Now, Yield: s.reading.Yield,
		Have: func(ctx context.Context, name, person string, paths []string) ([]content.Receipt, error) {
			db, err := s.stores.Of(ctx, name)
			if err != nil {
				return nil, err
			}
			out, err := s.optOut(ctx, name)
			if err != nil {
				return nil, err
			}
			if receipts := ingest.LeftAlone(out, person, paths); receipts != nil {
				return receipts, nil
			}
			return db.Have(ctx, person, paths)
		},
	}
	status := func(err error) error {
		var no *access.Error
		if errors.As(err, &no) {
			return &otlp.StatusError{Status: no.Status, Message: no.Text, After: no.After}
		}
		return err
	}
	telemetry := otlp.New(func(r *http.Request) (otlp.Caller, error) {
		c, err := guard.Caller(r)
		from := c.Sender()
		return otlp.Caller{Tenant: from.Tenant, Key: from.Key, Person: from.Person, Ingest: from.Ingest}, status(err)
	}, sink, gate, otlp.Options{Begin: s.reading.Begin, Still: func(r *http.Request) error { return status(guard.Still(r)) }, Failed: func(err error) { s.log.Error("telemetry was not kept", "error", err) }})
	plugin := s.capture(guard, sending{sink, &s.reading}, gate)
	plugin.Secure = secure
	return func(mux *http.ServeMux) { pushed.Register(mux); telemetry.Register(mux); plugin.Register(mux) }, telemetry, nil
}

// grpc takes telemetry over gRPC. At its usual place another collector may listen
// already: then it is taken over HTTP only, and that is told.
func (s *serving) grpc(ctx context.Context, o *serveOptions, telemetry *otlp.Receiver) error {
	if o.grpc == "" {
		return nil
	}
	l, loopback, err := server.Listen(ctx, o.grpc)
	if err != nil && o.grpc == grpcUsual {
		s.p.Warn("%v; telemetry is taken over HTTP only (--otlp-grpc takes another place)", err)
		return nil
	}
	if err != nil {
		return err
	}
	if !loopback && o.cert == "" && !o.plain {
		return errors.Join(l.Close(), job.Usagef("--otlp-grpc %s is not on the loopback: give --tls-cert and --tls-key, or --behind-proxy", o.grpc))
	}
	s.group.Go(func() {
		if err := telemetry.ServeGRPC(s.work, server.Bounded(l), o.tls); err != nil {
			s.p.Warn("telemetry over gRPC: %v", err)
		}
	})
	return nil
}

// sender is who pushes, and what of it their tenant takes.
func (s *serving) sender(guard *access.Guard, r *http.Request) (access.Sender, error) {
	c, err := guard.Caller(r)
	if err != nil {
		return access.Sender{}, err
	}
	from := c.Sender()
	account, err := s.stores.Account(r.Context(), from.Tenant)
	if errors.Is(err, job.ErrNoTenant) {
		return from, errTenantGone
	}
	from.FactsOnly = account.FactsOnly
	return from, err
}

// metrics are what the parts of the server count.
func (s *serving) metrics(sink *writer.Writer, telemetry *otlp.Receiver) *health.Metrics {
	return &health.Metrics{
		Now: s.p.Now, Log: s.log, Probe: s.stores.Control.Probe,
		Trouble: func() (string, time.Time) { w := sink.Stats(); return w.Trouble, w.TroubleAt },
		Depth: func(ctx context.Context) (waiting, running, dead int, oldest time.Time, err error) {
			d, err := s.stores.Board().Depth(ctx)
			return d.Waiting, d.Running, d.Dead, d.Oldest, err
		},
		LastIngest: func() time.Time { return sink.Stats().Last },
		Others: func(gauge func(name, help string, value float64)) {
			w := sink.Stats()
			gauge("ingest_waiting_requests", "Requests that wait to be committed.", float64(w.Waiting))
			gauge("ingest_waiting_bytes", "Bytes that wait or are under way.", float64(w.Bytes))
			gauge("ingest_oldest_seconds", "How long the oldest of them has waited.", w.Oldest.Seconds())
			gauge("ingest_appends_total", "Pieces of content that were committed.", float64(w.Appends))
			gauge("ingest_transactions_total", "Transactions that committed them.", float64(w.Groups))
			gauge("ingest_failed_total", "Requests that could not be committed.", float64(w.Failed))
			gauge("ingest_busy_total", "Requests that were turned away.", float64(w.Busy))
			told, dropped := s.traces.Counts()
			gauge("traces_told_total", "Spans of this server that were told.", float64(told))
			gauge("traces_dropped_total", "Spans of this server that could not be told in time.", float64(dropped))
			c := telemetry.Counts()
			for signal := range otlp.Signals {
				gauge("otlp_"+signal.String()+"_total", "Records of telemetry that were taken.", float64(c.Taken[signal]))
				gauge("otlp_"+signal.String()+"_refused_total", "Requests of telemetry that were refused.", float64(c.Refused[signal]))
			}
		},
	}
}
