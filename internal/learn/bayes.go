package learn

import (
	"math"
	"slices"
)

// Bayes tells how much the words of a text speak for each class: the mean log
// ratio of how often a word occurs in texts of the class and in all texts. Only
// words that several groups of authors use are known to it, so that no one
// project's names count.
type Bayes struct {
	Words map[string][]float32 `json:"words"` // by word: by class
}

// Document is a text as the set of its words, with its class and its group.
type Document struct {
	Words []string
	Class int
	Group string
}

// Knobs of FitBayes.
const (
	bayesGroups = 5   // least number of groups that use a word
	bayesPrior  = 3.0 // pseudo-documents of the average class
)

type bayesCounts struct {
	byWord  map[string][]float64
	byClass []float64
	groups  map[string]map[string]bool
}

// FitBayes fits word ratios. The second answer gives each document's scores as
// if it had not been fitted on.
func FitBayes(docs []Document, classes int) (Bayes, [][]float64) {
	c := bayesCounts{map[string][]float64{}, make([]float64, classes), map[string]map[string]bool{}}
	for _, d := range docs {
		c.byClass[d.Class]++
		for _, w := range d.Words {
			if c.byWord[w] == nil {
				c.byWord[w] = make([]float64, classes)
				c.groups[w] = map[string]bool{}
			}
			c.byWord[w][d.Class]++
			c.groups[w][d.Group] = true
		}
	}
	b := Bayes{Words: map[string][]float32{}}
	for w, n := range c.byWord {
		if len(c.groups[w]) < bayesGroups {
			continue
		}
		r := make([]float32, classes)
		for k := range r {
			r[k] = float32(math.Round(1000*ratioOf(n, c.byClass, k, -1)) / 1000)
		}
		b.Words[w] = r
	}
	honest := make([][]float64, len(docs))
	for i, d := range docs {
		honest[i] = make([]float64, classes)
		n := 0.0
		for _, w := range d.Words {
			if b.Words[w] == nil {
				continue
			}
			n++
			for k := range classes {
				honest[i][k] += ratioOf(c.byWord[w], c.byClass, k, d.Class)
			}
		}
		settle(honest[i], n)
	}
	return b, honest
}

// ratioOf is the log ratio of a word's rate in class k to its rate in all
// texts, one document of class less (−1: none) left out.
func ratioOf(n, byClass []float64, k, less int) float64 {
	all, total := 0.0, 0.0
	for c := range n {
		all += n[c]
		total += byClass[c]
	}
	nk, ck := n[k], byClass[k]
	if less >= 0 {
		all--
		total--
		if less == k {
			nk--
			ck--
		}
	}
	rate := (all + 0.5) / (total + 1)
	return math.Log((nk+bayesPrior*rate)/(ck+bayesPrior)) - math.Log(rate)
}

// settle turns sums into scores: divided by the root of the number of words, so
// that long texts do not shout.
func settle(s []float64, n float64) {
	for k := range s {
		s[k] /= math.Sqrt(n + 4)
	}
}

// Scores returns the score of each class for a set of words.
func (b *Bayes) Scores(words []string, classes int) []float64 {
	s := make([]float64, classes)
	n := 0.0
	for _, w := range words {
		r := b.Words[w]
		if len(r) != classes {
			continue
		}
		n++
		for k, v := range r {
			s[k] += float64(v)
		}
	}
	settle(s, n)
	return s
}

// Distinct sorts words and drops repetitions.
func Distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}
