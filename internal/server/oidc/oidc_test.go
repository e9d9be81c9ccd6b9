package oidc_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"prism/internal/server/oidc"
	"prism/internal/tenant"
)

// What a provider answers that is none does not stand in the error, which is logged.
func TestErrorTellsNothingOfAnswer(t *testing.T) {
	for name, status := range map[string]int{"a failure": http.StatusInternalServerError, "no description": http.StatusOK, "another issuer": http.StatusAccepted} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if status == http.StatusAccepted {
				_, _ = w.Write([]byte(`{"issuer":"http://swordfish.example"}`)) // of a test
				return
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte("swordfish\n"))
		}))
		defer s.Close()
		p, err := oidc.New(oidc.Config{Issuer: s.URL, Client: "c", URL: s.URL, Tenant: tenant.Local}, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := p.Begin(t.Context()); err == nil || strings.Contains(err.Error(), "swordfish") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
