package given

import (
	"strings"

	"prism/internal/redact/chars"
)

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
		next := chars.Run(text, i+1, 40, chars.Space)
		// call("password", "x"), [("password", "x")], but no list of words
		if !chars.IsAt(text, closed-1, chars.Quote) || !chars.IsAt(text, next, chars.Quote) && !(chars.IsAt(text, next, chars.Alpha) && chars.IsAt(text, next+1, chars.Quote)) {
			return 0, false
		}
		if strict, ok := argument(text, start); ok {
			return i + 1, strict
		}
	case c == '.' && named && text[closed-1] == ')':
		// field("#password").fill("x")
		name := chars.Run(text, i+1, 24, chars.Word)
		if chars.IsAt(text, name+1, chars.Quote) && text[name] == '(' && fillers()[strings.ToLower(text[i+1:name])] {
			return name + 1, false
		}
	case c == ',' || chars.Is(c, chars.Breaks):
		// - name: DB_PASSWORD, and on the next line its value
		return besideName(text, start, i), false
	case c == '/' && i > 0 && text[i-1] == '<':
		// <key>Password</key><string>x</string>
		if next := strings.IndexByte(text[i:min(len(text), i+24)], '>'); next > 0 {
			next = chars.Run(text, i+next+1, 40, chars.Space)
			for _, tag := range [...]string{"<string>", "<value>"} {
				if strings.HasPrefix(text[next:], tag) {
					return next + len(tag), false
				}
			}
		}
	case c == '|' && chars.IsAt(text, i+1, chars.Blank) && chars.IsAt(text, chars.RunBack(text, start, 4, chars.Blank|chars.Quote)-1, chars.Pipe):
		// | DB_PASSWORD | x |
		if next := chars.Run(text, i+1, 40, chars.Blank); chars.IsAt(text, chars.Run(text, chars.Run(text, next, 80, ^(chars.Space|chars.Pipe)), 40, chars.Blank), chars.Pipe) {
			return next, true
		}
	case chars.Is(c, chars.Alpha) && i > closed && closed == end && chars.IsAt(text, chars.Run(text, chars.Run(text, i, 24, chars.Alpha|chars.Bracket|chars.Dot), 2, chars.Blank), chars.Equals):
		// var password string = "x"
		typed := chars.Run(text, i, 24, chars.Alpha|chars.Bracket|chars.Dot)
		next := chars.Run(text, typed, 2, chars.Blank)
		if isTypeName(text[i:typed]) && !chars.IsAt(text, next+1, chars.Equals) {
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
				if at = labelled(text, i+1+k, name, chars.Quote|chars.Blank); at > 0 && !chars.IsAt(block, k-1, chars.Word|chars.Dash) && chars.IsAt(text, chars.Run(text, at, 3, chars.Blank), chars.Quote) {
					return at, false
				}
			}
		}
	case c == '-' && i > closed:
		// put --name password --value x
		for _, flag := range valueFlags() {
			if strings.HasPrefix(text[i:], flag) && chars.IsAt(text, i+len(flag), chars.Blank|chars.Equals) {
				return i + len(flag) + 1, false
			}
		}
	case c == '|' && chars.IsAt(text, i+1, chars.Pipe) || c == '?' && chars.IsAt(text, i+1, chars.Question):
		// env.PASSWORD || "x"
		if next := chars.Run(text, i+2, 2, chars.Blank); chars.IsAt(text, next, chars.Quote) {
			return next, true
		}
	case named && i > closed:
		// <property name="password" value="x"/>
		return labelled(text, i, "value", chars.Quote|chars.Blank), false
	case i > closed:
		before := text[max(0, start-12):start]
		if AnyOf(strings.HasSuffix, before, setters()) {
			return i, false
		}
	}
	return 0, false
}

// labelled returns where the value begins that text[i:] gives under a name, in
// any case of its first letter: value = x, "Value": x.
func labelled(text string, i int, name string, between chars.Class) int {
	if i+len(name) >= len(text) || text[i]|0x20 != name[0] || text[i+1:i+len(name)] != name[1:] {
		return 0
	}
	i = chars.Run(text, i+len(name), 4, between)
	if !chars.IsAt(text, i, chars.Colon|chars.Equals) {
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
		if word := chars.RunBack(rest, k-1, 24, chars.Alpha); rest[k-1]|0x20 == 'v' && chars.Is(TailByte(rest, word-1), chars.Space|chars.Comma|chars.Quote) {
			if at := chars.Run(rest, from, 4, chars.Quote|chars.Backslash|chars.Blank); chars.IsAt(rest, at, chars.Colon|chars.Equals) {
				return i + at + 1
			}
		}
	}
}

// inWrap steps into a call that makes a value of a literal, and over an anchor or a
// tag of YAML: []byte("x"), String::from("x"), &pw x.
func inWrap(text string, i int) int {
	if i < len(text) && chars.Is(text[i], chars.Alpha|chars.Bracket) && text[i] != '<' {
		if open := chars.Run(text, i, 24, chars.Word|chars.Dot|chars.Colon|chars.Bracket); open > i+1 && text[open-1] == '(' && chars.IsAt(text, open, chars.Quote) && wrappers()[strings.ToLower(text[i:open-1])] {
			return open
		}
	}
	if chars.IsAt(text, i, chars.Ampersand|chars.Bang) && (text[i] == '&' || text[i] == '!') && chars.IsAt(text, i-1, chars.Blank) {
		next := chars.Run(text, i+1, 24, chars.Word|chars.Bang|chars.Dash)
		if after := chars.Run(text, next, 2, chars.Blank); next > i+1 && after > next && after < len(text) && !chars.Is(text[after], chars.Breaks|chars.Pipe|chars.Greater) {
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
	for open > 0 && start-open < most && text[open] != '(' && chars.Is(text[open], chars.Word|chars.Dash|chars.Dot|chars.Bang|chars.Equals|chars.Bracket|chars.Quote) {
		open--
	}
	if open < 0 || text[open] != '(' || !chars.IsAt(text, open+1, chars.Quote) {
		return false, false
	}
	call := text[chars.RunBack(text, open, most, chars.Word|chars.Dot|chars.Bang):open]
	name := strings.ToLower(strings.TrimRight(call[strings.LastIndexByte(call, '.')+1:], "!"))
	switch {
	case call == "": // a pair
		return false, true
	case testCalls()[name]:
		return false, false
	case AnyOf(strings.HasPrefix, name, givers()):
		return AnyOf(strings.Contains, strings.ToLower(call), tellers()), true
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
		if i := strings.Index(rest, operator); i >= 0 && chars.IsAt(rest, i+len(operator), chars.Quote) {
			return from + i + len(operator), true
		}
	}
	return 0, false
}

// plainly reports a place in which letters alone are a value and no name: closed
// by a tag, in a form or a query, behind a flag's "=", in a property with dots in
// its name, between the pairs of a connection's description.
func plainly(text string, start int, v Slot, tag, flag bool, operator int) bool {
	if tag {
		return strings.HasPrefix(text[v.To:], "</")
	}
	if text[operator-1] != '=' || operator != v.From {
		return false
	}
	ends := v.To == len(text) || chars.Is(text[v.To], chars.Space|chars.Quote|chars.Ampersand)
	switch {
	case !ends:
		return false
	case flag || chars.IsAt(text, start-1, chars.Ampersand|chars.Question):
		return true
	case chars.IsAt(text, start-1, chars.Dot):
		first := chars.RunBack(text, start, 64, chars.Word|chars.Dash|chars.Dot)
		return LineStart(text, first) && strings.Count(text[first:start], ".") > 1 && LineEnd(text, v.To)
	case chars.IsAt(text, start-1, chars.Blank):
		// host=h user=bob password=x
		before := chars.RunBack(text, start-1, 48, ^(chars.Space | chars.Quote))
		name, value, ok := strings.Cut(text[before:start-1], "=")
		return ok && value != "" && partName(name)
	}
	return false
}

// partName reports a name that stands in connection strings.
func partName(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	return name != "" && AnyOf(func(s, part string) bool { return s == part }, name, connectionParts())
}
