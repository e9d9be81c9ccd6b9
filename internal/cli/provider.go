package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/judge/llm"
	"prism/internal/model"
	"prism/internal/model/anthropic"
	"prism/internal/model/bedrock"
	"prism/internal/model/claudecli"
	"prism/internal/model/openai"
	"prism/internal/model/vertex"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/store/sqlite"
)

// judgeFlags are the flags that say how a model is asked. They are read through
// the settings, so that a person sets them once.
type judgeFlags struct {
	yes      bool
	combined bool
	text     [6]string // values live in the settings
}

func (f *judgeFlags) bind(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.text[0], "model", "", "ask `MODEL` (default: claude-haiku-4-5 where Claude answers)")
	fs.StringVar(&f.text[1], "base-url", "", "the judge's API is at `URL`")
	fs.BoolVar(&f.combined, "combined", false, "ask once for each session instead of twice: cheaper, shorter reading")
	fs.StringVar(&f.text[5], "track", "", trackHelp)
	fs.StringVar(&f.text[2], "fallback", "", "let `JUDGE` (offline) stand in, marked, where there is no verdict")
	fs.StringVar(&f.text[3], "max-cost", "", "spend at most `USD`; stops before it is passed")
	fs.StringVar(&f.text[4], "parallel", "", "`N` requests at a time, 1 to 64 (default: 4)")
	fs.BoolVarP(&f.yes, "yes", "y", false, "do not ask before a model is paid")
}

// trackHelp is said by all commands alike.
const trackHelp = "`WHO` tells where sessions begin: offline, or llm: the judge's model, where offline is unsure (default: offline)"

// asksModel reports whether the job's judge is a language model.
func (j *job) asksModel() bool { return j.cfg.Text("judge") != "offline" }

// client is the way to the model that the job's judge asks; nil for files, where
// somebody else carries questions and answers.
func (p *program) client(ctx context.Context, j *job) (model.Client, error) {
	base := j.cfg.Text("base_url")
	var c model.Client
	var err error
	switch name := j.cfg.Text("judge"); name {
	case "files":
		return nil, nil
	case "anthropic":
		c, err = anthropic.New(p.anthropicOptions(base))
	case "bedrock":
		region := p.env("AWS_REGION")
		if region == "" {
			region = p.env("AWS_DEFAULT_REGION")
		}
		c, err = bedrock.New(ctx, bedrock.Options{Region: region, Profile: p.env("AWS_PROFILE"), Options: anthropic.Options{BaseURL: base}})
	case "vertex":
		c, err = vertex.New(ctx, vertex.Options{Region: p.env("CLOUD_ML_REGION"), Project: p.env("ANTHROPIC_VERTEX_PROJECT_ID"), Options: anthropic.Options{BaseURL: base}})
	case "openai":
		if base == "" {
			base = p.env("OPENAI_BASE_URL")
		}
		if base == "" || j.cfg.Text("model") == "" {
			return nil, usagef("the judge openai wants --base-url and --model, such as --base-url http://127.0.0.1:11434/v1 --model qwen3")
		}
		c, err = openai.New(openai.Options{BaseURL: base, APIKey: p.env("OPENAI_API_KEY")})
	case "claude":
		c, err = claudecli.New(claudecli.Options{Command: p.env("PRISM_CLAUDE"), Env: p.environ})
	default:
		return nil, usagef("the judge %s asks no model", name)
	}
	if err != nil {
		return nil, &failure{code: codeUnavailable, err: err, hint: "'prism score' without --judge needs no key: the offline judge answers."}
	}
	return c, nil
}

func (p *program) anthropicOptions(base string) anthropic.Options {
	if base == "" {
		base = p.env("ANTHROPIC_BASE_URL")
	}
	return anthropic.Options{
		BaseURL: base, APIKey: p.env("ANTHROPIC_API_KEY"), AuthToken: p.env("ANTHROPIC_AUTH_TOKEN"),
		Headers: headers(p.env("ANTHROPIC_CUSTOM_HEADERS")),
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
func protocol(j *job, opts *pipeline.Options) (*llm.Protocol, error) {
	prices, ok := opts.Prices.(*price.Table)
	if !ok {
		return nil, errors.New("no prices")
	}
	return llm.New(llm.Settings{Name: j.cfg.Text("judge"), Model: j.cfg.Text("model"), Combined: j.cfg.On("combined")}, opts.Redactor, prices)
}

func (j *job) parallel() int {
	n, err := strconv.Atoi(j.cfg.Text("parallel"))
	if err != nil {
		return 4 // the settings have checked it
	}
	return n
}

// maxCost is the cap in USD, 0 for none.
func (j *job) maxCost() float64 {
	usd, err := strconv.ParseFloat(j.cfg.Text("max_cost"), 64)
	if err != nil {
		return 0
	}
	return usd
}

// openStore opens the job's store; nil where there is none, or where it does not
// open, which is told.
func (p *program) openStore(ctx context.Context, j *job) *sqlite.Store {
	if j.store == "" {
		return nil
	}
	db, err := sqlite.Open(ctx, j.store)
	if err != nil {
		p.warn("%v; going on without it", err)
		return nil
	}
	return db
}

// withStore opens the job's store for f; f gets nil where there is none.
func (p *program) withStore(ctx context.Context, j *job, f func(db *sqlite.Store) error) error {
	db := p.openStore(ctx, j)
	if db == nil {
		return f(nil)
	}
	return errors.Join(f(db), db.Close())
}

// answersOf is what keeps answers: the store, or this run alone.
func answersOf(db *sqlite.Store) llm.Memory {
	if db == nil {
		return newRunMemory()
	}
	return db
}

// usd shows an amount of money that may be very small.
func usd(v float64) string {
	if v > 0 && v < 0.1 {
		return fmt.Sprintf("$%.4f", v)
	}
	return fmt.Sprintf("$%.2f", v)
}
