package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"

	"prism/internal/pipeline"
)

// What is gone from the agents' own folders is told by whoever judges.
func TestGoneForAnotherJudge(t *testing.T) {
	dir, db := samples(t), open(t)
	home := func(o pipeline.Options) pipeline.Options {
		o.Store, o.Search.Paths = db, nil
		o.Search.Getenv = func(name string) string {
			if name == "CLAUDE_CONFIG_DIR" {
				return filepath.Dir(dir)
			}
			return ""
		}
		return o
	}
	before := run(t, home(options(t)))
	if err := os.Remove(transcripts(t, dir)[0]); err != nil {
		t.Fatal(err)
	}
	if n := len(run(t, home(options(t))).Sessions); n != len(before.Sessions) {
		t.Fatalf("%d sessions of %d", n, len(before.Sessions))
	}
	o, _ := later(t, false)
	if n := len(run(t, home(o)).Sessions); n != len(before.Sessions) {
		t.Errorf("%d sessions of %d for another judge", n, len(before.Sessions))
	}
}
