package spool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Place is how far somebody has read: of each kind, the file and the bytes of it.
type Place struct {
	Event         int   `json:"event"`
	EventBytes    int64 `json:"event_bytes"`
	Boundary      int   `json:"boundary"`
	BoundaryBytes int64 `json:"boundary_bytes"`
	// Lost is how many bytes, as far as is known, made room for newer ones before they
	// were read, of all times.
	Lost int64 `json:"lost,omitempty"`
}

// of are the parts of a Place that are of one kind.
func (p *Place) of(boundary bool) (number *int, bytes *int64) {
	if boundary {
		return &p.Boundary, &p.BoundaryBytes
	}
	return &p.Event, &p.EventBytes
}

// Read returns what stands behind a place, some most Records of each kind, in the order
// of their times, and the place behind them. A line that is no Record is passed over.
func (s Folder) Read(from Place, most int) (list []Record, to Place, err error) {
	kept, err := s.list()
	if err != nil {
		return nil, from, err
	}
	to = from
	for _, boundary := range []bool{true, false} {
		number, at := to.of(boundary)
		count := 0
		for _, g := range kept {
			if g.boundary != boundary || g.number < *number {
				continue
			}
			if g.number > *number {
				if from != (Place{}) { // files between are gone; who begins does not miss them
					to.Lost += int64(g.number-*number-1) * s.segment
				}
				if *number > 0 { // as is the rest of one that was not read to its end
					to.Lost += max(0, s.segment-*at)
				}
				*number, *at = g.number, 0
			}
			part, read, err := s.lines(g, *at, most-count)
			if err != nil {
				return nil, from, err
			}
			list, count, *at = append(list, part...), count+len(part), *at+read
			if count >= most {
				break
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Record) int { return bytes.Compare([]byte(a.At), []byte(b.At)) })
	return list, to, nil
}

// lines reads whole lines of a file from a place on.
func (s Folder) lines(g segment, at int64, most int) (list []Record, read int64, err error) {
	f, err := os.Open(filepath.Join(s.dir, g.name()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil // it made room since it was listed
	}
	if err != nil {
		return nil, 0, fmt.Errorf("read the spool: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		return nil, 0, err
	}
	text, err := io.ReadAll(io.NewSectionReader(f, at, 2*s.segment))
	if err != nil {
		return nil, 0, fmt.Errorf("read the spool: %w", err)
	}
	for len(list) < most {
		line, rest, whole := bytes.Cut(text, []byte{'\n'})
		if !whole {
			break
		}
		text, read = rest, read+int64(len(line))+1
		var r Record
		if json.Unmarshal(line, &r) == nil && r.Sound() {
			list = append(list, r)
		}
	}
	return list, read, nil
}

// list names the files, the oldest first.
func (s Folder) list() ([]segment, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the spool: %w", err)
	}
	out := segmentsOf(entries)
	slices.SortFunc(out, func(a, b segment) int { return a.number - b.number })
	return out, nil
}

// calm is how long a file is left alone after its last line: a writer may have it open.
const calm = time.Minute

// Clean removes the files that stand wholly before a place. The newest of a kind stays,
// as numbers are never used again.
func (s Folder) Clean(before Place, now time.Time) error {
	kept, err := s.list()
	if err != nil {
		return err
	}
	for _, g := range kept {
		number, _ := before.of(g.boundary)
		name := filepath.Join(s.dir, g.name())
		if st, err := os.Stat(name); err != nil || g.number >= *number || now.Sub(st.ModTime()) < calm {
			continue
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("clean the spool: %w", err)
		}
	}
	return nil
}

// Left is how many bytes stand behind a place.
func (s Folder) Left(from Place) int64 {
	kept, err := s.list()
	if err != nil {
		return 0
	}
	var left int64
	for _, g := range kept {
		number, at := from.of(g.boundary)
		st, err := os.Stat(filepath.Join(s.dir, g.name()))
		switch {
		case err != nil || g.number < *number:
		case g.number == *number:
			left += max(0, st.Size()-*at)
		default:
			left += st.Size()
		}
	}
	return left
}

// Last is when the spool was last written to; zero where there is none.
func (s Folder) Last() time.Time {
	kept, _ := s.list() // none that can be read: none
	var last time.Time
	for _, g := range kept {
		if st, err := os.Stat(filepath.Join(s.dir, g.name())); err == nil && st.ModTime().After(last) {
			last = st.ModTime()
		}
	}
	return last
}
