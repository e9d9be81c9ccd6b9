package lexicon

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// read is the file of a language.
func read(code string) string {
	for _, f := range built() {
		if f.code == code {
			return f.text
		}
	}
	return ""
}

// TestFiles: what a person adds to a file is found, or said to be wrong.
func TestFiles(t *testing.T) {
	for _, code := range Languages() {
		if err := Check(read(code)); err != nil {
			t.Errorf("data/%s.txt:\n%v", code, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for text, wrong := range map[string]string{
		"# a comment\n[shift.follow]\nand | go on\nd'accord": "",
		"[shift.folow]\nand":                            "line 1: [shift.folow] : no such section",
		"[shift.follow]\nand\n[shift.follow]":           "line 3: [shift.follow] : stands in line 1 already",
		"[shift.follow]\nand | or\nAND":                 "line 3: [shift.follow] AND: stands in line 2 already",
		"[shift.follow]\nété | ete":                     "line 2: [shift.follow] ete: stands in line 2 already",
		"[shift.follow]\nit's | its":                    "line 2: [shift.follow] its: stands in line 2 already",
		"[shift.follow]\npull-request":                  "",
		"[shift.follow]\n…":                             "line 2: [shift.follow] …: no words",
		"[shift.follow]\nunrelated: | unrelated | why?": "",
		"[shift.follow]\na: b":                          "line 2: [shift.follow] a: b: a sign that parts words is not seen when they are looked for",
		"[shift.follow]\n.md":                           "line 2: [shift.follow] .md: a sign that parts words is not seen when they are looked for",
		"[shift.follow]\ngo on.":                        "line 2: [shift.follow] go on.: a full stop behind a phrase is for scripts without spaces",
		"[shift.follow]\n好.":                            "",
		"[shift.follow]\nf*":                            "line 2: [shift.follow] f*: a beginning of a word needs two letters, of a script with spaces",
		"[shift.follow]\n修复*":                           "line 2: [shift.follow] 修复*: a beginning of a word needs two letters, of a script with spaces",
		"[shift.follow]\nfunk* | funk":                  "",
		"[word.stop]\nl' the\nthe":                      "line 3: [word.stop] the: stands in line 2 already",
		"[shift.accept]\nd accord | d'accord":           "",
		"[shift.accept]\nd accord":                      "line 2: [shift.accept] d accord: what is elided is missing as it is written, with its apostrophe",
	} {
		got := ""
		if err := Check(text); err != nil {
			got = err.Error()
		}
		if got != wrong {
			t.Errorf("Check(%q) = %q, want %q", text, got, wrong)
		}
	}
}

func words(text string, snake bool) []string {
	t := Text{Snake: snake}
	t.Scan(text, 100)
	var out []string
	for i, k := range t.Tokens {
		out = append(out, fmt.Sprintf("%s@%d-%d", t.Word(i), k.Start, k.End))
	}
	return out
}

func TestScan(t *testing.T) {
	for text, want := range map[string]string{
		"Don't touch it":  "dont@0-5 touch@6-11 it@12-14",
		"J’ai créé l'île": "jai@0-6 cree@7-13 lile@14-20",
		"Größe ÆØ Straße": "grosse@0-7 aeo@8-12 strasse@13-20",
		"修复bug吧":          "修@0-3 复@3-6 bug@6-9 吧@9-12",
		"안돼 テスト":          "안@0-3 돼@3-6 テ@7-10 ス@10-13 ト@13-16",
		"ещё не":          "еще@0-6 не@7-11",
		"đường Ơn":        "duong@0-9 on@10-13",
		"'quoted' it's":   "quoted@1-8 its@9-13",
		"go-on, a.md":     "go@0-2 on@3-5 a@7-8 md@9-11",
		"":                "",
		"\xff\xfe x":      "x@3-4",
	} {
		if got := strings.Join(words(text, false), " "); got != want {
			t.Errorf("Scan(%q) = %s, want %s", text, got, want)
		}
	}
	if got := words("auto_commit _now_", true); !slices.Equal(got, []string{"auto_commit@0-11", "_now_@12-17"}) {
		t.Errorf("a name is one word: %v", got)
	}
	if got := words("auto_commit", false); len(got) != 2 {
		t.Errorf("a name is two words: %v", got)
	}
	short := Text{}
	short.Scan("one two three", 2)
	if len(short.Tokens) != 2 || string(short.Word(1)) != "two" {
		t.Errorf("bounded: %v", short.Tokens)
	}
}

// Texts are read by their words: accents, case and apostrophes apart; of scripts
// without blanks every sign is a word.
func TestWordsOfTexts(t *testing.T) {
	words := func(text string, limit int) string {
		var s Text
		s.Scan(text, limit)
		var out []string
		for i, k := range s.Tokens {
			out = append(out, string(s.Word(i))+"@"+text[k.Start:k.End])
		}
		return strings.Join(out, " ")
	}
	for text, want := range map[string]string{
		"Don't STOP":   "dont@Don't stop@STOP",
		"don’t":        "dont@don’t",
		"'quoted'":     "quoted@quoted'",
		"naïve Größe":  "naive@naïve grosse@Größe",
		"ÇA Ñandú œuf": "ca@ÇA nandu@Ñandú oeuf@œuf",
		"Łódź Şifre İ": "lodz@Łódź sifre@Şifre i@İ",
		"Ёлка її":      "елка@Ёлка ии@її",
		"mật khẩu ơ ư": "mat@mật khau@khẩu o@ơ u@ư",
		"修复bug":        "修@修 复@复 bug@bug",
		"고쳐":           "고@고 쳐@쳐",
		"a_b-c.d":      "a@a b@b c@c d@d",
		"v2 x86":       "v2@v2 x86@x86",
		"":             "",
		"…!?":          "",
	} {
		if got := words(text, 99); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// book compiles phrases: section by place, all of the languages.
func book(t testing.TB, sections ...string) *Book {
	t.Helper()
	w := writer{book: newBook(0), most: shared}
	for i, phrases := range sections {
		for p := range strings.SplitSeq(phrases, "|") {
			w.lang, w.says = 1, 1<<i
			if rest, ok := strings.CutPrefix(p, "2:"); ok {
				p, w.lang = rest, 2
			}
			if err := w.add(p); err != nil {
				t.Fatal(p, err)
			}
		}
	}
	return w.book
}

func TestFind(t *testing.T) {
	b := book(t, "go|go on|funk*|j'ai|好.|修复|why?", "on|go on then|note:|2:con|funktion|try har*", "harder")
	for text, want := range map[string]string{
		"go":                "1:0-1",
		"Go on":             "1:0-2",
		"go, on: then what": "2:0-3",
		"then on":           "2:1-2",
		"gone":              "",
		"Funktionen":        "1:0-1",
		"die Funktion":      "3:1-2",
		"J’ai":              "1:0-1",
		"jai":               "1:0-1",
		"con":               "",
		"try harder":        "2:0-2",
		"note that":         "",
		"Note: that":        "2:0-1",
		"笔 note： that":      "2:1-2",
		"why? not":          "1:0-1",
		"why not?":          "",
		"try, go":           "1:1-2",
		"好吧":                "",
		"好 吧":               "1:0-1",
		"很好":                "1:1-2",
		"请修复它":              "1:1-3",
	} {
		s := Text{}
		s.Scan(text, 100)
		got := ""
		b.Longest(&s, 1, func(h Hit) { got += fmt.Sprintf(" %d:%d-%d", h.Sections, h.From, h.To) })
		if got = strings.TrimSpace(got); got != want {
			t.Errorf("Longest(%q) = %s, want %s", text, got, want)
		}
	}
	s := Text{}
	s.Scan("con", 9)
	if h := b.At(&s, 0, 2); h.To != 1 || !h.Sections.Has(1) {
		t.Errorf("in its own language: %v", h)
	}
	s.Scan("then go on then", 9)
	if starts, within := b.All(&s, Every); starts != 0 || within != 3 {
		t.Errorf("All: starts %d, within %d", starts, within)
	}
	s.Scan("try harder", 9)
	if starts, within := b.All(&s, Every); starts != 2 || within != 6 {
		t.Errorf("a phrase inside another counts: starts %d, within %d", starts, within)
	}
}

// TestEveryPhraseIsFound: each phrase of each file, said alone, is found whole.
func TestEveryPhraseIsFound(t *testing.T) {
	groups := map[string][]string{}
	for _, s := range sections {
		if g, n, _ := strings.Cut(s, "."); g+"." != wordy {
			groups[g] = append(groups[g], n)
		}
	}
	for g, names := range groups {
		if !slices.Equal(names, Sections(g)) {
			t.Errorf("Sections(%s) = %v", g, Sections(g))
		}
		for part := range slices.Chunk(names, 64) { // as many as a Set holds
			foundIn(t, g, part)
		}
	}
}

// foundIn looks for each phrase of some sections of a group.
func foundIn(t *testing.T, g string, names []string) {
	t.Helper()
	b := Compile(g, names)
	for i, code := range Languages() {
		for e := range chosen(read(code)) {
			_, name, _ := strings.Cut(e.section, ".")
			at := slices.Index(names, name)
			if e.phrase == "" || !strings.HasPrefix(e.section, g+".") || at < 0 {
				continue
			}
			s := Text{}
			s.Scan(strings.ToUpper(strings.ReplaceAll(strings.TrimSuffix(e.phrase, "."), "*", "xyz")), 100)
			if h := b.At(&s, 0, 1<<i); h.To != len(s.Tokens) || !h.Sections.Has(at) {
				t.Errorf("%s, line %d: %q is not found: %v", code, e.line, e.phrase, h)
			}
		}
	}
}

// TestAnything: words lie in the text in order, what is found lies among them, and
// Longest, All and At agree.
func TestAnything(t *testing.T) {
	b := book(t, "go|go on|好.|修复|fu*", "on|on go|ab 修")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`((go|on|ab|fun|好|修|复|é|')[ ,_]?){0,9}`)).Draw(t, "text")
		limit := rapid.IntRange(0, 12).Draw(t, "limit")
		s := Text{Snake: rapid.Bool().Draw(t, "snake")}
		s.Scan(text, limit)
		if len(s.Tokens) > limit {
			t.Fatalf("%d words, limit %d", len(s.Tokens), limit)
		}
		end := 0
		for i, k := range s.Tokens {
			if k.Start < end || k.End <= k.Start || k.End > len(text) || len(s.Word(i)) == 0 {
				t.Fatalf("word %d: %v in %q", i, k, text)
			}
			end = k.End
		}
		_, within := b.All(&s, Every)
		last := 0
		b.Longest(&s, Every, func(h Hit) {
			if h.From < last || h.To <= h.From || h.To > len(s.Tokens) || h.Sections&^within != 0 || b.At(&s, h.From, Every) != h {
				t.Fatalf("%v in %q, all %d", h, text, within)
			}
			last = h.To
		})
	})
}

func TestLanguages(t *testing.T) {
	all := Languages()
	if len(all) < 40 || !slices.Contains(all, "en") || slices.Contains(all, "") {
		t.Errorf("Languages() = %v", all)
	}
	if en := Speaking("en", "tlh"); en&(en-1) != 0 || en == 0 || Speaking("de")&Speaking("en", "fr") != 0 {
		t.Error("a set of languages holds those that are named")
	}
	n := 0
	for w, lang := range Words("line") {
		if w == "zeile" && all[lang] == "de" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("zeile stands %d times", n)
	}
	if first, again := Sum("shift."), Sum("shift."); first == Sum("word.stop") || first != again {
		t.Error("a sum is of what it is asked for")
	}
}

// A Book that began without room has all its edges once it has grown, and no others.
func TestGrown(t *testing.T) {
	b := book(t, "one two three")
	w := writer{book: newBook(0), most: shared, lang: 1, says: 1}
	for i := range 3000 {
		if err := w.add(fmt.Sprintf("word%d then%d", i, i%7)); err != nil {
			t.Fatal(err)
		}
	}
	var x Text
	for i := range 6000 {
		x.Scan(fmt.Sprintf("word%d then%d", i, i%7), 9)
		if got := w.book.At(&x, 0, 1).To; got != 2 && i < 3000 || got != 0 && i >= 3000 {
			t.Fatalf("phrase %d: found up to word %d", i, got)
		}
		x.Scan(fmt.Sprintf("word%d then%d", i, (i+1)%7), 9)
		if got := w.book.At(&x, 0, 1).To; got != 0 && (i+1)%7 != i%7 {
			t.Fatalf("phrase %d goes on with another's word", i)
		}
		if b.Starts(&x, 0, Every) != 0 {
			t.Fatalf("phrase %d is found in a book without it", i)
		}
	}
}

// What is taken apart again is the same, whatever was done with it meanwhile, and what is
// asked for otherwise is another.
func TestScanAgain(t *testing.T) {
	var x Text
	count := func(text string, limit, want int) {
		t.Helper()
		if x.Scan(text, limit); len(x.Tokens) != want {
			t.Errorf("%q has %d words, want %d", text, len(x.Tokens), want)
		}
	}
	count("auto_commit is on", 9, 4)
	x.Tokens = x.Tokens[:1]
	count("auto_commit is on", 9, 4)
	count("auto_commit is on", 2, 2)
	x.Snake = true
	count("auto_commit is on", 2, 2)
	if string(x.Word(0)) != "auto_commit" {
		t.Errorf("the first word is %q", x.Word(0))
	}
	count("auto_commit is ok", 9, 3)
	count("", 0, 0)
	count("auto", 9, 1)
}

// The opening of a text is what its first words say, where no sign stands before them.
func TestOpening(t *testing.T) {
	b := book(t, "go on|stop", "go")
	for text, want := range map[string]Set{"go on then": 3, "go": 2, "Go, on": 3, "(go on)": 0, "so go on": 0, "": 0, "stop": 1} {
		if got := b.Opening(text, 3, Every); got != want {
			t.Errorf("%q opens with %b, want %b", text, got, want)
		}
	}
	if got := b.Opening("go on", 1, Every); got != 2 {
		t.Errorf("of one word %b", got)
	}
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		for _, g := range []string{"shift", "person", "agent", "asking", "skip", "title"} {
			Compile(g, Sections(g))
		}
	}
}

func BenchmarkFind(b *testing.B) {
	x := Compile("shift", Sections("shift"))
	const text = "OK, and now let's make the totals of each invoice right: please don't change what we have, and run the tests again. "
	var s Text
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for i := 0; b.Loop(); i++ {
		s.Scan(text[:len(text)-i%2], 1000) // the same again would be nothing to do
		x.All(&s, Every)
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"", "It’s broken", "修正して", "\xff\x00", "ёİß’", "a'b'c'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s Text
		s.Scan(text, 500)
		last := 0
		for i, k := range s.Tokens {
			if k.Start < last || k.End <= k.Start || k.End > len(text) || len(s.Word(i)) == 0 {
				t.Fatalf("word %q at %d–%d after %d of %d", s.Word(i), k.Start, k.End, last, len(text))
			}
			last = k.End
		}
	})
}
