package sqlite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/redact"
	"prism/internal/store"
)

// TestForgetLeavesNoBytes looks into the files themselves.
func TestForgetLeavesNoBytes(t *testing.T) {
	for name, forget := range map[string]func(*Store) error{
		"path": func(s *Store) error {
			_, err := s.ForgetPath(t.Context(), filepath.Join(string(filepath.Separator), "p", "marker"))
			return err
		},
		"sessions": func(s *Store) error {
			for i := range 30 {
				if _, err := s.ForgetSession(t.Context(), fmt.Sprintf("marker-%04d", i)); err != nil {
					return err
				}
			}
			return nil
		},
		"all": func(s *Store) error {
			_, err := s.ForgetAll(t.Context())
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "prism.db")
			s := opened(t, path)
			// Written, replaced and pruned over and over, so that the bytes lie in
			// pages, free space and the log.
			for i := range store.KeptViews + 2 {
				c := sample(30, "marker")
				c.View.Key += fmt.Sprint(i)
				saved(t, s, c)
				saved(t, s, sample(10, "other"))
			}
			if err := s.SetTitle(t.Context(), "marker-0003", redact.Restore("marker typed"), time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
			reader := opened(t, path) // somebody else looks on, between two queries
			if _, err := reader.Stats(t.Context()); err != nil {
				t.Fatal(err)
			}
			if found(t, path, "marker") == 0 {
				t.Fatal("the marker was never written")
			}
			if err := forget(s); err != nil {
				t.Fatal(err)
			}
			if n := found(t, path, "marker"); n > 0 {
				t.Errorf("%d traces left while the store is open", n)
			}
			if n := found(t, path, "other"); (n > 0) == (name == "all") {
				t.Errorf("%d traces of what was to be kept", n)
			}
			closed(t, reader)
			closed(t, s)
			if n := found(t, path, "marker"); n > 0 {
				t.Errorf("%d traces left when it is closed", n)
			}
		})
	}
}

// found counts how often text stands in the files of the store.
func found(t testing.TB, path, text string) (n int) {
	t.Helper()
	list, err := filepath.Glob(path + "*")
	if err != nil || len(list) == 0 {
		t.Fatal("no file", err)
	}
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(data, []byte(text))
	}
	return n
}

// TestColumnsRepeatTheDocument: what a query filters by is what the document says.
func TestColumnsRepeatTheDocument(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	c := sample(1, "x")
	one := &c.View.Reading.Sessions[0]
	one.Agent, one.Person, one.Repo.Key, one.Repo.Name, one.Branch, one.Model = "agent", "person", "key", "name", "branch", "model"
	one.Started, one.Ended, one.State = time.UnixMicro(10), time.UnixMicro(20), "state"
	one.Automated, one.Floor.Passed = true, true
	one.Languages.Code, one.Languages.Prompt = "go", "de"
	one.Verdict.Version, one.Verdict.Intent, one.Verdict.Confidence = "v", "intent", 0.5
	saved(t, s, c)
	got := query(t, path, `SELECT concat_ws(' ', id, agent, person, repo_key, repo_name, branch, model, started_at, ended_at, state,
		automated, source_gone, floor_passed, reworked, coalesce(cost_usd, 'null'), tokens, code_language, prompt_language,
		judge, judge_version, judge_status, intent, goal_complete, confidence) FROM sessions`)
	want := "x-0000 agent person key name branch model 10 20 state 1 0 1 0 null 0 go de j v ok intent 0 0.5"
	if got != want {
		t.Errorf("columns\n got %s\nwant %s", got, want)
	}
}
