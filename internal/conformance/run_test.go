package conformance

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/cli"
	"prism/internal/long"
)

// known lists the checks that fail today. It only ever shrinks.
const known = "testdata/known.txt"

// failure is a check that did not hold.
type failure struct{ check, why string }

// TestPublishedAlgorithm holds every case against what came of it. PRISM_CONFORMANCE=update
// rewrites the list of known failures, PRISM_CONFORMANCE=FILE writes all failures
// with their reasons into a file.
func TestPublishedAlgorithm(t *testing.T) {
	all := allCases()
	cases, do := all, os.Getenv("PRISM_CONFORMANCE")
	if do == "" {
		cases = part(all, (*kase).behaviour, func(k *kase) *kase { return k.of })
	}
	failed, table := judgeAll(t, cases)
	t.Log(table)
	switch do {
	case "":
		compare(t, failed, cases, all)
	case "update":
		var b strings.Builder
		for _, f := range failed {
			b.WriteString(f.check + "\n")
		}
		if err := os.WriteFile(known, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		var b strings.Builder
		for _, f := range failed {
			fmt.Fprintf(&b, "%s: %s\n", f.check, f.why)
		}
		if err := os.WriteFile(do, []byte(table+"\n"+b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// compare fails for a check that is not listed and fails, for a listed one that
// was looked at and holds, and for a listed one that there is not.
func compare(t *testing.T, failed []failure, cases, all []*kase) {
	t.Helper()
	data, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for l := range strings.Lines(string(data)) {
		listed[strings.TrimSpace(l)] = true
	}
	for _, f := range failed {
		if !listed[f.check] {
			t.Errorf("%s %s", f.check, f.why)
		}
		delete(listed, f.check)
	}
	checksOf := func(list []*kase) map[string]bool {
		there := map[string]bool{}
		for _, k := range list {
			for _, c := range k.checks() {
				there[c] = true
			}
		}
		return there
	}
	there, seen := checksOf(all), checksOf(cases)
	for c := range listed {
		if seen[c] {
			t.Errorf("%s holds now: take it out of %s (PRISM_CONFORMANCE=update)", c, known)
		} else if !there[c] {
			t.Errorf("%s is listed in %s, and there is no such check", c, known)
		}
	}
}

func (k *kase) checks() []string {
	var out []string
	for _, w := range k.wants {
		out = append(out, k.name+" # "+w.field)
	}
	for _, w := range k.score {
		out = append(out, k.name+" # score "+w.field)
	}
	return out
}

// part is what is done of a list by default: of what asks for the same behaviour every
// twelfth, each time beginning elsewhere, and at least one; and what looks at the sessions
// of another where that one is in it. With PRISM_LONG it is all of the list.
func part[T comparable](list []T, behaviour func(T) string, of func(T) T) []T {
	if long.All() {
		return list
	}
	const every = 12
	var none T
	many, number, nth := map[string]int{}, map[string]int{}, map[string]int{}
	for _, x := range list {
		if of(x) == none {
			b := behaviour(x)
			if many[b]++; many[b] == 1 {
				number[b] = len(number)
			}
		}
	}
	kept := map[T]bool{}
	var out []T
	for _, x := range list {
		b, other := behaviour(x), of(x)
		keep := kept[other]
		if other == none {
			keep = nth[b] == number[b]%min(every, many[b]) || nth[b]%every == number[b]%every
			nth[b]++
		}
		if keep {
			kept[x] = true
			out = append(out, x)
		}
	}
	return out
}

// judgeAll writes the cases, runs the program over them and compares.
func judgeAll(t *testing.T, cases []*kase) ([]failure, string) {
	t.Helper()
	of := read(t, cases)
	checks, wrong := map[string]int{}, map[string]int{}
	var failed []failure
	for _, k := range cases {
		all, why := of[k].sessions, of[k].why
		if k.of != nil {
			all = of[k.of].sessions
		}
		slices.SortStableFunc(all, func(a, b session) int { return cmp.Compare(a.StartedAt, b.StartedAt) })
		var seen []string
		for _, w := range k.wants {
			seen = append(seen, w.see(all))
		}
		seen = append(seen, why...)
		for i, c := range k.checks() {
			checks[k.category()]++
			if seen[i] != "" {
				wrong[k.category()]++
				failed = append(failed, failure{c, seen[i]})
			}
		}
	}
	slices.SortFunc(failed, func(a, b failure) int { return cmp.Compare(a.check, b.check) })
	return failed, tabled(checks, wrong, len(cases))
}

// batch is how many cases one run of the program reads: some hundred, for what it
// keeps of all of them grows faster than they do.
const batch = 400

// outcome is what came of a case.
type outcome struct {
	sessions []session
	why      []string // of a case with a score: what is wrong with each of its figures
}

// read runs the program over the cases, those with the same flags together, and
// over each that asks for its score by itself.
func read(t *testing.T, cases []*kase) map[*kase]outcome {
	t.Helper()
	var batches [][]*kase
	open := map[string]int{} // by flags, the batch that is not full
	place := map[string]*kase{}
	for _, k := range cases {
		for _, talk := range k.talks {
			place[talk.ID()] = k
		}
		if len(k.talks) == 0 {
			continue
		}
		flags := strings.Join(k.flags, " ")
		at, ok := open[flags]
		switch {
		case k.alone:
			batches = append(batches, []*kase{k})
		case !ok || len(batches[at]) == batch:
			open[flags] = len(batches)
			batches = append(batches, []*kase{k})
		default:
			batches[at] = append(batches[at], k)
		}
	}
	outcomes := make([]map[*kase]outcome, len(batches))
	t.Run("read", func(t *testing.T) {
		for i, some := range batches {
			t.Run(some[0].name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				for _, k := range some {
					write(t, dir, k)
				}
				of := map[*kase]outcome{}
				outcomes[i] = of
				if some[0].alone {
					of[some[0]] = outcome{why: some[0].scored(t, dir)}
					return
				}
				for _, s := range sessions(t, dir, some[0].flags...) {
					if k := place[s.Conversations[0]]; k != nil {
						of[k] = outcome{sessions: append(of[k].sessions, s)}
					}
				}
			})
		}
	})
	all := map[*kase]outcome{}
	for _, of := range outcomes {
		maps.Copy(all, of)
	}
	return all
}

func tabled(checks, wrong map[string]int, cases int) string {
	var names []string
	all, bad := 0, 0
	for name, n := range checks {
		names = append(names, name)
		all, bad = all+n, bad+wrong[name]
	}
	slices.Sort(names)
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-14s %7s %7s\n", "category", "checks", "failed")
	for _, name := range names {
		fmt.Fprintf(&b, "%-14s %7d %7d\n", name, checks[name], wrong[name])
	}
	fmt.Fprintf(&b, "%-14s %7d %7d   of %d cases\n", "all", all, bad, cases)
	return b.String()
}

func write(t *testing.T, dir string, k *kase) {
	t.Helper()
	files := map[string][]byte{}
	for _, talk := range k.talks {
		if talk.Err() != nil {
			t.Fatal(talk.Err())
		}
		files[talk.File()] = talk.Bytes()
	}
	maps.Copy(files, k.files)
	for name, data := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// prism runs the program in this process.
func prism(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, notes bytes.Buffer
	env := []string{"HOME=" + t.TempDir(), "PRISM_HOME=" + t.TempDir(), "PRISM_TZ=UTC"}
	if code := cli.Run(t.Context(), args, env, strings.NewReader(""), &out, &notes); code != 0 && code != 3 && code != 4 { // done, no session in the window, something unreadable
		t.Fatalf("prism %s: exit code %d: %s", strings.Join(args, " "), code, notes.String())
	}
	return out.Bytes()
}

func sessions(t *testing.T, dir string, flags ...string) []session {
	t.Helper()
	var list []session
	out := prism(t, append([]string{"sessions", "--no-store", "--json", dir}, flags...)...)
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	return list
}
