// Package prompt takes a person's prompt apart: what they wrote themself and what
// they pasted, and what it names that an agent can open. It is pure, knows no
// language but that of code, and judges nothing.
package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Own parts what a person wrote from what was pasted: fenced blocks, output of
// programs, code, markup, line by line. Output is asked of each line whether it is
// known as the output of a program; it may be nil.
func Own(prompt string, output func(line string) bool) (own, pasted string) {
	var mine, theirs strings.Builder
	fenced := false
	for line := range strings.SplitSeq(prompt, "\n") {
		t := strings.TrimSpace(line)
		if strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~") {
			fenced = !fenced
			continue
		}
		if t == "" {
			continue
		}
		to := &mine
		if fenced || isPasted(line, t, output) {
			to = &theirs
		}
		to.WriteString(t)
		to.WriteByte('\n')
	}
	return mine.String(), theirs.String()
}

// isPasted tells output, code and markup from sentences, by one line.
func isPasted(line, trimmed string, output func(string) bool) bool {
	if isThrown(trimmed) {
		return true
	}
	if output != nil && output(trimmed) {
		return trimmed[0] < utf8.RuneSelf && !prosy(trimmed)
	}
	switch trimmed[0] {
	case '<', '{', '}', '$', '@', '+', '|', '>':
		return trimmed[0] != '@' && len(trimmed) > 1 && !prosy(trimmed)
	}
	if strings.HasPrefix(trimmed, "at ") && strings.HasSuffix(trimmed, ")") || hasMark(trimmed) {
		return true
	}
	if strings.HasSuffix(trimmed, ";") || strings.HasSuffix(trimmed, "{") || strings.HasSuffix(trimmed, "};") || strings.HasSuffix(trimmed, "</div>") {
		return !prosy(trimmed)
	}
	indented := strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    ")
	return indented && mostlySigns(trimmed)
}

// isThrown reports whether a line begins as runtimes report an error: "Error: …",
// "TypeError: …", "java.io.IOException: …".
func isThrown(line string) bool {
	i := strings.IndexByte(line, ':')
	if i < 5 || i > 80 || i+2 >= len(line) || line[i+1] != ' ' {
		return false
	}
	kind := strings.TrimPrefix(line[:i], "Uncaught ")
	return !strings.Contains(kind, " ") && (strings.HasSuffix(kind, "Error") || strings.HasSuffix(kind, "Exception") || kind == "ERROR" || kind == "error" || kind == "fatal" || kind == "FATAL")
}

// hasMark reports whether a line begins with a sign that programs print.
func hasMark(line string) bool {
	if line[0] < utf8.RuneSelf {
		return false
	}
	for _, mark := range []string{"│", "⎿", "⏺", "├", "└", "┌", "╭", "╰", "✘", "✖", "⨯", "✗", "❯", "╵"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// prosy reports whether a line reads like one: words of letters, few signs.
func prosy(line string) bool {
	words, signs := 0, 0
	for f := range strings.FieldsSeq(line) {
		plain := true
		for _, c := range strings.Trim(f, ".,:;!?\"'()") {
			if !unicode.IsLetter(c) && !unicode.IsMark(c) && c != '\'' && c != '-' && c != '’' {
				plain = false
				break
			}
		}
		if plain {
			words++
		} else {
			signs++
		}
	}
	return words >= 4 && words >= 2*signs
}

// mostlySigns reports whether a line has more signs and digits than a sentence.
func mostlySigns(line string) bool {
	signs, all := 0, 0
	for i, c := range line {
		if i > 200 {
			break
		}
		all++
		if !unicode.IsLetter(c) && !unicode.IsMark(c) && c != ' ' && c != ',' && c != '.' {
			signs++
		}
	}
	return all >= 8 && signs*100 >= all*15
}
