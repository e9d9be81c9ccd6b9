package spool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Keep says, in a folder of such notes, that nothing of a session is to be sent.
func Keep(dir, session string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("keep a session private: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, session), nil, 0o600); err != nil {
		return fmt.Errorf("keep a session private: %w", err)
	}
	return nil
}

// Let takes that back.
func Let(dir, session string) error {
	if err := os.Remove(filepath.Join(dir, session)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("let a session be sent: %w", err)
	}
	return nil
}

// Kept tells whether nothing of a session is to be sent.
func Kept(dir, session string) bool {
	if session == "" || filepath.Base(session) != session {
		return false
	}
	_, err := os.Lstat(filepath.Join(dir, session))
	return err == nil
}
