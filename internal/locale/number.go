package locale

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Number writes a whole number in groups: 1,118,531,984.
func (l *Locale) Number(n int) string { return l.Whole(int64(n)) }

// Whole is Number of what may be larger.
func (l *Locale) Whole(n int64) string {
	var b [32]byte
	return string(l.forms.group(strconv.AppendInt(b[:0], n, 10)))
}

// Fixed writes a number with so many decimals.
func (l *Locale) Fixed(x float64, decimals int) string {
	var b [64]byte
	return minus(string(l.forms.group(strconv.AppendFloat(b[:0], x, 'f', decimals, 64))))
}

// minus gives a negative number the sign that is as wide as a plus, not a hyphen at which a
// line may break.
func minus(s string) string {
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		return "−" + rest
	}
	return s
}

// Short writes a number with as many decimals as it has.
func (l *Locale) Short(x float64) string {
	var b [64]byte
	return string(l.forms.group(strconv.AppendFloat(b[:0], x, 'f', -1, 64)))
}

// Signed is Fixed with a sign before what is not negative, too.
func (l *Locale) Signed(x float64, decimals int) string {
	s := l.Fixed(x, decimals)
	if strings.HasPrefix(s, "−") || s == l.Fixed(0, decimals) {
		return s
	}
	return "+" + s
}

// group puts in the marks between groups and before decimals.
func (f *forms) group(digits []byte) []byte {
	out := make([]byte, 0, len(digits)+16)
	if len(digits) > 0 && digits[0] == '-' {
		out, digits = append(out, '-'), digits[1:]
	}
	whole := len(digits)
	for i, d := range digits {
		if d == '.' {
			whole = i
			break
		}
	}
	for i, d := range digits[:whole] {
		if left := whole - i; i > 0 && f.between(left) {
			out = append(out, f.thousands...)
		}
		out = append(out, d)
	}
	if whole < len(digits) {
		out = append(append(out, f.decimal...), digits[whole+1:]...)
	}
	return out
}

// between reports whether a group ends where so many digits are left.
func (f *forms) between(left int) bool {
	if left <= f.first {
		return left == f.first
	}
	return (left-f.first)%f.next == 0
}

// Points is a score, one decimal; none is a dash.
func (l *Locale) Points(x *float64) string {
	if x == nil {
		return "—"
	}
	return l.Fixed(*x, 1)
}

// Percent is a share, 0–1, in whole hundredths.
func (l *Locale) Percent(share float64) string {
	return l.forms.before + l.Fixed(100*share, 0) + l.forms.after
}

// Share is Percent of what may not be known: then it is a dash.
func (l *Locale) Share(share *float64) string {
	if share == nil {
		return "—"
	}
	return l.Percent(*share)
}

// Money is an amount of US dollars; unknown is a dash.
func (l *Locale) Money(usd *float64) string {
	switch {
	case usd == nil:
		return "—"
	case *usd == 0:
		return l.dollars(0, 2)
	case math.Abs(*usd) < 0.005:
		return "<" + l.dollars(0.01, 2)
	case math.Abs(*usd) >= 10_000:
		return l.dollars(math.Round(*usd), 0)
	}
	return l.dollars(*usd, 2)
}

func (l *Locale) dollars(usd float64, decimals int) string {
	if l.forms.dollarLast {
		return l.Fixed(usd, decimals) + l.forms.dollar
	}
	return l.forms.dollar + l.Fixed(usd, decimals)
}

// AtLeast is Money in a sentence: "at least" where more was spent than is known.
func (l *Locale) AtLeast(usd *float64, more bool) string {
	if more && usd != nil {
		return l.Say("at least {money}", l.Money(usd))
	}
	return l.Money(usd)
}

// figures writes three figures.
func (l *Locale) figures(x float64) string {
	switch {
	case math.Abs(x) >= 99.95:
		return l.Fixed(x, 0)
	case math.Abs(x) >= 9.995:
		return l.Fixed(x, 1)
	}
	return l.Fixed(x, 2)
}

// Amount shortens a number of tokens to three figures: 832, 14.2k, 1.08B.
func (l *Locale) Amount(n int64) string {
	switch x := float64(n); {
	case math.Abs(x) >= 1e9*0.9995:
		return l.Say("{n}B", l.figures(x/1e9))
	case math.Abs(x) >= 1e6*0.9995:
		return l.Say("{n}M", l.figures(x/1e6))
	case math.Abs(x) >= 1e3*0.9995:
		return l.Say("{n}k", l.figures(x/1e3))
	}
	return strconv.FormatInt(n, 10)
}

// Bytes is a size of files.
func (l *Locale) Bytes(n int64) string {
	switch x := float64(n); {
	case n >= 1e9:
		return l.figures(x/1e9) + " GB"
	case n >= 1e6:
		return l.figures(x/1e6) + " MB"
	case n >= 1e3:
		return l.figures(x/1e3) + " kB"
	}
	return strconv.FormatInt(n, 10) + " B"
}

// Lasted is a stretch of time: 40 s, 23 min, 1 h 05 min, 3 d 2 h.
func (l *Locale) Lasted(d time.Duration) string {
	two := func(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }
	switch {
	case d < time.Minute:
		return l.Say("{n} s", int(max(d, 0).Seconds()))
	case d < time.Hour:
		return l.Say("{n} min", int(d.Minutes()))
	case d < 24*time.Hour:
		return l.Say("{h} h {min} min", int(d.Hours()), two(int(d.Minutes())%60))
	}
	return l.Say("{d} d {h} h", int(d.Hours())/24, int(d.Hours())%24)
}
