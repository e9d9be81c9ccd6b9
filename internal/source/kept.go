package source

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"prism/internal/content"
	"prism/internal/disk"
	"prism/internal/transcript"
)

// Kept is where transcripts lie that were sent from other machines, or events: files
// of lines as a store keeps them.
type Kept interface {
	// AllFiles hands each file that is kept to f, in any order, and says which look at them
	// that was.
	AllFiles(ctx context.Context, f func(content.File) error) (at int64, err error)
	// News tells what was kept since an earlier look.
	News(ctx context.Context, since int64) (content.News, error)
	// FilesAt are the files at places (content.File.Place), those that are there.
	FilesAt(ctx context.Context, places []string) ([]content.File, error)
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

// OnDisk reports whether a file or folder is on this machine's disk. Of what is kept it says
// no: that is listed where it is.
func OnDisk(path string) bool {
	if IsKept(path) {
		return false
	}
	_, err := os.Lstat(path)
	return err == nil
}

// pacing reads what is kept at somebody's pace.
type pacing struct {
	Kept
	pace func(ctx context.Context, r io.Reader) io.Reader
}

// Paced is what is kept, read through what pace makes of each file's content, and of the
// lines that its events become.
func Paced(in Kept, pace func(ctx context.Context, r io.Reader) io.Reader) Kept {
	return pacing{in, pace}
}

// OpenFile implements Kept.
func (p pacing) OpenFile(ctx context.Context, f *content.File) io.ReadCloser {
	in := p.Kept.OpenFile(ctx, f)
	return struct {
		io.Reader
		io.Closer
	}{p.pace(ctx, in), in}
}

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
	lines := t.tell(in, told)
	if p, ok := t.Kept.(pacing); ok {
		lines = p.pace(ctx, lines)
	}
	return struct {
		io.Reader
		io.Closer
	}{lines, in}
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
	look, err := f.opts.Kept.AllFiles(ctx, func(k content.File) error {
		if below(paths, k.Place()) {
			found = true
			f.keep(at, k)
		}
		return nil
	})
	if err != nil {
		f.out.Roots[at].State = Unreadable
		f.out.Ledger.Skip(KeptRoot, 0, UnreadableFolder)
		f.failed = err
		return
	}
	f.at = look
	if !found && !f.opts.KeptOnly {
		f.out.Roots = f.out.Roots[:at] // nobody asked for it
	}
}

// keep takes a file that is kept.
func (f *Listing) keep(root int, k content.File) {
	path := k.Place()
	f.byPath[path] = len(f.files)
	f.files = append(f.files, candidate{path: path, real: path, above: KeptRoot + k.Person, root: root, kept: &k,
		size: k.Size, modified: k.Modified, print: printOf(&k)})
}

func printOf(k *content.File) Print { return Print{Node: uint64(k.Number), Changed: k.Revision} }

// Intake says which look at what is kept the Listing is; 0: not known.
func (f *Listing) Intake() int64 { return f.at }

// Some is the Listing of some of what is kept, and of nothing else; at is the look that
// told of them.
func Some(opts Options, at int64, files []content.File) *Listing {
	opts.Kept = tellings(opts.Kept, opts.Dialects)
	f := newListing(opts)
	f.at, f.out.Roots = at, []Root{{Path: KeptRoot, Default: true}}
	for _, k := range files {
		f.keep(0, k)
	}
	return f
}

// Reopen is a Unit that was found in an earlier look at what is kept, and whose files have
// their paths from there: what is still there of them can be read.
func Reopen(ctx context.Context, opts Options, units []*Unit) error {
	opts.Kept = tellings(opts.Kept, opts.Dialects)
	var places []string
	for _, u := range units {
		for i := range u.Files {
			places = append(places, u.Files[i].Path)
		}
	}
	files, err := opts.Kept.FilesAt(ctx, places)
	if err != nil {
		return fmt.Errorf("search transcripts: %w", err)
	}
	at := make(map[string]*content.File, len(files))
	for i := range files {
		at[files[i].Place()] = &files[i]
	}
	for _, u := range units {
		u.kept, u.unopened = opts.Kept, true
		for i := range u.Files {
			if k := at[u.Files[i].Path]; k != nil {
				u.Root, u.Files[i].kept = keptHome(k), k
			}
		}
	}
	return nil
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
