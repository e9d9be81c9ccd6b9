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
	resources, same := false, false // of Pulumi: a heading, and what is under it
	for line := range strings.SplitSeq(out, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case begins(line, "No changes."):
			return true
		case begins(line, "Resources:"):
			resources, same = true, false
		case line == "":
			resources = false
		case resources && !strings.HasSuffix(line, " unchanged"):
			resources, same = false, false
		case resources:
			same = true
		}
	}
	return same
}

// NothingLeft reports whether a delivery failed because there was nothing to deliver any more.
func NothingLeft(out string) bool {
	out = strings.ToLower(out)
	for _, w := range []string{"nothing to commit", "everything up-to-date", "already up to date"} {
		if strings.Contains(out, w) {
			return true
		}
	}
	return false
}
