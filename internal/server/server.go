// Package server is `prism serve`: sessions kept up to date, and what is asked of them
// over HTTP.
//
// Nouns: a Site answers; a Viewer is what one caller sees of a tenant's sessions; Serve
// listens. Beside it: access says who asks, ingest takes what is pushed, keeper keeps
// sessions up to date, health says how all of it stands. Promises: what is answered is what the command line
// answers over the same content; a log line or an error page holds no word of content;
// who stops it loses nothing that was acknowledged. Refusals: it opens no store and
// picks no judge: cli hands it both.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"prism/internal/server/access"
)

// Bounds of a connection. Long enough for a slow line, short enough that who holds
// connections open holds little.
const (
	headTime = 10 * time.Second
	idleTime = 2 * time.Minute
	headSize = 64 << 10 // bytes
	bodyTime = 20 * time.Second
	// stopTime is how long requests under way may go on once the server stops.
	stopTime = 10 * time.Second
)

// Config is a Server's.
type Config struct {
	Handler http.Handler
	// Hosts are names by which it may be called, beside those of the loopback; nil on
	// a loopback listener, where any other name is a page that plays the server.
	Hosts []string
	TLS   *tls.Config // holds the certificate; nil: http
	Log   *slog.Logger
	// Seen is told of every request that was answered: by which pattern, and how; may
	// be nil.
	Seen func(route string, status int)
	// Span is told that a request begins, and by what it returns that it was answered: by
	// which pattern, and how; nil: nobody is.
	Span func(ctx context.Context) (context.Context, func(route string, status int))
}

// Listen opens a listener and says whether it is the loopback's.
func Listen(ctx context.Context, address string) (l net.Listener, loopback bool, err error) {
	var c net.ListenConfig
	network := "tcp"
	if asked, err := netip.ParseAddrPort(address); err == nil && asked.Addr().Is4() {
		network = "tcp4" // of 0.0.0.0 it would make [::], which is more than was asked for
	}
	if l, err = c.Listen(ctx, network, address); err != nil {
		return nil, false, fmt.Errorf("listen on %s: %w", address, err)
	}
	at, err := netip.ParseAddrPort(l.Addr().String())
	return l, err == nil && at.Addr().IsLoopback(), nil
}

// Serve answers on a listener until the context ends, and then until what is under way
// is done, or has had its time.
func Serve(ctx context.Context, l net.Listener, c Config) error {
	s := &http.Server{
		Handler: guarded(c), TLSConfig: c.TLS.Clone(), // net/http writes what it speaks into it
		ReadHeaderTimeout: headTime, IdleTimeout: idleTime, MaxHeaderBytes: headSize,
		// Requests under way have their time when the server stops.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
		ConnContext: withConnection,
		ErrorLog:    slog.NewLogLogger(c.Log.Handler(), slog.LevelDebug),
	}
	l = Bounded(l)
	failed := make(chan error, 1)
	go func() {
		if c.TLS != nil {
			failed <- s.ServeTLS(l, "", "")
			return
		}
		failed <- s.Serve(l)
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	err := s.Shutdown(stop)
	if err != nil {
		err = errors.Join(err, s.Close())
	}
	if ended := <-failed; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}

// guarded puts in front of a handler what holds for every request.
func guarded(c Config) http.Handler {
	// A page of another site changes nothing here, whatever it can make a browser send.
	own := http.NewCrossOriginProtection().Handler(c.Handler)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		out := &outcome{ResponseWriter: w, status: http.StatusOK}
		if c.Span != nil {
			ctx, answered := c.Span(r.Context())
			r = r.WithContext(ctx)
			defer func() { answered(r.Pattern, out.status) }()
		}
		defer func() {
			if p := recover(); p != nil {
				// What it says may hold what somebody wrote: where it was is enough.
				c.Log.Error("a handler failed", "route", r.Pattern, "kind", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
				if !out.wrote {
					http.Error(out, "Something went wrong on the server; its log says where.", http.StatusInternalServerError)
				}
			}
			if c.Seen != nil {
				c.Seen(r.Pattern, out.status)
			}
			c.Log.Debug("request", "method", r.Method, "route", r.Pattern, "status", out.status, "took", time.Since(began))
		}()
		// Whoever watches it asks by whatever address it has, and learns nothing of content.
		watched := r.URL.Path == "/healthz" || r.URL.Path == "/readyz"
		if !watched && !calledRight(r.Host, c.Hosts) {
			http.Error(out, "The server is not called that.", http.StatusMisdirectedRequest)
			return
		}
		if r.Body != nil && r.Body != http.NoBody {
			// Who expects more gives it more time.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) // a recorder of a test has none
		}
		own.ServeHTTP(out, r)
	})
}

// calledRight reports whether a Host is one that the server may be called by. A page
// elsewhere can have its own name lead to the loopback; by that name it gets nothing.
func calledRight(host string, hosts []string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" || slices.Contains(hosts, name) || slices.Contains(hosts, "*") {
		return true
	}
	at, err := netip.ParseAddr(name)
	return err == nil && at.IsLoopback()
}

// outcome notes how a request was answered.
type outcome struct {
	http.ResponseWriter
	status int
	wrote  bool
}

// WriteHeader implements http.ResponseWriter.
func (o *outcome) WriteHeader(status int) {
	if !o.wrote {
		o.status, o.wrote = status, true
	}
	o.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (o *outcome) Write(b []byte) (int, error) {
	o.wrote = true
	return o.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController through.
func (o *outcome) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// Bounded accepts no more connections at a time than a server has.
func Bounded(l net.Listener) net.Listener {
	return &limited{Listener: l, room: make(chan struct{}, access.Connections)}
}

// limited accepts so many connections at a time.
type limited struct {
	net.Listener
	room chan struct{}
}

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	l.room <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &counted{Conn: c, leave: sync.OnceFunc(func() { <-l.room })}, nil
}

// counted is a connection that makes room when it is closed.
type counted struct {
	net.Conn
	leave func()
	share access.Share
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.leave()
	c.share.End()
	return c.Conn.Close()
}

// withConnection lets a request find what its connection takes of a key's.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	if own, ok := c.(*counted); ok {
		return access.WithShare(ctx, &own.share)
	}
	return ctx
}
