package cli

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"prism/internal/cli/job"
)

// What deploy/ starts the server with is what `prism serve` takes, and each of the files
// says the same of who it runs as, where it keeps things and how long it has to stop.
func TestDeployment(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join("..", "..", "deploy", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	docker, unit, compose, helm := read("Dockerfile"), read("prism.service"), read("compose.yaml"), read("helm/templates/server.yaml")
	starts := map[string][]string{}
	command := func(of, text, pattern string) string {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%s starts nothing", of)
		}
		return m[1]
	}
	var args []string
	if err := json.Unmarshal([]byte(command("Dockerfile", docker, `(?m)^CMD (\[.*\])$`)), &args); err != nil {
		t.Fatal(err)
	}
	starts["Dockerfile"] = args
	unquoted := strings.NewReplacer(`""`, "", "%d", "/run/credentials/prism.service").Replace(command("prism.service", unit, `(?m)^ExecStart=/usr/local/bin/prism (.*)$`))
	starts["prism.service"] = strings.Split(unquoted, " ")
	for _, line := range strings.Split(command("helm", helm, `(?s)args:\n(.*?)\n +env:`), "\n") {
		if line = strings.TrimPrefix(strings.TrimSpace(line), "- "); !strings.HasPrefix(line, "{{-") && !strings.HasPrefix(line, "{{ printf") {
			starts["helm"] = append(starts["helm"], line)
		}
	}
	for of, args := range starts {
		cmd := serveCommand(job.NewProgram(nil, strings.NewReader(""), io.Discard, io.Discard))
		if len(args) < 4 || args[0] != "serve" {
			t.Errorf("%s: %v", of, args)
			continue
		}
		if err := cmd.ParseFlags(args[1:]); err != nil {
			t.Errorf("%s: %v: %v", of, args, err)
			continue
		}
		if rest := cmd.Flags().Args(); len(rest) > 0 {
			t.Errorf("%s: the server takes no %q", of, rest)
		}
		for name, want := range map[string]string{"listen": "0.0.0.0:7747", "otlp-grpc": ""} {
			if got := cmd.Flags().Lookup(name); !got.Changed || got.Value.String() != want {
				t.Errorf("%s: --%s is %q, not %q", of, name, got.Value, want)
			}
		}
	}
	for _, c := range []struct{ of, text, has string }{
		{"Dockerfile", docker, "\nUSER 65532:65532\n"}, {"Dockerfile", docker, "--chown=65532:65532"}, {"Dockerfile", docker, "PRISM_HOME=/data"}, {"Dockerfile", docker, "VOLUME /data"},
		{"compose", compose, "- prism:/data"}, {"compose", compose, "read_only: true"}, {"compose", compose, "stop_grace_period: 30s"},
		{"helm", helm, "runAsUser: 65532"}, {"helm", helm, "fsGroup: 65532"}, {"helm", helm, "mountPath: /data"}, {"helm", helm, "readOnlyRootFilesystem: true"}, {"helm", helm, "terminationGracePeriodSeconds: 30"}, {"helm", helm, "containerPort: 7747"},
		{"prism.service", unit, "PRISM_HOME=/var/lib/prism"}, {"prism.service", unit, "StateDirectory=prism"}, {"prism.service", unit, "TimeoutStopSec=30"},
	} {
		if !strings.Contains(c.text, c.has) {
			t.Errorf("%s does not say %q", c.of, c.has)
		}
	}
}
