package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/VERSION")

// What is kept passed the gate under a version. Rule files and words are in it by
// themselves; code is not there when the program runs, so it is held here: its tokens,
// whatever its comments and layout.
func TestVersionIsHeldToTheCode(t *testing.T) {
	now := codeVersion + " " + codeHash(t) + "\n"
	const path = "testdata/VERSION"
	b, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	was := strings.ReplaceAll(string(b), "\r\n", "\n")
	if was == now {
		return
	}
	if !*update {
		t.Fatalf("the gate's code is not what %s is of: raise codeVersion if any text may now pass otherwise, then go test ./internal/redact -run Version -update", strings.TrimSpace(was))
	}
	if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
		t.Fatal(err)
	}
}

func codeHash(t *testing.T) string {
	t.Helper()
	names := []string{"scope.go", "name.go"}
	for _, dir := range []string{"secret", "given", "keyword", "chars", "decode"} {
		list, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(list) == 0 {
			t.Fatal("no sources in ", dir, err)
		}
		names = append(names, list...)
	}
	h := sha256.New()
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := token.NewFileSet()
		var s scanner.Scanner
		s.Init(files.AddFile(name, -1, len(src)), src, func(at token.Position, msg string) { t.Error(at, msg) }, 0)
		for {
			_, tok, lit := s.Scan()
			if tok == token.EOF {
				break
			}
			if tok == token.SEMICOLON {
				lit = "" // a line's end, or the sign
			}
			fmt.Fprintf(h, "%d %q\n", tok, lit)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func TestVersionTellsRulesAndWords(t *testing.T) {
	plain := newRedactor(t)
	named, err := New(Options{Words: []string{"Janedoe"}})
	if err != nil {
		t.Fatal(err)
	}
	if plain.Version() == named.Version() {
		t.Error("words are not in the version")
	}
	if words := sha256.Sum256(nil); plain.Version() == hex.EncodeToString(words[:6]) {
		t.Error("the version is of the words alone: a new rule leaves old quotes as they are")
	}
}
