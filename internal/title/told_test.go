package title

import "testing"

// TestSubjectStays: a name that a sentence tells something of stays before its verb; one that
// only shows where stands behind the words.
func TestSubjectStays(t *testing.T) {
	for in, want := range map[string]string{
		"@docs/notes.md doesn't use the script of the other skill": "@docs/notes.md doesn't use the script of the other skill",
		"@docs/notes.md should tell how the server is started":     "@docs/notes.md should tell how the server is started",
		"@docs/notes.md add a part on how the server is started":   "add a part on how the server is started (@docs/notes.md)",
	} {
		if got := forward(in); got != want {
			t.Errorf("forward(%q) = %q, want %q", in, got, want)
		}
	}
}
