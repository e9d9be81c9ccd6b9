package measure

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/conversation"
	"prism/internal/eval"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/llm"
	"prism/internal/library"
	"prism/internal/phrase"
	"prism/internal/pipeline"
	"prism/internal/store"
	"prism/internal/store/memory"
	"prism/internal/store/rows"
	"prism/internal/wire"
)

type calibrateOptions struct {
	job.ReadFlags
	judging judgerun.JudgeFlags
	gold    string
	runs    int
	sample  int
}

// CalibrateCommand is `prism calibrate`.
func CalibrateCommand(p *job.Program) *cobra.Command {
	o := &calibrateOptions{}
	cmd := &cobra.Command{
		Use:     "calibrate [PATH…]",
		GroupID: job.GroupJudge,
		Short:   "How far the judges agree, with each other and with you",
		Long: `Compare verdicts on the same sessions: those of a model's judge with the offline
ones, overall and by intent, and each with the labels you gave ('prism label').
With --runs the model is asked anew about a sample, several times, and the share
of sessions whose verdict flips is told; that costs, so prism asks first.

With --gold the confidence of a model's judge is fitted to labelled transcripts
(as for 'prism eval'), so that it means the same as the offline judge's: what is
fitted is kept for this version of the judge and used from then on.`,
		Example: `  prism calibrate --judge anthropic
  prism calibrate --judge anthropic --gold labels transcripts
  prism calibrate --judge anthropic --runs 3 --sample 20`,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runCalibrate(ctx, p, cmd, o, args)
		}),
	}
	o.Bind(cmd, false)
	o.judging.Bind(cmd)
	cmd.Flags().StringVar(&o.gold, "gold", "", "fit the confidence to labels: a folder of .jsonl files, or one `FILE`")
	cmd.Flags().IntVar(&o.runs, "runs", 0, "ask `N` times anew, 2 to 10")
	cmd.Flags().IntVar(&o.sample, "sample", 20, "about so many sessions, for --runs")
	return cmd
}

// calibration is what is told, also as JSON.
type calibration struct {
	Schema  string             `json:"schema"`
	Labels  []labelAgreement   `json:"labels"`
	Judges  *judgeAgreement    `json:"judges"`
	Repeats *repeatedAgreement `json:"repeats"`
}

type labelAgreement struct {
	Judge     string   `json:"judge"`
	Labels    int      `json:"labels"`
	Agreement *float64 `json:"agreement"`
	Kappa     *float64 `json:"kappa"`
}

type judgeAgreement struct {
	Judges    [2]string         `json:"judges"`
	Sessions  int               `json:"sessions"`
	Agreement *float64          `json:"agreement"`
	Kappa     *float64          `json:"kappa"`
	Intent    *float64          `json:"same_intent"`
	ByIntent  []intentAgreement `json:"by_intent"`
}

type intentAgreement struct {
	Intent    fact.Intent `json:"intent"`
	Sessions  int         `json:"sessions"`
	Agreement *float64    `json:"agreement"`
}

type repeatedAgreement struct {
	Runs     int      `json:"runs"`
	Sessions int      `json:"sessions"`
	FlipRate *float64 `json:"flip_rate"`
}

func runCalibrate(ctx context.Context, p *job.Program, cmd *cobra.Command, o *calibrateOptions, args []string) error {
	if o.runs != 0 && (o.runs < 2 || o.runs > 10) {
		return job.Usagef("--runs wants 2 to 10")
	}
	if o.sample < 1 {
		return job.Usagef("--sample wants at least 1")
	}
	if o.gold != "" {
		if o.runs > 0 {
			return job.Usagef("--gold fits and --runs asks again; one at a time")
		}
		return fitCalibration(ctx, p, cmd, o, args)
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return err
	}
	if o.runs > 0 && !j.AsksModel() {
		return job.Usagef("the offline judge always says the same; name a model's judge for --runs")
	}
	var labels map[string]store.Label
	if err := p.WithStore(ctx, j, func(db *rows.Store) (err error) {
		if db != nil {
			labels, err = db.Labels(ctx)
		}
		return err
	}); err != nil {
		return err
	}
	c := calibration{Schema: "prism.calibrate/1"}
	var model *job.Library
	var cuts *llm.Protocol // both judges look at the same sessions
	if j.AsksModel() {
		ask := func(ctx context.Context, a *judgerun.Run) (*job.Library, error) {
			var err error
			if o.runs > 0 {
				if c.Repeats, err = repeat(ctx, p, a, o); err != nil {
					return nil, err
				}
			}
			if a.Job.TracksByModel() {
				cuts = a.Proto
			}
			l, _, err := a.Judged(ctx, nil)
			switch {
			case err != nil:
			case o.runs > 0:
				_, err = a.TellOpen(ctx, l)
			default:
				err = a.Remembered(ctx, l)
			}
			return l, err
		}
		l, done, err := p.ReadBy(ctx, j, judgerun.Asking(ask))
		defer done()
		if err != nil {
			return err
		}
		model = l
	}
	name := j.Cfg.Text("judge")
	for flag, value := range map[string]string{"judge": "offline", "track": "offline"} {
		if err := cmd.Flags().Set(flag, value); err != nil {
			return err
		}
	}
	if j, err = p.NewJob(cmd, &o.ReadFlags, args); err != nil {
		return err
	}
	by := job.Way(judgerun.AsKept)
	if cuts != nil {
		by = judgerun.CutAs(cuts)
	}
	offline, done, err := p.ReadBy(ctx, j, by)
	defer done()
	if err != nil {
		return err
	}
	if none, err := offline.Empty(ctx); err != nil || none {
		return p.NoSession(ctx, j, offline, err)
	}
	if err := c.compare(ctx, name, offline, model, labels); err != nil {
		return err
	}
	if o.Json {
		return wire.Write(p.Out, c)
	}
	showCalibration(p, &c)
	return nil
}

// compare holds the judges against the labels and against each other.
func (c *calibration) compare(ctx context.Context, name string, offline, model *job.Library, labels map[string]store.Label) error {
	against, err := againstLabels(ctx, "offline", offline, labels)
	if err != nil {
		return err
	}
	if c.Labels = append(c.Labels, against); model == nil {
		return nil
	}
	if against, err = againstLabels(ctx, name, model, labels); err != nil {
		return err
	}
	c.Labels = append(c.Labels, against)
	c.Judges, err = between(ctx, [2]string{"offline", name}, offline, model)
	return err
}

// againstLabels is how far a judge agrees with the person's labels.
func againstLabels(ctx context.Context, name string, l *job.Library, labels map[string]store.Label) (labelAgreement, error) {
	var b eval.Binary
	err := l.Labelled(ctx, labels, func(s *fact.Session, label store.Label) { b.Add(label.GoalComplete, s.Verdict.GoalComplete) })
	return labelAgreement{Judge: name, Labels: b.N(), Agreement: figure(b.Accuracy()), Kappa: figure(b.Kappa())}, err
}

// between compares two judges over the sessions that both decided.
func between(ctx context.Context, names [2]string, a, b *job.Library) (*judgeAgreement, error) {
	type view struct {
		complete bool
		intent   fact.Intent
	}
	other := make(map[string]view)
	for s, err := range b.Each(ctx, store.Filter{}, store.Order{}) {
		if err != nil {
			return nil, err
		}
		if library.Decided(s) {
			other[s.ID] = view{s.Verdict.GoalComplete, s.Verdict.Intent}
		}
	}
	var all, intents eval.Binary
	by := map[fact.Intent]*eval.Binary{}
	for s, err := range a.Each(ctx, store.Filter{}, store.Order{}) {
		if err != nil {
			return nil, err
		}
		o, both := other[s.ID]
		if !both || !library.Decided(s) {
			continue
		}
		all.Add(s.Verdict.GoalComplete, o.complete)
		intents.Add(true, s.Verdict.Intent == o.intent)
		if by[o.intent] == nil {
			by[o.intent] = &eval.Binary{}
		}
		by[o.intent].Add(s.Verdict.GoalComplete, o.complete)
	}
	out := &judgeAgreement{Judges: names, Sessions: all.N(), Agreement: figure(all.Accuracy()), Kappa: figure(all.Kappa()), Intent: figure(intents.Accuracy())}
	for _, intent := range fact.Intents {
		if x := by[intent]; x != nil {
			out.ByIntent = append(out.ByIntent, intentAgreement{intent, x.N(), figure(x.Accuracy())})
		}
	}
	return out, nil
}

// figure is nil where there is none.
func figure(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// repeat asks about a sample several times anew; kept answers are not looked at.
func repeat(ctx context.Context, p *job.Program, a *judgerun.Run, o *calibrateOptions) (*repeatedAgreement, error) {
	fresh := *a
	fresh.Mem = judgerun.NewRunMemory()
	fresh.Run = func(ctx context.Context, opts pipeline.Options) (*job.Library, error) {
		return job.UpdateOn(ctx, memory.New(), opts)
	}
	fresh.Cuts = llm.Judging(a.Proto, llm.Options{Memory: a.Mem}) // what is asked anew is the verdict
	due, err := fresh.Census(ctx)
	if err != nil {
		return nil, err
	}
	share := min(1, float64(o.sample)/float64(max(1, due.Sessions)))
	scaled := llm.Due{
		Sessions: int(math.Ceil(share * float64(due.Sessions))), Questions: o.runs * int(math.Ceil(share*float64(due.Questions))),
		USD: float64(o.runs) * share * due.USD, Unpriced: due.Unpriced,
	}
	scaled.Tokens.Input = int64(float64(o.runs) * share * float64(due.Tokens.Input))
	scaled.Tokens.Output = int64(float64(o.runs) * share * float64(due.Tokens.Output))
	client, err := judgerun.AgreedClient(ctx, p, a, scaled, o.judging.Yes)
	if err != nil || client == nil {
		return nil, err
	}
	bounded := a.Bounded(client)
	said := map[string][]bool{}
	for range o.runs {
		judging := llm.Judging(a.Proto, llm.Options{Client: bounded, Memory: judgerun.NewRunMemory(), Clock: p.Now})
		opts := fresh.Opts
		opts.Judging.Judge = sampled{judging, share}
		if err := fresh.CutBy(&opts, judging); err != nil {
			return nil, err
		}
		l, err := fresh.Run(ctx, opts)
		if err != nil {
			return nil, err
		}
		for s, err := range l.Each(ctx, store.Filter{}, store.Order{}) {
			if err != nil {
				return nil, err
			}
			if library.Decided(s) {
				said[s.ID] = append(said[s.ID], s.Verdict.GoalComplete)
			}
		}
		if err := judging.Stopped(); err != nil {
			p.Warn("%v", err)
			p.Code = job.CodeUnavailable
			break
		}
	}
	flips, n := 0, 0
	for _, v := range said {
		if len(v) < o.runs {
			continue
		}
		n++
		for _, x := range v[1:] {
			if x != v[0] {
				flips++
				break
			}
		}
	}
	return &repeatedAgreement{Runs: o.runs, Sessions: n, FlipRate: figure(float64(flips) / float64(n))}, nil
}

// sampled asks only about a share of the sessions, the same ones in every run.
type sampled struct {
	all   *llm.Judge
	share float64
}

// Name implements judge.Judge.
func (s sampled) Name() string { return s.all.Name() }

// Version implements judge.Judge.
func (s sampled) Version() string { return s.all.Version() }

// Judge implements judge.Judge.
func (s sampled) Judge(ctx context.Context, d *conversation.Draft) (judge.Opinion, error) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(d.Turns[0].UUID + d.Turns[0].Prompt))
	if float64(h.Sum32())/math.MaxUint32 > s.share {
		return judge.Opinion{}, &judge.Failure{Status: fact.JudgePending, Reason: "not in the sample"}
	}
	return s.all.Judge(ctx, d)
}

func showCalibration(p *job.Program, c *calibration) {
	share := func(v *float64) string {
		if v == nil {
			return "—"
		}
		return fmt.Sprintf("%.0f %%", 100**v)
	}
	kappa := func(v *float64) string {
		if v == nil {
			return ""
		}
		return fmt.Sprintf(", kappa %.2f", *v)
	}
	p.Screen.Heading("With your labels")
	for _, l := range c.Labels {
		if l.Labels == 0 {
			p.Screen.Hang(fmt.Sprintf("  %-10s ", l.Judge), "none of its sessions has a label yet: prism label ID --complete=true")
			continue
		}
		p.Screen.Linef("  %-10s agrees on %s of %s%s", l.Judge, share(l.Agreement), phrase.Count(l.Labels, "label", "labels"), kappa(l.Kappa))
	}
	if b := c.Judges; b != nil {
		p.Screen.Heading(strings.Join(b.Judges[:], " and "))
		if b.Sessions == 0 {
			p.Screen.Linef("  no session has a verdict of both; 'prism judge --judge %s' asks for them", b.Judges[1])
		} else {
			p.Screen.Linef("  same verdict on %s of %s%s; same intent on %s", share(b.Agreement), phrase.Count(b.Sessions, "session", "sessions"), kappa(b.Kappa), share(b.Intent))
			for _, i := range b.ByIntent {
				p.Screen.Linef("    %-14s %5s of %d", phrase.Intent(i.Intent), share(i.Agreement), i.Sessions)
			}
		}
	}
	if r := c.Repeats; r != nil {
		p.Screen.Heading("Asked again")
		p.Screen.Linef("  %s, %d runs: the verdict flips on %s", phrase.Count(r.Sessions, "session", "sessions"), r.Runs, share(r.FlipRate))
	}
}
