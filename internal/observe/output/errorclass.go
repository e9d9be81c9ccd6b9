package output

import (
	"slices"
	"strings"

	"prism/internal/shell"
)

// maxErrorText bounds how much of a prompt is searched for errors, in bytes.
const maxErrorText = 12000

// Errors returns the kinds of errors that a text brings, as output that was pasted or as
// words around it: the names of exceptions, the codes of compilers and systems, and the
// lines of what failed without what differs from run to run. A name that is only spoken
// of is none: told says that the text speaks of a failure, asked that it only asks.
func Errors(text string, told, asked bool) map[string]bool {
	if len(text) > maxErrorText {
		text = strings.ToValidUTF8(text[:maxErrorText], "")
	}
	several := strings.Contains(strings.TrimSpace(text), "\n")
	told = told || several && tracesCalls(text)
	var out map[string]bool
	add := func(class string) {
		if out == nil {
			out = map[string]bool{}
		}
		out[class] = true
	}
	var plain []string
	if !asked {
		plain = plainErrors()
	}
	lines := 0
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if lines++; lines > maxOutputLines {
			break
		}
		failure := FailureLine(line)
		for at := 0; at < len(line); {
			end := at
			for end < len(line) && named(line[end]) {
				end++
			}
			if word := line[at:end]; exceptionName(word) || errorCode(word) {
				if failure || told || !asked && browserCode(word) || strings.HasPrefix(line[end:], ":") || strings.HasPrefix(line[end:], ")") {
					add(word)
				}
			}
			at = end + 1
		}
		if plain != nil && len(line) >= shortestPlain {
			small := strings.ToLower(line)
			for _, w := range plain {
				if strings.Contains(small, w) {
					add(w)
				}
			}
		}
		if told := reported(line); told != "" && !asked {
			if class := unvaried(told); len(class) >= 12 {
				add(class)
			}
		}
		if failure || several && reportLine(line) {
			if class := unvaried(line); len(class) >= 12 {
				add(class)
			}
		}
	}
	return out
}

// reportLine reports whether a line of several looks like one of a program that
// reports an error: it says so in such a program's words, has the signs of one, and
// is no item of a list.
func reportLine(line string) bool {
	if !strings.ContainsAny(line, ":([`") || strings.ContainsAny(line[:1], "-*0123456789") || strings.HasPrefix(line, "•") {
		return false
	}
	line = strings.ToLower(line)
	for _, w := range []string{"error", "exception", "panic", "fatal", "failed", "undefined", "traceback", "segmentation", "denied", "refused", "not found", "no such", "aborted", "invalid"} {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}

// shortestPlain is how long the shortest of plainErrors is.
const shortestPlain = len("oomkilled")

// plainErrors are the words in which systems report errors, whatever program prints them
// (strerror(3), and what shells and runtimes say).
func plainErrors() []string {
	return []string{
		"out of memory", "no space left on device", "permission denied", "connection refused", "connection reset by peer", "no such file or directory",
		"command not found", "segmentation fault", "core dumped", "too many open files", "address already in use", "cannot allocate memory", "broken pipe",
		"context deadline exceeded", "cannot find module", "could not resolve host", "name or service not known", "index out of range", "stack overflow",
		"crashloopbackoff", "imagepullbackoff", "errimagepull", "errimageneverpull", "invalidimagename", "createcontainerconfigerror", "runcontainererror", "oomkilled",
		"bad gateway", "gateway timeout", "gateway time-out", "service unavailable", "internal server error",
	}
}

func named(c byte) bool { return letter(c) || c >= '0' && c <= '9' || c == '_' }

// exceptionName reports whether a word is the name of a kind of error:
// "TypeError", "NullPointerException".
func exceptionName(word string) bool {
	for _, end := range []string{"Error", "Exception"} {
		if len(word) > len(end)+1 && strings.HasSuffix(word, end) && word[0] >= 'A' && word[0] <= 'Z' {
			return true
		}
	}
	return false
}

// NamesException reports whether a text names a kind of error.
func NamesException(text string) bool {
	for at := 0; at < len(text); {
		end := at
		for end < len(text) && named(text[end]) {
			end++
		}
		if exceptionName(text[at:end]) {
			return true
		}
		at = end + 1
	}
	return false
}

// uncaught reports whether a line is one by which a runtime tells that a program ended on an
// error that nobody caught: "TypeError: x is undefined", "… (NoMethodError)", "thread 'main'
// panicked at", "** (KeyError) …".
func uncaught(line string) bool {
	line = line[:min(len(line), MaxLineBytes)]
	if begins(line, "Exception in thread ", "Unhandled exception", "Uncaught ", "** (", "terminate called after ", "Fatal error: ") {
		return true
	}
	if strings.HasPrefix(line, "thread '") && strings.Contains(line, "' panicked at ") {
		return true
	}
	if name, ok := strings.CutSuffix(line, ")"); ok {
		if i := strings.LastIndexByte(name, '('); i > 0 && exceptionName(lastName(name[i+1:])) {
			return true
		}
	}
	end := 0
	for end < len(line) && (named(line[end]) || line[end] == '.' && end > 0) {
		end++
	}
	return exceptionName(lastName(line[:end])) && (end == len(line) || line[end] == ':')
}

// lastName is what stands behind the last dot or colon of a name with its packages.
func lastName(name string) string { return name[strings.LastIndexAny(name, ".:")+1:] }

// errorCode reports whether a word is a code of an error: "TS2304", "E0308",
// "ENOENT", "SIGSEGV".
func errorCode(word string) bool {
	if browserCode(word) {
		return true
	}
	letters := strings.TrimRight(word, "0123456789")
	digits := len(word) - len(letters)
	if letters == "" || len(letters) > 12 || strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return false
	}
	switch {
	case digits >= 3 && digits <= 5:
		return len(letters) <= 4 && letters != "HTTP" && letters != "ISO" && letters != "RFC"
	case digits == 0:
		return strings.HasPrefix(word, "SIG") && len(word) > 5 || slices.Contains(systemErrors(), word)
	}
	return false
}

// browserCode reports whether a word is a code by which browsers and Node tell an error:
// "ERR_CONNECTION_RESET".
func browserCode(word string) bool {
	return len(word) > 6 && strings.HasPrefix(word, "ERR_") && strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == ""
}

// systemErrors are the names under which systems and package managers report errors
// (errno(3), and npm's ERESOLVE).
func systemErrors() []string {
	return []string{
		"EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EAGAIN", "EBADF", "EBUSY", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EEXIST", "EHOSTUNREACH",
		"EINVAL", "EISDIR", "EMFILE", "ENETUNREACH", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR", "ENOTEMPTY", "ENOTFOUND", "EPERM", "EPIPE", "ERESOLVE", "EROFS", "ETIMEDOUT",
	}
}

// unvaried is a line of output without numbers, paths and what stands in quotes.
func unvaried(line string) string {
	var b strings.Builder
	quote := byte(0)
	for word := range strings.FieldsSeq(line) {
		if strings.ContainsAny(word, `/\`) {
			continue
		}
		for i := 0; i < len(word); i++ {
			c := word[i]
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '\'' && (i == 0 || !letter(word[i-1])), c == '"', c == '`':
				quote = c
			case c >= '0' && c <= '9':
			default:
				b.WriteByte(c)
			}
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

// Faults tells the kinds by the form of pasted lines: compilers, type checkers
// and linters name a place and what is wrong there.
func Faults(text string) shell.Class {
	var k shell.Class
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if n++; n > maxOutputLines {
			break
		}
		line = strings.TrimSpace(line[:min(len(line), MaxLineBytes)])
		switch {
		case strings.Contains(line, "error TS"), strings.Contains(line, ": error: ") && strings.HasSuffix(line, "]"):
			k |= shell.ClassTypeCheck | shell.ClassBuild
		case compilerLine(line), strings.HasPrefix(line, "error["), strings.HasPrefix(line, "error: could not compile"):
			k |= shell.ClassBuild | shell.ClassLint | shell.ClassTypeCheck
		}
	}
	return k
}
