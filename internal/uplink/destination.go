package uplink

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"prism/internal/disk"
)

// Destination is where what hooks tell is sent: what a person set up, in a file that
// only they can read. No environment and no project says otherwise.
type Destination struct {
	Server   string `json:"server"`
	Key      string `json:"key,omitempty"`
	Insecure bool   `json:"insecure,omitempty"`
	// Share is what leaves: Transcripts, which is meant by nothing, or Facts.
	Share string `json:"share,omitempty"`
	// Variables are what of the person's environment the way to the server, and to their
	// transcripts, needs: see Kept.
	Variables map[string]string `json:"variables,omitempty"`
}

// What a Destination may be sent.
const (
	Transcripts = "transcripts" // every line of them, behind the gate
	Facts       = "facts"       // what was made of them here, and none of their lines
)

// Kept are the names of the variables that a Destination keeps: the proxy and the
// certificates of the network, and where the agent has its files.
func Kept() []string {
	return []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "CLAUDE_CONFIG_DIR"}
}

// maxDestination bounds the file, in bytes.
const maxDestination = 64 << 10

// ReadDestination reads a file; none: there is no destination.
func ReadDestination(file string) (*Destination, error) {
	text, err := disk.Read(file, maxDestination)
	if disk.Missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d := &Destination{}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if _, err := Address(d.Server, d.Insecure); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	switch d.Share {
	case "":
		d.Share = Transcripts
	case Transcripts, Facts:
	default: // of a later build, or of a slip: who wanted less to leave has nothing leave
		return nil, fmt.Errorf("%s: share is neither %q nor %q", file, Transcripts, Facts)
	}
	return d, nil
}

// Write writes it to a file for its owner alone.
func (d *Destination) Write(file string) error {
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return disk.Write(file, append(text, '\n'))
}

// Use sets the variables that it keeps for this process: what reaches the server asks them.
func (d *Destination) Use() error {
	for name, value := range d.Variables {
		if slices.Contains(Kept(), name) {
			if err := os.Setenv(name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// Of tells whether it is of a server, by whose address somebody calls it: with a slash at
// its end, in capitals, with the port that goes without saying, or without these. What is
// to leave may be less there than elsewhere.
func (d *Destination) Of(server string) bool {
	return d != nil && plain(d.Server) == plain(server)
}

// plain is the one form of an address among those that mean the same.
func plain(address string) string {
	u, err := url.Parse(strings.TrimRight(address, "/"))
	if err != nil || u.Host == "" {
		return address
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	return u.Scheme + "://" + net.JoinHostPort(host, port) + strings.TrimRight(u.EscapedPath(), "/")
}

// Same tells whether two are the same place by the same key, for the same to be sent.
func (d *Destination) Same(other *Destination) bool {
	return d != nil && other != nil && d.Of(other.Server) && d.Key == other.Key && d.Insecure == other.Insecure &&
		cmp.Or(d.Share, Transcripts) == cmp.Or(other.Share, Transcripts)
}
