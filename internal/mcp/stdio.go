package mcp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine bounds one message on a line, in bytes.
const maxLine = 1 << 20

// Serve answers one client, line by line, until it goes away or the context ends. What
// was asked before the input ended is answered, and a line that is no message refused.
func Serve(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	to := &shared{w: out}
	t := &sdk.IOTransport{Reader: io.NopCloser(&lines{in: bufio.NewReader(in), out: to}), Writer: open{to}, MaxLineLength: maxLine + 1}
	err := server(o, nil).Run(ctx, patient{t})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		err = nil // the client went away, or it was told to end
	}
	return err
}

// open is a writer that stays open.
type open struct{ io.Writer }

// Close implements io.Closer.
func (open) Close() error { return nil }

// patient is a transport whose input ends when all that came is answered: the SDK drops
// what is under way when its input ends.
type patient struct{ sdk.Transport }

// Connect implements sdk.Transport.
func (p patient) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := p.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &waiting{Connection: c, asked: map[any]bool{}, none: closed()}, nil
}

// waiting is a connection that knows what is to be answered.
type waiting struct {
	sdk.Connection
	mu    sync.Mutex
	asked map[any]bool  // by id
	none  chan struct{} // closed while nothing is
}

func closed() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// Read implements sdk.Connection.
func (c *waiting) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.IsCall() {
		c.mu.Lock()
		if len(c.asked) == 0 {
			c.none = make(chan struct{})
		}
		c.asked[r.ID.Raw()] = true
		c.mu.Unlock()
	}
	if errors.Is(err, io.EOF) {
		c.mu.Lock()
		none := c.none
		c.mu.Unlock()
		select {
		case <-none:
		case <-ctx.Done():
		}
	}
	return m, err
}

// Write implements sdk.Connection.
func (c *waiting) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		if c.asked[r.ID.Raw()] {
			delete(c.asked, r.ID.Raw())
			if len(c.asked) == 0 {
				close(c.none)
			}
		}
		c.mu.Unlock()
	}
	return err
}
