package hook

import (
	"os"
	"path/filepath"
	"syscall"
)

// detached is a process without a console (DETACHED_PROCESS in the system's headers).
const detached = 0x8

// apart starts a process without the agent's console, in a group of its own.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | detached}
}

// systemVariables are what a program of the system needs to find its way about.
func systemVariables(who account) []string {
	return []string{
		"USERPROFILE=" + who.home, "USERNAME=" + who.name, "SystemRoot=" + os.Getenv("SystemRoot"), //nolint:forbidigo // the system's own
		"LOCALAPPDATA=" + filepath.Join(who.home, "AppData", "Local"), "APPDATA=" + filepath.Join(who.home, "AppData", "Roaming"),
	}
}
