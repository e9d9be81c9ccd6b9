package store

import (
	"fmt"
	"strings"
	"testing"
)

func TestErrorsSayAThingOnce(t *testing.T) {
	for _, c := range []struct {
		cause error
		tail  string
	}{
		{nil, "with --db)"},
		{ErrForeign, "with --db)"},
		{fmt.Errorf("%w: no header", ErrForeign), "with --db): no header"},
		{fmt.Errorf("look at it: %w", ErrForeign), "with --db): look at it"},
		{fmt.Errorf("short read"), "with --db): short read"},
	} {
		e := &Error{Kind: ErrForeign, Path: "p", Op: "open", Cause: c.cause}
		text := e.Error()
		if strings.Count(text, ErrForeign.Error()) != 1 || !strings.HasSuffix(text, c.tail) {
			t.Errorf("%v: %s", c.cause, text)
		}
	}
}
