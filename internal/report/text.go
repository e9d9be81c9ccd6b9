package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Text writes r as plain text, as a mail program shows it: columns stand under each
// other, and no address of a transcript becomes a link by itself.
func Text(w io.Writer, r Report) error {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	head := func(title string) { line("\n%s\n%s\n", title, strings.Repeat("-", utf8.RuneCountInString(title))) }
	line("%s\n%s\n", plain(r.Title), strings.Repeat("=", utf8.RuneCountInString(r.Title)))
	if r.Letter != "" {
		line("%s · letter %s %s\n", r.Score, r.Letter, plain(r.LetterMeaning))
	}
	line("%s", strings.TrimSpace(plain(r.Headline)+" "+plain(r.Interval)))
	if r.Change != "" {
		line("%s.", plain(r.Change))
	}
	line("%s.", plain(r.Scope))
	if len(r.Findings) > 0 {
		line("")
	}
	for _, f := range r.Findings {
		line("* %s", plain(f))
	}
	if len(r.Figures) > 0 {
		head("Figures")
		var rows [][]string
		for _, f := range r.Figures {
			rows = append(rows, []string{f.Name, f.Value, f.Note})
		}
		columns(&b, rows)
	}
	head("Sessions")
	var rows [][]string
	for _, s := range r.Outcome {
		rows = append(rows, []string{s.Name, s.Text})
	}
	columns(&b, rows)
	for _, s := range r.Excluded {
		line("  %s: %s", s.Text, plain(s.Name))
	}
	for _, g := range r.Groups {
		if len(g.Rows) == 0 {
			continue
		}
		head("By " + plain(g.Name))
		rows := [][]string{{"", "score", "crushed", "95 %", "cost"}}
		for _, x := range g.Rows {
			rows = append(rows, []string{x.Key, x.Score, x.Crushed, x.Interval, x.Cost})
		}
		columns(&b, rows)
		if g.More > 0 {
			line("and %d more", g.More)
		}
	}
	for _, part := range []struct {
		title string
		list  []Story
	}{{"Did not land", r.Missed}, {"Landed, then reworked", r.Reworked}, {"Best", r.Landed}} {
		if len(part.list) == 0 {
			continue
		}
		head(part.title)
		for i, s := range part.list {
			if i > 0 {
				line("")
			}
			line("%s", plain(s.Title))
			for _, text := range []string{s.Meta, s.Summary, s.Why} {
				if text != "" {
					line("  %s", plain(text))
				}
			}
			if s.Quote != "" {
				line("  “%s” (%s)", plain(s.Quote), plain(s.Where))
			}
			if s.Advice != "" {
				line("  Next time: %s", plain(s.Advice))
			}
		}
		if part.title == "Did not land" && r.MoreMissed > 0 {
			line("\nand %d more", r.MoreMissed)
		}
	}
	if len(r.Checks) > 0 {
		head("Prompting")
		rows := [][]string{}
		for _, c := range r.Checks {
			rows = append(rows, []string{c.Name, c.Text})
		}
		columns(&b, rows)
	}
	line("\n--")
	for _, f := range r.Footer {
		line("%s", plain(f))
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
