package jsonc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSet(t *testing.T) {
	for _, c := range []struct{ name, in, value, path, want string }{
		{"nothing", "", `1`, "a", "{\n  \"a\": 1\n}\n"},
		{"a mark alone", "\xef\xbb\xbf", `1`, "a", "\xef\xbb\xbf{\n  \"a\": 1\n}\n"},
		{"empty", "{}\n", `{"x":"<&>"}`, "a", "{\n  \"a\": {\n    \"x\": \"<&>\"\n  }\n}\n"},
		{"behind", "{\n    \"b\": 2 // two\n}\n", `1`, "a", "{\n    \"b\": 2, // two\n    \"a\": 1\n}\n"},
		{"line ends", "{\r\n\t\"b\": 2\r\n}\r\n", `{"x":1}`, "a", "{\r\n\t\"b\": 2,\r\n\t\"a\": {\r\n\t\t\"x\": 1\r\n\t}\r\n}\r\n"},
		{"comma behind", "{\n  \"b\": 2, /* so */\n}", `1`, "a", "{\n  \"b\": 2, /* so */\n  \"a\": 1,\n}"},
		{"one line", `{"b":2}`, `{"x":1}`, "a", `{"b":2,"a":{"x":1}}`},
		{"one line with blanks", `{ "b": 2 }`, `1`, "a", `{ "b": 2, "a": 1 }`},
		{"in place", "{\n  \"a\" : [1, 2], // kept\n  \"b\": 3\n}", `"x"`, "a", "{\n  \"a\" : \"x\", // kept\n  \"b\": 3\n}"},
		{"deeper", "{\n  \"e\": {\n    \"K\": \"1\"\n  }\n}", `"v"`, "e.L", "{\n  \"e\": {\n    \"K\": \"1\",\n    \"L\": \"v\"\n  }\n}"},
		{"made on the way", "{\n  \"b\": 1\n}", `"v"`, "e.f", "{\n  \"b\": 1,\n  \"e\": {\n    \"f\": \"v\"\n  }\n}"},
		{"a key with escapes", `{"\u0061": 1}`, `2`, "a", `{"\u0061": 2}`},
	} {
		got, err := Set([]byte(c.in), []byte(c.value), strings.Split(c.path, ".")...)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

// What is no JSON with comments is refused, and so is what has no one place.
func TestRefuses(t *testing.T) {
	for _, in := range []string{"[]", "1", "{", "{]", `{"a":}`, `{"a" 1}`, `{a:1}`, `{"a":1 "b":2}`, `{,}`, `{"a":1,,}`, "{} {}", "{} x", "/* {}", `{"a":"` + "\n" + `"}`, `{"a":01}`, "{\"a\":1}\x00", strings.Repeat(`{"a":`, 300), `{"a":1,"a":2}`, `{"a":"\ud800\x"}`} {
		if got, err := Set([]byte(in), []byte("1"), "a"); err == nil {
			t.Errorf("%q was taken: %q", in, got)
		}
	}
	if _, err := Set([]byte(`{"a":[]}`), []byte("1"), "a", "b"); err == nil {
		t.Error("a key was put into an array")
	}
	if _, err := Append([]byte(`{"a":{}}`), []byte("1"), "a"); err == nil {
		t.Error("an item was put into an object")
	}
}

// blanks draws what may stand between tokens.
func blanks(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", "", " ", "\n", "\n  ", "\r\n\t", " // so: {[,\"\n", "/* ,} */", "\n\n"}).Draw(t, "blanks")
}

// document draws a value with comments. A container is not empty, or `{}`.
func document(t *rapid.T, depth int) string {
	kind := 0
	if depth < 3 {
		kind = rapid.IntRange(0, 2).Draw(t, "kind")
	}
	if depth == 0 {
		kind = 1
	}
	if kind == 0 {
		return rapid.SampledFrom([]string{"1", "-2.5e3", "true", "null", `""`, `"a // b"`, `"\"}\\"`, `"\u00e9ü"`}).Draw(t, "scalar")
	}
	open, closing := "{", "}"
	if kind == 2 {
		open, closing = "[", "]"
	}
	n := rapid.IntRange(0, 3).Draw(t, "elements")
	if n == 0 {
		return open + closing
	}
	var b strings.Builder
	b.WriteString(open)
	for i := range n {
		b.WriteString(blanks(t))
		if kind == 1 {
			fmt.Fprintf(&b, `"%c"%s:%s`, 'a'+i, blanks(t), blanks(t))
		}
		b.WriteString(document(t, depth+1) + blanks(t))
		if i+1 < n || rapid.Bool().Draw(t, "comma behind") {
			b.WriteString(",")
		}
	}
	return b.String() + blanks(t) + closing
}

func decodeAll(t *rapid.T, text []byte) map[string]any {
	var v map[string]any
	if _, err := Decode(text, &v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// Whatever is put into a document and taken out again leaves it byte for byte, and
// changes nothing else while it is there.
func TestInAndOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := []byte(rapid.SampledFrom([]string{"", "\xef\xbb\xbf"}).Draw(t, "mark") + blanks(t) + document(t, 0) + blanks(t))
		before := decodeAll(t, in)
		value := []byte(rapid.SampledFrom([]string{`1`, `{"x":[1,{"y":"z"}]}`, `[]`}).Draw(t, "value"))
		path := []string{"new"}
		into := before
		for _, key := range []string{"a", "b"} { // into an object that is there
			if m, ok := into[key].(map[string]any); ok && rapid.Bool().Draw(t, "deeper") {
				path, into = append([]string{key}, path...), m
				if len(path) == 3 {
					path = []string{path[1], path[0], "new"}
				}
			}
		}
		out, err := Set(in, value, path...)
		if err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		if raw, err := Raw(out, path...); err != nil || !Same(raw, value) {
			t.Fatalf("%q has %q at %v: %v", out, raw, path, err)
		}
		var v any
		if err := json.Unmarshal(value, &v); err != nil {
			t.Fatal(err)
		}
		into["new"] = v
		if after := decodeAll(t, out); !reflect.DeepEqual(after, before) {
			t.Fatalf("%q became %q", in, out)
		}
		back, err := Remove(out, path...)
		if err != nil || !bytes.Equal(back, in) {
			t.Fatalf("%q became %q, then %q: %v", in, out, back, err)
		}
	})
}

// The same of items.
func TestItemInAndOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := []byte(blanks(t) + document(t, 0) + blanks(t))
		v := decodeAll(t, in)
		list, ok := v["a"].([]any)
		if !ok {
			return
		}
		item := []byte(`{"ours":true}`)
		out, err := Append(in, item, "a")
		if err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		v["a"] = append(list, map[string]any{"ours": true})
		if after := decodeAll(t, out); !reflect.DeepEqual(after, v) {
			t.Fatalf("%q became %q", in, out)
		}
		if back, err := RemoveItem(out, item, "a"); err != nil || !bytes.Equal(back, in) {
			t.Fatalf("%q became %q, then %q: %v", in, out, back, err)
		}
	})
}

// Whatever stands in a file: it is refused, or changed in the one place.
func FuzzSet(f *testing.F) {
	for _, s := range []string{"", "{}", "{\"a\":1,}", "{// x\n}", "\xef\xbb\xbf{\r\n}", `{"a":{"b":[]}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		out, err := Set(in, []byte(`{"v":1}`), "a", "b")
		if err != nil {
			return
		}
		if raw, err := Raw(out, "a", "b"); err != nil || !Same(raw, []byte(`{"v":1}`)) {
			t.Fatalf("%q became %q: %v", in, out, err)
		}
		if _, err := Remove(out, "a", "b"); err != nil {
			t.Fatalf("%q became %q: %v", in, out, err)
		}
	})
}
