package uplink

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"slices"

	"prism/internal/content"
	"prism/internal/disk"
	"prism/internal/jsoncursor"
	"prism/internal/redact/lines"
)

// Sizes, in bytes.
const (
	block = 2 << 20 // of a file that is gated at a time
	// longest is the longest line that is sent; a gated one may be somewhat longer.
	longest = content.MaxData / 2
)

// send sends the rest of one file.
func (s *Sender) send(ctx context.Context, f *file, have content.Receipt, r *Report) error {
	in, err := disk.Open(f.Path)
	if disk.Missing(err) {
		return nil // gone since it was found
	}
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read only
	from, generation, err := s.opts.State.place(f, in, have)
	if err != nil {
		return err
	}
	s.count(r, func() { r.Known += from })
	scope := s.opts.Gate.Session(f.path)
	g := lines.New(scope)
	for tries := 0; ; {
		piece, err := s.piece(in, f, g, from, generation)
		if err != nil {
			return err
		}
		if piece == nil {
			break
		}
		s.count(r, func() { r.Dropped += piece.dropped })
		if s.opts.Client == nil {
			s.count(r, func() { r.Sent += piece.To - from })
			if from = piece.To; piece.last {
				break
			}
			continue
		}
		receipt, err := s.opts.Client.content(ctx, &piece.Append)
		if err != nil {
			return err
		}
		switch receipt.Status {
		case content.Taken, content.Known:
			s.count(r, func() { r.Sent += max(0, receipt.Have-from) })
			s.opts.State.sent(f, generation, receipt.Have)
			from = receipt.Have
		case content.Gap, content.Stale:
			// Somebody else sends this file, too, or the server lost some of it.
			if tries++; tries > 5 {
				return errors.New("the server and this machine do not agree on how far a file goes")
			}
			if receipt.Status == content.Stale {
				generation, from = receipt.Generation+1, 0
			} else {
				from = receipt.Have
			}
			continue
		default:
			s.count(r, func() { r.Refused = append(r.Refused, f.path) })
			return nil
		}
		if piece.last {
			break
		}
	}
	s.count(r, func() {
		for rule, n := range scope.Counts() {
			r.Hidden[rule] += n
		}
	})
	return g.Err()
}

func (s *Sender) count(_ *Report, add func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	add()
}

// piece is what is sent at a time.
type piece struct {
	content.Append
	last    bool
	dropped int
}

// piece reads a file from an offset on: whole lines, and at its end what is there of a
// line. nil: there is nothing new.
func (s *Sender) piece(in *os.File, f *file, g *lines.Gate, from, generation int64) (*piece, error) {
	if _, err := in.Seek(from, io.SeekStart); err != nil {
		return nil, err
	}
	p := &piece{Append: content.Append{Path: f.path, Generation: generation, From: from, To: from, Modified: f.ModTime, Roots: s.roots(f)}}
	read := bufio.NewReaderSize(in, 256<<10)
	var raw []byte
	for len(raw) < block {
		line, err := readLine(read)
		if len(line) > longest { // the line's place is kept, what it says is not
			p.dropped++
			if p.To += int64(len(line)); line[len(line)-1] == '\n' {
				raw = append(raw, '\n')
			}
			line = nil
		}
		if n := len(line); n > 0 && line[n-1] == '\n' {
			raw, p.To = append(raw, line...), p.To+int64(n)
			line = nil
		}
		if errors.Is(err, io.EOF) {
			p.last = true
			if len(line) > 0 {
				p.Tail = g.Append(nil, line)
			}
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if len(raw) == 0 && len(p.Tail) == 0 {
		return nil, nil
	}
	p.Data = g.Append(nil, raw)
	return p, nil
}

// readLine is a line with its end, however long.
func readLine(r *bufio.Reader) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// roots are the git roots of the folders of a file, gated as its lines are.
func (s *Sender) roots(f *file) map[string]string {
	out := map[string]string{}
	for _, dir := range f.folders {
		if root := s.opts.State.repos.Root(dir); root != "" && len(out) < content.MaxRoots {
			shown, at := dir, root
			s.opts.Gate.Names(&shown, &at)
			out[shown] = at
		}
	}
	return out
}

// foldersOf are the folders that the lines of a file name as those they were written in.
func foldersOf(file string) ([]string, error) {
	in, err := disk.Open(file)
	if disk.Missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // read only
	seen := map[string]bool{}
	var order []string
	r := bufio.NewReaderSize(in, 256<<10)
	var last []byte
	for {
		line, err := readLine(r)
		if dir := folderOf(line); len(dir) > 0 && !bytes.Equal(dir, last) {
			last = append(last[:0], dir...)
			text := string(jsoncursor.AppendText(nil, dir))
			if !seen[text] {
				seen[text] = true
				order = append(order, text)
			}
		}
		if errors.Is(err, io.EOF) {
			return order, nil
		}
		if err != nil {
			return nil, err
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
