package secret

import "strings"

// paired finds where the value begins that stands beside a name without an
// operator between: as the next argument or pair, as another attribute, in a
// block, behind a flag or in a call that fills the field. The name is
// text[start:end], marks of quotation end at closed, and text[i] is what follows
// blanks. 0 is none. strict says that only what looks like a password is one.
func paired(text string, start, end, closed, i int) (at int, strict bool) {
	named := closed > end
	switch c := text[i]; {
	case c == ',' && named:
		// {"name": "DB_PASSWORD", "value": "x"}
		if at = besideName(text, start, i); at > 0 {
			return at, false
		}
		next := run(text, i+1, 40, space)
		// call("password", "x"), [("password", "x")], but no list of words
		if !isAt(text, closed-1, quote) || !isAt(text, next, quote) && !(isAt(text, next, alpha) && isAt(text, next+1, quote)) {
			return 0, false
		}
		if strict, ok := argument(text, start); ok {
			return i + 1, strict
		}
	case c == '.' && named && text[closed-1] == ')':
		// field("#password").fill("x")
		name := run(text, i+1, 24, word)
		if isAt(text, name+1, quote) && text[name] == '(' && fillers()[strings.ToLower(text[i+1:name])] {
			return name + 1, false
		}
	case c == ',' || is(c, breaks):
		// - name: DB_PASSWORD, and on the next line its value
		return besideName(text, start, i), false
	case c == '/' && i > 0 && text[i-1] == '<':
		// <key>Password</key><string>x</string>
		if next := strings.IndexByte(text[i:min(len(text), i+24)], '>'); next > 0 {
			next = run(text, i+next+1, 40, space)
			for _, tag := range [...]string{"<string>", "<value>"} {
				if strings.HasPrefix(text[next:], tag) {
					return next + len(tag), false
				}
			}
		}
	case c == '|' && isAt(text, i+1, blank) && isAt(text, runBack(text, start, 4, blank|quote)-1, pipe):
		// | DB_PASSWORD | x |
		if next := run(text, i+1, 40, blank); isAt(text, run(text, run(text, next, 80, ^(space|pipe)), 40, blank), pipe) {
			return next, true
		}
	case is(c, alpha) && i > closed && closed == end && isAt(text, run(text, run(text, i, 24, alpha|bracket|dot), 2, blank), equals):
		// var password string = "x"
		typed := run(text, i, 24, alpha|bracket|dot)
		next := run(text, typed, 2, blank)
		if isTypeName(text[i:typed]) && !isAt(text, next+1, equals) {
			return next + 1, false
		}
	case c == '{':
		// variable "password" { default = "x" }, "password": {"value": "x"}
		const most = 240
		block := text[i+1 : min(len(text), i+most)]
		if end := strings.IndexByte(block, '}'); end >= 0 {
			block = block[:end]
		}
		for _, name := range [...]string{"value", "default"} {
			for from := 0; ; {
				k := strings.Index(block[from:], name)
				if k < 0 {
					break
				}
				k += from
				from = k + len(name)
				if at = labelled(text, i+1+k, name, quote|blank); at > 0 && !isAt(block, k-1, word|dash) && isAt(text, run(text, at, 3, blank), quote) {
					return at, false
				}
			}
		}
	case c == '-' && i > closed:
		// put --name password --value x
		for _, flag := range valueFlags() {
			if strings.HasPrefix(text[i:], flag) && isAt(text, i+len(flag), blank|equals) {
				return i + len(flag) + 1, false
			}
		}
	case c == '|' && isAt(text, i+1, pipe) || c == '?' && isAt(text, i+1, question):
		// env.PASSWORD || "x"
		if next := run(text, i+2, 2, blank); isAt(text, next, quote) {
			return next, true
		}
	case named && i > closed:
		// <property name="password" value="x"/>
		return labelled(text, i, "value", quote|blank), false
	case i > closed:
		before := text[max(0, start-12):start]
		if anyOf(strings.HasSuffix, before, setters()) {
			return i, false
		}
	}
	return 0, false
}

// labelled returns where the value begins that text[i:] gives under a name, in
// any case of its first letter: value = x, "Value": x.
func labelled(text string, i int, name string, between class) int {
	if i+len(name) >= len(text) || text[i]|0x20 != name[0] || text[i+1:i+len(name)] != name[1:] {
		return 0
	}
	i = run(text, i+len(name), 4, between)
	if !isAt(text, i, colon|equals) {
		return 0
	}
	return i + 1
}

// besideName finds the value of an entry whose name is the value of another one:
// {"Name": "DB_PASSWORD", "Type": "x", "Value": "y"}, also over lines.
func besideName(text string, start, i int) int {
	const most = 160
	before := strings.ToLower(strings.TrimRight(text[max(0, start-24):start], " \t\"'\\:="))
	if !strings.HasSuffix(before, "name") && !strings.HasSuffix(before, "key") && !strings.HasSuffix(before, "field") {
		return 0
	}
	rest := text[i:min(len(text), i+most)]
	if end := strings.IndexAny(rest, "}{"); end >= 0 {
		rest = rest[:end]
	}
	lines := strings.SplitAfterN(rest, "\n", 4)
	for n, line := range lines {
		if n > 0 && strings.HasPrefix(strings.TrimLeft(line, " \t0123456789→|"), "- ") {
			rest = strings.Join(lines[:n], "") // the next entry
			break
		}
	}
	for from := 0; ; {
		k := strings.Index(rest[from:], "alue")
		if k < 1 {
			return 0
		}
		k += from
		from = k + len("alue")
		if word := runBack(rest, k-1, 24, alpha); rest[k-1]|0x20 == 'v' && is(tailByte(rest, word-1), space|comma|quote) {
			if at := run(rest, from, 4, quote|backslash|blank); isAt(rest, at, colon|equals) {
				return i + at + 1
			}
		}
	}
}

// inWrap steps into a call that makes a value of a literal, and over an anchor or a
// tag of YAML: []byte("x"), String::from("x"), &pw x.
func inWrap(text string, i int) int {
	if i < len(text) && is(text[i], alpha|bracket) && text[i] != '<' {
		if open := run(text, i, 24, word|dot|colon|bracket); open > i+1 && text[open-1] == '(' && isAt(text, open, quote) && wrappers()[strings.ToLower(text[i:open-1])] {
			return open
		}
	}
	if isAt(text, i, ampersand|bang) && (text[i] == '&' || text[i] == '!') && isAt(text, i-1, blank) {
		next := run(text, i+1, 24, word|bang|dash)
		if after := run(text, next, 2, blank); next > i+1 && after > next && after < len(text) && !is(text[after], breaks|pipe|greater) {
			return after
		}
	}
	return i
}

// argument looks at the call that text[start] is the first argument of, in
// quotation marks and perhaps as part of a selector. ok reports one that may give
// a value to what it names, strict that it need not.
func argument(text string, start int) (strict, ok bool) {
	const most = 40
	open := start - 1
	for open > 0 && start-open < most && text[open] != '(' && is(text[open], word|dash|dot|bang|equals|bracket|quote) {
		open--
	}
	if open < 0 || text[open] != '(' || !isAt(text, open+1, quote) {
		return false, false
	}
	call := text[runBack(text, open, most, word|dot|bang):open]
	name := strings.ToLower(strings.TrimRight(call[strings.LastIndexByte(call, '.')+1:], "!"))
	switch {
	case call == "": // a pair
		return false, true
	case testCalls()[name]:
		return false, false
	case anyOf(strings.HasPrefix, name, givers()):
		return anyOf(strings.Contains, strings.ToLower(call), tellers()), true
	}
	return true, true
}

// fallback finds the literal that stands in for a variable of the environment:
// process.env.X ?? "x", os.getenv("X") or "x".
func fallback(text string, from int) (at int, ok bool) {
	const most = 96
	rest := text[from:min(len(text), from+most)]
	if i := strings.IndexAny(rest, "\n;"); i >= 0 {
		rest = rest[:i]
	}
	if !strings.Contains(strings.ToLower(rest), "env") {
		return 0, false
	}
	for _, operator := range [...]string{" ?? ", " || ", " or "} {
		if i := strings.Index(rest, operator); i >= 0 && isAt(rest, i+len(operator), quote) {
			return from + i + len(operator), true
		}
	}
	return 0, false
}

// plainly reports a place in which letters alone are a value and no name: closed
// by a tag, in a form or a query, behind a flag's "=", in a property with dots in
// its name, between the pairs of a connection's description.
func plainly(text string, start int, v slot, tag, flag bool, operator int) bool {
	if tag {
		return strings.HasPrefix(text[v.to:], "</")
	}
	if text[operator-1] != '=' || operator != v.from {
		return false
	}
	ends := v.to == len(text) || is(text[v.to], space|quote|ampersand)
	switch {
	case !ends:
		return false
	case flag || isAt(text, start-1, ampersand|question):
		return true
	case isAt(text, start-1, dot):
		first := runBack(text, start, 64, word|dash|dot)
		return lineStart(text, first) && strings.Count(text[first:start], ".") > 1 && lineEnd(text, v.to)
	case isAt(text, start-1, blank):
		// host=h user=bob password=x
		before := runBack(text, start-1, 48, ^(space | quote))
		name, value, ok := strings.Cut(text[before:start-1], "=")
		return ok && value != "" && partName(name)
	}
	return false
}

// partName reports a name that stands in connection strings.
func partName(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	return name != "" && anyOf(func(s, part string) bool { return s == part }, name, connectionParts())
}
