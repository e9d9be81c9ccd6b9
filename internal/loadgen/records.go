package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
)

// logs are n records as the client writes them, of some 700 bytes each in JSON:
// for each prompt an answer, a decision and a result of a tool.
func (l *load) logs(connection, request int) plogotlp.ExportRequest {
	logs := plog.NewLogs()
	resource := logs.ResourceLogs().AppendEmpty()
	put(resource.Resource().Attributes(), "service.name", "claude-code", "service.version", "2.1.330", "os.type", "linux", "host.arch", "amd64")
	scope := resource.ScopeLogs().AppendEmpty()
	scope.Scope().SetName("com.anthropic.claude_code.events")
	for i := range l.batch {
		n := request*l.batch + i
		r := scope.LogRecords().AppendEmpty()
		at := time.Now().Add(time.Duration(n) * time.Millisecond)
		r.SetTimestamp(pcommon.NewTimestampFromTime(at))
		a := r.Attributes()
		put(a, "user.id", fmt.Sprintf("%064x", connection), "terminal.type", "xterm",
			"session.id", fmt.Sprintf("%08x-0000-4000-8000-%012x", connection, i%l.sessions),
			"event.timestamp", at.UTC().Format(time.RFC3339Nano), "prompt.id", fmt.Sprintf("%08x-0000-4000-8000-%012x", connection, n/4))
		a.PutInt("event.sequence", int64(n))
		request, tool := fmt.Sprintf("req_%024x", n), fmt.Sprintf("toolu_%024x", n)
		switch n % 4 {
		case 0:
			name(r, "user_prompt")
			put(a, "prompt_length", "58", "prompt", "make the list of orders show the newest first, with a test", "message.uuid", fmt.Sprintf("%08x-0000-4000-9000-%012x", connection, n))
		case 1:
			name(r, "api_request")
			put(a, "model", "claude-opus-5-5", "request_id", request, "query_source", "repl_main_thread", "speed", "normal", "effort", "medium")
			for key, v := range map[string]int64{"input_tokens": 101, "output_tokens": 50, "cache_read_tokens": 70_000, "cache_creation_tokens": 30, "duration_ms": 3700, "ttft_ms": 280} {
				a.PutInt(key, v)
			}
			a.PutDouble("cost_usd", 0.0016154)
		case 2:
			name(r, "tool_decision")
			put(a, "decision", "accept", "source", "config", "tool_name", "made_up", "tool_use_id", tool, "tool_source", "builtin", "permission_mode", "auto", "request_id", request)
		case 3:
			name(r, "tool_result")
			put(a, "tool_name", "made_up_too", "tool_use_id", tool, "success", "true", "duration_ms", "45", "decision_source", "config", "decision_type", "accept",
				"tool_parameters", `{"bash_command":"go","full_command":"go test ./internal/orders","timeout":120000}`, "tool_input_size_bytes", "42", "request_id", request)
		}
	}
	return plogotlp.NewExportRequestFromLogs(logs)
}

func name(r plog.LogRecord, event string) {
	r.Body().SetStr("claude_code." + event)
	r.Attributes().PutStr("event.name", event)
}

func put(m pcommon.Map, pairs ...string) {
	for pair := range slices.Chunk(pairs, 2) {
		m.PutStr(pair[0], pair[len(pair)-1])
	}
}

// body is a request as it is sent.
func (l *load) body(connection, request int) ([]byte, error) {
	logs := l.logs(connection, request)
	b, err := logs.MarshalProto()
	if l.form == "json" {
		b, err = logs.MarshalJSON()
	}
	if err != nil || !l.gzip {
		return b, err
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return z.Bytes(), err
}
