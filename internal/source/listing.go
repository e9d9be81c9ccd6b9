package source

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"prism/internal/transcript"
)

// Roots are the folders and files that were looked at, without what was found in
// them.
func (f *Listing) Roots() []Root { return f.out.Roots }

// Folders are those that were looked into, in order.
func (f *Listing) Folders() []string { return slices.Sorted(maps.Keys(f.visited)) }

// Fingerprint changes when a file comes, goes, grows, is written again or made
// readable or not, when its owner is another, and with whatever trouble the search
// met. It does not look into files: equal fingerprints stand for equal Findings. It is
// told as it was when it was first asked for: what Find meets in files stands for no change.
func (f *Listing) Fingerprint() string {
	if f.print == "" {
		f.print = f.fingerprint()
	}
	return f.print
}

func (f *Listing) fingerprint() string {
	h := sha256.New()
	b := make([]byte, 0, 512)
	text := func(s string) {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	told := make(map[string]bool) // folders whose owner is told
	for i := range f.files {
		c := &f.files[i]
		b = b[:0]
		text(c.path)
		if c.real != c.path {
			text(c.real)
		}
		b = binary.AppendUvarint(b, uint64(c.root))
		if c.explicit {
			b = append(b, 1)
		}
		b = binary.LittleEndian.AppendUint64(b, uint64(c.size))
		b = binary.LittleEndian.AppendUint64(b, uint64(c.modified.UnixNano()))
		b = binary.LittleEndian.AppendUint64(b, c.print.Node)
		b = binary.LittleEndian.AppendUint64(b, uint64(c.print.Changed))
		if dir := filepath.Dir(c.real); c.kept == nil && !told[dir] {
			told[dir] = true
			for d := range f.opts.Dialects {
				home := f.home(c, d)
				text(home)
				text(f.owners.of(home, c.real))
			}
		}
		_, _ = h.Write(b)
	}
	for _, r := range f.out.Roots {
		_, _ = fmt.Fprintf(h, "%q %d\n", r.Path, r.State)
	}
	led := &f.out.Ledger
	_, _ = fmt.Fprintf(h, "%d %v %v\n", led.Lines, led.Skipped, led.Troubles)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// home is the folder of the dialect's agent that a file lies in; it is asked once
// for each folder.
func (f *Listing) home(c *candidate, dialect int) string {
	dir := filepath.Dir(c.real)
	homes, ok := f.homes[dir]
	if !ok {
		for i := range f.opts.Dialects {
			homes = append(homes, filepath.FromSlash(f.opts.Dialects[i].Home(filepath.ToSlash(c.real))))
		}
		f.homes[dir] = homes
	}
	return homes[dialect]
}

// Known is a conversation that an earlier search found, with its files in order.
type Known struct {
	Agent        string
	Conversation string
	Files        []File
}

// membership says where a file stands in a known conversation.
type membership struct {
	of        *Known
	at, files int
}

// Find groups the listed files into Units. Files of known conversations that are
// as they were, and were not touched after since, are not opened: a Unit all of
// whose files are such, and to which no other file belongs, is taken as it is
// known. The Finding is the one that opening them all would give. It is asked for once:
// what was listed of each file takes more room than the Units made of it, and is let go of.
func (f *Listing) Find(ctx context.Context, known []Known, since time.Time) (Finding, error) {
	members := f.recognise(known, since)
	var open []*candidate
	for i := range f.files {
		if c := &f.files[i]; c.known == nil {
			open = append(open, c)
		}
	}
	f.identify(ctx, open)
	// A file that joins a known conversation, or none of its own, changes the order.
	var more []*candidate
	for _, c := range open {
		if c.err == nil && c.standing == transcript.Ours {
			k := naming{f.opts.Dialects[c.dialect].Agent, c.id.Conversation}
			for _, m := range members[k] {
				m.known = nil
				more = append(more, m)
			}
			delete(members, k)
		}
	}
	f.identify(ctx, more)
	if err := ctx.Err(); err != nil {
		return Finding{}, fmt.Errorf("search transcripts: %w", err)
	}
	f.group()
	if f.at == 0 {
		f.Fingerprint() // which is still told
	}
	found := f.out
	f.files, f.byPath, f.homes, f.out.Units = nil, nil, nil, nil
	return found, nil
}

// naming is what a conversation is called.
type naming struct{ agent, conversation string }

// recognise finds the files of known conversations, and returns them by these.
func (f *Listing) recognise(known []Known, since time.Time) map[naming][]*candidate {
	members := make(map[naming][]*candidate)
	if len(known) == 0 {
		return members
	}
	dialects := make(map[string]int)
	for i, d := range f.opts.Dialects {
		dialects[d.Agent] = i
	}
	byPath := make(map[string]*candidate, len(f.files))
	for i := range f.files {
		byPath[f.files[i].path] = &f.files[i]
	}
	often := make(map[naming]int, len(known)) // one that lies at two places is looked at anew
	for i := range known {
		often[naming{known[i].Agent, known[i].Conversation}]++
	}
	for i := range known {
		k := &known[i]
		dialect, ok := dialects[k.Agent]
		name := naming{k.Agent, k.Conversation}
		if !ok || often[name] > 1 {
			continue
		}
		var files []*candidate
		for n := range k.Files {
			if c := byPath[k.Files[n].Path]; c != nil && c.known == nil && c.isAs(&k.Files[n], since) {
				files = append(files, c)
			}
		}
		if len(files) != len(k.Files) {
			continue
		}
		for n, c := range files {
			c.known = &membership{k, n, len(files)}
			c.id, c.standing, c.dialect = transcript.Identity{Conversation: k.Conversation}, transcript.Ours, dialect
		}
		members[name] = files
	}
	return members
}

// isAs reports whether a file is as it was, and was not touched after since. A
// second is allowed for clocks that tick slowly.
func (c *candidate) isAs(was *File, since time.Time) bool {
	return c.size == was.Size && c.modified.Equal(was.ModTime) && c.print == was.Print && c.print.Changed < since.Add(-time.Second).UnixNano()
}

// Opened is the Unit with what its files tell of themselves, which Find leaves
// out where it does not open them.
func (u *Unit) Opened(ctx context.Context, dialects []transcript.Dialect) Unit {
	out := *u
	if !u.unopened {
		return out
	}
	out.unopened, out.Files = false, make([]File, len(u.Files))
	var asking asker
	for i, file := range u.Files {
		c := candidate{path: file.Path, real: file.Path, size: file.Size, kept: file.kept}
		if c.kept != nil {
			c.above = keptHome(c.kept)
		}
		if asking.ask(ctx, u.kept, &c, dialects); c.err == nil && c.standing == transcript.Ours {
			file.Subagent = c.id.Subagent
		}
		out.Files[i] = file
	}
	return out
}
