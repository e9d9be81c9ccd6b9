// Package importtest holds the project's house rules as tests: which package may
// import which, what may not stand in the pure middle, and what no linter knows.
// It has no code of its own. A rule that cannot find anything to look at fails,
// and each rule is shown to fail on a small sample of what it forbids.
package importtest
