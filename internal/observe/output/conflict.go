package output

import "strings"

// Conflict is the line by which git says that changes collide and somebody has to settle
// it: a merge, a rebase, a commit picked or taken back, a patch; "" none.
func Conflict(out string) string {
	n := 0
	for line := range strings.SplitSeq(out, "\n") {
		line = strings.TrimSpace(line)
		if begins(line, "CONFLICT (", "Automatic merge failed", "error: could not apply ", "error: could not revert ", "error: patch failed: ") {
			return line[:min(len(line), MaxLineBytes)]
		}
		if n++; n > maxOutputLines {
			break
		}
	}
	return ""
}
