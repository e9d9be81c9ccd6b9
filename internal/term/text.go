package term

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of cells s takes on a terminal: East Asian wide characters
// and most emoji take two, combining marks and colour sequences none.
func Width(s string) int { return ansi.StringWidth(s) }

// Fit shortens s to at most n cells, ending in "…" where it cut. n ≤ 0 means no limit.
func Fit(s string, n int) string {
	if n <= 0 || Width(s) <= n {
		return s
	}
	return ansi.Truncate(s, n, "…")
}

// FitLeft shortens s from the left, as paths want it: the file name stays.
func FitLeft(s string, n int) string {
	w := Width(s)
	if n <= 0 || w <= n {
		return s
	}
	return ansi.TruncateLeft(s, w-n+1, "…")
}

// Pad fills s with blanks to n cells; right puts the blanks before it.
func Pad(s string, n int, right bool) string {
	gap := n - Width(s)
	if gap <= 0 {
		return s
	}
	if right {
		return strings.Repeat(" ", gap) + s
	}
	return s + strings.Repeat(" ", gap)
}

// Wrap breaks s into lines of at most n cells, between words where it can.
// n ≤ 0 means no limit.
func Wrap(s string, n int) []string {
	if n <= 0 {
		return strings.Split(s, "\n")
	}
	lines := strings.Split(ansi.Wrap(s, n, ""), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// Bar draws share (0–1) as a bar of n cells, in eighths of a cell.
func Bar(share float64, n int) string {
	if n <= 0 {
		return ""
	}
	share = min(max(share, 0), 1)
	eighths := int(share*float64(n)*8 + 0.5)
	full := eighths / 8
	var b strings.Builder
	b.WriteString(strings.Repeat("█", full))
	if rest := eighths % 8; rest > 0 && full < n {
		b.WriteRune([]rune(" ▏▎▍▌▋▊▉")[rest])
	}
	return b.String()
}

// digits are the figures of Big, three rows each, in half blocks.
var digits = map[rune][3]string{
	'0': {"█▀█", "█ █", "▀▀▀"},
	'1': {"▀█ ", " █ ", "▀▀▀"},
	'2': {"▀▀█", "█▀▀", "▀▀▀"},
	'3': {"▀▀█", " ▀█", "▀▀▀"},
	'4': {"█ █", "▀▀█", "  ▀"},
	'5': {"█▀▀", "▀▀█", "▀▀▀"},
	'6': {"█▀▀", "█▀█", "▀▀▀"},
	'7': {"▀▀█", "  █", "  ▀"},
	'8': {"█▀█", "█▀█", "▀▀▀"},
	'9': {"█▀█", "▀▀█", "▀▀▀"},
	'.': {" ", " ", "▄"},
	'—': {"   ", "▀▀▀", "   "},
}

// Big sets a number three rows high; characters it has no figure for are left out.
func Big(number string) [3]string {
	var rows [3]string
	for i, r := range []rune(number) {
		d, ok := digits[r]
		if !ok {
			continue
		}
		for k := range rows {
			if i > 0 {
				rows[k] += " "
			}
			rows[k] += d[k]
		}
	}
	return rows
}
