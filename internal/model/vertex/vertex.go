// Package vertex is the way to Claude over Google Cloud. Credentials are the
// application default ones: a file that a variable names, gcloud's login, or the
// machine's account.
//
// The SDK has a package for this way, which brings Google's whole client library
// and with it 22 MB of program; what it does to a request is the few lines here.
package vertex

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/anthropics/anthropic-sdk-go/option"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/google"

	"prism/internal/model"
	"prism/internal/model/anthropic"
)

// Options say where to and as whom. Model names are Google's:
// "claude-haiku-4-5@20251001".
type Options struct {
	Region            string             // "global", "us", "eu", or a region's name
	Project           string             // "": the credentials' own
	Token             oauth2.TokenSource // nil: application default credentials
	anthropic.Options                    // BaseURL, headers, timeout, transport
}

const (
	scope = "https://www.googleapis.com/auth/cloud-platform"
	// apiVersion stands in the body here, not in a header.
	apiVersion = "vertex-2023-10-16"
)

// New returns a client. It fails where region, project or credentials are not
// found; it looks for credentials on this machine and, on Google's, at its
// metadata service.
func New(ctx context.Context, o Options) (*anthropic.Client, error) {
	if !word(o.Region) {
		return nil, &model.Error{Class: model.Unavailable, Message: "no Google Cloud region: set CLOUD_ML_REGION, as global"}
	}
	token, project := o.Token, o.Project
	if token == nil {
		found, err := google.FindDefaultCredentials(ctx, scope)
		if err != nil {
			return nil, &model.Error{Class: model.Unavailable, Message: "no Google Cloud credentials: run gcloud auth application-default login"}
		}
		token = found.TokenSource
		if project == "" {
			project = found.ProjectID
		}
	}
	if !word(project) {
		return nil, &model.Error{Class: model.Unavailable, Message: "no Google Cloud project: set ANTHROPIC_VERTEX_PROJECT_ID"}
	}
	base := o.BaseURL
	if base == "" {
		base = address(o.Region)
	}
	r := &road{region: o.Region, project: project, token: oauth2.ReuseTokenSource(nil, token)}
	return anthropic.Over(o.Options, option.WithBaseURL(base), option.WithMiddleware(r.send)), nil
}

// word tells a name that can stand in a host and a path; projects of domains
// have a colon and dots.
func word(s string) bool {
	for i := range len(s) {
		b := s[i]
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || strings.IndexByte("-_.:", b) >= 0 {
			continue
		}
		return false
	}
	return s != ""
}

// address of the service in a region; two regions of many countries have their own.
func address(region string) string {
	switch region {
	case "global":
		return "https://aiplatform.googleapis.com/"
	case "us", "eu":
		return "https://aiplatform." + region + ".rep.googleapis.com/"
	}
	return "https://" + region + "-aiplatform.googleapis.com/"
}

// road turns requests of the Messages API into Google's.
type road struct {
	region, project string
	token           oauth2.TokenSource
}

// send is a middleware of the SDK. The model goes from the body into the path,
// the API's version into the body, and a token into the header.
func (r *road) send(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	prefix, ok := strings.CutSuffix(req.URL.Path, "/v1/messages")
	if !ok || req.Method != http.MethodPost || req.Body == nil {
		return nil, &model.Error{Class: model.Unavailable, Message: "Google Cloud serves single requests only, no batches"}
	}
	body, err := io.ReadAll(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return nil, &model.Error{Class: model.BadRequest, Message: "the request cannot be written"}
	}
	name, body, err := moved(body)
	if err != nil {
		return nil, err
	}
	token, err := r.token.Token()
	if err != nil {
		return nil, &model.Error{Class: model.Unavailable, Message: "Google Cloud gave no token for these credentials: log in again"}
	}
	token.SetAuthHeader(req)
	req.URL.Path = prefix + "/v1/projects/" + r.project + "/locations/" + r.region + "/publishers/anthropic/models/" + name + ":rawPredict"
	req.URL.RawPath = ""
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.Body, _ = req.GetBody()
	req.ContentLength = int64(len(body))
	return next(req)
}

// moved takes the model out of a body and puts the API's version in.
func moved(body []byte) (name string, _ []byte, err error) {
	bad := &model.Error{Class: model.BadRequest, Message: "the request cannot be written"}
	var m map[string]json.RawMessage
	if json.Unmarshal(body, &m) != nil || json.Unmarshal(m["model"], &name) != nil {
		return "", nil, bad
	}
	if at, _, _ := strings.Cut(name, "@"); !word(at) || model.Name(name) == "" || strings.Contains(name, "/") {
		return "", nil, &model.Error{Class: model.Unavailable, Message: "no such model at Google Cloud: check --model"}
	}
	delete(m, "model")
	m["anthropic_version"] = json.RawMessage(`"` + apiVersion + `"`)
	out, err := json.Marshal(m)
	if err != nil {
		return "", nil, bad
	}
	return name, out, nil
}
