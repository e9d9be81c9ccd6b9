package lexicon

import (
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
)

// One file a language, named by its ISO 639-1 code. "[section]" begins a list,
// phrases stand between bars and line ends, the words of a "word." section between
// blanks, "#" begins a comment. In phrases, a word that ends in "*" stands for all
// that begin so; ":" or "?" behind one must stand in the text, too; "." says that no
// letter may follow at once, which only scripts without spaces need. "(drop/scrap/)"
// stands for each of the words in it, or for none where nothing stands between two
// strokes: a phrase with such choices is all that can be made of it. The phrases of a
// "list." section are none of that: they are compared letter for letter with a text in
// lower case.
//
//go:embed data/*.txt
var files embed.FS

// wordy begins the names of sections of single words.
const wordy = "word."

// listed begins the names of sections of phrases that are compared as they are written.
const listed = "list."

// file is what is built in of one language: its code, and its sections apart, so that
// who wants few of them does not go through all.
type file struct {
	code, text string
	sections   []part
}

// part is one section of a file, with its head.
type part struct{ name, text string }

// built are the files, taken out of the program once: each look at an embedded file
// copies it, and some twenty readers want sections of all.
var built = sync.OnceValue(func() []file {
	entries, err := files.ReadDir("data")
	if err != nil {
		return nil // what is built in can be read
	}
	out := make([]file, 0, len(entries))
	for _, e := range entries {
		b, err := files.ReadFile("data/" + e.Name())
		if err != nil {
			continue // likewise
		}
		f := file{code: strings.TrimSuffix(e.Name(), ".txt"), text: string(b)}
		f.sections = make([]part, 0, strings.Count(f.text, "\n[")+1)
		for p := range parts(f.text) {
			f.sections = append(f.sections, p)
		}
		out = append(out, f)
	}
	return out
})

// parts cuts a file into its sections.
func parts(text string) iter.Seq[part] {
	return func(yield func(part) bool) {
		if text != "" && text[0] != '[' {
			_, text, _ = strings.Cut(text, "\n[")
			if text != "" {
				text = "[" + text
			}
		}
		for text != "" {
			one := text
			if i := strings.Index(text, "\n["); i >= 0 {
				one, text = text[:i+1], text[i+1:]
			} else {
				text = ""
			}
			name, _, _ := strings.Cut(one, "\n")
			if !yield(part{strings.Trim(name, "[]"), one}) {
				return
			}
		}
	}
}

// entries goes through the phrases of the sections that are wanted, and their heads;
// their lines are counted from the head of the section.
func (f *file) entries(wanted func(section string) bool) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for i := range f.sections {
			if !wanted(f.sections[i].name) {
				continue
			}
			for e := range parse(f.sections[i].text) {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Languages returns the codes of the languages that have a file.
func Languages() []string {
	list := built()
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].code
	}
	return out
}

// entry is a phrase of a section as it is written, or the head of the section,
// where phrase is "".
type entry struct {
	line            int
	section, phrase string
}

// parse goes through the phrases of a file, as they are written, and the heads of its
// sections.
func parse(text string) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		e, bar := entry{}, "|"
		for text != "" {
			var l string
			l, text, _ = strings.Cut(text, "\n")
			if e.line++; l == "" || l[0] == '#' {
				continue
			}
			if l[0] == '[' {
				e.section, e.phrase, bar = strings.Trim(l, "[]"), "", "|"
				if strings.HasPrefix(e.section, wordy) {
					bar = " "
				}
				if !yield(e) {
					return
				}
				continue
			}
			for e.section != "" && l != "" {
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
		list, section := built(), wordy+name
		for i := range list {
			for e := range list[i].entries(func(s string) bool { return s == section }) {
				if e.phrase != "" && !yield(e.phrase, i) {
					return
				}
			}
		}
	}
}

// Sum is a hash over the sections whose names begin so: it changes with every
// phrase of theirs, as it is written. Whoever asks for a version asks for it, be it only to
// show what is stored, so it takes no section apart and compiles nothing.
func Sum(prefixes ...string) uint64 {
	h := sha256.New()
	list := built()
	for i := range list {
		_, _ = io.WriteString(h, list[i].code) // a hash takes everything
		for _, p := range list[i].sections {
			if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(p.name, prefix) }) {
				_, _ = io.WriteString(h, p.text)
			}
		}
	}
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// edgeBytes is how much of a file makes an edge of a Book, or a little less: with room
// for all of them from the start, none is put into its place twice. Of eight edges five end
// a phrase, or fewer.
const edgeBytes = 7

// Compile reads the sections group.NAME, one for each of the names, so that they
// are found together: in a Set, the bit of a section is its place among the names,
// of which there are 64 at most. What is wrong in a file it passes over: Check says
// so, and a test holds the files to it.
func Compile(group string, names []string) *Book { return compile(group, names, shared) }

func compile(group string, names []string, most int) *Book {
	bit := make(map[string]Set, len(names))
	for i, n := range names {
		bit[group+"."+n] = 1 << i
	}
	list, size := built(), 0
	wanted := func(s string) bool { return bit[s] != 0 }
	for i := range list {
		for _, p := range list[i].sections {
			if wanted(p.name) {
				size += len(p.text)
			}
		}
	}
	b := newBook(size / edgeBytes)
	w := writer{book: b, keys: make([]uint64, 0, cap(b.nodes)), most: most}
	for i := range list {
		w.lang = 1 << i
		for e := range list[i].entries(wanted) {
			if e.phrase == "" {
				w.says = bit[e.section]
				continue
			}
			_ = w.add(e.phrase) // Check says so
		}
	}
	return b
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
