package otlp

import (
	"fmt"
	"strings"
	"testing"
)

// hundred is a request of a hundred records, as the client sends them.
func hundred() string {
	var records []string
	for i := range 25 {
		common := text("user.id", strings.Repeat("d0", 32)) + "," + text("terminal.type", "xterm") + "," + text("session.id", session) + "," +
			text("event.timestamp", "2026-11-21T14:03:40.554Z") + "," + text("prompt.id", fmt.Sprintf("11111111-2222-4333-8444-%012d", i)) +
			fmt.Sprintf(`,{"key":"event.sequence","value":{"intValue":%d}},`, i)
		request, tool := text("request_id", fmt.Sprintf("req_%024x", i)), text("tool_use_id", fmt.Sprintf("toolu_%024x", i))
		records = append(records,
			common+text("event.name", "user_prompt")+","+text("prompt_length", "58")+","+text("prompt", "make the list of orders show the newest first, with a test")+","+text("message.uuid", session),
			common+text("event.name", "api_request")+","+text("model", "claude-opus-5-5")+","+request+","+text("query_source", "repl_main_thread")+","+text("speed", "normal")+","+text("effort", "medium")+
				`,{"key":"input_tokens","value":{"intValue":101}},{"key":"output_tokens","value":{"intValue":50}},{"key":"cache_read_tokens","value":{"intValue":70000}},{"key":"cache_creation_tokens","value":{"intValue":30}},{"key":"cost_usd","value":{"doubleValue":0.0016154}},{"key":"duration_ms","value":{"intValue":3700}}`,
			common+text("event.name", "tool_decision")+","+text("decision", "accept")+","+text("source", "config")+","+text("tool_name", "Edit")+","+tool+","+text("tool_source", "builtin")+","+text("permission_mode", "auto")+","+request,
			common+text("event.name", "tool_result")+","+text("tool_name", "Bash")+","+tool+","+text("success", "true")+","+text("duration_ms", "45")+","+text("decision_source", "config")+","+text("decision_type", "accept")+","+
				text("tool_parameters", `{"bash_command":"go","full_command":"go test ./internal/orders","timeout":120000}`)+","+text("tool_input_size_bytes", "42")+","+request)
	}
	return request(records...)
}

func BenchmarkDecode(b *testing.B) {
	r := newReceiver(b, &shelf{}, Options{})
	for _, form := range []encoding{inJSON, protobuf} {
		body := []byte(hundred())
		if form == protobuf {
			body = []byte(proto(b, hundred()))
		}
		b.Run(string(form), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				batch := newBatch(r.gate, "ada", noon)
				if err := batch.decode(form, body); err != nil || batch.total != 100 || batch.out.rejected > 0 {
					b.Fatal(err, batch.out)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/record")
		})
	}
}
