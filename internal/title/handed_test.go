package title

import "testing"

// What a client was called with by hand is what was asked.
func TestHandedOver(t *testing.T) {
	for text, want := range map[string]string{
		`claude "/build-with it Wire the page to the program"`: "it Wire the page to the program",
		"claude '/look Find who calls the cache'":              "Find who calls the cache",
		`claude -p "Count the rows"`:                           "Count the rows",
		`claude "/compact now"`:                                "/compact now",
		"claude mcp add":                                       "claude mcp add",
		"claude code is slow today":                            "claude code is slow today",
		"codex \"Fix the build\"\nthen tell me":                "Fix the build",
		"":                                                     "",
	} {
		if got := handedOver(text); got != want {
			t.Errorf("handedOver(%q) = %q, want %q", text, got, want)
		}
	}
}
