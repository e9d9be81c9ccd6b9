package judgerun

import (
	"context"
	"crypto/rand"
	"errors"
	"math"
	"time"

	"prism/internal/cli/job"
	"prism/internal/config"
	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/link"
	"prism/internal/model/runner"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/store"
	"prism/internal/store/rows"
)

// Resident is the judge of one tenant that a server asks by itself, beside the offline
// one, out of the tenant's budget.
type Resident struct {
	Provider, Model string
	// DayBudget and MonthBudget are in millionths of a dollar; 0: nothing may be spent.
	DayBudget, MonthBudget int64
}

// askedFor is of how many past days sessions are asked about: a tenant that turns a
// model on does not pay for all its past.
const askedFor = 30 * 24 * time.Hour

// leaseOver is added to what a question may take: the answer has to be kept, too.
const leaseOver = time.Minute

// Due reports whether a session is as it will stay, as far as can be told: it is over,
// and nothing can be merged with it any more. Who grows is asked about when it has.
func Due(s *fact.Session, now time.Time) bool {
	if s.ClosedBy == fact.Clear && now.Before(s.Ended.Add(link.MergeWithin)) {
		return false
	}
	return s.At(now) != fact.Open
}

// Asked is what a resident judge came to.
type Asked struct {
	Verdicts int
	Spent    llm.Spent
	// Stopped is why it asks no more for now; nil: everything was asked.
	Stopped error
}

// Ask asks about what is due of a tenant whose sessions opts make, in db. The error is
// pipeline.ErrUnsettled where an update has to come first.
func (r *Resident) Ask(ctx context.Context, p *job.Program, j *job.Job, opts pipeline.Options, db *rows.Store) (Asked, error) {
	if r.DayBudget <= 0 || r.MonthBudget <= 0 {
		return Asked{}, nil
	}
	asking := *j
	for key, text := range map[string]string{"judge": r.Provider, "model": r.Model, "track": "offline"} {
		cfg, err := asking.Cfg.With(key, text, config.Origin{Layer: "policy"})
		if err != nil {
			return Asked{Stopped: err}, nil //nolint:nilerr // it is told, and no fault of the store
		}
		asking.Cfg = cfg
	}
	now := p.Now()
	opts.Store, opts.Now = db, now
	proto, err := protocol(p, &asking, &opts)
	if err != nil {
		return Asked{}, err
	}
	client, err := newClient(ctx, p, &asking)
	if err == nil && client == nil {
		err = errors.New("the judge files is asked by hand")
	}
	if err != nil {
		return Asked{Stopped: err}, nil //nolint:nilerr // what it wants, a key or an address, may be there the next time
	}
	prices, _ := opts.Prices.(*price.Table)
	patient := patience(r.Provider)
	bounded := runner.New(client, runner.Options{
		Parallel: asking.Parallel(), Price: prices.Cost, Purse: &purse{db, r, p.Now}, Now: p.Now, Sleep: p.Sleep, Patience: patient,
	})
	judge := llm.Judging(proto, llm.Options{Client: bounded, Memory: db, Claims: &claims{db, rand.Text(), patient + leaseOver, p.Now}, Clock: p.Now})
	by := pipeline.Judging{Judge: judge, Titles: opts.Judging.Judge, SideBySide: asking.Parallel(), PeopleOnly: true, Again: true}
	out := Asked{}
	out.Verdicts, err = pipeline.Ask(ctx, opts, by, store.Filter{Since: now.Add(-askedFor)}, func(s *fact.Session) bool { return Due(s, now) })
	out.Spent, out.Stopped = judge.Spent(), judge.Stopped()
	return out, err
}

// purse is a tenant's budget, kept in its store for all processes.
type purse struct {
	db  *rows.Store
	of  *Resident
	now func() time.Time
}

// micro is USD in millionths of a dollar, rather too much than too little.
func micro(usd float64) int64 { return int64(math.Ceil(usd * 1e6)) }

// Reserve implements runner.Purse.
func (p *purse) Reserve(ctx context.Context, usd float64) (func(context.Context, float64) error, bool, error) {
	at, most := p.now(), micro(usd)
	ok, err := p.db.Reserve(ctx, at, most, p.of.DayBudget, p.of.MonthBudget)
	return func(ctx context.Context, spent float64) error { return p.db.Refund(ctx, at, most-micro(spent)) }, ok, err
}

// claims are a process's questions.
type claims struct {
	db     *rows.Store
	holder string
	lease  time.Duration
	now    func() time.Time
}

// Claim implements llm.Claims.
func (c *claims) Claim(ctx context.Context, question string) (bool, error) {
	now := c.now()
	return c.db.Claim(ctx, question, c.holder, now, now.Add(c.lease))
}

// Unclaim implements llm.Claims.
func (c *claims) Unclaim(ctx context.Context, question string) error {
	return c.db.Unclaim(ctx, question, c.holder)
}

// Interface checks.
var (
	_ runner.Purse = (*purse)(nil)
	_ llm.Claims   = (*claims)(nil)
)
