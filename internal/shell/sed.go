package shell

import "strings"

// sedWrites reports whether a script of sed writes a file of its own: the command
// w or W, or a substitution with the flag w ("s/a/b/w out", POSIX sed). What goes
// to /dev/stdout or /dev/stderr is no file.
func sedWrites(args []string) bool {
	for i, a := range args {
		script := strings.HasPrefix(a, "--expression=") || i == 0 || strings.HasPrefix(args[i-1], "-")
		if !script || len(a) > 1 && a[0] == '-' && !strings.HasPrefix(a, "--expression=") {
			continue
		}
		if sedScriptWrites(strings.TrimPrefix(a, "--expression=")) {
			return true
		}
	}
	return false
}

// sedScriptWrites reads a script command by command.
func sedScriptWrites(script string) bool {
	for script != "" {
		script = sedAddress(strings.TrimLeft(script, " \t\n;{}"))
		if script == "" {
			return false
		}
		verb := script[0]
		script = script[1:]
		switch verb {
		case 'w', 'W':
			return sedFile(script)
		case 's', 'y':
			if script == "" {
				return false
			}
			delim := script[:1]
			rest, ok := sedPast(script[1:], delim)
			if ok {
				rest, ok = sedPast(rest, delim)
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
			if i := strings.IndexByte(flags, 'w'); verb == 's' && i >= 0 && sedFile(flags[i+1:]) {
				return true
			}
			script = rest
		case 'a', 'i', 'c', 'r', 'R', '#':
			_, script, _ = strings.Cut(script, "\n") // these take the rest of their line
		}
	}
	return false
}

// sedAddress drops the addresses before a command: lines, "$", patterns.
func sedAddress(s string) string {
	for s != "" {
		switch c := s[0]; {
		case '0' <= c && c <= '9', c == '$', c == ',', c == '!', c == ' ', c == '~', c == '+':
			s = s[1:]
		case c == '/':
			rest, ok := sedPast(s[1:], "/")
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

// sedPast returns what stands after the next delimiter that no backslash guards.
func sedPast(s, delim string) (string, bool) {
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

// sedFile reports whether what follows a w names a file.
func sedFile(s string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return name != "" && name != "/dev/stdout" && name != "/dev/stderr"
}
