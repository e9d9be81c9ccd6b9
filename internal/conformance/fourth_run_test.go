package conformance

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

func fourthPrism(t *testing.T, args []string) string {
	t.Helper()
	bin := os.Getenv("PRISM_BIN")
	if bin == "" {
		bin = "/tmp/prism"
	}
	cmd := exec.Command(bin, args...)
	cmd.Env = append(os.Environ(), "PRISM_HOME="+t.TempDir(), "TZ=UTC")
	var out bytes.Buffer
	cmd.Stdout = &out
	_ = cmd.Run()
	return out.String()
}
