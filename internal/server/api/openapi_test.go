package api_test

import (
	"flag"
	"net/http"
	"os"
	"strings"
	"testing"

	"prism/internal/server/api"
)

var update = flag.Bool("update", false, "write docs/openapi.yaml")

// The file that describes the API in the repository is the one that the server serves.
func TestOpenAPI(t *testing.T) {
	const file = "../../../docs/openapi.yaml"
	a := api.Register(http.NewServeMux(), api.Options{})
	a.OpenAPI().Info.Version = "1" // of the form; the program has its own
	text, err := a.OpenAPI().YAML()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(want), "\r\n", "\n") != string(text) {
		t.Error("docs/openapi.yaml is another than the server's: go test ./internal/server/api -update, and look at the change")
	}
	for path, item := range a.OpenAPI().Paths {
		if item.Get != nil && len(item.Get.Responses) < 2 {
			t.Errorf("GET %s does not say how it fails", path)
		}
	}
}
