package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/model"
	"prism/internal/model/runner"
	"prism/internal/phrase"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/tracker"
)

// inquiry is one run in which a model may be asked: first what it would cost, then
// the person's word, then the questions.
type inquiry struct {
	p     *program
	j     *job
	opts  pipeline.Options
	proto *llm.Protocol
	mem   llm.Memory
	cuts  cutter // tells where sessions begin, whoever judges; nil: the judge of a run
	run   func(context.Context, pipeline.Options) (*library, error)
}

// newInquiry puts a run together; run reads and judges by options.
func newInquiry(r *reader, run func(context.Context, pipeline.Options) (*library, error)) (*inquiry, error) {
	opts := r.opts
	proto, err := protocol(r.j, &opts)
	if err != nil {
		return nil, err
	}
	people := !r.j.cfg.On("include_automated")
	opts.Judging.SideBySide, opts.Judging.Titles, opts.Judging.PeopleOnly = r.j.parallel(), opts.Judging.Judge, people
	opts.Cutting.PeopleOnly = people
	r.j.version = proto.Version()
	return &inquiry{p: r.p, j: r.j, opts: opts, proto: proto, mem: answersOf(r.db), run: run}, nil
}

// cutter is somebody who is asked where the offline tracker is unsure: a judge, or
// a census that counts.
type cutter interface {
	Tracking(prior llm.Prior, band llm.Band) *llm.Tracker
}

// tracking puts a model's tracker over the offline one.
func tracking(by cutter) (pipeline.Asking, error) {
	prior, err := tracker.Default()
	if err != nil {
		return nil, err
	}
	return by.Tracking(prior, llm.DefaultBand()), nil
}

// tracksByModel reports whether the job's judge tells where sessions begin.
func (j *job) tracksByModel() bool { return j.asksModel() && j.cfg.Text("track") == "llm" }

// cutBy lets somebody tell where sessions begin, where the settings say so.
func (a *inquiry) cutBy(opts *pipeline.Options, by cutter) (err error) {
	if a.cuts != nil {
		by = a.cuts
	}
	if a.j.tracksByModel() {
		opts.Cutting.Asking, err = tracking(by)
	}
	return err
}

// census reads everything and tells what is due, without asking anybody.
func (a *inquiry) census(ctx context.Context) (llm.Due, error) {
	c := llm.Counting(a.proto, a.mem, a.opts.Now)
	opts := a.opts
	opts.Judging.Judge, opts.Judging.Again = c, true
	if err := a.cutBy(&opts, c); err != nil {
		return llm.Due{}, err
	}
	if _, err := a.run(ctx, opts); err != nil {
		return llm.Due{}, err
	}
	return c.Due(), nil
}

// judged runs with a client, or with kept answers alone where it is nil.
func (a *inquiry) judged(ctx context.Context, client model.Client) (*library, *llm.Judge, error) {
	judge := llm.Judging(a.proto, llm.Options{Client: client, Memory: a.mem, Clock: a.p.now})
	opts := a.opts
	opts.Judging.Judge, opts.Judging.Again = judge, client != nil
	if a.j.cfg.Text("fallback") == "offline" {
		opts.Judging.StandIn = a.opts.Judging.Judge
	}
	if err := a.cutBy(&opts, judge); err != nil {
		return nil, nil, err
	}
	l, err := a.run(ctx, opts)
	return l, judge, err
}

// keepsCap reports whether a cap on cost can be held, and says why not.
func (a *inquiry) keepsCap(due llm.Due) bool {
	if a.j.maxCost() > 0 && due.Unpriced > 0 {
		a.p.warn("no price is known for %s, so --max-cost cannot be kept", a.proto.Model())
		a.p.notes.Line("Add it to a file of prices (the setting prices names it), or leave the cap off.")
		return false
	}
	return true
}

// agreed tells what is due and asks the person; yes is given beforehand.
func (a *inquiry) agreed(due llm.Due, yes bool) bool {
	about := phrase.Count(due.Sessions, "session", "sessions")
	if due.Cuts > 0 {
		about += " and where to cut " + phrase.Count(due.Cuts, "conversation", "conversations")
	}
	what := fmt.Sprintf("%s, %s, about %s tokens", about, phrase.Count(due.Questions, "question", "questions"), phrase.Amount(due.Tokens.Total()))
	cost := "what that costs is not known here"
	if due.Unpriced == 0 {
		cost = "about " + usd(due.USD)
	}
	if limit := a.j.maxCost(); limit > 0 {
		cost += ", never more than " + usd(limit)
	}
	a.p.say(fmt.Sprintf("%s (%s) would be asked: %s, %s. Everything is redacted first ('prism redact FILE' shows it).",
		a.proto.Name(), a.proto.Model(), what, cost))
	if yes {
		return true
	}
	if !a.p.interactive() {
		a.p.say("Nobody is there to agree, so nothing was sent: say --yes, or set --max-cost and --yes.")
		return false
	}
	a.p.notes.Raw("Go on? [y/N] ")
	answer, err := bufio.NewReader(a.p.in).ReadString('\n')
	if err != nil && answer == "" {
		a.p.notes.Line("")
		return false
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}

// bounded puts the person's limits around a client.
func (a *inquiry) bounded(client model.Client) *runner.Runner {
	prices, _ := a.opts.Prices.(*price.Table)
	return runner.New(client, runner.Options{
		Parallel: a.j.parallel(), MaxCost: a.j.maxCost(), Price: prices.Cost, Now: a.p.now, Sleep: a.p.sleep,
		Retried: a.retried(),
	})
}

// retryEvery is how long the same trouble is told only once: many requests fail
// together when a server does.
const retryEvery = 15 * time.Second

// retried tells that requests failed and are tried again.
func (a *inquiry) retried() func(*model.Error, time.Duration) {
	var mu sync.Mutex
	told := map[string]time.Time{}
	return func(e *model.Error, wait time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now, text := a.p.now(), e.Message
		if last, ok := told[text]; ok && now.Sub(last) < retryEvery {
			return
		}
		told[text] = now
		a.p.say(fmt.Sprintf("%v; again in %s", e, wait.Round(100*time.Millisecond)))
	}
}

// tell says what was spent and what is left open, and sets the exit code.
func (a *inquiry) tell(ctx context.Context, l *library, judge *llm.Judge) error {
	spent := judge.Spent()
	if spent.Calls > 0 {
		cost := usd(spent.USD)
		switch {
		case spent.Unknown == spent.Calls:
			cost = "at a cost that is not known here"
		case spent.Unknown > 0:
			cost = "at least " + cost
		}
		a.p.say(fmt.Sprintf("%s answered, %s tokens, %s.", phrase.Count(spent.Calls, "question was", "questions were"), phrase.Amount(spent.Tokens.Total()), cost))
	}
	if err := judge.Stopped(); err != nil {
		a.p.warn("%v", err)
	}
	open, err := a.tellOpen(ctx, l)
	if err != nil {
		return err
	}
	if open.pending > 0 || judge.Stopped() != nil {
		a.p.notes.Line("Run it again to go on; nothing is paid twice.")
		a.p.code = codeUnavailable
	}
	if open.failed > 0 && open.decided == 0 {
		a.p.code = codeUnavailable // not one usable answer
	}
	return nil
}

// openly counts the sessions above the floor that a judge said nothing of, and
// those that it decided.
type openly struct{ pending, failed, standing, decided int }

// tellOpen says which sessions have no verdict of the judge, and why.
func (a *inquiry) tellOpen(ctx context.Context, l *library) (openly, error) {
	var n openly
	why := map[string]int{}
	for s, err := range l.each(ctx, store.Filter{}, store.Order{}) {
		if err != nil {
			return n, err
		}
		if decided(s) {
			n.decided++
		}
		switch {
		case !s.Floor.Passed, a.opts.Judging.PeopleOnly && s.Automated:
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
		return n, nil
	}
	text := fmt.Sprintf("%s without a verdict of %s: %s", phrase.Count(all, "session is", "sessions are"), a.proto.Name(), ranked(why))
	a.p.say(text + ".")
	return n, nil
}

// remembered tells what a command that asks nobody found open.
func (a *inquiry) remembered(ctx context.Context, l *library) error {
	open, err := a.tellOpen(ctx, l)
	if err == nil && open.pending > 0 {
		a.p.say(fmt.Sprintf("'prism judge%s%s' asks for them.", a.j.judgeAgain(""), a.j.pathsAgain()))
	}
	return err
}

// say tells a sentence on standard error: wrapped for a person, whole for a script.
func (p *program) say(text string) {
	if p.notes.Terminal() {
		p.notes.Para(0, text)
		return
	}
	p.notes.Line(text)
}

// interactive reports whether a person can be asked: input and notes are a terminal.
func (p *program) interactive() bool { return term.IsTerminal(p.in) && p.notes.Terminal() }
