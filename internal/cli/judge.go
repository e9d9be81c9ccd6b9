package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/phrase"
	"prism/internal/store"
)

type judgeOptions struct {
	readFlags
	judging judgeFlags
	batch   bool
	noWait  bool
}

const judgeLong = `Ask a language model for the verdicts: rubric and outcome of every session that
passed the floor and was not asked about before.

Nothing leaves this machine unless you name a judge here or in the settings, and
what leaves has passed the redaction gate. First prism says how many sessions,
how many tokens and what it will cost, and asks. A run that was killed, or that
reached its cap, goes on where it stopped: an answer is never paid twice.
Machine runs are asked about only with --include-automated.

With --track llm the model also tells where sessions begin, at the prompts where
prism itself is unsure. Its questions come first and count toward all of that.

Judges: anthropic (ANTHROPIC_API_KEY), bedrock, vertex, openai (any server that
speaks chat completions: Ollama, vLLM, LM Studio, llama.cpp, gateways), claude
(the claude command line), and files (prism judge export and import).`

func (p *program) judgeCommand() *cobra.Command {
	o := &judgeOptions{}
	cmd := &cobra.Command{
		Use:     "judge [PATH…]",
		GroupID: groupJudge,
		Short:   "Ask a language model for the verdicts",
		Long:    judgeLong,
		Example: `  prism judge --judge anthropic --max-cost 2
  prism judge --judge anthropic --batch          half the price, within a day
  prism judge --judge openai --base-url http://127.0.0.1:11434/v1 --model qwen3
  prism score --judge anthropic                  the score by these verdicts`,
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return p.judgeRun(ctx, cmd, o, args)
		}),
	}
	o.bind(cmd, false)
	o.judging.bind(cmd)
	cmd.Flags().BoolVar(&o.batch, "batch", false, "use the Message Batches API: half the price, within a day (anthropic)")
	cmd.Flags().BoolVar(&o.noWait, "no-wait", false, "with --batch: hand in, take in what is ready, and come back later")
	cmd.AddCommand(p.judgeExportCommand(), p.judgeImportCommand())
	return cmd
}

func (p *program) judgeRun(ctx context.Context, cmd *cobra.Command, o *judgeOptions, args []string) error {
	j, err := p.newJob(cmd, &o.readFlags, args)
	if err != nil {
		return err
	}
	switch {
	case !j.asksModel():
		return usagef("the offline judge needs no asking; name a model with --judge anthropic, openai, claude …")
	case o.batch && j.cfg.Text("judge") != "anthropic":
		return usagef("--batch is for the judge anthropic; 'prism judge export' writes batch files for others")
	case o.noWait && !o.batch:
		return usagef("--no-wait goes with --batch")
	case o.batch && j.store == "" && !o.demo:
		return usagef("--batch needs the store: its answers come later")
	case j.cfg.Text("judge") == "files":
		return usagef("the judge files is asked by 'prism judge export' and 'prism judge import'")
	}
	ask := p.asker(o.judging.yes)
	if o.batch {
		ask = p.batchAsker(o.judging.yes, !o.noWait)
	}
	l, done, err := p.readBy(ctx, j, asking(ask))
	defer done()
	if err != nil {
		return err
	}
	if none, err := l.empty(ctx); err != nil || none {
		return p.noSession(ctx, j, l, err)
	}
	return p.tellVerdicts(ctx, l)
}

// tellVerdicts sums up what is judged now.
func (p *program) tellVerdicts(ctx context.Context, l *library) error {
	ok, complete := 0, 0
	for s, err := range l.each(ctx, store.Filter{}, store.Order{}) {
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
	p.screen.Linef("%s a verdict of this judge, %d of them landed their goal.", phrase.Count(ok, "session has", "sessions have"), complete)
	return nil
}

// asker asks a model session by session.
func (p *program) asker(yes bool) func(context.Context, *inquiry) (*library, error) {
	return func(ctx context.Context, a *inquiry) (*library, error) {
		due, err := a.census(ctx)
		if err != nil {
			return nil, err
		}
		client, err := p.agreedClient(ctx, a, due, yes)
		if err != nil {
			return nil, err
		}
		if client == nil {
			l, judge, err := a.judged(ctx, nil)
			if err == nil {
				err = a.tell(ctx, l, judge)
			}
			return l, err
		}
		bounded := a.bounded(client)
		watch := a.watch(due, bounded)
		if a.j.tracksByModel() {
			a.opts.Progress = nil // reading waits for answers, and those are counted
		}
		l, judge, err := a.judged(ctx, watch)
		watch.clear()
		if err == nil {
			err = a.tell(ctx, l, judge)
		}
		return l, err
	}
}

// agreedClient is the client that the person agreed to pay; nil where nothing is
// due, nobody agreed, or the judge cannot be had, which is told.
func (p *program) agreedClient(ctx context.Context, a *inquiry, due llm.Due, yes bool) (client modelClient, err error) {
	if due.Questions == 0 {
		return nil, nil
	}
	c, err := p.client(ctx, a.j)
	var f *failure
	switch {
	case errors.As(err, &f) && f.code == codeUnavailable:
		p.warn("%v", f.err)
		if f.hint != "" {
			p.notes.Line(f.hint)
		}
		return nil, nil
	case err != nil:
		return nil, err
	case c == nil:
		p.notes.Line("The judge files has questions open: 'prism judge export' writes them.")
		return nil, nil
	}
	if !a.keepsCap(due) || !a.agreed(due, yes) {
		return nil, nil
	}
	return c, nil
}
