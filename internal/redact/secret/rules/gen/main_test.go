package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What package redact embeds is what the vendored file says.
func TestCompiledRulesAreCurrent(t *testing.T) {
	kept, err := os.ReadFile("../gitleaks.rules")
	if err != nil {
		t.Fatal(err)
	}
	version := strings.Fields(string(kept))[1]
	out := filepath.Join(t.TempDir(), "rules")
	if err := run(version, "../gitleaks.toml", out); err != nil {
		t.Fatal(err)
	}
	fresh, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(fresh) != string(kept) {
		t.Error("rules/gitleaks.rules is not what gen makes of gitleaks.toml: run rules/update.sh")
	}
}

func TestUnknownKeysStop(t *testing.T) {
	in := filepath.Join(t.TempDir(), "x.toml")
	for _, text := range []string{"[[rules]]\nid='a'\nonlyOnMondays=true\n", "[[rules\n", "[[rules]]\nid='a'\nregex=\"a\\nb\"\n"} {
		if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := run("v0", in, filepath.Join(t.TempDir(), "out")); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
