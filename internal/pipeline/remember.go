package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/source"
	"prism/internal/store"
)

// viewVersion changes with anything in linking, facts, rework or redaction that can
// change a Reading without changing a digest or a verdict.
const viewVersion = "2"

// viewKey names the answer that is asked for: paths, options, versions.
func (r *run) viewKey() string {
	h := sha256.New()
	line := func(parts ...any) { _, _ = fmt.Fprintf(h, "%q\n", fmt.Sprint(parts...)) }
	line("view ", viewVersion, " ", r.readerVersion())
	line(r.Judge.Name(), " ", r.Judge.Version())
	if r.Fallback != nil {
		line("or ", r.Fallback.Name(), " ", r.Fallback.Version())
	}
	if r.SkipMachines {
		line("but machine runs")
	}
	if !r.OptOut.IsZero() {
		line(fmt.Sprintf("%+v", r.OptOut))
	}
	line(r.Prices.Version())
	var paths []string
	for _, root := range r.found.Roots {
		p := root.Path
		if abs, err := filepath.Abs(p); err == nil {
			p = abs
		}
		paths = append(paths, fmt.Sprint(p, " ", root.Default))
	}
	slices.Sort(paths)
	for _, p := range slices.Compact(paths) {
		line(p)
	}
	return sum(h)
}

// fingerprint is the state of the files.
func (r *run) fingerprint() string {
	h := sha256.New()
	for i := range r.found.Units {
		u := &r.found.Units[i]
		_, _ = fmt.Fprintf(h, "%q %q %q %x\n", u.Agent, u.Conversation, u.Person, u.Fingerprint())
	}
	led := &r.found.Ledger
	_, _ = fmt.Fprintf(h, "%d %v %v\n", led.Lines, led.Skipped, led.Troubles)
	return sum(h)
}

func sum(h interface {
	io.Writer
	Sum([]byte) []byte
}) string {
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// remembered returns the reading of an earlier run when nothing has changed since.
func (r *run) remembered(ctx context.Context, key, print string) *fact.Reading {
	if r.Store == nil {
		return nil
	}
	var err error
	if r.titles, err = r.Store.Titles(ctx); err != nil {
		r.forsake("read the store", err)
		return nil
	}
	reading, ok, err := r.Store.LoadView(ctx, key, print)
	if err != nil {
		r.forsake("read the store", err)
		return nil
	}
	if !ok {
		return nil
	}
	return reading
}

// forsake goes on without the store.
func (r *run) forsake(doing string, err error) {
	r.warn(doing, err)
	r.Store = nil
}

// isDefault reports whether the agents' own folders are read.
func (r *run) isDefault() bool { return len(r.Search.Paths) == 0 }

// storedUnits loads what earlier runs made of the conversations under the paths.
func (r *run) storedUnits(ctx context.Context) map[string]store.Unit {
	if r.Store == nil {
		return nil
	}
	var roots []string
	for _, root := range r.found.Roots {
		roots = append(roots, root.Path)
		if real, err := filepath.EvalSymlinks(root.Path); err == nil && real != root.Path {
			roots = append(roots, real)
		}
	}
	units := make(map[string]store.Unit)
	for u, err := range r.Store.Units(ctx, roots...) {
		if err != nil {
			r.forsake("read the store", err)
			return nil
		}
		units[u.ID] = u
	}
	return units
}

// unitID names a conversation at its place: a copy of it elsewhere is another unit.
func unitID(u *source.Unit) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%q %q %q", u.Agent, u.Conversation, u.Main())
	return sum(h)
}

// recall takes from the store the digests of units whose files did not change,
// and returns the units that must be read.
func (r *run) recall(stored map[string]store.Unit) []*unit {
	var stale []*unit
	for i := range r.found.Units {
		u := &unit{src: r.found.Units[i]}
		u.print = u.src.Fingerprint()
		r.units = append(r.units, u)
		s, ok := stored[unitID(&u.src)]
		if !ok || s.ReaderVersion != r.readerVersion() || !sameFiles(&u.src, s.Files) || !r.digest(u, &s) {
			stale = append(stale, u)
		}
	}
	return stale
}

func sameFiles(u *source.Unit, files []store.File) bool {
	if len(u.Files) != len(files) {
		return false
	}
	for _, f := range u.Files {
		if !slices.Contains(files, store.File{Path: f.Path, Size: f.Size, ModTime: f.ModTime.UnixNano()}) {
			return false
		}
	}
	return true
}

// digest takes a stored digest; one that does not decode is as good as none.
func (r *run) digest(u *unit, s *store.Unit) bool {
	u.counts = s.Counts
	return r.decode(u, s.Digest)
}

// decode makes u's digest of its binary form.
func (r *run) decode(u *unit, blob []byte) bool {
	var d digest.Digest
	if err := d.UnmarshalBinary(blob); err != nil {
		return false
	}
	u.digest = &d
	r.place(u)
	return true
}

// keepGone adds the conversations of the agents' own folders whose files are no
// longer there: Claude Code deletes its transcripts after a time. A conversation
// that still has a file somewhere under the paths is not gone.
func (r *run) keepGone(stored map[string]store.Unit) {
	if !r.isDefault() {
		return
	}
	present := make(map[string]bool, len(r.units))
	for _, u := range r.units {
		present[u.src.Agent+"\x00"+u.src.Conversation] = true
	}
	var gone []*unit
	for _, s := range stored {
		if present[s.Agent+"\x00"+s.Conversation] || exists(s.Path) {
			continue
		}
		u := &unit{gone: true, src: source.Unit{Agent: s.Agent, Conversation: s.Conversation, Person: s.Person}}
		for _, f := range s.Files {
			u.src.Files = append(u.src.Files, source.File{Path: f.Path, Size: f.Size, ModTime: time.Unix(0, f.ModTime)})
		}
		u.print = u.src.Fingerprint()
		if r.digest(u, &s) {
			u.digest.Repo = s.Repo // its checkout may be gone too
			gone = append(gone, u)
		}
	}
	slices.SortFunc(gone, compareUnits)
	for i, u := range gone {
		if i > 0 && gone[i-1].src.Agent == u.src.Agent && gone[i-1].src.Conversation == u.src.Conversation {
			continue // one conversation that lay at two places
		}
		r.units = append(r.units, u)
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// saveUnits is how many conversations one transaction holds: what it has written
// stays in memory until it is committed.
const saveUnits = 128

// remember saves what this run established: conversations first, each with all it
// came to or not at all, and the view, which rests on them, last.
func (r *run) remember(ctx context.Context, judged []store.Judged, view *store.View) {
	if r.Store == nil {
		return
	}
	save := func(c store.Changes) bool {
		err := r.Store.Save(ctx, c)
		r.warn("write the store", err)
		return err == nil
	}
	last := store.Changes{Verdicts: judged, View: view, Gone: make(map[string]bool)}
	var part store.Changes
	for _, u := range r.units {
		if !u.fresh {
			last.Gone[unitID(&u.src)] = u.gone
			continue
		}
		s, err := u.stored(u.cutBy)
		if err != nil {
			r.warn("write the store", err)
			return
		}
		part.Units = append(part.Units, s)
		u.digest = nil // the last to need it; saving needs the room
		if len(part.Units) == saveUnits {
			if !save(part) {
				return
			}
			clear(part.Units)
			part.Units = part.Units[:0]
		}
	}
	last.Units = part.Units
	save(last)
}

// stored is what the store keeps of a unit.
func (u *unit) stored(version string) (store.Unit, error) {
	blob, err := u.digest.MarshalBinary()
	if err != nil {
		return store.Unit{}, err
	}
	s := store.Unit{
		ID: unitID(&u.src), Agent: u.src.Agent, Conversation: u.src.Conversation, Path: u.src.Main(), Person: u.src.Person,
		Repo: u.digest.Repo, ReaderVersion: version, Digest: blob, Counts: u.counts,
	}
	for _, f := range u.src.Files {
		s.Files = append(s.Files, store.File{Path: f.Path, Size: f.Size, ModTime: f.ModTime.UnixNano()})
	}
	return s, nil
}
