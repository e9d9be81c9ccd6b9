package secret

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The automaton says where a keyword ends, tells all that end in one place, and
// refuses what it cannot hold.
func TestKeywords(t *testing.T) {
	if _, err := newAutomaton([]string{"a", ""}); err == nil {
		t.Error("an empty keyword is taken")
	}
	a, err := newAutomaton([]string{"he", "she", "his", "hers"})
	if err != nil {
		t.Fatal(err)
	}
	var kept [chains][]hit
	for _, lead := range []string{"", strings.Repeat(".", 700)} {
		var got []string
		a.scan(lead+"USHERS", &kept, func(h hit) { got = append(got, fmt.Sprint(h.keyword, "@", h.end-len(lead))) })
		if s := strings.Join(got, " "); s != "1@4 0@4 3@6" {
			t.Errorf("behind %d bytes: %s", len(lead), s)
		}
	}
	for text, want := range map[string]bool{"ushers": true, "uSHErs": true, "h e": false, "": false, "xhi": false, "xhis": true} {
		if a.contains(text) != want {
			t.Errorf("contains %q: %v", text, !want)
		}
	}
	for _, n := range []int{10, 600} {
		if seen := a.scan(strings.Repeat("a", n-2)+"%\\", &kept, func(hit) {}); seen != classes['a']|percent|backslash {
			t.Errorf("of %d bytes it saw %b", n, seen)
		}
	}
}

// Sets of bytes that the rules are written in.
func TestByteSets(t *testing.T) {
	for _, c := range []struct {
		set  class
		in   string
		none string
	}{
		{upper, "AMZ", "a[@"}, {lower, "amz", "A{`"}, {digit, "059", "/:a"}, {hexa, "09afAF", "gG@"}, {space, " \t\n\r\f", "a\v"}, {blank, " \t", "\n"},
		{quote, "\"'`", "´\\"}, {high, "\x80\xff", "\x7f"}, {control, "\x00\x01\x1f\x1b\v", "\t\n\f\r \x7f"}, {word, "aZ0_", "-."}, {base64Std, "aZ0+/", "-_="},
		{base64URL, "aZ0-_", "+/="}, {token, "aZ0_-.=+/~", ": "}, {operator, "=>:|?,", ";<"}, {bracket, "()[]{}<", ">"}, {bang, "!*#$^", "?"},
		{semicolon, ";", ":"}, {ampersand, "&", "%"}, {at, "@", "a"}, {backslash, `\`, "/"}, {percent, "%", "&"}, {pipe, "|", "I"}, {tilde, "~", "-"},
	} {
		for _, b := range []byte(c.in) {
			if !is(b, c.set) {
				t.Errorf("%q is not in %b", b, c.set)
			}
		}
		for _, b := range []byte(c.none) {
			if is(b, c.set) {
				t.Errorf("%q is in %b", b, c.set)
			}
		}
	}
	if isAt("a", -1, lower) || isAt("a", 1, lower) || !isAt("a", 0, lower) {
		t.Error("isAt is wrong at the ends of a text")
	}
	if run("aaab", 0, 2, lower) != 2 || run("aa1a", 0, 9, lower) != 2 || runBack("1aab", 3, 9, lower) != 1 || runBack("aaaa", 3, 2, lower) != 1 || runBack("aa", 2, 9, lower) != 0 {
		t.Error("a run is too long or too short")
	}
	if !all("", digit) || all("1a", digit) || count("a1b2", digit) != 2 {
		t.Error("all or count is wrong")
	}
	for text, want := range map[string]bool{"a|": true, "é|": true, "ж|": true, "1|": true, "的|": false, "た|": false, "…|": false, "-|": false, "|": false} {
		if i := strings.IndexByte(text, '|'); inWord(text, i) != want {
			t.Errorf("a word goes on in %q: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{"a": true, "é": true, "1": true, "的": false, "…": false, "-": false, "": false} {
		if wordAt(text, 0) != want {
			t.Errorf("a word begins in %q: %v", text, !want)
		}
	}
}

// Long texts go through the automaton in parts: nothing may be lost where they
// meet.
func TestLongTexts(t *testing.T) {
	r := newFinder(t)
	for _, size := range []int{500, 512, 513, 600, 2047, 2048, 5000} {
		for shift := range 24 {
			filler := strings.Repeat("lorem ipsum dolor ", size/18+1)[:size]
			var b strings.Builder
			for i := 0; i+100 < size; i += 97 {
				b.WriteString(filler[i : i+60+shift])
				b.WriteString(" a" + strconv.Itoa(i) + "@mail.test ")
			}
			if got := hide(t, r, b.String()); strings.Contains(got, "@") {
				t.Fatalf("size %d, shift %d: %q", size, shift, got)
			}
		}
	}
}

// The automaton finds what a plain search finds.
func TestAutomaton(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("abAB-é")), 1, 4, -1)
		words := rapid.SliceOfNDistinct(rapid.Map(letters, foldASCII), 1, 6, rapid.ID).Draw(t, "words")
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abAB-éè")), 0, 1400, -1).Draw(t, "text")
		a, err := newAutomaton(words)
		if err != nil {
			t.Fatal(err)
		}
		got := map[hit]bool{}
		last := 0
		var kept [chains][]hit
		a.scan(text, &kept, func(h hit) {
			if h.end < last {
				t.Fatalf("hits are out of order")
			}
			last = h.end
			// Letters outside ASCII are found by approximation.
			if w := words[h.keyword]; foldASCII(text[h.end-len(w):h.end]) == w {
				got[h] = true
			}
		})
		want := map[hit]bool{}
		for k, w := range words {
			for i := 0; i+len(w) <= len(text); i++ {
				if foldASCII(text[i:i+len(w)]) == w {
					want[hit{uint16(k), i + len(w)}] = true
				}
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
