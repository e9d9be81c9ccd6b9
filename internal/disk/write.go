package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// private is the mode of a file that Prism makes: what it says of a person's work is
// theirs alone.
const private = 0o600

// maxLinks is how many links lead from a name to its file at most, as systems have it.
const maxLinks = 40

// Output is a file in the making. Until Commit nothing of it stands at its path; a
// device or FIFO takes what is written as it comes.
type Output struct {
	path   string      // as it was named
	target string      // the file behind all links; "" for a device or FIFO
	was    fs.FileInfo // of the file that it replaces; nil: there is none
	f      *os.File    // nil: over
	whole  bool        // keeps mode and owner of the file that it replaces
}

// Create begins a file at path. The folder must be there.
func Create(path string) (*Output, error) {
	info, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	there := err == nil
	if there && info.IsDir() {
		return nil, odd(path, info)
	}
	if there && !info.Mode().IsRegular() {
		return stream(path, info)
	}
	target, open, err := follow(path)
	switch {
	case err != nil:
		return nil, err
	case open && there:
		return stream(path, info)
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".prism-*")
	if err != nil {
		return nil, err
	}
	o := &Output{path: path, target: target, f: f}
	if there {
		o.was = info
	}
	return o, nil
}

// stream begins an output that is written to as it stands.
func stream(path string, info fs.FileInfo) (*Output, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|noWait, 0)
	switch {
	case errors.Is(err, syscall.ENXIO) && info.Mode()&fs.ModeNamedPipe != 0:
		return nil, &OddError{path, "a FIFO that nobody reads"}
	case errors.Is(err, syscall.ENXIO):
		return nil, odd(path, info)
	case err != nil:
		return nil, err
	}
	return &Output{path: path, f: f}, nil
}

// Write adds to the content.
func (o *Output) Write(p []byte) (int, error) { return o.f.Write(p) }

// Commit puts the file where it was named.
func (o *Output) Commit() error {
	if o.target == "" {
		f := o.f
		o.f = nil
		return f.Close()
	}
	err := o.f.Sync()
	switch {
	case o.was != nil && o.whole:
		err = errors.Join(err, keepOwner(o.f, o.was), o.f.Chmod(o.was.Mode().Perm()))
	case o.was != nil:
		// Of two modes the stricter: nobody sees more than before, nor more than of
		// other files of ours.
		err = errors.Join(err, o.f.Chmod(o.was.Mode().Perm()&private))
	}
	if err == nil {
		err = o.f.Close()
	}
	if err == nil {
		err = os.Rename(o.f.Name(), o.target)
	}
	if err != nil {
		o.Discard()
		return fmt.Errorf("write %s: %w", o.path, err)
	}
	o.f = nil
	return nil
}

// Discard drops what was written, unless it was committed. What stood at the path
// stands there still.
func (o *Output) Discard() {
	if o.f == nil {
		return
	}
	_ = o.f.Close() // perhaps closed already
	if o.target != "" {
		_ = os.Remove(o.f.Name()) // ours, and of no use to anybody
	}
	o.f = nil
}

// Write makes or replaces a file at once.
func Write(path string, data []byte) error {
	o, err := Create(path)
	if err != nil {
		return err
	}
	defer o.Discard()
	if _, err := o.Write(data); err != nil {
		return err
	}
	return o.Commit()
}

// Rewrite replaces the content of somebody else's file at once; its mode and owner
// stay. A file without the right to be written by its owner is not replaced.
func Rewrite(path string, data []byte) error {
	o, err := Create(path)
	if err != nil {
		return err
	}
	defer o.Discard()
	if o.was != nil && o.was.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s is read-only: %w", path, fs.ErrPermission)
	}
	o.whole = true
	if _, err := o.Write(data); err != nil {
		return err
	}
	return o.Commit()
}

// New makes a file that is not there yet, in a folder of our own.
func New(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, private)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// Replace puts a file of our own in the place of another of our own.
func Replace(from, to string) error { return os.Rename(from, to) }

// follow finds the file behind a name, be it there or not. open says that the name is
// one of an open descriptor, whose holder would lose sight of a file that is replaced.
func follow(path string) (target string, open bool, err error) {
	for range maxLinks {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // the rest is said already
		}
		if err != nil {
			return "", false, fmt.Errorf("there is no folder %s: %w", filepath.Dir(path), err)
		}
		path = filepath.Join(dir, filepath.Base(path))
		if isDescriptor(path) {
			return path, true, nil
		}
		to, err := os.Readlink(path)
		if err != nil {
			return path, false, nil //nolint:nilerr // no link, or nothing there: this is the file
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		path = to
	}
	return "", false, &OddError{path, "the end of too many links"}
}

// isDescriptor tells the names that Unix systems give to open descriptors.
func isDescriptor(path string) bool {
	for _, prefix := range [...]string{"/proc/", "/dev/fd/", "/dev/std"} {
		if strings.HasPrefix(filepath.ToSlash(path), prefix) {
			return true
		}
	}
	return false
}
