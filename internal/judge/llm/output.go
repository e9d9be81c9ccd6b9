package llm

import (
	"strings"

	"prism/internal/redact"
)

// telltale words mark the lines of a program's output that say how it went, in
// English, which tools speak. bad ones come first when room is short.
var (
	bad  = []string{"error", "fail", "panic", "exception", "traceback", "fatal", "not found", "undefined", "denied", "cannot ", "could not", "✗", "✘", "❌", "×"}
	good = []string{"pass", "ok", "success", "done", "0 errors", "no issues", "✓", "✔", "✅", "built", "compiled", "clean", "[main", "create mode", "files changed", "file changed"}
)

// decisive chooses the lines of an output that tell how it went: of the bad ones
// the first and the last, of the good ones the last, and the end. Every line is
// one line of prose already; all are in their order.
func decisive(out redact.Text, lines, perLine int) []redact.Text {
	all := outputLines(out)
	if len(all) == 0 {
		return nil
	}
	chosen := make([]bool, len(all))
	n := 0
	take := func(i int) {
		if n < lines && !chosen[i] {
			chosen[i] = true
			n++
		}
	}
	var bads, goods []int
	for i, l := range all {
		low := strings.ToLower(l.String())
		switch {
		case hasAny(low, bad):
			bads = append(bads, i)
		case hasAny(low, good):
			goods = append(goods, i)
		}
	}
	take(len(all) - 1)
	if len(bads) > 0 {
		take(bads[0])
		take(bads[len(bads)-1])
	}
	if len(goods) > 0 {
		take(goods[len(goods)-1])
	}
	for _, i := range bads {
		take(i)
	}
	for i := len(all) - 1; i >= 0 && i >= len(all)-3; i-- {
		take(i)
	}
	take(0)
	var res []redact.Text
	for i, l := range all {
		if chosen[i] {
			res = append(res, fit(l, perLine, keepBoth))
		}
	}
	return res
}

// maxOutputLines bounds the lines that are looked at, from the end.
const maxOutputLines = 400

// outputLines cuts an output into lines, without empty ones and rows of signs.
func outputLines(out redact.Text) []redact.Text {
	s := out.String()
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, "completed with no output)") {
		return nil // the client's words for none
	}
	var all []redact.Text
	for from := 0; from < len(s); {
		to := strings.IndexByte(s[from:], '\n')
		if to < 0 {
			to = len(s)
		} else {
			to += from
		}
		if strings.ContainsFunc(s[from:to], wordRune) {
			all = append(all, oneLine(out.Slice(from, to)))
		}
		from = to + 1
	}
	if len(all) > maxOutputLines {
		all = all[len(all)-maxOutputLines:]
	}
	return all
}

func wordRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80 && r != '─' && r != '═' && r != '━' && r != '│'
}

func hasAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
