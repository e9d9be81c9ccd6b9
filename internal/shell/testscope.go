package shell

import (
	"slices"
	"strings"
)

// scopedRunners are runners of tests whose operands, and the values of some options, say
// which tests are run; without one they run all. The value is what stands between their
// name and the operands.
var scopedRunners = map[string]string{
	"pytest": "", "py.test": "", "rspec": "", "phpunit": "", "pest": "", "jest": "", "mocha": "", "ava": "", "vitest": "run",
	"playwright": "test", "cypress": "run", "cargo": "test", "go": "test", "mix": "test", "rails": "test", "deno": "test", "bun": "test",
	"flutter": "test", "dart": "test", "swift": "test", "gotestsum": "", "ctest": "",
}

// scopeOptions are their options whose value names tests.
const scopeOptions = " -k -t -run --run --filter --testNamePattern --testPathPattern --test-name-pattern -g --grep -p --package --test -R --tests-regex --spec -e --example --name --plain-name "

// scopeValued are their options that take the next word and name no test.
const scopeValued = " -n -c --config -m -o --timeout -timeout -count -tags -cpu -parallel --features --manifest-path --reporter -r --maxfail --cov --project -f --format --tb --workers -j --seed "

// Tests is what a command line tests.
type Tests struct {
	Known   bool     // false: nobody can tell
	Targets []string // tests by name, folder or file; none: all
	runner  string
}

// TestsOf tells what the runner of tests looks at that a command line runs last.
func TestsOf(line string) Tests {
	parts := splitShell(line)
	for i := len(parts) - 1; i >= 0; i-- {
		if runner, targets, ok := scopeOf(parts[i].words); ok {
			return Tests{Known: true, Targets: targets, runner: runner}
		}
	}
	return Tests{}
}

func scopeOf(words []string) (runner string, targets []string, ok bool) {
	at := slices.IndexFunc(words[:min(len(words), 6)], func(w string) bool {
		_, known := scopedRunners[commandName(w)]
		return known && !strings.Contains(w, ".xml")
	})
	if at < 0 {
		return "", nil, false
	}
	runner = commandName(words[at])
	args := words[at+1:]
	if verb := scopedRunners[runner]; verb != "" {
		switch {
		case len(args) > 0 && args[0] == verb:
			args = args[1:]
		case len(args) > 1 && strings.HasPrefix(args[0], "+") && args[1] == verb:
			args = args[2:]
		case runner != "vitest":
			return "", nil, false
		}
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch name, value, given := strings.Cut(a, "="); {
		case a == "" || a == "--":
		case a[0] != '-':
			targets = append(targets, a)
		case given && strings.Contains(scopeOptions, " "+name+" "):
			targets = append(targets, value)
		case !given && strings.Contains(scopeOptions, " "+a+" ") && i+1 < len(args):
			i++
			targets = append(targets, args[i])
		case !given && strings.Contains(scopeValued, " "+a+" "):
			i++
		}
	}
	return runner, targets, true
}

// Elsewhere reports whether a test run looks at other tests than another one did, by what
// both name: it says nothing of these.
func (t Tests) Elsewhere(than Tests) bool {
	if !t.Known || !than.Known || t.runner != than.runner || len(t.Targets) == 0 || len(than.Targets) == 0 {
		return false
	}
	for _, p := range t.Targets {
		for _, f := range than.Targets {
			if overlaps(p, f) {
				return false
			}
		}
	}
	return true
}

// overlaps reports whether one of two targets of a test run may hold the other.
func overlaps(a, b string) bool {
	a, b = bareTarget(a), bareTarget(b)
	return a == "" || b == "" || strings.Contains(a, b) || strings.Contains(b, a)
}

// bareTarget is a target without what says only "here" and "all below"; "" is everything.
func bareTarget(t string) string {
	t = strings.Trim(t, `"'^$`)
	t = strings.TrimSuffix(strings.TrimPrefix(t, "./"), "...")
	t = strings.Trim(t, "/.*")
	if t == "tests" || t == "test" || t == "spec" {
		return ""
	}
	return t
}
