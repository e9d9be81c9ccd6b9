package collector

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestHeader(t *testing.T) {
	if h, err := Header(""); h != nil || err != nil {
		t.Error(h, err)
	}
	if h, err := Header(" authorization :Bearer a:b "); err != nil || h.Get("Authorization") != "Bearer a:b" {
		t.Error(h, err)
	}
	for _, bad := range []string{"Bearer s3cret", ": s3cret", "Authorization:", "My Key: s3cret", "X(Key): s3cret", "X@Key: s3cret", "A: s3\ncret"} {
		if h, err := Header(bad); err == nil || strings.Contains(err.Error(), "cret") {
			t.Errorf("%q: %v %v", bad, h, err)
		}
	}
}

func TestEndpoints(t *testing.T) {
	for address, ok := range map[string]bool{"https://collector.example/v1/logs": true, "http://127.0.0.1:4318/v1/logs": true, "http://localhost:4318/v1/logs": true,
		"http://collector.example/v1/logs": false, "collector.example": false, "https://user:word@collector.example": false, "": false} {
		if Endpoint(address) != ok {
			t.Errorf("%q", address)
		}
	}
}

// What the log says of an endpoint that is away is not its address: a key may stand there.
func TestAddressIsNotTold(t *testing.T) {
	endpoint := httptest.NewServer(http.NotFoundHandler())
	endpoint.Close()
	again, err := New(endpoint.URL+"/v1/logs?key=word", nil).once(t.Context(), nil)
	if err == nil || !again || strings.Contains(err.Error(), "word") {
		t.Errorf("%v, %v", again, err)
	}
}

// Who cannot take it now is asked again; who will not, or leads elsewhere, is not.
func TestSend(t *testing.T) {
	for status, want := range map[int]int32{http.StatusOK: 1, http.StatusServiceUnavailable: 2, http.StatusBadRequest: 1, http.StatusFound: 1} {
		var asked atomic.Int32
		endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer x" || r.Header.Get("Content-Type") != "application/x-protobuf" {
				t.Errorf("%v", r.Header)
			}
			w.Header().Set("Location", "/elsewhere")
			if asked.Add(1) == 1 {
				w.WriteHeader(status)
			}
		}))
		err := New(endpoint.URL, http.Header{"Authorization": {"Bearer x"}}).Send(t.Context(), []byte("x"))
		if n := asked.Load(); n != want || (err == nil) != (status == http.StatusOK || status == http.StatusServiceUnavailable) {
			t.Errorf("%d: asked %d times, %v", status, n, err)
		}
		endpoint.Close()
	}
}
