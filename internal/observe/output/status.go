package output

import "strings"

// Status is the number by which a server says how it answered a request, where a client of
// the command line printed it: its first line ("HTTP/1.1 200 OK"), or that number alone
// where it was asked for, on its last line. Of several, one for each redirect, it is the
// last; 0 where there is none.
func Status(out string, asked bool) int {
	status, lines, last := 0, 0, ""
	for line := range strings.SplitSeq(out, "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "<"))
		if line == "" {
			continue
		}
		last = line
		if lines++; lines > maxOutputLines {
			break
		}
		if rest, ok := strings.CutPrefix(line, "HTTP/"); ok {
			_, told, _ := strings.Cut(rest, " ")
			digits, _, _ := strings.Cut(told, " ")
			if n, ok := number(digits); ok && len(digits) == 3 {
				status = n
			}
		}
	}
	if asked && len(last) == 3 && status == 0 { // behind what else the same call printed
		status, _ = number(last)
	}
	return status
}
