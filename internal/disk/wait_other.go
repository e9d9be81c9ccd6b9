//go:build !unix

package disk

// noWait is nothing where opening never waits.
const noWait = 0
