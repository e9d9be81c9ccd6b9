package chars

import (
	"strings"
	"testing"
)

// Sets of bytes that the rules are written in.
func TestByteSets(t *testing.T) {
	for _, c := range []struct {
		set  Class
		in   string
		none string
	}{
		{Upper, "AMZ", "a[@"}, {Lower, "amz", "A{`"}, {Digit, "059", "/:a"}, {Hexa, "09afAF", "gG@"}, {Space, " \t\n\r\f", "a\v"}, {Blank, " \t", "\n"},
		{Quote, "\"'`", "´\\"}, {High, "\x80\xff", "\x7f"}, {Control, "\x00\x01\x1f\x1b\v", "\t\n\f\r \x7f"}, {Word, "aZ0_", "-."}, {Base64Std, "aZ0+/", "-_="},
		{Base64URL, "aZ0-_", "+/="}, {Token, "aZ0_-.=+/~", ": "}, {Operator, "=>:|?,", ";<"}, {Bracket, "()[]{}<", ">"}, {Bang, "!*#$^", "?"},
		{Semicolon, ";", ":"}, {Ampersand, "&", "%"}, {At, "@", "a"}, {Backslash, `\`, "/"}, {Percent, "%", "&"}, {Pipe, "|", "I"}, {Tilde, "~", "-"},
	} {
		for _, b := range []byte(c.in) {
			if !Is(b, c.set) {
				t.Errorf("%q is not in %b", b, c.set)
			}
		}
		for _, b := range []byte(c.none) {
			if Is(b, c.set) {
				t.Errorf("%q is in %b", b, c.set)
			}
		}
	}
	if IsAt("a", -1, Lower) || IsAt("a", 1, Lower) || !IsAt("a", 0, Lower) {
		t.Error("isAt is wrong at the ends of a text")
	}
	if Run("aaab", 0, 2, Lower) != 2 || Run("aa1a", 0, 9, Lower) != 2 || RunBack("1aab", 3, 9, Lower) != 1 || RunBack("aaaa", 3, 2, Lower) != 1 || RunBack("aa", 2, 9, Lower) != 0 {
		t.Error("a run is too long or too short")
	}
	if !All("", Digit) || All("1a", Digit) || Count("a1b2", Digit) != 2 {
		t.Error("all or count is wrong")
	}
	for text, want := range map[string]bool{"a|": true, "é|": true, "ж|": true, "1|": true, "的|": false, "た|": false, "…|": false, "-|": false, "|": false} {
		if i := strings.IndexByte(text, '|'); InWord(text, i) != want {
			t.Errorf("a word goes on in %q: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{"a": true, "é": true, "1": true, "的": false, "…": false, "-": false, "": false} {
		if WordAt(text, 0) != want {
			t.Errorf("a word begins in %q: %v", text, !want)
		}
	}
}
