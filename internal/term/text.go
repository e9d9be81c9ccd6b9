package term

import (
	"strings"
	"unicode/utf8"

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

// Wrap breaks s into lines of at most n cells at blanks; within a word only where
// it is longer than a line or in a script that is written without blanks. Paths
// and ids therefore stay whole, to be copied. n ≤ 0 means no limit.
func Wrap(s string, n int) []string {
	if n <= 0 {
		return strings.Split(s, "\n")
	}
	var lines []string
	for para := range strings.SplitSeq(s, "\n") {
		line, used := "", 0
		for word := range strings.FieldsSeq(para) {
			w := Width(word)
			if used > 0 && used+1+w <= n {
				line, used = line+" "+word, used+1+w
				continue
			}
			dense := w > utf8.RuneCountInString(word) // wide characters: no blanks to break at
			if used > 0 && (!dense || n-used < 8) {
				lines = append(lines, line)
				line, used = "", 0
			}
			if used > 0 {
				line, used = line+" ", used+1
			}
			for used+w > n {
				head := ansi.Truncate(word, n-used, "")
				if head == "" { // a line narrower than one character
					head = word
				}
				if i := strings.LastIndexAny(head, breaks); !dense && i >= len(head)/2 && len(head) < len(word) {
					head = head[:i+1]
				}
				lines = append(lines, line+head)
				word = strings.TrimPrefix(word, head)
				line, used, w = "", 0, Width(word)
			}
			line, used = line+word, used+w
		}
		lines = append(lines, line)
	}
	return lines
}

// breaks are the signs after which a word that is wider than its line is broken, where one
// stands in the latter half of the line.
const breaks = "/-_."

// Bar draws share (0–1) as a bar of n cells, in eighths of a cell; what is more than
// nothing has one at least.
func Bar(share float64, n int) string {
	if n <= 0 {
		return ""
	}
	share = min(max(share, 0), 1)
	eighths := int(share*float64(n)*8 + 0.5)
	if share > 0 {
		eighths = max(eighths, 1)
	}
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
