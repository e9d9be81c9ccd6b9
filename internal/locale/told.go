package locale

import (
	"fmt"
	"html/template"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Told says again, in the words and figures of a locale, what another package said in
// English: sentences of ours with values in them, as a judge gives its reasons or a report
// its findings. What is none of these is shown as it is, and marked as English where the
// page is not.
func (l *Locale) Told(text string) template.HTML {
	said, known := l.Retold(text)
	safe := template.HTMLEscapeString(said)
	if known || l.English() || said == "" {
		return template.HTML(safe) //nolint:gosec // escaped above
	}
	return template.HTML(`<span lang="` + Source + `">` + safe + `</span>`) //nolint:gosec // escaped above
}

// Bounds of a text that is told again: a longer one is none of ours.
const (
	longestTold = 2000 // bytes
	mostTold    = 10   // sentences
)

// Retold is Told as a text; known reports whether all of it is.
func (l *Locale) Retold(text string) (said string, known bool) {
	if text == "" || len(text) > longestTold {
		return text, text == ""
	}
	if said, ok := l.retold(text); ok {
		return said, true
	}
	parts := sentences(text)
	if len(parts) < 2 || len(parts) > mostTold {
		return text, false
	}
	var out []string
	for len(parts) > 0 {
		n := len(parts)
		for ; n > 0; n-- {
			if said, ok := l.retold(strings.Join(parts[:n], " ")); ok {
				out, parts = append(out, said), parts[n:]
				break
			}
		}
		if n == 0 {
			return text, false
		}
	}
	return strings.Join(out, " "), true
}

// Respelt is Told for a figure, or for what is no sentence: never marked.
func (l *Locale) Respelt(text string) string {
	said, _ := l.Retold(text)
	return said
}

// Parted is Retold of a text in parts, of which each is told by itself as far as it is known.
func (l *Locale) Parted(text, between string) string {
	parts := strings.Split(text, between)
	for i := range parts {
		parts[i] = l.Respelt(parts[i])
	}
	return strings.Join(parts, between)
}

// sentences cuts a text behind its full stops.
func sentences(text string) (list []string) {
	from := 0
	for i := 0; i+2 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			list, from = append(list, text[from:i+1]), i+2
		}
	}
	return append(list, text[from:])
}

// retold finds the one form that a whole text has.
func (l *Locale) retold(text string) (string, bool) {
	if l.told == nil {
		return text, false
	}
	book := l.told()
	if book.closed[text] {
		return l.Known(text), true
	}
	for i := range book.open {
		f := &book.open[i]
		if !strings.HasPrefix(text, f.begins) {
			continue
		}
		m := f.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		args := make([]any, len(f.kinds))
		ok := true
		for k, kind := range f.kinds {
			var fits bool
			args[k], fits = l.again(kind, m[k+1])
			ok = ok && fits
		}
		if ok && l.English() { // with the one or the many that it was found by
			return fill(f.text, f.text, args, l.value), true
		}
		if ok {
			return l.Say(f.message, args...), true
		}
	}
	for i, kind := range alone() {
		if book.alone[i].MatchString(text) {
			value, ok := l.again(kind, text)
			return fmt.Sprint(value), ok
		}
	}
	return text, false
}

// alone are the kinds of values that are told again without a sentence.
func alone() []string { return []string{"money", "share", "time", "tokens", "x", "date", "day"} }

// form is a sentence with places for values.
type form struct {
	message string
	text    string // of its one or its many
	begins  string // its text before the first value
	pattern *regexp.Regexp
	kinds   []string // of its values, in their order
}

// book is all forms.
type book struct {
	closed map[string]bool
	open   []form
	alone  []*regexp.Regexp
}

// decimalText is how English texts of ours write one.
const decimalText = `[+\-−]?\d[\d,]*(?:\.\d+)?`

// patterns are how the values of each kind are written in English.
func patterns() map[string]string {
	return map[string]string{ //nolint:gosec // patterns of figures, no credentials
		"n": `\d[\d,]*`, "x": decimalText, "share": `\d+ %`, "money": `(?:≥|at least )?<?\$[\d,]+(?:\.\d+)?`,
		"tokens": `≥?(?:\d+(?:\.\d+)?[kMB]|\d+)`, "time": `\d+ (?:s|min|h \d\d min|d \d+ h)`,
		"day": `\d{1,2} \w{3} \d{4}`, "date": `(?:\w{3} )?\d{1,2} \w{3}`, "instant": `\d{1,2} \w{3} \d{4} \d\d:\d\d`,
		"known": `[^.;:“”]+?`, "band": `\w+`, "span": `week|day|month|equal time|\d+ days`, "names": `.+?`, "text": `.+?`, "zone": `[^.]+?`,
	}
}

// kindOf is the kind of a value by its name: {share2} is a share.
func kindOf(name string) string { return strings.TrimRight(strings.Trim(name, "{}"), "0123456789") }

// newBook reads the forms.
func newBook(messages []string) *book {
	b := &book{closed: map[string]bool{}}
	known := patterns()
	for _, message := range messages {
		names, _ := Names(message)
		if len(names) == 0 {
			b.closed[message] = true
			continue
		}
		f := form{message: message}
		for _, name := range names {
			f.kinds = append(f.kinds, kindOf(name))
		}
		one, many, counted := strings.Cut(message, pluralMark)
		alternatives := []string{one}
		if counted {
			alternatives = []string{many, one}
		}
		for _, text := range alternatives { // a form for each: the values stand in one order
			x := f
			x.text, _, _ = strings.Cut(text, contextMark)
			x.begins, _, _ = strings.Cut(text, "{")
			expression := regexp.QuoteMeta(text)
			for i, name := range names {
				expression = strings.Replace(expression, regexp.QuoteMeta(name), `(`+known[f.kinds[i]]+`)`, 1)
			}
			x.pattern = regexp.MustCompile(`^` + expression + `$`)
			b.open = append(b.open, x)
		}
	}
	for _, kind := range alone() {
		b.alone = append(b.alone, regexp.MustCompile(`^(?:`+known[kind]+`)$`))
	}
	return b
}

// again is a value as the locale writes it; not fits: it is none of the kind.
func (l *Locale) again(kind, text string) (value any, fits bool) {
	switch kind {
	case "n":
		n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
		return n, err == nil
	case "x":
		return l.decimal(text)
	case "share":
		n, err := strconv.Atoi(strings.TrimSuffix(text, " %"))
		return l.Percent(float64(n) / 100), err == nil
	case "money":
		return l.moneyAgain(text)
	case "tokens":
		return l.amountAgain(text)
	case "time":
		return l.lastedAgain(text)
	case "known":
		return l.Known(text), l.English() || l.words.Messages[text] != nil
	case "band":
		return l.named(text, "##a band")
	case "span":
		if text == "equal time" {
			return l.named(text, "##a span")
		}
		if n, days := strings.CutSuffix(text, " days"); days {
			return l.Say("{n} days##a span", n), true
		}
		return l.Known(text), true
	case "names":
		return l.namesAgain(text), true
	case "day":
		at, err := time.Parse("2 Jan 2006", text)
		return l.dayYear(at), err == nil
	case "instant":
		at, err := time.Parse("2 Jan 2006 15:04", text)
		return l.DateTime(at), err == nil
	case "date":
		return l.dateAgain(text)
	}
	return text, true
}

func (l *Locale) decimal(text string) (string, bool) {
	plain := strings.NewReplacer("−", "-", ",", "").Replace(text)
	x, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return text, false
	}
	_, behind, _ := strings.Cut(plain, ".")
	if strings.HasPrefix(plain, "+") || strings.HasPrefix(plain, "-") {
		return l.Signed(x, len(behind)), true
	}
	return l.Fixed(x, len(behind)), true
}

func (l *Locale) moneyAgain(text string) (string, bool) {
	rest, least := strings.CutPrefix(text, "at least ")
	rest, more := strings.CutPrefix(rest, "≥")
	rest, below := strings.CutPrefix(rest, "<")
	usd, err := strconv.ParseFloat(strings.NewReplacer("$", "", ",", "").Replace(rest), 64)
	if err != nil {
		return text, false
	}
	if below {
		usd /= 10
	}
	if more {
		return "≥" + l.Money(&usd), true
	}
	return l.AtLeast(&usd, least), true
}

func (l *Locale) amountAgain(text string) (string, bool) {
	rest, more := strings.CutPrefix(text, "≥")
	scale := 1.0
	switch rest[len(rest)-1] {
	case 'k':
		scale = 1e3
	case 'M':
		scale = 1e6
	case 'B':
		scale = 1e9
	}
	x, err := strconv.ParseFloat(strings.TrimRight(rest, "kMB"), 64)
	said := l.Amount(int64(x*scale + 0.5))
	if more {
		said = "≥" + said
	}
	return said, err == nil
}

func (l *Locale) lastedAgain(text string) (string, bool) {
	var d time.Duration
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			return text, false
		}
		d += time.Duration(n) * map[string]time.Duration{"s": time.Second, "min": time.Minute, "h": time.Hour, "d": 24 * time.Hour}[words[i+1]]
	}
	return l.Lasted(d), true
}

func (l *Locale) dateAgain(text string) (string, bool) {
	if at, err := time.Parse("2 Jan", text); err == nil {
		return l.DayMonth(at), true
	}
	rest := text[strings.IndexByte(text, ' ')+1:]
	at, err := time.Parse("2 Jan", rest)
	if err != nil {
		return text, false
	}
	for i, day := range [...]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"} {
		if strings.HasPrefix(text, day+" ") {
			return l.words.Dates.WeekdaysShort[i] + " " + l.DayMonth(at), true
		}
	}
	return text, false
}

// named is a word of a closed set whose English stands for other things, too.
func (l *Locale) named(text, mark string) (string, bool) {
	return l.Say(text + mark), l.English() || l.words.Messages[text+mark] != nil
}

// namesAgain says how many more there are behind some names.
func (l *Locale) namesAgain(text string) string {
	at := strings.LastIndex(text, ", ")
	if at < 0 {
		return text
	}
	n, err := strconv.Atoi(strings.TrimSuffix(text[at+2:], " more"))
	if err != nil || !strings.HasSuffix(text, " more") || !utf8.ValidString(text) {
		return text
	}
	return text[:at+2] + l.Say("{n} more##names", n)
}
