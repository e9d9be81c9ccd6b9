// Package judgerun is a run in which a language model may be asked: what is due and
// what it would cost, the person's word, the questions (one by one, as a batch, or
// through files) and what is left open; also `prism redact`, which shows what a
// question would say.
//
// Promises: nobody is asked before the person agreed; a cap on cost is kept; an
// answer is paid once, and a run that was stopped goes on where it was.
// Refusals: nothing leaves but what the redaction gate made.
package judgerun

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"prism/internal/cli/job"
	"prism/internal/cli/view"
	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/library"
	"prism/internal/model"
	"prism/internal/model/runner"
	"prism/internal/phrase"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/store"
	"prism/internal/tracker"
)

// Run is one run in which a model may be asked: first what it would cost, then
// the person's word, then the questions.
type Run struct {
	Program *job.Program
	Job     *job.Job
	Opts    pipeline.Options
	Proto   *llm.Protocol
	Mem     llm.Memory
	Cuts    cutter // tells where sessions begin, whoever judges; nil: the judge of a run
	Run     func(context.Context, pipeline.Options) (*job.Library, error)
	unready *job.Failure // what the judge lacks to be asked, a key or an address; nil: nothing
	// Strict has a run fail over that where the judge has not said anything before either:
	// there is nothing to show then.
	Strict bool
}

// tellUnready says what the judge lacks.
func (a *Run) tellUnready() {
	a.Program.Warn("%v", a.unready.Err)
	if a.unready.Hint != "" {
		a.Program.Notes.Line(a.unready.Hint)
	}
}

// New puts a run together; run reads and judges by options.
func New(r *job.Reader, run func(context.Context, pipeline.Options) (*job.Library, error)) (*Run, error) {
	opts := r.Opts
	proto, err := protocol(r.Program, r.Job, &opts)
	if err != nil {
		return nil, err
	}
	people := !r.Job.Cfg.On("include_automated")
	opts.Judging.SideBySide, opts.Judging.Titles, opts.Judging.PeopleOnly = r.Job.Parallel(), opts.Judging.Judge, people
	opts.Cutting.PeopleOnly = people
	r.Job.Version, r.Job.AsksAs = proto.Version(), proto.AsksAs()
	return &Run{Program: r.Program, Job: r.Job, Opts: opts, Proto: proto, Mem: answersOf(r.Store), Run: run}, nil
}

// cutter is somebody who is asked where sessions begin: a judge, or a census that
// counts.
type cutter interface {
	Tracking(prior llm.Prior) *llm.Tracker
}

// tracking puts a model's tracker over the offline one.
func tracking(by cutter) (pipeline.Asking, error) {
	prior, err := tracker.Default()
	if err != nil {
		return nil, err
	}
	return by.Tracking(prior), nil
}

// CutBy lets somebody tell where sessions begin, where the settings say so.
func (a *Run) CutBy(opts *pipeline.Options, by cutter) (err error) {
	if a.Cuts != nil {
		by = a.Cuts
	}
	if a.Job.TracksByModel() {
		opts.Cutting.Asking, err = tracking(by)
	}
	return err
}

// Census reads everything and tells what is due, without asking anybody.
func (a *Run) Census(ctx context.Context) (llm.Due, error) {
	c := llm.Counting(a.Proto, a.Mem, a.Opts.Now)
	opts := a.Opts
	opts.Judging.Judge, opts.Judging.Again = c, true
	if err := a.CutBy(&opts, c); err != nil {
		return llm.Due{}, err
	}
	if _, err := a.Run(ctx, opts); err != nil {
		return llm.Due{}, err
	}
	return c.Due(), nil
}

// Judged runs with a client, or with kept answers alone where it is nil.
func (a *Run) Judged(ctx context.Context, client model.Client) (*job.Library, *llm.Judge, error) {
	judge := llm.Judging(a.Proto, llm.Options{Client: client, Memory: a.Mem, Clock: a.Program.Now})
	opts := a.Opts
	opts.Judging.Judge, opts.Judging.Again = judge, client != nil
	if a.Job.Cfg.Text("fallback") == "offline" {
		opts.Judging.StandIn = a.Opts.Judging.Judge
	}
	if err := a.CutBy(&opts, judge); err != nil {
		return nil, nil, err
	}
	l, err := a.Run(ctx, opts)
	return l, judge, err
}

// keepsCap reports whether a cap on cost can be held, and says why not.
func (a *Run) keepsCap(due llm.Due) bool {
	if a.Job.MaxCost() > 0 && due.Unpriced > 0 {
		a.Program.Warn("no price is known for %s, so --max-cost cannot be kept", a.Proto.Model())
		a.Program.Notes.Line("Add it to a file of prices (the setting prices names it), or leave the cap off.")
		return false
	}
	return true
}

// agreed tells what is due and asks the person; yes is given beforehand.
func (a *Run) agreed(due llm.Due, yes bool) bool {
	var usd *float64
	if due.Unpriced == 0 {
		usd = &due.USD
	}
	what, cost := a.dueWords(due, usd)
	if limit := a.Job.MaxCost(); limit > 0 {
		cost += ", never more than " + view.USD(limit)
	}
	a.Program.Say(fmt.Sprintf("%s (%s) would be asked: %s, %s. Everything is redacted first ('prism redact FILE' shows it).",
		a.Proto.Name(), a.Proto.Model(), what, cost))
	if yes {
		return true
	}
	if !a.Program.Interactive() {
		a.Program.Say("Nobody is there to agree, so nothing was sent: say --yes, or set --max-cost and --yes.")
		return false
	}
	a.Program.Notes.Raw("Go on? [y/N] ")
	answer, err := bufio.NewReader(a.Program.In).ReadString('\n')
	if err != nil && answer == "" {
		a.Program.Notes.Line("")
		return false
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}

// dueWords says what is due, and what it costs as far as that is known.
func (a *Run) dueWords(due llm.Due, usd *float64) (what, cost string) {
	about := phrase.Count(due.Sessions, "session", "sessions")
	if due.Cuts > 0 {
		about = "about " + about + ", as where they begin is asked first, and where to cut " + phrase.Count(due.Cuts, "conversation", "conversations")
	}
	what = fmt.Sprintf("%s, %s, about %s tokens", about, phrase.Count(due.Questions, "question", "questions"), phrase.Amount(due.Tokens.Total()))
	if usd == nil {
		return what, "what that costs is not known here"
	}
	return what, "about " + view.USD(*usd)
}

// Bounded puts the person's limits around a client.
func (a *Run) Bounded(client model.Client) *runner.Runner {
	prices, _ := a.Opts.Prices.(*price.Table)
	return runner.New(client, runner.Options{
		Parallel: a.Job.Parallel(), MaxCost: a.Job.MaxCost(), Price: prices.Cost, Now: a.Program.Now, Sleep: a.Program.Sleep,
		Retried: a.retried(), Patience: patience(a.Job.Cfg.Text("judge")),
	})
}

// retryEvery is how long the same trouble is told only once: many requests fail
// together when a server does.
const retryEvery = 15 * time.Second

// retried tells that requests failed and are tried again.
func (a *Run) retried() func(*model.Error, time.Duration) {
	var mu sync.Mutex
	told := map[string]time.Time{}
	return func(e *model.Error, wait time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now, text := a.Program.Now(), e.Message
		if last, ok := told[text]; ok && now.Sub(last) < retryEvery {
			return
		}
		told[text] = now
		a.Program.Say(fmt.Sprintf("%v; again in %s", e, wait.Round(100*time.Millisecond)))
	}
}

// tell says what was spent and what is left open, and sets the exit code.
func (a *Run) tell(ctx context.Context, l *job.Library, judge *llm.Judge) error {
	spent := judge.Spent()
	if spent.Calls > 0 {
		cost := view.USD(spent.USD)
		switch {
		case spent.Unknown == spent.Calls:
			cost = "at a cost that is not known here"
		case spent.Unknown > 0:
			cost = "at least " + cost
		}
		a.Program.Say(fmt.Sprintf("%s answered, %s tokens, %s.", phrase.Count(spent.Calls, "question was", "questions were"), phrase.Amount(spent.Tokens.Total()), cost))
	}
	if err := judge.Stopped(); err != nil {
		a.Program.Warn("%v", err)
	}
	open, text, err := a.unsaid(ctx, l)
	if err != nil {
		return err
	}
	if a.Strict && a.unready != nil {
		if open.decided == 0 && open.standing == 0 {
			return &job.Failure{Code: job.CodeUnavailable, Err: fmt.Errorf("nothing is judged by %s: %w", a.Proto.Name(), a.unready.Err),
				Hint: strings.TrimSpace(a.unready.Hint + " 'prism doctor' says what each judge needs.")}
		}
		a.tellUnready()
	}
	a.say(text)
	if open.pending > 0 || judge.Stopped() != nil {
		if a.unready != nil {
			a.Program.Notes.Line("Nobody was asked. 'prism doctor' says what each judge still needs; once that is set, run it again.")
		} else {
			a.Program.Notes.Line("Run it again to go on; nothing is paid twice.")
		}
		a.Program.Code = job.CodeUnavailable
	}
	if open.failed > 0 && open.decided == 0 {
		a.Program.Code = job.CodeUnavailable // not one usable answer
	}
	return nil
}

// OpenCount counts the sessions above the floor that a judge said nothing of, and
// those that it decided.
type OpenCount struct{ pending, failed, standing, decided int }

// TellOpen says which sessions have no verdict of the judge, and why.
func (a *Run) TellOpen(ctx context.Context, l *job.Library) (OpenCount, error) {
	n, text, err := a.unsaid(ctx, l)
	if err == nil {
		a.say(text)
	}
	return n, err
}

// say says something, if there is anything to say.
func (a *Run) say(text string) {
	if text != "" {
		a.Program.Say(text)
	}
}

// unsaid counts the sessions that have no verdict of the judge, and says why they have none.
func (a *Run) unsaid(ctx context.Context, l *job.Library) (n OpenCount, text string, err error) {
	why := map[string]int{}
	for s, err := range l.Each(ctx, store.Filter{}, store.Order{}) {
		if err != nil {
			return n, "", err
		}
		if library.Decided(s) {
			n.decided++
		}
		switch {
		case !s.Floor.Passed, a.Opts.Judging.PeopleOnly && s.Automated:
		case s.Verdict.Fallback:
			n.standing++
			why["pending (the offline judge stands in)"]++
		case s.Verdict.Status == fact.JudgePending:
			n.pending++
			why["pending ("+s.Verdict.Reason+")"]++
		case s.Verdict.Status == fact.JudgeError:
			n.failed++
			why["in error ("+s.Verdict.Reason+")"]++
		}
	}
	all := n.pending + n.failed + n.standing
	n.pending += n.standing // or in error; asking again tells
	if all == 0 {
		return n, "", nil
	}
	return n, fmt.Sprintf("%s without a verdict of %s: %s", phrase.Count(all, "session is", "sessions are"), a.Proto.Name(), view.Ranked(why)) + ".", nil
}

// Remembered tells what a command that asks nobody found open.
func (a *Run) Remembered(ctx context.Context, l *job.Library) error {
	open, err := a.TellOpen(ctx, l)
	if err == nil && open.pending > 0 {
		a.Program.Say(fmt.Sprintf("'prism judge%s%s' asks for them.", a.Job.JudgeAgain(""), a.Job.PathsAgain()))
	}
	return err
}

// AsKept is the way of commands that ask nobody: the offline judge judges; where a
// model is the judge, what it answered before counts.
func AsKept(ctx context.Context, r *job.Reader) (*job.Library, error) {
	if !r.Job.AsksModel() {
		return r.Update(ctx, r.Opts)
	}
	return Asking(func(ctx context.Context, a *Run) (*job.Library, error) {
		l, _, err := a.Judged(ctx, nil)
		if err == nil {
			err = a.Remembered(ctx, l)
		}
		return l, err
	})(ctx, r)
}

// Asking is the way of commands that may ask a model.
func Asking(ask func(context.Context, *Run) (*job.Library, error)) job.Way {
	return func(ctx context.Context, r *job.Reader) (*job.Library, error) {
		a, err := New(r, r.Update)
		if err != nil {
			return nil, err
		}
		return ask(ctx, a)
	}
}

// CutAs is the way of the offline judge over sessions that are cut as a model cut
// them, by what it answered.
func CutAs(proto *llm.Protocol) job.Way {
	return func(ctx context.Context, r *job.Reader) (l *job.Library, err error) {
		opts := r.Opts
		if opts.Cutting.Asking, err = tracking(llm.Judging(proto, llm.Options{Memory: answersOf(r.Store)})); err != nil {
			return nil, err
		}
		return r.Update(ctx, opts)
	}
}

// Read reads for a job without asking anybody.
func Read(ctx context.Context, p *job.Program, j *job.Job) (*job.Library, func(), error) {
	return p.ReadBy(ctx, j, AsKept)
}
