package chart

import (
	"testing"

	"prism/internal/locale"
)

// english is the locale of who has asked for nothing.
func english(t testing.TB) *locale.Locale {
	t.Helper()
	c, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	return c.English()
}
