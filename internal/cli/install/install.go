// Package install is `prism setup`: Prism's hooks, status line and telemetry in the
// settings of the coding agent's client, and out of them again.
//
// Promises: what changes is shown, and a person says yes, before anything is written;
// a copy of what stood there is kept; a settings file that cannot be read is not
// touched. Refusals: it reads and writes the person's own settings alone, never those
// of a project or of an organisation.
package install

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/disk"
	"prism/internal/folders"
	"prism/internal/setup"
	"prism/internal/term"
	"prism/internal/uplink"
)

// maxSettings bounds the client's settings.json, in bytes: it keeps every command that a
// person ever allowed.
const maxSettings = 4 << 20

type options struct {
	undo, yes, dry    bool
	settings, hook    string
	server, key       string
	insecure, replace bool
	noStatusLine      bool
	share             string
}

// What can be set up.
const (
	hooks     = "hooks"
	telemetry = "telemetry"
	both      = "both"
)

// Command is `prism setup`.
func Command(p *job.Program) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:     "setup [hooks|telemetry|both]",
		GroupID: job.GroupLook,
		Short:   "Put Prism's hooks, status line or telemetry into Claude Code's settings",
		Long: `Write into Claude Code's settings.json (your own, of this machine): the hooks and the
status line, by prism-hook, which notes on this machine, and with --server has 'prism push' send
the transcripts of its sessions there, redacted; or telemetry, which Claude Code itself sends to a
Prism server; or both. Without a word: the hooks.

What changes is shown, and asked for, first. Comments, order and everything else in the file stay
byte for byte; a status line of yours stays, with Prism's below it. 'prism setup --undo' takes it
out again: the file is then byte for byte what it was, or, where somebody wrote to it since, what
they made of it without Prism.`,
		Example: `  prism setup                                    hooks and status line
  prism setup telemetry --server https://prism.example     the key is in PRISM_KEY
  prism setup --server https://prism.example --share facts     no line of a transcript leaves
  prism setup both --dry-run                     only show what would be written
  prism setup --undo`,
		ValidArgs: []string{hooks, telemetry, both},
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 1, len(args) == 1 && args[0] != hooks && args[0] != telemetry && args[0] != both:
				return job.Usagef("give one of hooks, telemetry, both")
			case len(args) == 1 && o.undo:
				return job.Usagef("--undo takes out all that was set up; it goes without a word")
			}
			return nil
		},
		RunE: p.Act(func(_ context.Context, _ *cobra.Command, args []string) error {
			if o.undo {
				return undo(p, o)
			}
			what := append(args, hooks)[0]
			switch {
			case o.share != "" && o.share != uplink.Transcripts && o.share != uplink.Facts:
				return job.Usagef("--share: there is no %q; there are %s and %s", o.share, uplink.Transcripts, uplink.Facts)
			case o.share == uplink.Facts && what != hooks:
				return job.Usagef("telemetry sends the words of prompts: --share facts goes with hooks alone")
			}
			return apply(p, o, what)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&o.undo, "undo", false, "take out again what was set up")
	fs.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	fs.BoolVar(&o.dry, "dry-run", false, "write nothing; show what would be written")
	fs.StringVar(&o.settings, "settings", "", "the client's settings are in `FILE` (default: settings.json in CLAUDE_CONFIG_DIR, else in ~/.claude)")
	fs.StringVar(&o.hook, "hook", "", "prism-hook is `FILE` (default: the one beside prism, else the one in PATH)")
	fs.BoolVar(&o.noStatusLine, "no-status-line", false, "leave the status line as it is")
	fs.StringVar(&o.server, "server", "", "telemetry, and what hooks note with the transcripts of their sessions, go to `URL` (default: PRISM_SERVER; else hooks note on this machine alone, and telemetry goes to http://127.0.0.1:7747)")
	fs.StringVar(&o.key, "key", "", "the `KEY` that the server knows you by (better: PRISM_KEY, which no list of processes shows)")
	fs.StringVar(&o.share, "share", "", "`WHAT` of the sessions that hooks tell of is sent: transcripts, or facts (no line of a transcript: digests, verdicts, titles, summaries, quotes); default: what was set up for that server, else transcripts")
	job.Complete(cmd, "share", uplink.Transcripts, uplink.Facts)
	fs.BoolVar(&o.insecure, "insecure", false, "over http to another machine")
	fs.BoolVar(&o.replace, "replace", false, "turn telemetry here that goes elsewhere now")
	return cmd
}

// state is a settings file with what is kept of it.
type state struct {
	file     string // as it was named
	text     []byte
	existed  bool
	record   *setup.Record // of an earlier set-up; nil: there was none
	original []byte        // what stood there before it
	notes    string        // where record and original are kept, without their ends
}

func apply(p *job.Program, o *options, what string) error {
	w := setup.Wish{Hooks: what != telemetry, StatusLine: what != telemetry && !o.noStatusLine, Telemetry: what != hooks, Replace: o.replace}
	var err error
	if w.Hooks {
		if w.Hook, err = hookProgram(o.hook); err != nil {
			return err
		}
		if home, _ := folders.Account(); p.Folders() != folders.Fixed(home) {
			w.Data, w.Config = p.Folders().Data, p.Folders().Config
		}
	}
	if w.Telemetry {
		if w.Server, w.Key, err = destination(p, o); err != nil {
			return err
		}
	}
	send, err := sending(p, o, w)
	if err != nil {
		return err
	}
	s, err := look(p, o)
	if err != nil {
		return err
	}
	// What an earlier set-up wrote goes first, so that this one is the only one.
	base, existed := s.text, s.existed
	if s.record != nil {
		if base, _, err = s.record.Undo(s.text, s.original); err != nil {
			return unreadable(p, s, err)
		}
		existed = s.record.Existed
	}
	out, r, notes, err := setup.Apply(base, w)
	if errors.Is(err, setup.ErrElsewhere) {
		return job.Hinted(err, "--replace turns it here; 'prism setup --undo' turns it back.")
	}
	if err != nil {
		return unreadable(p, s, err)
	}
	for _, n := range notes {
		p.Say(n)
	}
	if string(out) == string(s.text) && send == nil {
		if err := wishStatus(p, o, w); err != nil {
			return err
		}
		p.Screen.Linef("%s is set up already.", p.Short(s.file))
		return nil
	}
	r.File, r.Existed = s.file, existed
	if w.StatusLine {
		p.Screen.Para(0, "For the status line, a process in the background looks how this machine's sessions stand while hooks tell of any; it sends nothing.")
	}
	if send != nil {
		what := "the transcripts of their sessions"
		if send.Share == uplink.Facts {
			what = "facts of their sessions but no line of a transcript"
		}
		p.Screen.Para(0, "What hooks note, and "+what+", will be sent to "+term.Clean(send.Server)+", redacted on this machine.")
	}
	if ok, err := agreed(p, o, s, out, cmp.Or(w.Key, o.key), "Write this?"); err != nil || !ok {
		return err
	}
	if err := s.keep(&r, base); err != nil {
		return err
	}
	if err := s.write(out); err != nil { // nothing is set up that was not before
		return errors.Join(err, s.asBefore())
	}
	if send != nil {
		if err := send.Write(p.Folders().Server()); err != nil {
			return err
		}
	}
	if err := wishStatus(p, o, w); err != nil {
		return err
	}
	p.Screen.Linef("Written to %s. What stood there is kept; 'prism setup --undo' puts it back.", p.Short(s.file))
	p.Screen.Line("Claude Code takes it up in the sessions that begin from now on.")
	if w.Telemetry && w.Key != "" && s.open() {
		p.Warn("others on this machine can read %s, and the key is in it: chmod 600 keeps it yours", p.Short(s.file))
	}
	return nil
}

func undo(p *job.Program, o *options) error {
	s, err := look(p, o)
	if err != nil {
		return err
	}
	if s.record == nil {
		if !o.dry {
			if err := errors.Join(noSending(p), p.ForgetStatus()); err != nil {
				return err
			}
		}
		p.Screen.Linef("Nothing is set up in %s.", p.Short(s.file))
		return nil
	}
	if !s.existed { // somebody deleted it: there is nothing to take out
		return errors.Join(s.forget(), noSending(p), p.ForgetStatus())
	}
	out, kept, err := s.record.Undo(s.text, s.original)
	if err != nil {
		return unreadable(p, s, err)
	}
	for _, path := range kept {
		p.Say(path + " has been changed since; it stays as it is.")
	}
	if ok, err := agreed(p, o, s, out, "", "Take this out?"); err != nil || !ok {
		return err
	}
	if gone := len(strings.TrimSpace(string(out))) == 0 || strings.TrimSpace(string(out)) == "{}"; gone && !s.record.Existed {
		err = s.remove()
	} else {
		err = s.write(out)
	}
	if err != nil {
		return err
	}
	if err := errors.Join(s.forget(), noSending(p), p.ForgetStatus()); err != nil {
		return err
	}
	p.Screen.Linef("%s is what it was without Prism.", p.Short(s.file))
	return nil
}

// wishStatus says for prism-hook whether somebody wants to know how sessions stand.
func wishStatus(p *job.Program, o *options, w setup.Wish) error {
	switch {
	case o.dry || !w.Hooks:
		return nil
	case w.StatusLine:
		return p.WantStatus()
	}
	return p.ForgetStatus()
}

// look reads the settings and what is kept of them.
func look(p *job.Program, o *options) (*state, error) {
	file := o.settings
	if file == "" {
		dir, _, _ := strings.Cut(p.Env("CLAUDE_CONFIG_DIR"), ",")
		if dir == "" {
			dir = p.Expand("~/.claude")
		}
		file = filepath.Join(dir, "settings.json")
	}
	file, err := filepath.Abs(p.Expand(file))
	if err != nil {
		return nil, err
	}
	s := &state{file: file}
	s.text, err = disk.Read(file, maxSettings)
	switch {
	case err == nil:
		s.existed = true
	case !disk.Missing(err):
		return nil, err
	}
	// The same file by another name is the same set-up.
	name := file
	if real, err := filepath.EvalSymlinks(file); err == nil {
		name = real
	} else if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		name = filepath.Join(dir, filepath.Base(file))
	}
	s.notes = filepath.Join(p.Folders().Data, "setup", setup.Sum([]byte(name))[:16])
	text, err := disk.Read(s.notes+".json", 8*maxSettings)
	switch {
	case disk.Missing(err):
		return s, nil
	case err != nil:
		return nil, err
	}
	r := &setup.Record{}
	if err := json.Unmarshal(text, r); err != nil || r.V != setup.Version {
		return nil, fmt.Errorf("%s was not written by this build of prism", p.Short(s.notes+".json"))
	}
	if s.original, err = disk.Read(s.notes+".original", maxSettings); err != nil {
		return nil, err
	}
	s.record = r
	return s, nil
}

// unreadable is the error of settings that cannot be changed without guessing.
func unreadable(p *job.Program, s *state, err error) error {
	hint := "It is left as it is. Mend it, then try again."
	if s.record != nil {
		hint = "It is left as it is. What stood there before Prism is in " + p.Short(s.notes+".original") + "."
	}
	return job.Hinted(fmt.Errorf("%s: %w", p.Short(s.file), err), "%s", hint)
}

// agreed shows what changes, behind the gate, since what is shown may be read by others: by
// a model, where the plugin's command shows it. Then it asks; nothing is written where it
// says no.
func agreed(p *job.Program, o *options, s *state, out []byte, key, question string) (bool, error) {
	gate, err := p.Gate()
	if err != nil {
		return false, err
	}
	p.Screen.Line(p.Short(s.file))
	for _, l := range setup.Diff(s.text, out) {
		text := l.Text
		if key != "" {
			text = strings.ReplaceAll(text, key, key[:min(len(key)/2, 14)]+"…")
		}
		gate.Names(&text)
		paint := term.Plain
		switch l.Mark {
		case '+':
			paint = term.Good
		case '-':
			paint = term.Bad
		case '~':
			l.Mark = ' '
			paint = term.Faint
		}
		p.Screen.Line(p.Screen.Paint(paint, string(l.Mark)+" "+term.CleanBlock(text)))
	}
	if o.dry {
		p.Screen.Line("Nothing was written.")
		return false, nil
	}
	if o.yes {
		return true, nil
	}
	ok, err := p.Confirm(question)
	if err == nil && !ok {
		p.Screen.Line("Nothing was written.")
	}
	return ok, err
}

// keep writes down what undoing needs, before anything else is written.
func (s *state) keep(r *setup.Record, original []byte) error {
	if err := os.MkdirAll(filepath.Dir(s.notes), 0o700); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := disk.Write(s.notes+".original", original); err != nil {
		return err
	}
	return disk.Write(s.notes+".json", append(text, '\n'))
}

// asBefore keeps what was kept when the settings were looked at.
func (s *state) asBefore() error {
	if s.record == nil {
		return s.forget()
	}
	return s.keep(s.record, s.original)
}

// write replaces the settings, unless somebody wrote to them since they were read.
func (s *state) write(out []byte) error {
	now, err := disk.Read(s.file, maxSettings)
	switch {
	case err == nil && (!s.existed || string(now) != string(s.text)), err != nil && s.existed:
		return fmt.Errorf("%s has changed in the meantime; nothing was written, try again", s.file)
	case err != nil && !disk.Missing(err):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.file), 0o700); err != nil {
		return err
	}
	return disk.Rewrite(s.file, out)
}

// remove deletes settings that were not there before.
func (s *state) remove() error {
	real, err := filepath.EvalSymlinks(s.file)
	if err != nil {
		return err
	}
	return os.Remove(real)
}

// forget deletes what undoing needed.
func (s *state) forget() error {
	return errors.Join(os.Remove(s.notes+".json"), os.Remove(s.notes+".original"))
}

// open tells whether others may read the settings.
func (s *state) open() bool {
	info, err := os.Stat(s.file)
	return err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

// hookProgram finds prism-hook: named, beside this program, or in PATH.
func hookProgram(named string) (string, error) {
	name := "prism-hook"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	var tried []string
	if named != "" {
		tried = []string{named}
	} else {
		if self, err := os.Executable(); err == nil {
			tried = append(tried, filepath.Join(filepath.Dir(self), name))
		}
		if found, err := exec.LookPath(name); err == nil {
			tried = append(tried, found)
		}
	}
	for _, file := range tried {
		abs, err := filepath.Abs(file)
		if err != nil {
			continue
		}
		if info, err := os.Stat(abs); err == nil && info.Mode().IsRegular() {
			return filepath.ToSlash(abs), nil // a shell reads it, on Windows too
		}
	}
	return "", job.Hinted(errors.New("prism-hook is not there"), "It comes beside prism (from the source: CGO_ENABLED=0 go build -o bin/prism-hook ./cmd/prism-hook); --hook FILE says where it is.")
}

// sending is where what hooks note is to be sent, and what of it; nil: nothing new is to be
// kept of that. Where facts alone are to leave for a server, telemetry, which sends it the
// words of prompts, is an error.
func sending(p *job.Program, o *options, w setup.Wish) (*uplink.Destination, error) {
	named := o.server != "" || p.Env("PRISM_SERVER") != "" // else only telemetry leaves
	if !named && !w.Telemetry {
		return nil, nil
	}
	server, key, err := destination(p, o)
	if err != nil {
		return nil, err
	}
	now, err := uplink.ReadDestination(p.Folders().Server())
	if err != nil && o.share == "" { // it may say that less is to leave
		return nil, job.Hinted(err, "--share transcripts, or --share facts, says what is to be sent.")
	}
	share := o.share
	if share == "" && now.Of(server) {
		share = now.Share
	}
	share = cmp.Or(share, uplink.Transcripts)
	switch {
	case w.Telemetry && share == uplink.Facts:
		return nil, job.Usagef("only facts are to leave for %s, and telemetry sends the words of prompts: --share transcripts says that they may", server)
	case !w.Hooks && now.Of(server) && now.Share != share: // doctor and push say what leaves now
		d := *now
		d.Share = share
		return &d, nil
	case !w.Hooks, !named:
		return nil, nil
	}
	d := &uplink.Destination{Server: server, Key: key, Insecure: o.insecure, Share: share, Variables: map[string]string{}}
	for _, name := range uplink.Kept() {
		if v := p.Env(name); v != "" {
			d.Variables[name] = v
		}
	}
	if err == nil && d.Same(now) && maps.Equal(d.Variables, now.Variables) {
		return nil, nil
	}
	return d, nil
}

// noSending takes out where what hooks note was sent.
func noSending(p *job.Program) error {
	if err := os.Remove(p.Folders().Server()); err != nil && !disk.Missing(err) {
		return err
	}
	return nil
}

// destination is where telemetry goes, and what the server knows the person by.
func destination(p *job.Program, o *options) (server, key string, err error) {
	server = cmp.Or(o.server, p.Env("PRISM_SERVER"), "http://127.0.0.1:7747")
	key = cmp.Or(o.key, p.Env("PRISM_KEY"))
	if _, err := uplink.Address(server, o.insecure); err != nil {
		return "", "", job.Usagef("--server: %w", err)
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`,;=%"\`, r) }) {
		return "", "", job.Usagef("--key: that is no key of a Prism server")
	}
	return server, key, nil
}
