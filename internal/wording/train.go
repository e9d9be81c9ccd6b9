package wording

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"strings"
)

// Text is one that was written to learn from, with its class.
type Text struct {
	Class  string
	Signs  []uint64
	Weight float64 // > 0
}

// How a model is learnt: rounds over all texts, the pace of the first steps, the pull
// towards nothing, and how many texts must hold a sign for it to be weighed.
const (
	rounds  = 30
	pace    = 0.1
	pull    = 3e-4
	least   = 2
	rowBits = 16
)

// Learn fits a model to texts. The same texts in the same order give the same model.
func Learn(classes []string, texts []Text) *Model {
	const rows = 1 << rowBits
	n := len(classes)
	held := make(map[uint64]int)
	all := make([][]uint64, len(texts))
	for i := range texts {
		all[i] = slices.Clone(texts[i].Signs)
		for _, h := range slices.Compact(slices.Sorted(slices.Values(all[i]))) {
			held[h]++
		}
	}
	for i, list := range all {
		all[i] = slices.DeleteFunc(list, func(h uint64) bool { return held[h] < least })
	}
	weight, grade := make([]float64, rows*n), make([]float64, rows*n)
	bias, biasGrade := make([]float64, n), make([]float64, n)
	p := make([]float64, n)
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	state := uint64(1)
	for range rounds {
		for i := len(order) - 1; i > 0; i-- { // the same shuffle for all time
			state = state*6364136223846793005 + 1442695040888963407
			j := int((state >> 33) % uint64(i+1))
			order[i], order[j] = order[j], order[i]
		}
		for _, i := range order {
			at := slices.Index(classes, texts[i].Class)
			value := 1 / math.Sqrt(float64(max(1, len(all[i]))))
			copy(p, bias)
			for _, h := range all[i] {
				r := int(h&(rows-1)) * n
				for k := range p {
					p[k] += weight[r+k] * value
				}
			}
			soften(p)
			for k := range p {
				g := p[k] * texts[i].Weight
				if k == at {
					g -= texts[i].Weight
				}
				biasGrade[k] += g * g
				bias[k] -= pace * g / math.Sqrt(1e-8+biasGrade[k]) / 10
				for _, h := range all[i] {
					r := int(h&(rows-1))*n + k
					d := g*value + pull*weight[r]
					grade[r] += d * d
					weight[r] -= pace * d / math.Sqrt(1e-8+grade[r])
				}
			}
		}
	}
	most := 1e-9
	for _, w := range weight {
		most = max(most, math.Abs(w))
	}
	m := &Model{classes: classes, scale: float32(most / 127), rows: rows}
	table := make([]byte, len(weight))
	for i, w := range weight {
		table[i] = byte(int8(math.Round(w / most * 127)))
	}
	m.table = string(table)
	for _, b := range bias {
		m.bias = append(m.bias, float32(b))
	}
	return m
}

func soften(p []float64) {
	most, total := slices.Max(p), 0.0
	for k := range p {
		p[k] = math.Exp(p[k] - most)
		total += p[k]
	}
	for k := range p {
		p[k] /= total
	}
}

// Bytes is the model as a file.
func (m *Model) Bytes() []byte {
	var b []byte
	put := func(f float32) { b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f)) }
	put(m.scale)
	for _, v := range m.bias {
		put(v)
	}
	b = append(b, m.table...)
	sum := fnv.New64a()
	_, _ = sum.Write(b) // a hash takes everything
	head := append([]byte(magic+" "+strings.Join(m.classes, " ")+"\n"), binary.LittleEndian.AppendUint64(nil, sum.Sum64())...)
	return append(head, b...)
}
