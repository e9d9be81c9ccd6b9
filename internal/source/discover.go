package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"prism/internal/content"
	"prism/internal/transcript"
	"prism/internal/trap"
)

// Reasons of a search.
const (
	// UnreadableFolder is a folder that may not be listed.
	UnreadableFolder transcript.Reason = "unreadable_folder"
	// DeepFolder is a folder that lies deeper than is looked.
	DeepFolder transcript.Reason = "folder_too_deep"
	// NotAFile is a FIFO, device, socket or link to one in a transcript's place.
	NotAFile transcript.Reason = "not_a_file"
	// OfAnotherPerson is a file that one person sent of a conversation that is another's.
	OfAnotherPerson transcript.Reason = "of_another_person"
)

const (
	ending   = ".jsonl"
	maxDepth = 64 // of folders; symbolic links may make a tree without end
	// What is read of a file to tell what it is, in bytes: first little, then more.
	glanceSize = 4 << 10
	lookSize   = 512 << 10
)

// Options say where to search.
type Options struct {
	Paths    []string // files and folders; none: the agents' own folders
	Dialects []transcript.Dialect
	Getenv   func(string) string
	Home     string // the person's home folder; "" unknown
	User     string // name of the person who runs the program; owner of last resort
	// Kept is read with the agents' own folders, or where a path is one of its files;
	// nil: there is none.
	Kept     Kept
	KeptOnly bool // nothing on disk is looked at
}

// candidate is a file that may be a transcript.
type candidate struct {
	path     string // as found, for people
	real     string // links resolved
	size     int64
	modified time.Time
	print    Print
	kept     *content.File // nil: it is on disk
	explicit bool          // named by a person: taken whatever its name
	root     int
	above    string // of the path, what is not the agent's to name
	id       transcript.Identity
	standing transcript.Standing
	dialect  int
	err      error
	known    *membership // it is as it was when it was last opened; nil: it has to be opened
}

// Listing is the files that may be transcripts, none of them opened.
type Listing struct {
	opts    Options
	out     Finding
	files   []candidate
	byPath  map[string]int // real path → index in files
	visited map[string]bool
	owners  *owners
	homes   map[string][]string      // by folder: whose it may be, by dialect
	ahead   map[string]func() folder // folders that are looked into before the walk comes to them
	failed  error                    // what is kept could not be listed
	print   string                   // the fingerprint; "" until it is asked for
	at      int64                    // which look at what is kept it is
}

// Discover finds the transcripts under opts.Paths, or in the agents' own folders,
// and groups them into Units. Paths may overlap. What cannot be read is noted in
// the Finding; the error is the context's.
func Discover(ctx context.Context, opts Options) (Finding, error) {
	l, err := List(ctx, opts)
	if err != nil {
		return Finding{}, err
	}
	return l.Find(ctx, nil, time.Time{})
}

// List looks for the files that Discover opens: it walks the folders and opens
// nothing else.
func List(ctx context.Context, opts Options) (*Listing, error) {
	if opts.Getenv == nil {
		opts.Getenv = func(string) string { return "" }
	}
	if opts.Kept != nil {
		opts.Kept = tellings(opts.Kept, opts.Dialects)
	}
	f := newListing(opts)
	var kept []string
	for _, path := range opts.Paths {
		switch {
		case opts.Kept != nil && IsKept(path):
			kept = append(kept, path)
		case !opts.KeptOnly:
			f.root(ctx, Root{Path: path}, path)
		}
	}
	if len(opts.Paths) == 0 && !opts.KeptOnly {
		for _, d := range opts.Dialects {
			for _, root := range d.Roots(getenvSlashed(opts.Getenv), filepath.ToSlash(opts.Home)) {
				root = filepath.FromSlash(root)
				start := root
				if sub := d.Narrow(filepath.ToSlash(root), names(root)); sub != "" {
					start = filepath.Join(root, sub)
				}
				f.root(ctx, Root{Path: root, Agent: d.Agent, Default: true}, start)
			}
		}
	}
	if opts.Kept != nil && (len(opts.Paths) == 0 || len(kept) > 0) {
		f.kept(ctx, kept)
	}
	if err := cmp.Or(ctx.Err(), f.failed); err != nil {
		return nil, fmt.Errorf("search transcripts: %w", err)
	}
	return f, nil
}

func newListing(opts Options) *Listing {
	return &Listing{
		opts: opts, byPath: make(map[string]int), visited: make(map[string]bool),
		owners: newOwners(opts.User), homes: make(map[string][]string),
	}
}

// getenvSlashed writes the folders that variables name with slashes.
func getenvSlashed(getenv func(string) string) func(string) string {
	return func(key string) string { return filepath.ToSlash(getenv(key)) }
}

func names(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the walk will say so
	}
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.Name()
	}
	return out
}

// root looks at one path that was asked for.
func (f *Listing) root(ctx context.Context, root Root, start string) {
	at := len(f.out.Roots)
	f.out.Roots = append(f.out.Roots, root)
	resolved, err := filepath.EvalSymlinks(start)
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(resolved)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.out.Roots[at].State = Missing
	case err != nil:
		f.out.Roots[at].State = Unreadable
		f.out.Ledger.Skip(start, 0, transcript.UnreadableFile)
	case info.IsDir():
		f.walk(ctx, start, resolved, at, 0)
	default:
		f.add(candidate{path: start, real: resolved, explicit: true, root: at}, info)
	}
}

// walk takes the transcripts under a folder. resolved is dir without links.
func (f *Listing) walk(ctx context.Context, dir, resolved string, root, depth int) {
	if ctx.Err() != nil || f.visited[resolved] || depth > 0 && ofSystem(resolved) {
		return
	}
	if depth > maxDepth {
		f.out.Ledger.Skip(dir, 0, DeepFolder)
		return
	}
	f.visited[resolved] = true
	of := f.look(dir)
	entries, err := of.entries, of.err
	if err != nil {
		f.out.Ledger.Skip(dir, 0, UnreadableFolder)
		if depth == 0 {
			f.out.Roots[root].State = Unreadable
		}
		if len(entries) == 0 {
			return
		}
	}
	only := f.narrow(dir, entries)
	defer f.lookAhead(ctx, dir, resolved, only, entries)()
	for i, e := range entries {
		name := e.Name()
		kind := e.Type()
		if !kind.IsDir() && kind&fs.ModeSymlink == 0 && !strings.HasSuffix(name, ending) {
			continue
		}
		path := join(dir, name)
		realPath := path
		if resolved != dir {
			realPath = join(resolved, name)
		}
		if only != "" && name != only || kind.IsDir() && passedOver(name) {
			continue
		}
		if kind&fs.ModeSymlink != 0 {
			target, err := filepath.EvalSymlinks(path)
			if err != nil {
				if strings.HasSuffix(name, ending) {
					f.out.Ledger.Skip(path, 0, transcript.UnreadableFile)
				}
				continue // a link to nothing
			}
			info, err := os.Stat(target)
			if err != nil {
				continue
			}
			switch {
			case info.IsDir():
				f.walk(ctx, path, target, root, depth+1)
			case !strings.HasSuffix(name, ending):
			case ofSystem(target):
				f.out.Ledger.Skip(path, 0, NotAFile)
			default:
				f.add(candidate{path: path, real: target, root: root}, info)
			}
			continue
		}
		if kind.IsDir() {
			f.walk(ctx, path, realPath, root, depth+1)
			continue
		}
		info, err := of.infos[i], of.errs[i]
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) { // gone meanwhile is no trouble
				f.out.Ledger.Skip(path, 0, transcript.UnreadableFile)
			}
			continue
		}
		f.add(candidate{path: path, real: realPath, root: root}, info)
	}
}

// passedOver reports whether a folder of that name is never looked into.
func passedOver(name string) bool { return name == ".git" || name == "node_modules" }

// ofSystem tells what a Unix system shows of itself as files: without end, or made
// anew at each look, and never a transcript. Shared memory is a folder like others.
func ofSystem(path string) bool {
	path = filepath.ToSlash(path) + "/"
	for _, dir := range [...]string{"/proc/", "/sys/", "/dev/"} {
		if strings.HasPrefix(path, dir) {
			return !strings.HasPrefix(path, "/dev/shm/")
		}
	}
	return false
}

// join is filepath.Join of a folder's path and a name in it.
func join(dir, name string) string {
	if dir == "" || dir == "." || os.IsPathSeparator(dir[len(dir)-1]) {
		return filepath.Join(dir, name)
	}
	if clean := filepath.Clean(dir); clean != dir {
		dir = clean
	}
	return dir + string(filepath.Separator) + name
}

func (f *Listing) narrow(dir string, entries []fs.DirEntry) string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Name()
	}
	for _, d := range f.opts.Dialects {
		if sub := d.Narrow(filepath.ToSlash(dir), list); sub != "" {
			return sub
		}
	}
	return ""
}

// add takes a file once, however many paths lead to it.
func (f *Listing) add(c candidate, info fs.FileInfo) {
	if !info.Mode().IsRegular() {
		f.out.Ledger.Skip(c.path, 0, NotAFile)
		return
	}
	if at, known := f.byPath[c.real]; known {
		f.files[at].explicit = f.files[at].explicit || c.explicit
		return
	}
	c.size, c.modified, c.print, c.above = info.Size(), info.ModTime(), PrintOf(info), f.above(&c)
	f.byPath[c.real] = len(f.files)
	f.files = append(f.files, c)
}

// aboveRoot is how many folders above the one that was asked for belong to what a
// path tells: a subagent's file lies two below its conversation's.
const aboveRoot = 2

// above is the beginning of a file's path that tells nothing.
func (f *Listing) above(c *candidate) string {
	root := f.out.Roots[c.root].Path
	if c.path == root {
		root = filepath.Dir(root)
	}
	for range aboveRoot {
		root = filepath.Dir(root)
	}
	if !filepath.IsAbs(root) || !strings.HasPrefix(c.path, root) {
		return ""
	}
	return root
}

// identify asks the dialects about files, a few at a time.
func (f *Listing) identify(ctx context.Context, files []*candidate) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), max(1, len(files)/16)) {
		wg.Go(func() {
			var asking asker
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				if err := trap.Call(func() error {
					asking.ask(ctx, f.opts.Kept, files[i], f.opts.Dialects)
					return nil
				}); err != nil {
					files[i].err = err
				}
			}
		})
	}
	wg.Wait()
}

// asker keeps what is read of files from one to the next.
type asker struct{ small, large []byte }

// ask reads as much of a file as it takes to tell whose it is.
func (a *asker) ask(ctx context.Context, kept Kept, c *candidate, dialects []transcript.Dialect) {
	if c.kept != nil && c.kept.Kind == content.Facts {
		c.named(dialects)
		return
	}
	if c.kept != nil && c.kept.Kind == content.Telemetry && c.called(dialects) {
		return
	}
	if a.small == nil {
		a.small = make([]byte, glanceSize)
	}
	c.ask(ctx, kept, a.small, dialects)
	if c.err == nil && c.standing == transcript.Unsure {
		if a.large == nil {
			a.large = make([]byte, lookSize)
		}
		c.ask(ctx, kept, a.large, dialects)
	}
}

// named takes the conversation whose facts a file holds from the file's name.
func (c *candidate) named(dialects []transcript.Dialect) {
	agent, conversation, _ := content.OfFacts(c.kept.Path)
	c.standing = transcript.Strange
	if i := slices.IndexFunc(dialects, func(d transcript.Dialect) bool { return d.Agent == agent }); i >= 0 {
		c.id, c.standing, c.dialect = transcript.Identity{Conversation: conversation}, transcript.Ours, i
	}
}

// called takes the conversation that a file of events is of from the file's name, where a
// dialect knows it by that alone; false: it has to be opened. To tell one line of events all
// of them are sorted, so looking into a file costs as much as reading it. When it begins is
// left out: a conversation has one file of events of whose it is, so nothing is ordered by it.
func (c *candidate) called(dialects []transcript.Dialect) bool {
	for i, d := range dialects {
		if d.Tell == nil {
			continue
		}
		id, standing := d.Identify(filepath.ToSlash(strings.TrimPrefix(c.path, c.above)), nil, false)
		if standing != transcript.Ours || id.Subagent != "" || id.Conversation != content.OfEvents(c.kept.Path) {
			return false
		}
		c.id, c.standing, c.dialect = transcript.Identity{Conversation: id.Conversation}, standing, i
		return true
	}
	return false
}

// ask reads the beginning of a file and asks the dialects whose it is.
func (c *candidate) ask(ctx context.Context, kept Kept, buf []byte, dialects []transcript.Dialect) {
	head, err := c.head(ctx, kept, buf)
	if err != nil {
		c.err = err
		return
	}
	whole := int64(len(head)) >= c.size || len(buf) == lookSize
	c.standing = transcript.Strange
	for i, d := range dialects {
		id, standing := d.Identify(filepath.ToSlash(strings.TrimPrefix(c.path, c.above)), head, whole)
		switch standing {
		case transcript.Ours, transcript.Aside:
			c.id, c.standing, c.dialect = id, standing, i
			return
		case transcript.Unsure:
			c.standing = transcript.Unsure
		}
	}
}

// head is the beginning of a file, as much as buf has room for.
func (c *candidate) head(ctx context.Context, kept Kept, buf []byte) ([]byte, error) {
	file, err := open(ctx, kept, c.kept, c.real, nil)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // read only
	n, err := io.ReadFull(file, buf)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return buf[:n], nil
}

// compareBools puts what does not hold first.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// firsts tell of each conversation of which something is kept whose it is: theirs who
// sent its first transcript or facts of it, or its first events where there is none. Another sender who
// knows its name adds nothing to it, and sees nothing of it. That events alone give way
// is for keys that are nobody's: their telemetry may call a person otherwise.
func (f *Listing) firsts() map[naming]*content.File {
	out := make(map[naming]*content.File)
	for i := range f.files {
		c := &f.files[i]
		if c.kept == nil || c.err != nil || c.standing != transcript.Ours {
			continue
		}
		k := naming{f.opts.Dialects[c.dialect].Agent, c.id.Conversation}
		if was := out[k]; was == nil || cmp.Or(compareBools(c.kept.Kind == content.Telemetry, was.Kind == content.Telemetry), cmp.Compare(c.kept.Number, was.Number)) < 0 {
			out[k] = c.kept
		}
	}
	return out
}

// group puts the files of one conversation together.
func (f *Listing) group() {
	units := make(map[naming]int)
	firsts := f.firsts()
	starts := make(map[string]time.Time)
	for i := range f.files {
		c := &f.files[i]
		root := &f.out.Roots[c.root]
		switch {
		case c.err != nil:
			if !errors.Is(c.err, fs.ErrNotExist) {
				f.out.Ledger.Skip(c.path, 0, transcript.UnreadableFile)
			}
			continue
		case c.standing == transcript.Aside && !c.explicit:
			continue
		case c.standing != transcript.Ours && c.kept != nil && c.kept.Kind == content.Telemetry:
			continue // events of which no line is made
		case c.standing != transcript.Ours:
			root.Other++
			f.out.Ledger.Skip(c.path, 0, transcript.NotATranscript)
			continue
		}
		d := &f.opts.Dialects[c.dialect]
		root.Files++
		root.Bytes += c.size
		if c.known == nil {
			starts[c.path] = c.id.Start
		}
		k := naming{d.Agent, c.id.Conversation}
		if first := firsts[k]; c.kept != nil && c.kept.Person != first.Person {
			f.out.Ledger.Skip(c.path, 0, OfAnotherPerson)
			continue
		}
		at, known := units[k]
		if !known {
			at = len(f.out.Units)
			units[k] = at
			home := f.home(c, c.dialect)
			u := Unit{Agent: d.Agent, Conversation: c.id.Conversation, Root: home, kept: f.opts.Kept}
			if u.Person = f.person(c, home); c.kept != nil {
				u.Root = keptHome(c.kept)
			}
			f.out.Units = append(f.out.Units, u)
		}
		u := &f.out.Units[at]
		if c.known != nil {
			// In the order in which they were when they were opened.
			if u.Files == nil {
				u.Files, u.unopened = make([]File, c.known.files), true
			}
			u.Files[c.known.at] = fileOf(c)
			continue
		}
		u.Files = append(u.Files, fileOf(c))
	}
	for i := range f.out.Units {
		if f.out.Units[i].unopened {
			continue
		}
		slices.SortFunc(f.out.Units[i].Files, func(a, b File) int { return compareFiles(a, b, starts) })
	}
	slices.SortFunc(f.out.Units, func(a, b Unit) int {
		if n := strings.Compare(a.Agent, b.Agent); n != 0 {
			return n
		}
		return strings.Compare(a.Conversation, b.Conversation)
	})
	for i := range f.out.Roots {
		if r := &f.out.Roots[i]; r.State == Found && r.Files == 0 {
			r.State = Empty
		}
	}
}

// person is whose a file is.
func (f *Listing) person(c *candidate, home string) string {
	if c.kept != nil {
		return c.kept.Person
	}
	return f.owners.of(home, c.real)
}

// fileOf is what the search found out of a file; one that was not opened does not
// tell whose lines it holds.
func fileOf(c *candidate) File {
	return File{Path: c.path, Size: c.size, ModTime: c.modified, Subagent: c.id.Subagent, Print: c.print, kept: c.kept}
}

// compareFiles orders main transcripts first, by their first event, then facts, events,
// and subagents' transcripts by path.
func compareFiles(a, b File, starts map[string]time.Time) int {
	if n := cmp.Compare(a.place(), b.place()); n != 0 {
		return n
	}
	if a.Subagent == "" {
		if n := starts[a.Path].Compare(starts[b.Path]); n != 0 {
			return n
		}
	}
	return strings.Compare(a.Path, b.Path)
}
