package hook

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"prism/internal/folders"
	"prism/internal/spool"
	"prism/internal/status"
)

// readStanding reads how things stood when somebody last looked; nil: nobody did, or
// what is there is not to be read.
func readStanding(at folders.Folders) *status.State {
	f, err := os.Open(filepath.Join(at.Status(), status.File))
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // only read
	text, err := io.ReadAll(io.LimitReader(f, status.MaxBytes+1))
	if err != nil {
		return nil
	}
	s, err := status.Decode(text)
	if err != nil {
		return nil
	}
	return s
}

// holds tells whether a conversation's transcript is still as it was read.
func holds(c *status.Conversation, transcript string) bool {
	if c == nil || c.Size < 0 || transcript == "" {
		return false
	}
	st, err := os.Stat(transcript)
	return err == nil && st.Mode().IsRegular() && st.Size() == c.Size
}

const (
	// nudgeWait is how long the end of a turn waits, where the person asked to be nudged,
	// for whoever judges to see it: within Patience.
	nudgeWait = 900 * time.Millisecond
	nudgeLook = 30 * time.Millisecond
	// nudgeStill is how long a transcript must not have grown: the client writes it a
	// little after it calls the hook.
	nudgeStill = 200 * time.Millisecond
)

// nudge tells the person, once for each session, what the one that the agent has just
// stopped in lacks; where they asked for it, and only of what is known to be so now.
func nudge(at folders.Folders, r *spool.Record, transcript string, out io.Writer) error {
	s := readStanding(at)
	if s == nil || !s.Nudges || transcript == "" {
		return nil
	}
	if c := s.Of(r.Session); c != nil && nudged(at, c.Session) {
		return nil
	}
	for end := time.Now().Add(nudgeWait); ; time.Sleep(nudgeLook) {
		c := s.Of(r.Session)
		if st, err := os.Stat(transcript); err == nil && time.Since(st.ModTime()) > nudgeStill && holds(c, transcript) {
			return say(at, c, out)
		}
		if time.Now().After(end) {
			return nil // nobody looks, or not so fast
		}
		if s = readStanding(at); s == nil || !s.Nudges {
			return nil
		}
	}
}

// nudged tells whether the person was nudged about a session.
func nudged(at folders.Folders, session string) bool {
	_, err := os.Stat(filepath.Join(at.Status(), status.Nudged, session))
	return err == nil
}

// say prints a conversation's nudge, if it has one and its session had none yet: as
// what the client shows the person, and nothing that the agent sees or is held up by.
func say(at folders.Folders, c *status.Conversation, out io.Writer) error {
	text := status.Line(c.Nudge, status.MaxNudge)
	if text == "" || !spool.IsID(c.Session) {
		return nil
	}
	dir := filepath.Join(at.Status(), status.Nudged)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("note a nudge: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, c.Session), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil //nolint:nilerr // it was nudged before, or that could not be noted: then it would be again and again
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("note a nudge: %w", err)
	}
	line, err := json.Marshal(map[string]string{"systemMessage": text})
	if err != nil {
		return fmt.Errorf("write a nudge: %w", err)
	}
	_, err = out.Write(append(line, '\n'))
	return err
}
