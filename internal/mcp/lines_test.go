package mcp

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// A line that is no message is refused, and what follows is answered.
func TestServeGoesOnAfterALineThatIsNoMessage(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		code int
	}{
		"no JSON":         {"what is this?", -32700},
		"half a message":  {`{"jsonrpc":"2.0","id":7,`, -32700},
		"two on one line": {`{"jsonrpc":"2.0","id":7,"method":"ping"} {}`, -32700},
		"no message":      {`{"hello":1}`, -32600},
		"a number":        {`42`, -32600},
		"without end":     {strings.Repeat("x", 2*maxLine), -32600},
		"an empty list":   {`[]`, -32600},
		"a list of none":  {`[1, {"jsonrpc":"2.0"}]`, -32600},
		"a list in one":   {`[[]]`, -32600},
		"an empty line":   {"\r", 0},
	} {
		in := strings.Join([]string{
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
			c.line,
			`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		}, "\n") // the last line has no end
		var out bytes.Buffer
		if err := Serve(t.Context(), Options{}, strings.NewReader(in), &out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		answered, codes := map[string]bool{}, []int{}
		for line := range strings.Lines(out.String()) {
			var m struct {
				ID    json.RawMessage
				Error *struct{ Code int }
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatalf("%s: %q: %v", name, line, err)
			}
			answered[string(m.ID)] = true
			if m.Error != nil {
				codes = append(codes, m.Error.Code)
			}
		}
		if !answered["1"] || !answered["2"] {
			t.Errorf("%s: what came before or after it is not answered: %s", name, out.String())
		}
		if c.code == 0 && len(codes) > 0 || c.code != 0 && (len(codes) != 1 || codes[0] != c.code || !answered["null"]) {
			t.Errorf("%s: refused with %v, want %d", name, codes, c.code)
		}
	}
}
