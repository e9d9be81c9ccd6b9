package offline

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// TestWrappersNeverShow reads lines as the client writes them: the wrappers of a
// command and of a plan handed on reach neither title nor summary nor quotes.
func TestWrappersNeverShow(t *testing.T) {
	b := newBench(t)
	const answer = `{"type":"assistant","uuid":"a1","parentUuid":"p1","sessionId":"s","timestamp":"2026-03-02T09:00:05Z","message":{"id":"m1","role":"assistant","model":"m","content":[{"type":"text","text":"Request changes: the error of Parse is dropped."}]}}`
	prompt := func(content string) string {
		return `{"type":"user","uuid":"p1","parentUuid":null,"sessionId":"s","timestamp":"2026-03-02T09:00:01Z","message":{"role":"user","content":"` + content + `"}}`
	}
	for want, line := range map[string]string{
		"Review PR 12 with care":        prompt(`<command-message>review-pr is running…</command-message>\n<command-name>/review-pr</command-name>\n<command-args>12 with care</command-args>`),
		"Show the total in the header":  prompt(`Implement the following plan:\n\n# Plan: Show the total in the header\n\n## Context\nIt is hidden.`),
		"Add a search box to the table": prompt(`<system-reminder>Plan mode is off.</system-reminder>\nAdd a search box to the table`),
	} {
		c := conversation.NewBuilder("claude", "s", "s.jsonl")
		var led transcript.Ledger
		feed := transcript.NewFeed(claude.New())
		if _, err := feed.Read(strings.NewReader(line+"\n"+answer+"\n"), "s.jsonl", 0, &led, func(r *transcript.Record) error { c.Add(r); return nil }); err != nil {
			t.Fatal(err)
		}
		conv := c.Conversation()
		if len(conv.Turns) != 1 {
			t.Fatalf("%s: %d turns", want, len(conv.Turns))
		}
		d := &conversation.Draft{Agent: "claude", Turns: conv.Turns, First: 1, AtEnd: true, Tail: conv.Tail}
		v := enforce(b.opinion(d), d)
		if v.Title.String() != want {
			t.Errorf("title %q, want %q", v.Title, want)
		}
		checkLabel(t, want, v.Title.String(), v.Summary.String())
		for _, e := range v.Evidence {
			if strings.Contains(e.Quote.String(), "<command-") || strings.Contains(e.Quote.String(), "<system-") {
				t.Errorf("%s: a wrapper is quoted: %q", want, e.Quote)
			}
		}
	}
}
