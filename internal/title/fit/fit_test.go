package fit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"prism/internal/judge"
)

// What has no room whole is told without its small words, and cut only where a phrase ends.
func TestFitted(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"Move the legend below the weekly chart", "Move the legend below the weekly chart"},
		{"Draw the legend of the harbour's chart with a label for each of the gauges", "Draw legend of harbour's chart with label for each of gauges"},
		{"Fix: Legend deletion is not possible for the gauges that have failed", "Legend deletion is not possible for gauges that have failed"},
		{"Sort tide tables by harbour and drop gauges older than a decade", "Sort tide tables by harbour & drop gauges older than decade"},
		{"Stop counting the harbours that closed last year (they are still read)", "Stop counting the harbours that closed last year"},
		{`Keep the words of "a chart of the tides and the harbours of the bay" as they are`, `Keep the words of "a chart of the tides and the harbours…"`},
		{"Sketch harbour overview for every gauge whose tidal predictions disagree", "Sketch harbour overview for every gauge"},
		// Of Korean a clause that the next goes on from, of Japanese the last, which says what is wanted.
		{"조수표 구조를 살펴보고 항구 이름은 모두 소문자로 통일해주고(10곳) 북쪽 부두의 상단 하얀 구역에 그려진 테두리가 겹쳐 보이는데 고쳐줄래?", "조수표 구조를 살펴보고 항구 이름은 모두 소문자로 통일해주고(10곳)"},
		{"harbour_status.luaにあるように潮汐表を並べる書き方で、桟橋の一覧をつくってそれを他の港の画面から使うのってどうすればいいのでしょうか？", "桟橋の一覧をつくってそれを他の港の画面から使うのってどうすればいいのでしょうか？"},
		// What points to something, letters, and what is denied are no small words.
		{"Sort gauges by those that have a harbour before those without one", "Sort gauges by those that have a harbour"},
		{"Replace the name this chart has in each of the tide tables we draw", "Replace name this chart has in each of tide tables we draw"},
		{"Draw these gauges and its legend for the harbours that are in the bay", "Draw these gauges & its legend for harbours that are in bay"},
		{"Implement option A for the legend of the harbour in the weekly chart", "Implement option A for legend of harbour in weekly chart"},
		{"Implement option a for the legend of the harbour in the weekly chart", "Implement option a for legend of harbour in weekly chart"},
		{"A legend for the gauges that the harbour of the northern bay reports", "Legend for gauges that harbour of northern bay reports"},
		{"Do not drop the gauges completely but mark the ones of the harbour", "Do not drop gauges completely but mark ones of harbour"},
		{"Do not just drop the gauges of the harbour but mark the failed ones", "Do not just drop gauges of harbour but mark failed ones"},
		{"Just drop the gauges of a harbour and really mark those that failed", "Drop the gauges of a harbour and mark those that failed"},
		{"Add a maybe type to the reader of the gauges and of the tide tables", "Add maybe type to reader of gauges and of tide tables"},
		{"Add a little endian reader for the gauges and for the tide tables", "Add little endian reader for gauges and for tide tables"},
		{"Keep some of the gauges and certain of the tides of the harbour dry", "Keep some of gauges and certain of tides of harbour dry"},
		{"Close the gauges properly when the harbour of the bay is shut down", "Close gauges properly when harbour of bay is shut down"},
		{"Explain `pick a tide of the bay` in the help of the command gauges", "Explain `pick a tide of the bay` in help of command gauges"},
	} {
		got := Title(c.s)
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.s, got, c.want)
		}
		if n := utf8.RuneCountInString(got); n > judge.MaxTitle {
			t.Errorf("%q has %d characters", got, n)
		}
	}
}

// What a cut leaves says what the sentence was about: what is to be goes before what was,
// an aside and a part of something before a word of the matter, and no end hangs in the air.
func TestCutsKeepTheMatter(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"Change the module name from harbour.example/crane/tides to harbour.example/pier/tides", "Change the module name to harbour.example/pier/tides"},
		{"Flytta kartan från hamnen till den stora bryggan vid fyren i norr", "Flytta kartan till den stora bryggan vid fyren i norr"},
		{"Check if any of the open remarks on the harbour plan are still relevant", "Check if open remarks on the harbour plan are still relevant"},
		{"Refuse single gauges that exceed MaxTide (error or split) in tide_reader.go", "Refuse single gauges that exceed MaxTide in tide_reader.go"},
		{"Make me a page of the harbour that shows where each of the ferries moors", "Make page of harbour that shows where each of ferries moors"},
		{"Bump the tide reader to 2.0 in harbour.toml and mend whatever the new version complains about", "Bump the tide reader to 2.0 in harbour.toml"},
		{"Write a check - which should fail right now - for each ferry that moors at a dry pier", "Write a check for each ferry that moors at a dry pier"},
		{"Look at the piers of the harbour and figure out when this ferry was moored at the wrong one", "Look at the piers of the harbour…"},
		{"Update TIDES.md and docs/harbour to make sure the ferries that moor at night are listed", "Update TIDES.md and docs/harbour"},
		{"Replace all the outdated ferry links that links to harbour.example/northern to the newest link of this page", "Replace all the outdated ferry links"},
		{"Check the change of the mooring in this branch, I'm mostly interested in the tides and what they do to the ropes", "Check the change of the mooring in this branch"},
		{"The ferry page is not drawn as I had asked can you draw it again with the piers to the left of the tides", "The ferry page is not drawn as I had asked"},
		{"거기에는 지금까지 밤배가 항구에 들어오면 넓은 부두를 비워 두는 방식이었고 사람이 그것을 하나씩 고르는 방식이었지만, 이제는 부두 표에서 밤배를 한 번에 골라서 옮기는 방식으로 변경해 줘", "이제는 부두 표에서 밤배를 한 번에 골라서 옮기는 방식으로 변경해 줘"},
		{"いまの港の一覧では夜の船がどの桟橋に入るのかがまったく分からないままになっていて使いにくいので、船の名前の横に桟橋の番号を表示するようにしてください", "船の名前の横に桟橋の番号を表示するようにしてください"},
		{"Rename the button 'Moor at the pier' to 'Moor at the long pier' in src/harbour/pier.tsx", "Rename button 'Moor at the pier' to 'Moor at the long pier'"},
		{"Rename the button 'Moor here' to 'Moor at the pier' in src/harbour/pier/button.tsx", "Rename the button 'Moor here' to 'Moor at the pier'"},
	} {
		if got := Title(c.s); got != c.want {
			t.Errorf("%q: %q, want %q", c.s, got, c.want)
		}
	}
}

// A cut does not end on words that only lead on to what was cut off, also where what is
// joined to the clause before is kept for want of length.
func TestNoEndLeadsOn(t *testing.T) {
	for kept, want := range map[string]string{
		"Let the reader of tides as is or also": "Let the reader of tides",
		"Write the harbour list for the":        "Write the harbour list",
		"Write the harbour list":                "Write the harbour list",
		"Write the harbour list and add":        "Write the harbour list and add", // it would be too short without
	} {
		if got := strings.TrimRight(kept[:dropLeading(kept, 8, 28, 8)], " "); got != want {
			t.Errorf("%q: %q, want %q", kept, got, want)
		}
	}
}
