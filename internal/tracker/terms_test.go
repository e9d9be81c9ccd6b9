package tracker

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/conversation"
	"prism/internal/lexicon"
)

func terms(b *book, v *vocabulary, text string) map[int32]bool {
	p := profiler{book: b, terms: v, places: newVocabulary(nil, Common{})}
	l := p.list(v, 100)
	l.stamp = int32(len(v.hashes)) + 1000
	l.text(text)
	out := map[int32]bool{}
	for _, n := range l.terms {
		out[n] = true
	}
	return out
}

func TestTermsThatMeet(t *testing.T) {
	tests := []struct {
		name, a, b string
		meet       bool
	}{
		{"endings", "rounding the invoices", "rounded invoice", true},
		{"case", "Palette", "palette", true},
		{"an identifier and its part", "applyDiscount", "the discount", true},
		{"snake and camel parts", "apply_discount", "discountRules", true},
		{"tickets", "see ENT-98", "about ENT-98 again", true},
		{"other tickets", "see ENT-98", "about ENT-99", false},
		{"pull requests", "example.test/pull/88", "x/pull/88", true},
		{"issues by number", "#123", "#124", false},
		{"points of a list", "point #3", "remark #3", false},
		{"tags around what an editor attaches", "<attached_files><path>a</path>", "<attached_files><path>b</path>", false},
		{"text between tags", "<path>palette</path>", "the palette", true},
		{"Vietnamese function words", "bây giờ chúng ta hãy làm", "hãy làm lại nhé", false},
		{"Polish function words", "żeby można było już", "już można, żeby", false},
		{"function words", "this with that and when", "when this that and with", false},
		{"work of every task", "fix the tests and commit", "commit the fix, run tests", false},
		{"commits", "3bf01662 fe01aa77", "3bf01662 fe01aa77", false},
		{"Russian endings", "скидка применяется", "применяем скидку", true},
		{"Korean endings", "할인이 두번", "할인을 적용", true},
		{"Chinese", "折扣计算", "重新计算折扣", true},
		{"Japanese", "割引の計算", "割引が二重", true},
		{"other Chinese", "折扣计算", "深色主题", false},
		{"German umlauts", "Rückerstattung", "rückerstattungen", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBook()
			v := newVocabulary(b.stop, Common{})
			x, y := terms(b, v, tt.a), terms(b, v, tt.b)
			meet := false
			for n := range x {
				meet = meet || y[n]
			}
			if meet != tt.meet {
				t.Errorf("%q and %q share a term: %v, want %v", tt.a, tt.b, meet, tt.meet)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	at := func(path string) place {
		p, ok := placeOf(path)
		if !ok {
			t.Fatalf("%q is no place", path)
		}
		return p
	}
	if at("/home/a/work/app/billing/invoice.go") != at(`C:\Users\b\app\billing\invoice.go`) {
		t.Error("one file in two checkouts is two places")
	}
	if at("a/x/main.go") == at("a/y/main.go") {
		t.Error("two files of one name are one place")
	}
	for _, path := range []string{"", "/", "/tmp/x.go", "/home/a/.claude/plans/p.md", `C:\Users\a\.claude\plans\p.md`, "/home/a/.claude/projects/x/y.jsonl"} {
		if _, ok := placeOf(path); ok {
			t.Errorf("%q is a place of work", path)
		}
	}
	if _, ok := placeOf("repo/.claude/skills/review/SKILL.md"); !ok {
		t.Error("a skill in a repository is work like any file")
	}
}

func TestCues(t *testing.T) {
	b := newBook()
	tests := []struct {
		prompt string
		is     func(cues) bool
		want   bool
	}{
		{"also rename the field", func(c cues) bool { return c.follow }, true},
		{"I want a theme", func(c cues) bool { return c.follow }, false},
		{"继续吧", func(c cues) bool { return c.follow }, true},
		{"2", func(c cues) bool { return c.accept }, true},
		{"да, давай", func(c cues) bool { return c.accept }, true},
		{"yes, and rewrite the whole storage layer on top of it please", func(c cues) bool { return c.accept }, false},
		{"commit this", func(c cues) bool { return c.chore }, true},
		{"закоммить и запушь", func(c cues) bool { return c.chore }, true},
		{"committee members should see the page", func(c cues) bool { return c.chore }, false},
		{"new task: clean the exports", func(c cues) bool { return c.fresh }, true},
		{"ahora otra cosa: los permisos", func(c cues) bool { return c.fresh }, true},
		{"keep unrelated branches", func(c cues) bool { return c.fresh }, false},
		{"why?", func(c cues) bool { return c.question }, true},
		{"なぜ\uff1f", func(c cues) bool { return c.question }, true},
		{"it says:\nTraceback (most recent call last)\n  x", func(c cues) bool { return c.pasted }, true},
	}
	for _, tt := range tests {
		turn := conversation.Turn{Prompt: tt.prompt}
		if got := tt.is(b.read(&turn, &lexicon.Text{})); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.prompt, got, tt.want)
		}
	}
	slash := conversation.Turn{Prompt: "/git:commit-push-pr for the totals", Command: "/git:commit-push-pr"}
	if c := b.read(&slash, &lexicon.Text{}); !c.command || !c.chore {
		t.Errorf("a command that commits: %+v", c)
	}
}

func TestCommonIsTextAndBack(t *testing.T) {
	want := Common{rare: map[uint32]uint8{1: 2, 77: 0, 1 << 31: 229}}
	text, err := want.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var got Common
	if err := got.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.rare, got.rare); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{"%%%", "QUJD"} {
		if err := new(Common).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestCensusKeepsOnlyWhatSeveralSay(t *testing.T) {
	c := NewCensus()
	for _, name := range []string{"a", "b", "c"} {
		c.Add(name, []conversation.Turn{{Prompt: "palette " + name + name + name + name}})
	}
	common := c.Common()
	if common.Size() != 1 || common.rarity(stem("palette")) > 0.1 {
		t.Errorf("%d terms, palette at %v: want the one that all three use, and it to be common", common.Size(), common.rarity(stem("palette")))
	}
}
