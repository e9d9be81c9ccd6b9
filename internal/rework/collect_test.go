package rework

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/digest"
)

func TestCollect(t *testing.T) {
	d := &digest.Digest{
		ID: "c", Branch: "fix", CWDs: []string{"/src/app/web", "/src/app"},
		Paths: []string{"/src/app/a.go", "/tmp/scratch.go", "/src/app/web/b.ts"},
		Turns: []digest.Turn{
			{End: at(1), Edits: []digest.Edit{{Path: 0, Time: at(0.5), Added: []uint64{1}}}},
			{End: at(2), Abandoned: true, Edits: []digest.Edit{{Path: 0, Time: at(1.5), Added: []uint64{2}}}},
			{End: at(3), Edits: []digest.Edit{
				{Path: 1, Time: at(2.5), Added: []uint64{3}},
				{Path: 2, Time: at(2.6), Removed: []uint64{4}},
				{Path: 9, Time: at(2.7), Added: []uint64{5}},
				{Path: 0, Time: at(2.8)},
			}, Commits: []string{"abcdef0"}},
			{End: at(4), Undos: []digest.Undo{
				{Time: at(3.5), Kind: KindCheckout, Paths: []string{"/src/app/a.go", "/elsewhere/x.go"}},
				{Time: at(3.6), Kind: KindRestore, Paths: []string{"/src/app"}},
				{Time: at(3.7), Kind: KindRevert, Refs: []string{"HEAD"}},
				{Time: at(3.7), Kind: digest.KindCommit, Refs: []string{"bbbbbb1"}},
				{Time: at(3.8), Kind: digest.KindCommit},
			}, Commits: []string{"bbbbbb1", "", "untold1"}},
			{End: at(5), Edits: []digest.Edit{{Path: 0, Time: at(4.5), Added: []uint64{6}}}},
		},
	}
	got := Collect("s", at(0), at(5), []Part{{Digest: d, First: 1, Last: 4}}, "/src/app")
	want := Session{
		ID: "s", Started: at(0), Ended: at(5), Branch: "fix",
		Edits: []Edit{
			{Time: at(0.5), File: "a.go", Added: []uint64{1}, Turn: 1},
			{Time: at(2.6), File: "web/b.ts", Removed: []uint64{4}, Turn: 3},
		},
		Commits: []Commit{{at(3), "abcdef0"}, {at(3.7).Add(1), "bbbbbb1"}, {at(3.8), ""}, {at(4), "untold1"}},
		Undos: []Undo{
			{Time: at(3.5), Kind: KindCheckout, Files: []string{"a.go"}},
			{Time: at(3.6), Kind: KindRestore, All: true},
			{Time: at(3.7), Kind: KindRevert, Refs: []string{"HEAD"}},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	// A wrong range is cut to what is there.
	if s := Collect("s", at(0), at(5), []Part{{Digest: d, First: -3, Last: 99}}, "/src/app"); len(s.Edits) != 3 {
		t.Errorf("%d edits", len(s.Edits))
	}
}
