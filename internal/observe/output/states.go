package output

import "strings"

// States tells whether a list of what runs has anything that is up, and anything that is
// down, by the words that orchestrators, container runtimes and init systems use.
func States(out string) (up, down bool) {
	n := 0
	for line := range strings.SplitSeq(out, "\n") {
		if n++; n > maxOutputLines {
			break
		}
		for field := range strings.FieldsSeq(line) {
			switch strings.Trim(field, "(),;") {
			case "CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull", "OOMKilled", "Error", "Evicted", "Pending", "CreateContainerConfigError", "Exited", "Restarting", "unhealthy", "failed", "inactive", "errored", "FATAL", "BACKOFF":
				down = true
			case "Running", "Up", "active", "running", "healthy", "online", "RUNNING", "Ready":
				up = true
			}
		}
	}
	return up, down
}

// NoChanges reports whether a tool for infrastructure says that what runs is as written.
func NoChanges(out string) bool {
	for line := range strings.SplitSeq(out, "\n") {
		if line = strings.TrimSpace(line); begins(line, "No changes.") || strings.Contains(line, "unchanged") && !strings.Contains(line, "to ") && begins(line, "Resources:") {
			return true
		}
	}
	return false
}
