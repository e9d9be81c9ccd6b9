package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"

	"prism/internal/content"
	"prism/internal/content/frame"
	"prism/internal/redact"
	"prism/internal/redact/lines"
)

// pieceSize is of the pieces that push sends, in bytes.
const pieceSize = 2 << 20

// ofFile is how many pieces a file gets before the next one begins.
const ofFile = 16

// preparedPieces is how many different pieces a connection sends, over and over: a server
// packs each by itself, so that it gains nothing by their coming again.
const preparedPieces = 8

// gating is the time that the gate of all senders took, and for how many pieces.
type gating struct{ spent, pieces atomic.Int64 }

// overPush pushes transcripts as prism push does: each piece through the gate, packed, and
// acknowledged before the next one.
type overPush struct {
	host, head string
	pieces     [][]byte
	gate       *redact.Redactor
	spent      *gating // nil: what is sent has passed the gate before
	pack       *zstd.Encoder
	connection int
	conn       net.Conn
	answers    *bufio.Reader

	file, sent int
	at         int64
	through    *lines.Gate // of the file at hand
	frame      bytes.Buffer
	data, out  []byte
}

func (l *load) overPush(host, head string, connection int) (sender, error) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		return nil, err
	}
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	p := &overPush{host: host, gate: gate, pack: pack, connection: connection, head: head + "Content-Type: " + frame.Type + "\r\nContent-Encoding: zstd\r\nX-Prism-Person: load\r\n"}
	if l.gated {
		p.spent = &l.gating
	}
	rng := rand.New(rand.NewPCG(uint64(connection), 7)) //nolint:gosec // the same each time
	for range preparedPieces {
		p.pieces = append(p.pieces, madeUp(rng, connection))
	}
	return p, nil
}

func (p *overPush) send(ctx context.Context, i int) (string, time.Duration, error) {
	if p.conn == nil {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.host)
		if err != nil {
			return "", 0, err
		}
		p.conn, p.answers = conn, bufio.NewReader(conn)
	}
	deadline, _ := ctx.Deadline()
	if err := p.conn.SetDeadline(deadline.Add(time.Second)); err != nil {
		return "", 0, err
	}
	answer, again, err := p.exchange(p.pieces[i%len(p.pieces)])
	if err != nil {
		p.close()
	}
	return answer, again, err
}

// exchange sends a piece as the next of its file.
func (p *overPush) exchange(piece []byte) (string, time.Duration, error) {
	if p.through == nil || p.sent == ofFile {
		p.file, p.sent, p.at, p.through = p.file+1, 0, 0, lines.New(p.gate.Session("load"))
	}
	a := content.Append{Path: fmt.Sprintf("projects/load/%d-%d-%d.jsonl", time.Now().UnixNano()>>40, p.connection, p.file), Generation: 1, From: p.at, To: p.at + int64(len(piece)), Data: piece, Modified: time.Now()}
	if p.spent != nil {
		from := time.Now()
		p.data = p.through.Append(p.data[:0], piece)
		p.spent.spent.Add(int64(time.Since(from)))
		p.spent.pieces.Add(1)
		a.Data = p.data
	}
	p.frame.Reset()
	if err := frame.Write(&p.frame, &a); err != nil {
		return "", 0, err
	}
	p.out = p.pack.EncodeAll(p.frame.Bytes(), p.out[:0])
	for _, b := range [][]byte{[]byte(p.head + "Content-Length: " + strconv.Itoa(len(p.out)) + "\r\n\r\n"), p.out} {
		if _, err := p.conn.Write(b); err != nil {
			return "", 0, err
		}
	}
	resp, err := http.ReadResponse(p.answers, nil)
	if err != nil {
		return "", 0, err
	}
	body, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close() // it is read to its end
	if resp.Close {
		defer p.close()
	}
	if err != nil {
		return "", 0, err
	}
	var got frame.Receipts
	if err := json.Unmarshal(body, &got); resp.StatusCode != http.StatusOK || err != nil || len(got.Receipts) != 1 {
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return fmt.Sprintf("%d %.200s", resp.StatusCode, body), time.Duration(seconds) * time.Second, nil
	}
	r := &got.Receipts[0]
	if r.Status != content.Taken.String() || r.Have != a.To {
		p.at = r.Have
		return "receipt: " + r.Status, 0, nil
	}
	p.at, p.sent = r.Have, p.sent+1
	return ok, 0, nil
}

func (p *overPush) close() {
	if p.conn != nil {
		_ = p.conn.Close() // nothing more is wanted of it
		p.conn = nil
	}
}

// madeUp is a piece of a transcript: prompts, answers, calls, and results with code, two
// and a half kilobytes a line on average, of words that nobody wrote.
func madeUp(rng *rand.Rand, connection int) []byte {
	var b bytes.Buffer
	word := func() string {
		const letters = "etaoinshrdlu"
		n := 2 + rng.IntN(7)
		w := make([]byte, n)
		for i := range w {
			w[i] = letters[rng.IntN(len(letters))]
		}
		return string(w)
	}
	book := make([]string, 1500)
	for i := range book {
		book[i] = word()
	}
	text := func(n int) string {
		var s strings.Builder
		for s.Len() < n {
			s.WriteString(book[min(rng.IntN(len(book)), rng.IntN(len(book)))])
			s.WriteByte(" \n.(){}=:"[min(rng.IntN(24), 9)%9])
		}
		return s.String()
	}
	id := func() string { return fmt.Sprintf("%016x", rng.Uint64()) }
	session := fmt.Sprintf("%08x-0000-4000-8000-%012x", connection, rng.Uint64()>>16)
	at := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	line := func(kind string, message any, more map[string]any) {
		at = at.Add(time.Duration(1+rng.IntN(9000)) * time.Millisecond)
		all := map[string]any{"type": kind, "uuid": id() + id(), "parentUuid": id() + id(), "sessionId": session, "timestamp": at.Format(time.RFC3339Nano),
			"cwd": "/home/load/" + book[1], "gitBranch": "main", "version": "2.1.330", "message": message}
		for k, v := range more {
			all[k] = v
		}
		_ = json.NewEncoder(&b).Encode(all) // values that JSON knows
	}
	type m = map[string]any
	for n := 0; b.Len() < pieceSize; n++ {
		call := "toolu_" + id()
		switch n % 5 {
		case 0:
			line("user", m{"role": "user", "content": text(120)}, nil)
		case 1, 3:
			line("assistant", m{"id": "msg_" + id(), "role": "assistant", "model": "claude-opus-5-5", "usage": m{"input_tokens": 4, "output_tokens": rng.IntN(900), "cache_read_input_tokens": rng.IntN(90000)},
				"content": []m{{"type": "text", "text": text(400)}, {"type": "tool_use", "id": call, "name": "Bash", "input": m{"command": text(90), "description": text(40)}}}}, m{"requestId": "req_" + id()})
		default:
			out := text(1500 + rng.IntN(8000))
			line("user", m{"role": "user", "content": []m{{"type": "tool_result", "tool_use_id": call, "content": out}}}, m{"toolUseResult": m{"stdout": out[:len(out)/3], "stderr": "", "interrupted": false}})
		}
	}
	return b.Bytes()
}
