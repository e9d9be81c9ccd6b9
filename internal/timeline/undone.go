package timeline

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/redact"
	"prism/internal/rework"
	"prism/internal/wire"
	"prism/internal/worktree"
)

// Bounds of what is shown of an undoing.
const (
	undoneFiles = 20
	undoneHunks = 20  // of a file, on either side
	undoneLines = 120 // of a change
	around      = 2   // lines beside those that were undone
)

// Telling is a session's turns with what its texts are hidden by.
type Telling struct {
	ID     string
	Gate   *redact.Redactor // that its texts pass
	Turns  []conversation.Turn
	Folder string   // that it worked in
	Roots  []string // folders that stand for its repository; the first that holds a file counts
}

// Taken are the lines that count as undone: of each file, as rework knows it, the hashes of
// the lines, each as often as it was taken.
type Taken map[string][]uint64

// Undone shows the lines of one session's edits that a later one took out, by file: beside
// each other, how the first wrote them and what the later one did to them. As many are
// marked as count, and no others, whatever else says the same; what was undone by a command
// stands on the first's side alone.
func Undone(first, later Telling, taken Taken) ([]wire.UndoneFile, error) {
	marked := map[string]map[uint64]int{}
	for name, hashes := range taken {
		marked[name] = map[uint64]int{}
		for _, h := range hashes {
			marked[name][h]++
		}
	}
	left, wrote, err := hunks(first, marked, '+')
	if err != nil {
		return nil, err
	}
	right, took, err := hunks(later, marked, '-')
	if err != nil {
		return nil, err
	}
	var out []wire.UndoneFile
	for name := range taken {
		if len(left[name])+len(right[name]) > 0 {
			out = append(out, wire.UndoneFile{File: cmp.Or(wrote[name], took[name]), Lines: len(taken[name]), Wrote: left[name], Took: right[name]})
		}
	}
	slices.SortFunc(out, func(a, b wire.UndoneFile) int {
		if a.Lines != b.Lines {
			return b.Lines - a.Lines
		}
		return strings.Compare(a.File, b.File)
	})
	return out[:min(len(out), undoneFiles)], nil
}

// edit is a change with the turn that it was made in.
type edit struct {
	*conversation.Edit
	turn int // from 1
}

func edits(turns []conversation.Turn) (list []edit) {
	for i := range turns {
		for k := range turns[i].Steps {
			if e := turns[i].Steps[k].Edit; e != nil && !e.Plan {
				list = append(list, edit{e, i + 1})
			}
		}
	}
	return list
}

// hunks are a telling's edits that hold some lines, by file, with as many of these marked
// as were undone, and how each file is shown. Of lines that say the same the newest went
// first, as rework has it. A path passes the gate as it was written, and whole: a piece of it
// may be the piece of a secret that nothing tells.
func hunks(t Telling, marked map[string]map[uint64]int, sign byte) (out map[string][]wire.Hunk, shown map[string]string, err error) {
	_, scope, err := lines(t.ID, t.Gate, t.Turns)
	if err != nil {
		return nil, nil, err
	}
	out, shown = map[string][]wire.Hunk{}, map[string]string{}
	left := map[string]map[uint64]int{}
	for name, keys := range marked {
		left[name] = maps.Clone(keys)
	}
	for _, e := range slices.Backward(edits(t.Turns)) {
		name := t.known(e.File)
		if len(left[name]) == 0 || len(out[name]) == undoneHunks {
			continue
		}
		at := make([]bool, len(e.Diff))
		some := false
		for i, line := range slices.Backward(e.Diff) {
			if line == "" || line[0] != sign {
				continue
			}
			if h := conversation.LineHash([]byte(line[1:])); left[name][h] > 0 {
				left[name][h]--
				at[i], some = true, true
			}
		}
		if some {
			shown[name] = t.gated(scope).known(scope.Text(e.File).String())
			out[name] = append(out[name], wire.Hunk{Turn: e.turn, Lines: near(gated(e.Diff, at, scope))})
		}
	}
	for _, list := range out {
		slices.Reverse(list)
	}
	return out, shown, scope.Err()
}

// gated is where a telling stands as the gate leaves it: there, too, a file is shown as
// the repository knows it.
func (t *Telling) gated(scope *redact.Scope) *Telling {
	g := Telling{Folder: scope.Text(t.Folder).String()}
	for _, root := range t.Roots {
		g.Roots = append(g.Roots, scope.Text(root).String())
	}
	return &g
}

// gated is a change as the gate leaves it, whole: a key may stand over several lines.
// Where it leaves other lines, none is marked.
func gated(diff []string, at []bool, scope *redact.Scope) (list []wire.HunkLine) {
	shown := strings.Split(scope.Text(strings.Join(diff, "\n")).String(), "\n")
	for i, line := range shown {
		list = append(list, wire.HunkLine{Text: clipRunes(line, lineShown), Undone: len(shown) == len(diff) && at[i]})
	}
	return list
}

// near is what stands beside the marked lines; what is left out is one empty line.
func near(list []wire.HunkLine) (out []wire.HunkLine) {
	if !slices.ContainsFunc(list, func(l wire.HunkLine) bool { return l.Undone }) {
		return list[:min(len(list), undoneLines)]
	}
	gap := false
	for i := range list {
		beside := slices.ContainsFunc(list[max(0, i-around):min(len(list), i+around+1)], func(l wire.HunkLine) bool { return l.Undone })
		switch {
		case len(out) == undoneLines:
			return out
		case beside:
			if gap && len(out) > 0 {
				out = append(out, wire.HunkLine{})
			}
			out, gap = append(out, list[i]), false
		default:
			gap = true
		}
	}
	return out
}

// known is the path by which rework knows a file, relative to the repository: folders
// differ between clones and worktrees. What lies outside of it is known by its whole path.
func (t *Telling) known(file string) string {
	if rel, ok := rework.Path(file, t.Folder, append(t.Roots[:len(t.Roots):len(t.Roots)], t.Folder)...); ok {
		return rel
	}
	return worktree.File(t.Folder, file)
}
