package transcript

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/fact"
	"prism/internal/jsoncursor"
)

// toy is a dialect of one object a record: {"t":"text"}.
type toy struct{ tail bool }

func (d *toy) Reset(int) {}

func (d *toy) End(rec *Record) bool {
	*rec = Record{Kind: Popped}
	return d.tail
}

func (d *toy) Decode(text []byte, line int, rec *Record) (int, error) {
	*rec = Record{}
	c := jsoncursor.New(text)
	if c.Peek() != '{' {
		if c.Skip(); c.Err() != "" {
			return 0, Reason(c.Err())
		}
		return 0, NotObject
	}
	c.Object()
	for {
		key, ok := c.Key()
		if !ok {
			break
		}
		switch string(key) {
		case "t":
			rec.Kind, rec.Text = Prompt, c.Str()
		case "odd":
			rec.Odd = OddTime
			c.Skip()
		case "new":
			rec.Unknown = "new"
			c.Skip()
		default:
			c.Skip()
		}
	}
	if c.Err() != "" {
		return 0, Reason(c.Err())
	}
	return c.Pos(), nil
}

func TestFeed(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(strings.Repeat("{\"t\":\"a\"}\n", 500))); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, in string
		texts    []string
		want     Ledger
		settled  int // bytes; −1 all of it
	}{
		{"two lines", "{\"t\":\"a\"}\n{\"t\":\"b\"}\n", []string{"a", "b"}, Ledger{Lines: 2, Decoded: 2}, -1},
		{"glued objects", `{"t":"a"}{"t":"b"} {"t":"c"}` + "\n", []string{"a", "b", "c"}, Ledger{Lines: 1, Decoded: 1}, -1},
		{"whole last line without newline", "{\"t\":\"a\"}\n{\"t\":\"b\"}", []string{"a", "b"}, Ledger{Lines: 2, Decoded: 2}, -1},
		{
			"half a last line", "{\"t\":\"a\"}\n{\"t\":\"b", []string{"a"},
			Ledger{Lines: 2, Decoded: 1, Skipped: map[Reason]int{PartialLastLine: 1}},
			10,
		},
		{
			"broken line in the middle", "{\"t\":\"a\"}\n{\"t\":\n{\"t\":\"c\"}\n", []string{"a", "c"},
			Ledger{Lines: 3, Decoded: 2, Skipped: map[Reason]int{MalformedJSON: 1}, Troubles: []fact.Trouble{{File: "f", Line: 2, Reason: "malformed_json"}}},
			-1,
		},
		{
			"whole object and garbage", "{\"t\":\"a\"}\n{\"t\":\"b\"}garbage\n", []string{"a", "b"},
			Ledger{Lines: 2, Decoded: 1, Skipped: map[Reason]int{MalformedJSON: 1}, Troubles: []fact.Trouble{{File: "f", Line: 2, Reason: "malformed_json"}}},
			-1,
		},
		{
			"not an object", "{\"t\":\"a\"}\n[1]\n7\n", []string{"a"},
			Ledger{Lines: 3, Decoded: 1, Skipped: map[Reason]int{NotObject: 2}, Troubles: []fact.Trouble{{File: "f", Line: 2, Reason: "not_object"}, {File: "f", Line: 3, Reason: "not_object"}}},
			-1,
		},
		{
			"too deep", "{\"t\":\"a\"}\n" + `{"x":` + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}\n", []string{"a"},
			Ledger{Lines: 2, Decoded: 1, Skipped: map[Reason]int{TooDeep: 1}, Troubles: []fact.Trouble{{File: "f", Line: 2, Reason: "too_deep"}}},
			-1,
		},
		{
			"odd and unknown", "{\"odd\":1}\n{\"new\":1}\n", nil,
			Ledger{Lines: 2, Decoded: 2, Odd: map[Reason]int{OddTime: 1}, Unknown: map[string]int{"new": 1}, Troubles: []fact.Trouble{{File: "f", Line: 1, Reason: "odd_time"}}},
			-1,
		},
		{"gzip", packed.String(), nil, foreign(), 0},
		{"one document over many lines", "{\n  \"a\": [\n" + strings.Repeat("    {\"t\":\"a\"},\n", 90), nil, foreign(), 0},
		{"an array over many lines", "[\n{\"t\":\"a\"},\n{\"t\":\"b\"}\n]\n", nil, foreign(), 0},
		{"prose", strings.Repeat("Dear diary,\n", 500), nil, foreign(), 12 * (hopeless - 1)},
		{"little prose", "Dear diary,\nnothing today\n", nil, foreign(), 26},
		{"UTF-16", "\xff\xfe{\x00}\x00\n\x00", nil, foreign(), 0},
		{"only blank lines", "\n\r\n\x00\n", nil, Ledger{}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var led Ledger
			var texts []string
			settled, err := NewFeed(&toy{}).Read(strings.NewReader(tt.in), "f", 3, &led, func(r *Record) error {
				if r.File != 3 || r.Line == 0 {
					t.Errorf("record at file %d line %d", r.File, r.Line)
				}
				if r.Kind == Prompt {
					texts = append(texts, string(r.Text))
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if tt.settled < 0 {
				tt.settled = len(tt.in)
			}
			if settled != int64(tt.settled) {
				t.Errorf("settled up to %d, want %d", settled, tt.settled)
			}
			tt.want.Files, tt.want.Bytes = 1, settled
			if diff := cmp.Diff(tt.want, led); diff != "" {
				t.Errorf("ledger (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.texts, texts); diff != "" {
				t.Errorf("records (-want +got):\n%s", diff)
			}
			if err := led.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// foreign is the account of a file that is no transcript.
func foreign() Ledger {
	return Ledger{Lines: 1, Skipped: map[Reason]int{NotATranscript: 1}, Troubles: []fact.Trouble{{File: "f", Reason: "not_a_transcript"}}}
}

func TestFeedLongLine(t *testing.T) {
	feed := NewFeed(&toy{})
	feed.reader = NewReaderSize(16, 64)
	var led Ledger
	n := 0
	in := `{"t":"` + strings.Repeat("x", 100) + "\"}\n{\"t\":\"a\"}\n"
	if _, err := feed.Read(strings.NewReader(in), "f", 0, &led, func(*Record) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	if n != 1 || led.Skipped[TooLong] != 1 || led.Unreadable() != 1 {
		t.Errorf("%d records, ledger %+v", n, led)
	}
}

func TestFeedTellsTheEnd(t *testing.T) {
	var led Ledger
	var kinds []Kind
	_, err := NewFeed(&toy{tail: true}).Read(strings.NewReader("{\"t\":\"a\"}\n"), "f", 0, &led, func(r *Record) error {
		kinds = append(kinds, r.Kind)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Kind{Prompt, Popped}, kinds); diff != "" {
		t.Error(diff)
	}
}

func TestFeedStopsWhereTold(t *testing.T) {
	enough := errors.New("enough")
	var led Ledger
	_, err := NewFeed(&toy{}).Read(strings.NewReader("{\"t\":\"a\"}\n{\"t\":\"b\"}\n"), "f", 0, &led, func(*Record) error { return enough })
	if !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
}

func TestLedgerMerge(t *testing.T) {
	var a, b Ledger
	a.Skip("x", 1, MalformedJSON)
	for i := range 2 * maxTroubles {
		b.Skip("y", i, MalformedJSON)
	}
	b.Lines, b.Decoded = b.Lines+3, 3
	b.Met("new")
	b.Doubt("y", 4, OddTokens)
	a.Merge(&b)
	if a.Lines != 2*maxTroubles+4 || a.Skipped[MalformedJSON] != 2*maxTroubles+1 || len(a.Troubles) != maxTroubles || a.Unknown["new"] != 1 || a.Odd[OddTokens] != 1 {
		t.Errorf("merged %d lines, %v, %d troubles", a.Lines, a.Skipped, len(a.Troubles))
	}
	if err := a.Check(); err != nil {
		t.Error(err)
	}
	a.Decoded++
	if a.Check() == nil {
		t.Error("a line too many went unnoticed")
	}
	var many Ledger
	for i := range 2 * maxUnknown {
		many.Met(string(rune('a' + i)))
	}
	if len(many.Unknown) > maxUnknown+1 {
		t.Errorf("%d unknown types are kept", len(many.Unknown))
	}
}
