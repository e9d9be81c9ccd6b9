package wording

import (
	"encoding/binary"
	"hash/fnv"
	"maps"
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
	rounds = 30
	pace   = 0.1
	pull   = 3e-4
	least  = 2
)

// Learn fits a model to texts. The same texts in the same order give the same model.
func Learn(classes []string, texts []Text) *Model {
	n := len(classes)
	held := make(map[uint32]int)
	all := make([][]uint32, len(texts))
	for i := range texts {
		for _, h := range texts[i].Signs {
			all[i] = append(all[i], keyOf(h))
		}
		for _, h := range slices.Compact(slices.Sorted(slices.Values(all[i]))) {
			held[h]++
		}
	}
	maps.DeleteFunc(held, func(_ uint32, n int) bool { return n < least })
	keys := slices.Sorted(maps.Keys(held))
	row := make(map[uint32]uint32, len(keys))
	for i, h := range keys {
		row[h] = uint32(i)
	}
	for i, list := range all {
		list = slices.DeleteFunc(list, func(h uint32) bool { return held[h] == 0 })
		for k, h := range list {
			list[k] = row[h]
		}
		all[i] = list
	}
	weight, grade := make([]float64, len(keys)*n), make([]float64, len(keys)*n)
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
				r := int(h) * n
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
					r := int(h)*n + k
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
	m := &Model{classes: classes, scale: float32(most / 127)}
	var table, kept []byte
	for i, h := range keys {
		from, says := len(table), false
		for _, w := range weight[i*n : i*n+n] {
			r := int8(math.Round(w / most * 127))
			says = says || r != 0
			table = append(table, byte(r))
		}
		if !says {
			table = table[:from]
			continue
		}
		kept = binary.LittleEndian.AppendUint32(kept, h)
	}
	m.keys, m.table = string(kept), string(table)
	for _, b := range bias {
		m.bias = append(m.bias, float32(b))
	}
	if m.arrange() != nil { // cannot be: the keys are sorted, each once
		return &Model{}
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
	b = append(append(b, m.keys...), m.table...)
	sum := fnv.New64a()
	_, _ = sum.Write(b) // a hash takes everything
	head := append([]byte(magic+" "+strings.Join(m.classes, " ")+"\n"), binary.LittleEndian.AppendUint64(nil, sum.Sum64())...)
	return append(head, b...)
}
