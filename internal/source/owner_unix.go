//go:build unix

package source

import (
	"os"
	"strconv"
	"syscall"
)

// selfID returns the user id of who runs the program.
func selfID() string { return strconv.Itoa(os.Getuid()) }

// ownerID returns the user id a path belongs to, "" when it cannot be told.
func ownerID(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return strconv.FormatUint(uint64(st.Uid), 10)
	}
	return ""
}
