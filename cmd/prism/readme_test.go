package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/cli"
)

// The output that the README shows is what the program prints. To paste a new
// one: UPDATE_README=1 go test ./cmd/prism
func TestReadmeShowsRealOutput(t *testing.T) {
	const file = "../../README.md"
	readme, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fresh := string(readme)
	shown := 0
	for block := range strings.SplitSeq(string(readme), "```console\n") {
		block, _, ok := strings.Cut(block, "```")
		command, want, has := strings.Cut(block, "\n")
		if !ok || !has || !strings.HasPrefix(command, "$ prism ") {
			continue
		}
		shown++
		var out, errs bytes.Buffer
		args := strings.Fields(strings.TrimPrefix(command, "$ prism "))
		env := []string{"PRISM_HOME=" + t.TempDir(), "HOME=" + t.TempDir(), "NO_COLOR=1", "TZ=UTC"}
		if code := cli.Run(context.Background(), args, env, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("%s: exit code %d: %s", command, code, errs.String())
		}
		got := strings.Trim(out.String(), "\n")
		if os.Getenv("UPDATE_README") != "" {
			fresh = strings.Replace(fresh, block, command+"\n\n"+got+"\n", 1)
			continue
		}
		if diff := cmp.Diff(strings.Trim(want, "\n"), got); diff != "" {
			t.Errorf("README.md shows another output of %q; run UPDATE_README=1 go test ./cmd/prism (−shown +printed):\n%s", command, diff)
		}
	}
	if fresh != string(readme) {
		if err := os.WriteFile(file, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if shown == 0 {
		t.Error("README.md shows no output")
	}
}
