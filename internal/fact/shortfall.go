package fact

// Shortfall is what a session below the floor lacks most plainly.
type Shortfall string

// The shortfalls.
const (
	NoShortfall     Shortfall = ""
	NoRealWork      Shortfall = "no_real_work"
	TooFewTurns     Shortfall = "too_few_turns"
	TooFewLines     Shortfall = "too_few_lines"
	NoMutatingCalls Shortfall = "no_mutating_calls"
)

// Shortfalls lists them in the order in which they are shown.
var Shortfalls = []Shortfall{NoRealWork, TooFewTurns, TooFewLines, NoMutatingCalls}

// shortfallOf names the limb of the floor that was nearest to being reached. One turn is
// what every session has, so the turns' limb starts at the second; where no limb got
// anywhere, an answer without any change is "no mutating calls", and no answer either is
// "no real work".
func shortfallOf(turns, netLines int, answered bool) Shortfall {
	t := float64(max(0, turns-1)) / float64(FloorTurns-1)
	l := float64(netLines) / float64(FloorNetLines)
	switch {
	case l > 0 && l >= t:
		return TooFewLines
	case t > 0:
		return TooFewTurns
	case answered:
		return NoMutatingCalls
	}
	return NoRealWork
}

// Shortfall is what s lacks of the floor; NoShortfall where it passes.
func (s *Session) Shortfall() Shortfall {
	if s.Floor.Passed {
		return NoShortfall
	}
	answered := false
	for i := range s.Usage {
		answered = answered || s.Usage[i].Tokens.Output > 0
	}
	return shortfallOf(s.Floor.Turns, s.Floor.NetLines, answered)
}

// Shortfall is that of the session that f is of.
func (f *Figure) Shortfall() Shortfall {
	if f.Flags.Has(FigureFloor) {
		return NoShortfall
	}
	return shortfallOf(int(f.FloorTurns), int(f.NetLines), f.Tokens.Output > 0)
}
