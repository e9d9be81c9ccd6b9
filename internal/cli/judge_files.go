package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"prism/internal/judge/llm"
	"prism/internal/model/anthropic"
	"prism/internal/model/batch"
	"prism/internal/model/openai"
	"prism/internal/phrase"
)

type judgeFilesOptions struct {
	readFlags
	judging judgeFlags
	output  string
	format  string
}

func (p *program) judgeExportCommand() *cobra.Command {
	o := &judgeFilesOptions{}
	cmd := &cobra.Command{
		Use:   "export [PATH…]",
		Short: "Write the open questions as JSON Lines, for a batch, another tool or a person",
		Long: `Write the questions that nobody has answered yet, redacted, as JSON Lines in the
batch format of an API. Judging takes two rounds, rubric then outcome (one with
--combined): export, have them answered, import; import says when a second export
is due.`,
		Example: `  prism judge export --output questions.jsonl
  prism judge export --format openai --model qwen3 --output questions.jsonl
  prism judge import answers.jsonl`,
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return p.judgeExport(ctx, cmd, o, args)
		}),
	}
	o.bind(cmd, false)
	o.judging.bind(cmd)
	cmd.Flags().StringVarP(&o.output, "output", "o", "-", "write to `FILE`; - is standard output")
	cmd.Flags().StringVar(&o.format, "format", "anthropic", "batch format of `API`: anthropic or openai")
	return cmd
}

// filesJob is a job whose judge is files, unless another model judge is named.
func (p *program) filesJob(cmd *cobra.Command, o *judgeFilesOptions, args []string) (*job, error) {
	if f := cmd.Flags().Lookup("judge"); !f.Changed {
		if err := cmd.Flags().Set("judge", "files"); err != nil {
			return nil, err
		}
	}
	j, err := p.newJob(cmd, &o.readFlags, args)
	if err != nil {
		return nil, err
	}
	if !j.asksModel() {
		return nil, usagef("the offline judge has no questions")
	}
	return j, nil
}

func (p *program) judgeExport(ctx context.Context, cmd *cobra.Command, o *judgeFilesOptions, args []string) (err error) {
	var enc batch.Encoder
	switch o.format {
	case "anthropic":
		enc = anthropic.Format{}
	case "openai":
		enc = openai.Format{}
	default:
		return usagef("unknown format %q; there are anthropic and openai", o.format)
	}
	j, err := p.filesJob(cmd, o, args)
	if err != nil {
		return err
	}
	out := p.out
	if o.output != "-" {
		f, err := os.OpenFile(o.output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return fmt.Errorf("write the questions: %w", err)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = f
	}
	written := 0
	ask := func(ctx context.Context, a *inquiry) (*library, error) {
		l, due, err := a.open(ctx)
		if err != nil {
			return nil, err
		}
		written, err = batch.Write(out, enc, func(yield func(batch.Item) bool) {
			for _, id := range slices.Sorted(maps.Keys(due)) {
				if !yield(batch.Item{ID: id, Request: due[id].Request}) {
					return
				}
			}
		})
		return l, err
	}
	l, done, err := p.readBy(ctx, j, asking(ask))
	defer done()
	if err != nil {
		return err
	}
	if none, err := l.empty(ctx); err != nil || none {
		return p.noSession(ctx, j, l, err)
	}
	p.notes.Line(phrase.Count(written, "question", "questions") + " written.")
	return nil
}

func (p *program) judgeImportCommand() *cobra.Command {
	o := &judgeFilesOptions{}
	cmd := &cobra.Command{
		Use:   "import FILE [PATH…]",
		Short: "Take in the answers to exported questions",
		Long: `Take in answers, in the result format of either batch API or as plain lines of
{"custom_id": "…", "answer": {…}}, in any order. They are checked as if a model
had just given them. PATH must be what the questions were exported from.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("name the file of answers: prism judge import FILE")
			}
			return nil
		},
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return p.judgeImport(ctx, cmd, o, args[0], args[1:])
		}),
	}
	o.bind(cmd, false)
	o.judging.bind(cmd)
	return cmd
}

func (p *program) judgeImport(ctx context.Context, cmd *cobra.Command, o *judgeFilesOptions, file string, args []string) error {
	j, err := p.filesJob(cmd, o, args)
	if err != nil {
		return err
	}
	if j.store == "" && !o.demo {
		return usagef("answers are kept in the store, and it is turned off")
	}
	in, err := p.openInput(file)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read only
	var tally batch.Tally
	again, next := 0, "'prism judge export"+j.judgeAgain("")+j.pathsAgain()+"' again."
	ask := func(ctx context.Context, a *inquiry) (*library, error) {
		_, due, err := a.open(ctx)
		if err != nil {
			return nil, err
		}
		if tally, err = p.takeAnswers(ctx, a, in, due); err != nil {
			return nil, err
		}
		l, due, err := a.open(ctx)
		again = len(due)
		return l, err
	}
	l, done, err := p.readBy(ctx, j, asking(ask))
	defer done()
	if err != nil {
		return err
	}
	none, err := l.empty(ctx)
	if none && len(args) == 0 {
		return &failure{code: codeNoSession, err: errors.New("no session found"), hint: "Name what the questions were exported from: prism judge import FILE PATH"}
	}
	if err != nil || none {
		return p.noSession(ctx, j, l, err)
	}
	p.say(fmt.Sprintf("%s taken in; %d failed, %d to no open question, %d twice, %d not readable.",
		phrase.Count(tally.Answers-tally.Failed, "answer", "answers"), tally.Failed, tally.Unknown, tally.Duplicate, tally.Malformed))
	if again > 0 {
		p.notes.Line(phrase.Count(again, "question is", "questions are") + " due now: " + next)
	}
	if tally.Malformed > 0 {
		p.code = codeUnreadable
	}
	return p.tellVerdicts(ctx, l)
}

// takeAnswers keeps the answers of a file.
func (p *program) takeAnswers(ctx context.Context, a *inquiry, in io.Reader, due map[string]llm.Question) (batch.Tally, error) {
	known := func(id string) bool { _, ok := due[id]; return ok }
	formats := []batch.Decoder{anthropic.Format{}, openai.Format{}, batch.Plain{}}
	return batch.Read(in, formats, known, func(answer batch.Answer) error {
		if answer.Err != nil {
			return nil //nolint:nilerr // a failed answer is counted, and its question stays open
		}
		_, err := a.take(ctx, due[answer.ID], answer.Response, false)
		return err
	})
}

// openInput opens a file, or standard input for "-".
func (p *program) openInput(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(p.in), nil
	}
	f, err := os.Open(p.expand(file))
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // the rest is said already
		}
		return nil, fmt.Errorf("read %s: %w", p.short(file), err)
	}
	return f, nil
}
