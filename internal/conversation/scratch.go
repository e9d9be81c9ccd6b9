package conversation

import "strings"

// CommitsElsewhere reports whether a command that commits does so in a folder for what is
// temporary, where the session itself stands in none: a repository that was made for a try,
// whose commits are none of the work. home is the folder that the session works in.
func (s *Step) CommitsElsewhere(home string) bool {
	if home == "" {
		home = s.Dir
	}
	if temporary(home) {
		return false
	}
	before, _, found := strings.Cut(s.Target, " commit")
	if !found {
		return false
	}
	where := s.Dir
	for _, word := range []string{"\n", "&&", "||", "|"} {
		before = strings.ReplaceAll(before, word, ";")
	}
	given := map[string]string{} // variables
	for part := range strings.SplitSeq(before, ";") {
		part = strings.TrimSpace(part)
		name, value, assigns := strings.Cut(part, "=")
		fields := strings.Fields(part)
		switch {
		case assigns && named(name):
			given[name] = folder(value, given)
		case len(fields) > 1 && (fields[0] == "cd" || fields[0] == "pushd"):
			where = joined(where, folder(strings.TrimSpace(part[len(fields[0]):]), given))
		case len(fields) > 2 && fields[0] == "git" && fields[1] == "-C":
			if strings.Contains(s.Target, part+" commit") { // of the command that commits alone
				where = joined(where, folder(fields[2], given))
			}
		}
	}
	return temporary(where)
}

// joined is where one comes from a folder by a path.
func joined(from, path string) string {
	switch {
	case path == "", path == "-":
		return ""
	case strings.HasPrefix(path, "/"), strings.HasPrefix(path, "$"), strings.HasPrefix(path, "~"), len(path) > 1 && path[1] == ':':
		return path
	case strings.HasPrefix(path, ".."):
		return from // where that is does not matter here: one folder up of a try is mostly none of the work's
	}
	return strings.TrimRight(from, "/") + "/" + path
}

// folder is a path as a command writes it, without its quotes, a variable by what it was given.
func folder(word string, given map[string]string) string {
	word = strings.Trim(strings.TrimSpace(word), "\"'")
	if name, ok := strings.CutPrefix(word, "$"); ok {
		name, rest := strings.Trim(name, "{}"), ""
		if at := strings.IndexAny(name, "/}"); at >= 0 {
			name, rest = name[:at], name[at:]
		}
		if value := given[name]; value != "" {
			return value + rest
		}
	}
	return word
}

// named reports whether a word may be the name of a variable.
func named(word string) bool {
	return word != "" && !strings.ContainsAny(word, " \t\"'$/-.(")
}

// temporary reports whether a folder is one for what is temporary.
func temporary(dir string) bool {
	for _, head := range []string{"/tmp/", "/private/tmp/", "/var/folders/", "/private/var/folders/", "/var/tmp/", "$TMP", "${TMP", "$(mktemp", "`mktemp", "$env:TEMP", "%TEMP%"} {
		if strings.HasPrefix(dir+"/", head) {
			return true
		}
	}
	return false
}
