package claude

import (
	"strings"
	"testing"
	"time"

	"prism/internal/transcript/telemetry"
)

// The names of lines that are made of events are UUIDs as RFC 9562 has them, the same each
// time and another for another event.
func TestNamesOfEvents(t *testing.T) {
	seen := map[string]bool{}
	for n := range 500 {
		e := &telemetry.Event{Session: "s", Name: "user_prompt", Sequence: int64(n), Time: time.Unix(1_800_000_000, int64(n)).UTC()}
		id := (&telling{}).uuid(e, "prompt")
		if !isUUID(id) || id[14] != '8' || !strings.ContainsRune("89ab", rune(id[19])) || id != strings.ToLower(id) {
			t.Fatalf("%q is no UUID of version 8", id)
		}
		if seen[id] || id != (&telling{}).uuid(e, "prompt") {
			t.Fatalf("%q is another event's, too, or not the same each time", id)
		}
		seen[id] = true
	}
}
