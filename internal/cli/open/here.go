package open

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"prism/internal/cli/job"
	"prism/internal/disk"
)

// Here is what a server of this machine leaves in a file that only its person can read:
// where it is, and a secret by which it shows that it is the one that wrote it. Another
// program that listens at the same port cannot.
type Here struct {
	URL    string `json:"url"`
	Secret string `json:"secret"`
}

// Addresses at which a server shows that it is the one, and is asked to end. Neither is of
// use to who cannot read its file.
const (
	herePath = "/.prism/here"
	stopPath = "/.prism/stop"
	// proofHeader holds the proof of who asks it to end.
	proofHeader = "Prism-Proof"
	hereMost    = 4096 // bytes of a file or an answer that are looked at
)

func hereFile(p *job.Program) string { return filepath.Join(p.Folders().Data, "serve.json") }

// proof is what only who knows the secret can say about some words.
func (h *Here) proof(words string) string {
	m := hmac.New(sha256.New, []byte(h.Secret))
	_, _ = m.Write([]byte(words)) // it never fails
	return hex.EncodeToString(m.Sum(nil))
}

// Leave writes the file, and gives what takes it away again, unless another server has
// written its own meanwhile.
func (h *Here) Leave(p *job.Program) (away func(), err error) {
	h.Secret = rand.Text() + rand.Text()
	data, err := json.Marshal(h) //nolint:gosec // a file that its person alone can read is what the secret is for
	if err != nil {
		return nil, err
	}
	file := hereFile(p)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	if err := disk.Write(file, data); err != nil {
		return nil, err
	}
	return func() {
		if now, err := readHere(p); err == nil && now.Secret == h.Secret {
			_ = os.Remove(file) // a file that stays names a server that shows no proof
		}
	}, nil
}

// Register adds the addresses; end is called by who shows a proof.
func (h *Here) Register(mux *http.ServeMux, end func()) {
	mux.HandleFunc("GET "+herePath, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, h.proof("here "+r.URL.Query().Get("nonce")))
	})
	mux.HandleFunc("POST "+stopPath, func(w http.ResponseWriter, r *http.Request) {
		if !hmac.Equal([]byte(r.Header.Get(proofHeader)), []byte(h.proof("stop "+h.URL))) {
			http.Error(w, "That is no proof.", http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, "ends\n")
		end()
	})
}

// errNowhere says that no server of this person's runs here.
var errNowhere = errors.New("no server runs on this machine")

func readHere(p *job.Program) (*Here, error) {
	data, err := disk.Read(hereFile(p), hereMost)
	if disk.Missing(err) {
		return nil, errNowhere
	}
	if err != nil {
		return nil, err
	}
	h := &Here{}
	if err := json.Unmarshal(data, h); err != nil || h.Secret == "" || !onLoopback(h.URL) {
		return nil, errNowhere // a new server writes it anew
	}
	return h, nil
}

// onLoopback reports whether an address is http on this machine, and nothing more.
func onLoopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.User != nil || u.Path+u.RawQuery+u.Fragment != "" {
		return false
	}
	at, err := netip.ParseAddrPort(u.Host)
	return err == nil && at.Addr().IsLoopback()
}

// running is the server of this machine that shows its proof; errNowhere: there is none.
func running(ctx context.Context, p *job.Program) (*Here, error) {
	h, err := readHere(p)
	if err != nil {
		return nil, err
	}
	nonce := rand.Text()
	status, text, err := h.ask(ctx, http.MethodGet, herePath+"?nonce="+nonce, "")
	if err != nil || status != http.StatusOK || !hmac.Equal([]byte(text), []byte(h.proof("here "+nonce))) {
		return nil, errNowhere
	}
	return h, nil
}

// ask asks it something, by no proxy, and follows it nowhere.
func (h *Here) ask(ctx context.Context, method, path, proof string) (status int, text string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, h.URL+path, nil)
	if err != nil {
		return 0, "", err
	}
	if proof != "" {
		r.Header.Set(proofHeader, proof)
	}
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close() //nolint:errcheck // it is read
	data, err := io.ReadAll(io.LimitReader(answer.Body, hereMost))
	return answer.StatusCode, string(data), err
}

// stop asks it to end, and waits until it has.
func (h *Here) stop(ctx context.Context, p *job.Program) error {
	status, _, err := h.ask(ctx, http.MethodPost, stopPath, h.proof("stop "+h.URL))
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("the server at %s does not end: it answers %d", h.URL, status)
	}
	for range 150 {
		if now, err := readHere(p); errors.Is(err, errNowhere) || err == nil && now.Secret != h.Secret {
			return nil
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
	return fmt.Errorf("the server at %s was asked to end and still runs", h.URL)
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
