// Package difftest compares package redact with the scanner whose rules it
// took. It is a module of its own: the scanner brings sixty modules along that
// the program must not depend on.
//
//	cd internal/redact/difftest && go test ./...
package difftest
