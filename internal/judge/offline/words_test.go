package offline

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
)

func TestLexiconsLoad(t *testing.T) {
	for name, sections := range map[string][]string{"person": classNames(), "agent": classNames(), "asking": craftNames()} {
		if _, err := loadLexicon(name, sections); err != nil {
			t.Error(err)
		}
	}
}

func TestPhrases(t *testing.T) {
	lx, err := loadLexicon("person", classNames())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lang, text string
		want       class
		has        bool
	}{
		{"en", "It DOESN’T work!", complain, true},
		{"en", "Still doesnt work", complain, true},
		{"en", "looks good to me", accept, true},
		{"de", "funktioniert immer noch nicht", complain, true},
		{"es", "sigue sin funcionar", complain, true},
		{"es", "trabaja con la tabla", swear, false}, // "con" insults in French alone
		{"fr", "ça ne marche pas", complain, true},
		{"fr", "ca ne marche pas", complain, true},
		{"pt", "nao funcionou", complain, true},
		{"it", "non funziona", complain, true},
		{"ru", "всё ещё не работает", complain, true},
		{"ja", "まだ動きません", complain, true},
		{"zh", "还是不行", complain, true},
		{"ko", "아직도 안 돼요", complain, true},
		{"tr", "hala çalışmıyor", complain, true},
		{"pl", "Refaktoryzacja modułu", askRefactor, true},
		{"en", "the workshop", accept, false}, // no part of a word
	} {
		var sc scanner
		found := false
		lx.find(sc.scan(c.text, 100), spoken([]string{"en", c.lang}), func(h hit) { found = found || h.says.has(c.want) })
		if found != c.has {
			t.Errorf("%s %q: class %s found %v", c.lang, c.text, classNames()[c.want], found)
		}
	}
}

func TestScanKeepsPlaces(t *testing.T) {
	var sc scanner
	text := "Größe: don't 修正 X1’s"
	var got []string
	for _, tok := range sc.scan(text, 100) {
		if text[tok.start:tok.end] == "" {
			t.Errorf("token %q has no place", tok.word)
		}
		got = append(got, tok.word)
	}
	if s := strings.Join(got, " "); s != "grosse dont 修 正 x1s" {
		t.Errorf("tokens %q", s)
	}
}

func TestOutputs(t *testing.T) {
	for name, c := range map[string]struct {
		command, out string
		outcome      transcript.Outcome
		want         verdict
	}{
		"go":                {"go test ./...", "ok  \ta\t0.1s\nok  \tb\t0.2s", transcript.Done, passed},
		"go, failing":       {"go test ./... | tail -5", "--- FAIL: TestA (0.0s)\nFAIL\ta\t0.1s\nok  \tb\t0.2s", transcript.Done, failed},
		"go, by exit":       {"go test ./...", "build failed", transcript.Errored, failed},
		"pytest":            {"pytest -q", "....\n12 passed in 0.4s", transcript.Done, passed},
		"pytest, failing":   {"pytest -q | tail -1", "2 failed, 10 passed in 0.4s", transcript.Done, failed},
		"jest":              {"npm test", "Test Suites: 2 passed, 2 total\nTests:       9 passed, 9 total", transcript.Done, passed},
		"jest, failing":     {"npm test 2>&1 | tail", "Tests:       1 failed, 8 passed, 9 total", transcript.Done, failed},
		"cargo":             {"cargo test", "test result: ok. 5 passed; 0 failed; 0 ignored", transcript.Done, passed},
		"cargo, failing":    {"cargo test | tail", "test result: FAILED. 4 passed; 1 failed", transcript.Done, failed},
		"maven":             {"mvn verify", "[INFO] Tests run: 3, Failures: 0, Errors: 0\n[INFO] BUILD SUCCESS", transcript.Done, passed},
		"gradle, failing":   {"./gradlew test | tail", "BUILD FAILED in 2s", transcript.Done, failed},
		"dotnet":            {"dotnet test", "Passed!  - Failed: 0, Passed: 7", transcript.Done, passed},
		"rspec, failing":    {"rspec | tail -3", "10 examples, 2 failures", transcript.Done, failed},
		"phpunit":           {"phpunit", "OK (12 tests, 30 assertions)", transcript.Done, passed},
		"tsc, silent":       {"npx tsc --noEmit", "", transcript.Done, passed},
		"tsc, failing":      {"npx tsc --noEmit | head", "src/a.ts(3,1): error TS2304: Cannot find name 'x'.", transcript.Done, failed},
		"eslint, no errors": {"npx eslint .", "✔ 0 problems (0 errors, 0 warnings)", transcript.Done, passed},
		"python traceback":  {"python run_tests.py | tail", "Traceback (most recent call last):\n  File \"x\"\nValueError: no", transcript.Done, failed},
		"not run":           {"go test ./...", "", transcript.Rejected, unsaid},
		"says nothing":      {"go test ./...", "", transcript.Done, unsaid},
	} {
		s := conversation.Step{Tool: "Bash", Target: c.command, Output: c.out, Outcome: c.outcome, Exit: -1, Class: shell.CommandClass(c.command)}
		if v, line := resultOf(&s, s.Class); v != c.want {
			t.Errorf("%s: verdict %d by %q, want %d", name, v, line, c.want)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"", "It’s broken", "修正して", "\xff\x00", "ёİß’", "a'b'c'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var sc scanner
		last := 0
		for _, tok := range sc.scan(text, 500) {
			if tok.start < last || tok.end <= tok.start || tok.end > len(text) {
				t.Fatalf("token %q at %d–%d after %d of %d", tok.word, tok.start, tok.end, last, len(text))
			}
			last = tok.end
		}
	})
}
