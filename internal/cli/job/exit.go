package job

import (
	"fmt"
)

// Exit codes, fixed by DESIGN.md "Contracts".
const (
	CodeDone        = 0 // done; everything excluded is done too, with score null
	CodeFailed      = 1
	CodeUsage       = 2
	CodeNoSession   = 3
	CodeUnreadable  = 4 // done, but some input was unreadable
	CodeUnavailable = 5 // judge unavailable or budget reached, the rest done
)

// Failure is an error that knows its exit code and what the person can do.
type Failure struct {
	Code int
	Err  error
	Hint string
}

// Error implements error.
func (f *Failure) Error() string {
	if f.Err == nil {
		return f.Hint
	}
	return f.Err.Error()
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Usagef is an error of the command line.
func Usagef(format string, args ...any) error {
	return &Failure{Code: CodeUsage, Err: fmt.Errorf(format, args...)}
}

// Hinted is an ordinary error with what to do about it.
func Hinted(err error, format string, args ...any) error {
	return &Failure{Code: CodeFailed, Err: err, Hint: fmt.Sprintf(format, args...)}
}
