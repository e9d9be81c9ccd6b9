package lexicon

import (
	"embed"
	"hash/fnv"
	"iter"
	"slices"
	"strings"
)

// One file a language, named by its ISO 639-1 code. "[section]" begins a list,
// phrases stand between bars and line ends, the words of a "word." section between
// blanks, "#" begins a comment. In phrases, a word that ends in "*" stands for all
// that begin so; ":" or "?" behind one must stand in the text, too; "." says that no
// letter may follow at once, which only scripts without spaces need. "(drop/scrap/)"
// stands for each of the words in it, or for none where nothing stands between two
// strokes: a phrase with such choices is all that can be made of it.
//
//go:embed data/*.txt
var files embed.FS

// wordy begins the names of sections of single words.
const wordy = "word."

// Languages returns the codes of the languages that have a file.
func Languages() []string {
	entries, err := files.ReadDir("data")
	if err != nil {
		return nil // what is built in can be read
	}
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = strings.TrimSuffix(e.Name(), ".txt")
	}
	return out
}

func read(language string) string {
	b, err := files.ReadFile("data/" + language + ".txt")
	if err != nil {
		return "" // what is built in can be read
	}
	return string(b)
}

// entry is a phrase of a section as it is written, or the head of the section,
// where phrase is "".
type entry struct {
	line            int
	section, phrase string
}

// parse goes through the phrases of the sections of a file that are wanted, as they
// are written, and the heads of these sections.
func parse(text string, wanted func(section string) bool) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		e, take := entry{}, false
		for text != "" {
			var l string
			l, text, _ = strings.Cut(text, "\n")
			if e.line++; l == "" || l[0] == '#' {
				continue
			}
			if l[0] == '[' {
				e.section, e.phrase = strings.Trim(l, "[]"), ""
				if take = wanted(e.section); take && !yield(e) {
					return
				}
				if i := strings.Index(text, "\n["); !take && i >= 0 {
					e.line += 1 + strings.Count(text[:i], "\n")
					text = text[i+1:]
				} else if !take {
					return
				}
				continue
			}
			bar := "|"
			if strings.HasPrefix(e.section, wordy) {
				bar = " "
			}
			for take && l != "" {
				e.phrase, l, _ = strings.Cut(l, bar)
				if e.phrase = strings.TrimSpace(e.phrase); e.phrase != "" && !yield(e) {
					return
				}
			}
		}
	}
}

// Words goes through the words of the section "word.NAME" as they are written,
// with the place of their language in Languages.
func Words(name string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i, code := range Languages() {
			for e := range parse(read(code), func(s string) bool { return s == wordy+name }) {
				if e.phrase != "" && !yield(e.phrase, i) {
					return
				}
			}
		}
	}
}

// Sum is a hash over the sections whose names begin so: it changes with every
// phrase of theirs, as it is written. Whoever asks for a version asks for it, so it
// compiles nothing.
func Sum(prefixes ...string) uint64 {
	h := fnv.New64a()
	for _, code := range Languages() {
		_, _ = h.Write([]byte(code)) // a hash takes everything
		for e := range parse(read(code), func(s string) bool {
			return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
		}) {
			_, _ = h.Write([]byte(e.section + "|" + e.phrase + "\n"))
		}
	}
	return h.Sum64()
}

// Compile reads the sections group.NAME, one for each of the names, so that they
// are found together: in a Set, the bit of a section is its place among the names,
// of which there are 64 at most. What is wrong in a file it passes over: Check says
// so, and a test holds the files to it.
func Compile(group string, names []string) *Book {
	bit := make(map[string]Set, len(names))
	for i, n := range names {
		bit[group+"."+n] = 1 << i
	}
	w := writer{book: newBook()}
	for i, code := range Languages() {
		w.lang = 1 << i
		for e := range parse(read(code), func(s string) bool { return bit[s] != 0 }) {
			if w.says = bit[e.section]; e.phrase != "" {
				_ = w.add(e.phrase) // Check says so
			}
		}
	}
	return w.book
}

// Sections returns the names of the sections of a group.
func Sections(group string) []string {
	var out []string
	for _, s := range sections {
		if n, ok := strings.CutPrefix(s, group+"."); ok {
			out = append(out, n)
		}
	}
	return out
}
