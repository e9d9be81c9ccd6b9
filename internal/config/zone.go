package config

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// zoneName is the name of a time zone as the zone database spells it, whatever case
// it is written in; a name that it does not have stays as it is. The database is
// asked, since it cannot be listed where it is built in.
func zoneName(text string) string {
	text = strings.ReplaceAll(strings.TrimSpace(text), " ", "_")
	known := func(name string) bool {
		_, err := time.LoadLocation(name)
		return err == nil && name != ""
	}
	if strings.EqualFold(text, "local") {
		return "Local"
	}
	names := []string{strings.ToUpper(text), spelt(text), text}
	if strings.Contains(text, "/") {
		names = []string{spelt(text), mixed(text), text}
	}
	for _, name := range names {
		if known(name) {
			return name
		}
	}
	return text
}

// spelt writes each word of a zone's name as the database writes most: in capitals at
// its beginning, small words small.
func spelt(text string) string {
	odd := map[string]string{
		"of": "of", "au": "au", "es": "es", "mcmurdo": "McMurdo", "dumontdurville": "DumontDUrville",
		"comodrivadavia": "ComodRivadavia", "denoronha": "DeNoronha", "easterisland": "EasterIsland",
		"bajasur": "BajaSur", "bajanorte": "BajaNorte", "in": "IN",
	}
	var b strings.Builder
	word := func(w string) {
		if s, ok := odd[w]; ok {
			b.WriteString(s)
			return
		}
		first, n := utf8.DecodeRuneInString(w)
		if n > 0 {
			b.WriteRune(unicode.ToUpper(first))
		}
		b.WriteString(w[n:])
	}
	rest := strings.ToLower(text)
	for {
		i := strings.IndexAny(rest, "/_-")
		if i < 0 {
			word(rest)
			return b.String()
		}
		word(rest[:i])
		b.WriteByte(rest[i])
		rest = rest[i+1:]
	}
}

// mixed is a region as it is spelt with the rest in capitals: Etc/GMT+3, US/..., the
// names that are abbreviations.
func mixed(text string) string {
	region, rest, ok := strings.Cut(text, "/")
	if !ok {
		return text
	}
	return spelt(region) + "/" + strings.ToUpper(rest)
}
