package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/long"
	"prism/internal/pipeline"
	"prism/internal/transcript/telemetry"
)

// What a client tells of a conversation that ends on /clear, or on a plan that is accepted
// with cleared context, and of the next one.
const (
	clearedOld = "0a1b2c3d-0000-4000-8000-00000000000a"
	clearedNew = "0a1b2c3d-0000-4000-8000-00000000000b"
	theirPlan  = "# Round the total\n\n1. Round the total in shop.go to two decimals, and say so in its comment.\n2. Run the tests of the shop."
)

// clearing writes what came, each piece by itself.
type clearing struct {
	at     time.Time
	id     string
	lines  strings.Builder
	pieces []content.Append
}

func (c *clearing) line(kind, uuid, rest string) {
	c.at = c.at.Add(5 * time.Second)
	fmt.Fprintf(&c.lines, `{"type":%q,"uuid":"%s-%s","sessionId":%q,"cwd":"/home/ada/work/shop","version":"2.1.330","userType":"external","isSidechain":false,"timestamp":%q,%s}`+"\n", kind, uuid, c.id[35:], c.id, c.at.Format(time.RFC3339Nano), rest)
}

// works is a prompt, an edit of a file, and what the agent says of it.
func (c *clearing) works(prompt, file string) {
	c.line("user", "p", fmt.Sprintf(`"message":{"role":"user","content":%q}`, prompt))
	c.line("assistant", "a", fmt.Sprintf(`"requestId":"req_%s","message":{"id":"msg_%s","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"tool_use","id":"toolu_%s","name":"Edit","input":{"file_path":"/home/ada/work/shop/%s","old_string":"a","new_string":"b"}}],"usage":{"input_tokens":10,"output_tokens":20}}`, c.id[35:], c.id[35:], c.id[35:], file))
	c.line("user", "r", fmt.Sprintf(`"toolUseResult":{"filePath":"/home/ada/work/shop/%s","oldString":"a","newString":"b","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-a","+b"]}]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%s","content":"updated"}]}`, file, c.id[35:]))
	c.line("assistant", "e", fmt.Sprintf(`"requestId":"end_%s","message":{"id":"end_%s","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":10,"output_tokens":5}}`, c.id[35:], c.id[35:]))
}

// file is what was written to the conversation's transcript, and the next begins.
func (c *clearing) file(next string) {
	data := []byte(c.lines.String())
	c.pieces = append(c.pieces, content.Append{Person: "ada", Path: "projects/shop/" + c.id + ".jsonl", Generation: 1, To: int64(len(data)), Data: data, Modified: c.at})
	c.lines.Reset()
	c.id = next
}

// tells is an event, or what a hook noted.
func (c *clearing) tells(origin, id, name string, attrs map[string]string) {
	c.at = c.at.Add(time.Second)
	e := telemetry.Event{Origin: origin, Name: name, Session: id, Time: c.at, Sequence: -1}
	for k, v := range attrs {
		e.Attrs = append(e.Attrs, telemetry.Attr{Key: k, Value: telemetry.Value{Kind: telemetry.Text, Text: v}})
	}
	e.Sort()
	c.pieces = append(c.pieces, content.Append{Person: "ada", Path: content.EventsPath(id), Kind: content.Telemetry, Data: append(e.Line(), '\n'), Modified: c.at})
}

// In whatever order transcripts, events and what hooks noted come, looked at after each,
// /clear closes the session that it closed, and a plan accepted with cleared context, of
// which hooks tell the same, closes none.
func TestClearInEveryOrder(t *testing.T) {
	noted := func(c *clearing) {
		c.tells(telemetry.Hook, clearedOld, "SessionEnd", map[string]string{"reason": "clear", "client_pid": "77"})
		c.tells(telemetry.Hook, clearedNew, "SessionStart", map[string]string{"source": "clear", "client_pid": "77"})
	}
	for name, tell := range map[string]struct {
		tell func(c *clearing)
		want string
	}{
		"clear": {func(c *clearing) {
			c.works("Fix the rounding of the total in shop.go", "shop.go")
			c.tells(telemetry.OTLP, clearedOld, "user_prompt", map[string]string{"prompt": "/clear", "prompt_length": "6", "command_name": "clear", "command_source": "builtin"})
			c.file(clearedNew)
			noted(c)
			c.at = c.at.Add(time.Hour) // no merge
			c.line("user", "c", `"message":{"role":"user","content":"<command-name>/clear</command-name>\n            <command-message>clear</command-message>\n            <command-args></command-args>"}`)
			c.works("Write a page on how the weather vane is painted, in vane.md", "vane.md")
			c.file("")
		}, "1 clear, 1 none"},
		"plan": {func(c *clearing) {
			c.line("user", "p", `"message":{"role":"user","content":"Plan how the total in shop.go is rounded to two decimals"}`)
			c.line("assistant", "a", fmt.Sprintf(`"requestId":"req_1","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"tool_use","id":"toolu_plan","name":"ExitPlanMode","input":{"plan":%q}}],"usage":{"input_tokens":10,"output_tokens":20}}`, theirPlan))
			c.line("user", "r", `"toolUseResult":"User rejected tool use","message":{"role":"user","content":[{"type":"tool_result","is_error":true,"tool_use_id":"toolu_plan","content":"The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."}]}`)
			c.file(clearedNew)
			noted(c)
			c.line("user", "q", fmt.Sprintf(`"planContent":%q,"message":{"role":"user","content":%q}`, theirPlan, "Implement the following plan:\n\n"+theirPlan+"\n\nIf you need specific details from before exiting plan mode (like exact code snippets, error messages, or content you generated), read the full transcript at: /home/ada/.claude/projects/shop/"+clearedOld+".jsonl"))
			c.line("assistant", "a", `"requestId":"req_2","message":{"id":"msg_2","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"tool_use","id":"toolu_e","name":"Edit","input":{"file_path":"/home/ada/work/shop/shop.go","old_string":"a","new_string":"b"}}],"usage":{"input_tokens":10,"output_tokens":20}}`)
			c.line("user", "t", `"toolUseResult":{"filePath":"/home/ada/work/shop/shop.go","oldString":"a","newString":"b","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-a","+b"]}]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_e","content":"updated"}]}`)
			c.file("")
		}, "2 none"},
	} {
		t.Run(name, func(t *testing.T) {
			c := &clearing{at: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC), id: clearedOld}
			tell.tell(c)
			orders := permutations(len(c.pieces))
			random := rand.New(rand.NewPCG(5, 5))
			random.Shuffle(len(orders), func(i, k int) { orders[i], orders[k] = orders[k], orders[i] })
			var first *fact.Reading
			for _, order := range orders[:long.Number(t, "PRISM_CLEARS", min(6, len(orders)), len(orders))] {
				got := arrives(t, c.pieces, order)
				told := ""
				for i := range got.Sessions {
					s := &got.Sessions[i]
					told += fmt.Sprintf(", %d %s", len(s.Conversations), s.ClosedBy)
				}
				if told = strings.TrimPrefix(told, ", "); told != tell.want {
					t.Fatalf("in the order %v: %s, want %s", order, told, tell.want)
				}
				if first == nil {
					first = got
				}
				sameAnswer(t, fmt.Sprint(order), first, got)
			}
		})
	}
}

// arrives is what there is once pieces came in an order, and were looked at one by one.
func arrives(t *testing.T, pieces []content.Append, order []int) *fact.Reading {
	t.Helper()
	db, o := keeping(t)
	for _, i := range order {
		if _, err := db.Ingest(t.Context(), pieces[i:i+1], now); err != nil {
			t.Fatal(err)
		}
		if _, err := pipeline.Update(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	return run(t, o)
}

// permutations are all orders of n things.
func permutations(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, p := range permutations(n - 1) {
		for at := range n {
			q := append(append(append([]int{}, p[:at]...), n-1), p[at:]...)
			all = append(all, q)
		}
	}
	return all
}
