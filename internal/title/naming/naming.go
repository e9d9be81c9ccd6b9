// Package naming calls the addresses and paths of a sentence by the names that a person
// would give them. What it leaves out it leaves out whole: it never shows a part of a
// token that the gate would know only whole.
package naming

import (
	"net/url"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
	"prism/internal/observe"
)

// places are the words between a thing and the place where it lies, read once.
var places = sync.OnceValue(func() *lexicon.List { return lexicon.NewList("at") })

// Of replaces addresses and long paths in a sentence by what a person would
// call them: the request's number, the last words of an address, the file's
// name. What is left out is left out whole: no part of a token that the gate
// would know by its beginning is ever shown alone.
func Of(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if c := s[i]; c <= ' ' || c >= utf8.RuneSelf {
			b.WriteByte(c)
			i++
			continue
		}
		k := i
		for k < len(s) && s[k] > ' ' && s[k] < utf8.RuneSelf {
			k++
		}
		token := s[i:k]
		core := strings.TrimRight(strings.TrimLeft(token, "([\"'<"), ",.;:!?)]\"'>")
		at := strings.Index(token, core)
		next, _ := utf8.DecodeRuneInString(s[k:])
		b.WriteString(token[:at])
		name := nameOf(core, k < len(s) && unicode.IsLetter(next))
		if name != core && repeats(b.String(), name) {
			said := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(said[:strings.LastIndexByte(said, ' ')]) // "the lock at …/lock" is the lock
			name = ""
		}
		if head, rest, ok := strings.Cut(name, " "); ok && name != core && strings.HasSuffix(strings.ToLower(b.String()), strings.ToLower(head)+" ") {
			name = rest // "PR https://…/pull/12" says PR already
		}
		b.WriteString(name)
		b.WriteString(token[at+len(core):])
		i = k
	}
	return b.String()
}

// repeats reports whether what was said ends on the very name of the place that follows
// and on a word between them: "the lock at", "lock".
func repeats(said, name string) bool {
	words := strings.Fields(strings.ToLower(observe.ClipBytes(said[max(0, len(said)-maxRepeat):], maxRepeat)))
	n := len(words)
	return n > 1 && words[n-2] == strings.ToLower(name) && places().Has(words[n-1])
}

// maxRepeat is how much of what was said is looked at for a name that comes again.
const maxRepeat = 80

// nameOf names one token; glued says that a word of another script follows it
// without a space.
func nameOf(token string, glued bool) string {
	switch {
	case strings.Contains(token, "://"):
		if name := addressName(token); name != "" {
			return name
		}
	case strings.ContainsAny(token, `/\`):
		return pathName(token, glued)
	}
	return token
}

// addressName names an address: forges by the kind of page, others by a last
// element in words, else by the host.
func addressName(token string) string {
	at := strings.Index(token, "://")
	rest := token[at+3:]
	lead := ""
	for i := at; i > 0 && (observe.Letter(token[i-1])); i-- {
		lead = token[:i-1]
	}
	rest, _, _ = strings.Cut(rest, "?")
	rest, _, _ = strings.Cut(rest, "#")
	parts := strings.Split(strings.TrimRight(rest, "/"), "/")
	host := strings.TrimPrefix(parts[0], "www.")
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	for i := 1; i+1 < len(parts); i++ {
		next := parts[i+1]
		if len(next) > 12 && parts[i] != "commit" && parts[i] != "runs" {
			continue
		}
		switch parts[i] {
		case "pull", "pulls", "pull-requests", "pullrequest":
			return lead + "PR " + next
		case "merge_requests":
			return lead + "MR " + next
		case "issues":
			return lead + "issue " + next
		case "issue", "browse":
			if i+2 < len(parts) && strings.Contains(parts[i+2], "-") && inWords(parts[i+2]) {
				return lead + next + " (" + strings.ReplaceAll(parts[i+2], "-", " ") + ")"
			}
			return lead + next
		case "commit":
			return lead + "commit " + next[:min(len(next), 7)]
		case "runs":
			return lead + "CI run"
		}
	}
	if n := len(parts); n > 2 && len(parts[n-1]) < 7 && strings.Trim(parts[n-1], "0123456789") == "" && inWords(parts[n-2]) {
		return lead + parts[n-2] + " " + parts[n-1]
	}
	if last, err := url.PathUnescape(parts[len(parts)-1]); err == nil && len(parts) > 1 {
		if last = strings.TrimSuffix(last, ".git"); inWords(last) || strings.ContainsFunc(last, func(r rune) bool { return r >= utf8.RuneSelf }) && utf8.ValidString(last) {
			return lead + last
		}
	}
	return lead + host
}

// inWords reports whether the last element of an address is made of words, not
// of the characters of a key.
func inWords(s string) bool {
	digits := 0
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '-' || r == '_' || r == '.' }) {
		if len(part) > 18 {
			return false
		}
		upper := 0
		for i := range len(part) {
			switch c := part[i]; {
			case '0' <= c && c <= '9':
				digits++
			case 'A' <= c && c <= 'Z':
				if i > 0 {
					upper++
				}
			case 'a' <= c && c <= 'z':
			default:
				return false
			}
		}
		if upper > 0 && upper < len(part)-1 {
			return false
		}
	}
	return digits <= 4 && len(s) >= 3 && len(s) <= 60
}

// pathName names a path by its last element where it is long or absolute; what
// is no path ("and/or") stays.
func pathName(token string, glued bool) string {
	rooted := strings.HasPrefix(token, "/") || strings.HasPrefix(token, "~") || strings.HasPrefix(token, "@") || strings.HasPrefix(token, "./") || strings.HasPrefix(token, "../") || len(token) > 2 && token[1] == ':' && observe.Letter(token[0])
	parts := strings.FieldsFunc(token, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) == 0 {
		return token
	}
	last := parts[len(parts)-1]
	file := strings.LastIndexByte(last, '.') > 0
	switch {
	case len(parts) < 2:
		return token
	case glued && rooted && (strings.HasSuffix(token, `\`) || strings.HasSuffix(token, "/")):
		return "" // the name follows in another script
	case !rooted && (!file || len(token) <= 36):
		return token
	case rooted && len(parts) == 2 && len(token) <= 24 && !strings.Contains(token, ":"):
		return token
	case rooted && !file && len(parts) == 3 && len(token) <= 24 && (token[0] == '~' || token[0] == '.'):
		return token // "~/dotfiles/.bashrc": which of the two
	case len(last) > 64:
		return "…"
	}
	return last
}
