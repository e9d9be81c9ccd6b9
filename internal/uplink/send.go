package uplink

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"prism/internal/content"
	"prism/internal/disk"
	"prism/internal/jsoncursor"
	"prism/internal/redact/lines"
)

// Sizes, in bytes.
const (
	block = 2 << 20 // of gated lines that are sent at a time
	// longest is the longest gated line that is sent.
	longest = content.MaxData / 2
	// widest is the longest line that is looked at, as a transcript's reader bounds it:
	// with its pictures emptied it may be short.
	widest = 64 << 20
)

// localError is a file here that could not be read: the others are sent.
type localError struct{ err error }

func (e *localError) Error() string { return e.err.Error() }
func (e *localError) Unwrap() error { return e.err }

// send sends the rest of one file.
func (s *Sender) send(ctx context.Context, f *file, have content.Receipt, r *Report) error {
	switch have.Status {
	case content.Another: // no session would come of it
		s.count(func() { r.Another = append(r.Another, f.path) })
		return nil
	case content.OptedOut:
		s.count(func() { r.OptedOut++ })
		return nil
	}
	in, err := disk.Open(f.Path)
	if disk.Missing(err) {
		return nil // gone since it was found
	}
	if err != nil {
		return &localError{err}
	}
	defer in.Close() //nolint:errcheck // read only
	at, err := s.opts.State.place(f, in, have)
	if err != nil {
		return &localError{err}
	}
	s.count(func() { r.Known += at.from })
	scope := s.opts.Gate.Session(f.path)
	g := lines.New(scope)
	if at.hidden {
		if err := s.pass(in, g, at.from); err != nil {
			return &localError{err}
		}
	}
	before := scope.Counts()
	defer s.count(func() {
		for rule, n := range scope.Counts() {
			r.Hidden[rule] += n - before[rule]
		}
	})
	for tries := 0; ; {
		piece, err := s.piece(in, f, g, at)
		if err != nil {
			return &localError{err}
		}
		if err := g.Err(); err != nil {
			return err // what could not be gated does not leave
		}
		if piece == nil {
			return nil
		}
		if s.opts.Client == nil {
			s.count(func() { r.Sent, r.Dropped = r.Sent+piece.To-at.from, r.Dropped+piece.dropped })
			at.from = piece.To
			if piece.last {
				s.count(func() { r.tails += f.Size - at.from })
				return nil
			}
			continue
		}
		if err := s.opts.State.saveOften(); err != nil {
			return err
		}
		receipt, err := s.opts.Client.content(ctx, &piece.Append)
		if errors.Is(err, ErrRefused) {
			receipt, err = content.Receipt{Status: content.Refused}, nil
		}
		if err != nil {
			return err
		}
		switch receipt.Status {
		case content.Taken, content.Known:
			s.count(func() { r.Sent, r.Dropped = r.Sent+max(0, receipt.Have-at.from), r.Dropped+piece.dropped })
			at = place{receipt.Have, at.generation, at.hidden || len(scope.Counts()) > 0}
			if err := s.opts.State.sent(f, in, at); err != nil {
				return &localError{err}
			}
		case content.Gap, content.Stale:
			// Somebody else sends this file, too, or the server lost some of it.
			if tries++; tries > 5 {
				return errors.New("the server and this machine do not agree on how far a file goes")
			}
			if at.from = receipt.Have; receipt.Status == content.Stale {
				at.from, at.generation = 0, receipt.Generation+1
			}
			continue
		case content.OptedOut:
			s.count(func() { r.OptedOut++ })
			return nil
		default:
			s.count(func() { r.Refused = append(r.Refused, f.path) })
			return nil
		}
		if piece.last && at.from >= piece.To {
			s.count(func() { r.tails += max(0, f.Size-at.from) })
			return nil
		}
	}
}

func (s *Sender) count(add func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	add()
}

// pass shows the gate what was sent of a file: what it hid there keeps its placeholders.
func (s *Sender) pass(in io.ReaderAt, g *lines.Gate, to int64) error {
	read := bufio.NewReaderSize(io.NewSectionReader(in, 0, to), 256<<10)
	var gated []byte
	for {
		line, _, err := readLine(read)
		gated = g.Append(gated[:0], line)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// piece is what is sent at a time.
type piece struct {
	content.Append
	last    bool
	dropped int
}

// piece reads a file from a place on: whole lines, and at its end the whole objects of
// a last one. It reads no further than to where was looked for whose lines they are. nil:
// there is nothing new.
func (s *Sender) piece(in io.ReaderAt, f *file, g *lines.Gate, at place) (*piece, error) {
	p := &piece{Append: content.Append{Path: f.path, Generation: at.generation, From: at.from, To: at.from, Modified: f.ModTime}}
	read := bufio.NewReaderSize(io.NewSectionReader(in, at.from, max(0, f.Size-at.from)), 256<<10)
	for len(p.Data) < block && !p.last {
		line, size, err := readLine(read)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if size > widest {
			line = line[:0]
		}
		had := len(p.Data)
		if p.last = err != nil; p.last {
			if p.Tail = g.Append(nil, whole(line)); len(p.Tail) > longest {
				p.Tail = nil
			}
			break
		}
		p.Data, p.To = g.Append(p.Data, line), p.To+size
		if len(p.Data)-had > longest || size > widest { // its place is kept, what it says is not
			p.Data = append(p.Data[:had], '\n')
			p.dropped++
		}
	}
	if len(p.Data) == 0 && len(p.Tail) == 0 {
		return nil, nil
	}
	p.Roots = s.roots(f, g)
	return p, nil
}

// whole is the part of a line without end that is read: its whole objects. Half of a
// secret is none that the gate knows, so half of an object does not leave.
func whole(line []byte) []byte {
	end := 0
	for c := jsoncursor.New(line); c.Peek() == '{'; end = c.Pos() {
		if c.Skip(); c.Err() != "" {
			break
		}
	}
	return line[:end]
}

// readLine is a line with its end, and how long it is; of one that is too long, only
// its beginning.
func readLine(r *bufio.Reader) (line []byte, size int64, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if size += int64(len(part)); size <= widest {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, size, err
		}
	}
}

// roots are the git roots of the folders of a file: as its lines name them, by which they
// are found, and with the home folder that these do not tell, by which a server knows what
// it leaves alone.
func (s *Sender) roots(f *file, g *lines.Gate) map[string]string {
	out := map[string]string{}
	for _, dir := range f.folders {
		if root := s.opts.State.repos.Root(dir); root != "" && len(out)+2 <= content.MaxRoots {
			shown, at := dir, root
			s.opts.Gate.Names(&shown, &at)
			out[shown] = at
			out[g.Text(dir)] = g.Text(root)
		}
	}
	return out
}

// foldersOf are the folders that the lines of a file name as those they were written
// in, and how far it was read for them.
func foldersOf(file string) (order []string, size int64, err error) {
	in, err := disk.Open(file)
	if disk.Missing(err) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer in.Close() //nolint:errcheck // read only
	seen := map[string]bool{}
	r := bufio.NewReaderSize(in, 256<<10)
	var last []byte
	for {
		line, n, err := readLine(r)
		size += n
		if dir := folderOf(line); len(dir) > 0 && !bytes.Equal(dir, last) {
			last = append(last[:0], dir...)
			text := string(jsoncursor.AppendText(nil, dir))
			if !seen[text] {
				seen[text] = true
				order = append(order, text)
			}
		}
		if errors.Is(err, io.EOF) {
			return order, size, nil
		}
		if err != nil {
			return nil, 0, err
		}
	}
}

// folderOf is the folder that a line names, as it is written.
func folderOf(line []byte) []byte {
	if !bytes.Contains(line, []byte(`"cwd"`)) {
		return nil
	}
	c := jsoncursor.New(line)
	if c.Peek() != '{' {
		return nil
	}
	c.Object()
	for {
		key, ok := c.Key()
		if !ok {
			return nil
		}
		if string(key) == "cwd" {
			return c.Str()
		}
		c.Skip()
	}
}

// Rules are the ids of the rules that hid something, the most often first.
func (r *Report) Rules() []string {
	list := slices.Collect(maps.Keys(r.Hidden))
	slices.SortFunc(list, func(a, b string) int {
		if n := r.Hidden[b] - r.Hidden[a]; n != 0 {
			return n
		}
		if a < b {
			return -1
		}
		return 1
	})
	return list
}
