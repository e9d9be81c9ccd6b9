// Package listed finds what an answer lists that was done: the items of the list, or the
// headings, under which an agent reports its changes, each in the few words that name it.
package listed

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/title/fit"
	"prism/internal/title/plain"
)

// group is one list of an answer, or its numbered headings.
type group struct {
	lead  string   // the line that leads to it, without markup; "" none
	items []string // what each names, in order; "" where it does not say in a few words
}

// Bounds on what is read: lines of an answer, and the characters and words of a point.
const (
	maxLines  = 400
	maxPoint  = 72
	mostWords = 12
	leastWord = 2
)

// groups takes the lists of an answer apart, those that are set in left out, in the order in
// which they stand.
func groups(text string) []group {
	var out []group
	var list, heads *group
	lead, fenced, deep := "", false, 0
	n := 0
	for line := range strings.Lines(text) {
		if n++; n > maxLines {
			break
		}
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || trimmed == "" {
			continue
		}
		in := len(line) - len(strings.TrimLeft(line, " \t"))
		text, isItem := plain.Item(trimmed)
		switch {
		case isItem && list != nil && in > deep:
		case isItem:
			if list == nil || in < deep {
				out = append(out, group{lead: lead})
				list, deep = &out[len(out)-1], in
			}
			list.items = append(list.items, pointOf(text))
		case list != nil && in > deep: // an item goes on
		default:
			list = nil
			head := numberedHead(trimmed)
			if head == "" {
				lead = strings.TrimRight(plain.Of(trimmed), ":： ")
				continue
			}
			if heads == nil {
				heads = &group{lead: lead}
			}
			heads.items = append(heads.items, pointOf(head))
			lead = ""
		}
	}
	if heads != nil && len(heads.items) > 1 {
		out = append([]group{*heads}, out...)
	}
	return out
}

// numberedHead is a heading without the number by which it is one of several; "" of another line.
func numberedHead(line string) string {
	rest := strings.TrimLeft(line, "#")
	if rest == line || !strings.HasPrefix(rest, " ") {
		if !strings.HasPrefix(line, "**") || !strings.HasSuffix(strings.TrimRight(line, ":："), "**") || strings.Count(line, "**") != 2 {
			return ""
		}
		rest = strings.Trim(line, "*:： ")
	}
	rest = strings.Trim(strings.TrimSpace(rest), "*")
	if k := plain.ListMark(rest); k > 0 && k < len(rest) {
		return strings.TrimSpace(rest[k:])
	}
	return ""
}

// firstSign is the first of the signs that are written without blanks between them.
const firstSign = 0x2E80

// separators stand between what an item is of and what it says.
var separators = []string{":", " — ", " – ", " - ", " → "}

// pointOf is what an item names in a few words: its label, where that says something, else
// its first clause, without the file that it is of. "" where that has no few words.
func pointOf(item string) string {
	if fit.Guards(item) {
		return "" // what stands behind the word for a secret is known as one by it alone
	}
	item = strings.TrimLeft(item, "✅☑✔️✓ ")
	item = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(item, "[x] "), "[X] "))
	label, rest := "", item
	if strings.HasPrefix(item, "**") {
		if end := strings.Index(item[2:], "**"); end > 0 {
			label, rest = item[2:2+end], item[2+end+2:]
		}
	} else if strings.HasPrefix(item, "`") {
		if end := strings.IndexByte(item[1:], '`'); end > 0 {
			label, rest = item[:end+2], item[end+2:]
		}
	}
	if label != "" {
		name := strings.Trim(label, "*:： ")
		after, separated := behind(rest, strings.HasSuffix(strings.TrimSpace(label), ":"))
		switch {
		case !strings.HasPrefix(label, "`") && strings.Count(strings.TrimSpace(name), " ") >= leastWord && !placed(name):
			return few(name)
		case separated:
			return few(after)
		case placed(name) || strings.HasPrefix(label, "`"):
			if strings.HasPrefix(label, "`") && strings.Count(name, " ") == 0 && strings.TrimSpace(rest) != "" && !strings.HasPrefix(strings.TrimSpace(rest), "(") {
				return few(item) // "`Foo` now returns …"
			}
			return ""
		}
		return few(name + rest)
	}
	first, _, _ := strings.Cut(item, " ")
	if placed(strings.TrimRight(first, ":")) {
		if after, ok := behind(item[len(strings.TrimRight(first, ":")):], false); ok {
			return few(after)
		}
		return ""
	}
	return few(item)
}

// behind is what stands behind the separator that a text begins with, with or without a
// remark in brackets before it.
func behind(rest string, separated bool) (string, bool) {
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, "(") {
		if end := strings.IndexByte(rest, ')'); end > 0 {
			rest = strings.TrimSpace(rest[end+1:])
		}
	}
	for _, s := range separators {
		if after, ok := strings.CutPrefix(rest, strings.TrimSpace(s)); ok && strings.TrimSpace(after) != "" {
			return strings.TrimSpace(after), true
		}
	}
	return rest, separated && rest != ""
}

// placed reports whether a label names a file or a place of code, and says nothing of it.
func placed(label string) bool {
	label = strings.Trim(label, "`*: ")
	if strings.Contains(label, " ") && !strings.HasPrefix(label, "`") {
		head, _, _ := strings.Cut(label, " ")
		return strings.ContainsAny(head, "/\\") || strings.Contains(strings.Trim(head, "."), ".") && fit.ASCII(head)
	}
	return strings.ContainsAny(label, "/\\._()") || label == ""
}

// few are the first words of a point, up to where it goes on to say how, or why; "" where
// these are too many, or none.
func few(s string) string {
	s = plain.Of(s)
	end, depth, code := len(s), 0, false
	for i, c := range s {
		switch c {
		case '"':
			code = !code
		case '(', '[':
			if depth == 0 && !code && i > 0 && s[i-1] == ' ' {
				end = min(end, i)
			}
			depth++
		case ')', ']':
			depth--
		case '。', '；', '：': // between signs that are words of their own
			if before, _ := utf8.DecodeLastRuneInString(s[:i]); depth == 0 && !code && before >= firstSign {
				end = min(end, i)
			}
		case '.', '!', ';', ':': // within a word it ends none: a token is shown whole, or not
			if after := i + 1; depth == 0 && !code && (after == len(s) || s[after] == ' ') {
				end = min(end, i)
			}
		case '—', '–', '→': // likewise
			if after := s[i+utf8.RuneLen(c):]; depth == 0 && !code && i > 0 && s[i-1] == ' ' && strings.HasPrefix(after, " ") {
				end = min(end, i)
			}
		}
		if end < len(s) {
			break
		}
	}
	if i := strings.Index(s[:end], " - "); i > 0 {
		end = i
	}
	s = strings.TrimRight(s[:end], " ,-")
	words, last := strings.Count(s, " ")+1, strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:])
	if fit.LeadsOn(last) || fit.Hangs(last) || strings.ContainsAny(s, "{}<>") || words < leastWord || words > mostWords || utf8.RuneCountInString(s) > maxPoint || strings.Count(s, `"`)%2 == 1 || !fit.Worded(s) {
		return ""
	}
	return fit.Capital(s)
}

// leastDone is how many points of an answer must say that something was done for them to
// tell of it: one says what a sentence does.
const leastDone = 2

// Done tells in at most room characters what an answer lists that was done, in its own words
// and order, and how many points more its lists have: "Added a column to the table; removed
// the old view (and 2 more)". did says whether a point tells of something that was done, passed
// whether a list is passed over by the line that leads to it. "" where less than two points do.
func Done(text string, room int, did func(point string) bool, passed func(lead string) bool) string {
	var told []string
	all := 0
	room -= len(" (and 99 more)")
	for _, g := range groups(text) {
		done := slices.DeleteFunc(slices.Clone(g.items), func(p string) bool { return p == "" || !did(p) })
		if len(done) == 0 || 2*len(done) < len(g.items) || passed(g.lead) || undone(g.lead) {
			continue // a list of something else
		}
		all += len(g.items)
		for _, p := range done {
			if slices.Contains(told, p) {
				continue
			}
			if size := utf8.RuneCountInString(p) + 2; size <= room {
				room -= size
				told = append(told, p)
			} else {
				room = 0 // in their order
			}
		}
	}
	if len(told) < leastDone {
		return ""
	}
	for i := 1; i < len(told); i++ {
		r, n := utf8.DecodeRuneInString(told[i]) // it opens on a verb
		told[i] = string(unicode.ToLower(r)) + told[i][n:]
	}
	out := strings.Join(told, "; ")
	if more := all - len(told); more > 0 {
		out += " (and " + strconv.Itoa(more) + " more)"
	}
	return out
}

// Passing reports whether a point tells nothing of the work, as an import does, or speaks of
// something that was not done, or not now.
func Passing(point string) bool {
	words := strings.Fields(point)
	last := len(words) - 1
	return last < 1 || fit.Listed().Minor.Has(words[1]) || fit.Listed().Minor.Has(words[last]) || undone(strings.Join(words[1:], " "))
}

// undone reports whether a word says that something was not done, or not now.
func undone(text string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if fit.Listed().Undone.Has(word) {
			return true
		}
	}
	return false
}
