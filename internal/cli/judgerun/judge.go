package judgerun

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/wire"
)

type judgeOptions struct {
	job.ReadFlags
	judging  JudgeFlags
	batch    bool
	noWait   bool
	estimate bool
}

const judgeLong = `Ask a language model for the verdicts: rubric and outcome of every session that
passed the floor and was not asked about before.

Nothing leaves this machine unless you name a judge here or in the settings, and
what leaves has passed the redaction gate. First prism says how many sessions,
how many tokens and what it will cost, and asks. A run that was killed, or that
reached its cap, goes on where it stopped: an answer is never paid twice. A server
has two minutes for a question in all (openai: five, claude: three); one that gives
no answer in that time is given up.
Machine runs are asked about only with --include-automated.

The model also tells where sessions begin, in every conversation of more than one
prompt. Those questions come first and count toward all of that; --track offline
leaves them out.

Judges: anthropic (ANTHROPIC_API_KEY), bedrock, vertex, openai (any server that
speaks chat completions: Ollama, vLLM, LM Studio, llama.cpp, gateways), claude
(the claude command line), and files (prism judge export and import).`

// JudgeCommand is `prism judge`, with export and import below it.
func JudgeCommand(p *job.Program) *cobra.Command {
	o := &judgeOptions{}
	cmd := &cobra.Command{
		Use:     "judge [PATH…]",
		GroupID: job.GroupJudge,
		Short:   "Ask a language model for the verdicts",
		Long:    judgeLong,
		Example: `  prism judge --judge anthropic --max-cost 2
  prism judge --judge anthropic --estimate       what it would cost; no key needed
  prism judge --judge anthropic --batch          half the price, within a day
  prism judge --judge openai --base-url http://127.0.0.1:11434/v1 --model qwen3
  prism score --judge anthropic                  the score by these verdicts`,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runJudge(ctx, p, cmd, o, args)
		}),
	}
	o.Bind(cmd, false)
	o.judging.Bind(cmd)
	cmd.Flags().BoolVar(&o.batch, "batch", false, "use the Message Batches API: half the price, within a day (anthropic)")
	cmd.Flags().BoolVar(&o.noWait, "no-wait", false, "with --batch: hand in, take in what is ready, and come back later")
	cmd.Flags().BoolVar(&o.estimate, "estimate", false, "only say what would be asked and what it would cost; needs no key, sends nothing")
	cmd.AddCommand(judgeExportCommand(p), judgeImportCommand(p))
	return cmd
}

func runJudge(ctx context.Context, p *job.Program, cmd *cobra.Command, o *judgeOptions, args []string) error {
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return err
	}
	switch {
	case !j.AsksModel():
		return job.Usagef("the offline judge needs no asking; name a model with --judge anthropic, openai, claude …")
	case o.batch && j.Cfg.Text("judge") != "anthropic":
		return job.Usagef("--batch is for the judge anthropic; 'prism judge export' writes batch files for others")
	case o.noWait && !o.batch:
		return job.Usagef("--no-wait goes with --batch")
	case o.batch && j.Store == "" && !o.Demo:
		return job.Usagef("--batch needs the store: its answers come later")
	case j.Cfg.Text("judge") == "files":
		return job.Usagef("the judge files is asked by 'prism judge export' and 'prism judge import'")
	}
	if o.estimate {
		if err := needsModel(p, j); err != nil {
			return err
		}
		return runEstimate(ctx, p, j, o.batch)
	}
	ask := Asker(p, o.judging.Yes)
	if o.batch {
		ask = batchAsker(p, o.judging.Yes, !o.noWait)
	}
	l, done, err := p.ReadBy(ctx, j, Asking(ask))
	defer done()
	if err != nil {
		return err
	}
	if err := p.Found(ctx, j, l); err != nil {
		return err
	}
	return tellVerdicts(ctx, p, l)
}

// Estimate is what a run would ask and cost, as JSON.
type Estimate struct {
	Judge     string   `json:"judge"`
	Model     string   `json:"model"`
	Sessions  int      `json:"sessions"`
	Questions int      `json:"questions"`
	Tokens    int64    `json:"tokens"`
	CostUSD   *float64 `json:"cost_usd"` // null: the model has no known price
}

// runEstimate tells what is due, and asks nobody.
func runEstimate(ctx context.Context, p *job.Program, j *job.Job, batch bool) error {
	var out Estimate
	l, done, err := p.ReadBy(ctx, j, Asking(func(ctx context.Context, a *Run) (*job.Library, error) {
		due, err := a.Census(ctx)
		if err != nil {
			return nil, err
		}
		out = Estimate{Judge: a.Proto.Name(), Model: a.Proto.Model(), Sessions: due.Sessions, Questions: due.Questions, Tokens: due.Tokens.Total()}
		if due.Unpriced == 0 {
			usd := due.USD
			if batch {
				usd /= 2 // as the Message Batches API is priced
			}
			out.CostUSD = &usd
		}
		if !j.Flags.Json {
			what, cost := a.dueWords(due, out.CostUSD)
			p.Screen.Para(0, fmt.Sprintf("%s (%s) would be asked: %s, %s. Nothing was sent.", out.Judge, out.Model, what, cost))
		}
		l, _, err := a.Judged(ctx, nil)
		return l, err
	}))
	defer done()
	if err != nil {
		return err
	}
	if err := p.Found(ctx, j, l); err != nil {
		return err
	}
	if j.Flags.Json {
		return wire.Write(p.Out, out)
	}
	return nil
}

// tellVerdicts sums up what is judged now.
func tellVerdicts(ctx context.Context, p *job.Program, l *job.Library) error {
	ok, complete := 0, 0
	for s, err := range l.Each(ctx, store.Filter{}, store.Order{}) {
		if err != nil {
			return err
		}
		if v := &s.Verdict; v.Status == fact.JudgeOK && !v.Fallback {
			ok++
			if v.GoalComplete {
				complete++
			}
		}
	}
	p.Screen.Linef("%s a verdict of this judge, %d of them landed their goal.", phrase.Count(ok, "session has", "sessions have"), complete)
	return nil
}

// Asker asks a model session by session.
func Asker(p *job.Program, yes bool) func(context.Context, *Run) (*job.Library, error) {
	return func(ctx context.Context, a *Run) (*job.Library, error) {
		due, err := a.Census(ctx)
		if err != nil {
			return nil, err
		}
		client, err := AgreedClient(ctx, p, a, due, yes)
		if err != nil {
			return nil, err
		}
		if client == nil {
			l, judge, err := a.Judged(ctx, nil)
			if err == nil {
				err = a.tell(ctx, l, judge)
			}
			return l, err
		}
		bounded := a.Bounded(client)
		watch := a.watch(due, bounded)
		if a.Job.TracksByModel() {
			a.Opts.Progress = nil // reading waits for answers, and those are counted
		}
		l, judge, err := a.Judged(ctx, watch)
		watch.clear()
		if err == nil {
			err = a.tell(ctx, l, judge)
		}
		return l, err
	}
}

// AgreedClient is the client that the person agreed to pay; nil where nothing is
// due, nobody agreed, or the judge cannot be had, which is told.
func AgreedClient(ctx context.Context, p *job.Program, a *Run, due llm.Due, yes bool) (client ModelClient, err error) {
	if due.Questions == 0 {
		return nil, nil
	}
	c, err := newClient(ctx, p, a.Job)
	var f *job.Failure
	switch {
	case errors.As(err, &f) && f.Code == job.CodeUnavailable:
		if a.unready = f; !a.Strict {
			a.tellUnready()
		}
		return nil, nil
	case err != nil:
		return nil, err
	case c == nil:
		p.Notes.Line("The judge files has questions open: 'prism judge export' writes them.")
		return nil, nil
	}
	if !a.keepsCap(due) || !a.agreed(due, yes) {
		return nil, nil
	}
	return c, nil
}
