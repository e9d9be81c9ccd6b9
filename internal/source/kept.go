package source

import (
	"context"
	"io"
	"iter"
	"strings"

	"prism/internal/content"
	"prism/internal/disk"
	"prism/internal/transcript"
)

// Kept is where transcripts lie that were sent from other machines, or events: files
// of lines as a store keeps them.
type Kept interface {
	// Files yields what is kept, in any order.
	Files(ctx context.Context) iter.Seq2[content.File, error]
	// OpenFile reads a file from its beginning.
	OpenFile(ctx context.Context, f *content.File) io.ReadCloser
	// Roots are the git roots of folders by person, as each told those of their own.
	Roots(ctx context.Context) (map[string]map[string]string, error)
}

// KeptRoot is the Path of the Root that stands for what is kept, and what the paths of
// its files begin with.
const KeptRoot = content.KeptRoot

// IsKept reports whether a path is one of a file that is kept.
func IsKept(path string) bool { return strings.HasPrefix(path, KeptRoot) }

// telling reads the events among what is kept as transcripts.
type telling struct {
	Kept
	tell func(io.Reader, *transcript.Told) io.Reader
}

// OpenFile implements Kept.
func (t telling) OpenFile(ctx context.Context, f *content.File) io.ReadCloser {
	return t.beside(ctx, f, nil)
}

// beside opens a file; of events that which transcripts do not tell.
func (t telling) beside(ctx context.Context, f *content.File, told *transcript.Told) io.ReadCloser {
	in := t.Kept.OpenFile(ctx, f)
	if f.Kind != content.Telemetry {
		return in
	}
	return struct {
		io.Reader
		io.Closer
	}{t.tell(in, told), in}
}

// tellings is what is kept, with its events as transcripts where a dialect knows them.
func tellings(in Kept, dialects []transcript.Dialect) Kept {
	for _, d := range dialects {
		if d.Tell != nil {
			return telling{in, d.Tell}
		}
	}
	return in
}

// kept takes what is kept and lies below one of the paths; no path: all of it.
func (f *Listing) kept(ctx context.Context, paths []string) {
	at := len(f.out.Roots)
	f.out.Roots = append(f.out.Roots, Root{Path: KeptRoot, Default: len(paths) == 0})
	found := false
	for k, err := range f.opts.Kept.Files(ctx) {
		if err != nil {
			f.out.Roots[at].State = Unreadable
			f.out.Ledger.Skip(KeptRoot, 0, UnreadableFolder)
			f.failed = err
			return
		}
		path := k.Place()
		if !below(paths, path) {
			continue
		}
		found = true
		c := candidate{path: path, real: path, above: KeptRoot + k.Person, root: at, kept: new(content.File)}
		*c.kept = k
		c.size, c.modified, c.print = k.Size, k.Modified, Print{Node: uint64(k.Number), Changed: k.Revision}
		f.byPath[path] = len(f.files)
		f.files = append(f.files, c)
	}
	if !found && !f.opts.KeptOnly {
		f.out.Roots = f.out.Roots[:at] // nobody asked for it
	}
}

// below reports whether a path is one of some paths or lies below one.
func below(paths []string, path string) bool {
	for _, p := range paths {
		if rest, ok := strings.CutPrefix(path, p); ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(p, "/") || p == KeptRoot) {
			return true
		}
	}
	return len(paths) == 0
}

// open opens a file, on disk or where it is kept; told is what its events need not
// tell.
func open(ctx context.Context, in Kept, file *content.File, path string, told *transcript.Told) (io.ReadCloser, error) {
	if file == nil {
		return disk.Open(path)
	}
	if events, ok := in.(telling); ok {
		return events.beside(ctx, file, told), nil
	}
	return in.OpenFile(ctx, file), nil
}

// keptHome is the folder that stands for all of a person's that is kept.
func keptHome(file *content.File) string { return KeptRoot + file.Person }
