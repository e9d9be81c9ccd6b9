package open

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/cli/job"
)

// A file that names an address elsewhere, or more than an address, is not asked; the
// program that listens at the address must know the file's secret.
func TestHereIsOnThisMachine(t *testing.T) {
	for address, want := range map[string]bool{
		"http://127.0.0.1:7747": true, "http://[::1]:7747": true, "http://127.0.0.1:7747/": false, "https://127.0.0.1:7747": false,
		"http://10.0.0.1:7747": false, "http://localhost:7747": false, "http://me@127.0.0.1:7747": false, "http://127.0.0.1:7747?x": false,
		"http://127.0.0.1": false, "file:///etc/passwd": false, "": false,
	} {
		if onLoopback(address) != want {
			t.Errorf("%q is of this machine: %t", address, !want)
		}
	}
	home := t.TempDir()
	p := job.NewProgram([]string{"PRISM_HOME=" + home}, strings.NewReader(""), &strings.Builder{}, &strings.Builder{})
	h := &Here{}
	mux, ended := http.NewServeMux(), false
	h.Register(mux, func() { ended = true })
	s := httptest.NewServer(mux)
	defer s.Close()
	h.URL = s.URL
	away, err := h.Leave(p)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(hereFile(p)); err != nil || info.Mode().Perm()&0o077 != 0 && filepath.Separator == '/' {
		t.Errorf("others read the secret: %v %v", info.Mode(), err)
	}
	if _, err := running(t.Context(), p); err != nil {
		t.Errorf("the server is not found: %v", err)
	}
	for _, proof := range []string{"", "00", h.proof("here x"), h.proof("stop http://127.0.0.1:1")} {
		if status, _, err := h.ask(t.Context(), http.MethodPost, stopPath, proof); err != nil || status != http.StatusForbidden || ended {
			t.Errorf("ended by %q: %d %v", proof, status, err)
		}
	}
	// Another that listens there now: it answers, and cannot know what to say.
	other := &Here{URL: s.URL, Secret: "another"}
	foreign := http.NewServeMux()
	other.Register(foreign, func() {})
	s.Config.Handler = foreign
	if _, err := running(t.Context(), p); !errors.Is(err, errNowhere) {
		t.Errorf("another's server is taken for one's own: %v", err)
	}
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
	})
	if _, err := running(t.Context(), p); !errors.Is(err, errNowhere) {
		t.Errorf("it was followed elsewhere: %v", err)
	}
	away()
	if _, err := os.Stat(hereFile(p)); err == nil {
		t.Error("the file stays")
	}
}
