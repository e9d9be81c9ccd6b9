package pipeline

import (
	"maps"
	"slices"
	"strings"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/source"
)

// Prose passes the gate where it is quoted. What a transcript calls by name (branches,
// models, versions, addresses, paths) may be anything that a transcript says; it passes
// the gate before it is kept.

// namesVersion changes with what names of a digest are kept as; conversations are then
// read again, and those whose files are gone keep what they have.
const namesVersion = "2"

// cleanNames passes the names that a digest holds through the gate. A folder that is
// there on this machine keeps its name: by it its repository and ignore files are
// found. It is shown as cleanPlace has it.
func cleanNames(gate *redact.Redactor, d *digest.Digest, repos *source.Repositories) {
	names := []*string{&d.Version, &d.Branch, &d.Head.Transcript}
	lists := [][]string{d.Models, d.Pulls}
	paths := [][]string{d.CWDs, d.Paths}
	for i := range d.Turns {
		for _, u := range d.Turns[i].Undos {
			lists, paths = append(lists, u.Refs), append(paths, u.Paths)
		}
	}
	was := make([][]string, len(paths))
	for i, list := range paths {
		was[i] = slices.Clone(list)
	}
	for _, list := range slices.Concat(lists, paths) {
		for i := range list {
			names = append(names, &list[i])
		}
	}
	root := repos.Of(d.CWDs)
	if !gate.Names(names...) {
		return
	}
	shown := make(map[string]string) // folders as transcripts write them, and as they are kept
	for i, raw := range was[0] {
		shown[raw] = d.CWDs[i]
	}
	for _, raw := range append(was[0], root) {
		if repos.Here(raw) {
			shown[raw] = raw
		}
	}
	// The deepest first: what lies below a folder begins as the folder does.
	folders := slices.SortedFunc(maps.Keys(shown), func(a, b string) int { return len(b) - len(a) })
	for i, list := range paths {
		for k, raw := range was[i] {
			for _, folder := range folders {
				rest, below := strings.CutPrefix(raw, folder)
				if below && (rest == "" || rest[0] == '/') {
					gate.Names(&rest)
					list[k] = shown[folder] + rest
					break
				}
			}
		}
	}
}

// veiled reports whether the gate may have hidden something of a folder's name: it has
// square brackets, as a placeholder has, and some names of their own. Whether a folder is
// opted out is decided on its whole name, so only where its transcript is read.
func veiled(folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		_, rest, open := strings.Cut(f, "[")
		return open && strings.Contains(rest, "]")
	})
}

// cleanKeys is cleanNames for the names that something is counted by.
func cleanKeys(gate *redact.Redactor, counts map[string]int) map[string]int {
	out := make(map[string]int, len(counts))
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		n := counts[name]
		gate.Names(&name)
		out[name] += n
	}
	return out
}

// cleanPlace passes through the gate what is shown of a session's place.
func cleanPlace(gate *redact.Redactor, s *fact.Session) { gate.Names(&s.Folder, &s.Repo.Name) }
