// Package shows says of the text of a command what running it shows: a fault, a comparison,
// how something stands, an address.
//
// Promises: it goes by the words of a command alone, whoever ran it and whatever came back.
// Refusals: it sorts no commands (package shell does) and knows no output.
package shows

import (
	"iter"
	"strings"

	"prism/internal/shell"
)

// Bare is a command without what changes nothing about what it shows: the way to its
// folder, what builds or starts the program before it, and where its output goes.
func Bare(command string) string {
	command = Behind(command)
	for {
		first, rest, more := strings.Cut(command, "&&")
		if !more || !strings.HasPrefix(strings.TrimSpace(first), "cd ") {
			break
		}
		command = rest
	}
	for _, mark := range []string{"|", "2>", ">", ";", "&&"} {
		command, _, _ = strings.Cut(command, mark)
	}
	return strings.Join(strings.Fields(command), " ")
}

// Behind is what a call runs or asks behind what only builds or starts the program: the
// "./tool sum" of "make && ./tool sum", the request of "npm start & sleep 3; curl …". The
// whole command where it does not, and where what follows is one more check or only talks.
func Behind(command string) string {
	rest, made := command, false
	for {
		at, sign := joint(rest)
		if at < 0 {
			break
		}
		class := shell.ParseLine(rest[:at]).Class()
		switch first := strings.TrimSpace(rest[:at]); {
		case first == "", strings.HasPrefix(first, "cd "), made && strings.HasPrefix(first, "sleep "):
		case class&^shell.ClassRead == shell.ClassBuild && sign != "&", sign == "&" && class.Has(shell.ClassRun) && !class.Has(shell.Verifies):
			made = true
		default:
			return behind(command, rest, made)
		}
		rest = rest[at+len(sign):]
	}
	return behind(command, rest, made)
}

// behind is the rest of a command where something was made before it and it runs or asks
// something, else the whole.
func behind(command, rest string, made bool) string {
	next := rest
	if at, _ := joint(rest); at >= 0 {
		next = rest[:at]
	}
	if class := shell.ParseLine(next).Class(); made && !class.Has(shell.Verifies) && (class.Has(shell.ClassRun) || request(next)) {
		return strings.TrimSpace(rest)
	}
	return command
}

// Class is what a command of a class does behind what it only builds first.
func Class(command string, class shell.Class) shell.Class {
	if Behind(command) != command {
		return class &^ shell.ClassBuild
	}
	return class
}

// Answered reports whether a command builds what was made, and only if that and all that
// follows went well asks it for something on this machine, at its end.
func Answered(command string) bool {
	rest := Behind(command)
	if rest == command {
		return false
	}
	for {
		at, sign := joint(rest)
		if at < 0 {
			return request(rest) && !strings.Contains(rest, "|") && (strings.Contains(rest, "localhost") || strings.Contains(rest, "127.0.0.1"))
		}
		if sign != "&&" && !strings.HasPrefix(strings.TrimSpace(rest[:at]), "sleep ") {
			return false
		}
		rest = rest[at+len(sign):]
	}
}

// request reports whether a command asks an address for something.
func request(command string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	return name == "curl" || name == "wget" || name == "http" || name == "grpcurl"
}

// joint is where the first simple command of a line ends, and by what; -1 where it is all.
func joint(line string) (int, string) {
	var quote byte
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ';' || c == '\n':
			return i, line[i : i+1]
		case c != '&' || i > 0 && line[i-1] == '>' || strings.HasPrefix(line[i:], "&>"):
		case strings.HasPrefix(line[i:], "&&"):
			return i, "&&"
		case strings.TrimSpace(line[i+1:]) != "":
			return i, "&"
		}
	}
	return -1, ""
}

// Fault reports whether a command ends on a script that shows a fault, by its name:
// "make && ./repro.sh".
func Fault(command string) bool {
	fields := strings.Fields(command)
	for i := len(fields) - 1; i >= 0 && fields[i] != "&&"; i-- {
		name := strings.ToLower(fields[i][strings.LastIndexAny(fields[i], `/\`)+1:])
		if strings.HasPrefix(name, "repro") {
			return true
		}
	}
	return false
}

// Comparison reports whether a command ends on a comparison of two files or folders, and its
// exit tells what came of that: "build && diff -r out /tmp/before && echo identical". One
// side was built by the same command, or lies outside of the work: two files of it that are
// alike show nothing.
func Comparison(command string) bool {
	if strings.ContainsAny(command, "|;\n") {
		return false
	}
	parts := strings.Split(command, "&&")
	last := strings.TrimSpace(parts[len(parts)-1])
	if len(parts) > 1 && strings.HasPrefix(last, "echo ") {
		last = strings.TrimSpace(parts[len(parts)-2])
	}
	words := strings.Fields(last)
	if len(words) < 3 || words[0] != "diff" && words[0] != "cmp" {
		return false
	}
	outside := len(parts) > 1 && last != strings.TrimSpace(parts[0])
	for _, w := range words[1:] {
		w = strings.Trim(w, `"'`)
		outside = outside || strings.HasPrefix(w, "/") || strings.HasPrefix(w, "../") || strings.HasPrefix(w, "~") || strings.HasPrefix(w, "$")
	}
	return outside
}

// Plan reports whether a command shows what would be changed.
func Plan(command string) bool {
	for _, p := range []string{"terraform plan", "tofu plan", "terragrunt plan", "pulumi preview"} {
		if strings.Contains(command, p) {
			return true
		}
	}
	return false
}

// Reloads reports whether what a command printed says no more than that a program read its
// settings anew: nothing of what they do.
func Reloads(line string) bool {
	line = strings.ToLower(line)
	return strings.Contains(line, "reload") && !strings.Contains(line, "passed") && !strings.Contains(line, "failed")
}

// State reports whether a command only looks at how what runs stands.
func State(command string) bool {
	for _, p := range []string{"kubectl get ", "oc get ", "docker ps", "docker compose ps", "docker-compose ps", "podman ps", "systemctl status ", "systemctl is-active ", "pm2 list", "pm2 status", "supervisorctl status"} {
		if strings.HasPrefix(command, p) {
			return true
		}
	}
	return false
}

// Path is the path that a request goes to, "/health" of "localhost:8000/health?full" and
// of ":8000/health"; "" where it names none but the root.
func Path(command string) string {
	for w, known := range addresses(command) {
		if at := strings.IndexByte(w, '/'); at >= 0 && (known || w[0] == ':') {
			path, _, _ := strings.Cut(w[at:], "?")
			return strings.TrimRight(path, "/")
		}
	}
	return ""
}

// Host is the host that a request goes to, without its port: "api.example.org" of
// "https://api.example.org:8443/health"; "" where it names none, or an address by its number.
func Host(command string) string {
	if !strings.Contains(command, "://") {
		return ""
	}
	host, _, _ := strings.Cut(addressOf(lastRequest(command)), "/")
	host, _, _ = strings.Cut(host, ":")
	if strings.Trim(host, "0123456789.") == "" {
		return ""
	}
	return host
}

// lastRequest is the part of a command that asks an address for something last: the "curl …"
// of "nginx -t && systemctl reload nginx && curl …". The whole command where none does.
func lastRequest(command string) string {
	parts := strings.FieldsFunc(command, func(r rune) bool { return r == '&' || r == ';' || r == '\n' })
	for i := len(parts) - 1; i >= 0; i-- {
		if request(parts[i]) {
			return parts[i]
		}
	}
	return command
}

// SameAddress reports whether two commands ask the same address for something, in
// whatever way: "curl -sf URL", "curl -o /dev/null -w '%{http_code}' URL".
func SameAddress(a, b string) bool {
	address := addressOf(a)
	return address != "" && address == addressOf(b)
}

// addressOf is the address that a command names, without its scheme; "" none.
func addressOf(command string) string {
	for w, known := range addresses(command) {
		if known {
			return strings.TrimRight(w, "/")
		}
	}
	return ""
}

// addresses are the words of a command without quotes and schemes; known are those that are
// an address by their scheme or because they name this machine.
func addresses(command string) iter.Seq2[string, bool] {
	return func(next func(string, bool) bool) {
		for _, w := range strings.Fields(Bare(command)) {
			w = strings.Trim(w, `"'`)
			_, rest, web := strings.Cut(w, "://")
			if web {
				w = rest
			}
			if !next(w, web || strings.HasPrefix(w, "localhost") || strings.HasPrefix(w, "127.0.0.1")) {
				return
			}
		}
	}
}

// Applies reports whether a script is named after bringing something into a store: to run it
// is a part of the change, and shows nothing of what was built beside it.
func Applies(name string) bool {
	base := strings.ToLower(name[strings.LastIndexAny(name, `/\`)+1:])
	for w := range strings.FieldsFuncSeq(base, func(r rune) bool { return r == '-' || r == '_' || r == '.' }) {
		switch w {
		case "update", "migrate", "migration", "seed", "backfill", "populate", "patch", "apply", "upsert", "insert", "import":
			return true
		}
	}
	return false
}
