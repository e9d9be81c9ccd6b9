package learn

import "math"

// Map makes a calibrated probability of a given one: a straight line over the log
// odds (Platt's scaling), so it is monotone and changes no rank. The zero value leaves
// what is given as it is.
type Map struct {
	Shift float64 `json:"shift"` // of the log odds
	Gain  float64 `json:"gain"`  // log of the factor to them: 0 leaves them
}

// Bounds of the maps: how sure a given probability may be, and how hard a fit is held
// to what is given, as if so many sessions spoke for it.
const (
	surest  = 0.01
	mapHold = 2
)

func logit(p float64) float64 {
	p = math.Min(math.Max(p, surest), 1-surest)
	return math.Log(p / (1 - p))
}

// Given reports whether the map changes nothing.
func (m Map) Given() bool { return m == Map{} }

// At is the calibrated probability of p.
func (m Map) At(p float64) float64 {
	if m.Given() {
		return p
	}
	return Sigmoid(m.Shift + math.Exp(m.Gain)*logit(p))
}

// Before is the probability that At makes q of, as far as one does.
func (m Map) Before(q float64) float64 {
	if m.Given() {
		return q
	}
	return Sigmoid((math.Log(q/(1-q)) - m.Shift) / math.Exp(m.Gain))
}

// FitMap fits a map to probabilities and what came of them, by Newton's method on both
// parameters, held to the map that changes nothing: few labels move it little.
func FitMap(p []float64, truth []bool) Map {
	m := Map{}
	for range newtonSteps {
		g0, g1, h00, h01, h11 := mapHold*m.Shift, mapHold*m.Gain, float64(mapHold), 0.0, float64(mapHold)
		factor := math.Exp(m.Gain)
		for i, q := range p {
			x := factor * logit(q) // the derivative of the odds by Gain
			e := Sigmoid(m.Shift + x)
			d, w := e, math.Max(e*(1-e), 1e-6)
			if truth[i] {
				d--
			}
			g0 += d
			g1 += d * x
			h00 += w
			h01 += w * x
			h11 += w * x * x
		}
		det := h00*h11 - h01*h01
		if det <= 0 {
			break
		}
		s, t := clip((h11*g0-h01*g1)/det, 0.5), clip((h00*g1-h01*g0)/det, 0.5)
		m.Shift -= s
		m.Gain -= t
		if math.Abs(s)+math.Abs(t) < 1e-9 {
			break
		}
	}
	return m
}
