package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// lines reads messages line by line, and hands on those that are messages: the SDK ends
// with the first that is none. Who sent another is told so, and what follows is answered.
type lines struct {
	in   *bufio.Reader
	out  io.Writer
	left []byte // of the line that is being handed on
}

// Read implements io.Reader.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.left) == 0 {
		line, long, err := l.next()
		if len(line) == 0 && !long && err != nil {
			return 0, err
		}
		if refusal := refused(line, long); refusal != "" {
			if _, err := io.WriteString(l.out, refusal+"\n"); err != nil {
				return 0, err
			}
			continue
		}
		if len(bytes.TrimSpace(line)) > 0 {
			l.left = append(bytes.TrimRight(line, "\r\n"), '\n')
		}
	}
	n := copy(p, l.left)
	l.left = l.left[n:]
	return n, nil
}

// next is the next line; long: it has more bytes than a message may have, and is passed over.
func (l *lines) next() (line []byte, long bool, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		if !long {
			line = append(line, part...)
		}
		if len(line) > maxLine {
			line, long = nil, true
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// The refusals of JSON-RPC, to whom nothing tells.
const (
	noJSON    = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is no JSON"}}`
	noMessage = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the line is no message of JSON-RPC 2.0"}}`
	tooLong   = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the line is longer than 1 MiB"}}`
)

// refused is the answer to a line that is no message; "" it is one, or a list of some.
func refused(line []byte, long bool) string {
	line = bytes.TrimSpace(line)
	switch {
	case long:
		return tooLong
	case len(line) == 0:
		return ""
	case !json.Valid(line):
		return noJSON
	case line[0] == '[':
		var list []json.RawMessage
		if err := json.Unmarshal(line, &list); err != nil || len(list) == 0 {
			return noMessage
		}
		for _, one := range list {
			if _, err := jsonrpc.DecodeMessage(one); err != nil {
				return noMessage
			}
		}
		return ""
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return noMessage
	}
	return ""
}

// shared is a writer that several write to, each as a whole.
type shared struct {
	mu sync.Mutex
	w  io.Writer
}

// Write implements io.Writer.
func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}
