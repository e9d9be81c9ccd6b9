package source

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// Folders above the one that was asked for may have any name, also one that means
// something within a conversation's folder.
func TestNoFolderAboveHidesAnything(t *testing.T) {
	for _, above := range []string{"subagents", "tool-results", idB + "/subagents", idB + "/tool-results", idB + "/subagents/more", "projects/p/" + idB + "/tool-results", ".claude", "projects"} {
		for _, under := range []string{"projects/p", "p", "home/.claude/projects/p"} {
			dir := tree(t, map[string]string{
				above + "/saved/" + under + "/" + idA + ".jsonl":                          said(idA, "u1", "00", "hello"),
				above + "/saved/" + under + "/" + idA + "/subagents/agent-x.jsonl":        side(idA, "x", "s1"),
				above + "/saved/" + under + "/" + idA + "/tool-results/" + idB + ".jsonl": said(idB, "u2", "00", "no conversation"),
			})
			root := filepath.Join(dir, filepath.FromSlash(above), "saved")
			file := filepath.Join(root, filepath.FromSlash(under), idA+".jsonl")
			for _, path := range []string{root, filepath.Dir(file)} {
				found, err := Discover(context.Background(), Options{Paths: []string{path}, Dialects: []transcript.Dialect{claude.Dialect()}})
				if err != nil || len(found.Units) != 1 || found.Files() != 2 || found.Units[0].Files[1].Subagent != "x" {
					t.Errorf("%s below %s/saved: %+v, %v", under, above, found.Units, err)
				}
			}
		}
	}
}

// A folder that lies too deep to be looked into is told, and makes another answer.
func TestFoldersTooDeepAreTold(t *testing.T) {
	deep := strings.Repeat("d/", maxDepth)
	dir := tree(t, map[string]string{
		deep + idA + ".jsonl":        said(idA, "u1", "00", "just within"),
		deep + "e/" + idB + ".jsonl": said(idB, "u2", "00", "too deep"),
	})
	l := list(t, dir)
	before := l.Fingerprint()
	found, err := l.Find(context.Background(), nil, time.Time{})
	if err != nil || len(found.Units) != 1 {
		t.Fatalf("%+v, %v", found.Units, err)
	}
	if found.Ledger.Skipped[DeepFolder] != 1 || !slices.ContainsFunc(found.Ledger.Troubles, func(x fact.Trouble) bool { return strings.HasSuffix(x.File, "/d/e") }) {
		t.Errorf("%+v", found.Ledger)
	}
	if list(t, dir).Fingerprint() != before {
		t.Error("the same files have two fingerprints")
	}
}
