package judgerun

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/llm"
	"prism/internal/phrase"
	"prism/internal/pipeline"
	"prism/internal/redact"
	"prism/internal/term"
)

type redactOptions struct {
	job.ReadFlags
	judging JudgeFlags
	text    bool
	summary bool
}

// RedactCommand is `prism redact`.
func RedactCommand(p *job.Program) *cobra.Command {
	o := &redactOptions{}
	cmd := &cobra.Command{
		Use:     "redact FILE",
		GroupID: job.GroupJudge,
		Short:   "Show exactly what would leave this machine",
		Long: `Show what a model would be given of a transcript: the rendering of each session,
redacted, as it would be sent. A file that is no transcript, or any with --text,
is shown as it is, redacted. Nothing is sent. A summary by rule goes to standard
error.`,
		Example: `  prism redact ~/.claude/projects/-home-me-app/6f1c….jsonl
  prism redact --text notes.txt
  prism redact - < notes.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return job.Usagef("name one file: prism redact FILE")
			}
			return nil
		},
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runRedact(ctx, p, cmd, o, args[0])
		}),
	}
	o.Bind(cmd, false)
	o.judging.Bind(cmd)
	cmd.Flags().BoolVar(&o.text, "text", false, "take the file as plain text, even where it is a transcript")
	cmd.Flags().BoolVar(&o.summary, "summary", false, "only the summary by rule")
	return cmd
}

// maxPlain bounds a file that is redacted as text, in bytes.
const maxPlain = 64 << 20

func runRedact(ctx context.Context, p *job.Program, cmd *cobra.Command, o *redactOptions, file string) error {
	if o.text || file == "-" {
		return redactPlain(p, o, file)
	}
	if _, err := os.Stat(p.Expand(file)); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: no such file or folder", p.Short(file))
	}
	if f := cmd.Flags().Lookup("judge"); !f.Changed {
		if err := cmd.Flags().Set("judge", "files"); err != nil {
			return err
		}
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, []string{file})
	if err != nil {
		return err
	}
	if !j.AsksModel() {
		return job.Usagef("the offline judge sends nothing; name another, or leave out --judge")
	}
	j.Store, j.AnyFile = "", true
	shown := &preview{}
	show := func(ctx context.Context, a *Run) (*job.Library, error) {
		shown.proto, shown.redactor = a.Proto, a.Opts.Redactor
		opts := a.Opts
		opts.Judging.Judge, opts.Judging.SideBySide = shown, 1
		opts.Judging.PeopleOnly, opts.Cutting.PeopleOnly = false, false
		if err := a.CutBy(&opts, llm.Judging(a.Proto, llm.Options{Due: shown.due})); err != nil {
			return nil, err
		}
		if opts.Cutting.Asking != nil {
			opts.Cutting.Asking = unanswered{opts.Cutting.Asking}
		}
		return a.Run(ctx, opts)
	}
	l, done, err := p.ReadBy(ctx, j, Asking(show))
	defer done()
	if err != nil {
		return err
	}
	none, err := l.Empty(ctx)
	if err != nil {
		return err
	}
	if none {
		p.Code = job.CodeDone
		return redactPlain(p, o, file)
	}
	if shown.failed != nil {
		return fmt.Errorf("it could not be redacted, so nothing of it would leave: %w", shown.failed)
	}
	if !o.summary {
		for i, text := range shown.cuts {
			p.Screen.Heading(fmt.Sprintf("To tell where sessions begin, %d of %d", i+1, len(shown.cuts)))
			p.Screen.Raw(term.CleanBlock(text.String()) + "\n")
		}
		for i, text := range shown.texts {
			p.Screen.Heading(fmt.Sprintf("Session %d of %d", i+1, len(shown.texts)))
			p.Screen.Raw(term.CleanBlock(text.String()) + "\n")
		}
		for i, text := range shown.heard {
			p.Screen.Heading(fmt.Sprintf("To tell languages, %d of %d", i+1, len(shown.heard)))
			p.Screen.Raw(term.CleanBlock(text.String()) + "\n")
		}
	}
	if len(shown.texts) == 0 {
		p.Notes.Line("None of its sessions passed the floor: no model would be asked about them.")
	}
	if len(shown.texts)+len(shown.cuts)+len(shown.heard) == 0 {
		return nil // nothing was looked at, so that nothing is known of what there is to redact
	}
	tellRules(p, shown.counts)
	return nil
}

// redactPlain shows a text as it would be kept or sent.
func redactPlain(p *job.Program, o *redactOptions, file string) error {
	in, err := openInput(p, file)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read only
	data, err := io.ReadAll(io.LimitReader(in, maxPlain+1))
	if err != nil {
		return fmt.Errorf("read %s: %w", p.Short(file), err)
	}
	if len(data) > maxPlain {
		return fmt.Errorf("%s is larger than %s", p.Short(file), phrase.Bytes(maxPlain))
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return fmt.Errorf("%s is neither a transcript nor text", p.Short(file))
	}
	gate, err := redact.New(redact.Options{Words: p.Names()})
	if err != nil {
		return err
	}
	scope := gate.Session("file")
	text := scope.Text(string(data))
	if err := scope.Err(); err != nil {
		return fmt.Errorf("it could not be redacted, so nothing of it would leave: %w", err)
	}
	if !o.summary {
		p.Screen.Raw(term.CleanBlock(text.String()))
	}
	tellRules(p, scope.Summary())
	return nil
}

// tellRules lists which rules replaced how much.
func tellRules(p *job.Program, counts []redact.RuleCount) {
	if len(counts) == 0 {
		p.Notes.Line("Nothing had to be redacted.")
		return
	}
	p.Notes.Line("Redacted, by rule:")
	for _, c := range counts {
		p.Notes.Linef("  %5d  %s: %s", c.Count, c.ID, c.Description)
	}
}

// preview is a judge that asks nobody and keeps what a model would be shown.
type preview struct {
	proto    *llm.Protocol
	redactor *redact.Redactor

	mu     sync.Mutex
	texts  []redact.Text // of sessions, for rubric and outcome
	heard  []redact.Text // of sessions whose languages nothing tells: their prompts once more
	cuts   []redact.Text // of conversations that the tracker is asked about
	counts []redact.RuleCount
	failed error
}

// Name implements judge.Judge.
func (k *preview) Name() string { return k.proto.Name() }

// Version implements judge.Judge.
func (k *preview) Version() string { return k.proto.Version() }

// Judge implements judge.Judge.
func (k *preview) Judge(_ context.Context, d *conversation.Draft) (judge.Opinion, error) {
	pending := &judge.Failure{Status: fact.JudgePending, Reason: "only looked at"}
	floor, told := digest.Measure(d)
	if !floor.Passed {
		return judge.Opinion{}, pending
	}
	scope := k.redactor.Session("rendering")
	view := k.proto.Render(d, scope)
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := scope.Err(); err != nil {
		k.failed = errors.Join(k.failed, err)
		return judge.Opinion{}, pending
	}
	k.texts = append(k.texts, redact.Join("\n", view.Prompts, view.Course))
	k.add(scope.Summary())
	if q, ok := k.proto.Hear(d, told).Next(); ok {
		k.heard = append(k.heard, q.Request.Blocks[0].Text)
		k.add(q.Redacted)
	}
	return judge.Opinion{}, pending
}

// due takes what the tracker would be asked.
func (k *preview) due(q llm.Question) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.cuts = append(k.cuts, q.Request.Blocks[0].Text)
	k.add(q.Redacted)
}

// unanswered lets no session wait for where it is cut: all are shown as they
// stand.
type unanswered struct{ pipeline.Asking }

// Decide implements pipeline.Asking.
func (u unanswered) Decide(ctx context.Context, turns []conversation.Turn) ([]conversation.Shift, fact.JudgeStatus, error) {
	shifts, status, err := u.Asking.Decide(ctx, turns)
	if status == fact.JudgePending {
		status = fact.JudgeError
	}
	return shifts, status, err
}

func (k *preview) add(more []redact.RuleCount) {
	for _, m := range more {
		found := false
		for i := range k.counts {
			if k.counts[i].ID == m.ID {
				k.counts[i].Count += m.Count
				found = true
			}
		}
		if !found {
			k.counts = append(k.counts, m)
		}
	}
}
