package session

import (
	"fmt"
	"testing"

	"prism/internal/fact"
)

// workday is a conversation of many turns with the usual mix of lines.
func workday(id string, turns int) *script {
	s := start(id, 0)
	for i := range turns {
		s.prompt(fmt.Sprintf("Please change the handling of case %d in the parser and test it.", i))
		for j := range 10 {
			call := fmt.Sprintf("%s-%d-%d", id, i, j)
			switch j % 5 {
			case 0:
				s.call(call, "Read", fmt.Sprintf("/src/app/f%d.go", j)).done(call, "")
			case 1:
				s.edit(call, fmt.Sprintf("/src/app/f%d.go", j), []string{"func case" + call + "() error {", "return parse(input)"}, []string{"func old" + call + "() {"})
			case 2:
				s.call(call, "Bash", "cd /src/app && go test ./... 2>&1 | tail -20").done(call, "ok  \tapp/parser\t0.2s\nok  \tapp/cli\t0.1s")
			case 3:
				s.say("The parser now handles this case; running the tests.")
			case 4:
				s.bill("m"+call, "model-a", fact.Tokens{Input: 10, Output: 200, CacheRead: 50000})
			}
		}
	}
	return s
}

func BenchmarkBuilder(b *testing.B) {
	s := workday("a", 50)
	b.ReportAllocs()
	for b.Loop() {
		build("a", s)
	}
	b.ReportMetric(float64(len(s.recs)*b.N)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkCut(b *testing.B) {
	c := build("a", workday("a", 50))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Cut(b.Context(), c, nil, Options{CommitBoundary: true}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDigest(b *testing.B) {
	c := build("a", workday("a", 50))
	drafts, _ := Cut(b.Context(), c, nil, Options{})
	b.ReportAllocs()
	for b.Loop() {
		NewDigest(c, drafts)
	}
}

func BenchmarkDigestStored(b *testing.B) {
	c := build("a", workday("a", 50))
	drafts, _ := Cut(b.Context(), c, nil, Options{})
	data, err := NewDigest(c, drafts).MarshalBinary()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var d Digest
		if err := d.UnmarshalBinary(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLink(b *testing.B) {
	var all []*Digest
	for i := range 200 {
		id := fmt.Sprintf("c%d", i)
		all = append(all, digest(b, id, workday(id, 10)))
	}
	b.ReportAllocs()
	for b.Loop() {
		Link(all, later)
	}
}

func BenchmarkCommandClass(b *testing.B) {
	lines := []string{"go test ./... 2>&1 | tail -20", "cd /src/app && git status --short", "grep -rn 'foo' --include=*.go . | head", "git commit -m \"$(cat <<'EOF'\nfix: x\nEOF\n)\""}
	b.ReportAllocs()
	for b.Loop() {
		for _, l := range lines {
			CommandClass(l)
		}
	}
}
