//go:build unix

package claudecli

import (
	"os/exec"
	"syscall"
)

// group puts the command and all it starts into a group that a cancel kills as
// a whole.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
