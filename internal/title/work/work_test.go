package work

import "testing"

// TestPlainNames: of the last piece of a path no secret is told.
func TestPlainNames(t *testing.T) {
	for name, want := range map[string]bool{
		"README.md": true, "list_test.go": true, "Makefile": true, "Dockerfile": true, "archive.tar.gz": true, "[id].tsx": true, "使用说明.md": true,
		"": false, "wJalrXUtnFEMI+K7MDENG": false, "AKIAABCDEFGHIJKLMNOP,wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEYAB": false, "bPxRfiCYz7": false, "a.b+c/": false, "token=abc.txt": false,
	} {
		if got := plainName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
