// Package folders knows where Prism keeps what it keeps on each system. It only
// names the places; nothing is made or read.
package folders

import (
	"path/filepath"

	"github.com/adrg/xdg"
)

// Folders is where Prism keeps what it keeps.
type Folders struct {
	Data   string // the store, the spool
	Config string // config.toml
}

// StoreFile is the store's file unless the setting db names another.
func (f Folders) StoreFile() string { return filepath.Join(f.Data, "prism.db") }

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
