package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"prism/internal/cli/job"
	"prism/internal/disk"
	"prism/internal/phrase"
	"prism/internal/setup"
	"prism/internal/term"
	"prism/internal/uplink"
)

const (
	// triedClient is the oldest version of Claude Code with which the hooks were tried
	// (docs/plugin.md).
	triedClient = "2.1.120"
	// idsClient is the first whose telemetry calls prompts as its transcripts do
	// (docs/telemetry.md).
	idsClient = "2.1.214"
	// clockApart is from when on clocks that differ are told of: what hooks and
	// telemetry tell is put in order with transcripts by time.
	clockApart = 30 * time.Second
)

// healthWins is a file of settings that Claude Code heeds before the person's own.
type healthWins struct {
	File  string   `json:"file"`
	Says  []string `json:"says"` // what in it stands in the way
	Error string   `json:"error"`
}

// healthServer is what the server said when it was asked.
type healthServer struct {
	Asked bool   `json:"asked"`
	OK    bool   `json:"ok"` // it is there and takes the key
	Error string `json:"error"`
	Hint  string `json:"hint"`
	// Ahead is by how many seconds its clock is ahead of this machine's; nil: it did not tell.
	Ahead *float64 `json:"clock_ahead_s"`
}

// clientHealth says what a version of the client lacks; "" nothing.
func clientHealth(version, telemetry string) string {
	switch {
	case version == "":
		return "The version of Claude Code is not known: no transcript tells it. Hooks were tried from " + triedClient + " on; 'claude --version' says which it is."
	case compareVersions(version, triedClient) < 0:
		return "Claude Code " + version + " is older than " + triedClient + ", the oldest that hooks were tried with: some of them it may not know. 'claude update' brings a newer one."
	case telemetry != "" && compareVersions(version, idsClient) < 0:
		return "Claude Code " + version + " tells other ids of prompts in its telemetry than in its transcripts; 'claude update' mends that (" + idsClient + " and later)."
	}
	return ""
}

// winners are the files that Claude Code heeds before the person's own settings, which
// are in own: an organisation's and those of the project that doctor is called in.
func winners(p *job.Program, own string) []string {
	var list []string
	switch runtime.GOOS {
	case "darwin":
		list = append(list, "/Library/Application Support/ClaudeCode/managed-settings.json")
	case "windows":
		list = append(list, `C:\Program Files\ClaudeCode\managed-settings.json`)
	default:
		list = append(list, "/etc/claude-code/managed-settings.json")
	}
	for _, name := range []string{"settings.local.json", "settings.json"} {
		if file, err := filepath.Abs(p.Expand(filepath.Join(".claude", name))); err == nil && file != own {
			list = append(list, file)
		}
	}
	return list
}

// wins looks for what of settings that win stands in Prism's way. telemetry is where the
// person's own settings send it.
func wins(files []string, telemetry string, status bool) []healthWins {
	out := []healthWins{}
	for _, file := range files {
		text, err := disk.Read(file, maxSettings)
		if disk.Missing(err) {
			continue
		}
		w := healthWins{File: file, Says: []string{}}
		var over setup.Winning
		if err == nil {
			over, err = setup.Over(text)
		}
		if err != nil {
			w.Error = err.Error()
		}
		if over.Off {
			w.Says = append(w.Says, "disableAllHooks: no hook runs, and no status line")
		}
		if over.ManagedOnly {
			w.Says = append(w.Says, "allowManagedHooksOnly: hooks of your own and of plugins do not run")
		}
		if over.StatusLine && status {
			w.Says = append(w.Says, "statusLine: another status line is shown")
		}
		if telemetry != "" && over.Telemetry != "" && over.Telemetry != telemetry {
			w.Says = append(w.Says, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: telemetry goes to "+over.Telemetry)
		}
		if len(w.Says) > 0 || w.Error != "" {
			out = append(out, w)
		}
	}
	return out
}

// hookThere tells whether prism-hook is found: beside prism, or in PATH. The plugin's
// hooks look in PATH alone.
func hookThere(plugin bool) bool {
	if _, err := exec.LookPath("prism-hook"); err == nil {
		return true
	}
	self, err := os.Executable()
	if plugin || err != nil {
		return false
	}
	_, err = os.Stat(filepath.Join(filepath.Dir(self), "prism-hook"+filepath.Ext(self)))
	return err == nil
}

// askServer asks the server that was set up whether it is there and takes the key.
func askServer(ctx context.Context, p *job.Program, to *uplink.Destination) healthServer {
	h := healthServer{Asked: true}
	err := to.Use()
	var c *uplink.Client
	if err == nil {
		c, err = uplink.NewClient(to.Server, to.Key, to.Insecure)
	}
	if err == nil {
		var ahead time.Duration
		var known bool
		ahead, known, err = c.Ask(ctx, p.Now)
		if s := ahead.Seconds(); known {
			h.Ahead = &s
		}
	}
	h.OK = err == nil
	if err == nil {
		return h
	}
	h.Error = err.Error()
	switch {
	case errors.Is(err, uplink.ErrKey):
		h.Hint = "An admin makes keys ('prism admin key create --tenant NAME --person YOU --scope ingest,read'); 'prism setup --server URL' with the new one in PRISM_KEY keeps it."
	case errors.Is(err, uplink.ErrCertificate):
		h.Hint = "Let this machine trust who issued it, or set SSL_CERT_FILE and run 'prism setup --server URL' again."
	case errors.Is(err, uplink.ErrServer):
		h.Hint = "Is the address right? 'prism setup --server URL' says another."
	default:
		h.Hint = "What hooks note waits here and is sent when it is back."
	}
	return h
}

// clockWords says that clocks differ by more than matters; "" they do not.
func clockWords(ahead *float64) string {
	if ahead == nil {
		return ""
	}
	by := time.Duration(*ahead * float64(time.Second))
	if by.Abs() < clockApart {
		return ""
	}
	way := "behind"
	if by < 0 {
		way = "ahead of"
	}
	return fmt.Sprintf("This machine's clock is %s %s the server's: events and transcripts are put in order by time. Have one of them set by the network (NTP).", phrase.Lasted(by.Abs()), way)
}

func showServer(p *job.Program, h *healthServer) {
	s := p.Screen
	switch {
	case !h.Asked:
	case h.OK:
		s.Hang("  ", "The server is there and takes the key.")
	default:
		s.Hang("  ", s.Paint(term.Bad, "Asked now: "+term.Clean(h.Error)))
		s.Hang("  ", term.Clean(h.Hint))
	}
	if text := clockWords(h.Ahead); text != "" {
		s.Hang("  ", s.Paint(term.Warn, text))
	}
}

func showWins(p *job.Program, list []healthWins) {
	s := p.Screen
	for _, w := range list {
		if w.Error != "" {
			s.Hang("  ", s.Paint(term.Warn, p.Short(w.File)+", which wins over your settings, cannot be read: "+term.Clean(w.Error)))
		}
		if len(w.Says) > 0 {
			s.Hang("  ", s.Paint(term.Warn, p.Short(w.File)+" wins over your settings: "+term.Clean(strings.Join(w.Says, "; "))+"."))
		}
	}
}
