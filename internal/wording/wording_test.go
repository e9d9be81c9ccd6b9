package wording

import (
	"math"
	"strings"
	"testing"

	"prism/internal/lexicon"
)

func signsOf(text string) []uint64 {
	var t lexicon.Text
	t.Scan(text, PromptWords)
	return Signs(nil, &t, text)
}

// Whatever is weighed, the answer is probabilities: none below nothing, one together.
func FuzzTell(f *testing.F) {
	for _, s := range []string{"", "it prints nothing", "???", "変わらない", "a.b;c\n\nd", strings.Repeat("word ", 500), "\xff\xfe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		signs := signsOf(text)
		var room Shares
		for _, m := range []*Model{Openings(), Replies(), Closings()} {
			room = m.Tell(signs, room)
			sum := 0.0
			for _, p := range room.p {
				if !(p >= 0 && p <= 1) {
					t.Fatalf("%q: a probability of %v", text, p)
				}
				sum += p
			}
			if math.Abs(sum-1) > 1e-9 || math.Abs(room.Of(m.classes...)-1) > 1e-9 {
				t.Fatalf("%q: probabilities of %v together", text, sum)
			}
			if class, p := room.Best(); p != room.Of(class) {
				t.Fatalf("%q: the best is %s with %v, which has %v", text, class, p, room.Of(class))
			}
		}
	})
}

// A model learns to tell apart what differs by its words, weighs texts that it has not seen,
// and is the same when it is learnt again, or written and read.
func TestLearn(t *testing.T) {
	var texts []Text
	for _, k := range [][2]string{
		{"sweet", "red cherry jam/ripe cherry pie/sugar on ripe plums/plums and red jam/cherry with sugar/sugar, plums, pie"},
		{"salty", "brine of olives/olives and capers/salted capers/anchovies in brine/salted anchovies/capers, anchovies, olives"},
	} {
		for line := range strings.SplitSeq(k[1], "/") {
			texts = append(texts, Text{Class: k[0], Signs: signsOf(line), Weight: 1})
		}
	}
	classes := []string{"salty", "sweet"}
	m := Learn(classes, texts)
	for text, want := range map[string]string{"plums in jam": "sweet", "a brine with capers": "salty", "the ripe red cherry": "sweet"} {
		said := m.Tell(signsOf(text), Shares{})
		if class, p := said.Best(); class != want || p < 0.6 {
			t.Errorf("%q is %s with %.2f, want %s", text, class, p, want)
		}
	}
	if again := Learn(classes, texts); string(again.Bytes()) != string(m.Bytes()) {
		t.Error("learnt twice, it is not the same")
	}
	back, err := read(string(m.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	a, b := m.Tell(texts[3].Signs, Shares{}), back.Tell(texts[3].Signs, Shares{})
	if a.p[0] != b.p[0] || back.sum == 0 {
		t.Errorf("read back it says %v, not %v", b.p, a.p)
	}
	other := Learn(classes, texts[:8])
	if o, err := read(string(other.Bytes())); err != nil || o.sum == back.sum {
		t.Error("other weights have the same sum")
	}
}

func TestReadRefuses(t *testing.T) {
	for _, data := range []string{"", "prismwd0 a b\n" + strings.Repeat("x", 99), magic + " a b\nshort", "a b", magic + " a b\n" + strings.Repeat("x", 20+5), magic + " a b\n" + strings.Repeat("x", 20+7), magic + " a b\n" + strings.Repeat("x", 20+12)} {
		if _, err := read(data); err == nil {
			t.Errorf("%.20q was taken for weights", data)
		}
		if m := embedded(data); len(m.Tell([]uint64{1}, Shares{}).p) != 0 {
			t.Errorf("%.20q weighs something", data)
		}
	}
	for _, m := range []*Model{Openings(), Replies(), Closings()} {
		if len(m.classes) < 6 {
			t.Errorf("a model of the program has the classes %q", m.classes)
		}
	}
}

// Of what a model weighs each sign is found, and no other.
func TestFind(t *testing.T) {
	for _, m := range []*Model{Openings(), Replies(), Closings()} {
		n := len(m.keys) / 4
		if n < 1000 {
			t.Fatalf("%d signs", n)
		}
		for i := range n {
			k := m.key(i)
			if row, ok := m.find(k); !ok || row != i {
				t.Fatalf("the sign of row %d is found in %d, %v", i, row, ok)
			}
			if i > 0 && m.key(i-1) < k-1 {
				if _, ok := m.find(k - 1); ok {
					t.Fatalf("a sign is found that none is")
				}
			}
		}
	}
}

// A word's beginnings are signs, whole letters each.
func TestBegun(t *testing.T) {
	for word, want := range map[string]int{"tide": 0, "tides": 1, "harbour": 2, "гавань": 1, "гаваням": 2, "港": 0, "": 0} {
		if got := begun(nil, []byte(word)); len(got) != want {
			t.Errorf("%q has %d beginnings, want %d", word, len(got), want)
		}
	}
	a, b := begun(nil, []byte("harbours")), begun(nil, []byte("harbouring"))
	if a[0] != b[0] || a[1] != b[1] {
		t.Error("words that begin alike share no beginning")
	}
}

// What a caller knows beside the words stands apart from all words.
func TestSign(t *testing.T) {
	seen := map[uint64]bool{}
	for a := range uint64(40) {
		for b := range uint64(40) {
			if h := Sign(a, b); seen[h] {
				t.Fatalf("%d and %d make a sign that others made", a, b)
			} else {
				seen[h] = true
			}
		}
	}
}
