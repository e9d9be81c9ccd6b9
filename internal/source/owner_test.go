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
