package signal

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe"
)

// TestNamesOfEditedFiles: an edit that came back without its lines is known by what it
// was aimed at, any other by the file that it changed.
func TestNamesOfEditedFiles(t *testing.T) {
	step := conversation.Step{Target: "depth.go"}
	if got := editedFile(observe.Place{Step: &step}); got != "depth.go" {
		t.Errorf("%q", got)
	}
	step.Edit = &conversation.Edit{File: "/srv/depth.go"}
	if got := editedFile(observe.Place{Step: &step}); got != "/srv/depth.go" {
		t.Errorf("%q", got)
	}
}
