package modeltest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Fault is one way in which a request fails; the zero value is success.
type Fault struct {
	Status int               // HTTP status, with an error body
	Type   string            // error type of the body; "" is the one usual for Status
	Text   string            // message of the body; "" echoes a made-up prompt, as servers may
	Header map[string]string // more headers: Retry-After, Retry-After-Ms, X-Should-Retry

	Stall     bool          // no answer until the client gives up
	Slow      time.Duration // waits before answering
	Cut       bool          // the connection ends in mid-body
	Drop      bool          // the connection ends before any answer
	Page      bool          // answers 200 with a page of HTML
	Broken    bool          // answers 200 with half of the JSON
	Huge      bool          // answers 200 with a body without end
	NoUsage   bool          // answers without token counts
	NoSchema  bool          // refuses structured output with a 400
	NoFormat  bool          // refuses response_format altogether
	Prose     bool          // ignores the schema and answers in words around the object
	Wrong     bool          // ignores the schema and answers another object
	Words     bool          // answers in words without an object
	Refusal   bool          // stops for policy
	MaxTokens bool          // stops at the bound, in the middle of the answer
	Window    bool          // stops where the context is full
	Redirect  string        // answers 307 to this address
}

// Echo is a made-up prompt that the server puts into its error messages. It must
// never come back in an error of ours.
const Echo = "ECHO-of-the-prompt alice@example.org"

// Named returns a fault by the name that scripts use: a status ("429", "529"),
// "429:2" with Retry-After 2 s, "429:250ms" in milliseconds, or the name of a
// field in lower case; "ok" and unknown names are success.
func Named(name string) Fault {
	name, after, _ := strings.Cut(strings.TrimSpace(name), ":")
	if status, err := strconv.Atoi(name); err == nil {
		f := Fault{Status: status}
		if ms, ok := strings.CutSuffix(after, "ms"); ok {
			f.Header = map[string]string{"Retry-After-Ms": ms}
		} else if after != "" {
			f.Header = map[string]string{"Retry-After": after}
		}
		return f
	}
	switch name {
	case "stall":
		return Fault{Stall: true}
	case "slow":
		d, _ := time.ParseDuration(after)
		return Fault{Slow: d}
	case "cut":
		return Fault{Cut: true}
	case "drop":
		return Fault{Drop: true}
	case "page":
		return Fault{Page: true}
	case "broken":
		return Fault{Broken: true}
	case "huge":
		return Fault{Huge: true}
	case "nousage":
		return Fault{NoUsage: true}
	case "noschema":
		return Fault{NoSchema: true}
	case "noformat":
		return Fault{NoFormat: true}
	case "prose":
		return Fault{Prose: true}
	case "wrong":
		return Fault{Wrong: true}
	case "words":
		return Fault{Words: true}
	case "refusal":
		return Fault{Refusal: true}
	case "maxtokens":
		return Fault{MaxTokens: true}
	case "window":
		return Fault{Window: true}
	case "spend":
		return Fault{Status: 429, Type: "enforced_spend_limit_reached"}
	case "credit":
		return Fault{Status: 400, Type: "invalid_request_error", Text: "Your credit balance is too low to access the API."}
	case "toolong":
		return Fault{Status: 400, Type: "invalid_request_error", Text: "prompt is too long: 210000 tokens > 200000 maximum"}
	}
	return Fault{}
}

// usualTypes are the error types by status.
var usualTypes = map[int]string{
	400: "invalid_request_error", 401: "authentication_error", 402: "billing_error", 403: "permission_error",
	404: "not_found_error", 408: "timeout_error", 413: "request_too_large", 429: "rate_limit_error", 500: "api_error", 529: "overloaded_error",
}

// refuse fails the request where f says so before any answer is made.
func (f Fault) refuse(w http.ResponseWriter, stop <-chan struct{}) bool {
	switch {
	case f.Stall:
		wait(w, stop, time.Minute)
		return true
	case f.Drop:
		hang(w, "")
		return true
	case f.Redirect != "":
		w.Header().Set("Location", f.Redirect)
		w.WriteHeader(http.StatusTemporaryRedirect)
		return true
	case f.Status == 0:
		return false
	}
	kind, text := f.Type, f.Text
	if kind == "" {
		kind = usualTypes[f.Status]
	}
	if text == "" {
		text = "cannot do " + Echo
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Request-Id", "req_failed")
	for k, v := range f.Header {
		h.Set(k, v)
	}
	w.WriteHeader(f.Status)
	_ = json.NewEncoder(w).Encode(map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": text}, "request_id": "req_failed"})
	return true
}

// text is the answer as f spoils it, with its stop reason.
func (f Fault) text(answer string, _ json.RawMessage) (text, stop string) {
	switch {
	case f.Refusal:
		return "", "refusal"
	case f.MaxTokens:
		return answer[:len(answer)/2], "max_tokens"
	case f.Window:
		return answer[:len(answer)/2], "model_context_window_exceeded"
	case f.Prose:
		return "Sure. ```json\n" + answer + "\n``` I hope {this} helps.", "end_turn"
	case f.Wrong:
		return `{"something":"else"}`, "end_turn"
	case f.Words:
		return "I would rather not say.", "end_turn"
	}
	return answer, "end_turn"
}

// send writes an answer as f spoils it.
func (f Fault) send(w http.ResponseWriter, v any, stop <-chan struct{}) {
	body, err := json.Marshal(v)
	if err != nil {
		return
	}
	if f.Slow > 0 && !wait(w, stop, f.Slow) {
		return
	}
	h := w.Header()
	h.Set("Request-Id", "req_ok")
	switch {
	case f.Page:
		h.Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html><body>Log in to the network: " + Echo + "</body></html>"))
		return
	case f.Cut:
		hang(w, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+string(body[:len(body)/2]))
		return
	case f.Broken:
		body = body[:len(body)/2]
	case f.Huge:
		h.Set("Content-Type", "application/json")
		for chunk := []byte(`{"a":"` + strings.Repeat("x", 1<<20)); ; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}
	h.Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}

// hang writes raw bytes, if any, and closes the connection.
func hang(w http.ResponseWriter, raw string) {
	hj, ok := w.(http.Hijacker)
	if !ok {
		return
	}
	conn, buf, err := hj.Hijack()
	if err != nil {
		return
	}
	_, _ = buf.WriteString(raw)
	_ = buf.Flush()
	_ = conn.Close()
}

// wait holds a request back; false where the server closed meanwhile.
func wait(_ http.ResponseWriter, stop <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-stop:
		return false
	}
}
