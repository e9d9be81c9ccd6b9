package wire

import "math"

// places is how many decimals a printed figure has at most. A sum of binary
// fractions ends in noise (0.09272260000000002); a price per token needs seven to
// nine decimals. Nine keep the one and drop the other.
const places = 1e9

// Figure is x without the noise of its last binary digits; nil stays nil.
func Figure(x *float64) *float64 {
	if x == nil {
		return nil
	}
	v := round(*x)
	return &v
}

// Share is a part of a whole, 0–1; nil of nothing.
func Share(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	x := round(float64(part) / float64(whole))
	return &x
}

func round(x float64) float64 {
	if math.Abs(x) > 1e6 { // there the digits of a float64 end before the ninth decimal
		return x
	}
	return math.Round(x*places) / places
}
