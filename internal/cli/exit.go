package cli

import (
	"fmt"
)

// Exit codes, fixed by DESIGN.md "Contracts".
const (
	codeDone        = 0 // done; everything excluded is done too, with score null
	codeFailed      = 1
	codeUsage       = 2
	codeNoSession   = 3
	codeUnreadable  = 4 // done, but some input was unreadable
	codeUnavailable = 5 // judge unavailable or budget reached, the rest done
)

// failure is an error that knows its exit code and what the person can do.
type failure struct {
	code int
	err  error
	hint string
}

// Error implements error.
func (f *failure) Error() string {
	if f.err == nil {
		return f.hint
	}
	return f.err.Error()
}

// Unwrap returns the cause.
func (f *failure) Unwrap() error { return f.err }

// usagef is an error of the command line.
func usagef(format string, args ...any) error {
	return &failure{code: codeUsage, err: fmt.Errorf(format, args...)}
}

// hinted is an ordinary error with what to do about it.
func hinted(err error, format string, args ...any) error {
	return &failure{code: codeFailed, err: err, hint: fmt.Sprintf(format, args...)}
}
