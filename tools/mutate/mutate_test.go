package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const product = `package fixture

import "errors"

// Small is tested at its boundary.
func Small(n int) bool {
	if n < 3 {
		return true
	}
	return false
}

// Loose runs in its test, which asks for nothing.
func Loose(n int) int {
	return n + 41
}

// Sum is here for the kinds of change.
func Sum(list []string, sep, end string) (string, error) {
	out := ""
	for _, s := range list {
		switch s {
		case "", "-":
			continue
		}
		out = join(out, s)
	}
	if out == "" && !Small(len(list)) {
		return "", errors.New("nothing")
	}
	return out + end, nil
}

func join(a, b string) string { return a + b }

// Words returns a table.
func Words() []string { return make([]string, 0, 9)[:copy([]string{"x"}, []string{"y"})-1] }

type named int

func (named) String() string { return "seven" + "eight" }
`

const tests = `package fixture

import (
	"fmt"
	"testing"
)

func TestSmall(t *testing.T) {
	for n, want := range map[int]bool{2: true, 3: false} {
		if Small(n) != want {
			t.Error(n)
		}
	}
}

func TestLoose(t *testing.T) { Loose(1) }

func TestPinned(t *testing.T) {
	if fmt.Sprint(Small(1), Small(2), Small(3), Loose(1)) != "true true false 42" {
		t.Error("something differs")
	}
}
`

// fixture writes a module of one package and returns its folder.
func fixture(t *testing.T, product, tests string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module fixture\n\ngo 1.26\n", "fixture.go": product, "fixture_test.go": tests,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func loadOne(t *testing.T, dir string) *pkg {
	t.Helper()
	pkgs, err := load(dir, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	return pkgs[0]
}

func TestFindKinds(t *testing.T) {
	dir := fixture(t, product, tests)
	var got []string
	for _, m := range find(loadOne(t, dir)) {
		got = append(got, strings.TrimPrefix(m.show(dir), "fixture.go:"))
	}
	for _, want := range []string{
		`7  operator: <  ->  <=`,
		`7  operator: <  ->  >=`,
		`7  literal: 3  ->  4`,
		`7  drop: if n < 3 { return true }  ->  {}`,
		`8  literal: true  ->  false`,
		`15  operator: +  ->  -`,
		`15  return zero: n + 41  ->  0`,
		`23  remove case: case "", "-": continue`,
		`23  remove case: "",`,
		`23  remove case: , "-"`,
		`24  branch: continue  ->  break`,
		`26  swap arguments: out, s  ->  s, out`,
		`26  drop: out = join(out, s)`,
		`28  operator: &&  ->  ||`,
		`28  negate: out == "" && !Small(len(list))  ->  !(out == "" && !Small(len(list)))`,
		`28  negate: !Small(len(list))  ->  Small(len(list))`,
		`31  return zero: out + end, nil  ->  "", nil`,
		`34  operand: + b`,
		`37  empty: {"x"}  ->  {}`,
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no change %s", want)
		}
	}
	for _, g := range got {
		for _, not := range []string{`literal: "nothing"`, `literal: "seven"`, `operand: + "eight"`, "literal: 9", "swap arguments: 0, 9"} {
			if strings.HasSuffix(g, not) || strings.Contains(g, not+"  ->") {
				t.Errorf("a change that says nothing: %s", g)
			}
		}
	}
	if t.Failed() {
		t.Log("\n" + strings.Join(got, "\n"))
	}
}

func TestDraw(t *testing.T) {
	all := find(loadOne(t, fixture(t, product, tests)))
	order := func(seed uint64) string {
		var b strings.Builder
		for _, line := range draw(all, seed) {
			b.WriteString(line[0].show("") + "\n")
			for _, m := range line {
				if m.line != line[0].line {
					t.Errorf("lines %d and %d in one", m.line, line[0].line)
				}
			}
		}
		return b.String()
	}
	if order(1) != order(1) {
		t.Error("one seed, two draws")
	}
	if order(1) == order(2) {
		t.Error("two seeds, one draw")
	}
}

// tried runs the tests of the fixture on every change of the lines given.
func tried(t *testing.T, product, tests, skip string, lines ...int) map[string]outcome {
	t.Helper()
	dir := fixture(t, product, tests)
	p := loadOne(t, dir)
	r := tester{root: dir, work: t.TempDir(), pkg: p.path, skip: skip}
	if err := r.baseline(); err != nil {
		t.Fatal(err)
	}
	got := map[string]outcome{}
	for _, m := range find(p) {
		if !slices.Contains(lines, m.line) {
			continue
		}
		what := strings.TrimPrefix(m.show(dir), "fixture.go:")
		if !p.compiles(m) {
			got[what] = broken
			continue
		}
		out, err := r.try(m)
		if err != nil {
			t.Fatal(err)
		}
		got[what] = out
	}
	if text, err := os.ReadFile(filepath.Join(dir, "fixture.go")); err != nil || string(text) != product {
		t.Errorf("the product file was touched: %v", err)
	}
	return got
}

func TestOutcomes(t *testing.T) {
	got := tried(t, product, tests, "Pinned", 7, 15)
	want := map[string]outcome{
		`7  operator: <  ->  <=`:                    killed,
		`7  operator: <  ->  >=`:                    killed,
		`7  literal: 3  ->  4`:                      killed,
		`7  drop: if n < 3 { return true }  ->  {}`: killed,
		`15  operator: +  ->  -`:                    survived,
		`15  literal: 41  ->  42`:                   survived,
		`15  return zero: n + 41  ->  0`:            survived,
	}
	for what, out := range want {
		if got[what] != out {
			t.Errorf("%s: %q, want %q", what, got[what], out)
		}
	}
	if len(got) != len(want) {
		t.Errorf("changes: %v", got)
	}
}

func TestPinsAreSkippedOnlyIfAsked(t *testing.T) {
	if got := tried(t, product, tests, "", 15)[`15  literal: 41  ->  42`]; got != killed {
		t.Errorf("with the pin: %q, want killed", got)
	}
}

func TestNotCompiling(t *testing.T) {
	const product = `package fixture

// F uses n once.
func F() int {
	n := 1
	return n
}
`
	const tests = `package fixture

import "testing"

func TestF(t *testing.T) {
	if F() != 1 {
		t.Error(F())
	}
}
`
	got := tried(t, product, tests, "", 5, 6)
	if got[`6  return zero: n  ->  0`] != broken {
		t.Errorf("an unused variable compiles: %v", got)
	}
	if got[`5  literal: 1  ->  2`] != killed {
		t.Errorf("a wrong number goes unnoticed: %v", got)
	}
}

func TestFailingBaseline(t *testing.T) {
	dir := fixture(t, product, strings.ReplaceAll(tests, "3: false", "3: true"))
	p := loadOne(t, dir)
	r := tester{root: dir, work: t.TempDir(), pkg: p.path}
	if err := r.baseline(); err == nil {
		t.Error("tests that fail at the start say nothing of changes")
	}
}

func TestShare(t *testing.T) {
	if got := (result{killed: 3, survived: 1, broken: 5}).share(); got != 75 {
		t.Errorf("share %v, want 75: what does not compile is not counted", got)
	}
}
