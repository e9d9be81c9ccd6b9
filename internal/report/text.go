package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"prism/internal/locale"
)

// Text writes r as plain text, as a mail program shows it, in the words of a locale; nil: in
// English. Columns stand under each other, and no address of a transcript becomes a link by
// itself.
func Text(w io.Writer, r Report, l *locale.Locale) error {
	l = spoken(l)
	told := func(text string) string { return plain(l.Respelt(text)) }
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	head := func(title string) { line("\n%s\n%s\n", title, strings.Repeat("-", utf8.RuneCountInString(title))) }
	title := told(r.Title)
	line("%s\n%s\n", title, strings.Repeat("=", utf8.RuneCountInString(title)))
	if r.Letter != "" {
		line("%s · %s %s\n", told(r.Score), l.Say("letter {letter}", r.Letter), told(r.LetterMeaning))
	}
	line("%s", strings.TrimSpace(told(r.Headline)+" "+told(r.Interval)))
	if r.Change != "" {
		line("%s.", told(r.Change))
	}
	line("%s.", told(r.Scope)+only(r.Only, plain))
	if len(r.Findings) > 0 {
		line("")
	}
	for _, f := range r.Findings {
		line("* %s", told(f))
	}
	if len(r.Figures) > 0 {
		head(l.Say("Figures"))
		var rows [][]string
		for _, f := range r.Figures {
			rows = append(rows, []string{l.Respelt(f.Name), l.Respelt(f.Value), l.Parted(f.Note, "; ")})
		}
		columns(&b, rows)
	}
	head(l.Say("Sessions"))
	var rows [][]string
	for _, s := range r.Outcome {
		rows = append(rows, []string{l.Known(s.Name), l.Whole(s.N)})
	}
	columns(&b, rows)
	for _, s := range r.Excluded {
		line("  %s: %s", l.Whole(s.N), plain(l.Known(s.Name)))
	}
	for _, g := range r.Groups {
		if len(g.Rows) == 0 {
			continue
		}
		head(plain(l.Say("By {dimension}", l.Known(g.Name))))
		rows := [][]string{{"", l.Say("score"), l.Say("crushed"), l.Percent(0.95), l.Say("cost")}}
		for _, x := range g.Rows {
			rows = append(rows, []string{key(l, g, x.Key), l.Respelt(x.Score), l.Respelt(x.Crushed), x.Interval, l.Respelt(x.Cost)})
		}
		columns(&b, rows)
		if g.More > 0 {
			line("%s", l.Say("and {n} more", g.More))
		}
	}
	for _, part := range []struct {
		title string
		list  []Story
		more  int
	}{{l.Say("Did not land"), r.Missed, r.MoreMissed}, {l.Say("Landed, then reworked"), r.Reworked, 0}, {l.Say("Best"), r.Landed, 0}} {
		if len(part.list) == 0 {
			continue
		}
		head(part.title)
		for i, s := range part.list {
			if i > 0 {
				line("")
			}
			line("%s", plain(s.Title))
			for _, text := range []string{Meta(l, s.Meta), s.Summary, l.Respelt(s.Why)} {
				if text != "" {
					line("  %s", plain(text))
				}
			}
			if s.Quote != "" {
				line("  “%s” (%s)", plain(s.Quote), told(s.Where))
			}
			if s.Advice != "" {
				line("  %s %s", l.Say("Next time:"), told(s.Advice))
			}
		}
		if part.more > 0 {
			line("\n%s", l.Say("and {n} more", part.more))
		}
	}
	if len(r.Checks) > 0 {
		head(l.Say("Prompting"))
		rows := [][]string{}
		for _, c := range r.Checks {
			rows = append(rows, []string{l.Known(c.Name), l.Respelt(c.Text)})
		}
		columns(&b, rows)
	}
	line("\n--")
	for _, f := range r.Footer {
		line("%s", told(f))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// columns writes rows with their cells under each other, names and notes (the third of
// three) from the left, and what is told of the names at the right end of its column.
func columns(b *strings.Builder, rows [][]string) {
	var wide []int
	for _, row := range rows {
		for i := range row {
			row[i] = plain(row[i])
			if i == len(wide) {
				wide = append(wide, 0)
			}
			wide[i] = max(wide[i], utf8.RuneCountInString(row[i]))
		}
	}
	for _, row := range rows {
		for i, text := range row {
			pad := strings.Repeat(" ", wide[i]-utf8.RuneCountInString(text))
			if i == 0 || len(row) == 3 && i == 2 {
				row[i] = text + pad
			} else {
				row[i] = pad + text
			}
		}
		b.WriteString(strings.TrimRight(strings.Join(row, "  "), " ") + "\n")
	}
}

// plain is a text in one line, in which no address becomes a link.
func plain(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.NewReplacer("://", ": //", "www.", "www .", "WWW.", "WWW .").Replace(s)
}
