package frame_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/content"
	"prism/internal/content/frame"
)

func TestWhatIsWrittenIsRead(t *testing.T) {
	want := []content.Append{
		{Path: "projects/x/y.jsonl", Generation: 7, From: 10, To: 30, Data: []byte("{\"a\":\n}\n"), Tail: []byte("{"), Modified: time.Unix(5, 6).UTC(), Roots: map[string]string{"/a/b": "/a"}},
		{Person: "ada", Path: "telemetry/z.jsonl", Kind: content.Telemetry, Data: bytes.Repeat([]byte("x"), 700_000), Modified: time.Time{}},
	}
	var b bytes.Buffer
	for i := range want {
		if err := frame.Write(&b, &want[i]); err != nil {
			t.Fatal(err)
		}
	}
	r := frame.NewReader(&b, nil)
	var got []content.Append
	for {
		a, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, a)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestWhatIsNoFrame(t *testing.T) {
	for name, text := range map[string]string{
		"no end":          `{"path":"x"`,
		"no JSON":         "hello\n",
		"another kind":    `{"path":"x","kind":"picture"}` + "\n\n",
		"too large":       `{"path":"x","kind":"transcript","data":999999999}` + "\n",
		"less than said":  `{"path":"x","kind":"transcript","data":10}` + "\nabc",
		"more than said":  `{"path":"x","kind":"transcript","data":1}` + "\nabc\n",
		"a negative size": `{"path":"x","kind":"transcript","data":-1}` + "\n\n",
		"a long line":     `{"path":"` + strings.Repeat("x", 200_000) + "\n",
	} {
		if _, err := frame.NewReader(strings.NewReader(text), nil).Next(); !errors.Is(err, frame.ErrForm) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is coming is claimed as it comes: neither all that was promised at once, nor only
// when it is there.
func TestWhatIsComingIsClaimed(t *testing.T) {
	claimed := 0
	claim := func(n int) error { claimed += n; return nil }
	head := `{"path":"x","kind":"transcript","data":4000000}` + "\n"
	_, err := frame.NewReader(strings.NewReader(head+strings.Repeat("x", 1_000_000)), claim).Next()
	if !errors.Is(err, frame.ErrForm) || claimed < 1_000_000 || claimed > 1_300_000 {
		t.Errorf("%d of 1,000,000 bytes that came, %v", claimed, err)
	}
	full := errors.New("full")
	_, err = frame.NewReader(strings.NewReader(head+strings.Repeat("x", 1_000_000)), func(n int) error {
		if claimed -= n; claimed < 500_000 {
			return full
		}
		return nil
	}).Next()
	if !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"path":"x","kind":"transcript","data":2}` + "\n{}\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		r := frame.NewReader(bytes.NewReader(in), nil)
		for {
			a, err := r.Next()
			if err != nil {
				return
			}
			var b bytes.Buffer
			if err := frame.Write(&b, &a); err != nil {
				t.Skip() // a time that JSON cannot say
			}
			again, err := frame.NewReader(&b, nil).Next()
			if err != nil || !bytes.Equal(again.Data, a.Data) || !bytes.Equal(again.Tail, a.Tail) || again.Path != a.Path && again.Path == "" {
				t.Fatalf("%+v is read as %+v, %v", a, again, err)
			}
		}
	})
}
