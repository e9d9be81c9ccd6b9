package uplink_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"prism/internal/uplink"
)

// A server that is asked tells whether it takes the key, and its clock, also where it
// refuses; what is asked names nobody.
func TestAsk(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	var asked string
	code, answer := http.StatusOK, `{"receipts":[]}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = r.URL.Path + " " + string(body)
		w.Header().Set("Date", now.Add(-10*time.Minute).Format(http.TimeFormat))
		w.WriteHeader(code)
		_, _ = io.WriteString(w, answer)
	}))
	defer server.Close()
	c, err := uplink.NewClient(server.URL, "prism_key", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		code   int
		answer string
		want   error
	}{
		{http.StatusOK, `{"receipts":[]}`, nil},
		{http.StatusUnauthorized, `{"detail":"unknown"}`, uplink.ErrKey},
		{http.StatusForbidden, `{}`, uplink.ErrKey},
		{http.StatusNotFound, `<html>`, uplink.ErrServer},
		{http.StatusOK, `<html>`, uplink.ErrServer},
	} {
		code, answer = x.code, x.answer
		ahead, known, err := c.Ask(t.Context(), clock)
		if !errors.Is(err, x.want) {
			t.Errorf("%d %s: %v, want %v", x.code, x.answer, err, x.want)
		}
		if !known || (ahead+10*time.Minute).Abs() > 2*time.Second {
			t.Errorf("%d: the clock is %v ahead, known %v", x.code, ahead, known)
		}
	}
	if asked != `/api/v1/content/have {"paths":[]}` {
		t.Errorf("asked %s", asked)
	}
	code = http.StatusServiceUnavailable
	if _, _, err := c.Ask(t.Context(), clock); err == nil || errors.Is(err, uplink.ErrServer) {
		t.Errorf("it is busy: %v", err)
	}
	server.Close()
	if _, known, err := c.Ask(t.Context(), clock); err == nil || known {
		t.Errorf("nobody is there: %v, known %v", err, known)
	}
}
