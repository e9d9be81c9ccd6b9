package spool

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// senderFile is the file by whose time the sender shows that it is alive, and in which
// it writes who it is.
const senderFile = "sender"

// Beat is how often a sender shows that it is alive; Silence is after which time it is
// taken for gone.
const (
	Beat    = 30 * time.Second
	Silence = 2 * time.Minute
)

// Alive tells whether a sender showed itself lately.
func (s Folder) Alive(now time.Time) bool {
	st, err := os.Stat(filepath.Join(s.dir, senderFile))
	return err == nil && now.Sub(st.ModTime()) < Silence
}

// Claim says, for a sender that is about to be started, that there is one.
func (s Folder) Claim() error { return s.Hold("") }

// Hold makes the process that calls itself name the sender.
func (s Folder) Hold(name string) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return fmt.Errorf("open the spool: %w", err)
	}
	if err := os.WriteFile(filepath.Join(s.dir, senderFile), []byte(name), 0o600); err != nil {
		return fmt.Errorf("write to the spool: %w", err)
	}
	return nil
}

// ErrTaken is of a sender that found another in its place.
var ErrTaken = errors.New("another process sends")

// Held shows that the sender called name is alive, or that it is no longer the one.
func (s Folder) Held(name string) error {
	file := filepath.Join(s.dir, senderFile)
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the spool: %w", err)
	}
	if string(text) != name {
		return ErrTaken
	}
	now := time.Now()
	return os.Chtimes(file, now, now)
}

// Release says that there is no sender any more.
func (s Folder) Release(name string) {
	if s.Held(name) == nil {
		_ = os.Remove(filepath.Join(s.dir, senderFile)) // it is taken for gone after Silence, too
	}
}
