// Package health says how a server stands, to whoever watches it.
//
// Promises: nothing in it is of content; a server that cannot keep what comes is not ready,
// one that is merely busy is. Refusals: it counts what it is told and tries the store as it
// is handed in.
package health

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"prism/internal/server/access"
	"prism/internal/tenant"
	"prism/internal/wire"
)

// Metrics counts what a server does and says how it stands, for whoever watches it:
// nothing in it is of content. It is safe for concurrent use.
type Metrics struct {
	// Depth tells what waits to be done: how much of it, and since when.
	Depth func(ctx context.Context) (waiting, running, dead int, oldest time.Time, err error)
	// Probe writes to the store; nil: nobody tries.
	Probe func(ctx context.Context) error
	// Trouble is why this process could not keep what came last, and when that was; empty:
	// it could, or nothing came. nil: nobody tells.
	Trouble func() (why string, at time.Time)
	// Log is told when the store cannot be written any more, and when it can again; may be
	// nil.
	Log *slog.Logger
	// LastIngest is when content was last committed by this process; zero: it was not.
	LastIngest func() time.Time
	// Others adds what the parts of the server count; a name that ends in _total is a
	// counter's.
	Others func(gauge func(name, help string, value float64))
	Now    func() time.Time

	mu       sync.Mutex
	requests map[request]int64

	probing sync.Mutex // held while the store is tried; over the next four
	probed  time.Time
	busy    time.Time // since when it has been too busy to be written; zero: it is not
	busies  int       // how often in succession it was then
	cannot  string    // why it cannot be written; empty: it can
}

// request is what requests are counted by.
type request struct {
	route  string
	status int
}

// Seen counts a request. route is the pattern that answered it, never what was asked.
func (m *Metrics) Seen(route string, status int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.requests == nil {
		m.requests = map[request]int64{}
	}
	m.requests[request{route, status}]++
}

// Register adds /metrics, in the text form of Prometheus, and /readyz. The former
// is for a caller of guard who may administer.
func (m *Metrics) Register(mux *http.ServeMux, guard *access.Guard) {
	mux.HandleFunc("GET /readyz", m.ready)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		c, err := guard.Caller(r)
		if err == nil && !c.May(tenant.Admin) {
			err = &access.Error{Status: http.StatusForbidden, Text: "This key may not administer."}
		}
		if err != nil {
			access.Problem(w, err)
			return
		}
		m.expose(w, r)
	})
}

func (m *Metrics) expose(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	gauge := func(name, help string, value float64) {
		kind := "gauge"
		if strings.HasSuffix(name, "_total") { // it only grows
			kind = "counter"
		}
		fmt.Fprintf(&b, "# HELP prism_%s %s\n# TYPE prism_%s %s\nprism_%s %s\n", name, help, name, kind, name, strconv.FormatFloat(value, 'g', -1, 64))
	}
	fmt.Fprint(&b, "# HELP prism_requests_total Requests that were answered, by route and status.\n# TYPE prism_requests_total counter\n")
	m.mu.Lock()
	var list []request
	for x := range m.requests {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b request) int {
		if a.route != b.route {
			if a.route < b.route {
				return -1
			}
			return 1
		}
		return a.status - b.status
	})
	for _, x := range list {
		fmt.Fprintf(&b, "prism_requests_total{route=%q,status=\"%d\"} %d\n", x.route, x.status, m.requests[x])
	}
	m.mu.Unlock()
	if waiting, running, dead, oldest, err := m.Depth(r.Context()); err == nil {
		gauge("jobs_waiting", "Jobs that wait.", float64(waiting))
		gauge("jobs_running", "Jobs that run.", float64(running))
		gauge("jobs_dead", "Jobs that failed for good.", float64(dead))
		gauge("jobs_oldest_seconds", "How long the oldest job that is due has waited.", m.age(oldest).Seconds())
	}
	if m.LastIngest != nil {
		at := m.LastIngest()
		gauge("ingest_last_timestamp_seconds", "When this process last committed content, in seconds since 1970; 0: never.", float64(max(0, at.Unix())))
	}
	m.Others(gauge)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(b.Bytes()) // who went away asks again
}

func (m *Metrics) age(since time.Time) time.Duration {
	if since.IsZero() {
		return 0
	}
	return max(0, m.Now().Sub(since))
}

// stalled is how long a job may wait before the server is not well.
const stalled = 2 * time.Minute

// ready says whether the server does its work: its store answers, and nothing waits for
// long.
func (m *Metrics) ready(w http.ResponseWriter, r *http.Request) {
	waiting, running, dead, oldest, err := m.Depth(r.Context())
	age := m.age(oldest)
	trouble := m.trouble(r.Context(), err)
	ok := err == nil && trouble == "" && age < stalled
	status := http.StatusOK
	if !ok {
		status = http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	var last *string
	if m.LastIngest != nil {
		last = wire.Instant(m.LastIngest())
	}
	_ = json.NewEncoder(w).Encode(map[string]any{ // who went away asks again
		"ready": ok, "store": err == nil, "writable": trouble == "", "trouble": orNull(trouble), "jobs_waiting": waiting, "jobs_running": running, "jobs_dead": dead, "oldest_job_seconds": int(age.Seconds()), "last_ingest_at": last,
	})
}
