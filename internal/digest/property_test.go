package digest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"prism/internal/conversation"
	"prism/internal/transcript/transcripttest"
)

// A digest survives being stored, and its numbers agree.
func TestStoredDigestsAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := build("c", transcripttest.Drawn(t, "x"))
		drafts, err := conversation.Cut(t.Context(), c, byWord{}, conversation.Options{CommitBoundary: rapid.Bool().Draw(t, "commits")})
		if err != nil {
			t.Fatal(err)
		}
		d := New(c, drafts)
		data, err := d.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back Digest
		if err := back.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, &back, cmp.AllowUnexported(Digest{}, Turn{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}
