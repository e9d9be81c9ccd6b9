package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// email hides an address: all of the local part and of the domain.
func (s *scan) email(r *rule, from, to int) {
	text := s.text
	start := localStart(text, from)
	if start == from {
		return
	}
	end, tld := domainEnd(text, to)
	if end == to || given.FileEndings()[strings.ToLower(tld)] {
		return
	}
	// Endings that are a country's, but mostly a file's.
	if given.CodeEndings()[tld] && (from-start < 3 || chars.Count(text[to:end], chars.Upper) > 0) {
		return
	}
	local, domain := text[start:from], text[to:end]
	if !strings.ContainsFunc(local, chars.IsWordRune) || sharedMailbox(local, domain) {
		return
	}
	// In a URL this is a user, which is another rule's.
	before := text[chars.RunBack(text, from, 320, ^chars.Space):from]
	if i := strings.LastIndex(before, "://"); i >= 0 && !strings.Contains(before[i+3:], "/") {
		return
	}
	s.add(r, start, end)
}

// localStart returns where the local part before text[at] begins. Letters of
// other alphabets belong to it, but not of scripts written without spaces.
func localStart(text string, end int) int {
	i := end
	limit := max(0, i-64)
	for i > limit {
		c := text[i-1]
		if chars.Is(c, chars.Alnum|chars.Dot|chars.Underscore|chars.Percent|chars.Plus|chars.Dash) || c == '\'' {
			i--
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		ru, n := utf8.DecodeLastRuneInString(text[:i])
		if !unicode.In(ru, unicode.Latin, unicode.Cyrillic, unicode.Greek) {
			break
		}
		i -= n
	}
	for i < len(text) && strings.IndexByte(".'%+-", text[i]) >= 0 {
		i++
	}
	return i
}

// domainEnd returns the end of the domain name at text[at:] and its last
// label; the offset itself if there is none.
func domainEnd(text string, from int) (end int, tld string) {
	label := from
	i := from
	limit := min(len(text), from+253)
	for i < limit {
		c := text[i]
		switch {
		case chars.Is(c, chars.Word|chars.Dash):
			i++
		case c >= utf8.RuneSelf:
			ru, n := utf8.DecodeRuneInString(text[i:])
			if !unicode.In(ru, unicode.Latin, unicode.Cyrillic, unicode.Greek) {
				limit = i
				break
			}
			i += n
		case c == '.' && i > label && i+1 < limit && chars.WordAt(text, i+1):
			if good := text[label:i]; label == from && strings.Trim(good, "-_") == "" {
				return from, ""
			}
			i++
			label = i
		default:
			limit = i
		}
	}
	tld = strings.TrimRight(text[label:i], "-_")
	i = label + len(tld)
	if label == from || utf8.RuneCountInString(tld) < 2 || strings.ContainsAny(tld, "0123456789_") && !strings.HasPrefix(tld, "xn--") {
		return from, ""
	}
	return i, tld
}

// sharedMailbox reports an address that is nobody's: the user of a forge's SSH
// address, or a machine's sender.
func sharedMailbox(local, domain string) bool {
	local = strings.ToLower(local)
	switch local {
	case "git", "hg", "svn", "noreply", "no-reply", "donotreply":
		return true
	}
	// Names of ciphers have this form too.
	return domain == "openssh.com" || domain == "libssh.org"
}

// homePath hides the user name behind the folder that holds the homes.
func (s *scan) homePath(r *rule, from, to int) {
	text := s.text
	folded := text[from] == '-'
	switch sep := text[from]; {
	case folded:
		// A folder name made of a path, as agents keep them: -Users-x-project.
		if chars.InWord(text, from) || text[from+1] >= 'a' && text[from+1] != 'h' {
			return
		}
	case sep == '/' && (!homeRoot(text, from) || text[from+1] == 'u' && !driveBefore(text, from)):
		return
	}
	start := to
	for start < len(text) && (text[start] == '/' || text[start] == '\\') && start-to < 4 {
		start++
	}
	end := start
	for end < len(text) && end-start < 64 {
		c := text[end]
		if chars.Is(c, chars.Word|chars.High|chars.Dot|chars.Plus|chars.At) || c == '$' || !folded && c == '-' {
			end++
			continue
		}
		// Windows allows a space in the name; it must go on as a path.
		if c == ' ' && text[from] == '\\' {
			if next := chars.Run(text, end+1, 32, chars.Word); next > end+1 && next < len(text) && text[next] == '\\' {
				end = next
			}
		}
		break
	}
	end = start + len(strings.TrimRight(text[start:end], ".$+@"))
	// Prose in another script may follow without a space.
	for i, ru := range text[start:end] {
		if ru >= utf8.RuneSelf && !unicode.IsLetter(ru) && !unicode.IsMark(ru) {
			end = start + i
			break
		}
	}
	if folded {
		end = unfolded(text, start, end)
	}
	user := text[start:end]
	if !strings.ContainsFunc(user, chars.IsWordRune) || strings.ContainsAny(user, "$") || given.SharedUsers()[strings.ToLower(user)] {
		return
	}
	s.add(r, start, end)
}

// unfolded returns the end of a name with dashes in a folder's name made of a
// path, where the text also holds the path itself: there alone the name's end
// can be told from the next folder's start.
func unfolded(text string, start, end int) int {
	if start == end || !chars.IsAt(text, end, chars.Dash) {
		return end
	}
	path := strings.Index(text[:min(len(text), longest)], "/"+text[start:end]+"-")
	if path < 0 {
		return end
	}
	full := text[path+1 : chars.Run(text, path+1, 64, chars.Word|chars.Dash|chars.Dot)]
	if strings.HasPrefix(text[start:], full) {
		return start + len(full)
	}
	return end
}

// homeRoot reports whether the folder of homes at text[at] stands at the root
// of a path, or where systems mount one.
func homeRoot(text string, i int) bool {
	if i == 0 {
		return true
	}
	c := text[i-1]
	if !chars.InWord(text, i) && strings.IndexByte("/.-_~)}]%", c) < 0 {
		return true
	}
	return given.AnyOf(strings.HasSuffix, text[max(0, i-24):i], given.Mounts())
}

// driveBefore reports whether a drive of Windows stands before text[i]: there
// alone the folder of homes is written in any case.
func driveBefore(text string, i int) bool {
	return i > 1 && text[i-1] == ':' && chars.Is(text[i-2], chars.Alpha) || i > 1 && text[i-2] == '/' && chars.Is(text[i-1], chars.Alpha)
}
