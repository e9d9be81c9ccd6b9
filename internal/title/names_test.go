package title

import (
	"testing"

	"prism/internal/title/fit"
	"prism/internal/title/plain"
)

// A label that is too long is cut where a reader would: at the end of a clause, else at
// a word, never behind one that only leads on, and no character is torn.
func TestWhereLabelsAreCut(t *testing.T) {
	for _, c := range []struct {
		why, text string
		n         int
		want      string
	}{
		{"it just fits", "Draw the weekly chart", 21, "Draw the weekly chart"},
		{"one too many", "Draw the weekly charts", 21, "Draw the weekly…"},
		{"a word that just fits", "Draw the weekly charts now and then", 23, "Draw the weekly charts…"},
		{"a word that leads on, but little is left", "Draw it for the harbour", 12, "Draw it…"},
		{"a clause that ends too early", "Draw, then the weekly chart of tides", 24, "Draw, then the weekly…"},
		{"a semicolon", "Draw the chart; leave the axis of tides", 24, "Draw the chart…"},
		{"a colon", "Draw the new chart: the axis of tides", 24, "Draw the new chart…"},
		{"a dash", "Draw the new chart - the axis of tides", 24, "Draw the new chart…"},
		{"a long dash", "Draw the new chart — the axis of tides", 24, "Draw the new chart…"},
		{"no dash", "Draw the new pre-chart of tides", 24, "Draw the new pre-chart…"},
		{"no comma", "Draw the new 1,200 charts of tides", 24, "Draw the new 1,200…"},
		{"an open bracket", "Draw the new chart (with axes of tides)", 24, "Draw the new chart…"},
		{"a closed bracket", "Draw the new (old) chart of tides", 26, "Draw the new (old) chart…"},
		{"a call", "Draw chart(week) of tides and seas", 27, "Draw chart(week) of tides…"},
		{"the last of two clauses", "Draw the new chart, the axis, and tides", 32, "Draw the new chart, the axis…"},
		{"words that lead on", "Draw the weekly chart for the harbour master", 28, "Draw the weekly chart…"},
		{"words that lead on in German", "Zeichne das Diagramm für die Hafenmeisterin", 28, "Zeichne das Diagramm…"},
		{"words that lead on in Spanish", "Dibuja el gráfico semanal de la capitanía", 30, "Dibuja el gráfico semanal…"},
		{"words that lead on in French", "Dessine le graphique avec les marées du port", 30, "Dessine le graphique…"},
		{"words that lead on in Russian", "Нарисуй недельный график для начальника порта", 30, "Нарисуй недельный график…"},
		{"words that lead on in Dutch", "Teken de nieuwe grafiek van het havenkantoor", 32, "Teken de nieuwe grafiek…"},
		{"words that lead on in Polish", "Narysuj wykres tygodnia dla kapitanatu", 28, "Narysuj wykres tygodnia…"},
		{"a word without blanks before it", "图表图表图表 internationalisation", 14, "图表图表图表…"},
		{"a key in Chinese", "图表用A1b2C3d4E5f6G7h8画出来", 12, "图表用…"},
		{"a plain word in Chinese", "图表用chartwriter画出来图表", 12, "图表用chartwri…"},
		{"a quote that is cut", `Rename "Old chart" to "New chart of tides"`, 34, `Rename "Old chart" to "New chart…"`},
		{"a family", "ab👨\u200d👩\u200d👧cd", 5, "ab…"},
		{"a skin", "ab👍🏽cd", 4, "ab…"},
		{"two flags", "a🇩🇪🇫🇷bc", 5, "a🇩🇪…"},
		{"one flag", "a🇩🇪bcd", 3, "a…"},
	} {
		if got := fit.Shorten(c.text, c.n); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// Marks that say nothing are no part of a label, wherever they stand; those that belong
// to a name or a pair are.
func TestMarksAreLeftOut(t *testing.T) {
	for in, want := range map[string]string{
		"→ Draw": "Draw", "✗ Draw": "Draw", "» Draw": "Draw", "• Draw": "Draw", "~~Draw~~ it": "Draw it", "__Draw__ it": "Draw it", "Draw - ": "Draw", "Draw (": "Draw", "Draw (it)": "Draw (it)", "Draw [it]": "Draw [it]", "Draw “it”": "Draw “it”", "Draw 🎉": "Draw",
		"2) Draw": "Draw", "A. Draw": "Draw", "C) Draw": "Draw", "2024 tides": "2024 tides", "1.5 tides": "1.5 tides", "3、画": "画", "3）画": "画", "3.画": "画", "【a】画": "画", "Draw \"": "Draw ", "\"Draw\"": "\"Draw\"", "a  b\n c": "a b c", "- - - Draw": "Draw", "[a](b) [c](d)": "a c", "[a](b": "[a](b", "a[0](x)": "a0",
		"I/O": "I/O", "1000. x": "1000. x", "x) y": "y",
	} {
		if got := plain.Of(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// What is typed at a prompt begins as it is typed, what is said begins with a capital.
func TestWhatIsTypedStays(t *testing.T) {
	for _, typed := range []string{"git pull", "gh pr view 7", "npm ci", "sudo systemctl stop tides", "ls -la", "rm old.go", "docker ps", "cargo build", "make test", "go vet", "make && make install", "cat tides | sort", "echo tides > out", "node /srv/tides.js", "qq tides", "psql tides", "xz tides", "go test -v", "make -j4", "brew upgrade tides", "python run"} {
		if got := fit.Capital(typed); got != typed {
			t.Errorf("%q is written %q", typed, got)
		}
	}
	for said, want := range map[string]string{
		"git is slow on the server of the harbour since monday": "Git is slow on the server of the harbour since monday", "git": "Git", "make it faster": "Make it faster", "go run": "Go run", "make run": "Make run", "make clean": "Make clean", "docker is slow": "Docker is slow", "docker": "Docker",
		"docker compose up with the new tides": "Docker compose up with the new tides", "try it": "Try it", "why so slow": "Why so slow", "fix tides": "Fix tides", "tides 潮汐": "Tides 潮汐", "a - b": "A - b", "why?": "Why?", "mr Brown": "Mr Brown", "x": "X", "hmm": "Hmm",
	} {
		if got := fit.Capital(said); got != want {
			t.Errorf("%q is written %q, want %q", said, got, want)
		}
	}
}
