package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// written runs the program and returns what it wrote, by path.
func written(t *testing.T, args ...string) map[string][]byte {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "library")
	if err := run(append(args, "-out", dir)); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "projects", "*", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string][]byte)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimPrefix(f, dir)] = data
	}
	return out
}

// Every line is JSON, and there are as many sessions and files as were asked for.
func TestLibraryHasWhatIsAskedFor(t *testing.T) {
	for _, c := range []struct{ sessions, files int }{{1, 1}, {7, 3}, {250, 3}} {
		files := written(t, "-sessions", strconv.Itoa(c.sessions), "-files", strconv.Itoa(c.files), "-repos", "2")
		clears := 0
		for name, data := range files {
			lines := bufio.NewScanner(bytes.NewReader(data))
			for lines.Scan() {
				if !json.Valid(lines.Bytes()) {
					t.Fatalf("%s: no JSON: %s", name, lines.Text())
				}
				if strings.Contains(lines.Text(), "<command-name>/clear") {
					clears++
				}
			}
		}
		if len(files) != c.files || clears != c.sessions {
			t.Errorf("%d sessions in %d files: got %d in %d", c.sessions, c.files, clears, len(files))
		}
	}
}

func TestSameArgumentsSameBytes(t *testing.T) {
	a, b, other := written(t, "-sessions", "40"), written(t, "-sessions", "40"), written(t, "-sessions", "40", "-seed", "2")
	for name, data := range a {
		if !bytes.Equal(b[name], data) {
			t.Errorf("%s differs between two runs", name)
		}
		if bytes.Equal(other[name], data) {
			t.Errorf("%s is the same with another seed", name)
		}
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-out", dir}, {}, {"-out", dir + "/new", "-sessions", "0"}, {"-out", dir + "/new", "-sessions", "2", "-files", "3"}} {
		if err := run(args); err == nil {
			t.Errorf("library %v wrote something", args)
		}
	}
}
