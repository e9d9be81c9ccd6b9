package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// answer is what the stand-in says to one request: words, a call of a tool, or both.
type answer struct {
	text  string
	tool  string
	input map[string]any
	fails int // HTTP status of an error instead
}

func says(text string) answer { return answer{text: text} }

func calls(tool string, input map[string]any) answer { return answer{tool: tool, input: input} }

// messages is the stand-in for the Messages API: it gives the answers that it was handed,
// one to each request of the conversation, and "Done." when there are none. Requests
// without tools are the client's own (a title).
type messages struct {
	*httptest.Server
	mu    sync.Mutex
	queue []answer
	seen  []string // bodies of the conversation's requests
	count int
}

func newMessages(t *testing.T) *messages {
	m := &messages{}
	m.Server = httptest.NewServer(http.HandlerFunc(m.serve))
	t.Cleanup(m.Close)
	return m
}

// script hands it the next answers.
func (m *messages) script(list ...answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.queue = append(m.queue, list...)
}

// waiting is how many answers were not asked for yet.
func (m *messages) waiting() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.queue)
}

func (m *messages) next(body []byte, tools int) (a answer, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count++
	if tools == 0 {
		return says("A title"), m.count
	}
	m.seen = append(m.seen, string(body))
	if len(m.queue) == 0 {
		return says("Done."), m.count
	}
	a, m.queue = m.queue[0], m.queue[1:]
	return a, m.count
}

func (m *messages) serve(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Model string            `json:"model"`
		Tools []json.RawMessage `json:"tools"`
	}
	var raw json.RawMessage
	if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&raw) != nil || json.Unmarshal(raw, &asked) != nil {
		http.NotFound(w, r)
		return
	}
	a, n := m.next(raw, len(asked.Tools))
	w.Header().Set("Request-Id", fmt.Sprintf("req_%04d", n))
	if a.fails != 0 {
		w.WriteHeader(a.fails)
		fmt.Fprint(w, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(kind string, body map[string]any) {
		body["type"] = kind
		text, _ := json.Marshal(body)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, text)
	}
	usage := map[string]any{"input_tokens": 100, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 7, "output_tokens": 1}
	event("message_start", map[string]any{"message": map[string]any{"id": fmt.Sprintf("msg_%04d", n), "type": "message", "role": "assistant", "model": asked.Model, "content": []any{}, "stop_reason": nil, "usage": usage}})
	index, stop := 0, "end_turn"
	block := func(start, delta map[string]any) {
		event("content_block_start", map[string]any{"index": index, "content_block": start})
		event("content_block_delta", map[string]any{"index": index, "delta": delta})
		event("content_block_stop", map[string]any{"index": index})
		index++
	}
	if a.text != "" {
		block(map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": a.text})
	}
	if a.tool != "" {
		input, _ := json.Marshal(a.input)
		block(map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_%04d", n), "name": a.tool, "input": map[string]any{}}, map[string]any{"type": "input_json_delta", "partial_json": string(input)})
		stop = "tool_use"
	}
	event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop}, "usage": map[string]any{"output_tokens": 50}})
	event("message_stop", map[string]any{})
}
