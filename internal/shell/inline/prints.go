// Package inline reads programs that stand in a command line: what an interpreter is handed
// as an argument or from a here-document.
//
// Promises: it goes by the words of the program alone and runs nothing. A program is taken to
// print and no more where it loads only modules that are known to read, and none of its words
// is one of those by which programs write, run, send or load something.
// Refusals: it knows no scripts in files, and no side effects of a project's own modules.
package inline

import (
	"regexp"
	"strings"

	"prism/internal/shell"
)

// argument finds an interpreter that is handed its program in quotes, at the place of a
// command; document one that reads it from a here-document.
var (
	argument = regexp.MustCompile(`(^|[\s;&|(])(python|python3|py|node|deno|bun|ruby|perl|php)((?:\s+-[nlapwE0]+)*)\s+(-c|-e|-p|-pe|-ne|-ane|-lne|-nle|-ple|-r|eval|--eval|--print)\s+('[^']*'|"(?:[^"\\]|\\.)*")`)
	document = regexp.MustCompile(`(^|[\s;&|(])(python|python3|py|node|ruby|php)(?:\s+-)?\s+<<-?\s*(['"]?)(\w+)['"]?([^\n]*)\n((?s:.*?)\n)?[ \t]*(\w+)\s*(?:\n|$)`)
)

// Prints reports whether a command line hands an interpreter a program that only reads and
// prints, and does nothing else that has side effects.
func Prints(command string) bool {
	if len(command) > maxCommand || !holdsAny(command, scriptHosts) {
		return false
	}
	found := 0
	masked := argument.ReplaceAllStringFunc(command, func(m string) string {
		p := argument.FindStringSubmatch(m)
		code := p[5]
		if code[0] == '"' && strings.ContainsAny(code, "`$") {
			return m // the shell puts something into it
		}
		if !prints(p[2], code[1:len(code)-1]) {
			return m
		}
		found++
		return p[1] + "true"
	})
	if p := document.FindStringSubmatch(masked); p != nil && p[4] == p[7] && (p[3] != "" || !strings.ContainsAny(p[6], "`$")) && prints(p[2], p[6]) {
		found++
		masked = strings.Replace(masked, p[0], p[1]+"true"+p[5]+"\n", 1) // what stands behind the marker is the shell's
	}
	return found > 0 && !shell.ParseLine(masked).Class().Mutates()
}

// maxCommand bounds the command lines that are looked into, in bytes.
const maxCommand = 8 << 10

// acts are words by which a program of any of the languages does more than to read and to
// print: it writes, runs, sends, or loads what may.
var acts = []string{
	"write", "append", "unlink", "remove", "rename", "rmdir", "mkdir", "rmtree", "copy", "move", "truncate", "chmod", "chown", "symlink", "touch", "save", "dump(",
	".to_", "system", "popen", "subprocess", "spawn", "exec", "fork", "eval", "compile", "__import__", "importlib", "socket", "urlopen", "request", "httpx", "fetch", "http.", "https.", "axios", "net.",
	"tofile", "savetxt", "savez", "passthru", "proc_open", "shell", "qx", "opensync", "rm(", "rmsync", "cp(", "cpsync", "import(", "file=", "path(", "smtp", "ftp", "sqlite", "psycopg", "mongo", "redis", "commit", "insert", "update", "delete", "drop ", "create", "kill", "signal", "shutil", "fileutils", "tempfile", "file_put", "mail(",
	"`", "%x", "io.open", "dir.", "tie ", "<<<", "output", "sendfile",
}

// harmlessNames hold a word of acts and do no more than to look.
var harmlessNames = []string{"os.path", "os.listdir", "os.environ", "os.walk", "os.getcwd", "os.stat", "os.scandir", "os.sep", "sys.stdout.write(", "process.stdout.write(", ".append(", "file.read", "io.read", "__file__"}

// modules are those of Python that a program may load.
var modules = map[string]bool{
	"csv": true, "json": true, "sys": true, "re": true, "math": true, "statistics": true, "collections": true, "itertools": true, "functools": true, "datetime": true, "os": true,
	"pathlib": true, "random": true, "string": true, "textwrap": true, "decimal": true, "fractions": true, "struct": true, "base64": true, "hashlib": true, "time": true, "calendar": true,
	"unicodedata": true, "html": true, "ast": true, "tokenize": true, "difflib": true, "operator": true, "heapq": true, "bisect": true, "pprint": true, "glob": true, "zlib": true, "gzip": true,
	"zoneinfo": true, "uuid": true, "typing": true, "tomllib": true, "yaml": true, "platform": true, "locale": true, "ipaddress": true, "binascii": true, "cmath": true, "pandas": true, "numpy": true,
}

var (
	imports   = regexp.MustCompile(`(?m)(?:^|[;:\n])\s*(?:import|from)\s+([\w., ]+)`)
	requires  = regexp.MustCompile("require\\(\\s*['\"]([^'\"]*)['\"]\\s*\\)|import\\s|require\\s")
	mode      = regexp.MustCompile(`['"][rbt]*[wax+][bt+]*(?::[\w-]+)?['"]`)
	osCall    = regexp.MustCompile(`\bos\.|\bfrom\s+os\b`)
	perlOpens = regexp.MustCompile(`\b(open|do|use|require|print\s+\{|printf\s+\{)`)
	rubyLoads = regexp.MustCompile(`\b(load|autoload|new)\b|\|`)
)

// prints reports whether a program only reads and prints.
func prints(host, code string) bool {
	low := strings.ToLower(code)
	for _, n := range harmlessNames {
		low = strings.ReplaceAll(low, n, " ")
	}
	for _, a := range acts {
		if strings.Contains(low, a) {
			return false
		}
	}
	if strings.Contains(low, "open") && mode.MatchString(code) || osCall.MatchString(low) {
		return false
	}
	switch {
	case strings.HasPrefix(host, "py"):
		for _, m := range imports.FindAllStringSubmatch(code, -1) {
			for name := range strings.SplitSeq(strings.Split(m[1], " import ")[0], ",") {
				name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
				top, _, _ := strings.Cut(name, ".")
				if !modules[top] {
					return false
				}
			}
		}
	case host == "perl":
		return !perlOpens.MatchString(code)
	case host == "ruby" && rubyLoads.MatchString(code):
		return false
	case host == "ruby", host == "php":
		return !strings.Contains(low, "require") && !strings.Contains(low, "include")
	default:
		if strings.Count(code, "require") != len(requires.FindAllString(code, -1)) {
			return false // what is loaded is worked out
		}
		for _, m := range requires.FindAllStringSubmatch(code, -1) {
			if m[1] != "fs" && m[1] != "path" && m[1] != "os" && m[1] != "util" && m[1] != "crypto" && !strings.HasSuffix(m[1], ".json") {
				return false
			}
		}
	}
	return true
}
