// Package open shows a person the dashboard: it finds the server of this machine, or
// starts one, and opens a browser.
//
// Nouns: Here is what a server leaves so that it is found. Promises: only a server that
// this person started is talked to, whoever listens at its port; nothing beyond the
// loopback is asked. Refusals: it reads no transcript and opens no store.
package open

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/disk"
)

type options struct {
	print, stop bool
	listen      string
}

// Command is prism open; complete offers the ids of sessions.
func Command(p *job.Program, complete cobra.CompletionFunc) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:     "open [SESSION]",
		GroupID: job.GroupServe,
		Short:   "Look at it in a browser",
		Long: `Open the dashboard in a browser, or the page of one SESSION (its id, or how one begins).
Where no server of yours runs on this machine, 'prism serve' is started in the
background, at http://127.0.0.1:7747 or, where another program listens there, at a port
that is free; it goes on until 'prism open --stop', or until the machine is switched
off. What it says it leaves in serve.log beside the store.

Where there is no browser (no display, a session over ssh) the address is printed.`,
		Example: `  prism open                  the score
  prism open 3f2a             one session
  prism open --print          only the address
  prism open --stop           end the server`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return job.Usagef("one session at most: %d were named", len(args))
			}
			if len(args) == 1 && !idBeginning.MatchString(args[0]) {
				return job.Usagef("%q is no id of a session; 'prism sessions' lists them", args[0])
			}
			if at, err := netip.ParseAddrPort(o.listen); o.listen != "" && (err != nil || !at.Addr().IsLoopback()) {
				return job.Usagef("--listen %q is not an address of this machine alone, such as 127.0.0.1:7747; 'prism serve' listens elsewhere", o.listen)
			}
			if o.stop && (len(args) > 0 || o.print) {
				return job.Usagef("--stop ends the server, and opens nothing")
			}
			return nil
		},
		RunE: p.Act(func(ctx context.Context, _ *cobra.Command, args []string) error {
			return run(ctx, p, o, args)
		}),
	}
	cmd.ValidArgsFunction = complete
	cmd.Flags().BoolVar(&o.print, "print", false, "print the address, and open no browser")
	cmd.Flags().StringVar(&o.listen, "listen", "", "a server that is started listens at `HOST:PORT` (default: 127.0.0.1:7747, or a port that is free)")
	cmd.Flags().BoolVar(&o.stop, "stop", false, "end the server of this machine")
	return cmd
}

// Usual is where a server listens unless somebody says otherwise.
const Usual = "127.0.0.1:7747"

// idBeginning is how a session's id may begin.
var idBeginning = regexp.MustCompile(`^[0-9a-fA-F]{1,64}$`)

// How long is waited.
const (
	startTime = 30 * time.Second // for a server to listen
	readTime  = 20 * time.Second // for what it reads first; the page itself says how far it is
	askAgain  = 50 * time.Millisecond
)

func run(ctx context.Context, p *job.Program, o *options, args []string) error {
	h, err := running(ctx, p)
	if o.stop {
		if errors.Is(err, errNowhere) {
			p.Screen.Line("No server of yours runs on this machine.")
			return nil
		}
		if err == nil {
			err = h.stop(ctx, p)
		}
		if err == nil {
			p.Screen.Line("The server has ended.")
		}
		return err
	}
	if errors.Is(err, errNowhere) {
		if p.Notes.Terminal() {
			p.Notes.Line("Starting a server; it reads the transcripts first.")
		}
		h, err = start(ctx, p, cmp.Or(o.listen, listenAt(ctx)))
	}
	if err != nil {
		return err
	}
	reading, err := h.ready(ctx)
	if err != nil {
		return err
	}
	address := h.URL + "/"
	if len(args) == 1 {
		id := strings.ToLower(args[0])
		status, _, err := h.ask(ctx, http.MethodGet, "/api/v1/sessions/"+id, "")
		if err != nil {
			return err
		}
		if status == http.StatusNotFound {
			return &job.Failure{Code: job.CodeNoSession, Err: fmt.Errorf("no session, or more than one, has an id that begins with %q", id), Hint: "'prism sessions' lists the ids."}
		}
		if status != http.StatusOK && status != http.StatusServiceUnavailable {
			return job.Hinted(fmt.Errorf("%s names no one session", id), "Name it by more of its id: 'prism sessions' lists them.")
		}
		address = h.URL + "/sessions/" + id
	}
	p.Screen.Line(address)
	if err := p.Screen.Err(); err != nil {
		return err
	}
	if reading {
		p.Warn("the transcripts are still being read; the page says how far")
	}
	if o.print {
		return nil
	}
	if err := browse(ctx, p, address); err != nil {
		p.Warn("no browser was opened: %v. Open the address above in one", err)
	}
	return nil
}

// ready waits until what is read first is read, and says whether it still is not.
func (h *Here) ready(ctx context.Context) (reading bool, err error) {
	for end := time.Now().Add(readTime); ; {
		status, _, err := h.ask(ctx, http.MethodGet, "/about", "")
		switch {
		case err == nil && status == http.StatusOK:
			return false, nil
		case time.Now().After(end):
			return true, err
		}
		if err := pause(ctx, askAgain); err != nil {
			return false, err
		}
	}
}

// start starts a server in the background and waits until it shows itself.
func start(ctx context.Context, p *job.Program, listen string) (*Here, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find prism: %w", err)
	}
	data := p.Folders().Data
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, err
	}
	log := filepath.Join(data, "serve.log")
	out, err := disk.OpenFile(log, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()                                      //nolint:errcheck // the server has a copy of its own
	cmd := exec.Command(self, "serve", "--listen", listen) //nolint:noctx // this very program; it goes on when we have ended
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = data, absolute(p.Environ), out, out, apart()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for end := time.Now().Add(startTime); time.Now().Before(end); {
		h, err := running(ctx, p)
		if !errors.Is(err, errNowhere) {
			return h, err
		}
		if err := pause(ctx, askAgain); err != nil {
			return nil, err
		}
		select {
		case <-ended: //nolint:errcheck // whatever it says, the server is not there
			if h, err := running(ctx, p); err == nil { // somebody else was faster
				return h, nil
			}
			return nil, job.Hinted(errors.New("the server ended at once"), "'prism serve' says why; so does %s.", log)
		default:
		}
	}
	return nil, job.Hinted(fmt.Errorf("the server does not listen after %v", startTime), "It goes on starting; %s says how far it is.", log)
}

// listenAt is where a new server listens: where it always does, or at a free port where
// another program does.
func listenAt(ctx context.Context) string {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp4", Usual)
	if err != nil {
		return "127.0.0.1:0"
	}
	_ = l.Close() // it is only looked whether it can be had
	return Usual
}

// absolute is an environment that means the same in another folder.
func absolute(environ []string) []string {
	out := slices.Clone(environ)
	for i, kv := range out {
		name, value, _ := strings.Cut(kv, "=")
		if value == "" || name != "PRISM_HOME" && name != "CLAUDE_CONFIG_DIR" {
			continue
		}
		list := []string{value}
		if name == "CLAUDE_CONFIG_DIR" {
			list = strings.Split(value, ",")
		}
		for k, path := range list {
			if abs, err := filepath.Abs(strings.TrimSpace(path)); err == nil && path != "" && !strings.HasPrefix(path, "~") {
				list[k] = abs
			}
		}
		out[i] = name + "=" + strings.Join(list, ",")
	}
	return out
}

// browserTime is how long a program that opens browsers may take to say that it failed.
const browserTime = 3 * time.Second

// browse opens an address in the person's browser.
func browse(ctx context.Context, p *job.Program, address string) error {
	command := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "darwin":
		command[0] = "open"
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	default:
		if p.Env("DISPLAY")+p.Env("WAYLAND_DISPLAY")+p.Env("BROWSER")+p.Env("WSL_DISTRO_NAME") == "" {
			return errors.New("there is no display")
		}
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return fmt.Errorf("%s is not here", command[0])
	}
	cmd := exec.Command(path, command[1:]...) //nolint:noctx // it may be the browser itself, which goes on
	cmd.Env, cmd.SysProcAttr = p.Environ, apart()
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t := time.NewTimer(browserTime)
	defer t.Stop()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%s: %w", command[0], err)
		}
	case <-t.C: // it goes on: it is a browser
	case <-ctx.Done():
	}
	return nil
}
