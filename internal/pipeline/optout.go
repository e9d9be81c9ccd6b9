package pipeline

import (
	"io"
	"os"
	"path/filepath"
	"sync"

	"prism/internal/redact"
	"prism/internal/source"
)

// maxIgnoreFile bounds what is read of an ignore file, in bytes.
const maxIgnoreFile = 256 << 10

// gatekeeper answers whose sessions are left alone: by the settings, and by the
// ignore file in a repository's root. It is safe for several goroutines.
type gatekeeper struct {
	base  redact.OptOut
	repos *source.Repositories
	warn  func(doing string, err error)

	mu    sync.Mutex
	roots map[string]redact.OptOut // repository → settings and its ignore file
	shut  map[string]bool          // repositories whose ignore file makes no sense
	noted map[string]string        // how ignore files stood before anybody went by them
}

// out reports whether sessions of a person in a repository are opted out. An
// ignore file that cannot be read, or makes no sense, opts its repository out:
// what was meant to be kept private must not slip out over a mistake.
func (g *gatekeeper) out(person, repo, dir string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	o, seen := g.roots[repo]
	if !seen {
		o = g.base
		g.note(repo)
		if repo != "" && filepath.IsAbs(filepath.FromSlash(repo)) {
			text, err := readIgnoreFile(filepath.Join(filepath.FromSlash(repo), redact.IgnoreFile))
			if err == nil && text != nil {
				o, err = g.base.WithIgnoreFile(repo, *text)
			}
			if err != nil {
				g.warn("read "+redact.IgnoreFile+", so its repository is left out", err)
				g.shut[repo] = true
			}
		}
		g.roots[repo] = o
	}
	if g.shut[repo] {
		return true
	}
	if o.IsZero() {
		return false
	}
	_, out := o.Match(redact.Subject{Person: person, Repository: repo, Dir: dir})
	return out
}

// readIgnoreFile returns nil where there is none.
func readIgnoreFile(path string) (*string, error) {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	data, err := io.ReadAll(io.LimitReader(f, maxIgnoreFile))
	if err != nil {
		return nil, err
	}
	text := string(data)
	return &text, nil
}

// optedOut asks for one conversation.
func (g *gatekeeper) optedOut(person string, cwds []string) bool {
	dir := ""
	if len(cwds) > 0 {
		dir = cwds[0]
	}
	return g.out(person, g.repos.Of(cwds), dir)
}
