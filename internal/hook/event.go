package hook

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"prism/internal/folders"
	"prism/internal/jsoncursor"
	"prism/internal/spool"
	"prism/internal/status"
)

var (
	errNotJSON   = errors.New("standard input is not one JSON object")
	errNoEvent   = errors.New("the JSON has no hook_event_name that is a word")
	errNoSession = errors.New("the JSON has no session_id that is an id")
)

// account is who the system says is at work.
type account struct{ home, name string }

// event notes the hook event on in, and sees to it that somebody sends it.
func event(at folders.Folders, who account, env func(string) string, in io.Reader, out io.Writer, now time.Time) error {
	text, cut, err := input(in)
	if err != nil {
		return err
	}
	r, transcript, err := parse(text, cut)
	if err != nil {
		return err
	}
	r.Stamp(now)
	if r.Root == filepath.Join(who.home, ".claude") {
		r.Root = ""
	}
	if pid := env("CLAUDE_PID"); spool.IsNumber(pid) {
		r.Client = pid
	}
	if env("PRISM_PRIVATE") == "1" {
		return spool.Keep(at.Private(), r.Session)
	}
	s := spool.At(at.Spool())
	if err := s.Add(r); err != nil {
		return err
	}
	err = send(s, at, who, now)
	if r.Event == "Stop" {
		err = errors.Join(err, nudge(at, r, transcript, out))
	}
	return err
}

// send starts what sends the spool and looks how sessions stand, where a server or the
// status line was set up and nothing does so yet.
func send(s spool.Folder, at folders.Folders, who account, now time.Time) error {
	_, toSend := os.Stat(at.Server())
	_, toLook := os.Stat(filepath.Join(at.Status(), status.Wish))
	if toSend != nil && toLook != nil || s.Alive(now) {
		return nil // nothing was set up, or it is at work
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find prism: %w", err)
	}
	program := filepath.Join(filepath.Dir(self), "prism"+filepath.Ext(self))
	if _, err := os.Stat(program); err != nil {
		return fmt.Errorf("find prism: %w", err)
	}
	if err := s.Claim(); err != nil {
		return err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("start prism: %w", err)
	}
	defer func() { _ = null.Close() }() // it has a copy of its own
	p, err := os.StartProcess(program, []string{program, "push", "--spool"}, &os.ProcAttr{
		Dir: at.Data, Env: append(at.Environment(), systemVariables(who)...), Files: []*os.File{null, null, null}, Sys: apart(),
	})
	if err != nil {
		return fmt.Errorf("start prism: %w", err)
	}
	return p.Release()
}

// parse takes what is kept out of a hook's JSON, and where the transcript is, which is not. A value that is not what its key
// promises is left out; without event and session there is nothing to note. Where
// the JSON was cut, what stands before the cut counts.
func parse(text []byte, cut bool) (r *spool.Record, transcript string, err error) {
	r = &spool.Record{}
	c := jsoncursor.New(text)
	if c.Peek() != '{' {
		return nil, "", errNotJSON
	}
	c.Object()
	for {
		key, ok := c.Key()
		if !ok {
			break
		}
		into, fits := field(r, string(key))
		if into == nil {
			c.Skip()
			continue
		}
		*into = ""
		if raw := c.Str(); len(raw) <= maxRaw {
			if value := string(jsoncursor.AppendText(nil, raw)); fits(value) {
				*into = value
			}
		}
	}
	transcript, r.Root = r.Root, agentFolder(r.Root)
	switch {
	case !cut && (c.Err() != "" || c.Peek() != 0 || c.Pos() != len(text)):
		return nil, "", errNotJSON
	case r.Event == "":
		return nil, "", errNoEvent
	case r.Session == "":
		return nil, "", errNoSession
	}
	return r, transcript, nil
}

// maxRaw bounds a value that is looked at, in bytes: as escapes, it may be six times as
// long as it is.
const maxRaw = 24 << 10

// field is where the value of a key is kept and what it has to look like; nil: it
// is not kept.
func field(r *spool.Record, key string) (into *string, fits func(string) bool) {
	switch key {
	case "hook_event_name":
		return &r.Event, spool.IsWord
	case "session_id":
		return &r.Session, spool.IsID
	case "prompt_id":
		return &r.Prompt, spool.IsID
	case "agent_id":
		return &r.Agent, spool.IsID
	case "source":
		return &r.Source, spool.IsWord
	case "reason":
		return &r.Reason, spool.IsWord
	case "trigger":
		return &r.Trigger, spool.IsWord
	case "transcript_path":
		return &r.Root, filepath.IsAbs
	}
	return nil, nil
}

// agentFolder is the folder above projects/PROJECT/SESSION.jsonl: what the project is
// called is not kept.
func agentFolder(transcript string) string {
	if projects := filepath.Dir(filepath.Dir(transcript)); filepath.Base(projects) == "projects" {
		if root := filepath.Dir(projects); spool.IsPath(root) {
			return root
		}
	}
	return ""
}
