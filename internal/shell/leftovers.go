package shell

import (
	"path"
	"strings"
)

// cacheFolders are what tools leave behind: to remove them changes nothing of the work.
const cacheFolders = " coverage .coverage htmlcov .nyc_output .pytest_cache __pycache__ .mypy_cache .ruff_cache .tox .eslintcache .cache .turbo .parcel-cache .next node_modules tmp temp .DS_Store test-results playwright-report nosetests.xml coverage.out coverage.xml "

// Leftovers reports whether all that a command line writes is beside the work: it makes or
// removes files in the system's folders for passing files, or removes what tools left
// behind.
func Leftovers(line string) bool {
	found := false
	for _, p := range splitShell(line) {
		if p.writes() {
			return false
		}
		if c := wordsClass(p.words, 0); !c.Has(ClassWrite) && !c.Has(ClassUnknown) {
			continue
		}
		name := commandName(p.words[0])
		removes := name == "rm" || name == "rmdir" || name == "unlink"
		if !removes && name != "mkdir" && name != "touch" && name != "mktemp" {
			return false
		}
		for _, a := range p.words[1:] {
			if a == "" || a[0] == '-' {
				continue
			}
			if !passing(a) && !(removes && strings.Contains(cacheFolders, " "+path.Base(path.Clean(a))+" ")) {
				return false
			}
		}
		found = true
	}
	return found
}

// Keeps reports whether a command line makes or moves a file, or writes into one, beside what it removes.
func Keeps(line string) bool {
	for _, p := range splitShell(line) {
		if _, removes := deletion(p.words); !removes && (p.into != "" && !passing(p.into) && !p.notes() || wordsClass(p.words, 0).Has(ClassWrite)) {
			return true
		}
	}
	return false
}

// notes reports whether a command writes words of its own into a log: "echo removed >> clean.log".
func (p *shellPart) notes() bool {
	if path.Ext(p.into) != ".log" || len(p.words) == 0 {
		return false
	}
	switch commandName(p.words[0]) {
	case "echo", "printf", "date", "Write-Output":
		return true
	}
	return false
}

// passing reports whether a path lies in one of the system's folders for passing files.
func passing(p string) bool {
	for _, dir := range []string{"/tmp/", "/var/tmp/", "/private/tmp/", "$TMPDIR", "${TMPDIR", "$TMP", "/dev/shm/"} {
		if strings.HasPrefix(p, dir) && !strings.Contains(p, "..") {
			return true
		}
	}
	return false
}
