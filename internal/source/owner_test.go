package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOwnerByAccount(t *testing.T) {
	file := filepath.Join(t.TempDir(), "accounts")
	text := "root:x:0:0::/root:/bin/sh\n# a comment\n\n:x:5:5::/:/x\nshort:x\nann:x:1000:1000:Ann:/home/ann:/bin/sh\n+::::::\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o := newOwners("me")
	o.accounts = file
	for id, want := range map[string]string{"0": "root", "1000": "ann", "5": "", "100": ""} {
		if got := o.account(id); got != want {
			t.Errorf("%s is %q, want %q", id, got, want)
		}
	}
	if o.accounts += "no"; o.account("0") != "" {
		t.Error("a name from nowhere")
	}
}

// Who runs the program is known by the environment where a directory service, not the
// file of accounts, knows the number; anybody else is told by the number.
func TestOwnerOfADirectoryService(t *testing.T) {
	dir := t.TempDir()
	id := ownerID(dir)
	if id == "" {
		t.Skip("folders have no owner here")
	}
	for self, want := range map[string]string{id: "ann", id + "9": "uid-" + id} {
		o := newOwners("ann")
		o.accounts, o.self = filepath.Join(dir, "none"), self
		if got := o.of(dir, ""); got != want {
			t.Errorf("run by %s the folder of %s is of %q, want %q", self, id, got, want)
		}
	}
	if o := newOwners("ann"); o.self != id {
		t.Errorf("the program is run by %q, its folder belongs to %q", o.self, id)
	}
}
