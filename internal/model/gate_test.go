package model_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"prism/internal/model"
	"prism/internal/redact"
)

// Raw text cannot reach a provider: it does not compile. The compiler itself is
// asked, over snippets of which each marked line must be refused, and no other.
func TestOnlyRedactedTextCompiles(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command to compile with")
	}
	shut := filepath.Join("testdata", "gate", "shut.go")
	src, err := os.ReadFile(shut)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]bool{}
	for i, line := range strings.Split(string(src), "\n") {
		if strings.HasSuffix(line, "// want") {
			want[i+1] = true
		}
	}
	if len(want) < 10 {
		t.Fatalf("only %d attempts", len(want))
	}
	build := func(files ...string) string {
		cmd := exec.Command(goTool, append([]string{"build", "-gcflags=-e", "-o", os.DevNull}, files...)...)
		out, err := cmd.CombinedOutput()
		if err == nil {
			return ""
		}
		return string(out)
	}
	if out := build(filepath.Join("testdata", "gate", "opens.go")); out != "" {
		t.Fatalf("redacted text does not compile: %s", out)
	}
	got := map[int]bool{}
	for _, m := range regexp.MustCompile(`shut\.go:(\d+):\d+:`).FindAllStringSubmatch(build(filepath.Join("testdata", "gate", "opens.go"), shut), -1) {
		n, _ := strconv.Atoi(m[1])
		got[n] = true
	}
	for line := range want {
		if !got[line] {
			t.Errorf("line %d compiles: %s", line, bytes.Split(src, []byte("\n"))[line-1])
		}
	}
	for line := range got {
		if !want[line] {
			t.Errorf("line %d does not compile, and should: the attempts below it are not tried", line)
		}
	}
}

// What a request is made of: no field of it takes prose but those of type Text.
// A field that is added needs a place here, with why it cannot carry a transcript.
func TestRequestFields(t *testing.T) {
	allowed := map[string]string{
		"Model": "a name from configuration", "Schema": "this program's own", "SchemaName": "this program's own",
		"MaxTokens": "a number", "Temperature": "a number", "CacheSystem": "a switch", "Cache": "a switch", "Blocks": "Blocks",
	}
	text := reflect.TypeFor[redact.Text]()
	for _, s := range []reflect.Type{reflect.TypeFor[model.Request](), reflect.TypeFor[model.Block]()} {
		for i := range s.NumField() {
			if f := s.Field(i); f.Type != text && allowed[f.Name] == "" {
				t.Errorf("%s.%s is a %s: can it carry raw text to a provider?", s.Name(), f.Name, f.Type)
			}
		}
	}
}
