//go:build unix

package hook

import "syscall"

// apart starts a process in a session of its own: it ends neither with the agent's
// terminal nor with the agent.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// systemVariables are what a program of the system needs to find its way about.
func systemVariables(who account) []string {
	return []string{"HOME=" + who.home, "PATH=/usr/local/bin:/usr/bin:/bin"}
}
