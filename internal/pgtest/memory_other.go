//go:build !linux

package pgtest

// memory is "": only Linux has a folder in memory at a place that is known.
func memory() string { return "" }
