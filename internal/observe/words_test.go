package observe

import (
	"slices"
	"testing"

	"prism/internal/conversation"
	"prism/internal/lexicon"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// TestClassesAreSections: a class without a section would never be heard.
func TestClassesAreSections(t *testing.T) {
	for _, c := range []struct{ names, sections []string }{
		{SenseNames(), slices.Concat(lexicon.Sections("person"), lexicon.Sections("agent"))},
		{PracticeNames(), lexicon.Sections("asking")},
	} {
		slices.Sort(c.names)
		slices.Sort(c.sections)
		if !slices.Equal(c.names, c.sections) {
			t.Errorf("classes %v, sections %v", c.names, c.sections)
		}
	}
}

func TestPhrases(t *testing.T) {
	r := NewWords().Reader()
	for _, c := range []struct {
		lang, text string
		want       Sense
		has        bool
	}{
		{"en", "It DOESN’T work!", Complain, true},
		{"en", "Still doesnt work", Complain, true},
		{"en", "looks good to me", Accept, true},
		{"de", "funktioniert immer noch nicht", Complain, true},
		{"es", "sigue sin funcionar", Complain, true},
		{"es", "trabaja con la tabla", Swear, false}, // "con" insults in French alone
		{"fr", "ça ne marche pas", Complain, true},
		{"fr", "ca ne marche pas", Complain, true},
		{"pt", "nao funcionou", Complain, true},
		{"it", "non funziona", Complain, true},
		{"ru", "всё ещё не работает", Complain, true},
		{"ja", "まだ動きません", Complain, true},
		{"zh", "还是不行", Complain, true},
		{"ko", "아직도 안 돼요", Complain, true},
		{"tr", "hala çalışmıyor", Complain, true},
		{"pl", "Refaktoryzacja modułu", AskRefactor, true},
		{"en", "the workshop", Accept, false}, // no part of a word
	} {
		found := false
		_, hits := r.Phrases(r.Person, c.text, 100, lexicon.Speaking("en", c.lang))
		for _, h := range hits {
			found = found || h.Says.Has(c.want)
		}
		if found != c.has {
			t.Errorf("%s %q: class %s found %v", c.lang, c.text, SenseNames()[c.want], found)
		}
	}
}

func TestOutputs(t *testing.T) {
	for name, c := range map[string]struct {
		command, out string
		outcome      transcript.Outcome
		want         Verdict
	}{
		"go":                {"go test ./...", "ok  \ta\t0.1s\nok  \tb\t0.2s", transcript.Done, Passed},
		"go, failing":       {"go test ./... | tail -5", "--- FAIL: TestA (0.0s)\nFAIL\ta\t0.1s\nok  \tb\t0.2s", transcript.Done, Failed},
		"go, by exit":       {"go test ./...", "build failed", transcript.Errored, Failed},
		"pytest":            {"pytest -q", "....\n12 passed in 0.4s", transcript.Done, Passed},
		"pytest, failing":   {"pytest -q | tail -1", "2 failed, 10 passed in 0.4s", transcript.Done, Failed},
		"jest":              {"npm test", "Test Suites: 2 passed, 2 total\nTests:       9 passed, 9 total", transcript.Done, Passed},
		"jest, failing":     {"npm test 2>&1 | tail", "Tests:       1 failed, 8 passed, 9 total", transcript.Done, Failed},
		"cargo":             {"cargo test", "test result: ok. 5 passed; 0 failed; 0 ignored", transcript.Done, Passed},
		"cargo, failing":    {"cargo test | tail", "test result: FAILED. 4 passed; 1 failed", transcript.Done, Failed},
		"maven":             {"mvn verify", "[INFO] Tests run: 3, Failures: 0, Errors: 0\n[INFO] BUILD SUCCESS", transcript.Done, Passed},
		"gradle, failing":   {"./gradlew test | tail", "BUILD FAILED in 2s", transcript.Done, Failed},
		"dotnet":            {"dotnet test", "Passed!  - Failed: 0, Passed: 7", transcript.Done, Passed},
		"rspec, failing":    {"rspec | tail -3", "10 examples, 2 failures", transcript.Done, Failed},
		"phpunit":           {"phpunit", "OK (12 tests, 30 assertions)", transcript.Done, Passed},
		"tsc, silent":       {"npx tsc --noEmit", "", transcript.Done, Passed},
		"tsc, failing":      {"npx tsc --noEmit | head", "src/a.ts(3,1): error TS2304: Cannot find name 'x'.", transcript.Done, Failed},
		"eslint, no errors": {"npx eslint .", "✔ 0 problems (0 errors, 0 warnings)", transcript.Done, Passed},
		"python traceback":  {"python run_tests.py | tail", "Traceback (most recent call last):\n  File \"x\"\nValueError: no", transcript.Done, Failed},
		"not run":           {"go test ./...", "", transcript.Rejected, Unclear},
		"says nothing":      {"go test ./...", "", transcript.Done, Unclear},
	} {
		s := conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: c.command, Output: c.out, Outcome: c.outcome, Exit: -1, Class: shell.ParseLine(c.command).Class()}
		if v, line := resultOf(&s, s.Class); v != c.want {
			t.Errorf("%s: verdict %d by %q, want %d", name, v, line, c.want)
		}
	}
}
