// Package locale says what a page says in a person's language, and writes numbers, money,
// dates and times as that person does.
//
// Nouns: a Catalog is all languages there are, a file each (languages/*.json) whose
// messages have their English text as key; a Locale is one of them with the forms of a
// region; a message is a text with {names} in braces. Promises: what has no translation is
// said in English; values are put in where their names stand, whatever the order; nothing
// of a value is read as a message or as markup. Refusals: it knows no page and no fact,
// and what a judge or a transcript says it leaves as it is.
package locale

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed languages/*.json
var files embed.FS

// Catalog is all languages and regions there are. It changes no more once it is made.
type Catalog struct {
	languages map[string]*words // by tag: "en", "de"
	regions   map[string]*forms // by tag: "de", "de-CH"
	told      func() *book      // made when it is first asked for
}

// Source is the language that messages are written in where they are used.
const Source = "en"

// words is one language, as its file has it.
type words struct {
	Name      string                 `json:"name"`      // in itself
	Direction string                 `json:"direction"` // ltr or rtl
	Dates     dates                  `json:"dates"`
	Messages  map[string]translation `json:"messages"`
	tag       language.Tag
}

// translation is a message said in it: one text, or one for each plural form that the language has.
type translation map[string]string

// other is the plural form that every language has.
const other = "other"

// UnmarshalJSON implements json.Unmarshaler: a text stands for its only form.
func (m *translation) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*m = translation{other: text}
		return nil
	}
	return json.Unmarshal(data, (*map[string]string)(m))
}

// New reads all languages.
func New() (*Catalog, error) {
	list, err := files.ReadDir("languages")
	if err != nil {
		return nil, err
	}
	c := &Catalog{languages: map[string]*words{}, regions: regions(), told: sync.OnceValue(func() *book { return newBook(Forms()) })}
	for _, e := range list {
		name := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		if c.languages[name], err = read(name); err != nil {
			return nil, fmt.Errorf("language %s: %w", e.Name(), err)
		}
	}
	if c.languages[Source] == nil {
		return nil, fmt.Errorf("no file of the language %s", Source)
	}
	return c, nil
}

// read reads the file of one language.
func read(name string) (*words, error) {
	data, err := files.ReadFile("languages/" + name + ".json")
	if err != nil {
		return nil, err
	}
	w := &words{}
	if err := json.Unmarshal(data, w); err != nil {
		return nil, err
	}
	if w.tag, err = language.Parse(name); err != nil {
		return nil, err
	}
	return w, w.Dates.check()
}

// Plain is English as package phrase writes it, for which no catalogue is read: what was
// said in English elsewhere it leaves as it is.
func Plain() *Locale {
	w, err := read(Source)
	if err != nil { // a test reads the very file
		w = &words{Direction: "ltr", tag: language.English}
	}
	return &Locale{words: w, forms: formsFor(Source, rows()[Source]), lang: Source}
}

// Named is a language or a region with the name by which people choose it.
type Named struct{ Tag, Name string }

// Languages are those that pages can be read in, each named in itself.
func (c *Catalog) Languages() (list []Named) {
	for tag, w := range c.languages {
		list = append(list, Named{tag, w.Name})
	}
	slices.SortFunc(list, func(a, b Named) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Regions are the tags whose forms of numbers and dates are known.
func (c *Catalog) Regions() []string {
	return sorted(c.regions)
}

// Examples are the regions, each with how it writes a time and a number; those that write
// both alike are one.
func (c *Catalog) Examples(at time.Time) (list []Named) {
	seen := map[string]bool{}
	for _, tag := range c.Regions() {
		l := c.For(Source, tag, "")
		x := Named{tag, l.DateTime(at) + " · " + l.Fixed(1234567.8, 1)}
		if !seen[x.Name] {
			seen[x.Name] = true
			list = append(list, x)
		}
	}
	return list
}

// Has reports whether a tag is a language that pages can be read in.
func (c *Catalog) Has(tag string) bool { return c.languages[tag] != nil }

// HasRegion reports whether the forms of a tag are known.
func (c *Catalog) HasRegion(tag string) bool { return c.regions[tag] != nil }

// Locale is a language with the forms of a region.
type Locale struct {
	words *words
	forms *forms
	lang  string
	told  func() *book
}

// longestAccept bounds how much of a header is read, in bytes.
const longestAccept = 300

// For is the locale of somebody who chose a language and a region, "" neither, and whose
// browser sends an Accept-Language header. Words are of the first language of these that
// there is, else English; forms are of the first that is named, whether its words are
// here or not: who reads English for want of Portuguese still writes 26/11/2026.
func (c *Catalog) For(chosen, region, accept string) *Locale {
	tags, _, err := language.ParseAcceptLanguage(accept[:min(len(accept), longestAccept)])
	if err != nil {
		tags = nil // who sends nonsense has asked for nothing
	}
	l := &Locale{lang: Source, told: c.told}
	if c.Has(chosen) {
		l.lang = chosen
		tags = slices.DeleteFunc(tags, func(t language.Tag) bool { return base(t) != chosen })
		tags = append(tags, c.languages[chosen].tag)
	} else {
		for _, t := range tags {
			if c.Has(base(t)) {
				l.lang = base(t)
				break
			}
		}
	}
	l.words = c.languages[l.lang]
	if l.forms = c.regions[region]; l.forms == nil {
		for _, t := range tags {
			if l.forms = c.formsOf(t); l.forms != nil {
				break
			}
		}
	}
	if l.forms == nil {
		l.forms = c.regions[Source]
	}
	return l
}

func base(t language.Tag) string {
	b, _ := t.Base()
	return b.String()
}

// formsOf are those of a tag, of its parents, or of its language; nil: none is known.
func (c *Catalog) formsOf(t language.Tag) *forms {
	for ; t != language.Und; t = t.Parent() {
		if f := c.regions[t.String()]; f != nil {
			return f
		}
	}
	return nil
}

// English is the locale of who has asked for nothing: it writes as package phrase does.
func (c *Catalog) English() *Locale { return c.For("", "", "") }

// Lang is the tag of the language, as the lang attribute of a page has it.
func (l *Locale) Lang() string { return l.lang }

// Dir is the direction that the language is written in: ltr or rtl.
func (l *Locale) Dir() string { return l.words.Direction }

// Region is the tag of the region whose forms these are.
func (l *Locale) Region() string { return l.forms.tag }

// English reports whether the words are English.
func (l *Locale) English() bool { return l.lang == Source }

// form is the name of the plural form in which n of something is said.
func (w *words) form(n int64) string {
	return formName(plural.Cardinal.MatchPlural(w.tag, int(max(n, -n)%1_000_000_000), 0, 0, 0, 0)) // of a large number its last digits decide
}

// Self is the locale itself, where it stands in something that speaks by it.
func (l *Locale) Self() *Locale { return l }
