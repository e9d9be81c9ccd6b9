// Package long says how much a test is to do: by default what tells within seconds that
// something broke, and all of it where PRISM_LONG is set, as it is in continuous
// integration (.ci/run). What is left out by default is more of the same: another
// database behind the same code, more transcripts, more kills.
//
// Promise: with PRISM_LONG a test that asks does all that it knows; without, it does
// something, or says which test holds the same rule nearer to where it is made (Only).
package long

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"
)

// Env is set where all is to be done, however long that takes.
const Env = "PRISM_LONG"

// All reports whether all is to be done.
func All() bool { return os.Getenv(Env) != "" }

// Some is the beginning of a list that is done by default, and all of it where all is.
func Some[T any](n int, list ...T) []T {
	if All() {
		return list
	}
	return list[:min(n, len(list))]
}

// Only leaves a test out where not all is to be done; held names what holds its rule by
// default. It is for whole installations that are killed, starved or cut off.
func Only(t testing.TB, held string) {
	t.Helper()
	if !All() {
		t.Skipf("with %s; by default: %s", Env, held)
	}
}

// Number is what an environment variable says, else how much is done where all is, else
// by default.
func Number(t testing.TB, env string, short, all int) int {
	t.Helper()
	if text := os.Getenv(env); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 { // none would be a test that cannot fail
			t.Fatalf("%s=%s is no number above 0", env, text)
		}
		return n
	}
	if All() {
		return all
	}
	return short
}

// Draws has properties over values drawn at random (package rapid) look at a dozen of them
// by default, and at the hundred that rapid draws where all is to be done: for those whose
// every draw is many statements. What -rapid.checks says counts more. It is called before
// the first of them, by a TestMain or a test that runs alone.
func Draws() {
	if f := flag.Lookup("rapid.checks"); f != nil && !All() && f.Value.String() == f.DefValue {
		_ = f.Value.Set("12") // it is a number
	}
}

// Waiting has eight tests of a package run side by side on however few processors, for a
// package whose tests wait most of the time: for a database, a disk, a process. What
// -parallel says counts more. It is called by a TestMain.
func Waiting() {
	_ = flag.Set("test.parallel", strconv.Itoa(max(8, runtime.GOMAXPROCS(0)))) // a flag of package testing
}
