package telemetry_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/transcript/telemetry"
)

func example() telemetry.Event {
	return telemetry.Event{
		Time: time.Date(2026, 11, 21, 14, 3, 40, 554_000_000, time.UTC), Name: "api_request", Session: "s-1",
		Prompt: "p-1", Sequence: 4, Version: "2.1.330", Origin: telemetry.OTLP,
		Attrs: []telemetry.Attr{
			{Key: "cost_usd", Value: telemetry.Value{Kind: telemetry.Double, Float: 0.5}},
			{Key: "fast", Value: telemetry.Value{Kind: telemetry.Bool, Int: 1}},
			{Key: "input_tokens", Value: telemetry.Value{Kind: telemetry.Int, Int: 101}},
			{Key: "model", Value: telemetry.Value{Text: "a \"b\" <c> ☃\n"}},
		},
	}
}

func TestLine(t *testing.T) {
	e := example()
	const want = `{"prism":"event/1","time":"2026-11-21T14:03:40.554Z","name":"api_request","session":"s-1","prompt":"p-1","sequence":4,"version":"2.1.330","origin":"otlp","attrs":{"cost_usd":0.5,"fast":true,"input_tokens":101,"model":"a \"b\" \u003cc\u003e ☃\n"}}`
	if got := string(e.Line()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	back, err := telemetry.Parse([]byte(want + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(e, back); diff != "" {
		t.Error(diff)
	}
	// What JSON cannot say is left out, and what means the same is written the same.
	e.Attrs = []telemetry.Attr{
		{Key: "a", Value: telemetry.Value{Kind: telemetry.Double, Float: math.NaN()}},
		{Key: "b", Value: telemetry.Value{Kind: telemetry.Double, Float: 7}},
		{Key: "c", Value: telemetry.Value{Kind: telemetry.Double, Float: math.Copysign(0, -1)}},
	}
	if got := e.Line(); !bytes.HasSuffix(got, []byte(`"attrs":{"b":7,"c":0}}`)) {
		t.Errorf("%s", got)
	}
}

func TestParse(t *testing.T) {
	for _, bad := range []string{"", "{}", `{"type":"user"}`, `{"prism":"event/2","name":"x"}`, `{"prism":"event/1",`, `{"prism":"event/1","attrs":{"a":}}`, string(new(example()).Line()) + "{}"} {
		if e, err := telemetry.Parse([]byte(bad)); err == nil {
			t.Errorf("%q is read as %+v", bad, e)
		}
	}
	e, err := telemetry.Parse([]byte(`{"prism":"event/1","name":"claude_code.tool_result","time":"soon","sequence":-3,"later":[1],"attrs":{"b":"2","a":1e2,"b":"3","n":null,"l":["x"],"d":"1.5","t":"true"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if e.Name != "tool_result" || !e.Time.IsZero() || e.Sequence != -1 || e.Str("b") != "3" || e.Str("l") != `["x"]` || len(e.Attrs) != 5 {
		t.Errorf("%+v", e)
	}
	for key, want := range map[string]int64{"a": 100, "b": 3, "d": -1, "t": -1, "n": -1} {
		v, _ := e.Get(key)
		n, ok := v.Whole()
		if !ok {
			n = -1
		}
		if n != want {
			t.Errorf("%s is %d, want %d", key, n, want)
		}
	}
	if v, _ := e.Get("t"); !v.True() {
		t.Error("true is not true")
	}
}

// FuzzParse holds for whatever is read that it is written as one line, which is read
// as the same.
func FuzzParse(f *testing.F) {
	f.Add(new(example()).Line())
	f.Add([]byte(`{"prism":"event/1","name":"x","attrs":{"a":[1,{"b":null}],"c":-0.0,"d":1e300,"e":100000000000000000000,"é":"\ud800"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := telemetry.Parse(text)
		if err != nil {
			return
		}
		same(t, e)
	})
}

// FuzzLine holds the same for whatever an event says.
func FuzzLine(f *testing.F) {
	f.Add(int64(1), "user_prompt", "s", "p", int64(3), "k", "v", 0.1, true)
	f.Add(int64(-1), "claude_code.x", "\xff", "\x00\"", int64(-1), "attrs", "\\u0041\ud7ff", math.Inf(1), false)
	f.Fuzz(func(t *testing.T, nanos int64, name, session, prompt string, sequence int64, key, value string, float float64, yes bool) {
		e := telemetry.Event{Time: time.Unix(0, nanos), Name: name, Session: session, Prompt: prompt, Sequence: sequence}
		e.Attrs = []telemetry.Attr{{Key: key, Value: telemetry.Value{Text: value}}, {Key: key + "f", Value: telemetry.Value{Kind: telemetry.Double, Float: float}}, {Key: "i", Value: telemetry.Value{Kind: telemetry.Int, Int: nanos}}}
		if yes {
			e.Attrs = append(e.Attrs, telemetry.Attr{Key: value, Value: telemetry.Value{Kind: telemetry.Bool, Int: 1}})
		}
		e.Sort()
		read, err := telemetry.Parse(e.Line())
		if err != nil {
			t.Fatalf("%s: %v", e.Line(), err)
		}
		same(t, read)
	})
}

func same(t *testing.T, e telemetry.Event) {
	t.Helper()
	line := e.Line()
	if !json.Valid(line) || !telemetry.Is(line) || bytes.IndexByte(line, '\n') >= 0 {
		t.Errorf("%q is no line", line)
	}
	back, err := telemetry.Parse(line)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if again := back.Line(); !bytes.Equal(line, again) {
		t.Errorf("%q becomes %q", line, again)
	}
	if len(e.Attrs) == 0 {
		e.Attrs, back.Attrs = nil, nil
	}
	if diff := cmp.Diff(e, back); diff != "" {
		t.Errorf("%q: %s", line, diff)
	}
}

// A Parser that reads many lines reads each as one that reads it alone.
func TestParserHoldsNothingElse(t *testing.T) {
	p := telemetry.NewParser()
	long := strings.Repeat("x", 1000)
	for i := range 3000 {
		line := fmt.Appendf(nil, `{"prism":"event/1","time":"2026-11-01T09:00:00.%03dZ","name":"n%d","session":"s%d","sequence":%d,"attrs":{"a":"%d","b%d":"%s","c":%t}}`, i%1000, i%3, i%5, i, i%2, i, long[:i%600], i%2 == 0)
		got, err := p.Parse(line)
		want, alone := telemetry.Parse(line)
		if err != nil || alone != nil || cmp.Diff(want, got) != "" || len(got.Attrs) != 3 {
			t.Fatalf("%s, want %s (%v, %v)", got.Line(), want.Line(), err, alone)
		}
	}
}
