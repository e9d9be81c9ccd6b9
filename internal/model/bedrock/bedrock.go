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
	way := []option.RequestOption{bedrock.WithConfig(cfg)}
	if o.BaseURL != "" {
		way = append(way, option.WithBaseURL(o.BaseURL))
	}
	return anthropic.Over(o.Options, way...), nil
}
