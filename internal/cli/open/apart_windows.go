package open

import "syscall"

// detached is a process without a console (DETACHED_PROCESS in the system's headers).
const detached = 0x8

// apart starts a process without the console, in a group of its own.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | detached}
}
