package vertex

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/oauth2"

	"prism/internal/model"
	"prism/internal/model/anthropic"
	"prism/internal/model/modeltest"
	"prism/internal/redact"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func question(name string) model.Request {
	zero := 0.0
	return model.Request{
		Model: name, System: redact.Literal("You judge."),
		Blocks: []model.Block{{Text: redact.Literal("a transcript")}}, Temperature: &zero,
		Schema: []byte(`{"type":"object","properties":{"zeta":{"type":"boolean"},"alpha":{"type":"boolean"}}}`),
	}
}

func TestAnswer(t *testing.T) {
	for _, suffix := range []string{"", "/gateway"} {
		srv := modeltest.New()
		base := srv.URL
		if suffix != "" {
			base += "/script/a/ok,ok,ok" // any prefix of a path
		}
		c, err := New(t.Context(), Options{
			Region: "europe-west1", Project: "a-project",
			Token:   oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "token-of-a-test"}),
			Options: anthropic.Options{BaseURL: base},
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Complete(t.Context(), question("claude-haiku-4-5@20251001"))
		if err != nil || got.Text != `{"zeta":false,"alpha":false}` || got.Model != "claude-haiku-4-5@20251001" {
			t.Fatalf("%+v, %v", got, err)
		}
		call := srv.Calls()[0]
		if !strings.HasSuffix(call.Path, "/v1/projects/a-project/locations/europe-west1/publishers/anthropic/models/claude-haiku-4-5@20251001:rawPredict") {
			t.Errorf("path %s", call.Path)
		}
		if call.Header.Get("Authorization") != "Bearer token-of-a-test" || call.Header.Get("X-Api-Key") != "" {
			t.Errorf("headers %v", call.Header)
		}
		if !strings.Contains(call.Body, `"anthropic_version":"vertex-2023-10-16"`) || strings.Contains(call.Body, `"model"`) {
			t.Errorf("body %s", call.Body)
		}
		if _, err := c.Complete(t.Context(), question("../../elsewhere")); model.ClassOf(err) != model.Unavailable || len(srv.Calls()) != 1 {
			t.Errorf("%v", err)
		}
		if _, err := c.Batches().Submit(t.Context(), nil); model.ClassOf(err) != model.Unavailable {
			t.Errorf("a batch: %v", err)
		}
		c.Close()
		srv.Close()
	}
}

// refusing is a token source whose service says no, in words.
type refusing struct{}

func (refusing) Token() (*oauth2.Token, error) { return nil, errors.New("invalid_grant: secret words") }

func TestWithoutCredentials(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", filepath.Join(t.TempDir(), "none.json"))
	for name, o := range map[string]Options{
		"no region":      {Project: "p", Token: refusing{}},
		"no project":     {Region: "global", Token: refusing{}},
		"odd project":    {Region: "global", Project: "a/b", Token: refusing{}},
		"odd region":     {Region: "evil.example/", Project: "p", Token: refusing{}},
		"no credentials": {Region: "global", Project: "p"},
	} {
		if _, err := New(t.Context(), o); model.ClassOf(err) != model.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
	}
	c, err := New(t.Context(), Options{Region: "global", Project: "p", Token: refusing{}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Complete(t.Context(), question("claude-haiku-4-5@20251001")); model.ClassOf(err) != model.Unavailable || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

func TestAddress(t *testing.T) {
	for region, want := range map[string]string{
		"global": "https://aiplatform.googleapis.com/", "eu": "https://aiplatform.eu.rep.googleapis.com/", "us-east5": "https://us-east5-aiplatform.googleapis.com/",
	} {
		if got := address(region); got != want {
			t.Errorf("%s: %s", region, got)
		}
	}
}
