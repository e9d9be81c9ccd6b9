package conversation

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/transcript"
)

func TestDiffOf(t *testing.T) {
	text := func(s ...string) (out [][]byte) {
		for _, l := range s {
			out = append(out, []byte(l))
		}
		return out
	}
	for _, c := range []struct {
		name string
		res  transcript.Result
		most int
		want []string
		cut  int
	}{
		{"two hunks", transcript.Result{Hunks: []transcript.Hunk{{Removed: text("a"), Added: text("b")}, {Added: text("c")}}}, 100, []string{"-a", "+b", "", "+c"}, 0},
		{"a new file", transcript.Result{Created: true, Content: []byte("one\r\ntwo")}, 100, []string{"+one", "+two"}, 0},
		{"no room", transcript.Result{Hunks: []transcript.Hunk{{Added: text("four", "five", "x")}}}, 6, []string{"+four"}, 2},
		{"not text", transcript.Result{Hunks: []transcript.Hunk{{Added: text("a\xff")}}}, 100, []string{"+a\uFFFD"}, 0},
		{"nothing", transcript.Result{}, 100, nil, 0},
	} {
		got, cut := diffOf(&c.res, c.most)
		if !slices.Equal(got, c.want) || cut != c.cut {
			t.Errorf("%s: %q, %d left out; want %q, %d", c.name, got, cut, c.want, c.cut)
		}
	}
	long := transcript.Result{Created: true, Content: []byte(strings.Repeat("x\n", diffLines+7))}
	if got, cut := diffOf(&long, diffMost); len(got) != diffLines || cut != 7 {
		t.Errorf("%d lines, %d left out", len(got), cut)
	}
}
