package output

import "strings"

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
func errorWords() []string {
	return []string{
		"fehler", "erreur", "errore", "erro", "fout", "fel", "fejl", "feil", "virhe", "błąd", "chyba", "hiba", "eroare", "hata", "lỗi", "kesalahan", "ошибка", "помилка", "грешка", "σφάλμα",
		"خطأ", "שגיאה", "エラー", "错误", "錯誤", "오류", "에러", "ausnahme", "exception", "fatal", "error",
	}
}

// leadWords is how many words may stand before the word of an error: "now I get: error: …".
const leadWords = 4

// reported returns what a line reports behind the word for an error, in any language; ""
// where it reports none. What follows must look like a program's own words.
func reported(line string) string {
	at := 0
	for n := 0; n <= leadWords && at < len(line); n++ {
		word, rest, more := strings.Cut(line[at:], " ")
		head := strings.ToLower(strings.TrimRight(word, ":："))
		for _, w := range errorWords() {
			if head != w {
				continue
			}
			told := strings.TrimLeft(rest, " ")
			switch {
			case head != strings.ToLower(word):
			case strings.HasPrefix(told, ":"): // French parts them: "Erreur : …"
				told = strings.TrimLeft(told[1:], " ")
			default:
				continue
			}
			if reportLine(told) || NamesException(told) || coded(told) {
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
