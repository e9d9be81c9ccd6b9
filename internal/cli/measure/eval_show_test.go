package measure

import (
	"testing"

	"prism/internal/eval"
	"prism/internal/wire"
)

// A model's judge is never said to have been fitted anew.
func TestMethodWords(t *testing.T) {
	for _, c := range []struct {
		judge  string
		method eval.Method
		want   string
	}{
		{"offline", eval.Fitted, "as it ships"},
		{"claude", eval.Fitted, "as it ships"},
		{"offline", eval.LeftOut, "fitted anew without the project or person, 5 folds"},
		{"offline", eval.CrossValidated, "fitted anew without the conversation, 5 folds"},
		{"claude", eval.LeftOut, "its verdicts as they are, the tracker fitted anew without the project or person, 5 folds"},
	} {
		r := &evalReport{Report: eval.Report{Method: c.method}, Judge: wire.Judge{Name: c.judge}, Folds: 5}
		if got := methodWords(r); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.judge, c.method, got, c.want)
		}
	}
}
