package session

import "strings"

// run is a stretch of a text that is shown in one way: "strong", "code", or "" as it is.
type run struct{ Text, Kind string }

// markup reads the marks of Markdown that people and agents write most: headings, bold,
// code in a line and between fences. All else stays as it was written, and a mark without
// its end within a line is a sign like any other; a fence without one, as in a text that was
// cut short, goes on to the end. A line is a heading only behind an empty one: "# install"
// is a comment elsewhere. It goes on from piece to piece of
// one text.
type markup struct {
	fenced bool // between fences
	inLine bool // the last piece ended within a line
	within bool // the line before this one said something
}

// runs are the stretches of the next piece of a text.
func (m *markup) runs(piece string) (list []run) {
	for line := range strings.Lines(piece) {
		first := !m.inLine
		m.inLine = !strings.HasSuffix(line, "\n")
		switch bare := strings.TrimSpace(line); {
		case first && strings.HasPrefix(bare, "```") && !strings.Contains(bare[3:], "`") && (!m.fenced || bare == "```"):
			m.fenced, m.within = !m.fenced, false
			continue
		case m.fenced:
			list = with(list, line, "code")
		default:
			title := heading(line)
			titled := first && !m.within && title != ""
			m.within = bare != "" && !titled
			if titled {
				list = with(list, unmarked(title), "strong")
				continue
			}
			list = inLine(list, line)
		}
	}
	return list
}

// heading is what a line that is a heading says; "" where it is none.
func heading(line string) string {
	rest := strings.TrimLeft(line, "#")
	if n := len(line) - len(rest); n == 0 || n > 6 || !strings.HasPrefix(rest, " ") {
		return ""
	}
	return strings.TrimLeft(rest, " ")
}

// unmarked is a heading without marks of its own.
func unmarked(title string) string {
	return strings.NewReplacer("**", "", "`", "").Replace(title)
}

// inLine appends the stretches of a line.
func inLine(list []run, line string) []run {
	for line != "" {
		at := strings.IndexAny(line, "*`")
		if at < 0 {
			break
		}
		mark, kind := "`", "code"
		if line[at] == '*' {
			mark, kind = "**", "strong"
		}
		inside, rest, ok := within(line[at:], mark)
		if !ok {
			end := at + 1 + len(line[at+1:]) - len(strings.TrimLeft(line[at+1:], line[at:at+1]))
			list, line = with(list, line[:end], ""), line[end:]
			continue
		}
		list = with(list, line[:at], "")
		if kind == "strong" {
			inside = unmarked(inside)
		}
		list, line = with(list, inside, kind), rest
	}
	return with(list, line, "")
}

// cutShort ends a text of which there is more.
const cutShort = "…"

// within is what stands between a mark at the head of a text and the next one of its kind
// on the line, and what stands behind it; not ok where it is none. In a text that was cut
// short it goes on to the end.
func within(text, mark string) (inside, rest string, ok bool) {
	text, ok = strings.CutPrefix(text, mark)
	if !ok {
		return "", "", false
	}
	inside, rest, ok = strings.Cut(text, mark)
	ok = ok || strings.HasSuffix(text, cutShort)
	if !ok || inside == "" || inside != strings.TrimSpace(inside) || strings.HasPrefix(rest, mark[:1]) {
		return "", "", false
	}
	return inside, rest, true
}

// with appends a stretch, to the last one where it is of the same kind.
func with(list []run, text, kind string) []run {
	if text == "" {
		return list
	}
	if n := len(list); n > 0 && list[n-1].Kind == kind {
		list[n-1].Text += text
		return list
	}
	return append(list, run{text, kind})
}
