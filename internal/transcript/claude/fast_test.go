package claude

import (
	"testing"

	"prism/internal/fact"
)

// Fast mode costs another price: the model's name says so.
func TestFastMode(t *testing.T) {
	for speed, want := range map[string]string{`"fast"`: "claude-opus-4-8-fast", `"standard"`: "claude-opus-4-8", `null`: "claude-opus-4-8", `1`: "claude-opus-4-8"} {
		u, has, fast, odd := readUsage([]byte(`{"input_tokens":3,"speed":` + speed + `,"output_tokens":4}`))
		if u != (fact.Tokens{Input: 3, Output: 4}) || !has || odd {
			t.Errorf("speed %s: %+v, %v, %v", speed, u, has, odd)
		}
		model := "claude-opus-4-8"
		if fast {
			model += fastMode
		}
		if model != want {
			t.Errorf("speed %s: %s, want %s", speed, model, want)
		}
	}
}
