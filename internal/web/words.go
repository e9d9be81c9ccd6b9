package web

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/web/page"
)

// functions are what templates say with. Everything goes through html/template's
// escaping; nothing makes markup but web/chart, of numbers and our own words.
func functions(a *assets) template.FuncMap {
	return template.FuncMap{
		"asset":   func(name string) string { return a.addresses[name] },
		"in":      in,
		"meta":    meta,
		"soft":    soft,
		"spoken":  phrase.Spoken,
		"capital": phrase.Capital,
		"clean":   page.Clean,
		"short":   func(id string) string { return id[:min(len(id), 8)] },
		"iso":     func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"under":   func(at, page string) bool { return strings.HasPrefix(at, page+"/") },
		"plus":    func(a, b int) int { return a + b },
		"width":   func(share float64) string { return fmt.Sprintf("%.1f", 100*min(max(share, 0), 1)) },
	}
}

func orDash(x *float64, text func(float64) string) string {
	if x == nil {
		return "—"
	}
	return text(*x)
}

// soft lets a long name break behind its separators, before it breaks between letters.
func soft(name string) template.HTML {
	const separators = "/_.:@"
	var b strings.Builder
	from := 0
	for i := range len(name) - 1 {
		if strings.IndexByte(separators, name[i]) >= 0 && strings.IndexByte(separators, name[i+1]) < 0 {
			b.WriteString(template.HTMLEscapeString(name[from:i+1]) + "<wbr>")
			from = i + 1
		}
	}
	b.WriteString(template.HTMLEscapeString(name[from:]))
	return template.HTML(b.String()) //nolint:gosec // escaped above
}

// spoken is what a part of a page is filled from, with the locale that it speaks by.
type spoken struct {
	*locale.Locale
	Of any
}

// in hands the locale of a page on to a part of it.
func in(page interface{ Self() *locale.Locale }, of any) spoken { return spoken{page.Self(), of} }
