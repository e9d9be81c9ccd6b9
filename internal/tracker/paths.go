package tracker

import "strings"

// place is a file as two hashes: its own name with the folder it lies in, and
// the folder with the one above. What is left of that is where somebody keeps
// their work, which says nothing of what the work is about.
type place struct {
	file, folder uint32
}

// placeOf reads a path of any system. ok is false for what is nobody's work:
// plans of the agent, scratch files, results of tools.
func placeOf(path string) (p place, ok bool) {
	path = strings.TrimRight(path, `/\`)
	if path == "" || scratch(path) {
		return place{}, false
	}
	cut := func(s string) (string, int) {
		i := strings.LastIndexAny(s, `/\`)
		if i < 0 {
			return "", 0
		}
		return s[:i], i + 1
	}
	dir, _ := cut(path)
	above, at := cut(dir)
	_, over := cut(above)
	return place{file: hashPath(fileSeed, path[at:]), folder: hashPath(folderSeed, dir[over:])}, true
}

func hashPath(h uint32, s string) uint32 {
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '\\':
			c = '/'
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		}
		h = (h ^ uint32(c)) * fnvPrime
	}
	return h
}

func scratch(path string) bool {
	if strings.HasPrefix(path, "/tmp/") || strings.HasPrefix(path, "/private/tmp/") || strings.HasPrefix(path, "/var/folders/") {
		return true
	}
	if i := strings.Index(path, ".claude"); i >= 0 {
		rest := path[i+len(".claude"):]
		return under(rest, "plans") || under(rest, "projects")
	}
	return strings.Contains(path, "/tool-results/") || strings.Contains(path, `\AppData\Local\Temp\`)
}

// under reports whether a path goes on into the folder named, with either separator.
func under(rest, folder string) bool {
	return len(rest) > len(folder)+1 && (rest[0] == '/' || rest[0] == '\\') && strings.HasPrefix(rest[1:], folder)
}

// base is the last element of a path of any system.
func base(p string) string {
	if i := strings.LastIndexAny(p, `/\`); i >= 0 {
		return p[i+1:]
	}
	return p
}
