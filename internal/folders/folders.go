// Package folders knows where Prism keeps what it keeps on each system. It only
// names the places; nothing is made or read.
package folders

import (
	"os"
	"os/user"
	"path/filepath"
	"runtime"

	"github.com/adrg/xdg"
)

// Folders is where Prism keeps what it keeps.
type Folders struct {
	Data   string // the store, the spool
	Config string // config.toml
}

// StoreFile is the store's file unless the setting db names another.
func (f Folders) StoreFile() string { return filepath.Join(f.Data, "prism.db") }

// Server is the file that says where what is sent goes to, and by which key.
func (f Folders) Server() string { return filepath.Join(f.Config, "server.json") }

// Sending is the folder in which is kept what was sent.
func (f Folders) Sending() string { return filepath.Join(f.Data, "push") }

// Private is the folder that names the conversations of which nothing is sent.
func (f Folders) Private() string { return filepath.Join(f.Data, "private") }

// Status is the folder in which stands what the status line says of conversations.
func (f Folders) Status() string { return filepath.Join(f.Data, "status") }

// Spool is the folder in which prism-hook leaves what it is told.
func (f Folders) Spool() string { return filepath.Join(f.Data, "spool") }

// Calibrations is the folder of what was fitted to judges: a file for each version.
func (f Folders) Calibrations() string { return filepath.Join(f.Data, "calibration") }

// UserFile is the person's settings file.
func (f Folders) UserFile() string { return filepath.Join(f.Config, "config.toml") }

// Find returns the folders: PRISM_HOME holds everything when it is set; else the
// XDG variables are honoured on every system, where the library alone would
// prefer Apple's folders on macOS; else the system's own places.
func Find(env func(string) string) Folders {
	if home := env("PRISM_HOME"); home != "" {
		if abs, err := filepath.Abs(home); err == nil {
			home = abs
		}
		return Folders{Data: home, Config: home}
	}
	pick := func(name, other string) string {
		if dir := env(name); filepath.IsAbs(dir) {
			other = dir
		}
		return filepath.Join(other, "prism")
	}
	return Folders{Data: pick("XDG_DATA_HOME", xdg.DataHome), Config: pick("XDG_CONFIG_HOME", xdg.ConfigHome)}
}

// Account is the person's home folder and name as the system knows them. A project's
// settings may set any variable for what an agent runs, HOME too, so no variable is asked
// unless the system does not know the person.
func Account() (home, name string) {
	if u, err := user.Current(); err == nil && u.HomeDir != "" {
		return u.HomeDir, u.Username
	}
	home, _ = os.UserHomeDir()
	return home, ""
}

// Fixed returns the system's own places in a home folder, whatever the environment says:
// those of what a coding agent runs, unless its settings name others.
func Fixed(home string) Folders {
	switch runtime.GOOS {
	case "darwin":
		own := filepath.Join(home, "Library", "Application Support", "prism")
		return Folders{own, own}
	case "windows":
		own := filepath.Join(home, "AppData", "Local", "prism")
		return Folders{own, own}
	}
	return Folders{filepath.Join(home, ".local", "share", "prism"), filepath.Join(home, ".config", "prism")}
}

// Environment are the variables that make Find return f.
func (f Folders) Environment() []string {
	if f.Data == f.Config {
		return []string{"PRISM_HOME=" + f.Data}
	}
	return []string{"XDG_DATA_HOME=" + filepath.Dir(f.Data), "XDG_CONFIG_HOME=" + filepath.Dir(f.Config)}
}
