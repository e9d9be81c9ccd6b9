package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// load is what is sent, and how.
type load struct {
	to, key, form                string
	gzip, gated, fresh           bool
	connections, batch, sessions int
	rate                         float64 // of requests, over all connections; 0: as fast as may be
	warm, lasts, pause           time.Duration
	gating                       gating
}

// prepared is how many different requests a connection sends, over and over: made
// before, so that making them is not measured.
const prepared = 32

// sender sends the requests of one connection. An answer that is no success is told
// by a word; again says how long the server wants to be left alone.
type sender interface {
	send(ctx context.Context, i int) (answer string, again time.Duration, err error)
	close()
}

const ok = "ok"

// transcripts is the form of what is pushed.
const transcripts = "transcripts"

// tally is what one connection saw.
type tally struct {
	took    []time.Duration // of each success
	answers map[string]int  // what was no success
}

func (l *load) run(ctx context.Context, out io.Writer) error {
	if l.connections < 1 || l.batch < 1 || l.sessions < 1 {
		return errors.New("-connections, -batch and -sessions are at least 1")
	}
	if l.fresh && (l.form != "json" || l.gzip) {
		return errors.New("-fresh is for json that is not compressed")
	}
	senders := make([]sender, l.connections)
	for i := range senders {
		s, err := l.connect(i)
		if err != nil {
			return err
		}
		defer s.close()
		senders[i] = s
	}
	begin := time.Now().Add(l.warm)
	ctx, cancel := context.WithDeadline(ctx, begin.Add(l.lasts))
	defer cancel()
	tallies := make([]tally, l.connections)
	var wg sync.WaitGroup
	for i := range senders {
		wg.Go(func() { tallies[i] = l.work(ctx, senders[i], begin) })
	}
	wg.Wait()
	return l.report(out, time.Since(begin), tallies)
}

func (l *load) work(ctx context.Context, s sender, begin time.Time) tally {
	t := tally{answers: make(map[string]int)}
	turn := l.turns()
	for i := 0; ctx.Err() == nil; i++ {
		turn(ctx)
		from := time.Now()
		answer, again, err := s.send(ctx, i%prepared)
		switch {
		case ctx.Err() != nil:
			return t
		case err != nil:
			// Without the addresses, which differ for each connection.
			if op := (*net.OpError)(nil); errors.As(err, &op) {
				err = op.Err
			}
			answer, again = "broken: "+err.Error(), 100*time.Millisecond
		}
		if from.After(begin) {
			if answer == ok {
				t.took = append(t.took, time.Since(from))
			} else {
				t.answers[answer]++
			}
		}
		if again > 0 {
			select {
			case <-time.After(min(again, l.pause)):
			case <-ctx.Done():
			}
		}
	}
	return t
}

// turns waits until a connection may send again, by the rate. One that comes late does not
// catch up: what is sent in a second is no more than was asked for.
func (l *load) turns() func(ctx context.Context) {
	if l.rate <= 0 {
		return func(context.Context) {}
	}
	every := time.Duration(float64(time.Second) * float64(l.connections) / l.rate)
	next := time.Now()
	return func(ctx context.Context) {
		select {
		case <-time.After(time.Until(next)):
		case <-ctx.Done():
		}
		if next = next.Add(every); next.Before(time.Now()) {
			next = time.Now()
		}
	}
}

func (l *load) report(out io.Writer, lasted time.Duration, tallies []tally) error {
	var took []time.Duration
	answers := make(map[string]int)
	for _, t := range tallies {
		took = append(took, t.took...)
		for answer, n := range t.answers {
			answers[answer] += n
		}
	}
	slices.Sort(took)
	at := func(share float64) time.Duration {
		if len(took) == 0 {
			return 0
		}
		return took[min(int(share*float64(len(took))), len(took)-1)].Round(10 * time.Microsecond)
	}
	rate := float64(len(took)) / lasted.Seconds()
	if l.form == transcripts {
		fmt.Fprintf(out, "transcripts, %d connections, pieces of %d MB: %.1f MB/s stored, %.1f requests/s; 50 %% in %v, 95 %% in %v, 99 %% in %v, all in %v\n",
			l.connections, pieceSize>>20, rate*pieceSize/1e6, rate, at(.5), at(.95), at(.99), at(1))
		if n := l.gating.pieces.Load(); n > 0 {
			fmt.Fprintf(out, "  of a piece's time %v in the sender's gate\n", (time.Duration(l.gating.spent.Load()) / time.Duration(n)).Round(10*time.Microsecond))
		}
	} else {
		fmt.Fprintf(out, "%s, %d connections, batches of %d: %.0f records/s, %.0f requests/s; 50 %% in %v, 95 %% in %v, 99 %% in %v, all in %v\n",
			l.form, l.connections, l.batch, rate*float64(l.batch), rate, at(.5), at(.95), at(.99), at(1))
	}
	for _, answer := range slices.Sorted(maps.Keys(answers)) {
		fmt.Fprintf(out, "  %d × %s\n", answers[answer], answer)
	}
	if len(took) == 0 {
		return errors.New("nothing was taken")
	}
	return nil
}

func (l *load) connect(connection int) (sender, error) {
	if l.form == "grpc" {
		return l.overGRPC(connection)
	}
	u, err := url.Parse(l.to)
	if err != nil || u.Scheme != "http" {
		return nil, fmt.Errorf("-to %s is no http URL", l.to)
	}
	kind := "application/x-protobuf"
	if l.form == "json" {
		kind = "application/json"
	}
	path := "/v1/logs"
	if l.form == transcripts {
		path = "/api/v1/content"
	}
	head := "POST " + strings.TrimSuffix(u.Path, "/") + path + " HTTP/1.1\r\nHost: " + u.Host + "\r\n"
	if l.key != "" {
		head += "Authorization: Bearer " + l.key + "\r\n"
	}
	if l.form == transcripts {
		return l.overPush(u.Host, head, connection)
	}
	head += "Content-Type: " + kind + "\r\n"
	if l.gzip {
		head += "Content-Encoding: gzip\r\n"
	}
	h := &overHTTP{host: u.Host}
	for i := range prepared {
		body, err := l.body(connection, i)
		if err != nil {
			return nil, err
		}
		h.requests = append(h.requests, append([]byte(head+"Content-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"), body...))
		if l.fresh {
			h.fresh = append(h.fresh, l.freshOf(h.requests[i]))
		}
	}
	return h, nil
}

// overHTTP writes requests that are ready, as net/http's client would take more than
// the server does.
type overHTTP struct {
	host     string
	requests [][]byte
	fresh    []fresh // by request; none: each is sent as it is
	conn     net.Conn
	answers  *bufio.Reader
}

func (h *overHTTP) send(ctx context.Context, i int) (string, time.Duration, error) {
	if h.conn == nil {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", h.host)
		if err != nil {
			return "", 0, err
		}
		h.conn, h.answers = conn, bufio.NewReader(conn)
	}
	deadline, _ := ctx.Deadline()
	if err := h.conn.SetDeadline(deadline.Add(time.Second)); err != nil {
		return "", 0, err
	}
	if h.fresh != nil {
		h.fresh[i].again(h.requests[i])
	}
	answer, again, err := h.exchange(h.requests[i])
	if err != nil {
		h.close()
	}
	return answer, again, err
}

func (h *overHTTP) exchange(request []byte) (string, time.Duration, error) {
	if _, err := h.conn.Write(request); err != nil {
		return "", 0, err
	}
	resp, err := http.ReadResponse(h.answers, nil)
	if err != nil {
		return "", 0, err
	}
	body, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close() // it is read to its end
	switch {
	case err != nil:
		return "", 0, err
	case resp.StatusCode == http.StatusOK && len(body) <= len("{}"):
		return ok, 0, nil
	}
	seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
	if resp.Close {
		h.close()
	}
	return fmt.Sprintf("%d %.200s", resp.StatusCode, body), time.Duration(seconds) * time.Second, nil
}

func (h *overHTTP) close() {
	if h.conn != nil {
		_ = h.conn.Close() // nothing more is wanted of it
		h.conn = nil
	}
}

type overGRPC struct {
	key      string
	conn     *grpc.ClientConn
	client   plogotlp.GRPCClient
	requests []plogotlp.ExportRequest
}

func (l *load) overGRPC(connection int) (sender, error) {
	conn, err := grpc.NewClient(l.to, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	g := &overGRPC{key: l.key, conn: conn, client: plogotlp.NewGRPCClient(conn)}
	for i := range prepared {
		g.requests = append(g.requests, l.logs(connection, i))
	}
	return g, nil
}

func (g *overGRPC) send(ctx context.Context, i int) (string, time.Duration, error) {
	if g.key != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+g.key)
	}
	resp, err := g.client.Export(ctx, g.requests[i])
	switch {
	case err != nil:
		return status.Code(err).String() + " " + status.Convert(err).Message(), time.Second, nil
	case resp.PartialSuccess().ErrorMessage() != "":
		return resp.PartialSuccess().ErrorMessage(), 0, nil
	}
	return ok, 0, nil
}

func (g *overGRPC) close() { _ = g.conn.Close() }
