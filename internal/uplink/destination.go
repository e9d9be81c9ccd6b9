package uplink

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"prism/internal/disk"
)

// Destination is where what hooks tell is sent: what a person set up, in a file that
// only they can read. No environment and no project says otherwise.
type Destination struct {
	Server   string `json:"server"`
	Key      string `json:"key,omitempty"`
	Insecure bool   `json:"insecure,omitempty"`
	// Variables are what of the person's environment the way to the server, and to their
	// transcripts, needs: see Kept.
	Variables map[string]string `json:"variables,omitempty"`
}

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

// Same tells whether two are the same place by the same key.
func (d *Destination) Same(other *Destination) bool {
	return d != nil && other != nil && d.Server == other.Server && d.Key == other.Key && d.Insecure == other.Insecure
}
