package jsoncursor

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCursorSkip(t *testing.T) {
	tests := []struct {
		name, in string
		want     Fault // "" accepted
	}{
		{"object", `{"a":[1,2,{"b":null}],"c":"d\"e"}`, ""},
		{"empty containers", `[{},[],{"a":{}}]`, ""},
		{"numbers", `[0,-1,1.5,1e9,-0.1E-2]`, ""},
		{"leading zero", `[01]`, Malformed},
		{"bare minus", `[-]`, Malformed},
		{"plus sign", `[+1]`, Malformed},
		{"dot without digits", `[1.]`, Malformed},
		{"exponent without digits", `[1e]`, Malformed},
		{"words", `[true,false,null]`, ""},
		{"half a word", `[tru]`, Malformed},
		{"comma at the end", `[1,]`, Malformed},
		{"comma at the end of an object", `{"a":1,}`, Malformed},
		{"no comma", `[1 2]`, Malformed},
		{"no colon", `{"a" 1}`, Malformed},
		{"key without quotes", `{a:1}`, Malformed},
		{"wrong bracket", `[1}`, Malformed},
		{"cut in a string", `{"a":"bc`, Malformed},
		{"cut in an object", `{"a":`, Malformed},
		{"cut after an escape", `{"a":"b\`, Malformed},
		{"backslashes before the quote", `{"a":"b\\"}`, ""},
		{"quote behind three backslashes", `{"a":"b\\\"c"}`, ""},
		{"raw control character in a string", "{\"a\":\"b\x01\x00c\"}", ""},
		{"NUL between tokens", "{\x00\"a\":\x001}", ""},
		{"nothing", ``, Malformed},
		{"as deep as allowed", strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), ""},
		{"too deep", strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000), TooDeep},
		{"too deep in objects", strings.Repeat(`{"a":`, 200_000), TooDeep},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := New([]byte(tt.in))
			c.Skip()
			if c.Err() != tt.want {
				t.Errorf("error %q, want %q", c.Err(), tt.want)
			}
			if tt.want == "" && c.Pos() != len(tt.in) {
				t.Errorf("stopped at %d of %d", c.Pos(), len(tt.in))
			}
		})
	}
}

func TestCursorWalk(t *testing.T) {
	c := New([]byte(` {"a": "x\ny", "k\u0065y" : [1, [2], "z"], "t":true, "n":null} tail`))
	if !c.Object() {
		t.Fatal("no object")
	}
	var keys []string
	for {
		key, ok := c.Key()
		if !ok {
			break
		}
		keys = append(keys, string(key))
		switch string(key) {
		case "a":
			if s := c.Str(); string(s) != `x\ny` {
				t.Errorf("string %q", s)
			}
		case "key":
			if !c.Array() {
				t.Fatal("no array")
			}
			n := 0
			for c.Element() {
				c.Skip()
				n++
			}
			if n != 3 {
				t.Errorf("%d elements", n)
			}
		case "t":
			if !c.True() {
				t.Error("not true")
			}
		default:
			if c.Object() {
				t.Error("null is no object")
			}
		}
	}
	if got := strings.Join(keys, ","); got != "a,key,t,n" {
		t.Errorf("keys %s", got)
	}
}

func TestAppendText(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", `abc`, "abc"},
		{"escapes", `a\n\t\"\\\/\b\f\r`, "a\n\t\"\\/\b\f\r"},
		{"rune", `\u00e9\u4e2d`, "é中"},
		{"surrogate pair", `\ud83d\ude00`, "😀"},
		{"lone surrogate", `a\ud83db`, "a\uFFFDb"},
		{"lone surrogate before another escape", `\ud83d\n`, "\uFFFD\n"},
		{"low before high", `\ude00\ud83d`, "\uFFFD\uFFFD"},
		{"escaped NUL", `a\u0000b`, "ab"},
		{"raw NUL", "a\x00b", "ab"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb"},
		{"NUL between bad bytes", "\xeb\\u0000\xa8\xa8", "\uFFFD\uFFFD"},
		{"raw NUL between bad bytes", "\xeb\x00\xa8\xa8", "\uFFFD\uFFFD"},
		{"unknown escape", `a\qb`, "aqb"},
		{"cut escape", `a\u12`, "a\uFFFD12"},
		{"backslash at the end", `a\`, `a\`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(AppendText([]byte("head "), []byte(tt.in))); got != "head "+tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestEnds(t *testing.T) {
	raw := []byte(strings.Repeat(`ab\n`, 100) + strings.Repeat(`\\`, 100) + strings.Repeat(`c d `, 100))
	for head := 1; head < 300; head++ {
		first, last := Ends(raw, head, 50)
		if last == nil {
			t.Fatal("nothing was cut")
		}
		text, whole := string(AppendText(nil, first)), string(AppendText(nil, raw))
		if !strings.HasPrefix(whole, text) {
			t.Fatalf("head %d: %q is no beginning", head, text)
		}
		if end := string(AppendText(nil, last)); !strings.HasSuffix(whole, end) {
			t.Fatalf("head %d: %q is no end", head, end)
		}
	}
	if first, last := Ends([]byte("short"), 3, 3); string(first) != "short" || last != nil {
		t.Errorf("a short text was cut: %q %q", first, last)
	}
}

// FuzzCursor holds the walk to the standard library: whatever it calls valid is
// accepted up to its last byte, and strings read the same.
func FuzzCursor(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"b\"c",{}]}`, `"x\u00e9"`, `[[[]]]`, `{"a":{"b":"\\"}}`, `1e5`, ` null `} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := New(data)
		c.Skip()
		if c.Err() == "" {
			c.Peek()
		}
		if json.Valid(data) && (c.Err() != "" && c.Err() != TooDeep || c.Err() == "" && c.Pos() != len(data)) {
			t.Errorf("valid JSON refused: %q at %d", c.Err(), c.Pos())
		}
		var s string
		if json.Unmarshal(data, &s) == nil {
			c := New(data)
			if got, want := string(AppendText(nil, c.Str())), strings.ReplaceAll(s, "\x00", ""); oneMark(got) != oneMark(want) {
				t.Errorf("string %q, want %q", got, want)
			}
		}
	})
}

// oneMark makes one mark of several in a row: a run of bad bytes gives one here and
// several there.
func oneMark(s string) string {
	for strings.Contains(s, "\uFFFD\uFFFD") {
		s = strings.ReplaceAll(s, "\uFFFD\uFFFD", "\uFFFD")
	}
	return s
}
