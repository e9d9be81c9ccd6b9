package transcript

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// seenLine is what a test compares of a Line.
type seenLine struct {
	Data    string
	Number  int
	Offset  int64
	Ended   bool
	TooLong bool
}

func readAll(t *testing.T, r *Reader, src io.Reader) []seenLine {
	t.Helper()
	r.Reset(src)
	var out []seenLine
	for {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, seenLine{string(line.Data), line.Number, line.Offset, line.Ended, line.TooLong})
	}
}

func TestReaderLines(t *testing.T) {
	long := strings.Repeat("x", 100)
	tests := []struct {
		name, in string
		want     []seenLine
	}{
		{"empty", "", nil},
		{"one", "a\n", []seenLine{{"a", 1, 0, true, false}}},
		{"last line without newline", "a\nbc", []seenLine{{"a", 1, 0, true, false}, {"bc", 2, 2, false, false}}},
		{"carriage returns", "a\r\nb\r\n", []seenLine{{"a", 1, 0, true, false}, {"b", 2, 3, true, false}}},
		{"blank lines keep their number", "\n  \na\n", []seenLine{{"a", 3, 4, true, false}}},
		{"runs of NUL are blank", "\x00\x00\x00\na\n", []seenLine{{"a", 2, 4, true, false}}},
		{"byte order mark", "\xef\xbb\xbfa\n", []seenLine{{"a", 1, 3, true, false}}},
		{"byte order mark only at the start", "a\n\xef\xbb\xbfb\n", []seenLine{{"a", 1, 0, true, false}, {"\xef\xbb\xbfb", 2, 2, true, false}}},
		{"longer than the buffer", long + "\nb\n", []seenLine{{long, 1, 0, true, false}, {"b", 2, 101, true, false}}},
		{"longer than the cap", strings.Repeat("y", 300) + "\nb\n", []seenLine{{"", 1, 0, true, true}, {"b", 2, 301, true, false}}},
		{"longer than the cap at the end", "b\n" + strings.Repeat("y", 300), []seenLine{{"b", 1, 0, true, false}, {"", 2, 2, false, true}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, src := range map[string]io.Reader{
				"whole":        strings.NewReader(tt.in),
				"byte by byte": iotest.OneByteReader(strings.NewReader(tt.in)),
				"halves":       iotest.HalfReader(strings.NewReader(tt.in)),
				"data and EOF": iotest.DataErrReader(strings.NewReader(tt.in)),
			} {
				if diff := cmp.Diff(tt.want, readAll(t, NewReaderSize(16, 250), src)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
			}
		})
	}
}

func TestReaderReportsTheSourcesError(t *testing.T) {
	boom := errors.New("disk on fire")
	r := NewReader()
	r.Reset(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(boom)))
	if line, err := r.Next(); err != nil || string(line.Data) != "a" {
		t.Fatalf("first line %q, %v", line.Data, err)
	}
	if _, err := r.Next(); !errors.Is(err, boom) {
		t.Errorf("error %v, want %v", err, boom)
	}
	r.Reset(stuck{})
	if _, err := r.Next(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("error %v, want %v", err, io.ErrNoProgress)
	}
}

// stuck is a source that never gets anywhere.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// TestReaderLongLineMemory holds what one long line may cost: three times its
// length while it is read, and nothing that stays.
func TestReaderLongLineMemory(t *testing.T) {
	const length = 24 << 20
	line := append(bytes.Repeat([]byte("z"), length), '\n')
	r := NewReader()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r.Reset(bytes.NewReader(line))
	got, err := r.Next()
	if err != nil || len(got.Data) != length {
		t.Fatalf("%d bytes, %v", len(got.Data), err)
	}
	runtime.ReadMemStats(&after)
	if cost := after.TotalAlloc - before.TotalAlloc; cost > 3*length {
		t.Errorf("a line of %d bytes took %d bytes of memory", length, cost)
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if len(r.buf) > keepBuffer {
		t.Errorf("the buffer stays at %d bytes", len(r.buf))
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte("a\nb\n"), 3)
	f.Add([]byte("\xef\xbb\xbf{}\r\n\x00\n"+strings.Repeat("q", 90)), 1)
	f.Fuzz(func(t *testing.T, data []byte, chunk int) {
		whole := readAll(t, NewReaderSize(1<<16, 64), bytes.NewReader(data))
		parts := readAll(t, NewReaderSize(16, 64), &chunked{data: data, n: max(1, chunk&31)})
		if diff := cmp.Diff(whole, parts); diff != "" {
			t.Errorf("the size of the pieces changed the lines (-whole +pieces):\n%s", diff)
		}
		for _, line := range whole {
			end := int(line.Offset) + len(line.Data)
			if !line.TooLong && string(data[line.Offset:end]) != line.Data {
				t.Errorf("line %d is not what stands at byte %d", line.Number, line.Offset)
			}
		}
	})
}

// chunked gives its data n bytes at a time.
type chunked struct {
	data []byte
	n    int
}

func (c *chunked) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), c.n)], c.data)
	c.data = c.data[n:]
	return n, nil
}
