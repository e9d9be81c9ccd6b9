// Package trap makes errors of panics.
//
// Nouns: Call runs a function and gives a *Panic where that panicked. Promises: the error says
// where, and nothing of what it was about, which may quote content. Refusals: it starts no
// goroutine; who starts one calls it there, for a panic that nobody traps ends the process
// and with it the work of everybody.
package trap

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Panic says where the program failed, and nothing of what it was about.
type Panic struct{ Where string }

// Error says where.
func (p *Panic) Error() string { return "panic in " + p.Where }

// Reason says where: it quotes nothing.
func (p *Panic) Reason() string { return p.Error() }

// Call calls f and makes an error of a panic.
func Call(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = &Panic{where()}
		}
	}()
	return f()
}

// where is the function that a panic began in; it is called where that is recovered.
func where() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for began := false; ; {
		f, more := frames.Next()
		if began && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
		began = began || f.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}
