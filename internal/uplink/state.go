package uplink

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"prism/internal/content"
	"prism/internal/disk"
	"prism/internal/source"
)

// State is what a machine remembers of what it sent to one server: by it, a file that
// was written anew is told from one that grew.
type State struct {
	file  string // where it is kept; empty: nowhere
	repos *source.Repositories

	mu    sync.Mutex
	saved time.Time
	Files map[string]*sentFile `json:"files"` // by the path that the server knows
}

// sentFile is what was sent of a file.
type sentFile struct {
	Generation int64  `json:"generation"`
	Have       int64  `json:"have"`
	Node       uint64 `json:"node"`
	Head       string `json:"head"` // hash of its beginning
	HeadSize   int64  `json:"head_size"`
	End        string `json:"end,omitempty"`    // hash of what stands before Have
	Hidden     bool   `json:"hidden,omitempty"` // the gate hid something in it
}

// headMost is how much of a file's beginning tells it from another, in bytes.
const headMost = 4 << 10

// LoadState reads what was remembered in a file; where that is gone or unsound, nothing
// is, and files are sent anew.
func LoadState(file string) *State {
	s := &State{file: file, repos: source.NewRepositories()}
	if data, err := disk.Read(file, stateMost); err != nil || json.Unmarshal(data, s) != nil || s.Files == nil {
		s.Files = map[string]*sentFile{}
	}
	return s
}

const stateMost = 256 << 20

// saveEvery is how often the state is kept while files are sent, so that what was sent
// until the process is killed is not sent again.
const saveEvery = 2 * time.Second

// saveOften keeps the state if it was not for a while.
func (s *State) saveOften() error {
	s.mu.Lock()
	due := time.Since(s.saved) >= saveEvery
	s.mu.Unlock()
	if !due {
		return nil
	}
	return s.save()
}

func (s *State) save() error {
	if s.file == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved = time.Now()
	data, err := json.Marshal(s)
	if err == nil {
		if err = os.MkdirAll(filepath.Dir(s.file), 0o700); err == nil {
			err = disk.Write(s.file, data)
		}
	}
	if err != nil {
		return fmt.Errorf("remember what was sent: %w", err)
	}
	return nil
}

// place is where to go on with a file.
type place struct {
	from, generation int64
	hidden           bool // the gate hid something in what was sent of it
}

// place finds where to go on with a file, by what is remembered of it and by how far
// the server's goes.
func (s *State) place(f *file, in io.ReaderAt, have content.Receipt) (place, error) {
	head, err := stretch(in, 0, min(headMost, f.Size))
	if err != nil {
		return place{}, err
	}
	s.mu.Lock()
	was := s.Files[f.path]
	s.mu.Unlock()
	same := was != nil && was.Generation == have.Generation && have.Have <= f.Size && was.Have <= f.Size &&
		was.HeadSize <= int64(len(head)) && was.Head == sum(head[:was.HeadSize]) &&
		(was.Node == 0 || f.Print.Node == 0 || was.Node == f.Print.Node)
	if same && was.End != "" {
		end, err := ending(in, was.Have)
		if err != nil {
			return place{}, err
		}
		same = was.End == end
	}
	now := &sentFile{Node: f.Print.Node, Head: sum(head), HeadSize: int64(len(head))}
	switch {
	case same:
		now.Generation, now.Have, now.Hidden = have.Generation, have.Have, was.Hidden
		if now.Have > was.Have {
			now.Hidden = true // it was not remembered what was hidden since
		}
		if now.End, err = ending(in, now.Have); err != nil {
			return place{}, err
		}
	case have.Have == 0 && have.Generation == 0:
		now.Generation = 1
	default:
		now.Generation = have.Generation + 1 // it was written anew, or nobody remembers
	}
	s.mu.Lock()
	s.Files[f.path] = now
	s.mu.Unlock()
	return place{now.Have, now.Generation, now.Hidden}, nil
}

// sent remembers how far a file was sent.
func (s *State) sent(f *file, in io.ReaderAt, to place) error {
	end, err := ending(in, to.from)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.Files[f.path]; x != nil {
		// Another value: who reads the one before it holds no lock.
		now := *x
		now.Generation, now.Have, now.End, now.Hidden = to.generation, to.from, end, to.hidden
		s.Files[f.path] = &now
	}
	return nil
}

// ending tells what stands before a place of a file from other things.
func ending(in io.ReaderAt, to int64) (string, error) {
	from := max(0, to-headMost)
	b, err := stretch(in, from, to-from)
	return sum(b), err
}

// stretch reads a part of a file, as much of it as is there.
func stretch(in io.ReaderAt, from, size int64) ([]byte, error) {
	b := make([]byte, size)
	n, err := in.ReadAt(b, from)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:n], err
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:8])
}
