package cli

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCertificate: pages, API and telemetry over gRPC are served by the certificate that
// is named, and nothing by files that are none.
func TestCertificate(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	cert, key, roots := ownCertificate(t)
	s, telemetry := newServed(t, t.TempDir()+"/prism.db"), newServed(t, "").address
	s.process = exec.CommandContext(context.WithoutCancel(t.Context()), "prism", "serve", "--listen", s.address, "--otlp-grpc", telemetry, "--db", s.db, "--tls-cert", cert, "--tls-key", key)
	s.process.Env, s.process.Stderr = s.env(), &s.said
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	defer client.CloseIdleConnections()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		res, err := client.Get("https://" + s.address + "/healthz")
		if err == nil {
			if err := res.Body.Close(); err != nil || res.StatusCode != http.StatusOK {
				t.Fatal(res.Status, err)
			}
			break
		}
		if time.Now().After(end) {
			t.Fatalf("no answer over https: %v\n%s", err, &s.said)
		}
	}
	d := tls.Dialer{Config: &tls.Config{RootCAs: roots, NextProtos: []string{"h2"}}}
	conn, err := d.DialContext(t.Context(), "tcp", telemetry)
	if err != nil {
		t.Fatalf("telemetry: %v\n%s", err, &s.said)
	}
	if spoken := conn.(*tls.Conn).ConnectionState().NegotiatedProtocol; spoken != "h2" {
		t.Errorf("telemetry speaks %q", spoken)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	s.stop()
	large := filepath.Join(t.TempDir(), "large.pem")
	if err := os.WriteFile(large, bytes.Repeat([]byte("-"), 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct{ cert, key, said string }{
		{os.DevNull, key, "is a device, not a file"},
		{cert, os.DevNull, "is a device, not a file"},
		{large, key, "holds more than"},
		{filepath.Join(t.TempDir(), "none.pem"), key, "none.pem"},
		{key, cert, "--tls-cert"},
	} {
		p := exec.CommandContext(t.Context(), "prism", "serve", "--listen", s.address, "--otlp-grpc", "", "--db", s.db, "--tls-cert", bad.cert, "--tls-key", bad.key)
		p.Env = s.env()
		if out, err := p.CombinedOutput(); err == nil || !strings.Contains(string(out), bad.said) {
			t.Errorf("%s and %s: %v %s", bad.cert, bad.key, err, out)
		}
	}
}

// ownCertificate writes the certificate of this machine's loopback that httptest has.
func ownCertificate(t *testing.T) (cert, key string, roots *x509.CertPool) {
	t.Helper()
	of := httptest.NewTLSServer(nil)
	of.Close()
	pair := of.TLS.Certificates[0]
	hidden, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	roots = x509.NewCertPool()
	roots.AddCert(of.Certificate())
	return write("cert.pem", "CERTIFICATE", pair.Certificate[0]), write("key.pem", "PRIVATE KEY", hidden), roots
}
