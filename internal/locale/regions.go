package locale

import (
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// forms are how a region writes numbers, money, dates and times.
type forms struct {
	tag           string
	thousands     string // between groups of digits
	decimal       string
	first, next   int // digits of the last group, and of those before it
	before, after string
	dollar        string // what marks US dollars
	dollarLast    bool   // it stands after the amount
	date, clock   string // patterns as in dates
	monthFirst    bool   // in words, too
}

// writing is what a region's row says of dates and money; numbers come from CLDR.
type writing struct {
	date, dollar string
	clock        string // "" by 24 hours
	monthFirst   bool
}

const (
	hours24 = "HH:mm"
	hours12 = "h:mm a"
	iso     = "y-MM-dd"
	slashes = "dd/MM/y"
	dots    = "dd.MM.y"
	last    = "\u00a0$" // the sign stands after the amount, with a space that does not break
)

// rows are how regions write dates in figures (CLDR's yMd, its days and months in two digits
// where they are elsewhere) and US dollars. Who is in none writes by ISO 8601. "en" is who
// names no region: months in letters, which nobody reads for another.
func rows() map[string]writing {
	return map[string]writing{
		"en":    {date: "d MMM y", dollar: "$"},
		"en-US": {date: "MM/dd/y", dollar: "$", clock: hours12, monthFirst: true},
		"en-GB": {date: slashes, dollar: "US$"}, "en-IE": {date: slashes, dollar: "US$"}, "en-IN": {date: slashes, dollar: "$", clock: hours12},
		"en-AU": {date: slashes, dollar: "US$", clock: hours12}, "en-NZ": {date: slashes, dollar: "US$", clock: hours12},
		"en-CA": {date: iso, dollar: "US$", clock: hours12, monthFirst: true}, "en-ZA": {date: "y/MM/dd", dollar: "US$"}, "en-SE": {date: iso, dollar: last},
		"de": {date: dots, dollar: last}, "de-AT": {date: dots, dollar: "$\u00a0"}, "de-CH": {date: dots, dollar: "$\u00a0"},
		"fr": {date: slashes, dollar: last}, "fr-CA": {date: iso, dollar: last}, "fr-CH": {date: dots, dollar: last},
		"es": {date: slashes, dollar: last}, "es-419": {date: slashes, dollar: "USD\u00a0"}, "es-US": {date: slashes, dollar: "$"},
		"pt": {date: slashes, dollar: "US$\u00a0"}, "pt-PT": {date: slashes, dollar: "\u00a0US$"}, "it": {date: slashes, dollar: last},
		"nl": {date: "dd-MM-y", dollar: "US$\u00a0"}, "nl-BE": {date: "dd/MM/y", dollar: "US$\u00a0"},
		"sv": {date: iso, dollar: "\u00a0US$"}, "da": {date: dots, dollar: last}, "nb": {date: dots, dollar: "\u00a0USD"}, "no": {date: dots, dollar: "\u00a0USD"},
		"fi": {date: "d.M.y", dollar: last}, "is": {date: "d.M.y", dollar: "\u00a0USD"}, "et": {date: dots, dollar: last}, "lv": {date: dots, dollar: last}, "lt": {date: iso, dollar: last},
		"pl": {date: dots, dollar: "\u00a0USD"}, "cs": {date: "d. M. y", dollar: "\u00a0US$"}, "sk": {date: "d. M. y", dollar: "\u00a0USD"}, "hu": {date: "y. MM. dd.", dollar: "\u00a0USD"},
		"ro": {date: dots, dollar: "\u00a0USD"}, "bg": {date: dots, dollar: "\u00a0щ.д."}, "hr": {date: "dd. MM. y.", dollar: "\u00a0USD"}, "sl": {date: "d. M. y", dollar: last}, "sr": {date: "d.M.y.", dollar: "\u00a0US$"},
		"el": {date: slashes, dollar: last}, "tr": {date: dots, dollar: "$"}, "ru": {date: dots, dollar: last}, "uk": {date: dots, dollar: "\u00a0USD"},
		"ca": {date: slashes, dollar: "\u00a0USD"}, "eu": {date: "y/MM/dd", dollar: last}, "gl": {date: slashes, dollar: last},
		"he": {date: "d.M.y", dollar: last}, "ar": {date: slashes, dollar: "US$\u00a0"}, "fa": {date: iso, dollar: "$"}, "hi": {date: slashes, dollar: "$"},
		"ja": {date: "y/MM/dd", dollar: "$"}, "zh": {date: "y/MM/dd", dollar: "US$"}, "ko": {date: "y. M. d.", dollar: "US$"},
		"vi": {date: slashes, dollar: "\u00a0US$"}, "id": {date: slashes, dollar: "US$"}, "ms": {date: slashes, dollar: "USD\u00a0"}, "th": {date: slashes, dollar: "US$"},
	}
}

// regions are the forms of all rows. How numbers look is what CLDR says, told from a few
// that it writes; digits are Western ones everywhere, as in charts and identifiers.
func regions() map[string]*forms {
	out := map[string]*forms{}
	for name, w := range rows() {
		out[name] = formsFor(name, w)
	}
	return out
}

// formsFor are those of one region.
func formsFor(name string, w writing) *forms {
	f := &forms{tag: name, date: w.date, clock: w.clock, monthFirst: w.monthFirst}
	if f.clock == "" {
		f.clock = hours24
	}
	f.dollar, f.dollarLast = w.dollar, strings.HasPrefix(w.dollar, "\u00a0")
	p := message.NewPrinter(language.Make(name + "-u-nu-latn"))
	f.numbers(strip(p.Sprint(number.Decimal(12345678.5))))
	f.before, f.after, _ = strings.Cut(strip(p.Sprint(number.Percent(0.07))), "7")
	if name == Source { // as on screen and in reports
		f.before, f.after = "", " %"
	}
	return f
}

// numbers tells how a region writes numbers from how it writes a long one.
func (f *forms) numbers(long string) {
	var marks []string
	var groups []int
	mark, digits := "", 0
	for _, r := range long {
		if !unicode.IsDigit(r) {
			mark += string(r)
			continue
		}
		if mark != "" {
			marks, groups = append(marks, mark), append(groups, digits)
			mark, digits = "", 0
		}
		digits++
	}
	f.decimal = marks[len(marks)-1]
	if f.first, f.next = 3, 3; len(marks) > 1 {
		f.thousands = marks[0]
		f.first = groups[len(groups)-1]
		f.next = f.first
		if len(groups) > 2 {
			f.next = groups[len(groups)-2]
		}
	}
}

// strip takes out marks of direction.
func strip(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}
