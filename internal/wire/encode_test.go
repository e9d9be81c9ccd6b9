package wire

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// JSON on a terminal moves, hides and reorders nothing, and says what it said.
func TestJSONIsHarmlessToLookAt(t *testing.T) {
	for _, text := range []string{"a\u009b2Jb", "a\u202eb", "\x1b]0;x\x07", "\u007f", "\U000e0041", "a\u2066b\u2069", "👩\u200d💻", "naïve <b>", "\ufeffx"} {
		for what, write := range map[string]func(*bytes.Buffer) error{
			"value": func(b *bytes.Buffer) error { return Write(b, []string{text}) },
			"array": func(b *bytes.Buffer) error {
				a := NewArray(b)
				if err := a.Add(text); err != nil {
					return err
				}
				return a.Close()
			},
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			if i := strings.IndexFunc(b.String(), func(r rune) bool { return r != '\n' && (r < ' ' || acts(r)) }); i >= 0 {
				t.Errorf("%s of %q: %q", what, text, b.String())
			}
			var back []string
			if err := json.Unmarshal(b.Bytes(), &back); err != nil || len(back) != 1 || back[0] != text {
				t.Errorf("%s of %q reads back as %q (%v)", what, text, back, err)
			}
		}
	}
}
