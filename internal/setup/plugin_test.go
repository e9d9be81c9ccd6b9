package setup

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The plugin asks for the hooks that set-up writes, so that either does.
func TestPluginHooks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "plugin", "hooks", "hooks.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Type, Command string
				Timeout       int
			}
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(events()))
	if got := slices.Sorted(maps.Keys(file.Hooks)); !slices.Equal(got, want) {
		t.Errorf("the plugin asks for %v, set-up for %v", got, want)
	}
	for event, groups := range file.Hooks {
		for _, g := range groups {
			for _, h := range g.Hooks {
				if h.Timeout != hookSeconds || !strings.HasPrefix(h.Command, "prism-hook event ") {
					t.Errorf("%s: %+v", event, h)
				}
			}
		}
	}
}
