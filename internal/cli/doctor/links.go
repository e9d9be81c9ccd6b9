package doctor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
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
	// userTelemetry is the first that heeds the variables of telemetry in settings of a
	// person and an organisation alone, and none of a project's: seen of 2.1.281, which
	// heeds them, and 2.1.282.
	userTelemetry = "2.1.282"
	// keyOpening is what keys of Prism's servers begin with.
	keyOpening = "prism_"
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

// clientHealth says what a version of the client lacks; "" nothing. hooks says that any
// are there.
func clientHealth(version string, hooks, telemetry bool) string {
	switch {
	case version == "" && hooks:
		return "The version of Claude Code is not known: no transcript tells it. Hooks were tried from " + triedClient + " on; 'claude --version' says which it is."
	case version == "":
		return ""
	case hooks && compareVersions(version, triedClient) < 0:
		return "Claude Code " + version + " is older than " + triedClient + ", the oldest that hooks were tried with: some of them it may not know. 'claude update' brings a newer one."
	case telemetry && compareVersions(version, idsClient) < 0:
		return "Claude Code " + version + " tells other ids of prompts in its telemetry than in its transcripts; 'claude update' mends that (" + idsClient + " and later)."
	}
	return ""
}

// winner is a file of settings that Claude Code heeds before the person's own.
type winner struct {
	file    string
	project bool // of the project that doctor is called in, and not of an organisation
}

// winners are those files, the strongest last: those of the project that doctor is called
// in, and an organisation's. The person's own settings are in own.
func winners(p *job.Program, own string) []winner {
	var out []winner
	for _, name := range []string{"settings.json", "settings.local.json"} {
		if file, err := filepath.Abs(p.Expand(filepath.Join(".claude", name))); err == nil && file != own {
			out = append(out, winner{file, true})
		}
	}
	dir := "/etc/claude-code"
	switch runtime.GOOS {
	case "darwin":
		dir = "/Library/Application Support/ClaudeCode"
	case "windows":
		dir = `C:\Program Files\ClaudeCode`
	}
	return append(out, managed(dir)...)
}

// managed are the files of an organisation in a folder: one, and those beside it that are
// laid over it in the order of their names.
func managed(dir string) []winner {
	out := []winner{{file: filepath.Join(dir, "managed-settings.json")}}
	more, _ := os.ReadDir(filepath.Join(dir, "managed-settings.d")) // most have none
	for _, e := range more {
		if name := e.Name(); strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, ".") && !e.IsDir() {
			out = append(out, winner{file: filepath.Join(dir, "managed-settings.d", name)})
		}
	}
	return out
}

// wins looks for what of settings that win stands in Prism's way, and where telemetry goes
// at last. own are the variables of the person's own settings; by is the file that says
// where it goes, where that is not their own.
func wins(files []winner, own map[string]string, client string, status bool) (out []healthWins, last setup.Sending, by string) {
	out = []healthWins{}
	env := maps.Clone(own)
	if env == nil {
		env = map[string]string{}
	}
	last = setup.Sends(env)
	mine := last.To
	for _, f := range files {
		text, err := disk.Read(f.file, maxSettings)
		if disk.Missing(err) {
			continue
		}
		w := healthWins{File: f.file, Says: []string{}}
		var over setup.Winning
		var more map[string]string
		if err == nil {
			over, err = setup.Over(text)
		}
		if err == nil {
			more, err = setup.Env(text)
		}
		if err != nil {
			w.Error = err.Error()
		}
		if over.Off {
			w.Says = append(w.Says, "disableAllHooks: no hook runs, and no status line")
		}
		if over.ManagedOnly && !f.project {
			w.Says = append(w.Says, "allowManagedHooksOnly: hooks of your own and of plugins do not run")
		}
		if over.StatusLine && status {
			w.Says = append(w.Says, "statusLine: another status line is shown")
		}
		// Of a client that nobody knows it is not said what a project does to it.
		if !f.project || client != "" && compareVersions(client, userTelemetry) < 0 {
			maps.Copy(env, more)
			if now := setup.Sends(env); now != last {
				last, by = now, f.file
				switch {
				case mine == "" || now.To == mine:
				case now.To == "":
					w.Says = append(w.Says, "env: Claude Code's telemetry is off, or goes nowhere")
				default:
					w.Says = append(w.Says, "env: telemetry goes to "+now.To)
				}
			}
		}
		if len(w.Says) > 0 || w.Error != "" {
			out = append(out, w)
		}
	}
	if last.To == mine {
		by = ""
	}
	return out, last, by
}

// byProject reports whether a project's files have a say in where telemetry goes, or by
// which key: whoever wrote those is shown no key of the person's.
func byProject(files []winner, own map[string]string, client string, to *setup.Sending) bool {
	others := slices.DeleteFunc(slices.Clone(files), func(f winner) bool { return f.project })
	_, without, _ := wins(others, own, client, false)
	return without != *to
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

// askTelemetry asks the server that telemetry goes to, where that can be none but one of
// Prism's: it is shown one of its keys, or is on this machine and shown none. What of an
// organisation's or of somebody else's telemetry is meant for others is not asked.
func askTelemetry(ctx context.Context, p *job.Program, to *setup.Sending) healthServer {
	server := to.Server()
	here := false
	if u, err := uplink.Address(server, false); err == nil {
		here = u.Scheme == "http" // which is this machine alone
	}
	if server == "" || !strings.HasPrefix(to.Key, keyOpening) && (to.Key != "" || !here) {
		return healthServer{}
	}
	// The client goes there as it is told to, encrypted or not.
	h := askServer(ctx, p, &uplink.Destination{Server: server, Key: to.Key, Insecure: true})
	switch {
	case h.OK:
	case strings.HasSuffix(h.Hint, "is sent when it is back."):
		h.Hint = "What Claude Code tells meanwhile is lost."
	default:
		h.Hint = strings.ReplaceAll(h.Hint, "prism setup --server", "prism setup telemetry --server")
	}
	return h
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

func showServer(p *job.Program, h *healthServer, ok string) {
	s := p.Screen
	switch {
	case !h.Asked:
	case h.OK:
		s.Hang("  ", ok)
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
