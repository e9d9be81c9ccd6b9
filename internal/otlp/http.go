package otlp

import (
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// encoding is how a request and its answer are written.
type encoding string

const (
	protobuf encoding = "application/x-protobuf"
	inJSON   encoding = "application/json"
)

// encodingOf is the encoding that a Content-Type names, "" where it is none of ours.
func encodingOf(header string) encoding {
	switch header {
	case string(inJSON):
		return inJSON
	case string(protobuf):
		return protobuf
	}
	kind, _, err := mime.ParseMediaType(header)
	if e := encoding(kind); err == nil && (e == inJSON || e == protobuf) {
		return e
	}
	return ""
}

// Handler takes requests of one signal, on any path.
func (r *Receiver) Handler(s Signal) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { r.serve(s, w, req) })
}

// Register puts the handlers of all signals on their paths.
func (r *Receiver) Register(mux *http.ServeMux) {
	for s := range Signals {
		mux.Handle(pathOf(s).Path, r.Handler(s))
	}
}

// pathOf is where a signal is sent to.
func pathOf(s Signal) *url.URL { return &url.URL{Path: "/v1/" + s.String()} }

func (r *Receiver) serve(s Signal, w http.ResponseWriter, req *http.Request) {
	r.requests[s].Add(1)
	// An answer is in the encoding of its request; where that is unknown, in JSON,
	// which a person can read.
	form := encodingOf(req.Header.Get("Content-Type"))
	out, err := r.receive(s, form, w, req)
	if form == "" {
		form = inJSON
	}
	h := w.Header()
	h.Set("Content-Type", string(form))
	h.Set("X-Content-Type-Options", "nosniff")
	if err == nil {
		_, _ = w.Write(success(s, form, out)) //nolint:gosec // JSON or protobuf with nosniff, in fixed words; who went away is not told
		return
	}
	r.refused[s].Add(1)
	e := statusOf(err)
	switch e.Status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="prism"`)
	case http.StatusMethodNotAllowed:
		h.Set("Allow", http.MethodPost)
	case http.StatusUnsupportedMediaType:
		h.Set("Accept-Encoding", "gzip, zstd, identity")
		h.Set("Accept", string(protobuf)+", "+string(inJSON))
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set("Retry-After", strconv.FormatInt(int64((max(e.After, time.Second)+time.Second-1)/time.Second), 10))
	case http.StatusRequestTimeout, http.StatusRequestEntityTooLarge:
		h.Set("Connection", "close") // what is still to come is not wanted
	}
	if e.unread && (req.ContentLength < 0 || req.ContentLength > soonRead) {
		h.Set("Connection", "close") // else the rest is waited for before it is answered
	}
	w.WriteHeader(e.Status)
	_, _ = w.Write(failed(form, e))
}

// soonRead is how much of a body is here as soon as its headers are, or nearly so.
const soonRead = 32 << 10

// receive is what is done with a request of HTTP before it is answered.
func (r *Receiver) receive(s Signal, form encoding, w http.ResponseWriter, req *http.Request) (outcome, error) {
	if req.Method != http.MethodPost {
		return outcome{}, failure(http.StatusMethodNotAllowed, "telemetry is sent by POST")
	}
	caller, err := r.admit(req)
	if err != nil {
		return outcome{}, err
	}
	if form == "" {
		return outcome{}, failure(http.StatusUnsupportedMediaType, "Content-Type is neither %s nor %s", protobuf, inJSON)
	}
	c := r.claim(caller)
	defer c.release()
	body, err := r.read(w, req, c)
	if err != nil {
		return outcome{}, err
	}
	defer r.reuse(body)
	if err := r.still(req); err != nil {
		return outcome{}, err
	}
	return r.take(req.Context(), s, caller, form, body)
}
