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
	Files map[string]*sentFile `json:"files"` // by the path that the server knows
}

// sentFile is what was sent of a file.
type sentFile struct {
	Generation int64  `json:"generation"`
	Have       int64  `json:"have"`
	Node       uint64 `json:"node"`
	Head       string `json:"head"` // hash of its beginning
	HeadSize   int64  `json:"head_size"`
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

func (s *State) save() error {
	if s.file == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
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

// place is where to go on with a file, and by which generation.
func (s *State) place(f *file, in *os.File, have content.Receipt) (from, generation int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.Files[f.path]
	head := make([]byte, min(headMost, f.Size))
	n, err := in.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, 0, err
	}
	head = head[:n]
	same := was != nil && was.Generation == have.Generation && have.Have <= f.Size && was.HeadSize <= int64(len(head)) &&
		was.Head == sum(head[:was.HeadSize]) && (was.Node == 0 || f.Print.Node == 0 || was.Node == f.Print.Node)
	switch {
	case same:
		from, generation = have.Have, have.Generation
	case have.Have == 0 && have.Generation == 0:
		generation = 1
	default:
		generation = have.Generation + 1 // it was written anew, or nobody remembers
	}
	s.Files[f.path] = &sentFile{Generation: generation, Have: from, Node: f.Print.Node, Head: sum(head), HeadSize: int64(len(head))}
	return from, generation, nil
}

func (s *State) sent(f *file, generation, have int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.Files[f.path]; x != nil {
		x.Generation, x.Have = generation, have
	}
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:8])
}
