package claude

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/transcript"
)

// shown is what a test compares of a Record.
type shown struct {
	Kind      transcript.Kind
	Text      string
	Origin    transcript.Origin
	Command   string
	Images    int
	Automated bool
}

func TestUserLines(t *testing.T) {
	none := shown{}
	prompt := func(text string) shown { return shown{Kind: transcript.Prompt, Text: text} }
	command := func(text, name string) shown {
		return shown{Kind: transcript.Prompt, Text: text, Origin: transcript.Command, Command: name}
	}
	notice := func(text string) shown { return shown{Kind: transcript.Notice, Text: text} }
	blocks := func(more string, content string) string {
		return `{"type":"user",` + more + `"message":{"role":"user","content":` + content + `}}`
	}
	tests := []struct {
		name, line string
		want       shown
	}{
		{"typed", typed("fix the tax", ""), prompt("fix the tax")},
		{"typed, as blocks", blocks("", `[{"type":"text","text":"fix"},{"type":"text","text":"the tax"}]`), prompt("fix\nthe tax")},
		{"message is a string", `{"type":"user","message":"fix the tax"}`, prompt("fix the tax")},
		{"message is an array", `{"type":"user","message":[{"type":"text","text":"fix the tax"}]}`, prompt("fix the tax")},
		{"content is one block", blocks("", `{"type":"text","text":"fix"}`), prompt("fix")},
		{"blocks are strings", blocks("", `["fix","it"]`), prompt("fix\nit")},
		{"message is a number", `{"type":"user","message":7}`, none},
		{"no message", `{"type":"user"}`, none},
		{"content is null", blocks("", `null`), none},
		{"text is a number", blocks("", `[{"type":"text","text":7}]`), none},
		{"empty", typed("", ""), none},
		{"blank", typed(" \n ", ""), none},
		{"duplicate keys: the last counts", `{"type":"user","message":{"content":"old"},"message":{"content":"new"}}`, prompt("new")},
		{"duplicate type", `{"type":"assistant","type":"user","message":{"content":"new"}}`, prompt("new")},
		{"escaped key", `{"typ\u0065":"user","message":{"content":"x"}}`, prompt("x")},
		{"escapes and bad bytes", `{"type":"user","message":{"content":"a\u0000b` + "\x00\xff" + `\ud800c"}}`, prompt("ab\uFFFD\uFFFDc")},

		{"sidechain", typed("look around", `"isSidechain":true,`), none},
		{"meta", typed("Caveat: the messages below", `"isMeta":true,`), none},
		{"hook feedback, meta", typed("Stop hook feedback:\nlint", `"isMeta":true,`), notice("Stop hook feedback:\nlint")},
		{"hook feedback", typed("Stop hook feedback:\nlint", ""), notice("Stop hook feedback:\nlint")},
		{"hook stopped", typed("Operation stopped by hook: no", ""), notice("Operation stopped by hook: no")},
		{"summary after compaction", typed("This session is being continued from a previous conversation that ran out", `"isCompactSummary":true,`), shown{Kind: transcript.Compacted}},
		{"summary without its mark", typed("This session is being continued from a previous conversation that ran out", ""), shown{Kind: transcript.Compacted}},

		{"interrupt", typed("[Request interrupted by user]", ""), shown{Kind: transcript.Interrupted, Text: "[Request interrupted by user]"}},
		{"interrupt for a tool", blocks("", `[{"type":"text","text":"[Request interrupted by user for tool use]"}]`), shown{Kind: transcript.Interrupted, Text: "[Request interrupted by user for tool use]"}},

		{"custom command", typed("<command-message>review-pr is running…</command-message>\n<command-name>/review-pr</command-name>\n<command-args>12</command-args>", ""), command("/review-pr 12", "/review-pr")},
		{"custom command without arguments", typed("<command-message>gsd:plan</command-message>\n<command-name>/gsd:plan</command-name>", ""), command("/gsd:plan", "/gsd:plan")},
		{"name without slash", typed("<command-message>ship</command-message><command-name>ship</command-name>", ""), command("/ship", "/ship")},
		{"a custom command with a built-in's name", typed("<command-message>plan</command-message>\n<command-name>/plan</command-name>", ""), command("/plan", "/plan")},
		{"prompt written name first", typed("<command-name>/security-review</command-name>\n<command-message>x</command-message>", ""), command("/security-review", "/security-review")},
		{"built-in", typed("<command-name>/model</command-name>\n            <command-message>model</command-message>\n            <command-args>opus</command-args>", ""), none},
		{"built-in written message first", typed("<command-message>statusline is setting up</command-message>\n<command-name>/statusline</command-name>", ""), none},
		{"clear", typed("<command-name>/clear</command-name>\n            <command-message>clear</command-message>", ""), shown{Kind: transcript.Cleared}},
		{"compact", typed("<command-name>/compact</command-name>", ""), none},
		{"command without a name", typed("<command-message>x</command-message>", ""), prompt("<command-message>x</command-message>")},
		{"its output", typed("<local-command-stdout>Bye!</local-command-stdout>", ""), none},
		{"its errors", typed("<local-command-stderr>no</local-command-stderr>", ""), none},
		{"a note for the memory", typed("<user-memory-input>use tabs</user-memory-input>", ""), none},

		{"shell escape", typed("<bash-input>make test</bash-input>", ""), shown{Kind: transcript.Shell, Text: "make test", Command: "in"}},
		{"shell output", typed("<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>", ""), shown{Kind: transcript.Shell, Text: "<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>", Command: "out"}},

		{"task notification", typed("<task-notification>\n<task-id>b1</task-id>", ""), notice("<task-notification>\n<task-id>b1</task-id>")},
		{"older notification", typed("<agent-notification>x", ""), notice("<agent-notification>x")},
		{"shell notification", typed("<bash-notification>x", ""), notice("<bash-notification>x")},
		{"teammate", typed(`<teammate-message teammate_id="a">x`, ""), notice(`<teammate-message teammate_id="a">x`)},
		{"another session", typed(`<cross-session-message from="a">x`, ""), notice(`<cross-session-message from="a">x`)},
		{"channel", typed(`<channel source="a">x`, ""), notice(`<channel source="a">x`)},
		{"reminder", typed("<system-reminder>be kind</system-reminder>", ""), notice("<system-reminder>be kind</system-reminder>")},
		{"reminder without end", typed("<system-reminder>be kind", ""), notice("<system-reminder>be kind")},
		{"reminder before typed text", typed("<system-reminder>\nreferences\n</system-reminder>\n\nfix this", ""), prompt("fix this")},
		{"a tag of one's own", typed("<div> is not centred", ""), prompt("<div> is not centred")},

		{"origin task-notification", typed("all done", `"origin":{"kind":"task-notification"},`), notice("all done")},
		{"origin human", typed("all done", `"origin":{"kind":"human"},"promptSource":"typed",`), prompt("all done")},
		{"origin human outweighs its turn's", typed("go on", `"origin":{"kind":"human"},"turnOrigin":"system",`), prompt("go on")},
		{"origin peer", typed("hi", `"origin":{"kind":"peer"},`), notice("hi")},
		{"source system", typed("hi", `"promptSource":"system",`), notice("hi")},
		{"host's own turn", typed("hi", `"turnOrigin":"host_synthetic",`), notice("hi")},
		{"source queued", typed("and the docs", `"promptSource":"queued",`), shown{Kind: transcript.Prompt, Text: "and the docs", Origin: transcript.Queued}},

		{"print mode", typed("fix it", `"entrypoint":"sdk-cli","promptSource":"sdk","turnOrigin":"sdk",`), shown{Kind: transcript.Prompt, Text: "fix it", Origin: transcript.Machine, Automated: true}},
		{"prompt source sdk", typed("fix it", `"promptSource":"sdk",`), shown{Kind: transcript.Prompt, Text: "fix it", Origin: transcript.Machine, Automated: true}},
		{"scheduled", typed("fix it", `"scheduledTaskId":"t1",`), shown{Kind: transcript.Prompt, Text: "fix it", Origin: transcript.Machine, Automated: true}},
		{"scheduled turn", typed("fix it", `"turnOrigin":"scheduled",`), shown{Kind: transcript.Prompt, Text: "fix it", Origin: transcript.Machine, Automated: true}},
		{"the desktop app drives the sdk, a person types", typed("fix it", `"entrypoint":"claude-desktop","promptSource":"sdk","origin":{"kind":"human"},`), prompt("fix it")},
		{"an editor drives the sdk", typed("fix it", `"entrypoint":"claude-vscode","promptSource":"sdk",`), prompt("fix it")},

		{"compaction, as 2.1.288 writes it before the boundary", typed("/compact", ""), none},
		{"compaction with a wish", typed("/compact keep what was tested", `"promptId":"p1",`), none},
		{"words that begin like it", typed("/compaction.go panics", ""), prompt("/compaction.go panics")},
		{"its name typed and sent to the agent", typed("/compact", `"origin":{"kind":"human"},"promptSource":"typed",`), prompt("/compact")},

		{"editor blocks", blocks("", `[{"type":"text","text":"<ide_opened_file>a.go</ide_opened_file>"},{"type":"text","text":"<ide_selection>x</ide_selection>"},{"type":"text","text":"why?"}]`), prompt("why?")},
		{"editor block in one text", typed("<ide_opened_file>a.go</ide_opened_file>\nwhy?", ""), prompt("why?")},
		{"only an editor block", blocks("", `[{"type":"text","text":"<ide_opened_file>a.go</ide_opened_file>"}]`), none},
		{"picture and text", blocks("", `[{"type":"text","text":"like this"},{"type":"image","source":{"data":"AAAA"}}]`), shown{Kind: transcript.Prompt, Text: "like this", Images: 1}},
		{"picture only", blocks("", `[{"type":"image","source":{"data":"AAAA"}},{"type":"document","source":{}}]`), shown{Kind: transcript.Prompt, Images: 2}},
		{"picture told by its id only", typed("", `"imagePasteIds":[1,2],`), shown{Kind: transcript.Prompt, Images: 2}},
		{"picture from a machine", blocks(`"origin":{"kind":"channel"},`, `[{"type":"image","source":{}}]`), none},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			recs, led := decodeText(t, tt.line+"\n")
			if led.Decoded != 1 || len(recs) != 1 {
				t.Fatalf("ledger %+v, %d records", led, len(recs))
			}
			r := recs[0]
			got := shown{r.Kind, string(r.Text), r.Origin, r.Command, r.Images, r.Automated}
			if r.Kind == transcript.None {
				got = shown{}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPlanHandedOn(t *testing.T) {
	const text = "Implement the following plan:\n\n# Tax\n1. do it\n\nIf you need specific details from before exiting plan mode (like exact code), read the full transcript at: /w/.claude/projects/p/aaaaaaaa-1111-4111-8111-111111111111.jsonl"
	tests := []struct {
		name, line string
		origin     transcript.Origin
	}{
		{"old client", typed(text, ""), transcript.PlanHand},
		{"with its plan", typed(text, `"planContent":"# Tax\n1. do it",`), transcript.PlanHand},
		{"new client", typed(text, `"planContent":"# Tax\n1. do it","origin":{"kind":"auto-continuation"},`), transcript.PlanHand},
		{"in a machine run", typed(text, `"entrypoint":"sdk-cli",`), transcript.Machine},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := only(t, tt.line)
			if r.Kind != transcript.Prompt || r.Origin != tt.origin || string(r.Plan) != "# Tax\n1. do it" || string(r.Text) != text {
				t.Errorf("%+v", r)
			}
			if want := "/w/.claude/projects/p/aaaaaaaa-1111-4111-8111-111111111111.jsonl"; r.Transcript != want {
				t.Errorf("names %q", r.Transcript)
			}
		})
	}
	for words, want := range map[string]string{
		"short\n\nIt was made in `/w/.claude/projects/p/b.jsonl`.": "/w/.claude/projects/p/b.jsonl",
		"short\n\nread events.jsonl":                               "", // no path
	} {
		if r := only(t, typed("Implement the following plan:\n\n"+words, "")); r.Transcript != want {
			t.Errorf("%q names %q, want %q", words, r.Transcript, want)
		}
	}
	r := only(t, typed("Implement the following plan:\n\nshort", ""))
	if r.Transcript != "" || string(r.Plan) != "short" {
		t.Errorf("%+v", r)
	}
}

func TestLongPromptIsBounded(t *testing.T) {
	r := only(t, typed("begin "+strings.Repeat("word ", 200_000)+"end", ""))
	if len(r.Text) > 2*maxPrompt+100 || !strings.HasPrefix(string(r.Text), "begin") || !strings.HasSuffix(string(r.Text), "end") {
		t.Errorf("%d bytes", len(r.Text))
	}
}

func TestCompactionIsToldOnce(t *testing.T) {
	recs := decode(t,
		`{"type":"system","subtype":"compact_boundary","uuid":"b","parentUuid":null,"logicalParentUuid":"l","compactMetadata":{"trigger":"auto"}}`,
		typed("This session is being continued from a previous conversation that ran out", `"isCompactSummary":true,`),
		typed("go on", ""))
	if len(recs) != 2 || recs[0].Kind != transcript.Compacted || recs[0].LogicalParent != "l" || recs[0].Parent != "" || recs[1].Kind != transcript.Prompt {
		t.Errorf("%+v", recs)
	}
}
