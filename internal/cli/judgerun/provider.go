package judgerun

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/judge/llm"
	"prism/internal/model"
	"prism/internal/model/anthropic"
	"prism/internal/model/bedrock"
	"prism/internal/model/claudecli"
	"prism/internal/model/openai"
	"prism/internal/model/vertex"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/store/rows"
)

// JudgeFlags are the flags that say how a model is asked. They are read through
// the settings, so that a person sets them once.
type JudgeFlags struct {
	Yes      bool
	combined bool
	text     [6]string // values live in the settings
}

// Bind adds the flags to cmd.
func (f *JudgeFlags) Bind(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.text[0], "model", "", "ask `MODEL` (default: claude-haiku-4-5 where Claude answers)")
	fs.StringVar(&f.text[1], "base-url", "", "the judge's API is at `URL`")
	fs.BoolVar(&f.combined, "combined", false, "ask once for each session instead of twice: cheaper, shorter reading")
	fs.StringVar(&f.text[5], "track", "", job.TrackHelp)
	fs.StringVar(&f.text[2], "fallback", "", "let `JUDGE` (offline) stand in, marked, where there is no verdict")
	fs.StringVar(&f.text[3], "max-cost", "", "spend at most `USD`; stops before it is passed")
	fs.StringVar(&f.text[4], "parallel", "", "`N` requests at a time, 1 to 64 (default: 4)")
	job.Complete(cmd, "track", "offline", "llm")
	job.Complete(cmd, "fallback", "offline")
	fs.BoolVarP(&f.Yes, "yes", "y", false, "do not ask before a model is paid")
}

// newClient is the way to the model that the job's judge asks; nil for files, where
// somebody else carries questions and answers.
func newClient(ctx context.Context, p *job.Program, j *job.Job) (model.Client, error) {
	base := j.Cfg.Text("base_url")
	var c model.Client
	var err error
	switch name := j.Cfg.Text("judge"); name {
	case "files":
		return nil, nil
	case "anthropic":
		c, err = anthropic.New(anthropicOptions(p, base))
	case "bedrock":
		region := p.Env("AWS_REGION")
		if region == "" {
			region = p.Env("AWS_DEFAULT_REGION")
		}
		c, err = bedrock.New(ctx, bedrock.Options{Region: region, Profile: p.Env("AWS_PROFILE"), Options: anthropic.Options{BaseURL: base}})
	case "vertex":
		c, err = vertex.New(ctx, vertex.Options{Region: p.Env("CLOUD_ML_REGION"), Project: p.Env("ANTHROPIC_VERTEX_PROJECT_ID"), Options: anthropic.Options{BaseURL: base}})
	case "openai":
		if base == "" {
			base = p.Env("OPENAI_BASE_URL")
		}
		if err := needsModel(p, j); err != nil {
			return nil, err
		}
		if base == "" {
			return nil, job.Usagef("the judge openai wants --base-url, the address of a server, such as --base-url http://127.0.0.1:11434/v1")
		}
		c, err = openai.New(openai.Options{BaseURL: base, APIKey: p.Env("OPENAI_API_KEY")})
	case "claude":
		c, err = claudecli.New(claudecli.Options{Command: p.Env("PRISM_CLAUDE"), Env: p.Environ})
	default:
		return nil, job.Usagef("the judge %s asks no model", name)
	}
	if err != nil {
		return nil, &job.Failure{Code: job.CodeUnavailable, Err: err, Hint: "'prism score' without --judge needs no key: the offline judge answers."}
	}
	return c, nil
}

// needsModel refuses a judge that stands for any model where none is named: nobody
// knows what it would cost, or say.
func needsModel(p *job.Program, j *job.Job) error {
	if j.Cfg.Text("judge") != "openai" || j.Cfg.Text("model") != "" {
		return nil
	}
	text := "the judge openai wants --model, the name of one that its server has, such as --model qwen3"
	if j.Cfg.Text("base_url") == "" && p.Env("OPENAI_BASE_URL") == "" {
		text += ", and --base-url, that server's address, such as --base-url http://127.0.0.1:11434/v1"
	}
	return job.Usagef("%s", text)
}

// patience is how long a judge's server has for one question in all: what its client
// gives one request.
func patience(judge string) time.Duration {
	switch judge {
	case "openai":
		return openai.DefaultTimeout
	case "claude":
		return claudecli.DefaultTimeout
	}
	return anthropic.DefaultTimeout
}

func anthropicOptions(p *job.Program, base string) anthropic.Options {
	if base == "" {
		base = p.Env("ANTHROPIC_BASE_URL")
	}
	return anthropic.Options{
		BaseURL: base, APIKey: p.Env("ANTHROPIC_API_KEY"), AuthToken: p.Env("ANTHROPIC_AUTH_TOKEN"),
		Headers: headers(p.Env("ANTHROPIC_CUSTOM_HEADERS")),
	}
}

// headers reads the form that Claude Code takes too: one "Name: value" a line.
// What has no name or no value is left out.
func headers(lines string) map[string]string {
	all := make(map[string]string)
	for line := range strings.Lines(lines) {
		name, value, _ := strings.Cut(line, ":")
		if name, value = strings.TrimSpace(name), strings.TrimSpace(value); name != "" && value != "" {
			all[name] = value
		}
	}
	return all
}

// protocol is what the job's judge asks by.
func protocol(p *job.Program, j *job.Job, opts *pipeline.Options) (*llm.Protocol, error) {
	prices, ok := opts.Prices.(*price.Table)
	if !ok {
		return nil, errors.New("no prices")
	}
	proto, err := llm.New(llm.Settings{Name: j.Cfg.Text("judge"), Model: j.Cfg.Text("model"), Combined: j.Cfg.On("combined")}, opts.Redactor, prices)
	if err != nil {
		return nil, err
	}
	fitted, err := ReadCalibration(p, proto.AsksAs())
	if err != nil {
		return nil, err
	}
	return proto.Calibrated(fitted.Map), nil
}

// answersOf is what keeps answers: the store, or this run alone.
func answersOf(db *rows.Store) llm.Memory {
	if db == nil {
		return NewRunMemory()
	}
	return &lasting{Store: db, run: NewRunMemory()}
}
