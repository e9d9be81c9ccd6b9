package pipeline_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"testing"

	"prism/internal/content"
	"prism/internal/pipeline"
	"prism/internal/store/memory"
)

// broken is a store whose files cannot be listed.
type broken struct{}

func (broken) Files(context.Context) iter.Seq2[content.File, error] {
	return func(yield func(content.File, error) bool) { yield(content.File{}, errors.New("a page is damaged")) }
}
func (broken) OpenFile(context.Context, *content.File) io.ReadCloser { return nil }
func (broken) Roots(context.Context) (map[string]string, error)      { return nil, nil }

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
