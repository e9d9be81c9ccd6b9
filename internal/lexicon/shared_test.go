package lexicon

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// A Book whose phrases share their ends finds what one finds in which each way that a
// phrase may take stands by itself.
func TestSharedEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, group := range []string{"person", "agent", "skip", "stance", "shift"} {
		names := Sections(group)
		some, all := Compile(group, names), compile(group, names, math.MaxInt)
		if some.edges >= all.edges {
			t.Errorf("%s: %d edges with ends that are shared, %d without", group, some.edges, all.edges)
		}
		var x Text
		found := 0
		for i, text := range phrasesOf(group, rng) {
			x.Scan(text, 64)
			for _, langs := range [...]Langs{Every, 1 << (i % len(Languages()))} {
				for n := range x.Tokens {
					got, want := some.At(&x, n, langs), all.At(&x, n, langs)
					if got != want || some.Starts(&x, n, langs) != all.Starts(&x, n, langs) {
						t.Fatalf("%s: %q from word %d on: %+v, want %+v", group, text, n, got, want)
					}
					if got.To > n {
						found++
					}
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: nothing was found", group)
		}
	}
}

// phrasesOf makes texts of what a group's phrases of many choices may be: as they are, cut,
// and with another word or sign in them.
func phrasesOf(group string, rng *rand.Rand) (texts []string) {
	const each, marks = 1, ".:?, "
	for _, f := range built() {
		for e := range f.entries(func(s string) bool { return strings.HasPrefix(s, group+".") }) {
			if strings.Count(e.phrase, "(") < 2 && rng.IntN(20) > 0 {
				continue
			}
			var ways []string
			for way := range choices(e.phrase) {
				if ways = append(ways, strings.ReplaceAll(way, "*", "ing")); len(ways) == 200 {
					break
				}
			}
			for range each {
				words := strings.Fields(ways[rng.IntN(len(ways))])
				if len(words) == 0 {
					continue
				}
				mark := string(marks[rng.IntN(len(marks))])
				texts = append(texts, strings.Join(words, " ")+mark+" next", strings.Join(words[:len(words)-1], " ")+mark)
				words[rng.IntN(len(words))] = "now"
				texts = append(texts, "so "+strings.Join(words, " ")+mark)
			}
		}
	}
	return texts
}
