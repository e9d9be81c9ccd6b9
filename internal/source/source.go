// Package source finds transcripts on disk, groups them by conversation and reads
// them. It knows no dialect: what is told apart by names and lines is told apart
// by the transcript.Dialect it is given.
package source

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"io"
	"path/filepath"
	"strings"
	"time"

	"prism/internal/content"
	"prism/internal/transcript"
)

// File is one file on disk.
type File struct {
	Path     string
	Size     int64 // bytes, when it was found
	ModTime  time.Time
	Subagent string        // id of the subagent whose lines it holds; "" for a main transcript
	Print    Print         // tells it from another file of its size and time
	kept     *content.File // nil: it is on disk
}

// events reports whether a File holds events, and no transcript.
func (f *File) events() bool { return f.kept != nil && f.kept.Kind == content.Telemetry }

// facts reports whether a File holds what was made of a conversation elsewhere.
func (f *File) facts() bool { return f.kept != nil && f.kept.Kind == content.Facts }

// place is where a File stands in a Unit.
func (f *File) place() int {
	switch {
	case f.facts():
		return 1
	case f.Subagent != "":
		return 3
	case f.events():
		return 2
	}
	return 0
}

// Unit is all files of one conversation. A Record's File is an index into Files.
type Unit struct {
	Agent        string
	Conversation string
	Person       string // owner of the agent's folder
	Root         string // the agent's folder; "" when the path did not tell
	// Files holds the main transcripts, ordered by their first event, then what was made
	// of them elsewhere (see Told), then events, and then the subagents', ordered by path.
	// There may be no main one.
	Files []File

	kept     Kept // where those of Files lie that are not on disk
	unopened bool // nobody looked into the files: whose lines they hold is not known
}

// Size is the number of bytes in all files.
func (u *Unit) Size() int64 {
	var n int64
	for _, f := range u.Files {
		n += f.Size
	}
	return n
}

// Beside is a transcript with the folder of the same name beside it, where
// its subagents are.
func Beside(file string) []string {
	if beside := strings.TrimSuffix(file, filepath.Ext(file)); beside != file && (IsKept(file) || OnDisk(beside)) {
		return []string{file, beside}
	}
	return []string{file}
}

// Of looks up the files of one conversation by its main transcript, with those of its
// subagents; nil: it is no longer there.
func Of(ctx context.Context, search Options, agent, conversation, file string) (*Unit, error) {
	search.Paths = Beside(file)
	found, err := Discover(ctx, search)
	if err != nil {
		return nil, err
	}
	for i := range found.Units {
		if u := &found.Units[i]; u.Agent == agent && u.Conversation == conversation {
			return u, nil
		}
	}
	return nil, nil //nolint:nilnil // as is said
}

// Main returns the path of the first main transcript, or of the first file.
func (u *Unit) Main() string {
	if len(u.Files) == 0 {
		return ""
	}
	return u.Files[0].Path
}

// Told reports whether all that is here of the conversation itself is what was made of
// it elsewhere: facts, and no transcript. Where there is one, it alone is read.
func (u *Unit) Told() bool { return len(u.Files) > 0 && u.Files[0].facts() }

// OpenTold opens the facts of a Unit that is Told.
func (u *Unit) OpenTold(ctx context.Context) io.ReadCloser {
	return u.kept.OpenFile(ctx, u.Files[0].kept)
}

// Fingerprint changes when a file of the Unit comes, goes, grows or is written
// again, or another one takes its place. It does not look into the files.
func (u *Unit) Fingerprint() uint64 {
	h := fnv.New64a()
	var n [32]byte
	for _, f := range u.Files {
		_, _ = h.Write([]byte(f.Path))
		binary.LittleEndian.PutUint64(n[:8], uint64(f.Size))
		binary.LittleEndian.PutUint64(n[8:16], uint64(f.ModTime.UnixNano()))
		binary.LittleEndian.PutUint64(n[16:24], f.Print.Node)
		binary.LittleEndian.PutUint64(n[24:], uint64(f.Print.Changed))
		_, _ = h.Write(n[:])
	}
	return h.Sum64()
}

// Root is a folder or file that was looked at.
type Root struct {
	Path    string
	Agent   string // for a default folder: whose it is
	Default bool   // nobody named it: it is one of the agent's own folders
	State   RootState
	Files   int // transcripts found under it that no earlier Root had
	Bytes   int64
	Other   int // .jsonl files under it that are no transcripts
}

// RootState says how a Root was found.
type RootState uint8

// States of a Root.
const (
	Found      RootState = iota
	Missing              // there is no such path
	Unreadable           // it is there and may not be read
	Empty                // it holds no transcript
)

// Finding is what a search found.
type Finding struct {
	Units  []Unit // ordered by agent and conversation
	Roots  []Root
	Ledger transcript.Ledger // folders and files that could not be read, files that are none
}

// Files counts the files of all Units.
func (f *Finding) Files() int {
	n := 0
	for i := range f.Units {
		n += len(f.Units[i].Files)
	}
	return n
}
