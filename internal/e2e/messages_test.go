package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// answer is what the stand-in says to one request: words, calls of tools, or both.
type answer struct {
	text  string
	calls []call
	fails int                              // HTTP status of an error instead
	to    string                           // only to a conversation whose first prompt holds this
	after time.Duration                    // how long it thinks, having said that it will answer
	with  func(body string) map[string]any // the input of its only call, made of the request
	aside bool                             // a request that no transcript tells (a compaction)
}

// call is the call of a tool.
type call struct {
	tool  string
	input map[string]any
}

func says(text string) answer { return answer{text: text} }

func calls(tool string, input map[string]any) answer {
	return answer{calls: []call{{tool, input}}}
}

// made is the call of a tool whose input is made of the request.
func made(tool string, with func(body string) map[string]any) answer {
	return answer{calls: []call{{tool: tool}}, with: with}
}

func fails(status int) answer { return answer{fails: status} }

// to directs answers to the conversation whose first prompt holds a text: that of a
// subagent, or of one of several clients.
func to(text string, list ...answer) []answer {
	for i := range list {
		list[i].to = text
	}
	return list
}

// slow has the stand-in think for a while.
func slow(d time.Duration, a answer) answer {
	a.after = d
	return a
}

// What each answer costs, in tokens. The parts differ, so that none is taken for another.
const (
	costIn, costWrite, costRead, costOut = 100, 20, 7, 50
)

// messages is the stand-in for the Messages API: it gives the answers that it was handed,
// one to each request of the conversation. Requests without tools are the client's own (a
// title).
type messages struct {
	*httptest.Server
	mu     sync.Mutex
	queue  []answer
	count  int
	billed int      // answers that were given to the end, and stand in a transcript
	asides int      // that stand in none
	story  []string // all that was asked and answered, in short
	asked  string   // the last message that came
	odd    []string // what was asked without an answer being there
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

// given is how many answers are in a transcript.
func (m *messages) given() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.billed
}

// aside is how many requests of the client's own were answered.
func (m *messages) aside() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asides
}

// was is the last message that came, as JSON.
func (m *messages) was() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked
}

// unasked are the requests that nobody foresaw.
func (m *messages) unasked() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.odd
}

// request is what is looked at of one.
type request struct {
	Model    string            `json:"model"`
	Tools    []json.RawMessage `json:"tools"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
}

func (m *messages) next(asked *request) (a answer, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count++
	if len(asked.Tools) == 0 {
		a = says("A title")
		a.aside = true
		return a, m.count
	}
	first, last := "", ""
	if len(asked.Messages) > 0 {
		first, last = string(asked.Messages[0].Content), string(asked.Messages[len(asked.Messages)-1].Content)
	}
	m.asked = last
	best := -1
	for i := range m.queue {
		if want := m.queue[i].to; want != "" && strings.Contains(first, want) {
			best = i
			break
		} else if want == "" && best < 0 {
			best = i
		}
	}
	defer func() {
		m.story = append(m.story, fmt.Sprintf("%d: …%s => %s%v", m.count, last[max(0, len(last)-300):], a.text, a.calls))
	}()
	if best < 0 {
		m.odd = append(m.odd, last[max(0, len(last)-2000):])
		return says("Done."), m.count
	}
	a = m.queue[best]
	m.queue = append(m.queue[:best:best], m.queue[best+1:]...)
	return a, m.count
}

func (m *messages) serve(w http.ResponseWriter, r *http.Request) {
	var asked request
	var raw json.RawMessage
	if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&raw) != nil || json.Unmarshal(raw, &asked) != nil {
		http.NotFound(w, r)
		return
	}
	a, n := m.next(&asked)
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
	usage := map[string]any{"input_tokens": costIn, "cache_creation_input_tokens": costWrite, "cache_read_input_tokens": costRead, "output_tokens": 1}
	event("message_start", map[string]any{"message": map[string]any{"id": fmt.Sprintf("msg_%04d", n), "type": "message", "role": "assistant", "model": asked.Model, "content": []any{}, "stop_reason": nil, "usage": usage}})
	if a.after > 0 {
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
		select {
		case <-time.After(a.after):
		case <-r.Context().Done():
			return // it was interrupted: nothing is billed that a transcript could tell
		}
	}
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
	for i, c := range a.calls {
		if a.with != nil {
			c.input = a.with(string(raw))
		}
		input, _ := json.Marshal(c.input)
		block(map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_%04d_%d", n, i), "name": c.tool, "input": map[string]any{}}, map[string]any{"type": "input_json_delta", "partial_json": string(input)})
		stop = "tool_use"
	}
	m.mu.Lock()
	if a.aside {
		m.asides++
	} else {
		m.billed++
	}
	m.mu.Unlock()
	event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop}, "usage": map[string]any{"output_tokens": costOut}})
	event("message_stop", map[string]any{})
}
