package eval

import (
	"math"

	"prism/internal/learn"
)

// Binary counts a yes-or-no answer against the truth.
type Binary struct {
	TP, FP, TN, FN int
}

// Add counts one row.
func (b *Binary) Add(gold, predicted bool) {
	switch {
	case gold && predicted:
		b.TP++
	case gold:
		b.FN++
	case predicted:
		b.FP++
	default:
		b.TN++
	}
}

// N is the number of rows.
func (b Binary) N() int { return b.TP + b.FP + b.TN + b.FN }

// Accuracy is the share of right answers; NaN without rows.
func (b Binary) Accuracy() float64 { return ratio(b.TP+b.TN, b.N()) }

// Balanced is the mean of the recalls of both sides; NaN where one is empty.
func (b Binary) Balanced() float64 {
	return (ratio(b.TP, b.TP+b.FN) + ratio(b.TN, b.TN+b.FP)) / 2
}

// Kappa is Cohen's kappa; NaN where agreement by chance is certain.
func (b Binary) Kappa() float64 {
	n := float64(b.N())
	agree := float64(b.TP+b.TN) / n
	chance := (float64(b.TP+b.FN)*float64(b.TP+b.FP) + float64(b.TN+b.FP)*float64(b.TN+b.FN)) / (n * n)
	return (agree - chance) / (1 - chance)
}

// Precision is NaN where nothing was predicted.
func (b Binary) Precision() float64 { return ratio(b.TP, b.TP+b.FP) }

// Recall is NaN where there was nothing to find.
func (b Binary) Recall() float64 { return ratio(b.TP, b.TP+b.FN) }

// F1 is the harmonic mean of precision and recall; NaN where there was nothing to
// find and nothing was found.
func (b Binary) F1() float64 { return ratio(2*b.TP, 2*b.TP+b.FP+b.FN) }

func ratio(a, b int) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}

// Bins is the number of equal-width bins of a reliability table.
const Bins = 10

// Bin is one bin of a reliability table.
type Bin struct {
	Lo, Hi    float64
	N         int
	Predicted float64 // mean confidence
	Observed  float64 // share complete
}

// Reliability sorts confidences into ten equal-width bins.
func Reliability(p []float64, truth []bool) []Bin {
	out := make([]Bin, Bins)
	for i := range out {
		out[i].Lo, out[i].Hi = float64(i)/Bins, float64(i+1)/Bins
	}
	for i, x := range p {
		b := &out[min(Bins-1, max(0, int(x*Bins)))]
		b.N++
		b.Predicted += x
		if truth[i] {
			b.Observed++
		}
	}
	for i := range out {
		if n := float64(out[i].N); n > 0 {
			out[i].Predicted /= n
			out[i].Observed /= n
		}
	}
	return out
}

// ECE is the expected calibration error over a reliability table.
func ECE(bins []Bin) float64 {
	n, sum := 0, 0.0
	for _, b := range bins {
		n += b.N
		sum += float64(b.N) * math.Abs(b.Predicted-b.Observed)
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

// AUC is the area under the ROC curve of the confidence.
func AUC(p []float64, truth []bool) float64 { return learn.AUC(p, truth) }

// Confusion counts predicted classes by gold class.
type Confusion map[string]map[string]int

// Add counts one row.
func (c Confusion) Add(gold, predicted string) {
	if c[gold] == nil {
		c[gold] = map[string]int{}
	}
	c[gold][predicted]++
}

// Accuracy is the share of right answers; NaN without rows.
func (c Confusion) Accuracy() float64 {
	right, n := 0, 0
	for g, row := range c {
		for p, k := range row {
			n += k
			if g == p {
				right += k
			}
		}
	}
	return ratio(right, n)
}

// MacroF1 is the mean F1 over the classes that occur in gold.
func (c Confusion) MacroF1() float64 {
	sum, n := 0.0, 0
	for g := range c {
		var b Binary
		for gg, row := range c {
			for p, k := range row {
				switch {
				case gg == g && p == g:
					b.TP += k
				case gg == g:
					b.FN += k
				case p == g:
					b.FP += k
				}
			}
		}
		sum += b.F1()
		n++
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}
