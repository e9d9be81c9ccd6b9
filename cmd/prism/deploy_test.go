package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"prism/internal/cli"
)

// What deploy/ starts the server with is what the server takes.
func TestDeployNamesFlagsThatAreThere(t *testing.T) {
	var help, errs bytes.Buffer
	env := []string{"PRISM_HOME=" + t.TempDir(), "HOME=" + t.TempDir(), "NO_COLOR=1"}
	if code := cli.Run(context.Background(), []string{"serve", "--help"}, env, strings.NewReader(""), &help, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	flag, variable := regexp.MustCompile(`[ "]--[a-z-]+`), regexp.MustCompile(`PRISM_[A-Z_]+`)
	for _, file := range []string{"Dockerfile", "prism.service", "helm/templates/server.yaml"} {
		data, err := os.ReadFile("../../deploy/" + file)
		if err != nil {
			t.Fatal(err)
		}
		started := 0
		for line := range strings.Lines(string(data)) {
			if !strings.HasPrefix(line, "CMD") && !strings.HasPrefix(line, "ExecStart") && !strings.Contains(line, "- --") && !strings.Contains(line, "{{ printf") {
				continue
			}
			for _, f := range flag.FindAllString(line, -1) {
				started++
				if !strings.Contains(help.String(), " "+f[1:]+" ") {
					t.Errorf("deploy/%s: prism serve knows no %s", file, f[1:])
				}
			}
		}
		if started == 0 {
			t.Errorf("deploy/%s starts the server with nothing", file)
		}
		for _, v := range variable.FindAllString(string(data), -1) {
			if v != "PRISM_HOME" && v != "PRISM_DB" {
				t.Errorf("deploy/%s: the server reads no %s", file, v)
			}
		}
	}
}
