// Package measure says how right the verdicts are: `prism eval` against labelled
// transcripts, `prism calibrate` between judges and against a person's labels.
//
// Promises: each labelled transcript is read alone; a cross-validated figure comes
// from a judge that was fitted without what it is measured on; figures of small
// samples come with their intervals.
package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/eval"
	"prism/internal/eval/corpus"
	"prism/internal/eval/refit"
	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/judge/offline"
	"prism/internal/library"
	"prism/internal/pipeline"
	"prism/internal/pipeline/alone"
	"prism/internal/store/memory"
	"prism/internal/tracker"
)

type evalOptions struct {
	job.ReadFlags
	judging   judgerun.JudgeFlags
	gold      string
	leave     string
	folds     int
	by        string
	errors    string
	limit     int
	against   string
	resamples int
}

const evalLong = `Hold the verdicts against labels that people gave, and say how often they are
right: topic shifts, intent, goal (accuracy, Cohen's kappa, AUC and calibration of
the confidence), failure signals, language, and the score. Each figure comes with
the central 95 % of a bootstrap over conversations, since such sets are small.

--gold names a folder of label files, or one of them: a JSON object a line, with
conversation, set and sessions, such as {"conversation": ID, "set": SET,
"sessions": [{"first": 1, "last": 7, "intent": "feature", "goal_complete": true,
"failure_signal": "none", "language": "go"}]}. A set is the folder that a
transcript lies in. Each transcript is read alone, as if there were no other.

A judge flatters itself on what it was fitted on. --cross-validate fits the
offline judge and the tracker anew for each fold, without the conversations, or
whole projects and persons, that they are then measured on.`

// EvalCommand is `prism eval`.
func EvalCommand(p *job.Program) *cobra.Command {
	o := &evalOptions{}
	cmd := &cobra.Command{
		Use:     "eval --gold DIR PATH…",
		GroupID: job.GroupJudge,
		Short:   "How right the verdicts are, measured on labelled sessions",
		Long:    evalLong,
		Example: `  prism eval --gold labels transcripts
  prism eval --gold labels transcripts --cross-validate project
  prism eval --gold labels transcripts --cross-validate project --errors=goal --limit 20
  prism eval --gold labels transcripts --judge anthropic --against offline --max-cost 5
  prism eval --gold labels transcripts --json | jq .goal`,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runEval(ctx, p, cmd, o, args)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.gold, "gold", "", "labels: a folder of .jsonl files, or one `FILE`")
	fs.StringVar(&o.leave, "cross-validate", "", "fit anew without what is measured: `WHAT` is conversation or project")
	fs.IntVar(&o.folds, "folds", 10, "folds of the cross-validation, 2 to 100")
	fs.StringVar(&o.errors, "errors", "", "list what it got wrong, the surest first: `KIND` is goal, intent, shift, signal or language")
	fs.Lookup("errors").NoOptDefVal = "goal"
	fs.IntVar(&o.limit, "limit", 0, "list at most `N` errors (default: all)")
	fs.StringVar(&o.against, "against", "", "hold the judge against another `JUDGE` too")
	fs.StringVar(&o.by, "by", "kind", "columns: `WHAT` is kind (projects, people, spliced), labels (the label files) or set")
	fs.IntVar(&o.resamples, "resamples", 1000, "bootstrap samples behind the intervals; 0 for none")
	o.Bind(cmd, false)
	o.judging.Bind(cmd)
	// They belong to every reading command and change nothing here: every labelled
	// session is measured.
	for _, name := range []string{"tz", "include-open", "include-automated", "demo", "fallback"} {
		fs.Lookup(name).Hidden = true
	}
	return cmd
}

// check refuses what cannot be meant.
func (o *evalOptions) check(cmd *cobra.Command, args []string) error {
	switch {
	case o.gold == "":
		return job.Usagef("--gold says where the labels are: prism eval --gold DIR PATH…")
	case len(args) == 0:
		return job.Usagef("name the labelled transcripts: prism eval --gold DIR PATH…")
	case o.leave != "" && o.leave != refit.ByConversation && o.leave != refit.ByProject:
		return job.Usagef("--cross-validate %s: conversation or project", o.leave)
	case o.leave == "" && cmd.Flags().Changed("folds"):
		return job.Usagef("--folds divides a cross-validation; say --cross-validate project too")
	case o.folds < 2 || o.folds > 100:
		return job.Usagef("--folds wants 2 to 100")
	case o.limit < 0:
		return job.Usagef("--limit wants 0 or more")
	case o.resamples < 0 || o.resamples > 100_000:
		return job.Usagef("--resamples wants 0 to 100000")
	case !slices.Contains(evalColumns, o.by):
		return job.Usagef("--by %s: %s", o.by, strings.Join(evalColumns, ", "))
	case o.errors != "" && !slices.Contains(errorKinds, o.errors):
		return job.Usagef("--errors=%s: %s", o.errors, strings.Join(errorKinds, ", "))
	case o.Demo:
		return job.Usagef("the built-in samples have no labels")
	}
	return nil
}

// evalColumns are what figures can be told apart by.
var evalColumns = []string{"kind", "labels", "set"}

// bench is what judges are measured on: labelled transcripts, read once.
type bench struct {
	entries []corpus.Entry
	missing int // labelled conversations without a transcript here
	gold    []eval.Gold
	floors  [][]bool
	cluster []int // pieces of one original have the same
	set     *refit.Set
	folds   []int          // of each entry; nil where nothing is refitted
	fitted  map[int]fitted // by fold, once they are needed
}

// fitted is what was fitted without a fold.
type fitted struct {
	judge   *offline.Judge
	tracker *tracker.Tracker
}

// measured is what one judge made of the bench.
type measured struct {
	judge, version string
	method         eval.Method
	items          []eval.Item
	sessions       [][]*fact.Session // behind items[i].Predicted
}

func runEval(ctx context.Context, p *job.Program, cmd *cobra.Command, o *evalOptions, args []string) error {
	if err := o.check(cmd, args); err != nil {
		return err
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return err
	}
	var other *job.Job
	if o.against != "" {
		if o.against == j.Cfg.Text("judge") {
			return job.Usagef("--against %s is the judge that is measured; name another", o.against)
		}
		if err := cmd.Flags().Set("judge", o.against); err != nil {
			return err
		}
		if o.against == "offline" { // which has no tracker but its own
			if err := cmd.Flags().Set("track", "offline"); err != nil {
				return err
			}
		}
		if other, err = p.NewJob(cmd, &o.ReadFlags, args); err != nil {
			return job.Usagef("--against %s: %v", o.against, err)
		}
	}
	if p.Env("GOMEMLIMIT") == "" {
		// A refit holds all labelled turns; the limit that keeps scoring small would
		// make the collector run without end.
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	}
	b, err := readBench(ctx, p, j, o)
	if err != nil {
		return err
	}
	m, err := measureJudge(ctx, p, j, o, b)
	if err != nil {
		return err
	}
	out := reportOf(m, b, o)
	if o.errors != "" {
		if out.Errors, out.wrong, err = evalErrors(p, j, o, b, m); err != nil {
			return err
		}
	}
	if other != nil {
		n, err := measureJudge(ctx, p, other, o, b)
		if err != nil {
			return err
		}
		out.Against = &evalAgainst{evalReport: reportOf(n, b, o), Comparison: eval.Compare(m.items, n.items)}
	}
	return tellEval(p, o, b, out)
}

// there is nil where a file or a folder can be looked at, else what is wrong with it.
func there(p *job.Program, path, hint string) error {
	_, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%s: no such file or folder", p.Short(path))
	}
	if err != nil {
		return job.Hinted(err, "%s", hint)
	}
	return nil
}

// readBench reads the labels and their transcripts.
func readBench(ctx context.Context, p *job.Program, j *job.Job, o *evalOptions) (*bench, error) {
	labels := p.Expand(o.gold)
	if err := there(p, labels, "--gold is a file of labels, or a folder of .jsonl files."); err != nil {
		return nil, err
	}
	for _, path := range j.Paths {
		if err := there(p, path, "PATH is a transcript or a folder of them."); err != nil {
			return nil, err
		}
	}
	b := &bench{}
	var err error
	if b.entries, b.missing, err = corpus.Match(labels, j.Paths); errors.Is(err, corpus.ErrNoTranscript) {
		return nil, &job.Failure{Code: job.CodeNoSession, Err: err, Hint: "Labels name transcripts by set, the folder they lie in, and conversation, their name without .jsonl."}
	}
	if err != nil {
		return nil, err
	}
	if b.set, err = refit.NewSet(); err != nil {
		return nil, err
	}
	bar := p.Progress()
	defer bar.Clear()
	marks := make([][]uint64, len(b.entries))
	for i := range b.entries {
		e := &b.entries[i]
		c, gold, err := e.Read(ctx)
		if err != nil {
			return nil, err
		}
		b.gold = append(b.gold, gold)
		b.floors = append(b.floors, corpus.Floors(gold, c))
		marks[i] = corpus.Marks(e, c)
		if o.leave != "" {
			b.set.Add(e, gold, c)
		}
		bar.Step("reading labelled transcripts", i+1, len(b.entries))
	}
	b.cluster = corpus.Originals(marks)
	if o.leave != "" {
		b.folds, err = b.set.Divide(o.leave, o.folds)
		if errors.Is(err, refit.ErrFolds) {
			return nil, job.Usagef("--cross-validate %s: %v", o.leave, err)
		}
	}
	return b, err
}

// measureJudge lets the job's judge judge every transcript of the bench.
func measureJudge(ctx context.Context, p *job.Program, j *job.Job, o *evalOptions, b *bench) (*measured, error) {
	method := eval.Fitted
	if o.leave == refit.ByConversation {
		method = eval.CrossValidated
	} else if o.leave == refit.ByProject {
		method = eval.LeftOut
	}
	var readings []*fact.Reading
	each := func(ctx context.Context, opts pipeline.Options) (*job.Library, error) {
		var err error
		if readings, err = readAlone(ctx, p, j, b, opts); err != nil {
			return nil, err
		}
		return &job.Library{Library: &library.Library{Alone: readings, Input: joined(readings)}}, nil
	}
	by := func(ctx context.Context, r *job.Reader) (*job.Library, error) {
		if !j.AsksModel() {
			return each(ctx, r.Opts)
		}
		a, err := judgerun.New(r, each)
		if err != nil {
			return nil, err
		}
		return judgerun.Asker(p, o.judging.Yes)(ctx, a)
	}
	if !j.AsksModel() {
		j.Store = "" // only what a model answered is kept
	}
	_, done, err := p.ReadBy(ctx, j, by)
	done()
	if err != nil {
		return nil, err
	}
	name, version := j.Judge()
	if b.folds != nil && !j.AsksModel() {
		version = "" // of many fits, none of them the one that ships
	}
	m := &measured{judge: name, version: version, method: method}
	for i, r := range readings {
		it := eval.Item{Gold: b.gold[i], Floors: b.floors[i], Cluster: fmt.Sprint(b.cluster[i])}
		var sessions []*fact.Session
		for k := range r.Sessions {
			s := &r.Sessions[k]
			for _, q := range predicted(s) {
				it.Predicted = append(it.Predicted, q)
				sessions = append(sessions, s)
			}
		}
		m.items = append(m.items, it)
		m.sessions = append(m.sessions, sessions)
	}
	return m, nil
}

// readAlone reads the bench's transcripts, each as if there were no other, with the
// judge and tracker of its fold.
func readAlone(ctx context.Context, p *job.Program, j *job.Job, b *bench, opts pipeline.Options) ([]*fact.Reading, error) {
	opts.Judging.StandIn = nil
	opts.Progress = nil
	opts.Judging.PeopleOnly, opts.Cutting.PeopleOnly = false, false // every labelled session is measured
	files := make([]string, len(b.entries))
	for i := range b.entries {
		files[i] = b.entries[i].Path
	}
	usual, err := tracker.Default()
	if err != nil {
		return nil, err
	}
	if err := fitFolds(ctx, p, b); err != nil {
		return nil, err
	}
	each := func(i int) pipeline.Options {
		own := opts
		own.Store = memory.New() // a judge's answers are kept apart
		if b.folds != nil {
			if !j.AsksModel() {
				own.Judging.Judge = b.fitted[b.folds[i]].judge
			}
			if own.Cutting.Tracker.Version() == usual.Version() {
				own.Cutting.Tracker = b.fitted[b.folds[i]].tracker
			}
			if t, ok := own.Cutting.Asking.(*llm.Tracker); ok {
				own.Cutting.Asking = t.Over(b.fitted[b.folds[i]].tracker)
			}
		}
		return own
	}
	bar := p.Progress()
	defer bar.Clear()
	var ready atomic.Int64
	return alone.Read(ctx, files, max(runtime.GOMAXPROCS(0), opts.Judging.SideBySide), each, func(int) {
		if n := ready.Add(1); !j.AsksModel() { // asking shows its own
			bar.Step("judging", int(n), len(files))
		}
	})
}

// fitFolds fits judge and tracker without each fold, once for all judges and passes.
func fitFolds(ctx context.Context, p *job.Program, b *bench) error {
	if b.folds == nil || b.fitted != nil {
		return nil
	}
	bar := p.Progress()
	defer bar.Clear()
	folds := slices.Compact(slices.Sorted(slices.Values(b.folds)))
	all := make(map[int]fitted, len(folds))
	for n, k := range folds {
		if err := ctx.Err(); err != nil {
			return err
		}
		j, t, err := b.set.Fit(k)
		if err != nil {
			return err
		}
		all[k] = fitted{j, t}
		bar.Step("fitting anew", n+1, len(folds))
	}
	b.fitted = all
	return nil
}

// joined is what was read in all.
func joined(readings []*fact.Reading) fact.Input {
	all := fact.Input{Skipped: map[string]int{}, UnknownTypes: map[string]int{}}
	for _, r := range readings {
		in := &r.Input
		all.Files += in.Files
		all.Conversations += in.Conversations
		all.Lines += in.Lines
		all.Bytes += in.Bytes
		all.Troubles = append(all.Troubles, in.Troubles...)
		for why, n := range in.Skipped {
			all.Skipped[why] += n
		}
		for name, n := range in.UnknownTypes {
			all.UnknownTypes[name] += n
		}
	}
	return all
}

// predicted is what was said of a session, once for each stretch of turns without
// a gap.
func predicted(s *fact.Session) []eval.Predicted {
	v := &s.Verdict
	var out []eval.Predicted
	for _, part := range s.Parts {
		if n := len(out); n > 0 && out[n-1].Last+1 == part.First {
			out[n-1].Last = part.Last
			continue
		}
		q := eval.Predicted{
			First: part.First, Last: part.Last, Intent: v.Intent, Complete: v.GoalComplete,
			Confidence: v.Confidence, Signal: v.Signal, Language: s.Languages.Code,
		}
		switch v.Status {
		case fact.JudgePending, fact.JudgeError, fact.JudgeOptedOut:
			q.Unjudged = true
		}
		if q.Intent == "" {
			q.Intent = fact.IntentNone
		}
		if q.Signal == "" {
			q.Signal = fact.NoSignal
		}
		out = append(out, q)
	}
	return out
}
