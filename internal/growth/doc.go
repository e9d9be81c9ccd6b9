// Package growth holds the program to its promise of growing with what it reads and
// no faster. Shapes are made-up libraries that hold many of one thing (turns, calls,
// sessions by /clear, merges, subagents, files …); each is read at n, 2n and 4n, and
// what it took is counted at the ports: lines decoded, files looked into, turns shown
// to the judge and the tracker, rows and bytes given to the store and asked of it,
// bytes allocated, and bytes held when the first session is judged and when something
// is saved. No count is a time, so that a busy machine changes nothing; a count that
// more than doubles where the input doubles fails.
// Of many small files it also bounds what each may ask of the store.
//
// The same shapes in any size, for a measurement of the whole program:
//
//	PRISM_GROWTH=shape,n,DIR go test ./internal/growth -run TestWriteShape
//
// docs/performance.md has what was measured so.
package growth
