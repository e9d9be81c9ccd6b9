package learn

import (
	"fmt"
	"math"
)

// Classes is a classifier for several classes: one logistic regression each,
// one against the rest, over the same features.
type Classes struct {
	Names  []string   `json:"names"`
	Models []Logistic `json:"models"`
}

// Check reports whether the classifier agrees with the features of a program.
func (c *Classes) Check(features []string) error {
	if len(c.Names) != len(c.Models) {
		return ErrShape
	}
	for i := range c.Models {
		if err := c.Models[i].Check(features); err != nil {
			return fmt.Errorf("class %s: %w", c.Names[i], err)
		}
	}
	return nil
}

// FitClasses fits a classifier; class is each row's index in names, r.Y is not
// looked at. Classes are weighted by count^(−balance): 0 leaves them as they
// are, 1 makes them equal.
func FitClasses(r Rows, class []int, names []string, l2, balance float64) (Classes, error) {
	if len(class) != len(r.X) {
		return Classes{}, ErrShape
	}
	count := make([]float64, len(names))
	for _, c := range class {
		count[c]++
	}
	w := make([]float64, len(class))
	total := 0.0
	for i, c := range class {
		w[i] = r.weight(i) * math.Pow(count[c], -balance)
		total += w[i]
	}
	for i := range w {
		w[i] *= float64(len(w)) / total
	}
	out := Classes{Names: names}
	for k := range names {
		y := make([]float64, len(class))
		for i, c := range class {
			if c == k {
				y[i] = 1
			}
		}
		m, err := FitLogistic(Rows{r.Features, r.X, y, w}, l2, nil)
		if err != nil {
			return Classes{}, fmt.Errorf("class %s: %w", names[k], err)
		}
		out.Models = append(out.Models, m)
	}
	return out, nil
}

// Probabilities returns the probability of each class of a row; they add up to 1.
func (c *Classes) Probabilities(x []float64) []float64 {
	p := make([]float64, len(c.Models))
	total := 0.0
	for i := range c.Models {
		p[i] = c.Models[i].Probability(x)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
	return p
}

// Best returns the index of the largest of p, the first of equals.
func Best(p []float64) int {
	best := 0
	for i, v := range p {
		if v > p[best] {
			best = i
		}
	}
	return best
}
