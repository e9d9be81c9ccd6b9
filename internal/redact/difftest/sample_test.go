package difftest

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
)

// sampler makes texts that a pattern matches.
type sampler struct{ *rand.Rand }

// of returns a text that re matches, leaving out what only looks round it.
func (s sampler) of(re *syntax.Regexp) string {
	var b strings.Builder
	s.write(&b, re)
	return b.String()
}

func (s sampler) write(b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			b.WriteRune(r)
		}
	case syntax.OpCharClass:
		b.WriteRune(s.class(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte("abcdefghijklmnop"[s.IntN(16)])
	case syntax.OpCapture:
		s.write(b, re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			s.write(b, sub)
		}
	case syntax.OpAlternate:
		s.write(b, re.Sub[s.IntN(len(re.Sub))])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		low, high := 0, 3
		switch re.Op {
		case syntax.OpPlus:
			low = 1
		case syntax.OpQuest:
			high = 1
		case syntax.OpRepeat:
			low, high = re.Min, re.Max
			if high < 0 || high > low+8 {
				high = low + 8
			}
		}
		for range low + s.IntN(high-low+1) {
			s.write(b, re.Sub[0])
		}
	}
}

// class picks from a class a rune that prints, if it has one.
func (s sampler) class(pairs []rune) rune {
	for range 64 {
		i := 2 * s.IntN(len(pairs)/2)
		lo, hi := pairs[i], min(pairs[i+1], 0x7e)
		if hi < lo {
			continue
		}
		if r := lo + rune(s.IntN(int(hi-lo)+1)); r > 0x20 {
			return r
		}
	}
	return pairs[0]
}
