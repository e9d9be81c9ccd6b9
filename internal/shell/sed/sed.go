// Package sed reads what a call of sed writes, and what its scripts delete.
package sed

import (
	"strconv"
	"strings"
)

// Writes reports whether a script of sed writes a file of its own: the command
// w or W, or a substitution with the flag w ("s/a/b/w out", POSIX sed). What goes
// to /dev/stdout or /dev/stderr is no file.
func Writes(args []string) bool {
	for i, a := range args {
		script := strings.HasPrefix(a, "--expression=") || i == 0 || strings.HasPrefix(args[i-1], "-")
		if !script || len(a) > 1 && a[0] == '-' && !strings.HasPrefix(a, "--expression=") {
			continue
		}
		if scriptWrites(strings.TrimPrefix(a, "--expression=")) {
			return true
		}
	}
	return false
}

// scriptWrites reads a script command by command.
func scriptWrites(script string) bool {
	for script != "" {
		script = address(strings.TrimLeft(script, " \t\n;{}"))
		if script == "" {
			return false
		}
		verb := script[0]
		script = script[1:]
		switch verb {
		case 'w', 'W':
			return file(script)
		case 's', 'y':
			if script == "" {
				return false
			}
			delim := script[:1]
			rest, ok := past(script[1:], delim)
			if ok {
				rest, ok = past(rest, delim)
			}
			if !ok {
				return false
			}
			flags := rest
			if i := strings.IndexAny(rest, ";\n}"); i >= 0 {
				flags, rest = rest[:i], rest[i:]
			} else {
				rest = ""
			}
			if i := strings.IndexByte(flags, 'w'); verb == 's' && i >= 0 && file(flags[i+1:]) {
				return true
			}
			script = rest
		case 'a', 'i', 'c', 'r', 'R', '#':
			_, script, _ = strings.Cut(script, "\n") // these take the rest of their line
		}
	}
	return false
}

// address drops the addresses before a command: lines, "$", patterns.
func address(s string) string {
	for s != "" {
		switch c := s[0]; {
		case '0' <= c && c <= '9', c == '$', c == ',', c == '!', c == ' ', c == '~', c == '+':
			s = s[1:]
		case c == '/':
			rest, ok := past(s[1:], "/")
			if !ok {
				return ""
			}
			s = strings.TrimLeft(rest, "IM")
		default:
			return s
		}
	}
	return ""
}

// past returns what stands after the next delimiter that no backslash guards.
func past(s, delim string) (string, bool) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == delim[0]:
			return s[i+1:], true
		}
	}
	return "", false
}

// file reports whether what follows a w names a file.
func file(s string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return name != "" && name != "/dev/stdout" && name != "/dev/stderr"
}

// Many is the count of lines where the script does not tell how many.
const Many = 1 << 20

// patternLines is how many lines a pattern of sed is taken to delete at most, where
// it is no whole line: what it hits is not in the transcript.
const patternLines = 3

// Deletes reads one command of sed that only deletes: the lines it names in full,
// and how many besides.
func Deletes(script string) (lines []string, count int, ok bool) {
	address, found := strings.CutSuffix(script, "d")
	if !found || address == "" {
		return nil, 0, false
	}
	address = strings.TrimSpace(address)
	if first, last, ranged := strings.Cut(address, ","); ranged && (address[0] != '/' || strings.Contains(address, "/,")) {
		from, err := strconv.Atoi(first)
		if err != nil {
			return nil, Many, true
		}
		if more, plus := strings.CutPrefix(last, "+"); plus {
			if n, err := strconv.Atoi(more); err == nil && n >= 0 {
				return nil, min(n+1, Many), true
			}
		}
		if to, err := strconv.Atoi(last); err == nil {
			return nil, min(max(1, to-from+1), Many), true
		}
		return nil, Many, true
	}
	if _, err := strconv.Atoi(address); err == nil || address == "$" {
		return nil, 1, true
	}
	pattern, is := strings.CutPrefix(address, "/")
	if !is {
		return nil, 0, false
	}
	pattern, is = strings.CutSuffix(strings.TrimRight(pattern, "IM"), "/")
	if !is {
		return nil, 0, false // /x/!d keeps what it names
	}
	whole := strings.HasPrefix(pattern, "^") && strings.HasSuffix(pattern, "$")
	pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$")
	if pattern == "" || strings.Trim(strings.ReplaceAll(pattern, `\s`, ""), " *\t") == "" {
		return nil, 0, true // blank lines are nobody's
	}
	if whole && !strings.ContainsAny(pattern, `*[+?`) {
		return []string{unescaped(pattern)}, 0, true
	}
	return nil, patternLines, true
}

// unescaped drops the backslashes of a pattern.
func unescaped(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '\\' && i+1 < len(pattern) {
			i++
		}
		b.WriteByte(pattern[i])
	}
	return b.String()
}
