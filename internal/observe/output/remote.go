package output

import "strings"

// RemotePass is the line in which a forge's client says that a run of the checks passed; ""
// where it says of none, or of any that it failed, was stopped or goes on yet. It knows the
// client's words at the end of a watch, its table of checks, its list of runs, its picture
// of one, and its JSON.
func RemotePass(out string) string {
	found := ""
	rows, passed := 0, ""
	for line := range strings.SplitSeq(out, "\n") {
		line = strings.TrimRight(line, "\r ")
		low := strings.ToLower(strings.TrimSpace(line))
		if low == "" {
			continue
		}
		if len(line) > MaxLineBytes {
			return ""
		}
		fields := strings.Split(low, "\t")
		switch {
		case len(fields) > 2 && fields[0] == "completed": // a list of runs; of several nobody knows which are of the work
			if fields[1] != "success" || found != "" {
				return ""
			}
			found = strings.TrimSpace(line)
		case len(fields) > 2:
			switch fields[1] {
			case "pass":
				rows++
				passed = strings.TrimSpace(line)
			case "skipping", "skipped", "neutral":
			default:
				return ""
			}
		case strings.HasPrefix(low, "x "), strings.HasPrefix(low, "* "), strings.HasPrefix(low, "- "), unfinishedRun(low):
			return ""
		case endsWell(low):
			found = strings.TrimSpace(line)
		}
	}
	if found == "" && rows > 0 {
		return passed
	}
	return found
}

// unfinishedRun reports whether a line of a forge's client says of a run that it did not
// pass, or not yet.
func unfinishedRun(low string) bool {
	for _, w := range []string{"'failure'", "'cancelled'", "\"failure\"", "\"cancelled\"", "\"in_progress\"", "\"queued\"", "run failed", "timed_out", "state: failed", "state: running", "state: pending", "state: canceled", "not successful", "still pending"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	for rest := low; ; {
		at := strings.Index(rest, "\"conclusion\":")
		if at < 0 {
			break
		}
		rest = rest[at+len("\"conclusion\":"):]
		if value := strings.TrimSpace(rest); !strings.HasPrefix(value, "\"success\"") && !strings.HasPrefix(value, "\"skipped\"") {
			return true
		}
	}
	if at := strings.Index(low, "\"status\":"); at >= 0 && !strings.HasPrefix(strings.TrimSpace(low[at+len("\"status\":"):]), "\"completed\"") {
		return true
	}
	return strings.Contains(low, " run ") && strings.HasSuffix(low, " failed")
}

// endsWell reports whether a line says that a whole run passed.
func endsWell(low string) bool {
	for _, w := range []string{"completed with 'success'", "all checks were successful", "\"conclusion\":\"success\"", "\"conclusion\": \"success\"", "state: success"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	run, ok := strings.CutPrefix(low, "✓ ")
	if !ok {
		return false
	}
	_, id, named := strings.Cut(run, " · ") // "✓ main CI · 9931", and no job: "✓ lint · 25s"
	return strings.Contains(run, " run ") && strings.HasSuffix(run, " succeeded") || named && strings.Trim(id, "0123456789") == ""
}
