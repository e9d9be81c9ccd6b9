package source

import (
	"cmp"
	"path/filepath"
	"strings"

	"prism/internal/disk"
)

// owners finds out whose an agent's folder is.
type owners struct {
	fallback string // the name of the person who runs the program
	self     string // that person's number, "" where there are none
	accounts string // the file that lists them
	known    map[string]string
}

func newOwners(fallback string) *owners {
	return &owners{fallback: fallback, self: selfID(), accounts: accounts, known: make(map[string]string)}
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
			name = o.account(id)
			if name == "" && id == o.self { // of a directory service: the environment knows the name
				name = o.fallback
			}
			name = cmp.Or(name, "uid-"+id)
		}
	}
	if name == "" {
		name = o.fallback
	}
	o.known[folder] = name
	return name
}

// accounts lists who has an account on this machine. The standard library would ask
// whatever directory the system is set up with, over a network and for as long as
// that takes, where the program was built with cgo; this file alone is asked.
const (
	accounts    = "/etc/passwd"
	accountsMax = 1 << 20 // bytes; a longer one is not read
)

// account is the name of the account with a number on this machine, "" none.
func (o *owners) account(id string) string {
	text, err := disk.Read(o.accounts, accountsMax)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		// name:password:number:…
		if field := strings.SplitN(line, ":", 4); len(field) == 4 && field[2] == id && field[0] != "" {
			return field[0]
		}
	}
	return ""
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
