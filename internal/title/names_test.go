package title

import (
	"strings"
	"testing"
)

// What a person would call an address: the request's or issue's number, words at its
// end, else the host; never what may be a key.
func TestNamesOfAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"https://forge.example/r/t/pulls/7":                         "PR 7",
		"https://forge.example/r/t/pull-requests/7/diff":            "PR 7",
		"https://forge.example/r/t/_git/t/pullrequest/7":            "PR 7",
		"https://forge.example/r/t/-/merge_requests/7":              "MR 7",
		"https://tracker.example/browse/TIDE-7":                     "TIDE-7",
		"https://forge.example/r/t/commit/0123456789abcdef01234567": "commit 0123456",
		"https://forge.example/r/t/commit/0123":                     "commit 0123",
		"https://forge.example/r/t/actions/runs/12345678901234":     "CI run",
		"https://forge.example/r/t/issues/":                         "issues",
		"https://forge.example/r/t/issues/x1y2z3x4y5z6x7y8z9":       "forge.example",
		"https://www.tides.example/":                                "tides.example",
		"https://robin@tides.example/":                              "tides.example",
		"https://tides.example/how-to-read-tides":                   "how-to-read-tides",
		"https://tides.example/read-tides/42":                       "read-tides 42",
		"https://tides.example/read-tides/42/":                      "read-tides 42",
		"https://tides.example/42":                                  "tides.example",
		"https://tides.example/read-tides/20260302":                 "tides.example",
		"https://tides.example/%E6%BD%AE%E6%B1%90":                  "潮汐",
		"https://tides.example/a?key=read-tides":                    "tides.example",
		"https://tides.example/read-tides#key":                      "read-tides",
		"https://tides.example/AbCdEfGh":                            "tides.example",
		"https://tides.example/Read-Tides":                          "Read-Tides",
		"https://tides.example/README":                              "README",
		"https://tides.example/tides12345":                          "tides.example",
		"https://tides.example/incomprehensibilities":               "tides.example",
		"https://tides.example/ab":                                  "tides.example",
		"https://tides.example/a+b+c":                               "tides.example",
		"see:https://tides.example/read-tides":                      "see:read-tides",
		"https://tides.example":                                     "tides.example",
	} {
		if got := named(in); got != want {
			t.Errorf("%s is called %q, want %q", in, got, want)
		}
	}
}

// What a person would call a path: its last element, where it is long or begins at a
// root; what is no path stays, and so does what is short.
func TestNamesOfPaths(t *testing.T) {
	for in, want := range map[string]string{
		"/srv/tides/chart/axis.go": "axis.go", "~/work/tides/axis.go": "axis.go", "@src/tides/axis.go": "axis.go", "./src/tides/axis.go": "axis.go", "../src/tides/axis.go": "axis.go",
		`C:\tides\axis.go`: "axis.go", `\\host\tides\axis.go`: `\\host\tides\axis.go`, "/srv/tides": "/srv/tides", "/srv/tides-of-the-north-sea": "tides-of-the-north-sea", "/srv/tides:84": "tides:84",
		"src/axis.go": "src/axis.go", "and/or": "and/or", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t": "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t", "the/long/way/to/the/chart/of/tides/axis.go": "axis.go",
		"/": "/", "//": "//", "/axis": "/axis", "/srv/tides/" + strings.Repeat("k", 70): "…", "/srv/tides/" + strings.Repeat("k", 60): strings.Repeat("k", 60),
		"(/srv/tides/axis.go)": "(axis.go)", "'/srv/tides/axis.go',": "'axis.go',", "/srv/tides/.env": ".env", "打开/srv/tides/潮汐": "打开潮汐", "/srv/tides/axis.go打开": "axis.go打开", "/srv/tides/axis.go 打开": "axis.go 打开",
	} {
		if got := named(in); got != want {
			t.Errorf("%s is called %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"PR https://f.example/r/t/pull/7 now": "PR 7 now", "the MR https://f.example/r/t/-/merge_requests/7": "the MR 7", "issue https://f.example/r/t/issues/7": "issue 7", "fix https://f.example/r/t/issues/7": "fix issue 7"} {
		if got := named(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

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
		if got := shorten(c.text, c.n); got != c.want {
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
		if got := Plain(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// What is typed at a prompt begins as it is typed, what is said begins with a capital.
func TestWhatIsTypedStays(t *testing.T) {
	for _, typed := range []string{"git pull", "gh pr view 7", "npm ci", "sudo systemctl stop tides", "ls -la", "rm old.go", "docker ps", "cargo build", "make test", "go vet", "make && make install", "cat tides | sort", "echo tides > out", "node /srv/tides.js", "qq tides", "psql tides", "xz tides", "go test -v", "make -j4", "brew upgrade tides", "python run"} {
		if got := capital(typed); got != typed {
			t.Errorf("%q is written %q", typed, got)
		}
	}
	for said, want := range map[string]string{
		"git is slow on the server of the harbour since monday": "Git is slow on the server of the harbour since monday", "git": "Git", "make it faster": "Make it faster", "go run": "Go run", "make run": "Make run", "make clean": "Make clean", "docker is slow": "Docker is slow", "docker": "Docker",
		"docker compose up with the new tides": "Docker compose up with the new tides", "try it": "Try it", "why so slow": "Why so slow", "fix tides": "Fix tides", "tides 潮汐": "Tides 潮汐", "a - b": "A - b", "why?": "Why?", "mr Brown": "Mr Brown", "x": "X", "hmm": "Hmm",
	} {
		if got := capital(said); got != want {
			t.Errorf("%q is written %q, want %q", said, got, want)
		}
	}
}
