package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"prism/internal/long"
	"prism/internal/observe/speech"
)

// The weights in the program are those that its texts teach.
func TestWeightsAreLearntFromTheTexts(t *testing.T) {
	long.Only(t, "weights are those that the texts teach")
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round otherwise")
	}
	r := speech.New()
	for _, k := range kinds() {
		all, classes, err := load(r, k, filepath.Join("..", "texts", k.name))
		if err != nil {
			t.Fatal(err)
		}
		was, err := os.ReadFile(filepath.Join("..", "data", k.name+".bin"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(was, learn(classes, all).Bytes()) {
			t.Errorf("%s: go run ./internal/wording/fit -write", k.name)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	r := speech.New()
	for text, want := range map[string]string{"": "no texts", "{": "line 1", `{"class":"fails"}`: "no class or no text"} {
		dir := t.TempDir()
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte(text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := load(r, kinds()[1], dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestWeigh(t *testing.T) {
	var out strings.Builder
	if err := run([]string{"-weigh", "replies"}, strings.NewReader("the page is blank\nlooks great, merged\n"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if !strings.HasPrefix(lines[0], "fails") || !strings.HasPrefix(lines[1], "accepts") {
		t.Error(out.String())
	}
}
