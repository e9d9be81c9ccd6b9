package spool

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxSpool is what the spool may take on disk: some 150,000 events, weeks of work.
	maxSpool = 32 << 20
	// maxSegment is where a file of the spool ends and the next begins.
	maxSegment = 1 << 20
	// maxNumber is above every number that a file of the spool will ever have.
	maxNumber = 1_000_000_000
)

// Folder is a folder of numbered files to which any number of processes append
// without waiting for each other: NUMBER.boundary.jsonl for where sessions begin
// and end, NUMBER.event.jsonl for all else. Only the newest of a kind is written
// to. Where the bound is reached, whole files go: events before boundaries, the
// oldest first, the newest of a kind never.
//
// A line is written by one call to a file opened for appending, so lines of several
// processes do not mix. One that a full disk has torn is closed by the next writer
// and is then a line that is no JSON. Whoever reads the spool keeps its own place,
// puts both kinds in order by "at", and removes no file that is the newest of its
// kind or was written to within the last minute.
type Folder struct {
	dir            string
	total, segment int64
}

// At is the spool in a folder.
func At(dir string) Folder { return Folder{dir: dir, total: maxSpool, segment: maxSegment} }

// Within is the spool with another bound, for who has less room, or time, to fill it.
func (s Folder) Within(total int64) Folder {
	s.total = total
	return s
}

// segment is one file of the spool.
type segment struct {
	number   int
	boundary bool
}

func (g segment) name() string {
	kind := "event"
	if g.boundary {
		kind = "boundary"
	}
	return fmt.Sprintf("%06d.%s.jsonl", g.number, kind)
}

// Add appends an event to the newest file of its kind, or begins another.
func (s Folder) Add(r *Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write an event: %w", err)
	}
	return s.add(append(line, '\n'), r.Boundary())
}

func (s Folder) add(line []byte, boundary bool) error {
	kept, err := s.segments()
	if err != nil {
		return err
	}
	last := segment{number: 1, boundary: boundary}
	for _, g := range kept {
		if g.boundary == boundary {
			last.number = max(last.number, g.number)
		}
	}
	for { // what was begun here may be full already: others write too
		full, err := s.write(last, line)
		if err != nil || !full {
			return err
		}
		last.number++
		kept = append(kept, last)
		if err := s.evict(kept); err != nil {
			return err
		}
	}
}

// write appends a line unless the file is full.
func (s Folder) write(g segment, line []byte) (full bool, err error) {
	f, err := os.OpenFile(filepath.Join(s.dir, g.name()), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return false, fmt.Errorf("open the spool: %w", err)
	}
	defer func() {
		if e := f.Close(); e != nil && err == nil {
			err = fmt.Errorf("close the spool: %w", e)
		}
	}()
	st, err := f.Stat()
	switch {
	case err != nil:
		return false, fmt.Errorf("look at the spool: %w", err)
	case !st.Mode().IsRegular():
		return false, fmt.Errorf("%s in the spool is no file", g.name())
	case st.Size() >= s.segment:
		return true, nil
	case st.Size() > 0:
		end := []byte{'\n'}
		if _, err := f.ReadAt(end, st.Size()-1); err == nil && end[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if _, err := f.Write(line); err != nil {
		return false, fmt.Errorf("write to the spool: %w", err)
	}
	return false, nil
}

// segments lists the files, and makes the folder where it is not there.
func (s Folder) segments() ([]segment, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.MkdirAll(s.dir, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("open the spool: %w", err)
	}
	return segmentsOf(entries), nil
}

// segmentsOf are the files of the spool among others.
func segmentsOf(entries []os.DirEntry) []segment {
	var out []segment
	for _, e := range entries {
		number, kind, _ := strings.Cut(e.Name(), ".")
		n, err := strconv.Atoi(number)
		g := segment{number: n, boundary: kind == "boundary.jsonl"}
		if err == nil && n > 0 && n < maxNumber && g.name() == e.Name() {
			out = append(out, g)
		}
	}
	return out
}

// evict makes room for one more file of each kind. Another process may be at it
// too. A file that cannot be removed is an error only where the bound is passed.
func (s Folder) evict(kept []segment) error {
	slices.SortFunc(kept, func(a, b segment) int {
		if a.boundary != b.boundary {
			if b.boundary {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.number, b.number)
	})
	sizes := make([]int64, len(kept))
	total := 2 * s.segment
	for i, g := range kept {
		if st, err := os.Stat(filepath.Join(s.dir, g.name())); err == nil {
			sizes[i] = st.Size()
			total += sizes[i]
		}
	}
	var failed error
	for i, g := range kept {
		newest := i+1 == len(kept) || kept[i+1].boundary != g.boundary
		if total <= s.total || newest {
			continue
		}
		if err := os.Remove(filepath.Join(s.dir, g.name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = fmt.Errorf("make room in the spool: %w", err)
			continue
		}
		total -= sizes[i]
	}
	if total <= s.total {
		return nil
	}
	return failed
}
