// Package content says how what a sender has is kept: as files of lines that only
// grow.
//
// Nouns: a File is what is kept of one file of a sender's; an Append is a piece of it
// as it comes in; a Receipt says how far the File goes now. Telemetry is kept so too,
// as a file of events. Promises: pieces in any order, repeated and over several
// connections come to the same File, without holes: a piece that does not begin where
// the File ends is known already, or is answered with the place to go on from.
// Refusals: it reads no lines, keeps nothing itself, and sees text only after the gate.
package content

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"
)

// Kind is what the lines of a File are.
type Kind uint8

// The kinds of Files.
const (
	Transcript Kind = iota // an agent's own lines
	Telemetry              // events, a line each, as they were received
	Facts                  // what was made of a conversation where it happened, whole: package factfile
)

// Bounds of what one Append may hold.
const (
	MaxPath   = 1024    // bytes
	MaxPerson = 128     // bytes
	MaxData   = 8 << 20 // bytes, of data and of a tail each
	MaxRoots  = 256     // folders
)

// factsFolder and factsEnding are around the name of a file of Facts.
const (
	factsFolder = "facts/"
	factsEnding = ".facts"
)

// escaped is what of a conversation's name a path cannot hold.
var escaped = strings.NewReplacer("%", "%25", "/", "%2F", `\`, "%5C", ":", "%3A")

// FactsPath is the Path of the Facts of a conversation.
func FactsPath(agent, conversation string) string {
	return factsFolder + agent + "/" + escaped.Replace(conversation) + factsEnding
}

// OfFacts takes the Path of Facts apart; false: it is none.
func OfFacts(path string) (agent, conversation string, ok bool) {
	rest, in := strings.CutPrefix(path, factsFolder)
	rest, is := strings.CutSuffix(rest, factsEnding)
	agent, name, has := strings.Cut(rest, "/")
	if !in || !is || !has {
		return "", "", false
	}
	conversation, err := url.PathUnescape(name)
	return agent, conversation, err == nil && FactsPath(agent, conversation) == path
}

// IsFacts reports whether a place (File.Place) is that of Facts.
func IsFacts(place string) bool {
	_, path, kept := OfPlace(place)
	_, _, is := OfFacts(path)
	return kept && is
}

// Append is a piece of a file as its sender sends it.
type Append struct {
	Person string
	// Anyone says that the key is nobody's: Person is what the sender calls them.
	Anyone bool
	// Path tells the file from others of the person's: with slashes, below the
	// agent's folder.
	Path string
	Kind Kind
	// Generation is higher where the sender's file was written anew. One that is
	// higher than the File's replaces it.
	Generation int64
	// From and To are the bytes of the sender's file that Data stands for; of
	// telemetry, which is appended whatever is there, both are 0.
	From, To int64
	Data     []byte // whole lines, redacted; nil: only the tail is new
	// Tail is the beginning of a last line whose end is not written yet, redacted. It
	// is no part of To: the next Append begins where this one ended.
	Tail     []byte
	Modified time.Time         // of the sender's file
	Roots    map[string]string // folders that occur in it, with their git roots there
}

// File is what is kept of a file.
type File struct {
	Number     int64 // within the tenant
	Person     string
	Path       string
	Kind       Kind
	Generation int64
	Source     int64 // bytes of the sender's file that are here, without the tail
	Size       int64 // bytes that are kept, with the tail
	Revision   int64 // grows with every change
	Modified   time.Time
	Roots      map[string]string
	Anyone     bool // some of it came with a key that is nobody's (Append.Anyone), or that is not known
}

// KeptRoot is what the places of Files begin with: the person's name follows, then the
// path that the sender gave.
const KeptRoot = "kept:"

// Place tells the File from all other files that are read. A person's name has no slash
// in it.
func (f *File) Place() string { return KeptRoot + f.Person + "/" + f.Path }

// OfPlace takes a File's place apart; false: it is none.
func OfPlace(place string) (person, path string, ok bool) {
	rest, ok := strings.CutPrefix(place, KeptRoot)
	if ok {
		person, path, ok = strings.Cut(rest, "/")
	}
	return person, path, ok
}

// folderKey is the name by which lines of agents tell the folder that is worked in.
const folderKey = `"cwd":`

// Folders yields the folders that lines say were worked in, as often as they do. A name
// within a text that a line quotes is none: its marks are escaped there.
func Folders(lines []byte) iter.Seq[string] { return values(lines, folderKey) }

// Status is what became of an Append.
type Status uint8

// What may become of an Append.
const (
	Taken    Status = iota // it is kept
	Known                  // it was here already
	Gap                    // it begins after, or crosses, where the File ends
	Stale                  // the File is of a higher Generation
	Refused                // it is none that is taken
	OptedOut               // its person, or where the work was done, is opted out
	Another                // its conversation is another person's
)

// Declined tells that it is not kept, and will not be by sending it again.
func (s Status) Declined() bool { return s >= Refused }

// String is a Status as it is written to others.
func (s Status) String() string {
	switch s {
	case Taken:
		return "taken"
	case Known:
		return "known"
	case Gap:
		return "gap"
	case Stale:
		return "stale"
	case OptedOut:
		return "opted_out"
	case Another:
		return "of_another_person"
	}
	return "refused"
}

// StatusOf reads a Status as others write it; what is not known is Refused.
func StatusOf(text string) Status {
	for s := Taken; s <= Another; s++ {
		if s.String() == text {
			return s
		}
	}
	return Refused
}

// News is what was kept since an earlier look.
type News struct {
	// At is this look, for the next one.
	At int64
	// Whole says that more happened than that Files came or grew, or too much of that:
	// all of them are to be looked at.
	Whole bool
	Files []File
	New   map[int64]bool // of Files, by Number, those that came since
	// Since is, of Files, by Number, the first look that told of what is new of each: an
	// earlier one than that knows nothing of it.
	Since map[int64]int64
}

// Receipt says how far a File goes after an Append.
type Receipt struct {
	Person, Path string
	Generation   int64
	Have         int64 // bytes of the sender's file that are kept: where to go on
	Status       Status
}

// Judge says what becomes of an Append that has the right form, by what is kept of its
// file; known is false where nothing is.
func Judge(have *File, known bool, a *Append) Status {
	switch {
	case a.Kind == Telemetry:
		return Taken
	case known && a.Generation < have.Generation:
		return Stale
	case !known, a.Generation > have.Generation:
		if a.From == 0 {
			return Taken
		}
		return Gap
	case a.From == have.Source && (a.To > a.From || len(a.Tail) > 0):
		return Taken
	case a.To <= have.Source:
		return Known
	}
	return Gap
}

// Check reports what is wrong with an Append's form.
func (a *Append) Check() error {
	switch {
	case a.Person == "" || len(a.Person) > MaxPerson || !plain(a.Person) || strings.Contains(a.Person, "/"):
		return errors.New("the person has no name that can be kept")
	case !isPath(a.Path):
		return errors.New("the path is none below an agent's folder")
	case a.Kind > Facts:
		return fmt.Errorf("there is no kind %d of content", a.Kind)
	case len(a.Data) > MaxData, len(a.Tail) > MaxData:
		return fmt.Errorf("a piece holds more than %d bytes", MaxData)
	case len(a.Roots) > MaxRoots:
		return fmt.Errorf("a piece names more than %d folders", MaxRoots)
	case len(a.Data) > 0 && a.Data[len(a.Data)-1] != '\n':
		return errors.New("a piece ends within a line")
	case bytes.IndexByte(a.Tail, '\n') >= 0:
		return errors.New("a tail holds a whole line")
	case a.Kind == Telemetry && (a.From != 0 || a.To != 0 || len(a.Tail) > 0):
		return errors.New("telemetry has no place in a file")
	case a.Kind == Transcript && OfEvents(a.Path) != "":
		return errors.New("a transcript has the name of events")
	case a.Kind == Facts && !a.whole():
		return errors.New("facts come whole, under the name of their conversation")
	case a.Generation < 0 || a.From < 0 || a.To < a.From || a.To == a.From && len(a.Data) > 0 && a.Kind == Transcript:
		return errors.New("a piece stands for no stretch of its file")
	}
	for dir, root := range a.Roots {
		if len(dir) > MaxPath || len(root) > MaxPath || !utf8.ValidString(dir) || !utf8.ValidString(root) {
			return errors.New("a folder has no name that can be kept")
		}
	}
	return nil
}

// whole reports whether Facts have the form that they have to have.
func (a *Append) whole() bool {
	_, _, named := OfFacts(a.Path)
	return named && a.From == 0 && len(a.Data) > 0 && len(a.Tail) == 0
}

// isPath reports whether a path leads to a file below a folder, and nowhere else.
func isPath(path string) bool {
	if path == "" || len(path) > MaxPath || !plain(path) || strings.ContainsAny(path, `\:`) {
		return false
	}
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}

// plain reports whether a text is one line of letters that are shown.
func plain(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }) < 0
}
