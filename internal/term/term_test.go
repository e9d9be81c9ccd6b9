package term

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain text", "plain text"},
		{"  two  blanks ", "two blanks"},
		{"line\r\nbreak\tand tab", "line break and tab"},
		{"\x1b[1;31mred\x1b[0m", "red"},
		{"\x1b]0;title\x07rest", "␛]0;title\uFFFDrest"},
		{"\x1b[2Jcleared", "␛[2Jcleared"},
		{"\x1b]8;;http://x\x1b\\link", "␛]8;;http://x␛\\link"},
		{"\u009b31mcsi of one character", "\uFFFD31mcsi of one character"},
		{"evil\u202etxt.exe", "eviltxt.exe"},
		{"zero\u200bwidth\ufeff", "zerowidth"},
		{"tag\U000E0041s", "tags"},
		{"family 👩\u200d👧", "family 👩\u200d👧"},
		{"bad \xff byte", "bad \uFFFD byte"},
		{"nul\x00", "nul\uFFFD"},
		{"日本語", "日本語"},
		{"", ""},
	} {
		if got := Clean(c.in); got != c.want {
			t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// What Clean lets through can do nothing to a terminal.
func TestCleanProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := string(rapid.SliceOfN(rapid.Byte(), 0, 80).Draw(t, "bytes")) + rapid.StringN(0, 40, -1).Draw(t, "text") + "\x1b[" + rapid.String().Draw(t, "tail")
		got := Clean(in)
		if !utf8.ValidString(got) {
			t.Fatalf("not UTF-8: %q", got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || invisible(r) {
				t.Fatalf("%q lets %U through", got, r)
			}
		}
		if again := Clean(got); again != got {
			t.Fatalf("cleaned twice: %q, once: %q", again, got)
		}
		for _, l := range strings.Split(CleanBlock(in), "\n") {
			for _, r := range l {
				if unicode.IsControl(r) {
					t.Fatalf("CleanBlock lets %U through", r)
				}
			}
		}
	})
}

func TestFitByWidth(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 10, "short"}, {"exactly", 7, "exactly"}, {"too long for it", 8, "too lon…"},
		{"日本語の題名", 7, "日本語…"}, {"日本語", 6, "日本語"}, {"any", 0, "any"},
	} {
		if got := Fit(c.in, c.n); got != c.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
	if got := FitLeft("/a/long/path/file.go", 10); Width(got) != 10 || !strings.HasSuffix(got, "/file.go") {
		t.Errorf("FitLeft = %q", got)
	}
}

func TestWrap(t *testing.T) {
	got := Wrap("a path such as ~/.cache/prism-corpus/people stays whole", 20)
	want := []string{"a path such as", "~/.cache/prism-", "corpus/people stays", "whole"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := strings.Join(Wrap("no price for Qwen3.6-35B-A3B-UD-Q4_K_M.gguf", 26), "|"); got != "no price for|Qwen3.6-35B-A3B-UD-Q4_K_M.|gguf" {
		t.Errorf("a name that is wider than its line: %q", got)
	}
	if got := strings.Join(Wrap("a-wordwithoutanysigntobreakit", 20), "|"); got != "a-wordwithoutanysign|tobreakit" {
		t.Errorf("a sign at the beginning: %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab-/ 日本é👍\n"))).Draw(t, "text")
		n := rapid.IntRange(2, 40).Draw(t, "n")
		lines := Wrap(text, n)
		for _, l := range lines {
			if Width(l) > n {
				t.Fatalf("line %q is wider than %d", l, n)
			}
		}
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if squeeze(strings.Join(lines, "")) != squeeze(text) {
			t.Fatalf("text was lost: %q became %q", text, lines)
		}
	})
}

// A table never runs over its screen, whatever stands in it.
func TestTableFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(40, 160).Draw(t, "width")
		cols := []Column{{Name: "id"}, {Name: "when", Right: true, Rank: 2}, {Name: "repo", Min: 6, Rank: 3}, {Name: "title", Min: 10}}
		var rows [][]Cell
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			rows = append(rows, []Cell{{Text: "0123abcd"}, {Text: "12 Nov"}, {Text: rapid.StringOf(rapid.RuneFrom([]rune("ab日é"))).Draw(t, "repo")}, {Text: rapid.StringOf(rapid.RuneFrom([]rune("ab 日👍"))).Draw(t, "title"), Paint: Good}})
		}
		var b bytes.Buffer
		NewFixed(&b, width, true).Table(0, cols, rows)
		for l := range strings.SplitSeq(b.String(), "\n") {
			if Width(l) > width {
				t.Fatalf("line of %d cells on a screen of %d: %q", Width(l), width, l)
			}
		}
	})
}

func TestPipeHasNoEscape(t *testing.T) {
	var b bytes.Buffer
	s := New(&b, []string{"TERM=xterm-256color", "COLORTERM=truecolor"})
	s.Line(s.Paint(Bad, "red"), s.Paint(Strong, "strong"))
	s.Table(0, []Column{{Name: "a"}}, [][]Cell{{{Text: "b", Paint: Good}}})
	if strings.ContainsRune(b.String(), 0x1b) {
		t.Errorf("an escape byte in a pipe: %q", b.String())
	}
	if s.Width() != 0 || s.Terminal() {
		t.Error("a buffer was taken for a terminal")
	}
}

func TestForcedColour(t *testing.T) {
	var b bytes.Buffer
	s := New(&b, []string{"TERM=xterm-256color", "CLICOLOR_FORCE=1"})
	s.Line(s.Paint(Bad, "red"))
	if !strings.Contains(b.String(), "\x1b[31m") {
		t.Errorf("CLICOLOR_FORCE gave %q", b.String())
	}
	b.Reset()
	s = New(&b, []string{"TERM=xterm-256color", "CLICOLOR_FORCE=1", "NO_COLOR=1"})
	s.Line(s.Paint(Bad, "red"))
	if strings.Contains(b.String(), "[31m") {
		t.Errorf("NO_COLOR gave %q", b.String())
	}
}

// A piece that nobody cleaned does no harm, and what was laid out stays.
func TestScreenLetsNothingActThrough(t *testing.T) {
	const hostile = "a\x1b]0;title\x07b\x1b[2J\u009b2K\r\u202ec\b\td\u2028e\u200f"
	for _, colour := range []bool{false, true} {
		var b strings.Builder
		s := NewFixed(&b, 80, colour)
		s.Line("  two  blanks\u00a0 ", s.Paint(Bad, "painted"), hostile)
		s.Linef("%s", hostile)
		s.Para(2, hostile)
		s.Heading(hostile)
		s.Table(0, []Column{{Name: hostile}}, [][]Cell{{{Text: hostile, Paint: Good}}})
		s.Raw("first\n" + hostile)
		s.Status(hostile)
		text := b.String()
		if !strings.HasPrefix(text, "  two  blanks\u00a0 ") || !strings.Contains(text, "first\n") {
			t.Errorf("the layout changed: %q", text)
		}
		if painted := strings.Contains(text, "\x1b[31mpainted\x1b[m"); painted != colour {
			t.Errorf("painted is %v: %q", painted, text)
		}
		text = strings.TrimPrefix(text[strings.Index(text, "painted"):], "painted")
		for _, own := range []string{"\x1b[m", "\x1b[1m", "\x1b[2m", "\x1b[32m", "\r"} { // paint, and Status's return
			text = strings.ReplaceAll(text, own, "")
		}
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }); i >= 0 {
			t.Errorf("colour %v: %q lets %q through", colour, text, text[i:])
		}
	}
}

func TestBarAndBig(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  string
	}{{0, ""}, {0.5, "██"}, {1, "████"}, {-1, ""}, {7, "████"}, {0.125, "▌"}, {0.001, "▏"}} {
		if got := Bar(c.share, 4); got != c.want {
			t.Errorf("Bar(%v) = %q, want %q", c.share, got, c.want)
		}
	}
	for _, row := range Big("62.5") {
		if Width(row) != Width(Big("62.5")[0]) {
			t.Errorf("rows of a number differ in width: %q", Big("62.5"))
		}
	}
}

// A status line is gone as soon as anything else is written, and never stands in
// what is no terminal.
func TestStatus(t *testing.T) {
	var out strings.Builder
	s := NewFixed(&out, 12, false)
	s.Status("asked 10")
	s.Status("asked 9")
	s.Line("told")
	s.Status("far too long for it")
	s.Status("")
	s.Status("")
	if want := "\rasked 10\rasked 9 \r       \rtold\n\rfar too lo…\r           \r"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	out.Reset()
	NewFixed(&out, 0, false).Status("asked 10")
	if out.Len() > 0 {
		t.Errorf("%q in a pipe", out.String())
	}
}

// A command that is wider than its terminal goes on as a shell has it, and never within an
// argument; in a pipe it is one line.
func TestCommand(t *testing.T) {
	for _, c := range []struct {
		width      int
		text, want string
	}{
		{60, "prism sessions --counted --crushed=false --demo", "  prism sessions --counted --crushed=false --demo\n"},
		{40, "prism sessions --counted --crushed=false --demo", "  prism sessions --counted \\\n      --crushed=false --demo\n"},
		{30, "prism sessions --search 'two words' --demo", "  prism sessions --search \\\n      'two words' --demo\n"},
		{24, "prism show --repo 'a long name of it'", "  prism show --repo \\\n      'a long name of it'\n"},
		{0, "prism sessions --counted --crushed=false --demo", "  prism sessions --counted --crushed=false --demo\n"},
	} {
		var b bytes.Buffer
		NewFixed(&b, c.width, false).Command(2, c.text)
		if b.String() != c.want {
			t.Errorf("at %d columns: %q, want %q", c.width, b.String(), c.want)
		}
	}
}
