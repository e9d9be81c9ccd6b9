package server_test

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"prism/internal/server"
)

// What a server shows of itself is also what telemetry over gRPC shows, which copies it at
// the same time: serving writes nothing into it.
func TestCertificateStaysAsItIs(t *testing.T) {
	of := httptest.NewTLSServer(nil)
	of.Close()
	conf := &tls.Config{Certificates: of.TLS.Certificates, MinVersion: tls.VersionTLS12}
	ctx, stop := context.WithCancel(t.Context())
	l, _, err := server.Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		done <- server.Serve(ctx, l, server.Config{Handler: http.NotFoundHandler(), TLS: conf, Log: slog.New(slog.DiscardHandler)})
	}()
	d := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}} // whose it is does not matter here
	c, err := d.DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if spoken := c.(*tls.Conn).ConnectionState().NegotiatedProtocol; spoken != "h2" {
		t.Errorf("it speaks %q", spoken)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if len(conf.NextProtos) > 0 {
		t.Errorf("it was written into: %q", conf.NextProtos)
	}
}
