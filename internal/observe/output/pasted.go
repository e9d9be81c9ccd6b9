package output

import (
	"strings"
	"sync"

	"prism/internal/lexicon"
)

// tracesCalls reports whether a text of several lines holds one of a stack of calls: nobody
// writes so but a runtime.
func tracesCalls(text string) bool {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if n++; n > maxOutputLines {
			return false
		}
		line = strings.TrimSpace(line[:min(len(line), MaxLineBytes)])
		switch {
		case begins(line, "at ") && (strings.HasSuffix(line, ")") && strings.Contains(line, "(") || placed(line) || strings.Contains(line, ":line ")), // Java, JavaScript, C#
			begins(line, `File "`) && strings.Contains(line, ", line "),                        // Python
			begins(line, "from ") && strings.Contains(line, ":in "),                            // Ruby
			begins(line, "goroutine ") && strings.HasSuffix(line, "]:"),                        // Go
			len(line) > 2 && line[0] == '#' && line[1] >= '0' && line[1] <= '9' && frame(line): // gdb, PHP
			return true
		}
	}
	return false
}

// placed reports whether a line ends on a line and a column.
func placed(line string) bool {
	i := strings.LastIndexByte(line, ':')
	if i < 0 {
		return false
	}
	_, ok := number(line[i+1:])
	return ok
}

func frame(line string) bool {
	return strings.Contains(line, " 0x") || strings.Contains(line, " in ") || strings.Contains(line, "): ") || strings.HasSuffix(line, "{main}")
}

// errorWords are the words by which programs begin a line that reports an error, where they
// speak to people in their own language.
var errorWords = sync.OnceValue(func() *lexicon.List { return lexicon.NewList("error") })

// leadWords is how many words may stand before the word of an error: "now I get: error: …".
const leadWords = 4

// reported returns what a line reports behind the word for an error, in any language; ""
// where it reports none. What follows must look like a program's own words.
func reported(line string) string {
	at := 0
	for n := 0; n <= leadWords && at < len(line); n++ {
		word, rest, more := strings.Cut(line[at:], " ")
		head := strings.ToLower(strings.TrimRight(word, ":："))
		if errorWords().Has(head) {
			if told := behindWord(head, word, rest); reportLine(told) || NamesException(told) || coded(told) {
				return told
			}
		}
		if !more {
			return ""
		}
		at += len(word) + 1
	}
	return ""
}

// behindWord is what follows the word for an error and its colon, which French parts from
// it: "Erreur : …"; "" where there is no colon.
func behindWord(head, word, rest string) string {
	told := strings.TrimLeft(rest, " ")
	if head != strings.ToLower(word) {
		return told
	}
	if told, ok := strings.CutPrefix(told, ":"); ok {
		return strings.TrimLeft(told, " ")
	}
	return ""
}

// coded reports whether a text begins with the code of an error: "ORA-00942", "SQLSTATE[42S02]".
func coded(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	word = strings.TrimRight(word, ":,.")
	if strings.HasPrefix(word, "SQLSTATE[") || errorCode(word) {
		return true
	}
	name, digits, ok := strings.Cut(word, "-")
	_, counts := number(digits)
	return ok && counts && len(digits) >= 3 && len(name) >= 2 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
