package rows

import (
	"slices"
	"testing"

	"prism/internal/store"
)

func TestOtherMarks(t *testing.T) {
	a, b, c := store.Mark{Kind: 1, Key: 1, At: 1}, store.Mark{Kind: 1, Key: 1, At: 2}, store.Mark{Kind: 2, Key: 1, At: 1}
	for name, x := range map[string]struct{ was, now, fresh, stale []store.Mark }{
		"of a new conversation": {nil, []store.Mark{a, b}, []store.Mark{a, b}, nil},
		"the same":              {[]store.Mark{a, b}, []store.Mark{b, a}, nil, nil},
		"one more":              {[]store.Mark{a}, []store.Mark{a, b}, []store.Mark{b}, nil},
		"one less":              {[]store.Mark{a, b}, []store.Mark{b}, nil, []store.Mark{a}},
		"another kind":          {[]store.Mark{a}, []store.Mark{c}, []store.Mark{c}, []store.Mark{a}},
		"none any more":         {[]store.Mark{a, c}, nil, nil, []store.Mark{a, c}},
	} {
		t.Run(name, func(t *testing.T) {
			if fresh, stale := otherMarks(x.was, x.now); !slices.Equal(fresh, x.fresh) || !slices.Equal(stale, x.stale) {
				t.Errorf("otherMarks(%v, %v) = %v, %v; want %v, %v", x.was, x.now, fresh, stale, x.fresh, x.stale)
			}
		})
	}
}
