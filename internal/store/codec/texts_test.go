package codec

import (
	"fmt"
	"testing"
)

func TestTexts(t *testing.T) {
	var b []byte
	want := ""
	for i, text := range []string{"a title\nof a summary", "", "x\x00\xff", string(make([]byte, 300))} {
		b = AppendText(b, int64(i*100-1), []byte(text))
		want += fmt.Sprintf("%d %q;", i*100-1, text)
	}
	got := ""
	if err := Texts(b, func(session int64, text []byte) bool {
		got += fmt.Sprintf("%d %q;", session, text)
		return true
	}); err != nil || got != want {
		t.Errorf("%v\n%s, want\n%s", err, got, want)
	}
	seen := 0
	if err := Texts(b, func(int64, []byte) bool { seen++; return seen < 2 }); err != nil || seen != 2 {
		t.Errorf("%d after it was enough, %v", seen, err)
	}
	for _, cut := range []int{1, 2, 10, len(b) - 1} {
		if err := Texts(b[:cut], func(int64, []byte) bool { return true }); err == nil {
			t.Errorf("cut at %d it is whole", cut)
		}
	}
}

func FuzzTexts(f *testing.F) {
	f.Add(AppendText(AppendText(nil, 1, []byte("a")), -5, []byte("bc")))
	f.Add([]byte{2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		n := 0
		_ = Texts(b, func(_ int64, text []byte) bool { n += len(text); return true })
		if n > len(b) {
			t.Errorf("%d bytes of %d", n, len(b))
		}
	})
}
