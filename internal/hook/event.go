package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"prism/internal/jsoncursor"
)

// Record is one event as it stands in the spool, a line of JSON.
type Record struct {
	V          int    `json:"v"`  // 1
	At         string `json:"at"` // when the hook ran, RFC 3339 in UTC
	Event      string `json:"event"`
	Session    string `json:"session_id"`
	Prompt     string `json:"prompt_id,omitempty"`
	Agent      string `json:"agent_id,omitempty"` // of a subagent; the session is its parent's
	Tool       string `json:"tool_name,omitempty"`
	Call       string `json:"tool_use_id,omitempty"`
	Source     string `json:"source,omitempty"`  // why a session began
	Reason     string `json:"reason,omitempty"`  // why it ended
	Trigger    string `json:"trigger,omitempty"` // who asked for a compaction
	Transcript string `json:"transcript_path,omitempty"`
	Cwd        string `json:"cwd,omitempty"`
	// Client is the client's process: by it alone a session that /clear began is
	// known to follow the one that it ended.
	Client string `json:"client_pid,omitempty"`
}

const (
	maxWord = 128  // bytes of a name or an id
	maxPath = 4096 // bytes of a path
)

var (
	errNotJSON   = errors.New("standard input is not one JSON object")
	errNoEvent   = errors.New("the JSON has no hook_event_name that is a word")
	errNoSession = errors.New("the JSON has no session_id that is a word")
)

// event notes the hook event on in.
func event(s spool, env func(string) string, in io.Reader, now time.Time) error {
	text, cut, err := input(in)
	if err != nil {
		return err
	}
	r, err := parse(text, cut)
	if err != nil {
		return err
	}
	r.V, r.At = 1, now.UTC().Format("2006-01-02T15:04:05.000000Z")
	if pid := env("CLAUDE_PID"); isWord(pid) {
		r.Client = pid
	}
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write an event: %w", err)
	}
	return s.add(append(line, '\n'), r.boundary())
}

// boundary tells the events that no transcript tells as well: they go last.
// /clear is a SessionEnd and a SessionStart.
func (r *Record) boundary() bool { return r.Event == "SessionStart" || r.Event == "SessionEnd" }

// parse takes what is kept out of a hook's JSON. A value that is not what its key
// promises is left out; without event and session there is nothing to note. Where
// the JSON was cut, what stands before the cut counts.
func parse(text []byte, cut bool) (*Record, error) {
	r := &Record{}
	c := jsoncursor.New(text)
	if c.Peek() != '{' {
		return nil, errNotJSON
	}
	c.Object()
	for {
		key, ok := c.Key()
		if !ok {
			break
		}
		into, fits := r.field(string(key))
		if into == nil {
			c.Skip()
			continue
		}
		*into = ""
		if raw := c.Str(); len(raw) <= 6*maxPath { // as escapes it may be longer than it is
			if value := string(jsoncursor.AppendText(nil, raw)); fits(value) {
				*into = value
			}
		}
	}
	switch {
	case !cut && (c.Err() != "" || c.Peek() != 0 || c.Pos() != len(text)):
		return nil, errNotJSON
	case strings.ContainsFunc(r.Event, func(ch rune) bool { return !letter(ch) }) || r.Event == "":
		return nil, errNoEvent
	case r.Session == "":
		return nil, errNoSession
	}
	return r, nil
}

// field is where the value of a key is kept and what it has to look like; nil: it
// is not kept.
func (r *Record) field(key string) (into *string, fits func(string) bool) {
	switch key {
	case "hook_event_name":
		return &r.Event, isWord
	case "session_id":
		return &r.Session, isWord
	case "prompt_id":
		return &r.Prompt, isWord
	case "agent_id":
		return &r.Agent, isWord
	case "tool_name":
		return &r.Tool, isWord
	case "tool_use_id":
		return &r.Call, isWord
	case "source":
		return &r.Source, isWord
	case "reason":
		return &r.Reason, isWord
	case "trigger":
		return &r.Trigger, isWord
	case "transcript_path":
		return &r.Transcript, isPath
	case "cwd":
		return &r.Cwd, isPath
	}
	return nil, nil
}

// isWord refuses whatever could be prose: names and ids have no blanks.
func isWord(s string) bool {
	return s != "" && len(s) <= maxWord && !strings.ContainsFunc(s, func(ch rune) bool {
		return !letter(ch) && (ch < '0' || ch > '9') && !strings.ContainsRune("_-.:", ch)
	})
}

func letter(ch rune) bool { return ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' }

// isPath takes absolute paths on one line.
func isPath(s string) bool {
	return len(s) <= maxPath && filepath.IsAbs(s) && !strings.ContainsFunc(s, unicode.IsControl)
}
