package lines_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/redact"
	"prism/internal/redact/lines"
	"prism/internal/redact/redacttest"
)

func gate(t testing.TB, words ...string) *redact.Redactor {
	t.Helper()
	r, err := redact.New(redact.Options{Words: words})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func gated(r *redact.Redactor, text string) string {
	return string(lines.New(r.Session("s")).Append(nil, []byte(text)))
}

func TestLines(t *testing.T) {
	key := "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	r := gate(t, "robin")
	picture := strings.Repeat("iVBORw0KGgoAAAANSUhEUgAA", 40)
	for name, c := range map[string]struct{ in, want string }{
		"nothing to hide":        {`{"a": [1, 2.50, true,null ], "b":"x\u00e9\n"}` + "\n", `{"a": [1, 2.50, true,null ], "b":"x\u00e9\n"}` + "\n"},
		"a secret":               {`{"a":"use ` + key + ` here"}`, `{"a":"use [GITHUB_TOKEN_1] here"}`},
		"the same twice":         {`["` + key + `",` + "\n" + `"` + key + `"]`, ""},
		"a key that tells":       {`{"input":{"password":"hunter2hunter2"}}`, ""},
		"a name in a path":       {`{"cwd":"/home/robin/x"}`, `{"cwd":"/home/[NAME_1]/x"}`},
		"a name in a key":        {`{"/home/robin/x": 1}`, `{"/home/[NAME_1]/x": 1}`},
		"a picture":              {`{"type":"base64","data":"` + picture + `"}`, `{"type":"base64","data":""}`},
		"two on a line":          {`{"a":1} {"b":2}`, `{"a":1} {"b":2}`},
		"half of a line":         {`{"a":"use ` + key + ` he`, `{"a":"use [GITHUB_TOKEN_1] he`},
		"no JSON":                {"hello " + key, "hello [GITHUB_TOKEN_1]"},
		"empty lines":            {"\n\n{}\n", "\n\n{}\n"},
		"a quote in what is put": {`{"a":"say \"` + key + `\""}`, `{"a":"say \"[GITHUB_TOKEN_1]\""}`},
	} {
		got := gated(r, c.in)
		if strings.Contains(got, key) || strings.Contains(got, "hunter2") || strings.Contains(got, "robin") {
			t.Errorf("%s: %s", name, got)
		}
		if c.want != "" && strings.ReplaceAll(strings.ReplaceAll(got, "[GITHUB_PAT_1]", "[GITHUB_TOKEN_1]"), "[WORD_1]", "[NAME_1]") != c.want {
			t.Errorf("%s: got %s\nwant %s", name, got, c.want)
		}
		if again := gated(r, got); again != got {
			t.Errorf("%s: gated again %s\nwas %s", name, again, got)
		}
	}
}

// Every kind of secret is found wherever it stands in a line.
func TestPlantedSecrets(t *testing.T) {
	r := gate(t)
	for _, s := range redacttest.Secrets(3) {
		line, err := json.Marshal(map[string]any{"message": map[string]any{"content": []any{map[string]any{"type": "text", "text": "look: " + s.Whole()}}}})
		if err != nil {
			t.Fatal(err)
		}
		got := gated(r, string(line)+"\n")
		if !json.Valid([]byte(got)) {
			t.Errorf("%s: no JSON any more: %s", s.Kind, got)
		}
		if strings.Contains(got, s.Value) {
			t.Errorf("%s passes", s.Kind)
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte(`{"a":["x",{"password":"abc"}]}`))
	f.Add([]byte("{\"a\":\"\\ud800\"}\n{\"b\""))
	f.Add([]byte("{\"\":[{\"pAss\":\"0\x9f00\"}]}"))
	r, err := redact.New(redact.Options{Words: []string{"robin"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		got := lines.New(r.Session("s")).Append(nil, in)
		if bytes.Count(got, []byte("\n")) != bytes.Count(in, []byte("\n")) {
			t.Fatalf("%q has other lines: %q", in, got)
		}
		if json.Valid(in) && !json.Valid(got) {
			t.Fatalf("%q is no JSON any more: %q", in, got)
		}
		if again := lines.New(r.Session("s")).Append(nil, got); !bytes.Equal(again, got) {
			t.Fatalf("%q\ngated %q\nagain %q", in, got, again)
		}
	})
}

func BenchmarkLines(b *testing.B) {
	dir := os.Getenv("PRISM_CORPUS")
	files, _ := filepath.Glob(filepath.Join(dir, "people", "projects", "*", "*.jsonl"))
	if dir == "" || len(files) == 0 {
		b.Skip("no corpus: set PRISM_CORPUS")
	}
	var all [][]byte
	total := int64(0)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		all, total = append(all, data), total+int64(len(data))
	}
	r, err := redact.New(redact.Options{Words: []string{"robin"}})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(total)
	var out []byte
	for b.Loop() {
		for _, data := range all {
			out = lines.New(r.Session("s")).Append(out[:0], data)
		}
	}
}
