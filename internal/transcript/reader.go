package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"prism/internal/jsoncursor"
)

const (
	// MaxLine is the longest line that is read, in bytes. The client's largest
	// real lines are a few MB; a longer one is dropped and counted.
	MaxLine = 64 << 20
	// startBuffer is the size of the buffer that every file starts with: small enough
	// that a line is still in the processor's cache when it is decoded.
	startBuffer = 256 << 10
	// keepBuffer is how far the buffer doubles. Longer lines are gathered in
	// pieces and joined once, so that they cost twice their length and not the
	// sum of all doublings; that memory is let go with the line.
	keepBuffer = 4 << 20
	// piece is what one read of a long line takes.
	piece = 1 << 20
)

// Line is one line of a file. Data dies at the next call of Next.
type Line struct {
	Data    []byte // without line end; nil when TooLong
	Number  int    // from 1
	Offset  int64  // of its first byte in the file
	Length  int64  // in bytes, without line end
	Ended   bool   // a newline stood behind it; false only for the last line
	TooLong bool   // longer than the cap: dropped
}

// Reader splits a stream into lines. It keeps one buffer for all files it reads.
// The zero value is not ready; use NewReader.
type Reader struct {
	src        io.Reader
	buf        []byte
	start, end int   // the unread bytes are buf[start:end]
	off        int64 // offset of buf[start] in the file
	number     int   // of the last line given
	max        int
	eof        bool
	fresh      bool // nothing was taken from the file yet
}

// NewReader returns a Reader; Reset gives it something to read.
func NewReader() *Reader { return NewReaderSize(startBuffer, MaxLine) }

// NewReaderSize returns a Reader with another start buffer and line cap (bytes).
func NewReaderSize(start, limit int) *Reader {
	if start < 16 {
		start = 16
	}
	return &Reader{buf: make([]byte, start), max: limit, eof: true}
}

// Reset starts reading src from its beginning.
func (r *Reader) Reset(src io.Reader) {
	r.src = src
	r.start, r.end, r.off, r.number = 0, 0, 0, 0
	r.eof, r.fresh = false, true
}

// Head returns up to n of the next bytes without taking them. Fewer come back
// where the file or the buffer ends.
func (r *Reader) Head(n int) ([]byte, error) {
	if n > len(r.buf) {
		n = len(r.buf)
	}
	for r.end-r.start < n && !r.eof {
		if r.start > 0 {
			r.shift()
		}
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
	r.dropBOM()
	return r.buf[r.start:min(r.start+n, r.end)], nil
}

// Next returns the next line that is not blank; io.EOF at the end. Any other
// error comes from the source.
func (r *Reader) Next() (Line, error) {
	for {
		line, err := r.next()
		if err != nil {
			return Line{}, err
		}
		if line.TooLong || !blank(line.Data) {
			return line, nil
		}
	}
}

func (r *Reader) next() (Line, error) {
	if r.fresh {
		if _, err := r.Head(3); err != nil {
			return Line{}, err
		}
	}
	searched := 0
	for {
		if i := bytes.IndexByte(r.buf[r.start+searched:r.end], '\n'); i >= 0 {
			return r.take(searched+i, true), nil
		}
		searched = r.end - r.start
		if r.eof {
			if searched == 0 {
				return Line{}, io.EOF
			}
			return r.take(searched, false), nil
		}
		if r.start > 0 {
			r.shift()
		} else if r.end == len(r.buf) {
			if len(r.buf) >= keepBuffer || 2*len(r.buf) > r.max {
				return r.long()
			}
			grown := make([]byte, 2*len(r.buf))
			copy(grown, r.buf[:r.end])
			r.buf = grown
		}
		if err := r.fill(); err != nil {
			return Line{}, err
		}
	}
}

// take cuts n bytes, and the newline behind them, off the buffer.
func (r *Reader) take(n int, ended bool) Line {
	r.number++
	line := Line{Data: r.buf[r.start : r.start+n], Number: r.number, Offset: r.off, Length: int64(n), Ended: ended}
	if n > r.max {
		line.Data, line.TooLong = nil, true
	}
	used := n
	if ended {
		used++
	}
	r.start += used
	r.off += int64(used)
	line.Data = trimCR(line.Data)
	return line
}

// long gathers a line that outgrew the buffer.
func (r *Reader) long() (Line, error) {
	r.number++
	line := Line{Number: r.number, Offset: r.off}
	pieces := [][]byte{bytes.Clone(r.buf[r.start:r.end])}
	length := int64(r.end - r.start)
	r.off += length
	r.start, r.end = 0, 0
	window := r.buf[:min(piece, len(r.buf))]
	for !line.Ended && !r.eof {
		n, err := r.src.Read(window)
		chunk := window[:n]
		if i := bytes.IndexByte(chunk, '\n'); i >= 0 {
			// What stands behind the newline moves to the front of the buffer.
			line.Ended = true
			if pieces != nil {
				pieces = append(pieces, bytes.Clone(chunk[:i]))
			}
			length += int64(i)
			r.off += int64(i) + 1
			r.end = copy(r.buf, chunk[i+1:])
		} else if n > 0 {
			length += int64(n)
			r.off += int64(n)
			if pieces != nil {
				pieces = append(pieces, bytes.Clone(chunk))
			}
		}
		if length > int64(r.max) {
			pieces = nil
		}
		if errors.Is(err, io.EOF) {
			r.eof = true
		} else if err != nil {
			return Line{}, fmt.Errorf("read at byte %d: %w", r.off, err)
		}
	}
	line.Length = length
	if pieces == nil {
		line.TooLong = true
		return line, nil
	}
	line.Data = make([]byte, 0, length)
	for i, p := range pieces {
		line.Data = append(line.Data, p...)
		pieces[i] = nil
	}
	line.Data = trimCR(line.Data)
	return line, nil
}

// shift moves the unread bytes to the front of the buffer.
func (r *Reader) shift() {
	r.end = copy(r.buf, r.buf[r.start:r.end])
	r.start = 0
}

// fill reads once into the free end of the buffer.
func (r *Reader) fill() error {
	for empty := 0; ; empty++ {
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		switch {
		case errors.Is(err, io.EOF):
			r.eof = true
			return nil
		case err != nil:
			return fmt.Errorf("read at byte %d: %w", r.off+int64(r.end-r.start), err)
		case n > 0:
			return nil
		case empty > 100:
			return fmt.Errorf("read at byte %d: %w", r.off+int64(r.end-r.start), io.ErrNoProgress)
		}
	}
}

// dropBOM passes over a UTF-8 byte order mark at the very start.
func (r *Reader) dropBOM() {
	if !r.fresh {
		return
	}
	r.fresh = false
	if bytes.HasPrefix(r.buf[r.start:r.end], []byte("\xef\xbb\xbf")) {
		r.start += 3
		r.off += 3
	}
}

func trimCR(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\r' {
		return b[:n-1]
	}
	return b
}

// blank reports whether a line holds nothing.
func blank(b []byte) bool {
	for _, ch := range b {
		if !jsoncursor.IsBlank(ch) {
			return false
		}
	}
	return true
}
