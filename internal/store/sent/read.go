package sent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"

	"prism/internal/content"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// How the data of a part is written.
const (
	plainPart  = 0
	packedPart = 1
)

// leastPacked is from how many bytes on packing pays.
const leastPacked = 256

// packer and unpacker hold nothing between two calls.
var (
	packer = sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	})
	unpacker = sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderMaxMemory(partMost))
	})
)

// partMost bounds a part, in bytes: many events may have waited for one transaction.
const partMost = 256 << 20

// packed is data as a part of a file.
func packed(data []byte) part {
	p := part{codec: plainPart, size: len(data), data: data}
	if len(data) < leastPacked {
		return p
	}
	z, err := packer()
	if err != nil {
		return p
	}
	if small := z.EncodeAll(data, make([]byte, 0, len(data)/4)); len(small) < len(data) {
		p.codec, p.data = packedPart, small
	}
	return p
}

// unpacked is what a part holds.
func unpacked(codec int, data []byte) ([]byte, error) { return unpackedInto(nil, codec, data) }

// unpackedInto is what a part holds, in the room of b where it is enough.
func unpackedInto(b []byte, codec int, data []byte) ([]byte, error) {
	if codec == plainPart {
		return data, nil
	}
	z, err := unpacker()
	if err == nil {
		data, err = z.DecodeAll(data, b[:0])
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a part of a file does not unpack: %w", store.ErrCorrupt, err)
	}
	return data, nil
}

// ErrReplaced says that a file was written anew while it was read.
var ErrReplaced = errors.New("the file was replaced meanwhile")

// OpenFile reads a file as it was when it was listed, or has grown since, from its
// beginning. The reader asks the store for a few parts at a time, and unpacks one after the
// other, as they are read: events pack to a twentieth.
func (c *Contents) OpenFile(ctx context.Context, f *content.File) io.ReadCloser {
	return &fileReader{ctx: ctx, c: c, file: f.Number, generation: f.Generation}
}

// fileReader hands out the bytes of a file.
type fileReader struct {
	ctx        context.Context // of whoever opened it
	c          *Contents
	file       int64
	generation int64
	next       int64  // the part to be asked for
	parts      []part // what was asked for and is not handed out yet
	buf        []byte // room for one part
	rest       []byte // what is not handed out yet of one
	done       bool   // nothing more is to be asked for
	err        error
}

// partsAtOnce bounds how many bytes of parts are asked for together, packed.
const partsAtOnce = 1 << 20

// Read implements io.Reader.
func (r *fileReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.rest, r.err = r.lines(); r.err != nil {
			return 0, r.err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// lines is what the next part holds, which are whole lines, until it is called again; the
// tail is the last. Once it has failed it fails.
func (r *fileReader) lines() ([]byte, error) {
	for r.err == nil && len(r.parts) == 0 && !r.done {
		r.err = r.fill()
	}
	if r.err == nil && len(r.parts) == 0 {
		r.err = io.EOF
	}
	if r.err != nil {
		return nil, r.err
	}
	var data []byte
	data, r.err = r.unpack()
	return data, r.err
}

// keepRoom is how much room is kept from one part to the next.
const keepRoom = 4 << 20

// unpack takes the next of the parts that were asked for.
func (r *fileReader) unpack() (data []byte, err error) {
	x := r.parts[0]
	r.parts[0] = part{}
	r.parts = r.parts[1:]
	data, err = unpackedInto(r.buf, x.codec, x.data)
	if x.codec == packedPart && cap(data) <= keepRoom {
		r.buf = data[:0]
	}
	return data, err
}

// fill takes the next parts, and after the last one the tail.
func (r *fileReader) fill() error {
	return r.c.engine.Read(r.ctx, func(tx statement.Tx) error {
		r.parts = nil
		next := r.next
		var generation int64
		var tail []byte
		found, err := statement.One(r.ctx, tx, `SELECT generation, tail FROM files WHERE tenant = @ AND n = ?`, []any{r.file}, &generation, &tail)
		if err != nil {
			return err
		}
		if !found || generation != r.generation {
			return ErrReplaced
		}
		more := false
		bytes := 0
		err = tx.Query(r.ctx, `SELECT n, codec, data FROM parts WHERE tenant = @ AND file = ? AND n >= ? ORDER BY n`, []any{r.file, r.next}, func(row statement.Row) (bool, error) {
			if bytes >= partsAtOnce {
				more = true
				return false, nil
			}
			var n int64
			var x part
			if err := row.Scan(&n, &x.codec, &x.data); err != nil {
				return false, err
			}
			bytes += len(x.data)
			r.parts, next = append(r.parts, x), n+1
			return true, nil
		})
		if err != nil {
			return err
		}
		if r.next = next; !more {
			r.parts, r.done = append(r.parts, part{codec: plainPart, data: tail}), true
		}
		return nil
	})
}

// Close lets go of what is held.
func (r *fileReader) Close() error {
	r.parts, r.buf, r.rest, r.done = nil, nil, nil, true
	return nil
}
