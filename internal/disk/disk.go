// Package disk opens the files that Prism did not make and writes the files that a
// person names. Whatever lies in a folder of other people is read through it.
//
// Promises: what is opened is a regular file, which is checked on the open
// descriptor, and opening waits for nobody, so that a FIFO or a device holds no run;
// what is read whole is bounded by its use; an error names what stands in the way.
// What is written replaces a file at once, when all of it is there: a link keeps its
// target, a stricter mode stays, a device or FIFO is written to and never replaced.
// Refusals: it removes nothing that it did not make.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// SmallFile bounds files that a person writes by hand: settings, ignore files, .git
// files. The largest settings file in use has about a hundred lines.
const SmallFile = 64 << 10

// OddError says that a path leads to something that is no regular file.
type OddError struct {
	Path string
	What string // "a FIFO", "a device", "a link to nothing" …
}

// Error implements error.
func (e *OddError) Error() string { return e.Path + " is " + e.What + ", not a file" }

// LargeError says that a file holds more than its use allows.
type LargeError struct {
	Path string
	Most int64 // bytes
}

// Error implements error.
func (e *LargeError) Error() string {
	return fmt.Sprintf("%s holds more than %d bytes, which is the most that is read of such a file", e.Path, e.Most)
}

// Missing reports whether an error says that nothing stands at a path, and its folder
// perhaps not either. A link to nothing is something: who made it meant a file.
func Missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}

// Open opens a regular file to be read.
func Open(path string) (*os.File, error) { return OpenFile(path, os.O_RDONLY, 0) }

// OpenFile is os.OpenFile for regular files alone.
func OpenFile(path string, flag int, perm fs.FileMode) (*os.File, error) {
	// A look before: some devices act on being opened.
	info, err := os.Stat(path)
	switch {
	case err == nil:
		err = odd(path, info)
	case !errors.Is(err, fs.ErrNotExist):
	case flag&os.O_CREATE != 0:
		err = nil
	default:
		if at, looking := os.Lstat(path); looking == nil && at.Mode()&fs.ModeSymlink != 0 {
			err = &OddError{path, "a link to nothing"}
		}
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, flag|noWait, perm)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = odd(path, info)
	}
	if err == nil && ofSystem(f) {
		err = &OddError{path, "a file of the system"}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Read returns the content of a regular file of at most that many bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	if info, err := f.Stat(); err == nil && info.Size() > most {
		return nil, &LargeError{path, most}
	}
	return bounded(f, path, most)
}

// bounded goes by what a file gives: it may grow meanwhile, or not tell its size.
func bounded(f io.Reader, path string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, &LargeError{path, most}
	}
	return data, nil
}

// odd is nil for a regular file, else the error that says what it is.
func odd(path string, info fs.FileInfo) error {
	what := "something"
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a FIFO"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	}
	return &OddError{path, what}
}
