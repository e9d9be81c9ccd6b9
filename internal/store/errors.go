package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// What can be wrong with a store as a whole. The caller says so once and goes
// on without a store; none of them is a reason to stop.
var (
	ErrCorrupt  = errors.New("the store is damaged")
	ErrNewer    = errors.New("the store was written by a newer Prism")
	ErrForeign  = errors.New("the file is not a Prism store")
	ErrReadOnly = errors.New("the store cannot be written")
	ErrLocked   = errors.New("the store is in use by another process")
	ErrFull     = errors.New("no space left for the store")
	ErrIO       = errors.New("the store cannot be read or opened")
	ErrAway     = errors.New("the database cannot be reached")
	// ErrForgotten: this process may hold what was to be forgotten.
	ErrForgotten = errors.New("something was forgotten by another process since this one began")
)

// What a look-up can come to.
var (
	ErrNoSession = errors.New("no such session")
	ErrAmbiguous = errors.New("more than one session")
)

// remedy says what a person can do about each kind.
func remedy(kind error) string {
	for _, r := range []struct {
		kind error
		say  string
	}{
		{ErrCorrupt, "'prism doctor --repair' mends it, or keeps at least the titles and labels that you typed; the rest is rebuilt from the transcripts"},
		{ErrNewer, "update prism, or name another file with --db"},
		{ErrForeign, "it was left as it is; name another file with --db"},
		{ErrReadOnly, "check the permissions of the file and its folder, or name another file with --db"},
		{ErrAway, "check the address in --db, and that the server runs and lets you in"},
		{ErrLocked, "wait until the other process is done and run again"},
		{ErrFull, "free some space, or name a file on another disk with --db"},
		{ErrForgotten, "nothing more of this run is kept, so that it does not come back; the next one keeps again"},
		{ErrIO, "check that the path is a file on a working disk, or name another one with --db"},
	} {
		if errors.Is(kind, r.kind) {
			return r.say
		}
	}
	return ""
}

// Error is a failure of a store: its class, the place, and the cause.
type Error struct {
	Kind  error // one of the sentinels above; nil when it is none of them
	Path  string
	Op    string // what was being done: "open", "save"
	Cause error  // may be nil
}

// Error says what happened, where, and what to do.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s store %s: ", e.Op, e.Path)
	if e.Kind == nil {
		fmt.Fprint(&b, e.Cause)
		return b.String()
	}
	fmt.Fprint(&b, e.Kind)
	if r := remedy(e.Kind); r != "" {
		fmt.Fprintf(&b, " (%s)", r)
	}
	if more := e.detail(); more != "" {
		b.WriteString(": " + more)
	}
	return b.String()
}

// detail is what the cause tells beyond the kind that it wraps.
func (e *Error) detail() string {
	if e.Cause == nil {
		return ""
	}
	text, kind := e.Cause.Error(), e.Kind.Error()
	if text == kind {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(text, kind+": "), ": "+kind)
}

// Unwrap lets errors.Is find both the class and the cause.
func (e *Error) Unwrap() []error {
	var list []error
	if e.Kind != nil {
		list = append(list, e.Kind)
	}
	if e.Cause != nil {
		list = append(list, e.Cause)
	}
	return list
}

// Reason says what happened in words of this program alone: neither the place nor what
// the engine says, which may quote what was being stored.
func (e *Error) Reason() string {
	if e.Kind == nil {
		return fmt.Sprintf("%s store: it failed (%T)", e.Op, innermost(e.Cause))
	}
	return fmt.Sprintf("%s store: %v", e.Op, e.Kind)
}

func innermost(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

// Passing reports whether an error says that the store cannot be used now, whatever was
// asked of it: it may be had again without a change of what was asked.
func Passing(err error) bool {
	if err == nil {
		return false
	}
	for _, kind := range []error{ErrAway, ErrFull, ErrLocked, ErrIO, ErrReadOnly} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// Passing is Passing of it.
func (e *Error) Passing() bool { return Passing(e.Kind) }

// Busy reports whether others were at work for too long: the store as such is well.
func (e *Error) Busy() bool { return errors.Is(e.Kind, ErrLocked) }

// Wrap gives an engine's error its class, the place and what was being done; once.
// What is no failure of the store itself (a look-up, a cancelled context) passes as it
// is. classify finds the class of what only the engine knows; nil: none.
func Wrap(path, op string, err error, classify func(error) error) error {
	var done *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &done),
		errors.Is(err, ErrNoSession), errors.Is(err, ErrAmbiguous),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	kind := classOf(err)
	if kind == nil {
		kind = classify(err)
	}
	if err == kind { //nolint:errorlint // the bare sentinel says nothing that Kind does not
		err = nil
	}
	return &Error{Kind: kind, Path: path, Op: op, Cause: err}
}

// classOf is the class that an error says itself.
func classOf(err error) error {
	for _, kind := range []error{ErrCorrupt, ErrNewer, ErrForeign, ErrReadOnly, ErrLocked, ErrFull, ErrForgotten, ErrIO, ErrAway} {
		if errors.Is(err, kind) {
			return kind
		}
	}
	return nil
}

// AmbiguousError lists the sessions that a prefix could mean.
type AmbiguousError struct {
	Prefix string
	IDs    []string // sorted, at most AmbiguousShown
	More   int      // how many others there are
}

// AmbiguousShown bounds AmbiguousError.IDs: more do not help to choose.
const AmbiguousShown = 10

// Error lists the candidates.
func (e *AmbiguousError) Error() string {
	s := fmt.Sprintf("%q is the beginning of more than one session id: %s", e.Prefix, strings.Join(e.IDs, ", "))
	if e.More > 0 {
		s += fmt.Sprintf(" and %d more", e.More)
	}
	return s
}

// Is makes errors.Is(err, ErrAmbiguous) true.
func (e *AmbiguousError) Is(target error) bool { return target == ErrAmbiguous }

// Ambiguous makes the error of a prefix that could mean any of ids.
func Ambiguous(prefix string, ids []string) *AmbiguousError {
	e := &AmbiguousError{Prefix: prefix, IDs: ids}
	slices.Sort(e.IDs)
	if n := len(e.IDs); n > AmbiguousShown {
		e.IDs, e.More = e.IDs[:AmbiguousShown], n-AmbiguousShown
	}
	return e
}

// Common is the length of what two ids begin with alike.
func Common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
