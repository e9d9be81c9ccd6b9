package pgtest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// prepare puts the files of an empty cluster into a folder. To make them takes the
// processor for eight times as long as to copy them, and each package's tests have a
// cluster, so they are kept in the user's folder for caches, those of each version of
// PostgreSQL, each user who runs it and each way to make them by themselves. Where they
// cannot be kept or copied they are made.
func prepare(prefix []string, bin, dir string) error {
	data := filepath.Join(dir, "data")
	initdb := slices.Concat(prefix, []string{filepath.Join(bin, "initdb"), "-N", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"})
	kept := keptOf(bin, initdb)
	if kept != "" && copied(kept, data) == nil {
		return nil
	}
	command := exec.Command(initdb[0], slices.Concat(initdb[1:], []string{"-D", data})...) //nolint:noctx // it ends by itself
	command.Dir = dir
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("make a cluster: %w\n%s", err, said)
	}
	if kept != "" {
		keep(data, kept)
	}
	return nil
}

// keptOf is where the files are kept that a command makes, "" where nothing can be.
func keptOf(bin string, initdb []string) string {
	caches, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	version, err := exec.Command(filepath.Join(bin, "initdb"), "--version").Output() //nolint:noctx // it ends by itself
	if err != nil {
		return ""
	}
	name := sha256.Sum256(append(version, strings.Join(initdb, " ")...))
	return filepath.Join(caches, "prism-pgtest", hex.EncodeToString(name[:8]))
}

// keep copies files to where they are kept, at once: another process that starts finds
// all of them or none. Who comes second keeps nothing.
func keep(data, kept string) {
	folder := filepath.Dir(kept)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return // then each makes its own
	}
	made, err := os.MkdirTemp(folder, "new-")
	if err != nil {
		return
	}
	defer os.RemoveAll(made) //nolint:errcheck // what is left is a cache's
	if whole := filepath.Join(made, "data"); copied(data, whole) == nil {
		_ = os.Rename(whole, kept)
	}
}

// copied copies a folder with the modes and owners of its files, or leaves nothing.
func copied(from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return err
	}
	err := exec.Command("cp", "-R", "-p", from, to).Run() //nolint:noctx // it ends by itself
	if err != nil {
		_ = os.RemoveAll(to)
	}
	return err
}
