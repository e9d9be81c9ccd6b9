package source

import (
	"os/user"
	"path/filepath"
	"strings"
)

// owners finds out whose an agent's folder is.
type owners struct {
	fallback string
	known    map[string]string
}

func newOwners(fallback string) *owners {
	return &owners{fallback: fallback, known: make(map[string]string)}
}

// of returns the owner of an agent's folder: the person in whose home it lies
// (HOME/.claude, HOME/.config/claude), else the owner of the folder on disk, else
// the person who runs the program. Where the folder is not known the file decides.
func (o *owners) of(folder, file string) string {
	if folder == "" {
		folder = filepath.Dir(file)
	}
	if name, ok := o.known[folder]; ok {
		return name
	}
	name := homeOwner(folder)
	if name == "" {
		if id := ownerID(folder); id != "" {
			name = "uid-" + id
			if u, err := user.LookupId(id); err == nil {
				name = u.Username
			}
		}
	}
	if name == "" {
		name = o.fallback
	}
	o.known[folder] = name
	return name
}

// homeOwner reads the owner from a path, "" when it does not tell.
func homeOwner(folder string) string {
	folder = strings.ReplaceAll(filepath.Clean(folder), `\`, "/")
	for _, inside := range [...]string{"/.claude", "/.config/claude"} {
		home, ok := strings.CutSuffix(folder, inside)
		if !ok || home == "" {
			continue
		}
		above, name := "", home
		if i := strings.LastIndexByte(home, '/'); i >= 0 {
			above, name = home[:i], home[i+1:]
		}
		// Only where homes lie: /data/x/.claude may be anything.
		base := above[strings.LastIndexByte(above, '/')+1:]
		if base == "home" || base == "Users" || base == "users" || home == "/root" {
			return name
		}
	}
	return ""
}
