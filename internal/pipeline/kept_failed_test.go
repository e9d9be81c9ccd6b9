package pipeline_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/content"
	"prism/internal/pipeline"
	"prism/internal/store/memory"
	"prism/internal/transcript"
)

// broken is a store whose files cannot be listed.
type broken struct{}

func (broken) AllFiles(context.Context, func(content.File) error) (int64, error) {
	return 0, errors.New("a page is damaged")
}
func (broken) News(context.Context, int64) (content.News, error) {
	return content.News{Whole: true}, nil
}
func (broken) FilesAt(context.Context, []string) ([]content.File, error)   { return nil, nil }
func (broken) OpenFile(context.Context, *content.File) io.ReadCloser       { return nil }
func (broken) Roots(context.Context) (map[string]map[string]string, error) { return nil, nil }

// Where what is kept cannot be listed, it is the store that failed: without it the run
// may succeed.
func TestKeptThatCannotBeListedIsTheStoresFault(t *testing.T) {
	o := options(t)
	o.Store, o.Search.Kept = memory.New(), broken{}
	_, err := pipeline.Update(t.Context(), o)
	if _, ok := pipeline.Failed(err); !ok {
		t.Errorf("%v", err)
	}
}

// stomach is a decoder that panics over a line with a word in it.
type stomach struct {
	transcript.Decoder
	word []byte
}

func (s *stomach) Decode(text []byte, line int, rec *transcript.Record) (int, error) {
	if bytes.Contains(text, s.word) {
		panic(string(text))
	}
	return s.Decoder.Decode(text, line, rec)
}

// A conversation that the program fails over once it has grown stays as it was; all
// others are read; and a program that does not fail reads it.
func TestPoisonIsLeftAsItWas(t *testing.T) {
	dir, db := samples(t), open(t)
	before := options(t, dir)
	before.Store = db
	was := run(t, before)
	files := transcripts(t, dir)
	grows := read(t, files[0])
	id := strings.TrimSuffix(filepath.Base(files[0]), ".jsonl")
	line := `{"type":"user","uuid":"more","sessionId":"` + id + `","cwd":"/a","timestamp":"2026-12-30T10:00:00.000Z","message":{"role":"user","content":"Add fly agaric"}}` + "\n"
	write(t, files[0], append(grows, line...), 1)
	write(t, filepath.Join(filepath.Dir(files[0]), "new.jsonl"), []byte(`{"type":"user","uuid":"u","sessionId":"99999999-2222-4333-8444-000000000000","cwd":"/a","timestamp":"2026-01-02T10:00:00.000Z","message":{"role":"user","content":"Cook the fly agaric"}}`+"\n"), 1)
	other := read(t, files[1])
	write(t, files[1], other[:len(other)-len(lastLine(other))], 1)

	poisoned := options(t, dir)
	poisoned.Store = db
	usual := poisoned.Search.Dialects[0]
	poisoned.Search.Dialects = []transcript.Dialect{usual}
	poisoned.Search.Dialects[0].New = func() transcript.Decoder { return &stomach{usual.New(), []byte("fly agaric")} }
	var told []pipeline.Poison
	poisoned.Poison = func(p pipeline.Poison) { told = append(told, p) }
	for range 2 { // the second time nothing has changed
		got := run(t, poisoned)
		if n := got.Input.Skipped["program_failed"]; n != 2 {
			t.Errorf("%d are counted: %v", n, got.Input.Skipped)
		}
		if len(got.Sessions) != len(was.Sessions) {
			t.Errorf("%d sessions, before %d", len(got.Sessions), len(was.Sessions))
		}
	}
	if len(told) != 2 || told[0].Row == told[1].Row || !strings.HasPrefix(told[0].Err.Reason(), "panic in pipeline_test.(*stomach).Decode (") || strings.Contains(told[0].Err.Reason(), "agaric") {
		t.Errorf("%+v", told)
	}
	mended := options(t, dir)
	mended.Store, mended.Again = db, told[0].Row
	sameAnswer(t, "mended", run(t, options(t, dir)), run(t, mended))
}

func lastLine(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	return lines[len(lines)-2]
}
