package otlp

import (
	"bytes"
	"encoding/json"
	"testing"

	"prism/internal/content"
)

// FuzzLogs holds for whatever comes in that it is refused whole, or that what is kept
// and what is rejected are what was sent, in lines of JSON that a store takes.
func FuzzLogs(f *testing.F) {
	good := request(text("session.id", session)+","+text("prompt", "fix the test"), text("session.id", "s")+`,{"key":"a","value":{"kvlistValue":{"values":[{"key":"b","value":{"doubleValue":"NaN"}}]}}}`, text("x", "y"))
	f.Add([]byte(good), true)
	f.Add([]byte(proto(f, good)), false)
	f.Add([]byte(deep(200)), false)
	f.Add([]byte(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":1,"eventName":"claude_code.x","attributes":[{"key":"session.id","value":{"intValue":"7"}}]}]}]}]}`), true)
	gate := newReceiver(f, &shelf{}, Options{}).gate
	f.Fuzz(func(t *testing.T, body []byte, asJSON bool) {
		form := protobuf
		if asJSON {
			form = inJSON
		}
		b := newBatch(gate, "", noon)
		if b.decode(form, body) != nil {
			return
		}
		list, events := b.appends()
		var kept int64
		for i := range list {
			a := &list[i]
			if err := a.Check(); err != nil {
				t.Errorf("no store takes it: %v", err)
			}
			lines := bytes.Split(bytes.TrimSuffix(a.Data, []byte("\n")), []byte("\n"))
			if a.Kind != content.Telemetry || int64(len(lines)) != events[i] {
				t.Errorf("%d lines for %d events", len(lines), events[i])
			}
			for _, line := range lines {
				if !json.Valid(line) {
					t.Errorf("no JSON: %q", line)
				}
			}
			kept += events[i]
		}
		if kept+b.out.rejected != b.total {
			t.Errorf("%d kept and %d rejected of %d", kept, b.out.rejected, b.total)
		}
		again := newBatch(gate, "", noon)
		if err := again.decode(form, body); err != nil {
			t.Fatal(err)
		}
		for i, a := range first(again.appends()) {
			if !bytes.Equal(a.Data, list[i].Data) {
				t.Errorf("%q at first, then %q", list[i].Data, a.Data)
			}
		}
	})
}

func first(list []content.Append, _ []int64) []content.Append { return list }

func FuzzCount(f *testing.F) {
	f.Add([]byte(`{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"claude_code.token.usage","sum":{"dataPoints":[{"asDouble":1}]}}]}]}]}`), true, true)
	f.Add([]byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"claude_code.tool"}]}]}]}`), true, false)
	f.Add([]byte(deep(200)), false, true)
	f.Fuzz(func(t *testing.T, body []byte, asJSON, metrics bool) {
		form, s := protobuf, Traces
		if asJSON {
			form = inJSON
		}
		if metrics {
			s = Metrics
		}
		if n, err := count(s, form, body); err == nil && (n < 0 || n > int64(len(body))) {
			t.Errorf("%d in %d bytes", n, len(body))
		}
	})
}
