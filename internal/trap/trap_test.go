package trap

import (
	"errors"
	"strings"
	"testing"
)

// breaks panics in a function of its own, by what is asked.
func breaks(how string, list []int, counts map[string]int) error {
	switch how {
	case "index":
		list[3]++
	case "words":
		panic("a secret")
	case "map":
		counts["of words"]++
	}
	return nil
}

func TestCall(t *testing.T) {
	for _, how := range []string{"index", "words", "map"} {
		err := Call(func() error { return breaks(how, nil, nil) })
		var p *Panic
		if !errors.As(err, &p) || !strings.HasPrefix(p.Where, "trap.breaks (trap_test.go:") || p.Reason() != "panic in "+p.Where || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", how, err)
		}
	}
	own := errors.New("own")
	if err := Call(func() error { return own }); err != own { //nolint:errorlint // it is handed on as it is
		t.Errorf("an error is %v", err)
	}
	if err := Call(func() error { return breaks("", nil, nil) }); err != nil {
		t.Errorf("nothing went wrong, and it says %v", err)
	}
}
