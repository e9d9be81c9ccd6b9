//go:build unix

package open

import "syscall"

// apart starts a process in a session of its own: it does not end with the terminal.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
