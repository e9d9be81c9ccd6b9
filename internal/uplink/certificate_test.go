package uplink

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// No waiting makes a certificate trusted: it is told at once, not after the minute for
// which a server that does not answer is tried.
func TestUntrustedCertificateIsToldAtOnce(t *testing.T) {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	c, err := NewClient(s.URL, "", false)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err = c.have(t.Context(), []*file{{path: "a.jsonl"}})
	if !errors.Is(err, ErrCertificate) {
		t.Errorf("got %v, want ErrCertificate", err)
	}
	if took := time.Since(began); took > c.Patience/4 {
		t.Errorf("it took %s", took)
	}
}
