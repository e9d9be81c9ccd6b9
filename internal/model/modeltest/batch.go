package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sort"
	"strings"
	"time"
)

// batch is one Message Batch.
type batch struct {
	id       string
	created  time.Time
	requests []batchRequest
	polls    int
	canceled bool
	expired  bool
}

type batchRequest struct {
	ID     string        `json:"custom_id"`
	Params messageParams `json:"params"`
}

// EndAfter lets batches end with the n-th time that somebody asks; 0 at once.
func (s *Server) EndAfter(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.after = n
}

// Expire ends all batches as if a day had gone by: what is not answered expires.
func (s *Server) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.batches {
		b.expired = true
	}
}

// Batches returns the ids of the batches so far, oldest first.
func (s *Server) Batches() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.order...)
}

func (s *Server) batch(w http.ResponseWriter, method, path string, body []byte, f Fault) {
	id, act, _ := strings.Cut(path, "/")
	s.mu.Lock()
	b := s.batches[id]
	s.mu.Unlock()
	switch {
	case id == "" && method == http.MethodPost:
		s.create(w, body, f)
	case id == "" && method == http.MethodGet:
		s.list(w, f)
	case b == nil:
		Fault{Status: 404, Type: "not_found_error"}.refuse(w, s.stop)
	case act == "" && method == http.MethodGet:
		s.mu.Lock()
		b.polls++
		s.mu.Unlock()
		f.send(w, s.state(b), s.stop)
	case act == "cancel" && method == http.MethodPost:
		s.mu.Lock()
		b.canceled = true
		s.mu.Unlock()
		f.send(w, s.state(b), s.stop)
	case act == "results" && method == http.MethodGet:
		s.results(w, b, f)
	default:
		Fault{Status: 404, Type: "not_found_error"}.refuse(w, s.stop)
	}
}

func (s *Server) create(w http.ResponseWriter, body []byte, f Fault) {
	var in struct {
		Requests []batchRequest `json:"requests"`
	}
	if json.Unmarshal(body, &in) != nil || len(in.Requests) == 0 {
		Fault{Status: 400, Type: "invalid_request_error"}.refuse(w, s.stop)
		return
	}
	seen := map[string]bool{}
	for _, r := range in.Requests {
		if r.ID == "" || len(r.ID) > 64 || seen[r.ID] {
			Fault{Status: 400, Type: "invalid_request_error", Text: "custom_id must be unique, 1 to 64 characters"}.refuse(w, s.stop)
			return
		}
		seen[r.ID] = true
	}
	s.mu.Lock()
	b := &batch{id: fmt.Sprintf("msgbatch_%04d", len(s.batches)+1), created: s.now(), requests: in.Requests}
	s.batches[b.id] = b
	s.order = append(s.order, b.id)
	s.mu.Unlock()
	f.send(w, s.state(b), s.stop)
}

func (s *Server) list(w http.ResponseWriter, f Fault) {
	s.mu.Lock()
	var all []*batch
	for _, b := range s.batches {
		all = append(all, b)
	}
	s.mu.Unlock()
	sort.Slice(all, func(i, j int) bool { return all[i].id > all[j].id })
	data := []any{}
	for _, b := range all {
		data = append(data, s.state(b))
	}
	f.send(w, map[string]any{"data": data, "has_more": false, "first_id": nil, "last_id": nil}, s.stop)
}

// state is the batch as the API tells it.
func (s *Server) state(b *batch) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	ended := b.canceled || b.expired || b.polls >= s.after
	m := map[string]any{
		"id": b.id, "type": "message_batch", "processing_status": "in_progress",
		"created_at": b.created.UTC().Format(time.RFC3339Nano), "expires_at": b.created.Add(24 * time.Hour).UTC().Format(time.RFC3339Nano),
		"ended_at": nil, "archived_at": nil, "cancel_initiated_at": nil, "results_url": nil,
		"request_counts": map[string]any{"processing": len(b.requests), "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0},
	}
	if ended {
		counts := map[string]any{"processing": 0, "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0}
		for _, r := range b.requests {
			kind := b.outcome(r)
			counts[kind] = counts[kind].(int) + 1
		}
		m["processing_status"], m["request_counts"] = "ended", counts
		m["ended_at"] = b.created.Add(time.Minute).UTC().Format(time.RFC3339Nano)
		m["results_url"] = s.URL + "/v1/messages/batches/" + b.id + "/results"
	}
	return m
}

// outcome of one request: an id that contains "-errored", "-expired" or
// "-overloaded" ends so; "-odd" succeeds with an answer that is cut short.
func (b *batch) outcome(r batchRequest) string {
	switch {
	case strings.Contains(r.ID, "-errored"), strings.Contains(r.ID, "-overloaded"):
		return "errored"
	case strings.Contains(r.ID, "-expired"), b.expired:
		return "expired"
	case b.canceled:
		return "canceled"
	}
	return "succeeded"
}

// results writes the lines last request first: the API promises no order.
func (s *Server) results(w http.ResponseWriter, b *batch, f Fault) {
	if st := s.state(b); st["processing_status"] != "ended" {
		Fault{Status: 400, Type: "invalid_request_error", Text: "batch has not ended"}.refuse(w, s.stop)
		return
	}
	var out strings.Builder
	for i := len(b.requests) - 1; i >= 0; i-- {
		r := b.requests[i]
		result := map[string]any{"type": b.outcome(r)}
		switch result["type"] {
		case "succeeded":
			spoil := f
			if strings.Contains(r.ID, "-odd") {
				spoil.MaxTokens = true
			}
			result["message"] = s.message(r.Params, "batch", r.ID, spoil)
		case "errored":
			kind := "invalid_request_error"
			if strings.Contains(r.ID, "-overloaded") {
				kind = "overloaded_error"
			}
			result["error"] = map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": "cannot do " + Echo}}
		}
		line, err := json.Marshal(map[string]any{"custom_id": r.ID, "result": result})
		if err != nil {
			return
		}
		out.Write(line)
		out.WriteByte('\n')
	}
	w.Header().Set("Content-Type", "application/x-jsonl")
	text := out.String()
	if f.Cut {
		hang(w, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/x-jsonl\r\nContent-Length: %d\r\n\r\n%s", len(text), text[:len(text)/2]))
		return
	}
	_, _ = w.Write([]byte(text))
}
