package judgerun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/disk"
	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/model/anthropic"
	"prism/internal/model/batch"
	"prism/internal/model/openai"
	"prism/internal/phrase"
)

type judgeFilesOptions struct {
	job.ReadFlags
	judging JudgeFlags
	output  string
	format  string
	alone   bool
}

func judgeExportCommand(p *job.Program) *cobra.Command {
	o := &judgeFilesOptions{}
	cmd := &cobra.Command{
		Use:   "export [PATH…]",
		Short: "Write the open questions as JSON Lines, for a batch, another tool or a person",
		Long: `Write the questions that nobody has answered yet, redacted, as JSON Lines in the
batch format of an API. Judging takes three rounds: where sessions begin, rubric,
outcome (the last two are one with --combined; the first is left out with --track
offline): export, have them answered, import; import says when another is due.
With --alone they are those that 'prism eval' asks: of each transcript as if there
were no other.`,
		Example: `  prism judge export --output questions.jsonl
  prism judge export --format openai --model qwen3 --output questions.jsonl
  prism judge import answers.jsonl`,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runExport(ctx, p, cmd, o, args)
		}),
	}
	o.Bind(cmd, false)
	o.judging.Bind(cmd)
	cmd.Flags().StringVarP(&o.output, "output", "o", "-", "write to `FILE`; - is standard output")
	cmd.Flags().BoolVar(&o.alone, "alone", false, "ask about each transcript as if there were no other, as 'prism eval' does")
	cmd.Flags().StringVar(&o.format, "format", "anthropic", "batch format of `API`: anthropic or openai")
	return cmd
}

// filesJob is a job whose judge is files, unless another model judge is named.
func filesJob(p *job.Program, cmd *cobra.Command, o *judgeFilesOptions, args []string) (*job.Job, error) {
	if f := cmd.Flags().Lookup("judge"); !f.Changed {
		if err := cmd.Flags().Set("judge", "files"); err != nil {
			return nil, err
		}
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return nil, err
	}
	if !j.AsksModel() {
		return nil, job.Usagef("the offline judge has no questions")
	}
	return j, nil
}

func runExport(ctx context.Context, p *job.Program, cmd *cobra.Command, o *judgeFilesOptions, args []string) error {
	var enc batch.Encoder
	switch o.format {
	case "anthropic":
		enc = anthropic.Format{}
	case "openai":
		enc = openai.Format{}
	default:
		return job.Usagef("unknown format %q; there are anthropic and openai", o.format)
	}
	j, err := filesJob(p, cmd, o, args)
	if err != nil {
		return err
	}
	out, written := p.Out, 0
	var file *disk.Output
	defer func() {
		if file != nil {
			file.Discard()
		}
	}()
	ask := func(ctx context.Context, a *Run) (*job.Library, error) {
		l, due, err := a.open(ctx)
		if err == nil && o.alone {
			due, err = a.openAlone(ctx, l)
		}
		if err != nil {
			return nil, err
		}
		if o.output != "-" {
			if file, err = p.Create(ctx, a.Job, l, o.output); err != nil {
				return nil, err
			}
			out = file
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
	l, done, err := p.ReadBy(ctx, j, Asking(ask))
	defer done()
	if err != nil {
		return err
	}
	if err := p.Found(ctx, j, l); err != nil {
		return err
	}
	if file != nil {
		if err := file.Commit(); err != nil {
			return err
		}
	}
	p.Notes.Line(phrase.Count(written, "question", "questions") + " written.")
	return nil
}

func judgeImportCommand(p *job.Program) *cobra.Command {
	o := &judgeFilesOptions{}
	cmd := &cobra.Command{
		Use:   "import FILE [PATH…]",
		Short: "Take in the answers to exported questions",
		Long: `Take in answers, in the result format of either batch API or as plain lines of
{"custom_id": "…", "answer": {…}}, in any order. They are checked as if a model
had just given them. PATH is what the questions were exported from, or a folder that
holds it.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return job.Usagef("name the file of answers: prism judge import FILE")
			}
			return nil
		},
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runImport(ctx, p, cmd, o, args[0], args[1:])
		}),
	}
	o.Bind(cmd, false)
	o.judging.Bind(cmd)
	return cmd
}

func runImport(ctx context.Context, p *job.Program, cmd *cobra.Command, o *judgeFilesOptions, file string, args []string) error {
	j, err := filesJob(p, cmd, o, args)
	if err != nil {
		return err
	}
	if j.Store == "" && !o.Demo {
		return job.Usagef("answers are kept in the store, and it is turned off")
	}
	in, err := openInput(p, file)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read only
	var tally batch.Tally
	useless := 0
	again, next := 0, "'prism judge export"+j.JudgeAgain("")+j.PathsAgain()+"' again."
	ask := func(ctx context.Context, a *Run) (*job.Library, error) {
		t, given, err := readAnswers(in)
		if err != nil {
			return nil, err
		}
		l, due, err := a.open(ctx)
		for err == nil {
			before := len(given.open)
			if err = given.take(ctx, a, due); err != nil || len(given.open) == before {
				break
			}
			l, due, err = a.open(ctx) // what they lead to may be answered in the same file
		}
		if err != nil {
			return nil, err
		}
		again = len(due)
		for len(given.open) > 0 {
			alone, err := a.openAlone(ctx, l)
			if err != nil {
				return nil, err
			}
			before := len(given.open)
			if err := given.take(ctx, a, alone); err != nil {
				return nil, err
			}
			if len(given.open) == before {
				break
			}
		}
		tally, useless = t, given.useless
		tally.Unknown, tally.Failed = len(given.open), given.failed
		tally.Answers -= tally.Unknown
		return l, nil
	}
	l, done, err := p.ReadBy(ctx, j, Asking(ask))
	defer done()
	if err != nil {
		return err
	}
	none, err := l.Empty(ctx)
	if none && len(args) == 0 {
		return &job.Failure{Code: job.CodeNoSession, Err: errors.New("no session found"), Hint: "Name what the questions were exported from: prism judge import FILE PATH"}
	}
	if err != nil || none {
		return p.NoSession(ctx, j, l, err)
	}
	text := fmt.Sprintf("%s taken in; %d failed, %d to no open question, %d twice, %d not readable",
		phrase.Count(tally.Answers-tally.Failed-useless, "answer", "answers"), tally.Failed, tally.Unknown, tally.Duplicate, tally.Malformed)
	if useless > 0 {
		text += fmt.Sprintf(", %d not of the form that was asked for", useless)
	}
	p.Say(text + ".")
	if again > 0 {
		p.Notes.Line(phrase.Count(again, "question is", "questions are") + " due now: " + next)
	}
	if tally.Malformed+useless > 0 {
		p.Code = job.CodeUnreadable
	}
	return tellVerdicts(ctx, p, l)
}

// answers are those of a file that answer no question yet.
type answers struct {
	open    []batch.Answer
	failed  int
	useless int // of no use: kept, they would take the place of one that is
}

// readAnswers reads a file of answers.
func readAnswers(in io.Reader) (tally batch.Tally, given answers, err error) {
	formats := []batch.Decoder{anthropic.Format{}, openai.Format{}, batch.Plain{}}
	tally, err = batch.Read(in, formats, nil, func(answer batch.Answer) error {
		given.open = append(given.open, answer)
		return nil
	})
	return tally, given, err
}

// take keeps the answers to questions that are due.
func (given *answers) take(ctx context.Context, a *Run, due map[string]llm.Question) error {
	left := given.open[:0]
	for _, answer := range given.open {
		q, ok := due[answer.ID]
		if !ok {
			left = append(left, answer)
			continue
		}
		if answer.Err != nil {
			given.failed++ // its question stays open
			continue
		}
		got := a.Proto.Receive(q.Ask, answer.Response, a.Program.Now())
		if got.Call.Outcome == fact.CallMalformed {
			given.useless++
			continue
		}
		if err := a.Mem.Keep(ctx, got); err != nil {
			return err
		}
	}
	given.open = left
	return nil
}

// openInput opens a file, or standard input for "-".
func openInput(p *job.Program, file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(p.In), nil
	}
	f, err := disk.Open(p.Expand(file))
	var odd *disk.OddError
	if errors.As(err, &odd) {
		return nil, job.Hinted(fmt.Errorf("%s is %s", p.Short(file), odd.What), "Name a file, or give what it holds on standard input: - < FILE")
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file", p.Short(file))
	}
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // the rest is said already
		}
		return nil, fmt.Errorf("read %s: %w", p.Short(file), err)
	}
	return f, nil
}
