package folders

import (
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	env := func(m map[string]string) func(string) string { return func(k string) string { return m[k] } }
	dir := t.TempDir()
	if f := Find(env(map[string]string{"PRISM_HOME": dir})); f.StoreFile() != filepath.Join(dir, "prism.db") || f.UserFile() != filepath.Join(dir, "config.toml") {
		t.Errorf("PRISM_HOME: %+v", f)
	}
	if f := Find(env(map[string]string{"XDG_DATA_HOME": dir})); f.StoreFile() != filepath.Join(dir, "prism", "prism.db") {
		t.Errorf("XDG_DATA_HOME: %+v", f)
	}
	if f := Find(env(map[string]string{"XDG_DATA_HOME": "relative"})); !filepath.IsAbs(f.Data) {
		t.Errorf("a relative XDG folder was taken: %+v", f)
	}
}
