package report

import (
	"fmt"
	"io"
	"strings"

	"prism/internal/locale"
)

// Markdown writes r as GitHub-flavoured Markdown in the words of a locale; nil: in English.
func Markdown(w io.Writer, r Report, l *locale.Locale) error {
	l = spoken(l)
	told := func(text string) string { return md(l.Respelt(text)) }
	percent := l.Percent(0.95)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# %s\n", told(r.Title))
	if r.Letter != "" {
		line("**%s** · %s %s\n", told(r.Score), l.Say("letter {letter}", "**"+r.Letter+"**"), told(r.LetterMeaning))
	}
	line("%s %s\n", told(r.Headline), told(r.Interval))
	if r.Change != "" {
		line("%s.\n", told(r.Change))
	}
	line("%s.\n", told(r.Scope)+only(r.Only, md))
	for _, f := range r.Findings {
		line("- %s", told(f))
	}
	if len(r.Figures) > 0 {
		line("\n## %s\n\n| | | |\n|---|---:|---|", l.Say("Figures"))
		for _, f := range r.Figures {
			line("| %s | **%s** | %s |", told(f.Name), told(f.Value), md(l.Parted(f.Note, "; ")))
		}
	}
	line("\n## %s\n\n| | | |\n|---|---:|---|", l.Say("Sessions"))
	for _, s := range r.Outcome {
		line("| %s | %s | %s |", md(l.Known(s.Name)), l.Whole(s.N), blocks(s.Share))
	}
	if len(r.Excluded) > 0 {
		line("\n%s:\n", l.Say("Not counted"))
		for _, s := range r.Excluded {
			line("- %s: %s", l.Whole(s.N), md(l.Known(s.Name)))
		}
	}
	if len(r.Weeks) > 0 {
		heading := l.Say("By week")
		if r.WeeksLeft > 0 {
			heading = l.Say("By week, the last {n}", len(r.Weeks))
		}
		line("\n## %s\n\n| %s | %s | | %s | %s |\n|---|---:|---|---:|---:|", heading, l.Say("week of"), l.Say("score"), l.Say("crushed"), percent)
		for _, p := range r.Weeks {
			share := 0.0
			if p.Score != nil && !p.Few {
				share = *p.Score / 100
			}
			line("| %s | %s | %s | %s | %s |", told(p.Label), scored(l, p), blocks(share), l.Say("{n} of {all}", p.Crushed, p.Counted), between(l, p))
		}
	}
	for _, g := range r.Groups {
		line("\n## %s\n\n| %s | %s | | %s | %s | %s | %s |\n|---|---:|---|---:|---:|---:|---:|", md(l.Say("By {dimension}", l.Known(g.Name))), md(l.Known(g.Name)), l.Say("score"), l.Say("crushed"), percent, l.Say("tokens"), l.Say("cost"))
		for _, x := range g.Rows {
			line("| %s | %s | %s | %s | %s | %s | %s |", md(key(l, g, x.Key)), l.Respelt(x.Score), blocks(x.Share), l.Respelt(x.Crushed), x.Interval, l.Respelt(x.Tokens), l.Respelt(x.Cost))
		}
		if g.More > 0 {
			line("\n%s", l.Say("and {n} more", g.More))
		}
	}
	stories(&b, l, l.Say("Did not land"), r.Missed)
	if r.MoreMissed > 0 {
		all := ""
		if r.AllMissed != "" {
			all = "; `" + strings.ReplaceAll(r.AllMissed, "`", "'") + "` lists all"
		}
		line("\n%s%s", l.Say("and {n} more", r.MoreMissed), all)
	}
	stories(&b, l, l.Say("Landed, then reworked"), r.Reworked)
	stories(&b, l, l.Say("Best"), r.Landed)
	line("\n## %s\n\n| %s | %s | %s | |\n|---|---|---:|---|", l.Say("Prompting"), l.Say("check"), l.Say("pillar"), l.Say("met"))
	for _, c := range r.Checks {
		bar := ""
		if c.Applies {
			bar = blocks(c.Rate)
		}
		line("| %s | %s | %s | %s |", md(l.Known(c.Name)), md(l.Known(c.Pillar)), told(c.Text), bar)
	}
	shares(&b, l, l.Say("Tokens"), r.Tokens)
	shares(&b, l, l.Say("Crushed sessions by tokens"), r.Bands)
	if r.TriviaNote != "" {
		shares(&b, l, l.Say("Trivia"), r.Trivia)
		line("\n%s", told(r.TriviaNote))
	}
	line("\n---\n")
	for _, f := range r.Footer {
		line("%s\n", told(f))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// only is what a report was narrowed to, behind what it is of.
func only(text string, shown func(string) string) string {
	if text == "" {
		return ""
	}
	return ". " + shown(text)
}

// key is what a row of a breakdown is of.
func key(l *locale.Locale, g Group, key string) string {
	if g.Name == "intent" {
		return l.Known(key)
	}
	return key
}

func shares(b *strings.Builder, l *locale.Locale, title string, list []Share) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| | | |\n|---|---:|---|\n", title)
	for _, s := range list {
		fmt.Fprintf(b, "| %s | %s | %s |\n", md(named(l, s.Name)), l.Respelt(s.Text), blocks(s.Share))
	}
}

// named is the name of a share: a word of a closed set, or a sentence with a figure in it.
func named(l *locale.Locale, name string) string {
	if said := l.Known(name); said != name {
		return said
	}
	return l.Respelt(name)
}

func stories(b *strings.Builder, l *locale.Locale, title string, list []Story) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n", title)
	for _, s := range list {
		fmt.Fprintf(b, "\n### %s\n\n%s · `%s`\n", md(s.Title), md(Meta(l, s.Meta)), s.ID)
		for _, text := range []string{s.Summary, l.Respelt(s.Why)} {
			if text != "" {
				fmt.Fprintf(b, "\n%s\n", md(text))
			}
		}
		if s.Quote != "" {
			fmt.Fprintf(b, "\n> “%s” (%s)\n", md(s.Quote), md(l.Respelt(s.Where)))
		}
		if s.Advice != "" {
			fmt.Fprintf(b, "\n**%s** %s\n", l.Say("Next time:"), md(l.Respelt(s.Advice)))
		}
	}
}

// blocks draws a share (0–1) in ten blocks.
func blocks(share float64) string {
	n := int(share*10 + 0.5)
	return strings.Repeat("█", min(max(n, 0), 10))
}

// md escapes text so that Markdown shows it and does nothing else: no emphasis,
// link, image, HTML, table, heading, list, or address that becomes a link by itself.
func md(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	start := true // of the text or behind leading figures, where a list could begin
	for i, c := range s {
		switch c {
		case '\\', '`', '*', '_', '[', ']', '<', '>', '|', '~', '#', '&', '$', '!':
			b.WriteByte('\\')
		case ':':
			if strings.HasPrefix(s[i:], "://") {
				b.WriteByte('\\')
			}
		case '.':
			item := start && i > 0 && (i+1 == len(s) || s[i+1] == ' ') // "1. " begins a list
			if item || i >= 3 && strings.EqualFold(s[i-3:i], "www") {
				b.WriteByte('\\')
			}
		case '-', '+', '=', ')':
			if start {
				b.WriteByte('\\')
			}
		case '\n', '\r':
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(c)
		start = start && c >= '0' && c <= '9'
	}
	return b.String()
}
