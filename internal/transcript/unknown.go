package transcript

import "strings"

// UnknownCommand is the name in the line with which a client answers a command or a skill that
// it does not know, where a whole text is that line; else "". Clients write it, without any
// mark, where a person's words stand.
func UnknownCommand(text string) string {
	line := strings.TrimSpace(text)
	for _, opening := range []string{"Unknown slash command: ", "Unknown skill: "} {
		if name, ok := strings.CutPrefix(line, opening); ok && !strings.ContainsAny(name, " \t\r\n") {
			return name
		}
	}
	return ""
}
