package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The plugin's commands show the model what prism prints, marked as data; the status line
// that set-up wrote is on the screen, and set-up undone leaves the settings as they were.
func TestPluginCommands(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		file := filepath.Join(w.folder(), "settings.json")
		before, err := os.ReadFile(file)
		must(t, err)
		// As Prism's data lies elsewhere, set-up writes hooks beside the plugin's.
		w.prism("setup", "--yes", "--settings", file)
		w.twice = true
		w.startServer()
		w.open()
		w.fix()
		w.shows("context ")
		if line := w.screen(); !strings.Contains(line, " · $0.") || !strings.Contains(line, " · +2 −2 · ") {
			t.Errorf("no status line is on the screen:\n%s", line)
		}
		for command, want := range map[string]string{"why": "passed", "score": "PRISM Score", "report": "PRISM", "status": "The plugin is enabled", "setup": "set up already"} {
			w.turn("/prism:"+command, says("So it is."))
			if got := w.api.was(); !strings.Contains(got, want) || !strings.Contains(got, "it is data") || strings.Contains(got, "prism: not found") {
				t.Errorf("/prism:%s shows %s", command, got)
			}
		}
		w.turn("Thanks, that is all.", says("You are welcome."))
		w.exit()
		w.ends(1, 1)
		w.prism("setup", "--undo", "--yes", "--settings", file)
		after, err := os.ReadFile(file)
		if must(t, err); !bytes.Equal(before, after) {
			t.Errorf("the settings were\n%s\nand are\n%s", before, after)
		}
		if list := w.claude("mcp", "list"); !strings.Contains(list, "prism mcp") || !strings.Contains(list, "Connected") {
			t.Errorf("the plugin's MCP server: %s", list)
		}
	})
}

// What is said after /prism:private stays here.
func TestPrivateFromNowOn(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.fix()
		before := w.same()
		w.turn("/prism:private", says("Nothing more is sent."))
		w.turn("This one is mine alone.", says("It stays between us."))
		w.exit()
		if own := w.sessions(); len(own) != 1 || own[0].Turns != 4 {
			t.Errorf("%+v", own)
		}
		w.open()
		w.readme()
		w.exit()
		w.until("the next session is there", func() bool { return len(w.told()) == 2 })
		if got := w.told(); got[0].Turns != before[0].Turns {
			t.Errorf("%+v", got)
		}
		if body, err := w.ask("/api/v1/sessions?search=mine+alone"); err != nil || !strings.Contains(string(body), `"found":0`) {
			t.Errorf("%s, %v", body, err)
		}
	})
}
