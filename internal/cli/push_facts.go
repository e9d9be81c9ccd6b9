package cli

import (
	"fmt"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/content/factfile"
	"prism/internal/phrase"
	"prism/internal/term"
)

// show tells what would leave of each conversation, or with --json keeps it to be told.
func (o *pushOptions) show(p *job.Program) func(factfile.View) {
	if o.json {
		return func(v factfile.View) { o.shown = append(o.shown, v) }
	}
	return func(v factfile.View) { showFacts(p.Screen, &v) }
}

// showFacts tells all that can be read of what would leave of a conversation.
func showFacts(s *term.Screen, v *factfile.View) {
	s.Line("conversation ", term.Clean(v.Conversation), " of ", term.Clean(v.Agent+" "+v.Client), ": ", phrase.Bytes(int64(v.Bytes)))
	item := func(what string, list ...string) {
		var shown []string
		for _, text := range list {
			if text = term.Clean(text); text != "" {
				shown = append(shown, text)
			}
		}
		if len(shown) > 0 {
			s.Hang("  "+what+": ", strings.Join(shown, ", "))
		}
	}
	if !v.Started.IsZero() {
		item("time", v.Started.Format("2006-01-02 15:04")+" to "+v.Ended.Format("2006-01-02 15:04 MST"))
	}
	item("folders", v.Folders...)
	item("branch", v.Branch)
	item("files", v.Files...)
	item("models", v.Models...)
	item("pull requests", v.Pulls...)
	item("commits", v.Commits...)
	item("taken back", v.TakenBack...)
	item("continues", v.After)
	item("ids of prompts", v.Prompts...)
	item("numbers", phrase.Count(v.Turns, "turn", "turns"), phrase.Count(v.Messages, "message", "messages")+" with tokens", phrase.Count(v.Hashes, "hash of a line", "hashes of lines"))
	for i := range v.Sessions {
		x := &v.Sessions[i]
		verdict := x.Status
		if x.Status == "ok" {
			verdict = "not landed"
			if x.Complete {
				verdict = "landed"
			}
		}
		s.Line(fmt.Sprintf("  turns %d to %d: %s, %s (%.2f), by %s %s", x.Turns[0], x.Turns[1], term.Clean(x.Intent), term.Clean(verdict), x.Confidence, term.Clean(v.Judge), term.Clean(v.JudgeVersion)))
		for _, text := range [...][2]string{{"title", x.Title}, {"summary", x.Summary}, {"advice", x.Advice}} {
			if text[1] != "" {
				s.Hang("    "+text[0]+": ", term.Clean(text[1]))
			}
		}
		for _, quote := range x.Quotes {
			s.Hang("    quote: ", term.Clean(quote))
		}
		for _, reason := range x.Reasons {
			s.Hang("    reason: ", term.Clean(reason))
		}
	}
	for _, line := range v.Undone {
		s.Hang("  undone line: ", term.Clean(line))
	}
}
