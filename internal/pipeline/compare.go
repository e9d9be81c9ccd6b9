package pipeline

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strconv"
	"time"

	"prism/internal/source"
	"prism/internal/store"
)

// compare finds out what the listed files hold, sets it against what is stored of
// them, and returns the units that must be read. With all, every file is
// looked into and what is stored is linked again; else a file that is as it was
// when the scope was saved is not opened.
func (u *update) compare(ctx context.Context, all bool, saved time.Time, sources iter.Seq2[store.Source, error]) ([]*unit, error) {
	stored := make(map[string]store.Source)
	var known []source.Known
	for s, err := range sources {
		if err != nil {
			return nil, reading(err)
		}
		stored[s.ID] = s
		if !all {
			known = append(known, source.Known{Agent: s.Agent, Conversation: s.Name, Files: sourceFiles(s.Files)})
		}
	}
	var err error
	if u.found, err = u.files.Find(ctx, known, saved); err != nil {
		return nil, err
	}
	for _, s := range stored {
		all = all || s.Dirty // a run ended before they were linked: who they had to do with is not known
	}
	var stale, gone []*unit
	var before []string // rows whose marks will be others
	present := make(map[naming]bool, len(u.found.Units))
	version := u.opts.Cutting.version()
	units, err := u.newUnits(ctx)
	if err != nil {
		return nil, err
	}
	if !u.some {
		u.found.Units = nil // each has its own
	}
	for _, c := range units {
		u.units[c.id] = c
		present[naming{c.src.Agent, c.src.Conversation}] = true
		s, ok := stored[c.id]
		delete(stored, c.id)
		if !ok || c.id == u.opts.Again || u.bad[s.ID] || s.Reader != version || s.Revision != c.revision || s.Person != c.src.Person || !sameFiles(&c.src, s.Files) || u.gate.Repositories().OfPerson(s.Person, s.Folders) != s.Repo.Key || all && veiled(s.Folders) {
			stale = append(stale, c)
			if ok {
				before = append(before, c.id)
			}
			if ok && !u.bad[s.ID] {
				c.was, c.all = &s, all
			}
			continue
		}
		c.repo, c.counts = s.Repo, s.Counts
		u.keep(c, &s, all)
	}
	lost := 0
	u.moved = make(map[naming]bool)
	for _, s := range stored {
		u.moved[naming{s.Agent, s.Name}] = true
		// Claude Code deletes its transcripts after a time: of the agents' own folders
		// what is gone is kept. A conversation that still has a file somewhere is not gone.
		if !u.isDefault() || present[naming{s.Agent, s.Name}] || source.OnDisk(s.Path) {
			u.removed = append(u.removed, s.ID)
			continue
		}
		if u.bad[s.ID] {
			u.removed = append(u.removed, s.ID)
			lost++
			continue
		}
		c := &unit{id: s.ID, revision: s.Revision, repo: s.Repo, counts: s.Counts, gone: true,
			src: source.Unit{Agent: s.Agent, Conversation: s.Name, Person: s.Person, Files: sourceFiles(s.Files)}}
		gone = append(gone, c)
	}
	u.leftOut(lost)
	slices.SortFunc(gone, compareUnits)
	for i, c := range gone {
		if i > 0 && gone[i-1].src.Agent == c.src.Agent && gone[i-1].src.Conversation == c.src.Conversation {
			u.removed = append(u.removed, c.id) // one conversation that lay at two places
			continue
		}
		s := stored[c.id]
		u.units[c.id] = c
		u.keep(c, &s, all)
	}
	slices.Sort(u.removed)
	return stale, u.recallMarks(ctx, append(before, u.removed...))
}

// naming is what an agent's client calls a conversation.
type naming struct{ agent, conversation string }

// recallMarks notes the marks that rows had until now.
func (u *update) recallMarks(ctx context.Context, rows []string) error {
	for list := range slices.Chunk(rows, askRows) {
		some, err := u.db.Load(ctx, u.scope, list)
		if err != nil {
			return reading(err)
		}
		for i := range some {
			u.was[some[i].ID] = linkMarks(some[i].Marks)
		}
	}
	return nil
}

// keep takes a stored conversation as it is.
func (u *update) keep(c *unit, s *store.Source, all bool) {
	if s.Gone != c.gone {
		u.gone[c.id] = c.gone
	}
	if s.Dirty || all || s.Gone != c.gone {
		u.dirty = append(u.dirty, c.id)
	}
}

// newUnitsAtOnce is how many units one worker makes before it asks for more.
const newUnitsAtOnce = 256

// newUnits are the conversations that were found, in their order.
func (u *update) newUnits(ctx context.Context) ([]*unit, error) {
	units := make([]*unit, len(u.found.Units))
	err := parallel(ctx, u.opts.crew(u.opts.Workers), (len(units)+newUnitsAtOnce-1)/newUnitsAtOnce, func(_ context.Context, _ *worker, n int) error {
		for i := n * newUnitsAtOnce; i < min(len(units), (n+1)*newUnitsAtOnce); i++ {
			units[i] = u.newUnit(u.found.Units[i])
		}
		return nil
	})
	return units, err
}

// newUnit is a conversation whose revision changes with its files, and with what the
// gate hides: prose that was quoted from them has passed it.
func (u *update) newUnit(src source.Unit) *unit {
	revision := strconv.AppendUint(make([]byte, 0, 17+len(u.gateVersion)), src.Fingerprint(), 16)
	return &unit{id: rowOf(src.Agent, src.Conversation, src.Main()), src: src, revision: string(append(append(revision, ' '), u.gateVersion...))}
}

func sameFiles(src *source.Unit, files []store.File) bool {
	if len(src.Files) != len(files) {
		return false
	}
	if len(files) == 1 { // as nearly all conversations have
		return files[0] == fileOf(&src.Files[0])
	}
	kept := make(map[store.File]bool, len(files))
	for _, f := range files {
		kept[f] = true
	}
	for i := range src.Files {
		if !kept[fileOf(&src.Files[i])] {
			return false
		}
	}
	return true
}

func sourceFiles(files []store.File) []source.File {
	out := make([]source.File, len(files))
	for i, f := range files {
		out[i] = source.File{Path: f.Path, Size: f.Size, ModTime: time.Unix(0, f.ModTime), Print: source.Print{Node: f.Node, Changed: f.Changed}}
	}
	return out
}

func fileOf(f *source.File) store.File {
	return store.File{Path: f.Path, Size: f.Size, ModTime: f.ModTime.UnixNano(), Node: f.Print.Node, Changed: f.Print.Changed}
}

func compareUnits(a, b *unit) int {
	return cmp.Or(cmp.Compare(a.src.Agent, b.src.Agent), cmp.Compare(a.src.Conversation, b.src.Conversation), cmp.Compare(a.src.Main(), b.src.Main()))
}
