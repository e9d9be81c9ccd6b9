package pipeline_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/content"
	"prism/internal/pipeline"
	"prism/internal/store"
	"prism/internal/store/memory"
	"prism/internal/store/rows"
)

// prompts is a transcript of so many prompts, each with its answer.
func prompts(id string, from, n int) []byte {
	var out bytes.Buffer
	for i := from; i < from+n; i++ {
		at := now.Add(time.Duration(i) * time.Minute).UTC().Format("2006-01-02T15:04:05.000Z")
		fmt.Fprintf(&out, `{"type":"user","uuid":"%s-u%d","sessionId":%[1]q,"cwd":"/home/ada/%[1]s","timestamp":%[3]q,"message":{"role":"user","content":"step %[2]d of the shop, please"}}`+"\n", id, i, at)
		fmt.Fprintf(&out, `{"type":"assistant","uuid":"%s-a%d","sessionId":%[1]q,"cwd":"/home/ada/%[1]s","timestamp":%[3]q,"message":{"id":"m%[1]s%[2]d","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text","text":"Step %[2]d is done."}],"usage":{"input_tokens":1,"output_tokens":1}}}`+"\n", id, i, at)
	}
	return out.Bytes()
}

// A prompt of a new session is read by the next update, however much else grew; what grew
// gets its turn, what has waited longest first. Both where content is kept and where it lies
// in a folder.
func TestASliceTakesTheNewAndTheLongestWaiting(t *testing.T) {
	test := func(t *testing.T, o pipeline.Options, grow func(id string, from, n int, at time.Time)) {
		o.Slice = 1
		// update is one, and gives how many turns of each are there then.
		update := func() (turns map[string]int, more bool) {
			u, err := pipeline.Update(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			turns = map[string]int{}
			for s, err := range o.Store.Each(t.Context(), u.Scope, store.Filter{}, store.Order{}) {
				if err != nil {
					t.Fatal(err)
				}
				turns[s.Conversations[0]] += s.Turns
			}
			return turns, u.More
		}
		want := func(when string, more bool, want map[string]int) {
			t.Helper()
			got, left := update()
			if d := cmp.Diff(want, got); d != "" || left != more {
				t.Errorf("%s: more is %v (-want +got):\n%s", when, left, d)
			}
		}
		grow("one", 0, 40, now)
		grow("two", 0, 30, now)
		want("the first update reads all", false, map[string]int{"one": 40, "two": 30})
		grow("two", 30, 30, now.Add(time.Minute))
		grow("one", 40, 3, now.Add(2*time.Minute))
		grow("three", 0, 20, now.Add(3*time.Minute))
		grow("four", 0, 1, now.Add(4*time.Minute))
		want("one each of what came and what grew", true, map[string]int{"one": 40, "two": 60, "three": 20})
		grow("two", 60, 30, now.Add(5*time.Minute))
		want("in turn", true, map[string]int{"one": 43, "two": 60, "three": 20, "four": 1})
		want("the rest", false, map[string]int{"one": 43, "two": 90, "three": 20, "four": 1})
		want("nothing is left", false, map[string]int{"one": 43, "two": 90, "three": 20, "four": 1})
	}
	onEngines(t, func(t *testing.T, open func() *rows.Store) {
		db := open()
		have := map[string]int64{}
		test(t, keptIn(t, db), func(id string, from, n int, at time.Time) {
			data := prompts(id, from, n)
			ingest(t, db, content.Append{Person: "ada", Path: "projects/p/" + id + ".jsonl", Generation: 1, From: have[id], To: have[id] + int64(len(data)), Data: data, Modified: at})
			have[id] += int64(len(data))
		})
	})
	t.Run("folder", func(t *testing.T) {
		dir := t.TempDir()
		o := options(t, dir)
		o.Store = memory.New()
		test(t, o, func(id string, from, n int, at time.Time) {
			path := filepath.Join(dir, "projects", "p", id+".jsonl")
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write(prompts(id, from, n)); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, at, at); err != nil {
				t.Fatal(err)
			}
		})
	})
}
