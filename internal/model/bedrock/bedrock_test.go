package bedrock

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"go.uber.org/goleak"

	"prism/internal/model"
	"prism/internal/model/anthropic"
	"prism/internal/model/modeltest"
	"prism/internal/redact"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// alone keeps the machine's own AWS configuration out.
func alone(t *testing.T) {
	t.Helper()
	for _, name := range []string{"AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE", "AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"} {
		t.Setenv(name, "")
	}
	t.Setenv("AWS_CONFIG_FILE", filepath.Join(t.TempDir(), "config"))
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(t.TempDir(), "credentials"))
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
}

func credentials() aws.CredentialsProvider {
	return aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{AccessKeyID: "AKIDOFATEST", SecretAccessKey: "secret-of-a-test"}, nil
	})
}

func question() model.Request {
	zero := 0.0
	return model.Request{
		Model: "us.anthropic.claude-haiku-4-5-20251001-v1:0", System: redact.Literal("You judge."),
		Blocks: []model.Block{{Text: redact.Literal("a transcript")}}, Temperature: &zero,
		Schema: []byte(`{"type":"object","properties":{"ok":{"type":"boolean"}}}`),
	}
}

func TestAnswer(t *testing.T) {
	alone(t)
	srv := modeltest.New()
	defer srv.Close()
	c, err := New(t.Context(), Options{Region: "eu-west-1", Credentials: credentials(), Options: anthropic.Options{BaseURL: srv.URL}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	got, err := c.Complete(t.Context(), question())
	if err != nil || got.Text != `{"ok":false}` || !got.UsageKnown {
		t.Fatalf("%+v, %v", got, err)
	}
	call := srv.Calls()[0]
	if call.Path != "/model/us.anthropic.claude-haiku-4-5-20251001-v1:0/invoke" {
		t.Errorf("path %s", call.Path)
	}
	if auth := call.Header.Get("Authorization"); !strings.Contains(auth, "AKIDOFATEST") || !strings.Contains(auth, "/eu-west-1/bedrock/") {
		t.Errorf("not signed: %q", auth)
	}
	if !strings.Contains(call.Body, `"anthropic_version":"bedrock-2023-05-31"`) || strings.Contains(call.Body, `"model"`) || !strings.Contains(call.Body, `"temperature":0`) {
		t.Errorf("body %s", call.Body)
	}
	srv.Fail(modeltest.Fault{Status: 403}, modeltest.Fault{Status: 429, Text: "Too many tokens, please wait"}, modeltest.Fault{Status: 400, Text: "The provided model identifier is invalid."})
	for _, want := range []model.Class{model.Unavailable, model.Retryable, model.Unavailable} {
		if _, err := c.Complete(t.Context(), question()); model.ClassOf(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestWithoutCredentials(t *testing.T) {
	alone(t)
	if _, err := New(t.Context(), Options{}); model.ClassOf(err) != model.Unavailable {
		t.Errorf("no region: %v", err)
	}
	c, err := New(t.Context(), Options{Region: "eu-west-1", Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{}, errors.New("no EC2 role, secret words")
	})})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Complete(t.Context(), question())
	if model.ClassOf(err) != model.Unavailable || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
	if _, err := New(t.Context(), Options{Region: "eu-west-1", Profile: "nobody"}); model.ClassOf(err) != model.Unavailable {
		t.Errorf("a profile that is not there: %v", err)
	}
}
