package report

import (
	"fmt"
	"io"
	"strings"
)

// Markdown writes r as GitHub-flavoured Markdown.
func Markdown(w io.Writer, r Report) error {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# %s\n", md(r.Title))
	if r.Letter != "" {
		line("**%s** · letter **%s** %s\n", r.Score, r.Letter, md(r.LetterMeaning))
	}
	line("%s %s\n", md(r.Headline), md(r.Interval))
	if r.Change != "" {
		line("%s.\n", md(r.Change))
	}
	line("%s.\n", md(r.Scope))
	for _, f := range r.Findings {
		line("- %s", md(f))
	}
	if len(r.Figures) > 0 {
		line("\n## Figures\n\n| | | |\n|---|---:|---|")
		for _, f := range r.Figures {
			line("| %s | **%s** | %s |", md(f.Name), md(f.Value), md(f.Note))
		}
	}
	line("\n## Sessions\n\n| | | |\n|---|---:|---|")
	for _, s := range r.Outcome {
		line("| %s | %s | %s |", md(s.Name), s.Text, blocks(s.Share))
	}
	if len(r.Excluded) > 0 {
		line("\nNot counted:\n")
		for _, s := range r.Excluded {
			line("- %s: %s", s.Text, md(s.Name))
		}
	}
	if len(r.Weeks) > 0 {
		heading := "By week"
		if r.WeeksLeft > 0 {
			heading = fmt.Sprintf("By week, the last %d", len(r.Weeks))
		}
		line("\n## %s\n\n| week of | score | | crushed | 95 %% |\n|---|---:|---|---:|---:|", heading)
		for _, p := range r.Weeks {
			value, between, share := "—", "—", 0.0
			if p.Few {
				value = "too few"
			} else if p.Score != nil {
				value, between, share = fmt.Sprintf("%.1f", *p.Score), fmt.Sprintf("%.0f–%.0f", p.Lo, p.Hi), *p.Score/100
			}
			line("| %s | %s | %s | %d of %d | %s |", p.Label, value, blocks(share), p.Crushed, p.Counted, between)
		}
	}
	for _, g := range r.Groups {
		line("\n## By %s\n\n| %s | score | | crushed | 95 %% | tokens | cost |\n|---|---:|---|---:|---:|---:|---:|", md(g.Name), md(g.Name))
		for _, x := range g.Rows {
			line("| %s | %s | %s | %s | %s | %s | %s |", md(x.Key), x.Score, blocks(x.Share), x.Crushed, x.Interval, x.Tokens, x.Cost)
		}
		if g.More > 0 {
			line("\nand %d more", g.More)
		}
	}
	stories(&b, "Did not land", r.Missed)
	if r.MoreMissed > 0 {
		all := ""
		if r.AllMissed != "" {
			all = "; `" + strings.ReplaceAll(r.AllMissed, "`", "'") + "` lists all"
		}
		line("\nand %d more%s", r.MoreMissed, all)
	}
	stories(&b, "Landed, then reworked", r.Reworked)
	stories(&b, "Best", r.Landed)
	line("\n## Prompting\n\n| check | pillar | met | |\n|---|---|---:|---|")
	for _, c := range r.Checks {
		bar := ""
		if c.Applies {
			bar = blocks(c.Rate)
		}
		line("| %s | %s | %s | %s |", md(c.Name), md(c.Pillar), md(c.Text), bar)
	}
	shares(&b, "Tokens", r.Tokens)
	shares(&b, "Crushed sessions by tokens", r.Bands)
	if r.TriviaNote != "" {
		shares(&b, "Trivia", r.Trivia)
		line("\n%s", md(r.TriviaNote))
	}
	line("\n---\n")
	for _, f := range r.Footer {
		line("%s\n", md(f))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

func shares(b *strings.Builder, title string, list []Share) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| | | |\n|---|---:|---|\n", title)
	for _, s := range list {
		fmt.Fprintf(b, "| %s | %s | %s |\n", md(s.Name), s.Text, blocks(s.Share))
	}
}

func stories(b *strings.Builder, title string, list []Story) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n", title)
	for _, s := range list {
		fmt.Fprintf(b, "\n### %s\n\n%s · `%s`\n", md(s.Title), md(s.Meta), s.ID)
		for _, text := range []string{s.Summary, s.Why} {
			if text != "" {
				fmt.Fprintf(b, "\n%s\n", md(text))
			}
		}
		if s.Quote != "" {
			fmt.Fprintf(b, "\n> “%s” (%s)\n", md(s.Quote), md(s.Where))
		}
		if s.Advice != "" {
			fmt.Fprintf(b, "\n**Next time:** %s\n", md(s.Advice))
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
