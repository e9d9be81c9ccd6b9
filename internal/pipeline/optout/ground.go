package optout

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"prism/internal/disk"
	"prism/internal/redact"
	"prism/internal/source"
)

// What an answer rests on beside transcripts, versions and settings are the folders
// that people worked in: the ignore files there and above, and the repositories that
// these folders belong to. A run notes how it found each that it went by, the scope's
// basis keeps the notes, and the next run looks whether all is still so.

// Notes of a basis: a line each, with what was noted and where.
const (
	ignoreNote = "!"
	rootNote   = "^"
	countNote  = "#" // how many notes there were when all was last asked anew
)

// Notes outlive what they were made for: a run over what changed cannot tell which of
// those before it nobody needs any more. So all is asked anew, and only what was asked
// is noted, when there are spare notes more than twice as many as the last time: a cost
// that grows with what was added meanwhile, and memory in line with what there is.
const spareNotes = 1000

// Notes tells of every folder that this run, or the one before it, asked about.
func (g *Keeper) Notes() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	asked := g.repos.Asked()
	if g.counted == 0 {
		g.counted = len(g.noted) + len(asked)
	}
	var b strings.Builder
	b.WriteString("\n" + countNote + strconv.Itoa(g.counted))
	line := func(kind, mark, place string) {
		if shown := place; g.redactor.Names(&shown) && !source.OnDisk(place) {
			place = shown // a name that a transcript made up
		}
		if strings.ContainsAny(place, "\n\"") {
			place = strconv.Quote(place)
		}
		b.WriteString("\n" + kind + mark + " " + place)
	}
	for _, folder := range slices.Sorted(maps.Keys(g.noted)) {
		line(ignoreNote, g.noted[folder], folder)
	}
	for _, folder := range slices.Sorted(maps.Keys(asked)) {
		line(rootNote, rootMark(asked[folder]), folder)
	}
	return b.String()
}

// Same reports whether sessions made by kept are as basis would make them now: the
// same versions, and nothing that came, went or changed where people worked. Where they
// are not, all is asked anew, and nothing that was looked at here is a note any more.
func (g *Keeper) Same(kept, basis string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.holds(kept, basis) {
		return true
	}
	g.counted = 0
	clear(g.noted)
	g.repos = g.repos.Again()
	return false
}

// holds is Same without what follows from it. g.mu is held.
func (g *Keeper) holds(kept, basis string) bool {
	versions, notes, _ := strings.Cut(kept, "\n")
	if versions, _, _ = strings.Cut(versions, " "); versions != basis { // after it, which run it was
		return false
	}
	lines := 0
	for line := range strings.Lines(notes) {
		mark, place, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if count, found := strings.CutPrefix(mark, countNote); found {
			g.counted, _ = strconv.Atoi(count) // an unsound one is counted again
			continue
		}
		if lines++; g.counted > 0 && lines > 2*g.counted+spareNotes {
			return false
		}
		if strings.HasPrefix(place, `"`) {
			place, _ = strconv.Unquote(place) // an unsound one is another place
		}
		now := ignoreNote + g.note(place)
		if strings.HasPrefix(mark, rootNote) {
			now = rootNote + rootMark(g.repos.Root(place))
		}
		if now != mark {
			return false
		}
	}
	return true
}

// rootMark stands for a git root; "-" there is none.
func rootMark(root string) string {
	if root == "" {
		return "-"
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(root))
	return strconv.FormatUint(h.Sum64(), 36)
}

// note is how the ignore file of a folder stood when it was first looked at in this
// run: what changes afterwards is another note to the next run. g.mu is held.
func (g *Keeper) note(folder string) string {
	mark, ok := g.noted[folder]
	if !ok {
		mark = ignoreMark(filepath.Join(folder, redact.IgnoreFile))
		g.noted[folder] = mark
	}
	return mark
}

// ignoreMark changes with what an ignore file says; "-" there is none.
func ignoreMark(file string) string {
	link, err := os.Lstat(file)
	switch {
	case disk.Missing(err):
		return "-"
	case err != nil:
		return "?" // whoever asks what it says is told that nobody can
	case link.Mode()&fs.ModeSymlink == 0:
		return printed(link)
	}
	target, err := os.Stat(file)
	if err != nil {
		return printed(link) + ">"
	}
	return printed(link) + ">" + printed(target)
}

func printed(info fs.FileInfo) string {
	p := source.PrintOf(info)
	return fmt.Sprintf("%d.%d.%d.%d", info.Size(), info.ModTime().UnixNano(), p.Node, p.Changed)
}

// longestFolder bounds, in bytes, the paths of folders that ignore files are looked
// for in: a transcript can name any, and no system has longer ones.
const longestFolder = 4096

// levels are the folders whose ignore files speak for a session: its repository, and
// the folder that it ran in with all above it, from the deepest up.
// Those of other machines spoke before anything was sent.
func (g *Keeper) levels(repo, dir string) []string {
	if g.repos.Away() {
		return nil
	}
	var list []string
	for i, place := range [...]string{dir, repo} {
		path := filepath.FromSlash(place)
		if place == "" || !filepath.IsAbs(path) || len(path) > longestFolder {
			continue
		}
		for path = filepath.Clean(path); !slices.Contains(list, path); path = filepath.Dir(path) {
			list = append(list, path)
			if i > 0 {
				break
			}
		}
	}
	return list
}
