package claude

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"prism/internal/transcript"
)

// decode feeds lines to a Decoder and returns copies of the Records that are not
// None; End's too.
func decode(t *testing.T, lines ...string) []transcript.Record {
	t.Helper()
	recs, led := decodeText(t, strings.Join(lines, "\n")+"\n")
	if n := led.Unreadable(); n > 0 {
		t.Fatalf("%d lines were not decoded: %v", n, led.Troubles)
	}
	out := recs[:0]
	for _, r := range recs {
		if r.Kind != transcript.None {
			out = append(out, r)
		}
	}
	return out
}

func decodeText(t *testing.T, text string) ([]transcript.Record, transcript.Ledger) {
	t.Helper()
	var out []transcript.Record
	var led transcript.Ledger
	_, err := transcript.NewFeed(New()).Read(strings.NewReader(text), "f", 0, &led, func(r *transcript.Record) error {
		out = append(out, copied(r))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := led.Check(); err != nil {
		t.Error(err)
	}
	return out, led
}

// only is decode for what must give one Record.
func only(t *testing.T, lines ...string) transcript.Record {
	t.Helper()
	recs := decode(t, lines...)
	if len(recs) != 1 {
		t.Fatalf("%d records, want one: %+v", len(recs), recs)
	}
	return recs[0]
}

// copied is a Record that outlives the next call of Decode.
func copied(r *transcript.Record) transcript.Record {
	c := *r
	c.Text, c.Plan = bytes.Clone(r.Text), bytes.Clone(r.Plan)
	c.Answer.Text = bytes.Clone(r.Answer.Text)
	c.Answer.Calls = nil
	for _, call := range r.Answer.Calls {
		call.Input, call.Plan = bytes.Clone(call.Input), bytes.Clone(call.Plan)
		c.Answer.Calls = append(c.Answer.Calls, call)
	}
	c.Results = nil
	for _, res := range r.Results {
		res.Text, res.Said, res.Plan, res.Content = bytes.Clone(res.Text), bytes.Clone(res.Said), bytes.Clone(res.Plan), bytes.Clone(res.Content)
		hunks := res.Hunks
		res.Hunks = nil
		for _, h := range hunks {
			var hunk transcript.Hunk
			for _, l := range h.Added {
				hunk.Added = append(hunk.Added, append([]byte{}, l...))
			}
			for _, l := range h.Removed {
				hunk.Removed = append(hunk.Removed, append([]byte{}, l...))
			}
			res.Hunks = append(res.Hunks, hunk)
		}
		c.Results = append(c.Results, res)
	}
	return c
}

// quote writes a JSON string.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// typed is a user line with a text; more is further fields, "" or `"a":1,`.
func typed(text, more string) string {
	return `{"type":"user",` + more + `"uuid":"u","message":{"role":"user","content":` + quote(text) + `}}`
}

// calls is an assistant line with one tool call.
func calls(id, tool, input string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":"a","message":{"id":"m","model":"claude-opus-4-5","content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}]}}`, id, tool, input)
}

// returns is a user line with one tool result; structured is the value of
// toolUseResult, "" none.
func returns(id, content string, isError bool, structured string) string {
	more := ""
	if structured != "" {
		more = `,"toolUseResult":` + structured
	}
	return fmt.Sprintf(`{"type":"user","uuid":"r","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%s,"is_error":%t}]}%s}`, id, content, isError, more)
}

// ran is what came back for one call.
func ran(t *testing.T, tool, input, content string, isError bool, structured string) transcript.Result {
	t.Helper()
	recs := decode(t, calls("c", tool, input), returns("c", content, isError, structured))
	if len(recs) != 2 || len(recs[1].Results) != 1 {
		t.Fatalf("records %+v", recs)
	}
	return recs[1].Results[0]
}
