package title

import (
	"prism/internal/title/plain"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// texts are the sentences of one kind.
func texts(list []Sentence, kind lineKind) []string {
	var out []string
	for _, s := range list {
		if s.Kind == kind {
			out = append(out, s.text)
		}
	}
	return out
}

// What is no speech never becomes a title: who writes a prompt pastes code, tables,
// remarks of the client and what programs print, marked in many ways.
func TestWhatIsSpeech(t *testing.T) {
	for _, c := range []struct {
		why, text     string
		person, agent string // the sentences in prose, as each would have said them
	}{
		{"a fence", "Draw the chart\n```\nx := chart()\n```\nThen stop", "Draw the chart|Then stop", "Draw the chart|Then stop"},
		{"a fence of tildes", "Draw the chart\n~~~\nchart it now\n~~~\nThen stop", "Draw the chart|Then stop", "Draw the chart|Then stop"},
		{"a fence round all that was said", "```\nDraw the chart of the week\n```", "Draw the chart of the week", ""},
		{"a fence that names its language", "```markdown\nDraw the chart of the week\n```", "Draw the chart of the week", ""},
		{"a fence round code alone", "```\nconst week = 7;\n```", "", ""},
		{"a fence of code", "```go\nDraw the chart of the week\n```", "", ""},
		{"a table", "Draw this:\n| mon | tue |\n│ 4 │ 5 │\nThen stop", "Draw this:|Then stop", "Draw this:|Then stop"},
		{"a rule", "Draw this\n-----\n=====\n* * *\n~ ~ ~\nThen stop", "Draw this|Then stop", "Draw this|Then stop"},
		{"a tag before it", "<b><i>Draw the chart", "Draw the chart", "Draw the chart"},
		{"what stands between tags", "<note>a reminder of the client</note>\nDraw the chart", "Draw the chart", "Draw the chart"},
		{"a tag that is not closed", "<div class=\nDraw the chart", "Draw the chart", "Draw the chart"},
		{"the agent's lesson aside", "It is drawn.\n★ Insight ─────\nCharts are old\n─────────\nThat is all", "It is drawn.|That is all", "It is drawn.|That is all"},
		{"a tree", "Look here\nsrc\n└ chart.go", "Look here|src", "Look here|src"},
		{"no words", " \n\t\n", "", ""},
	} {
		for who, want := range map[Author]string{Person: c.person, Agent: c.agent} {
			if got := strings.Join(texts(Sentences(c.text, who, maxSentences), Prose), "|"); got != want {
				t.Errorf("%s (%d): %q, want %q", c.why, who, got, want)
			}
		}
	}
	if got := texts(Sentences("Draw the chart\n```\nx := 1\n\ny := 2\n```", Person, maxSentences), programText); !slices.Equal(got, []string{"x := 1", "y := 2"}) {
		t.Errorf("what a person pasted is %q", got)
	}
}

// A mark makes a list or a heading of a line, in the ways that people and agents set it.
func TestMarksOfLines(t *testing.T) {
	list := Sentences("- one\n* two\n• three\n– four\n+ five\n6. six\n7) seven\n10、eight\nB) nine\n1.5 hours\n2024\n-ten", Agent, 20)
	if got := texts(list, item); !slices.Equal(got, []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}) {
		t.Errorf("items %q", got)
	}
	if got := texts(list, Prose); !slices.Equal(got, []string{"1.5 hours", "2024", "-ten"}) {
		t.Errorf("no items %q", got)
	}
	list = Sentences("# One\n### Two\n**Three**\n**Four:**\n**Five**:\n#six\n**Seven** and **eight**\n**Nine** is bold", Agent, 20)
	if got := texts(list, heading); !slices.Equal(got, []string{"One", "Two", "**Three**", "**Four:**", "**Five**:"}) {
		t.Errorf("headings %q", got)
	}
	if got := texts(list, Prose); !slices.Equal(got, []string{"#six", "**Seven** and **eight**", "**Nine** is bold"}) {
		t.Errorf("no headings %q", got)
	}
}

// What leads up to what follows says so by a colon, and what stood behind a table or
// code is not what was led up to.
func TestWhatLeadsUp(t *testing.T) {
	for text, want := range map[string]bool{"I changed:": true, "**I changed:**": true, "我改了：": true, "I changed `a:`": true, "I changed it.": false, "At 10:30": false} {
		if list := Sentences(text, Agent, 2); len(list) != 1 || list[0].leads != want {
			t.Errorf("%q leads: %+v", text, list)
		}
	}
	for text, want := range map[string]bool{"I ran:\n```\nls\n```\nIt works.": true, "I ran:\n~~~\nls\n~~~\nIt works.": true, "I ran:\n| a |\n|---|\nIt works.": true, "I ran:\n│ a │\nIt works.": true, "I ran:\n\nIt works.": false} {
		list := Sentences(text, Agent, 4)
		if last := list[len(list)-1]; last.text != "It works." || last.apart != want {
			t.Errorf("%q: %+v", text, list)
		}
		if at := LedTo(list, 0); at != map[bool]int{true: 0, false: 1}[want] {
			t.Errorf("%q leads to %d", text, at)
		}
	}
	for _, c := range []struct {
		why, text string
		at, to    int
	}{
		{"a heading", "## Result\nIt works.", 0, 1}, {"a heading over one that leads", "## Result\nI did:\nIt works.", 0, 1}, {"one that leads", "I did:\nThis too:\nIt works.", 0, 0},
		{"the last", "I did:", 0, 0}, {"a sentence of its own", "It works. It is fast.", 0, 0},
	} {
		if got := LedTo(Sentences(c.text, Agent, 5), c.at); got != c.to {
			t.Errorf("%s leads to %d, want %d", c.why, got, c.to)
		}
	}
}

// A sentence ends at its full stop, and not at one in a number, a name, an
// abbreviation, a date, in brackets or in code.
func TestWhereSentencesEnd(t *testing.T) {
	for _, c := range []struct {
		why   string
		parts []string
	}{
		{"two sentences", []string{"Move the chart.", "Then stop."}},
		{"a question", []string{"Does it move?", "Then stop!", "Yes"}},
		{"a number", []string{"It takes 3.5 seconds.", "Then stop"}},
		{"a file", []string{"Look at chart.go.", "Then stop"}},
		{"an address", []string{"See a.example/?x=1!y now.", "Then stop"}},
		{"code", []string{"Call `a. b! c` twice.", "Then stop"}},
		{"brackets", []string{"Move it (the old one. Not the new! one) up.", "Then stop"}},
		{"a bracket that was never opened", []string{"a) move it up.", "Then stop"}},
		{"brackets in brackets", []string{"Move it (a (b) c. d) up.", "Then stop"}},
		{"an abbreviation", []string{"Use colors, e.g. red vs. blue, approx. two.", "Then stop"}},
		{"an initial", []string{"As J. Smith said.", "Then stop"}},
		{"a person", []string{"Ask Dr. Brown.", "Then stop"}},
		{"German", []string{"Nimm z.B. Rot bzw. Blau.", "Dann Schluss"}},
		{"a German date", []string{"Es läuft seit dem 3. Juni.", "Dann Schluss"}},
		{"a number that is an end", []string{"We take option 2.", "Then stop"}},
		{"another", []string{"I am at step 12.", "Then stop"}},
		{"bold", []string{"**Moved.", "** Then stop"}},
		{"Chinese", []string{"移动图表。", "然后停止！", "好"}},
		{"a Chinese quotation", []string{"他说「好。停」了。", "然后停止"}},
		{"no end", []string{"Move the chart"}},
	} {
		line, blank := "", " "
		for i, p := range c.parts {
			if i > 0 && utf8.RuneLen([]rune(p)[0]) < 3 && !strings.HasPrefix(p, "**") {
				line += blank
			}
			line += p
		}
		var got []string
		for line != "" {
			end, next := SentenceEnd(line)
			got = append(got, strings.TrimSpace(line[:end]))
			line = strings.TrimSpace(line[next:])
		}
		if !slices.Equal(got, c.parts) {
			t.Errorf("%s: %q, want %q", c.why, got, c.parts)
		}
	}
}

// Where a quote of an answer stands: as it is written, with the mark that the sentence
// has there, and never with a table in between.
func TestPlacesOfSentences(t *testing.T) {
	for _, c := range []struct {
		why, text string
		at, last  int
		want      string
	}{
		{"one", "It is drawn. It is fast. It stays.", 1, 1, "It is fast."},
		{"the same twice", "It is drawn. Now it is fast. It is drawn.", 2, 2, "It is drawn."},
		{"with what it leads to", "All good.\n\nI did:\nDrew the week", 1, 2, "I did:\nDrew the week"},
		{"a heading and what stands under it", "## Result\n\nIt is drawn.", 0, 1, "Result\n\nIt is drawn."},
		{"too far apart", "I did:\n\n\n\n\n\n\n\n\n\n\nDrew the week", 0, 1, "I did:"},
	} {
		list := Sentences(c.text, Agent, maxSentences)
		from, to := PlaceOf(c.text, list, c.at, c.last)
		if got := c.text[from:to]; got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	list := Sentences("It is drawn. It is fast.", Agent, maxSentences)
	if from, to := PlaceOf("It was drawn.", list, 1, 1); from != to {
		t.Errorf("a sentence that stands nowhere is quoted at %d to %d", from, to)
	}
	twice := "It is drawn. It is drawn. It is fast."
	if from, to := PlaceOf(twice, Sentences(twice, Agent, maxSentences), 1, 1); from != len("It is drawn. ") || twice[from:to] != "It is drawn." {
		t.Errorf("the second of two equal sentences is quoted at %d", from)
	}
}

// However much is pasted, a few sentences of bounded length are looked at.
func TestSentencesAreFew(t *testing.T) {
	if got := Sentences(strings.Repeat("It is drawn. ", 90), Agent, 5); len(got) != 5 {
		t.Errorf("%d sentences of one line", len(got))
	}
	if got := Sentences(strings.Repeat("It is drawn\n", 90), Agent, 5); len(got) != 5 {
		t.Errorf("%d sentences of many lines", len(got))
	}
	if got := Sentences(strings.Repeat("\n", 4000)+"It is drawn", Agent, 5); len(got) != 0 {
		t.Errorf("a sentence from line 4000: %+v", got)
	}
	long := Sentences("a"+strings.Repeat("é", 4000), Agent, 5)
	if len(long) != 1 || len(long[0].text) > plain.SentenceBytes || len(long[0].text) < plain.SentenceBytes/2 || !utf8.ValidString(long[0].text) {
		t.Errorf("a sentence of %d bytes", len(long[0].text))
	}
	if fence := Sentences("see\n```\na"+strings.Repeat("é", 4000)+"\n```", Person, 5); len(fence) != 2 || len(fence[1].text) > plain.SentenceBytes {
		t.Error("a line of pasted code is not cut")
	}
}
