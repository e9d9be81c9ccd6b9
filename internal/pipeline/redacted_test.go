package pipeline_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"prism/internal/fact"
	"prism/internal/long"
	"prism/internal/redact"
	"prism/internal/redact/lines"
)

// TestRedactionKeepsVerdicts: what passed the gate, as senders send it, is judged as it was
// before. Over the samples, and where there is one and all is to be done over each set of
// the corpus (PRISM_CORPUS), at most one session in a hundred has another verdict.
func TestRedactionKeepsVerdicts(t *testing.T) {
	folders := map[string]string{"demo": filepath.Dir(samples(t))}
	dir := os.Getenv("PRISM_CORPUS")
	for _, set := range long.Some(0, "people", "whole", "cut", "more", "spliced") {
		if _, err := os.Stat(filepath.Join(dir, set)); dir != "" && err == nil && !testing.Short() {
			folders[set] = filepath.Join(dir, set)
		}
	}
	for set, folder := range folders {
		t.Run(set, func(t *testing.T) {
			o := options(t, folder)
			o.Warn = func(error) {}
			before := run(t, o).Sessions
			o = options(t, gated(t, o.Redactor, folder))
			o.Warn = func(error) {}
			after := make(map[string]*fact.Session)
			for _, s := range run(t, o).Sessions {
				after[s.FirstTurnUUID+"/"+s.LastTurnUUID] = &s
			}
			// A session that is cut elsewhere has none of its own.
			var cut, judged, intent int
			for i := range before {
				was := &before[i]
				is := after[was.FirstTurnUUID+"/"+was.LastTurnUUID]
				switch {
				case is == nil:
					cut++
					t.Logf("%s: not cut so any more", was.ID)
				case outcome(is) != outcome(was):
					judged++
					t.Logf("%s (%s): %+v, was %+v", was.ID, was.Verdict.Intent, outcome(is), outcome(was))
				case is.Verdict.Intent != was.Verdict.Intent:
					intent++
					t.Logf("%s: %s, was %s", was.ID, is.Verdict.Intent, was.Verdict.Intent)
				}
			}
			t.Logf("of %d sessions %d have another outcome, %d are cut otherwise, %d have another intent alone", len(before), judged, cut, intent)
			if most := len(before) / 100; cut+judged+intent > most {
				t.Errorf("%d of %d sessions have another verdict, at most %d may", cut+judged+intent, len(before), most)
			}
		})
	}
}

// outcome is what of a verdict a score rests on.
func outcome(s *fact.Session) any {
	v := &s.Verdict
	return struct {
		status        fact.JudgeStatus
		landed, floor bool
		excluded      fact.Exclusion
		crushed       bool
		signal        fact.FailureSignal
	}{v.Status, v.GoalComplete, s.Floor.Passed, s.Exclusion(true, false), s.Crushed(), v.Signal}
}

// gated copies a folder of transcripts, each line through the gate.
func gated(t *testing.T, r *redact.Redactor, folder string) string {
	t.Helper()
	to := t.TempDir()
	files, changed := 0, 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if filepath.Ext(path) == ".jsonl" {
			gate := lines.New(r.Session(path))
			raw := data
			if data = gate.Append(nil, raw); !bytes.Equal(data, raw) {
				changed++
			}
			files++
			if gate.Err() != nil {
				t.Errorf("%s: %v", path, gate.Err())
			}
		}
		rest, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		at := filepath.Join(to, rest)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(at, data, 0o600); err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Chtimes(at, info.ModTime(), info.ModTime())
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the gate changed %d of %d files", changed, files)
	return to
}
