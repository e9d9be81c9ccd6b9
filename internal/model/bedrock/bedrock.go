// Package bedrock is the way to Claude over Amazon Bedrock. Credentials come from
// where AWS keeps them: its variables, files, single sign-on, or the machine's
// role.
package bedrock

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go/bedrock"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"

	"prism/internal/model"
	"prism/internal/model/anthropic"
)

// Options say where to and as whom. Model names are Bedrock's:
// "us.anthropic.claude-haiku-4-5-20251001-v1:0".
type Options struct {
	Region            string                  // "": as AWS is configured
	Profile           string                  // of AWS's files; "": the default one
	Credentials       aws.CredentialsProvider // nil: AWS's own search
	anthropic.Options                         // BaseURL, headers, timeout, transport
}

// New returns a client. It fails where no region or no credentials are found,
// which it looks for on this machine and, on Amazon's, at its metadata service.
func New(ctx context.Context, o Options) (*anthropic.Client, error) {
	var load []func(*config.LoadOptions) error
	if o.Region != "" {
		load = append(load, config.WithRegion(o.Region))
	}
	if o.Profile != "" {
		load = append(load, config.WithSharedConfigProfile(o.Profile))
	}
	if o.Credentials != nil {
		load = append(load, config.WithCredentialsProvider(o.Credentials))
	}
	cfg, err := config.LoadDefaultConfig(ctx, load...)
	if err != nil {
		return nil, &model.Error{Class: model.Unavailable, Message: "the AWS configuration cannot be read: check AWS_PROFILE and ~/.aws"}
	}
	if cfg.Region == "" {
		return nil, &model.Error{Class: model.Unavailable, Message: "no AWS region: set AWS_REGION"}
	}
	if cfg.Credentials != nil {
		cfg.Credentials = told{cfg.Credentials}
	}
	way := []option.RequestOption{bedrock.WithConfig(cfg)}
	if o.BaseURL != "" {
		way = append(way, option.WithBaseURL(o.BaseURL))
	}
	return anthropic.Over(o.Options, way...), nil
}

// told says in our words where credentials cannot be had.
type told struct{ aws.CredentialsProvider }

// Retrieve implements aws.CredentialsProvider.
func (t told) Retrieve(ctx context.Context) (aws.Credentials, error) {
	c, err := t.CredentialsProvider.Retrieve(ctx)
	if err != nil && ctx.Err() == nil {
		return c, &model.Error{Class: model.Unavailable, Message: "no AWS credentials: run aws sso login, or set AWS_PROFILE"}
	}
	return c, err
}
